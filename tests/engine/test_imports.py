"""The engine imports only the standard library and itself: no server, nothing that has to be installed."""

import ast
import sys
from pathlib import Path

import pytest

from app import ROOT

FILES = sorted((ROOT / "app" / "engine").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The full names of the modules a file imports, even inside functions."""
    package = path.relative_to(ROOT).parts[:-1]
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join((*above, node.module) if node.module else above)
            names |= {f"{source}.{alias.name}" for alias in node.names}
    return names


def test_the_engine_is_there() -> None:
    assert ROOT / "app" / "engine" / "core.py" in FILES
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "app" / "engine")))
def test_a_file_imports_only_the_standard_library_and_the_engine(path: Path) -> None:
    foreign = {
        name
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name != "app.engine"
        and not name.startswith("app.engine.")
    }
    assert foreign == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "app" / "engine")))
def test_a_game_imports_no_other_game(path: Path) -> None:
    engine = ROOT / "app" / "engine"
    games = {each.parent.name for each in engine.glob("*/__init__.py")}
    others = games - {path.relative_to(engine).parts[0]}
    assert {name for name in imported(path) if others & set(name.split(".")[2:3])} == set()
