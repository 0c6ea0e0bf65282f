"""The gentle bot: good enough to be company, weak enough to lose."""

from random import Random
from typing import Any

import pytest

from app.engine import registry
from app.engine.bots import Quick, gentle, greedy, random
from app.engine.core import Game, play

GAMES = registry.names()


def played(game: Game[Any], bots: list[Quick], seed: int) -> Any:
    """Play a game to its end, one bot in each seat."""
    state = game.new(len(bots), {option.name: option.default for option in game.options}, seed)
    chance = Random(seed)
    while state.waiting:
        seat = state.waiting[0]
        state, _ = play(game, state, seat, state.turns[seat], bots[seat](game, state, seat, chance))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_every_third_move_is_random_and_the_others_are_the_best_at_hand(name: str) -> None:
    game = registry.game(name)
    state = game.new(2, {option.name: option.default for option in game.options}, 7)
    for _ in range(40):
        seat = state.waiting[0]
        plays = random if state.turns[seat] % 3 == 2 else greedy
        move = gentle(game, state, seat, Random(1))
        assert move == plays(game, state, seat, Random(1))
        state, _ = play(game, state, seat, state.turns[seat], move)
        if not state.waiting:
            break


@pytest.mark.parametrize("name", GAMES)
def test_it_loses_to_the_smart_bot_and_beats_the_random_one(name: str) -> None:
    game = registry.game(name)

    def won(rival: Quick) -> int:
        ahead = 0
        for seed in range(24):
            score = game.score(played(game, [gentle, rival], seed))
            ahead += sum(line.points for line in score[0]) - sum(line.points for line in score[1])
        return ahead

    assert won(greedy) < 0 < won(random)
