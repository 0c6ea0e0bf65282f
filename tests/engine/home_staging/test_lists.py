"""What a page without script presses: a place for every cell, and every place in a list."""

import pytest

from app.engine import home_staging
from app.engine.core import offers
from app.engine.home_staging.area import area
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.cells import CELLS
from app.engine.home_staging.pieces import laid, write_name
from app.engine.home_staging.state import CLOSE, DRAW, State
from tests.support.conformance import walk

SEEDS = range(3)


def boards(step: str, seed: int) -> list[tuple[State, Board]]:
    """The boards of those who are asked in this step of a random game."""
    return [
        (state, board(state, seat, offers(home_staging, state, seat)))
        for made in walk(home_staging, 2, seed)
        if (state := made.after).step == step
        for seat in state.waiting[:1]
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_list_has_every_legal_place_once(seed: int) -> None:
    seen = 0
    for state, shown in boards(DRAW, seed):
        listed = [place.move for hand in shown.hands for place in shown.listed(hand)]
        drawings = [move for move in home_staging.moves(state, state.waiting[0]) if move != ("confirm",)]
        assert sorted(listed) == sorted(drawings)
        seen += len(listed)
    assert seen > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_a_listed_place_tells_its_cells_and_the_walls_behind_it(seed: int) -> None:
    with_walls = 0
    for _, shown in boards(DRAW, seed):
        for hand in shown.hands:
            for place in shown.listed(hand):
                _, _, turn, cell = place.move
                assert isinstance(turn, int)
                assert isinstance(cell, str)
                lies = laid(write_name(hand.piece, turn, hand.how == "mirror", CELLS[cell]))
                assert area(place.area) == (lies.body or lies.rug)
                with_walls += bool(place.backs)
    assert with_walls


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cell_means_the_same_place_with_and_without_script(seed: int) -> None:
    compared = 0
    for state, shown in boards(DRAW, seed):
        seat = state.waiting[0]
        drawn = {cell: piece.move for piece in shown.seats[seat].pieces for cell in piece.cells}
        for spot in shown.spots(seat):
            if spot.name in drawn:
                assert spot.move == drawn[spot.name]
            elif shown.hands:
                place = shown.hands[0].at(spot.name)
                assert spot.move == (place and shown.hands[0].move(place))
                compared += place is not None
    assert compared > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cell_joins_or_leaves_the_room_that_is_closed(seed: int) -> None:
    changed = 0
    for state, shown in boards(CLOSE, seed):
        assert shown.closing
        moves = {cell.name: cell.move for cell in (*shown.closing.add, *shown.closing.drop)}
        spots = shown.spots(state.waiting[0])
        assert {spot.name: spot.move for spot in spots if spot.move} == moves
        assert [spot.name for spot in spots] == [*shown.box.cells]
        changed += len(moves)
    assert changed
