"""Searches for input that breaks a parser or the server, guided by coverage: `python -m tests.fuzz.run`.

The search begins with the corpus, tests/fixtures/corpus, and puts what it finds into build/fuzz. Input that
breaks something belongs into the corpus once it is mended; so does input that reaches new code.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app import ROOT
from tests.fuzz import search
from tests.fuzz.search import TARGET

CORPUS = ROOT / "tests" / "fixtures" / "corpus"
FOUND = ROOT / "build" / "fuzz"
SERVER = "server"
LONGEST = 4096  # bytes
HANGS = 20  # seconds for one input
SERVERS_SHARE = 6  # times as long as a parser


def main() -> int:
    """Search with each target for so many seconds; return 1 if anything broke."""
    asked = ArgumentParser(description="Search for input that breaks a parser or the server.")
    asked.add_argument("targets", nargs="*", metavar="TARGET", help="all, unless you name some")
    asked.add_argument("--seconds", type=int, default=20, help="for each parser; the server takes longer")
    asked.add_argument("--keep", action="store_true", help="add input that reaches new code to the corpus")
    given = asked.parse_args()
    if not importlib.util.find_spec("atheris"):
        print("the fuzzer, atheris, has no package for this machine; `make test` runs the corpus anyway")
        return 0
    broken = [name for name in given.targets or names() if _search(name, given.seconds, given.keep)]
    print(f"broken: {', '.join(broken) or 'nothing'}", flush=True)
    return int(bool(broken))


def names() -> list[str]:
    return sorted(folder.name for folder in CORPUS.iterdir())


def _search(name: str, seconds: int, keep: bool) -> bool:
    """Whether the search broke something. It runs in a separate process, which libFuzzer ends."""
    found, log = FOUND / name, FOUND / f"{name}.log"
    found.mkdir(parents=True, exist_ok=True)
    seconds *= SERVERS_SHARE if name == SERVER else 1
    limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={HANGS}"]
    report = ["-print_final_stats=1", f"-artifact_prefix={found}/broken-"]
    with log.open("w") as file:
        ended = _run(name, *limits, *report, str(found), str(CORPUS / name), stdout=file, stderr=file)
    said = log.read_text("utf-8", "replace")
    if ended.returncode:
        print(f"{name}: broken\n{said[-3000:]}", flush=True)
    else:
        tried = re.findall(r"stat::number_of_executed_units: *(\d+)", said)
        print(f"{name}: {' '.join(tried)} inputs", flush=True)
    if keep and not ended.returncode:
        _keep(name)
    return ended.returncode != 0


def _keep(name: str) -> None:
    """Make the corpus the smallest set of inputs, old and new, that reaches as much code."""
    with TemporaryDirectory() as folder:
        _run(name, "-merge=1", folder, str(CORPUS / name), str(FOUND / name), check=True, capture_output=True)
        merged = [*Path(folder).iterdir()]
        assert merged, name
        shutil.rmtree(CORPUS / name)
        (CORPUS / name).mkdir()
        for file in merged:
            shutil.copy(file, CORPUS / name / file.name[:12])


def _run(name: str, *options: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), TARGET: name}
    return subprocess.run([sys.executable, search.__file__, *options], cwd=ROOT, env=environment, **how)


if __name__ == "__main__":
    sys.exit(main())
