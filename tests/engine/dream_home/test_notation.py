"""Houses and moves as text: what each sign means, and how a house is written."""

import pytest

from app.engine import dream_home
from app.engine.dream_home.cards import ROOM_NAMES, SPECIAL_NAMES
from app.engine.dream_home.house import SLOT, SLOT_NAMES, SLOTS, House, card_in, face_up
from app.engine.dream_home.notation import read_house, read_move, write_house, write_move
from app.engine.dream_home.position import write_position
from app.engine.dream_home.state import MOVES

from .drawing import drawn, house

WORKED_EXAMPLE = """\
Pl  Li  Li*piano  Ba  Dr
Ba  Be*cat_house  Ki  Pa  Ki
++  ++  ++  Ga  xx
roof: red red~ blue green
beside: architect drill tree_house"""


def cards_of(drawing: House) -> dict[str, str]:
    """Its face-up cards by slot."""
    return {
        SLOT_NAMES[slot]: ROOM_NAMES[card_in(drawing.cells[slot])]
        for slot in SLOTS
        if face_up(drawing.cells[slot])
    }


# -- houses --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-12.13", "DH-12.14", "DH-12.15", "DH-12.16")
def test_a_house_is_drawn_from_the_top_storey_down_with_roof_and_beside() -> None:
    drawing = house("""
        Pl  Li  Li*piano  Ba  Dr
        Ba  Be*cat_house  Ki  Pa  Ki
        ++  ++  ++  Ga  xx
        roof: red red~ blue green        (~ = window)
        beside: architect drill tree_house
    """)
    assert cards_of(drawing) == {
        "u0": "playroom/1",
        "u1": "living_room/1",
        "u2": "living_room/2",
        "u3": "bathroom/1",
        "u4": "dressing_room/1",
        "g0": "bathroom/2",
        "g1": "bedroom/1",
        "g2": "kitchen/1",
        "g3": "pantry/1",
        "g4": "kitchen/2",
        "b3": "garage/1",
    }
    tokens = {SLOT_NAMES[slot]: SPECIAL_NAMES[token] for slot, token in enumerate(drawing.tokens) if token}
    assert tokens == {"u2": "piano", "g1": "cat_house"}
    assert [SPECIAL_NAMES[roof] for roof in drawing.roof] == ["red", "red~", "blue", "green"]
    assert [SPECIAL_NAMES[special] for special in drawing.beside] == ["architect", "drill", "tree_house"]
    assert write_house(drawing) == WORKED_EXAMPLE


@pytest.mark.rule("DH-12.13", "DH-12.21")
def test_each_sign_is_read_and_written_back() -> None:
    text = "xx  ..  ..  ##  ..\nKi  ##  #!  Ba  ..\n++  ++  ++  xx  .."
    drawing = read_house(text)
    assert write_house(drawing) == text
    cells = {SLOT_NAMES[slot]: drawing.cells[slot] for slot in SLOTS}
    assert len({cells[slot] for slot in ("u0", "u1", "g0", "g1", "g2", "g3")}) == 6
    assert cells["u3"] == cells["g1"] != cells["g2"]  # scaffolds from an earlier round and from this one
    assert cells["b3"] == cells["u0"]
    assert cells["b4"] == cells["u1"] == 0


@pytest.mark.rule("DH-12.17")
@pytest.mark.parametrize(
    "empty_lines", ["", "\nroof:", "\nbeside:", "\nroof:\nbeside:", "\nbeside:\n\nroof:"]
)
def test_without_a_roof_or_beside_line_there_is_none(empty_lines: str) -> None:
    text = "..  ..  ..  ..  ..\nKi  ..  ..  ..  ..\n++  ++  ++  ..  .."
    drawing = read_house(text + empty_lines)
    assert (drawing.roof, drawing.beside) == (b"", b"")
    assert write_house(drawing) == text


@pytest.mark.rule("DH-12.18", "DH-12.19")
def test_white_space_separates_cells_and_a_parenthesis_starts_a_comment() -> None:
    plain = "..  ..  ..  ..  ..\nKi  Be  ..  ..  ..\n++  ++  ++  ..  Ga\nroof: red blue"
    loose = """
        ( my house
        .. ..\t..     ..  ..     (nothing yet

        Ki    Be ..\t\t.. ..(Li Li
        ++ ++ ++ .. Ga  ( garage ) Li
        roof:   red  blue (green
        (beside: drill
    """
    assert read_house(loose) == read_house(plain)
    assert write_house(read_house(loose)) == plain


@pytest.mark.rule("DH-12.20", "DH-5.2")
def test_hidden_roofs_are_drawn_as_a_number() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red blue~ green
    """)
    seen = dream_home.view(table, 0).houses[0]
    hidden = "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: 3 hidden"
    assert write_house(seen) == hidden
    assert read_house(hidden) == seen
    assert (
        read_house(hidden + " red~").roof
        == read_house(hidden).roof
        + drawn("""
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red~
    """)
        .houses[0]
        .roof
    )
    assert write_house(read_house(hidden + " red~")) == hidden + " red~"


@pytest.mark.rule("DH-12.22", "DH-12.23")
def test_a_cell_may_carry_its_cards_number_which_houses_do_not_print() -> None:
    drawing = house("""
        ..  ..  ..  ..  ..
        Li/3*piano  xx/Be/2  Li  xx  Ba/10
        ++  ++  ++  xx/Ga  Ga/1
    """)
    assert cards_of(drawing) == {
        "g0": "living_room/3",
        "g2": "living_room/1",
        "g4": "bathroom/10",
        "b4": "garage/1",
    }
    face_down = {slot: ROOM_NAMES[card_in(drawing.cells[SLOT[slot]])] for slot in ("g1", "g3", "b3")}
    assert face_down == {"g1": "bedroom/2", "g3": "", "b3": "garage/2"}
    plain = "..  ..  ..  ..  ..\nLi*piano  xx  Li  xx  Ba\n++  ++  ++  xx  Ga"
    numbered = "..  ..  ..  ..  ..\nLi/3*piano  xx/Be/2  Li/1  xx  Ba/10\n++  ++  ++  xx/Ga/2  Ga/1"
    assert write_house(drawing) == plain
    assert write_house(drawing, numbers=True) == numbered
    assert read_house(numbered) == drawing
    assert repr(drawing) == f"read_house('''\n{numbered}''')"


@pytest.mark.rule("DH-12.23")
def test_a_whole_position_prints_the_numbers() -> None:
    table = drawn("""
        rooms: Ki/3 Be .. Li Pa
        house
        ..  ..  ..  ..  ..
        Li  xx/Be/2  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    lines = write_position(table).splitlines()
    assert "Li/1  xx/Be/2  ..  ..  .." in lines
    assert "rooms: Ki/3 Be/1 .. Li/2 Pa/1" in lines


@pytest.mark.rule("DH-12.24")
def test_the_deck_is_not_counted() -> None:
    text = "Pa  xx  Pa  xx  Pa\nSt  Pa  St  Pa  xx\n++  ++  ++  Wo  xx\nbeside: roofer roofer"
    assert write_house(read_house(text)) == text


@pytest.mark.rule("DH-12.32")
@pytest.mark.parametrize(
    "ground", ["Li*piano  Li  Li  ..  ..", "Li  Li*piano  Li  ..  ..", "Ki  Ki*cat_house  ..  ..  .."]
)
def test_a_room_grown_beside_its_token_is_legal(ground: str) -> None:
    text = f"..  ..  ..  ..  ..\n{ground}\n++  ++  ++  ..  .."
    assert write_house(read_house(text)) == text


# -- moves ---------------------------------------------------------------------------------------------------


def test_every_move_is_read_back_as_it_is_written() -> None:
    assert {read_move(write_move(move)) for move in MOVES} == MOVES
    assert write_move(("place", "g0", "up")) == "place g0 up"
    assert read_move(" drill  3 u2 ") == ("drill", 3, "u2")
    assert read_move("take -1") == ("take", "-1")
