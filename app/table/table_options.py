"""A table's options that aren't part of the game's rules, such as who may watch and the time limit."""

from collections.abc import Mapping
from typing import Any

from app.engine import registry
from app.engine.core import Illegal, Option, settle_options

OPEN, ASK = "open", "ask"
OFF, OWN, NEWCOMERS, ALL = "off", "own", "newcomers", "all"

TABLE_OPTIONS = (
    Option("watching", (OPEN, ASK), OPEN, "watching"),
    Option("listed", (False, True), False, "listed"),
    Option("seconds", (0, 30, 60, 120, 300), 0, "seconds"),
    Option("take_back", (False, True), False, "take_back"),
    Option("running_score", (OFF, OWN, ALL), ALL, "running_score"),
    Option("hints", (OFF, NEWCOMERS, ALL), NEWCOMERS, "hints"),
)
USUAL = tuple((option.name, option.default) for option in TABLE_OPTIONS)
_BEFORE = {"running_score": OFF, "hints": OFF}  # what tables do that are older than the option
_NAMES = frozenset(option.name for option in TABLE_OPTIONS)

Chosen = tuple[tuple[str, str | int | bool], ...]


def settle(game: str, given: Mapping[str, Any]) -> tuple[Chosen, Chosen]:
    """The game's options and the table's, with defaults for those not given."""
    rules = settle_options(
        registry.game(game).options, {name: value for name, value in given.items() if name not in _NAMES}
    )
    table_options = settle_options(
        TABLE_OPTIONS, {name: value for name, value in given.items() if name in _NAMES}
    )
    return tuple(rules.items()), tuple(table_options.items())


def value_of(chosen: Chosen, name: str) -> Any:
    """The value of an option, or what was usual if the table is older than the option."""
    if name not in _NAMES:
        raise Illegal("unknown_option", option=name)
    return dict(chosen).get(name, (dict(USUAL) | _BEFORE)[name])
