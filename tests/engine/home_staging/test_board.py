"""What a page is given: every move in its place, what the viewer may see, and nothing else."""

from collections.abc import Iterator
from random import Random

import pytest

from app.engine import home_staging
from app.engine.core import UNDO, Move, offers, play
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.board.cards import Choice, Furniture, Split
from app.engine.home_staging.board.closing import Earned
from app.engine.home_staging.cells import NAMES
from app.engine.home_staging.plan import plan
from app.engine.home_staging.state import OVER, State
from tests.support import conformance

from .drawing import after, table

BATH = "bathroom: 20A2r3@F6 21A1@G6"


def seen(state: State, viewer: int | None = 0) -> Board:
    moves = () if viewer is None else offers(home_staging, state, viewer)
    return board(state, viewer, moves)


def walked(seats: int, seed: int) -> Iterator[State]:
    for step in conformance.walk(home_staging, seats, seed, undo=0.05):
        yield step.after


def moves_on(told: Board) -> set[Move]:
    """Every move that the page can send."""
    found = {room.move for room in told.rooms} | {card.move for card in told.cards}
    found |= {split.move for choice in told.options for split in choice.splits}
    found |= {hand.move(place) for hand in told.hands for turn in hand.turns for place, _ in turn.places()}
    found |= {piece.move for each in told.seats for piece in each.pieces}
    if shut := told.closing:
        found |= {each.move for each in shut.proposals} | {each.move for each in shut.doors} | {shut.first}
        found |= {cell.move for cell in (*shut.add, *shut.drop)}
    if told.fronts:
        found |= {each.move for each in told.fronts.doors}
    return {move for move in (*found, *told.bar) if move}


# -- moves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", home_staging.seats)
def test_every_offered_move_can_be_made_on_the_page_and_whatever_can_be_made_is_legal(seats: int) -> None:
    for number, state in enumerate(walked(seats, seats)):
        for seat in range(seats):
            there, moves = moves_on(seen(state, seat)), {*offers(home_staging, state, seat)}
            assert moves <= there
            for move in there - moves if number % 5 == 0 else ():
                play(home_staging, state, seat, state.turns[seat], move)


def test_nobody_but_those_asked_can_do_anything_but_withdraw() -> None:
    withdrawn = 0
    for state in walked(3, 5):
        assert moves_on(seen(state, None)) == set()
        for seat in range(3):
            if seat not in state.waiting:
                assert moves_on(seen(state, seat)) <= {("withdraw",)}
                withdrawn += bool(moves_on(seen(state, seat)))
    assert withdrawn


def test_a_table_that_was_given_up_offers_no_piece_and_no_door() -> None:
    told = board(table("P", BATH, card="22A"), 0, ())
    assert (told.hands, told.fronts, told.bar) == ((), None, ())


# -- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_board_is_the_same_whatever_is_hidden_from_its_viewer(seats: int) -> None:
    chance = Random(seats)
    for number, state in enumerate(walked(seats, seats + 10)):
        for viewer in (None, *range(seats)) if number % 3 == 0 else ():
            for _ in range(3):
                assert seen(home_staging.reseal(state, viewer, chance), viewer) == seen(state, viewer)


def test_pencils_are_on_the_desks_of_those_who_may_see_them() -> None:
    state = after(table("P", BATH, BATH, card="22A"), "0 draw 1 1 K6")
    own, others = seen(state, 0).seats[0], seen(state, 1).seats[0]
    assert [piece.name for piece in own.pieces] == ["22A1r1@K6"]
    assert (own.drawn, others.drawn, others.pieces) == (1, None, ())
    assert own.plan == plan("P", state.sheets[0], state.pencils[0])
    assert others.plan == plan("P", state.sheets[0], None)
    assert seen(state, None).seats[0] == others
    openly = after(table("P", BATH, BATH, card="22A", open_pencils=True), "0 draw 1 1 K6")
    assert seen(openly, 1).seats[0].drawn == 1


# -- the table -----------------------------------------------------------------------------------------------


def test_a_table_shows_its_rooms_and_the_cards_of_the_room_being_furnished() -> None:
    start = seen(table("P", "", ""))
    assert (start.step, start.active, start.room, start.cards) == ("room", 0, "", ())
    assert [(room.number, room.key, room.state, room.move) for room in start.rooms] == [
        (1, "bedsit", "to_come", ("room", 1)),
        (2, "bathroom", "to_come", ("room", 2)),
    ]
    assert start.rooms[0].furniture == (Furniture(13, 1), Furniture(15, 1), Furniture(1, 1), Furniture(19, 2))
    card = seen(table("P", "bathroom: 20A2r3@F6"))
    assert [room.state for room in card.rooms] == ["to_come", "open"]
    assert [(each.number, each.letter, each.tokens, each.state, each.move) for each in card.cards] == [
        (20, "A", 1, "done", None),
        (21, "", 1, "down", ("card", 21)),
        (22, "", 1, "down", ("card", 22)),
    ]
    assert seen(table("P", "bathroom: 20A2r3@F6", "bathroom:"), 1).cards[1].move is None


def test_tokens_can_be_put_on_either_option_in_every_way() -> None:
    state = table("P", "bedsit:", card="19A", tokens=(2, 0))._replace(step="tokens", waiting=(0,), tokens=())
    assert seen(state).options == (
        Choice(1, "19A1", 0, 0, tuple(Split(count, ("tokens", count)) for count in (0, 1, 2))),
        Choice(2, "19A2", 0, 0, tuple(Split(count, ("tokens", 2 - count)) for count in (0, 1, 2))),
    )


def test_an_option_says_how_often_it_was_put_and_drawn() -> None:
    state = after(table("P", "bedsit:", card="19A", tokens=(1, 1)), "0 draw 2 0 F6")
    assert [(each.piece, each.tokens, each.drawn) for each in seen(state).options] == [
        ("19A1", 1, 0),
        ("19A2", 1, 1),
    ]
    assert [each.drawn for each in seen(state, None).options] == [0, 0]
    assert seen(state).cards[3].state == "up"


def test_a_desk_says_who_is_through_and_what_is_left() -> None:
    state = after(table("P", "bedsit:", "bedsit:", card="19A", tokens=(2, 0)), "0 other 2 0 F6", "0 confirm")
    own, other = seen(state).seats
    assert (own.asked, own.confirmed, own.drawn, own.tokens, own.ideas) == (True, True, 1, 2, 0)
    assert (other.asked, other.confirmed, other.drawn, other.tokens, other.ideas) == (True, False, None, 2, 1)
    assert seen(state, 1).seats[0].ideas == 1  # nobody else knows yet
    piece = own.pieces[0]
    assert (piece.piece, piece.how, piece.cells, piece.move) == ("19A2", "other", ("F6", "G6"), None)
    again = seen(after(state, "0 withdraw"))
    assert again.seats[0].pieces[0].move == ("erase", "F6")
    assert UNDO in again.bar
    assert seen(state).bar == (("withdraw",),)


def test_a_desk_tells_rooms_and_bonuses() -> None:
    done = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S\nbedsit: -"
    told = seen(table("P", done))
    assert [(room.key, room.state, room.points, room.cells) for room in told.seats[0].rooms] == [
        ("bedsit", "missing", 0, ""),
        ("bathroom", "done", 5, "F6-G9"),
    ]
    assert told.seats[0].bonuses == (Earned(0, 0, 0), Earned(1, 1, 2), Earned(2, 1, 2))
    assert [room.state for room in told.rooms] == ["done", "done"]


def test_at_the_end_all_is_shown_and_nothing_can_be_done() -> None:
    *_, over = walked(2, 0)
    assert over.step == OVER
    assert seen(over, 0)._replace(read=()) == seen(over, None)
    told = seen(over, None)
    assert (told.hands, told.closing, told.fronts, told.bar, told.cards) == ((), None, None, (), ())
    assert {room.state for room in told.rooms} == {"done"}


# -- the front door ------------------------------------------------------------------------------------------


def test_the_best_front_door_is_shown_until_one_is_set() -> None:
    state = table("P", BATH, card="22A")
    told = seen(state).fronts
    assert told
    assert (told.shown, told.is_set) == ("H6N", False)
    assert {"F10W", "H6N", "K11S"} <= {each.edge for each in told.doors}
    assert "F6N" not in {each.edge for each in told.doors}  # a body is there
    told = seen(after(state, "0 front F11S")).fronts
    assert told
    assert (told.shown, told.is_set) == ("F11S", True)


def test_the_front_door_stays_out_of_the_room_that_is_closed() -> None:
    told = seen(after(table("P", BATH, closes=True), "0 close F6-H8 H8S"))
    assert told.fronts
    assert "H6N" not in {each.edge for each in told.fronts.doors}
    assert told.fronts.shown not in {"H6N", "F7W", "F8W", ""}


# -- the plan in words ---------------------------------------------------------------------------------------


def test_the_plan_is_read_row_by_row() -> None:
    text = "bathroom: 20A2r3@F6 21A1@G6 22A2@F8 | F6-G9 | G9S\nbedsit: 19A1@H8"
    told = seen(table("P", text, card="13B"))
    rows = {row.number: [tuple(run) for run in row.runs] for row in told.read}
    assert [*rows] == [6, 7, 8, 9, 10, 11]
    assert rows[6][:2] == [("F6", "F6", "body", "20A2", "bathroom"), ("G6", "G6", "body", "21A1", "bathroom")]
    assert rows[8][2:] == [("H8", "H8", "body", "19A1", ""), ("I8", "K8", "corridor", "", "")]
    assert ("G10", "G10", "doorstep", "", "") in rows[10]
    assert seen(table("P", text, card="13B"), None).read == ()


@pytest.mark.parametrize("seats", [1, 4])
def test_each_cell_inside_is_read_once(seats: int) -> None:
    for state in [*walked(seats, 30)][::7]:
        told = seen(state)
        said = [
            name
            for row in told.read
            for run in row.runs
            for name in NAMES[NAMES.index(run.first) : NAMES.index(run.last) + 1]
        ]
        inside = {NAMES[cell] for cell in range(256) if state.scenario.inside >> cell & 1}
        assert len(said) == len({*said})
        assert inside <= {*said} <= {*told.box.cells}


def test_where_tokens_are_put_on_a_card_the_log_knows_the_card() -> None:
    shown = board(home_staging.new(1, {}, 1), None, ())
    told = (
        ("tokens", 0, 1, 0),
        ("card", 0, 2, "B"),
        ("tokens", 1, 0, 1),
        ("card", 1, 19, "A"),
        ("tokens", 0, 1, 1),
    )
    named = shown.named(told)
    assert named == (told[0], told[1], (*told[2], "02B"), told[3], (*told[4], "19A"))
    assert shown.marked([*zip("abcde", told, strict=True)]) == (*zip("abcde", named, strict=True),)
