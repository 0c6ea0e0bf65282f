"""Whole games, played side by side by the engine and by the oracle, a second, slow version of the rules.

The oracle was written from the rules alone, independently. Move by move, both must agree on the legal moves,
the houses, the discards, the scores and the winners.
"""

from random import Random
from typing import Any

import pytest

from app.engine import dream_home
from app.engine.core import Move, play, totals
from app.engine.dream_home.cards import CHILDREN, NUMBER_OF, ROOM_NAMES, SPECIAL_NAMES
from app.engine.dream_home.house import FACE_DOWN, FRESH_CELL, SCAFFOLD_CELL, SLOTS, House, card_in
from app.engine.dream_home.notation import write_house
from app.engine.dream_home.scoring import PARTS
from app.engine.dream_home.state import State
from tests.engine.dream_home.oracle.referee import Oracle

# What random players prefer, so that rare things happen often: using tools and helpers.
EAGER = ("jack", "drill", "mix", "scaffold", "decor", "roofer", "supplier", "handyman")


def _side_by_side(seats: int, options: dict[str, Any], seed: int) -> tuple[State, Oracle]:
    state = dream_home.new(seats, options, seed)
    rooms = [ROOM_NAMES[card] for card in state.display.rooms + state.deck.rooms]
    specials = [SPECIAL_NAMES[card] for card in state.display.specials[1:] + state.deck.specials]
    return state, Oracle(seats, options, rooms, specials, state.marker)


def _numbered(house: House) -> list[str]:
    """The twelve slots the way the oracle describes them."""
    cells = []
    for slot in SLOTS:
        byte = house.cells[slot]
        name = {0: "", SCAFFOLD_CELL: "##", FRESH_CELL: "#!"}.get(byte, ROOM_NAMES[card_in(byte)])
        if byte & FACE_DOWN and byte < 128:
            name = f"xx/{name}"
        cells.append(name + (f"*{SPECIAL_NAMES[house.tokens[slot]]}" if house.tokens[slot] else ""))
    return cells


def _choose(moves: list[Move], chance: Random) -> Move:
    eager = [move for move in moves if move[0] in EAGER and move[1] != "none"]
    if eager and chance.random() < 0.7:
        return chance.choice(eager)
    face_up = [move for move in moves if move[-1] == "up"]
    return chance.choice(face_up if face_up and chance.random() < 0.8 else moves)


def _agree(state: State, oracle: Oracle) -> None:
    assert state.waiting == oracle.waiting
    for seat in range(len(state.houses)):
        assert set(dream_home.moves(state, seat)) == oracle.moves(seat)
        assert write_house(state.houses[seat]) == oracle.house(seat)
        assert _numbered(state.houses[seat]) == oracle.numbered(seat)
    assert sorted(ROOM_NAMES[card] for card in state.discards.rooms) == oracle.room_discards
    roofs = sorted(SPECIAL_NAMES[card] for card in state.discards.specials if 0 < card <= 8)
    assert roofs == oracle.roof_discards
    keeping = any(move[0] == "keep" for seat in state.waiting for move in dream_home.moves(state, seat))
    if not keeping:  # no points yet: several tokens in one room, and a choice to make
        scores = [totals(PARTS, lines) for lines in dream_home.score(state)]
        assert scores == oracle.scores()


VARIANTS: list[dict[str, Any]] = [
    {},
    {"confirm_turns": False},
    {"neighbours": "row", "hide_and_seek": True},
    {"family": True, "roof_memory": "open"},
    {"family": True, "confirm_turns": False, "hide_and_seek": True},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: ",".join(options) or "default")
def test_engine_and_oracle_play_the_same_games(
    seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Oracle, "CHILDREN", {ROOM_NAMES[card] for card in CHILDREN})
    assert max(NUMBER_OF) == 10
    for seed in range(4):
        chance = Random(seed)
        state, oracle = _side_by_side(seats, options, seed)
        _agree(state, oracle)
        while state.waiting:
            seat = state.waiting[0]
            move = _choose(sorted(dream_home.moves(state, seat), key=str), chance)
            state, _ = play(dream_home, state, seat, state.turns[seat], move)
            oracle.play(seat, move)
            _agree(state, oracle)
        assert dream_home.winners(state) == oracle.winners()
