"""Every rule has an id in docs/rules-index.md and a test that names it and draws its board as text."""

import ast
import re
from importlib import import_module

from app import ROOT
from app.engine import registry

INDEX = ROOT / "docs" / "rules-index.md"
_ID = re.compile(r"^- \*\*([A-Z]{2}-\d+\.\d+)\*\* \S", re.MULTILINE)
# How to recognise a drawn board: each game has its own notation.
_BOARD = re.compile(
    "|".join(import_module(f"tests.engine.{game}.drawing").DRAWN for game in registry.names()), re.M
)


def _ids() -> list[str]:
    return _ID.findall(INDEX.read_text("utf-8"))


def _named_by(decorators: list[ast.expr]) -> list[str]:
    """The ids in `@pytest.mark.rule("DH-4.1", …)`."""
    return [
        str(argument.value)
        for call in decorators
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    ]


def _draws(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and _BOARD.search(node.value)
        for node in ast.walk(function)
    )


def _tests() -> list[ast.FunctionDef]:
    return [
        node
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_every_rule_has_a_test_that_draws_a_board() -> None:
    drawn = {id for test in _tests() if _draws(test) for id in _named_by(test.decorator_list)}
    assert sorted(set(_ids()) - drawn) == []


def test_every_rule_that_a_test_names_is_in_the_index() -> None:
    named = {id for test in _tests() for id in _named_by(test.decorator_list)}
    assert sorted(named - set(_ids())) == []


def test_no_id_is_given_twice() -> None:
    ids = _ids()
    assert len(ids) > 100
    assert sorted(ids) == sorted(set(ids))
