"""Hints, for every game: a turn that can be made, why it is good, and nothing that its seat can't know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from app.engine import registry, wire
from app.engine.core import Game, play
from app.engine.hint import CLEARLY, Choice, Hint, hint
from app.engine.thinking import mind_of
from tests.support.bot_games import played

GAMES: list[Game[Any]] = [*map(registry.game, registry.names())]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def never() -> float:
    """A clock that stands still, so that nobody runs out of time."""
    return 0.0


def moments(game: Game[Any], every: int = 19) -> Iterator[tuple[Any, int]]:
    for number, (state, seat) in enumerate(played(game, 2, "hints", "greedy")):
        if number % every == 3:
            yield state, seat


@each_game
def test_a_hint_is_a_turn_that_the_seat_can_make(game: Game[Any]) -> None:
    for state, seat in moments(game):
        said = hint(game, state, seat, "a seed", never)
        for choice in filter(None, (said.best, said.other)):
            now = state
            for move in choice.moves:
                now, _ = play(game, now, seat, now.turns[seat], move)
        assert said.other is None or said.other.moves != said.best.moves


@each_game
def test_a_hint_is_the_same_whatever_the_seat_cannot_know(game: Game[Any]) -> None:
    for state, seat in moments(game, 37):
        said = hint(game, state, seat, "a seed", never)
        for luck in range(2):
            other = mind_of(game).imagined(state, seat, Random(luck))
            assert hint(game, other, seat, "a seed", never) == said


@each_game
def test_a_hint_keeps_its_shape_on_its_way_to_the_table(game: Game[Any]) -> None:
    for state, seat in moments(game, 37):
        said = hint(game, state, seat, "a seed", never)
        text = wire.dumps(said)
        assert wire.loads(Hint, text) == said
        assert len(text) < 4000


@each_game
def test_what_a_hint_says_of_the_score_is_what_happens(game: Game[Any]) -> None:
    """Told are lines that the seat gains by this turn and not by the other."""
    told = 0
    for state, seat in moments(game, 7):
        said = hint(game, state, seat, "a seed", never)
        now = state
        for move in said.best.moves:
            now, _ = play(game, now, seat, now.turns[seat], move)
        for line in said.lines:
            assert line in game.score(now)[seat]
            assert line not in game.score(state)[seat]
            assert line.points > 0
            told += 1
    assert told or game.id == "home_staging", "some turn scores at once"


def test_a_hint_never_tells_what_lies_face_down_in_the_roof() -> None:
    game = registry.game("dream_home")
    for state, seat in moments(game, 7):
        said = hint(game, state, seat, "a seed", never)
        for luck in range(6):
            now = game.reseal(state, seat, Random(luck))  # with other roofs
            for move in said.best.moves:
                now, _ = game.apply(now, seat, move)
            assert {line for line in said.lines if line.part == "roof"} <= {*game.score(now)[seat]}


def test_a_turn_is_clearly_better_from_five_games_in_100() -> None:
    def said(wins: int) -> Hint:
        return Hint(Choice((), "[]", 0, wins), Choice((), "[]", 0, 50))

    assert not said(50 + CLEARLY - 1).is_clear
    assert said(50 + CLEARLY).is_clear


def test_alone_there_are_no_chances_to_tell() -> None:
    game = registry.game("home_staging")
    state = game.new(1, {}, "alone")
    said = hint(game, state, 0, "a seed", never)
    assert said.best.wins == 0
