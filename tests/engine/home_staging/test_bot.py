"""The careful bot: what it draws, what it leaves, and how it closes."""

import pytest

from app.engine import home_staging
from app.engine.bots import greedy
from app.engine.chance import stream
from app.engine.core import Move, play
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import State

from .drawing import after, points, table


def chosen(state: State, seat: int = 0) -> Move:
    return greedy(home_staging, state, seat, stream(1, "bot"))


@pytest.mark.parametrize("key", SCENARIOS)
def test_it_furnishes_every_home(key: str) -> None:
    state, chance = home_staging.new(1, {"scenario": key}, 3), stream(3, "bot")
    while state.waiting:
        move = greedy(home_staging, state, 0, chance)
        state, _ = play(home_staging, state, 0, state.turns[0], move)
    [total] = points(state)
    assert total["total"] >= SCENARIOS[key].medals[0] / 2
    assert total["furniture"] > 5


def test_it_draws_rather_than_skips_and_never_where_nobody_comes() -> None:
    start = table("P", "bathroom: 20A2r3@F6", card="21A")
    move = chosen(start)
    assert move[0] in ("draw", "other")
    closed = after(start, f"0 {' '.join(map(str, move))}", "0 confirm")
    assert len(closed.sheets[0].rooms[0].pieces) == 2
    walled = table("P", "bedsit: 19A1@K7", card="13A", tokens=(0, 1))
    assert ("draw", 2, 0, "I6") in home_staging.moves(walled, 0)
    assert chosen(walled) != ("draw", 2, 0, "I6")


def test_it_says_no_more_when_all_is_drawn() -> None:
    state = after(table("P", "bathroom: 20A2r3@F6", card="21A"), "0 draw 1 0 G6")
    assert chosen(state) == ("confirm",)


def test_it_closes_so_that_a_room_can_be_reached_and_others_have_space() -> None:
    state = table("P", "bathroom: 20A2r3@F6 21A1@G6 22A2@F8", closes=True)
    move = chosen(state)
    assert move[:2] == ("close", "F6-G9")
    done = after(state, f"0 close F6-G9 {move[2]}", "0 confirm")
    assert points(done)[0] == {"furniture": 5, "bonus": 4, "penalty": 0, "total": 9}
