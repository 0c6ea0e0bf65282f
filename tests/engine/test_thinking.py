"""Bots think in whole turns, for every game: with a mind of its own or without."""

import shutil
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import ROOT, engine
from app.engine import registry
from app.engine.bots import BOTS, decide, named
from app.engine.core import Game, play
from app.engine.hint import hint
from app.engine.residents import RESIDENTS
from app.engine.thinking import (
    CANDIDATES,
    Effort,
    Thought,
    Turn,
    best_turn,
    candidates,
    doubt,
    imagined,
    mind_of,
    whole_turns,
)
from tests.support.bot_games import played

GAMES: list[Game[Any]] = [*map(registry.game, registry.names())]


@pytest.fixture
def fourth_game(tmp_path: Path) -> Iterator[Game[Any]]:
    """A game that has no mind, installed next to the others."""
    shutil.copytree(ROOT / "tests" / "support" / "fourth_game" / "engine", tmp_path / "numbers")
    engine.__path__.append(str(tmp_path))
    registry.names.cache_clear()
    registry.has_part.cache_clear()
    try:
        yield registry.game("numbers")
    finally:
        engine.__path__.remove(str(tmp_path))
        for module in [name for name in sys.modules if name.startswith("app.engine.numbers")]:
            del sys.modules[module]
        registry.names.cache_clear()
        registry.game.cache_clear()
        registry.has_part.cache_clear()


def never() -> float:
    """A clock that stands still, so that nobody runs out of time."""
    return 0.0


def some(game: Game[Any], seats: int, every: int) -> Iterator[tuple[Any, int]]:
    for number, (state, seat) in enumerate(played(game, seats, "thinking")):
        if number % every == 0:
            yield imagined(game, state, seat, Random(number)), seat


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_moves_of_a_turn_are_legal_and_end_it(game: Game[Any]) -> None:
    for state, seat in some(game, 2, 17):
        for turn in whole_turns(game, mind_of(game), state, seat):
            now = state
            for number, move in enumerate(turn.moves):
                if number:
                    assert seat in now.waiting
                    assert game.rewind(now, seat, now.turns) is not None, "the turn hadn't ended"
                now, _ = play(game, now, seat, now.turns[seat], move)
            assert seat not in now.waiting or game.rewind(now, seat, now.turns) is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_turns_differ_and_come_best_first(game: Game[Any]) -> None:
    for state, seat in some(game, 2, 17):
        turns = whole_turns(game, mind_of(game), state, seat)
        assert len({turn.position for turn in turns}) == len(turns) > 0
        assert [turn.value for turn in turns] == sorted((turn.value for turn in turns), reverse=True)


def test_every_column_is_thought_about() -> None:
    """Not only many ways to use the best one."""
    game = registry.game("dream_home")
    for state, seat in some(game, 4, 10):
        turns = whole_turns(game, mind_of(game), state, seat)
        chosen = candidates(turns)
        assert chosen[0] is turns[0]
        assert len(chosen) <= CANDIDATES
        assert len({id(turn) for turn in chosen}) == len(chosen)
        hopeful = [turn for turn in turns if turn.value > turns[0].value - 6]
        assert {turn.moves[0] for turn in hopeful} <= {turn.moves[0] for turn in chosen} or len(
            chosen
        ) == CANDIDATES


def test_the_same_seed_and_position_lead_to_the_same_decision() -> None:
    game = registry.game("dream_home")
    for name in (*BOTS, "linear", "search:40"):
        bot = named(name)
        assert bot
        for state, seat in some(game, 3, 20):
            assert decide(bot, game, state, seat, "one", never) == decide(
                bot, game, state, seat, "one", never
            )


def test_thinking_keeps_to_its_budget_and_says_what_it_used() -> None:
    game = registry.game("dream_home")
    for state, seat in some(game, 2, 20):
        thought = best_turn(game, state, seat, Random(1), Effort(50, 1), clock=never)
        assert thought.playouts <= 50
        assert not thought.cut
        assert best_turn(game, state, seat, Random(1), Effort(0, 1)).playouts == 0


def test_a_bot_that_runs_out_of_time_still_decides() -> None:
    game = registry.game("dream_home")
    state = game.new(4, {}, "late")
    seat = state.waiting[0]

    def thought(seconds: int) -> tuple[Thought, int]:
        """What it decides with a clock that ticks whenever it is looked at, and the last tick."""
        ticks = count()
        return best_turn(game, state, seat, Random(1), Effort(400, seconds), clock=lambda: next(ticks)), next(
            ticks
        )

    whole, last = thought(10**6)
    assert not whole.cut
    for late in (5, last // 2, last - 5):
        some, _ = thought(late)
        assert some.cut
        assert some.playouts < whole.playouts
        play(game, state, seat, state.turns[seat], some.moves[0])
    assert thought(last - 5)[0].playouts > 0


def test_a_choice_is_the_closer_the_less_there_is_between_the_two_best_turns() -> None:
    clear, close = ([Turn(3.0, (), 0), Turn(second, (), 1)] for second in (-2.0, 2.95))
    assert doubt([Turn(3.0, (), 0)]) == 0
    assert 0 < doubt(clear) < 10 < 90 < doubt(close) < 100
    assert doubt([close[0], close[0]]) == 100


@pytest.mark.parametrize("name", [bot.name for bot in RESIDENTS])
def test_a_resident_says_how_close_the_choice_was(name: str) -> None:
    bot, game = named(name), registry.game("dream_home")
    assert bot
    doubts = [decide(bot, game, state, seat, "doubt", never).doubt for state, seat in some(game, 2, 20)]
    assert all(0 <= each <= 100 for each in doubts)
    assert len({*doubts}) > 2


@pytest.mark.parametrize("name", [bot.name for bot in RESIDENTS])
def test_a_game_without_a_mind_has_thinking_bots(fourth_game: Game[Any], name: str) -> None:
    bot = named(name)
    assert bot
    state = fourth_game.new(3, {}, "four")
    thoughts = []
    while state.waiting:
        seat = state.waiting[0]
        thought = decide(bot, fourth_game, state, seat, "four", never)
        thoughts.append(thought.playouts)
        state, _ = play(fourth_game, state, seat, state.turns[seat], thought.moves[0])
    if name in ("pia", "eero"):
        assert max(thoughts) > 0, "it plays games on in its head"


def test_a_bot_cannot_peek_in_a_game_without_a_mind(fourth_game: Game[Any]) -> None:
    """In this game, whoever says a number that somebody else says gets nothing."""
    start = fourth_game.new(2, {}, "peek")
    heard = [play(fourth_game, start, 0, 1, ("say", number))[0] for number in (1, 2, 3)]
    for name in BOTS:
        decisions = {decide(BOTS[name], fourth_game, state, 1, "a seed", never).moves for state in heard}
        assert len(decisions) == 1


def test_a_game_without_a_mind_gives_hints(fourth_game: Game[Any]) -> None:
    state = fourth_game.new(3, {}, "hint")
    seat = state.waiting[0]
    said = hint(fourth_game, state, seat, "a seed", never)
    play(fourth_game, state, seat, state.turns[seat], said.best.moves[0])
    assert said.other
    assert said.best.wins == said.other.wins == 0, "nobody knows its chances"
