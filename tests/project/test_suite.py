"""Every test runs in some lane, however the tests are split to run in parallel."""

import re

from scripts.environment import ROOT
from scripts.suite import BROWSER, lanes

MARK = re.compile(r"pytest\.mark\.browser\b")


def test_each_file_of_browser_tests_is_in_one_lane() -> None:
    words = [word for lane in lanes([], [], "") for command, _ in lane for word in command]
    files = [f"{path.relative_to(ROOT)}" for path in ROOT.glob(f"{BROWSER}/**/test_*.py")]
    assert sorted(word for word in words if word.startswith(f"{BROWSER}/")) == sorted(files)


def test_browser_tests_and_no_others_live_in_their_folder() -> None:
    """The other lanes don't look there."""
    marked = {path for path in ROOT.glob("tests/**/test_*.py") if MARK.search(path.read_text())}
    assert marked - {ROOT / "tests/project/test_suite.py"} == {*ROOT.glob(f"{BROWSER}/**/test_*.py")}
