"""Every refusal code has a sentence, and every sentence a code in use; a game's own codes have theirs in
its folder."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from app import ROOT
from app.engine import registry
from app.engine.core import Illegal, Stale
from app.engine.dream_home.notation import BadNotation
from app.pages.refusals import TEMPLATES, read, sentence, sentences

APP = ROOT / "app"
ENGINE = APP / "engine"
TREES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(APP.rglob("*.py"))}
BEFORE_OTHERS = {"at_a_cell", "at_a_word"}  # no refusal codes: they come before sentences about drawings
REFUSALS = {
    "Illegal": set[str](),
    "BadRecord": set[str](),
    "BadNotation": {"line", "cell", "text"},
    "Misdrawn": {"line", "word", "text"},
    "Refusal": set[str](),  # becomes an Illegal, and may name a cell
    "Obstacle": set[str](),
    "bad": {"line", "cell", "text"},  # raises the BadNotation for a cell of a house
    "drawing.bad": {"line", "cell", "text"},  # raises the one for a word of a position
    "refuse": {"text"},  # raises the refusal of a piece, on a sheet or in a question
    "self.bad": {"line", "cell", "text"},
    "super().__init__": set[str](),
}
_CODE = re.compile(r"[a-z]+(_[a-z]+)*")


def _codes(expression: ast.expr) -> Iterator[str]:
    """The codes written out in an expression: `"x"`, `"x" if … else "y"`, `… or "x"`."""
    match expression:
        case ast.Constant(value=str(code)) if _CODE.fullmatch(code):
            yield code
        case ast.IfExp(body=body, orelse=orelse):
            yield from _codes(body)
            yield from _codes(orelse)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _codes(value)


def _trees(folder: Path) -> Iterator[ast.Module]:
    return (tree for path, tree in TREES.items() if path.is_relative_to(folder))


def _raised(folder: Path = APP) -> Iterator[tuple[str, set[str]]]:
    """The code of every refusal constructed in place, with its facts."""
    for tree in _trees(folder):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.func) in REFUSALS:
                facts = REFUSALS[ast.unparse(call.func)]
                named = {keyword.arg for keyword in call.keywords if keyword.arg}
                for code in _codes(call.args[0]):
                    yield code, facts | named


def _judged(folder: Path = ENGINE) -> Iterator[str]:
    """The codes returned by judges: functions of the engine that return a reason or ''."""
    for tree in _trees(folder):
        for function in ast.walk(tree):
            if (
                isinstance(function, ast.FunctionDef)
                and function.returns is not None
                and ast.unparse(function.returns) == "str"
                and not function.name.startswith("write_")
            ):
                for node in ast.walk(function):
                    if isinstance(node, ast.Return) and node.value is not None:
                        yield from _codes(node.value)


def _facts_in(said: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(said) if name}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    raised, judged = {code for code, _ in _raised()}, set(_judged())
    assert len(raised) > 30
    assert len(judged) > 20
    assert sorted(BEFORE_OTHERS | raised | judged) == sorted(sentences())


@pytest.mark.parametrize("game", registry.names())
def test_a_game_has_the_sentences_for_its_own_codes(game: str) -> None:
    own = read(TEMPLATES / game / "refusals.toml").keys()
    used = {code for code, _ in _raised(ENGINE / game)} | set(_judged(ENGINE / game))
    assert own <= used
    assert used <= own | read(TEMPLATES / "refusals.toml").keys()


def test_no_code_has_two_sentences() -> None:
    codes = [code for file in TEMPLATES.rglob("refusals.toml") for code in read(file)]
    assert sorted(codes) == sorted(sentences())


def test_a_refusal_has_the_facts_that_its_sentence_names() -> None:
    for code, facts in _raised():
        wanted = _facts_in(sentences()[code])
        assert wanted <= facts, code


def test_the_sentence_of_a_refused_move_uses_only_facts_that_all_moves_have() -> None:
    for code in _judged():
        wanted = _facts_in(sentences()[code])
        assert wanted <= {"move"} or code in {raised for raised, _ in _raised()}, code


def test_a_sentence_ends_with_a_full_stop() -> None:
    wrong = {code for code, said in sentences().items() if not re.fullmatch(r"[A-Z{].*\.", said)}
    assert wrong == BEFORE_OTHERS


def test_facts_are_shown_in_words() -> None:
    assert sentence(Illegal("bad_seats", seats=(2, 3, 4))) == "This game is for 2, 3, 4 players."
    refused = Illegal("bad_option", option="family", values=(False, True))
    assert sentence(refused) == "The option family must be one of false, true."
    assert sentence(Stale(3, 4)) == "The game has moved on since you opened this board."


def test_a_drawing_is_refused_with_its_line_and_cell() -> None:
    assert sentence(BadNotation("unknown_cell", 2, 3, "Xx")) == "Line 2, cell 3: Xx isn't a cell."
    unsupported = "It needs support: the slot below is empty."
    assert sentence(BadNotation("unsupported", 1, 2, "Ki")) == f"Line 1, cell 2: {unsupported}"
    assert sentence(Illegal("unsupported")) == unsupported
    no_storeys = "Line 4: a house has three floors, one per line."
    assert sentence(BadNotation("three_storeys", 4, 1)) == no_storeys


def test_a_sentence_is_translated_before_its_facts_are_filled_in() -> None:
    refused = BadNotation("unknown_cell", 2, 3, "{line} Xx")
    turned = {
        "Line {line}, cell {cell}: {said}": "{said} [{cell}/{line}]",
        "{text} isn't a cell.": "no {text}",
    }
    assert sentence(refused, turned.__getitem__) == "no {line} Xx [3/2]"
