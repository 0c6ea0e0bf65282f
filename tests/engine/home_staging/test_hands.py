"""What a page is told about the pieces in hand: where they may lie, why not elsewhere, and what taps mean."""

from collections import Counter
from collections.abc import Iterator

import pytest

from app.engine import home_staging
from app.engine.chance import pick, stream
from app.engine.core import offers
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.board.fits import WHY
from app.engine.home_staging.board.hands import Hand, Place, Turn
from app.engine.home_staging.cells import CELLS, NAMES, SIZE
from app.engine.home_staging.moves import pencilled
from app.engine.home_staging.pieces import Name
from app.engine.home_staging.placing import refusal
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import DRAW, State

from .drawing import after, table

WIDEST = max(
    SCENARIOS, key=lambda key: board(home_staging.new(1, {"scenario": key}, 1), None, ()).box.columns
)


def seen(state: State, seat: int = 0) -> Board:
    return board(state, seat, offers(home_staging, state, seat))


def drawings(key: str, seed: int = 1) -> Iterator[tuple[State, Board]]:
    """A game alone, move by move at random: each state in which a piece can be drawn."""
    chance = stream(seed, f"drawings {key}")
    state = home_staging.new(1, {"scenario": key}, seed)
    while state.waiting:
        if state.step == DRAW:
            yield state, seen(state)
        move = pick(tuple(home_staging.moves(state, 0)), chance)
        state, _ = home_staging.apply(state, 0, move)


def gripped(turn: Turn, cell: str) -> tuple[int, int]:
    """Row and column of the anchor when the grip is on this cell."""
    row, column = divmod(CELLS[cell], SIZE)
    return row - turn.grip[0], column - turn.grip[1]


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_letter_is_the_judges_refusal_of_that_place(key: str) -> None:
    heard = set()
    for state, told in drawings(key):
        now = pencilled(state, 0)
        for hand in told.hands:
            for turn in hand.turns:
                parts = (*turn.body, *turn.circulation, *turn.rug)
                for cell, why, at in zip(told.box.cells, turn.why, turn.at, strict=True):
                    top, left = gripped(turn, cell)
                    if not (0 <= top < SIZE and 0 <= left < SIZE):
                        assert (why, at) == (WHY["outside"], "-")
                        continue
                    anchor = SIZE * top + left
                    refused = refusal(now, Name(hand.piece, turn.number, hand.how == "mirror", anchor))
                    assert why == (WHY[refused.code] if refused else ".")
                    assert (NAMES[anchor] in turn.legal) == (refused is None)
                    if refused:
                        down, right = parts[int(at, 36)]
                        assert refused.cell == NAMES[SIZE * (top + down) + left + right]
                        heard.add(refused.code)
                    else:
                        assert at == "-"
    assert heard >= {"outside", "overlap"}


def test_every_reason_is_met_somewhere() -> None:
    letters = {
        letter
        for key in SCENARIOS
        for _, told in drawings(key, 2)
        for hand in told.hands
        for turn in hand.turns
        for letter in turn.why
    }
    assert letters == {".", *WHY.values()}


@pytest.mark.parametrize("key", ["P", "6", "20", WIDEST])
def test_the_hands_hold_every_offered_move_and_no_other(key: str) -> None:
    for state, told in drawings(key):
        moves = [hand.move(place) for hand in told.hands for turn in hand.turns for place, _ in turn.places()]
        assert [*moves, ("confirm",)] == [*home_staging.moves(state, 0)]


# -- taps ----------------------------------------------------------------------------------------------------


def taps(hand: Hand, wanted: Place) -> int:
    """The fewest taps that draw a piece there: a cell that it covers, turns either way, and Done."""
    return min(taps_from(hand, wanted, cell) for cell in cells(hand, wanted))


def taps_from(hand: Hand, wanted: Place, cell: str) -> int:
    here = hand.at(cell)
    assert here
    ways = [here, here]
    for count in range(len(hand.turns)):
        if wanted in ways:
            return 2 + count
        ways = [hand.turned(way, cell, bool(clockwise)) for clockwise, way in enumerate(ways)]
    return 99


@pytest.mark.parametrize("key", ["P", "3", "9", "20", WIDEST])
def test_any_place_is_at_most_four_taps_away(key: str) -> None:
    counted = Counter(
        taps(hand, place)
        for _, told in drawings(key)
        for hand in told.hands
        for turn in hand.turns
        for place, _ in turn.places()
    )
    assert counted
    assert max(counted) <= 4


@pytest.mark.parametrize("key", ["P", "14"])
def test_a_tap_means_a_place_on_its_cell_or_else_beside_it(key: str) -> None:
    near_only = 0
    for _, told in drawings(key):
        for hand in told.hands:
            covered = {
                cell for turn in hand.turns for place, _ in turn.places() for cell in cells(hand, place)
            }
            for cell in told.box.cells:
                place = hand.at(cell)
                meant = {cell} if cell in covered else {*around(cell)} & covered
                assert bool(place) == bool(meant)
                if place:
                    assert meant & {*cells(hand, place)}
                    near_only += cell not in covered
    assert near_only


def cells(hand: Hand, place: Place) -> list[str]:
    """The cells that a piece covers there."""
    turn = hand.turns[place.turn]
    top, left = divmod(CELLS[place.anchor], SIZE)
    return [NAMES[SIZE * (top + down) + left + right] for down, right in turn.body or turn.rug]


def around(cell: str) -> list[str]:
    row, column = divmod(CELLS[cell], SIZE)
    rows, columns = (range(max(0, at - 1), min(SIZE, at + 2)) for at in (row, column))
    return [NAMES[SIZE * down + right] for down in rows for right in columns]


BATH = table("P", "bathroom:", card="20A", tokens=(0, 1))


def test_a_tap_turns_the_piece_as_it_must_be() -> None:
    tub = seen(BATH).hands[0]
    assert tub.at("H6") == Place(0, "H6")
    assert tub.at("K8") == Place(1, "K8")
    assert tub.at("F6") == Place(0, "F6")
    assert tub.at("F6", 1) == Place(3, "F6")
    assert tub.at("H7") == Place(0, "H6")
    assert tub.at("H8") is None


def test_another_tap_turns_it_on_the_same_cell() -> None:
    tub = seen(BATH).hands[0]
    assert tub.turned(Place(0, "F6"), "F6") == Place(3, "F6")
    assert tub.turned(Place(3, "F6"), "F6") == Place(0, "F6")
    assert tub.turned(Place(0, "J6"), "K6") == Place(1, "K6")
    assert tub.turned(Place(0, "J6"), "K6", clockwise=False) == Place(1, "K6")
    assert tub.turned(Place(0, "J6")) == Place(0, "J6")
    assert tub.turned(Place(0, "J6"), "K11") == Place(0, "J6")


def test_arrows_lead_along_a_wall_and_on_to_the_next() -> None:
    tub = seen(BATH).hands[0]
    assert tub.nudged(Place(0, "F6"), "E") == Place(0, "G6")
    assert tub.nudged(Place(0, "J6"), "E") == Place(1, "K6")
    assert tub.nudged(Place(1, "K6"), "S") == Place(1, "K7")
    assert tub.nudged(Place(1, "K6"), "E") == Place(1, "K6")


def test_a_hand_says_how_its_piece_is_come_by_and_how_many_are_left() -> None:
    told = [(hand.how, hand.option, hand.piece, hand.left) for hand in seen(BATH).hands]
    assert told == [("draw", 2, "20A2", 1), ("other", 1, "20A1", 1), ("mirror", 2, "20A2", 1)]
    assert seen(after(BATH, "0 draw 2 0 F6")).hands == ()
    one_idea = table("P", "bedsit:", card="19A", tokens=(2, 0))
    assert [(hand.how, hand.left) for hand in seen(one_idea).hands] == [("draw", 2), ("other", 1)]
    spent = after(one_idea, "0 other 2 0 F6")
    assert [(hand.how, hand.left) for hand in seen(spent).hands] == [("draw", 1)]


def test_nobody_else_has_the_piece_in_hand() -> None:
    two = table("P", "bathroom:", "bathroom:", card="20A")
    assert seen(two, 1).hands
    assert board(two, None, ()).hands == ()
    assert seen(after(two, "1 confirm"), 1).hands == ()


def test_the_script_gets_letters_instead_of_legal_places() -> None:
    data = seen(BATH).hands[0].data
    turn = data["turns"][0]
    assert (data["how"], data["piece"], data["left"]) == ("draw", "20A2", 1)
    assert turn["why"].startswith(".....owwwwwo")
    assert turn["at"].startswith("-----1000001")
    assert "legal" not in turn
