"""What a state is worth to the smart bot."""

from random import Random

import pytest

from app.engine import my_shelfie
from app.engine.bots import greedy
from app.engine.my_shelfie.bot import value
from app.engine.my_shelfie.shelf import groups, types_of
from app.engine.my_shelfie.state import State
from tests.support import conformance

from .drawing import after, drawn, picture, rows

ROOM = """
    .........
    .........
    ...CBG...
    ...F.T...
    .........
    .........
    .........
    .........
    .........
"""


def played(state: State) -> State:
    """The state after the smart bot's turn, up to `done`."""
    seat, chance = state.waiting[0], Random(1)
    while state.step != "laid":
        state, _ = my_shelfie.apply(state, seat, greedy(my_shelfie, state, seat, chance))
    return state


def test_it_makes_groups_larger() -> None:
    table = drawn(
        ROOM,
        """
        .....
        .....
        .....
        .....
        CC...
        CC.BT
        """,
        personal=(5, 6),
    )
    after_turn = "".join(picture(played(table)))
    assert after_turn.count("C") == 5
    assert max(len(group) for group in groups(types_of(played(table).shelves[0]))) == 5


def test_it_takes_what_its_personal_goal_wants() -> None:
    """Card 1 wants a trophy in the middle of the lowest row."""
    table = drawn(
        """
        .........
        .........
        ...C.....
        ....F....
        .....T...
        .........
        .........
        .........
        .........
        """,
        personal=(1, 6),
        goals=("two_rows_all_different",),
    )
    assert picture(played(table))[5][2] == "T"


def test_it_completes_a_common_goal() -> None:
    table = drawn(
        ROOM,
        """
        ....F
        T...T
        B...B
        G...T
        C...P
        F...F
        """,
        goals=("four_corners",),
        personal=(5, 6),
    )
    done = after(played(table), "done")
    assert picture(done) == rows("F...F T...T B...B G...T C...P F...F")
    assert [token.points for token in done.taken[0]] == [8]


@pytest.mark.parametrize("seats", my_shelfie.seats)
def test_it_uses_only_what_the_seat_may_know(seats: int) -> None:
    for number, step in enumerate(conformance.walk(my_shelfie, seats, 1)):
        if number % 12 == 0:
            for seat in range(seats):
                other = my_shelfie.reseal(step.after, seat, Random(number))
                assert value(other, seat) == value(step.after, seat)
