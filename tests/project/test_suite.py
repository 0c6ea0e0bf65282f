"""Every test runs in some lane, however the tests are split to run in parallel."""

import re
import sys
from pathlib import Path

import pytest

from scripts.environment import ROOT
from scripts.suite import BROWSER, Command, lanes, run

MARK = re.compile(r"pytest\.mark\.browser\b")


def test_each_file_of_browser_tests_is_in_one_lane() -> None:
    words = [word for lane in lanes([], [], "") for command, _ in lane for word in command]
    files = [f"{path.relative_to(ROOT)}" for path in ROOT.glob(f"{BROWSER}/**/test_*.py")]
    assert sorted(word for word in words if word.startswith(f"{BROWSER}/")) == sorted(files)


def test_browser_tests_and_no_others_live_in_their_folder() -> None:
    """The other lanes don't look there."""
    marked = {path for path in ROOT.glob("tests/**/test_*.py") if MARK.search(path.read_text())}
    assert marked - {ROOT / "tests/project/test_suite.py"} == {*ROOT.glob(f"{BROWSER}/**/test_*.py")}


def test_what_failed_is_named_last(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Those who see only the end of a long output find it there."""
    (tmp_path / "test_two.py").write_text(
        "def test_good(): pass\ndef test_bad(): assert 1 == 2, 'one is not two'\n"
    )
    pytest_run: Command = (
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        {"COLUMNS": "160"},
    )
    below: Command = ([sys.executable, "-c", "print('total 80 % of 90 %'); raise SystemExit(2)"], {})
    fine: Command = ([sys.executable, "-c", "print('fine')"], {})
    assert run([[fine], [pytest_run, below], [fine]]) == 1
    last = capfdbinary.readouterr().out.decode().splitlines()[-3:]
    assert "test_bad - AssertionError: one is not two" in last[0]
    assert last[1].startswith("FAILED ")
    assert last[2] == "total 80 % of 90 %"
    assert run([[fine], [fine]]) == 0
