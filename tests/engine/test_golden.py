"""The recorded games replay exactly as recorded: every event, view and state, and the score."""

from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from app.engine import registry, wire
from app.engine.chance import commitment
from scripts import golden

FILES = sorted(golden.GOLDEN.glob("*/*.jsonl"))


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _features(game: str) -> Any:
    return import_module(f"tests.engine.{game}.features")


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_replays_as_recorded(path: Path) -> None:
    recorded = path.read_text("utf-8").splitlines()
    for number, (was, now) in enumerate(zip_longest(recorded, golden.lines(golden.read(path))), 1):
        assert now == was, f"line {number}"


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_shows_what_it_was_recorded_for(path: Path) -> None:
    recorded = golden.read(path)
    assert set(recorded.shows) <= _features(path.parent.name).shown(golden.replay(recorded.record))
    assert commitment(recorded.record.shuffle.secret) == recorded.record.shuffle.commitment


@pytest.mark.parametrize("game", registry.names())
def test_everything_that_can_happen_is_recorded(game: str) -> None:
    shown: set[str] = set()
    for path in FILES:
        if path.parent.name == game:
            shown |= _features(game).shown(golden.replay(golden.read(path).record))
    assert set(_features(game).FEATURES) - shown == set()


@pytest.mark.parametrize("game", registry.names())
def test_every_number_of_seats_and_every_option_is_recorded(game: str) -> None:
    rules = registry.game(game)
    played = [golden.read(path).record for path in FILES if path.parent.name == game]
    assert {each.seats for each in played} == set(rules.seats)
    assert {name for each in played for name in each.options} == {option.name for option in rules.options}


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_the_recorded_views_add_up(path: Path) -> None:
    """The recorded lines give every seat's view: a seat without a view of its own saw what spectators saw."""
    recorded = golden.read(path).record
    game = registry.game(recorded.game)
    spectator: dict[str, Any] = {}
    states = [step.after for step in golden.replay(recorded)]
    first = game.new(recorded.seats, recorded.options, recorded.shuffle.seed, recorded.rules)
    for text, state in zip(path.read_text("utf-8").splitlines()[1:-1], [first, *states], strict=True):
        line = wire.parse(text)
        spectator |= line["view"]
        for seat in range(recorded.seats):
            seen = wire.parse(wire.dumps(golden.fields(game.view(state, seat))))
            told = spectator | line.get(f"view {seat}", {})
            gone = {path for path, value in told.items() if value is None and path not in seen}
            assert seen == {path: value for path, value in told.items() if path not in gone}
