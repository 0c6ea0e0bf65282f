"""What a page is given to close a room with."""

from collections.abc import Iterator

import pytest

from app.engine import home_staging
from app.engine.chance import pick, stream
from app.engine.core import offers, play, totals
from app.engine.home_staging.area import area
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.board.closing import ADD, DROP, WHY, Closing
from app.engine.home_staging.cells import CELLS
from app.engine.home_staging.closing import doors, region_refusal
from app.engine.home_staging.home import home
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import CLOSE, State

from .drawing import after, offered, table

BATH = "bathroom: 20A2r3@F6 21A1@G6"


def seen(state: State) -> Board:
    return board(state, 0, offers(home_staging, state, 0))


def closing(state: State) -> Closing:
    found = seen(state).closing
    assert found
    return found


def closings(key: str, seed: int) -> Iterator[State]:
    """A game alone, move by move at random: each state in which the room must be closed."""
    chance = stream(seed, f"closings {key}")
    state = home_staging.new(1, {"scenario": key}, seed)
    while state.waiting:
        if state.step == CLOSE:
            yield state
        state, _ = home_staging.apply(state, 0, pick(tuple(home_staging.moves(state, 0)), chance))


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_letter_is_the_judges_refusal_of_that_cell(key: str) -> None:
    heard = set()
    for state in closings(key, 1):
        found, box = closing(state), seen(state).box.cells
        before, region = home(state.options.scenario, state.sheets[0]), area(found.cells)
        for cell, letter in zip(box, found.why, strict=True):
            refused = region_refusal(before, region ^ 1 << CELLS[cell])
            inside = region >> CELLS[cell] & 1
            assert letter == (WHY[refused.code] if refused else DROP if inside else ADD)
            assert (cell in {each.name for each in found.add}) == (letter == ADD)
            assert (cell in {each.name for each in found.drop}) == (letter == DROP)
        assert [each.edge for each in found.doors] == [edge.name for edge in doors(before, region)]
        heard |= {*found.why}
    assert heard >= {ADD, WHY["leaves_out"]}


def test_before_anything_is_drawn_the_first_proposal_is_shown_and_each_tap_draws() -> None:
    state = table("P", BATH, closes=True)
    first = offered(state, 0)[0]
    found = closing(state)
    assert not found.drawn
    assert found.first == first == ("close", found.cells, found.door)
    assert not found.needs_door
    plus = next(each for each in found.add if each.name == "H6")
    drawn, _ = play(home_staging, state, 0, state.turns[0], plus.move)
    assert area(drawn.pencils[0].cells) == area(found.cells) | 1 << CELLS["H6"]
    assert drawn.pencils[0].door in {found.door, "-"}
    elsewhere, _ = play(home_staging, state, 0, state.turns[0], found.doors[-1].move)
    assert elsewhere.pencils[0].door == found.doors[-1].edge


def test_once_it_is_drawn_taps_add_and_drop_cells_and_move_the_door() -> None:
    state = after(table("P", BATH, closes=True), "0 close F6-G8 G8S")
    found = closing(state)
    assert (found.drawn, found.first, found.size, found.rectangle) == (True, None, 6, True)
    assert ("add", "H6") in [each.move for each in found.add]
    assert [each.move for each in found.drop] == [("drop", "F8"), ("drop", "G8")]
    assert ("door", "G7E") in [each.move for each in found.doors]
    assert ("confirm",) in seen(state).bar


def test_a_closing_without_a_door_can_not_be_confirmed_if_it_could_have_one() -> None:
    state = after(table("P", BATH, closes=True), "0 close F6-G8 -")
    assert closing(state).needs_door
    assert ("confirm",) not in seen(state).bar


def test_a_closing_tells_what_the_home_would_earn() -> None:
    text = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8"
    state = after(table("P", text, closes=True), "0 close F6-G9 G9S")
    found = closing(state)
    assert [(each.bonus, each.times, each.points) for each in found.earned] == [
        (0, 0, 0),
        (1, 1, 2),
        (2, 1, 2),
    ]
    assert found.points == 9
    chosen = [each for each in found.proposals if each.chosen]
    assert [each.cells for each in chosen] == ["F6-G9"]
    through = after(state, "0 confirm")
    assert totals(home_staging.parts, home_staging.score(through)[0])["total"] == 9


@pytest.mark.parametrize("key", SCENARIOS)
def test_three_proposals_have_names(key: str) -> None:
    named = set()
    for seed in (1, 2):
        for state in closings(key, seed):
            found = closing(state).proposals
            names = [each.name for each in found if each.name]
            assert len({*names}) == len(names)
            sizes = {each.name: each.size for each in found}
            assert sizes["tight"] == min(each.size for each in found)
            if "roomy" in sizes:
                assert sizes["roomy"] >= max((each.size for each in found if not each.name), default=0)
            assert all(each.rectangle for each in found if each.name == "square")
            named |= {*names}
    assert "tight" in named


def test_a_seat_that_is_through_has_no_closing_any_more() -> None:
    state = after(table("P", BATH, BATH, closes=True), "0 close F6-G8 G8S", "0 confirm")
    assert seen(state).closing is None
    assert seen(state).bar == (("withdraw",),)
    assert "G8" in state.pencils[0].cells


def test_an_entry_room_has_no_door_to_ask_for() -> None:
    text = "toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E\nshop: 05A1@G3 11B2@H7"
    found = closing(after(table("3", text, closes=True), "0 close D9-F10,G3-J10 -"))
    assert (found.door, found.doors, found.needs_door) == ("-", (), False)
