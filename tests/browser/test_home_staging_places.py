"""What a tap, a turn and an arrow mean: the script says the same as the server, and no place is far."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from app.engine import home_staging
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.board.hands import Hand, Place
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import DRAW, State
from app.pages import assets

pytestmark = pytest.mark.browser
SCRIPT = "home_staging/board/1_places.js"
MOST_TAPS = 4  # Done included
ANSWERS = """([json, box, cells]) => {
    const { places } = staging;
    const name = (place) => place && [place.turn, places.nameOf(place.anchor)];
    return places.readHands(json, places.readBox(box)).map((hand) => {
        const all = hand.turns.flatMap(({ legal }, turn) => legal.map((anchor) => ({ turn, anchor })));
        return {
            legal: all.map(name),
            at: hand.turns.map((_, turn) => cells.map(places.cellOf)
                .map((cell) => name(places.at(hand, turn, cell)))),
            turned: all.flatMap((place) => [1, -1].flatMap((step) => places.covers(hand, place)
                .map((cell) => name(places.turned(hand, place, cell, step))))),
            nudged: all.flatMap((place) => [..."NESW"]
                .map((side) => name(places.nudged(hand, place, side)))),
        };
    });
}"""


def moments(count: int, seed: int) -> list[Board]:
    """Boards of random games on all homes, where a piece can be drawn."""
    chance, found = Random(seed), list[Board]()
    while len(found) < count:
        state: State = home_staging.new(
            1, {"scenario": chance.choice(list(SCENARIOS))}, chance.random().hex()
        )
        while state.waiting and len(found) < count:
            moves = list(home_staging.moves(state, 0))
            if state.step == DRAW and chance.random() < 0.3:
                found.append(board(state, 0, moves))
            state, _ = home_staging.apply(state, 0, chance.choice(moves))
    return found


def place(found: Place | None) -> list[Any] | None:
    return found and [found.turn, found.anchor]


def answers(hand: Hand, cells: tuple[str, ...]) -> dict[str, Any]:
    all_places = [Place(turn.number, anchor) for turn in hand.turns for anchor in turn.legal]
    return {
        "legal": [place(each) for each in all_places],
        "at": [[place(hand.at(cell, turn.number)) for cell in cells] for turn in hand.turns],
        "turned": [
            place(hand.turned(each, cell, clockwise))
            for each in all_places
            for clockwise in (True, False)
            for cell in covered(hand, each)
        ],
        "nudged": [place(hand.nudged(each, side)) for each in all_places for side in "NESW"],
    }


def covered(hand: Hand, lies: Place) -> list[str]:
    turn = hand.turns[lies.turn]
    column, row = "ABCDEFGHIJKLMNOP".index(lies.anchor[0]), int(lies.anchor[1:])
    return [f"{'ABCDEFGHIJKLMNOP'[column + right]}{row + down}" for down, right in turn.body or turn.rug]


def test_the_script_means_the_same_places_as_the_server(page: Page) -> None:
    page.add_script_tag(content=assets.content(SCRIPT).decode())
    for shown in moments(40, seed=1):
        said = [
            json.dumps([hand.data for hand in shown.hands]),
            " ".join(map(str, shown.box)),
            shown.box.cells,
        ]
        expected = [answers(hand, shown.box.cells) for hand in shown.hands]
        assert page.evaluate(ANSWERS, said) == expected


def taps(hand: Hand, cells: tuple[str, ...]) -> dict[Place, int]:
    """The fewest taps to each place: on a cell, on the piece, and on the buttons that turn and move it."""
    ends = {(found, cell) for cell in cells if (found := hand.at(cell))}
    known, fewest, count = set(ends), dict[Place, int](), 1
    while ends:
        for found, _ in ends:
            fewest.setdefault(found, count)
        turned = {(hand.turned(found, cell, way), cell) for found, cell in ends for way in (True, False)}
        nudged = {(hand.nudged(found, side), "") for found, _ in ends for side in "NESW"}
        ends = (turned | nudged) - known
        known |= ends
        count += 1
    return fewest


def test_no_place_is_more_than_four_taps_away() -> None:
    for shown in moments(60, seed=2):
        for hand in shown.hands:
            fewest = taps(hand, shown.box.cells)
            assert set(fewest) == {Place(turn.number, anchor) for turn in hand.turns for anchor in turn.legal}
            assert max(fewest.values(), default=0) + 1 <= MOST_TAPS
