"""The code matches the map of it: every path exists, and the layers hold."""

import ast
import re
import shutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from app import ROOT
from app.engine import registry
from scripts.layers import PICTURE, drawn, layers

MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for file in (ROOT / "app").rglob("*.py")
}
GAMES = tuple(f"app.engine.{name}" for name in registry.names())  # each is one module to the others
LONGEST_CHAIN = 12  # steps
MAP = ROOT / "docs" / "architecture.md"
# One deliberate violation of each contract: a line, and the file that must not have it.
VIOLATIONS = {
    "Doors open downwards only": ("app/storage/store.py", "import app.live.live_table"),
    "The server needs nothing that a wheel lacks": ("app/cli/soak/postgres.py", "import scripts"),
    "The engine knows nothing of the server": ("app/engine/core.py", "import app.metrics"),
    "Only storage and the command line know the database's library": (
        "app/live/presence.py",
        "import sqlalchemy",
    ),
    "Only what answers requests knows the web framework": ("app/pages/tv.py", "import fastapi"),
    "Tables, databases and pages never see a request": ("app/table/chat.py", "import starlette"),
}


def test_every_path_on_the_map_exists() -> None:
    named = re.findall(r"`((?:app|static|tests|scripts|docs)(?:/[\w./]+)?)`", MAP.read_text("utf-8"))

    assert len(set(named)) > 30
    assert [name for name in named if "NAME" not in name and not (ROOT / name).exists()] == []


def test_every_package_is_on_the_map_with_its_purpose() -> None:
    text = MAP.read_text("utf-8")
    packages = [file.parent for file in sorted((ROOT / "app").glob("*/__init__.py"))]

    assert len(packages) == 9
    for package in packages:
        assert f"| `app/{package.name}` |" in text
        said = " ".join((package / "__init__.py").read_text("utf-8").lower().split())
        assert "may import " in said, package
        assert "must " in said, package


def test_every_layer_is_a_package_or_a_module_and_every_package_is_in_a_layer() -> None:
    listed = {name for row in layers() for name in row}
    there = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")}
    modules = {path.stem for path in (ROOT / "app").glob("*.py")} - {"__init__", "__main__"}

    assert listed == there | modules


def test_the_diagram_of_the_layers_matches_the_contracts() -> None:
    assert PICTURE.read_text("utf-8") == drawn(layers()), "run: python -m scripts.layers"


def test_no_folder_holds_too_much() -> None:
    def crowded(root: str, most: int) -> list[Path]:
        folders = {file.parent for file in (ROOT / root).rglob("*.py")}
        return [folder for folder in folders if len([*folder.glob("*.py")]) > most]

    assert crowded("app", 26) == []
    assert crowded("tests", 50) == []


def test_no_file_is_too_long() -> None:
    written = (
        path
        for folder in ("app", "scripts", "tests", "static")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html", ".css", ".js") and "vendor" not in path.parts
    )
    lengths = {path: path.read_text("utf-8").count("\n") for path in written}

    assert [path for path, length in lengths.items() if length > 400] == []


def test_no_test_file_imports_another() -> None:
    importing = re.compile(
        r"^\s*(from|import) tests\.(\w+\.)*test_|^\s*from tests(\.\w+)* import test_", re.MULTILINE
    )

    assert [
        path for path in (ROOT / "tests").rglob("*.py") if importing.search(path.read_text("utf-8"))
    ] == []


def test_no_chain_of_imports_is_long_and_none_runs_in_a_circle() -> None:
    """Imports within functions don't count: by those a command fetches heavy libraries when it needs them."""
    steps = dict[str, int]()
    imports = {name: imported(name, file) for name, file in MODULES.items() if not name.startswith(GAMES)}
    for name in TopologicalSorter(imports).static_order():
        steps[name] = max((1 + steps[below] for below in imports.get(name, ())), default=0)

    assert max(steps.values()) <= LONGEST_CHAIN


def imported(name: str, file: Path) -> set[str]:
    """The modules of ours that a module imports when it is imported."""
    statements = ast.parse(file.read_text("utf-8")).body
    sources = [(each.module or "", alias.name) for each in from_imports(statements) for alias in each.names]
    found = {f"{source}.{part}" if f"{source}.{part}" in MODULES else source for source, part in sources}
    return (found & MODULES.keys()) - {name}


def from_imports(statements: list[ast.stmt]) -> list[ast.ImportFrom]:
    return [each for each in statements if isinstance(each, ast.ImportFrom)]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code without its templates, for tests to break."""
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "app", tree / "app", ignore=shutil.ignore_patterns("templates", "locale", "fonts"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def lint(tree: Path) -> str:
    """Run import-linter on this tree; return its output."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", program, "--no-cache"]
    return subprocess.run(command, cwd=tree, capture_output=True, encoding="utf-8").stdout


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_violation_of_each_contract_is_caught(copy: Path, contract: str) -> None:
    name, line = VIOLATIONS[contract]
    file = copy / name
    whole = file.read_text("utf-8")
    file.write_text(f"{whole}\n{line}\n", "utf-8")
    try:
        said = lint(copy)
    finally:
        file.write_text(whole, "utf-8")

    assert f"{contract} BROKEN" in said
    assert f"{name.removesuffix('.py').replace('/', '.')} -> {line.removeprefix('import ')}" in said


def test_every_contract_has_its_violation(copy: Path) -> None:
    kept = re.findall(r"^(.+) KEPT\b", lint(copy), re.MULTILINE)

    assert sorted(kept) == sorted(VIOLATIONS)
