"""How often a server looks for garbage."""

import signal
import subprocess
import sys
from pathlib import Path

from app import ROOT
from app.cli.garbage import COLLECT_AFTER
from tests.support.server import LAST_LINE_BEFORE_QR, environment


def test_a_server_rarely_looks_for_garbage(tmp_path: Path) -> None:
    serves = "from app.settings import load; from app.cli.serve import serve; serve(load(port=0))"
    told = subprocess.Popen(
        [sys.executable, "-c", f"import gc; {serves}; print('after', gc.get_threshold()[0])"],
        env=environment(HOUSEWARMING_DATA=str(tmp_path)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with told:
        try:
            assert told.stdout
            assert any(LAST_LINE_BEFORE_QR in line for line in told.stdout)
            told.send_signal(signal.SIGINT)
            rest, _ = told.communicate(timeout=60)
            assert rest.splitlines()[-1] == f"after {COLLECT_AFTER}"
        finally:
            told.kill()
