"""The gentle bot: good enough to be company, weak enough to lose, and predictable for tests."""

from random import Random
from typing import Any

import pytest

from app.engine import registry
from app.engine.bots import BOTS, Bot
from app.engine.core import Game, play

GAMES = registry.names()


def played(game: Game[Any], bots: list[Bot], seed: int) -> Any:
    """Play a game to its end, one bot in each seat."""
    state = game.new(len(bots), {option.name: option.default for option in game.options}, seed)
    chance = Random(seed)
    while state.waiting:
        seat = state.waiting[0]
        state, _ = play(game, state, seat, state.turns[seat], bots[seat](game, state, seat, chance))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_in_the_same_position_it_makes_the_same_move(name: str) -> None:
    game = registry.game(name)
    state = game.new(2, {option.name: option.default for option in game.options}, 7)
    for _ in range(40):
        seat = state.waiting[0]
        first, second = (BOTS["gentle"](game, state, seat, Random(luck)) for luck in (1, 2))
        assert first == second
        state, _ = play(game, state, seat, state.turns[seat], first)
        if not state.waiting:
            break


@pytest.mark.parametrize("name", GAMES)
def test_what_it_cannot_see_does_not_change_its_luck(name: str) -> None:
    """Its chance follows from its view, so nobody can learn a secret from its moves."""
    game = registry.game(name)
    options = {option.name: option.default for option in game.options}
    state = game.new(3, options, 3)
    seat = state.waiting[0]
    other = game.reseal(state, seat, Random(9))
    turns = tuple(2 if each == seat else turn for each, turn in enumerate(state.turns))
    state, other = (each._replace(turns=turns) for each in (state, other))
    assert state != other
    assert BOTS["gentle"](game, state, seat, Random(1)) == BOTS["gentle"](game, other, seat, Random(2))


@pytest.mark.parametrize("name", GAMES)
def test_it_loses_to_the_smart_bot_and_beats_the_random_one(name: str) -> None:
    game = registry.game(name)

    def won(rival: str) -> int:
        ahead = 0
        for seed in range(8):
            score = game.score(played(game, [BOTS["gentle"], BOTS[rival]], seed))
            ahead += sum(line.points for line in score[0]) - sum(line.points for line in score[1])
        return ahead

    assert won("greedy") < 0 < won("random")
