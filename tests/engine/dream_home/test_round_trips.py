"""Any position a game can reach is written and read back; any drawing is read, or refused with a sentence."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine import dream_home
from app.engine.dream_home.house import House
from app.engine.dream_home.notation import BadNotation, read_house, write_house
from app.engine.dream_home.position import read_position, write_position
from app.engine.dream_home.state import State


def some_position(seats: int, seed: int, steps: int, options: dict[str, Any]) -> State:
    """The state after some random moves."""
    table = dream_home.new(seats, options, seed)
    chance = Random(seed)
    for _ in range(steps):
        if not table.waiting:
            break
        seat = table.waiting[0]
        table, _ = dream_home.apply(table, seat, chance.choice([*dream_home.moves(table, seat)]))
    return table


def read(text: str) -> House | BadNotation:
    try:
        return read_house(text)
    except BadNotation as refused:
        return refused


OPTIONS = {
    "family": st.booleans(),
    "roof_memory": st.sampled_from(["strict", "open"]),
    "neighbours": st.sampled_from(["sides", "row"]),
    "hide_and_seek": st.booleans(),
    "confirm_turns": st.booleans(),
    "first_player": st.sampled_from(["random", 0, 1]),
}
POSITIONS = st.builds(
    some_position,
    seats=st.integers(2, 4),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 220),
    options=st.fixed_dictionaries({}, optional=OPTIONS),
)
UPPER = ["Li", "Be", "Ki", "Ba", "Pl", "Sa", "xx", "##", "#!", "Li*piano", "Ki*cat_house", "Pl*painting_2"]
LOWER = ["Ga", "So", "xx", "##", "#!"]
HOUSES = st.builds(
    lambda upper, lower, beside: "\n".join(
        ("  ".join(upper[:5]), "  ".join(upper[5:]), "  ".join(("++", "++", "++", *lower)), *beside)
    ),
    st.lists(st.sampled_from(UPPER), min_size=10, max_size=10),
    st.lists(st.sampled_from(LOWER), min_size=2, max_size=2),
    st.sampled_from([(), ("roof: 2 hidden red~",), ("roof: red", "beside: drill")]),
)
"""Drawings of full houses, half of them possible."""


@settings(max_examples=60)
@given(POSITIONS)
def test_any_position_is_read_back_to_exactly_the_same_state(table: State) -> None:
    text = write_position(table)
    assert read_position(text) == table
    assert write_position(read_position(text)) == text
    assert repr(table) == f"read_position('''\n{text}''')"


@settings(max_examples=60)
@given(POSITIONS)
def test_any_house_is_read_back_with_numbers_to_itself_and_without_to_its_drawing(table: State) -> None:
    for full in table.houses + dream_home.view(table, None).houses:
        assert read_house(write_house(full, numbers=True)) == full
        assert write_house(read_house(write_house(full))) == write_house(full)


@settings(max_examples=300)
@given(HOUSES)
def test_a_drawing_is_written_word_for_word_as_it_was_read_or_refused_for_a_cell(text: str) -> None:
    match read(text):
        case BadNotation(facts={"line": line, "cell": cell}):
            assert line in (1, 2, 3)
            assert cell in (1, 2, 3, 4, 5)
        case drawing:
            assert isinstance(drawing, House)
            assert write_house(drawing) == text


@settings(max_examples=300)
@given(HOUSES, st.integers(0, 80), st.integers(0, 8), st.text(max_size=8))
def test_a_spoilt_drawing_is_refused_for_one_of_its_lines_or_still_a_house(
    text: str, start: int, length: int, spoilt: str
) -> None:
    text = text[:start] + spoilt + text[start + length :]
    match read(text):
        case BadNotation(facts={"line": line}):
            assert 1 <= line <= text.count("\n") + 1
        case drawing:
            assert isinstance(drawing, House)
            assert read_house(write_house(drawing, numbers=True)) == drawing
