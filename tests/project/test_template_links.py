"""Every link in templates and scripts works under a path prefix: `root` comes before the site's own paths."""

import re
from pathlib import Path

import pytest

from app import ROOT

FOLDERS = ("app/templates", "tests/support/fourth_game/templates")
TEMPLATES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.html"))
SCRIPTS = sorted(path for path in (ROOT / "static").rglob("*.js") if path.parent.name != "vendor")
_TOP = re.compile(
    r"""(?:\b(?:href|src|action|poster|content)|\bhx-[a-z:-]+|\bdata-[a-z]+)\s*=\s*["']/|["'`(]/r/"""
)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_links_to_the_root_of_the_host(template: Path) -> None:
    found = [line.strip() for line in template.read_text("utf-8").splitlines() if _TOP.search(line)]
    assert [line for line in found if 'root ~ "/r/"' not in line] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_requests_the_root_of_the_host(script: Path) -> None:
    assert (
        re.findall(r"""(?:fetch|register|open|replace|assign)\(\s*["'`]/(?!/)""", script.read_text("utf-8"))
        == []
    )
