"""Whole positions as text: what you can leave out, where undo goes back to, what is refused."""

from textwrap import dedent

import pytest

from app.engine.dream_home.notation import BadNotation, write_house
from app.engine.dream_home.position import read_position, write_position

from .drawing import after, drawn, house

HOUSE = "house\n..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\n"


def refused(text: str) -> tuple[str, int, int]:
    with pytest.raises(BadNotation) as error:
        read_position(text)
    return error.value.code, error.value.facts["line"], error.value.facts["cell"]


@pytest.mark.rule("DH-12.23")
def test_a_position_is_written_in_full() -> None:
    table = drawn("""
        options: family=on neighbours=row
        round: 12
        step: taken
        turns: 7 8
        waiting: 1
        marker: 0
        queue:
        rooms: Ki/3 Be/1 .. .. Pa/1
        specials: .. .. red~ .. architect
        hand: Li/4 piano scaffold
        drafted: blue ..
        discarded_rooms: Ga/1
        discarded_specials: piano
        house
        ..  ..  ..  ..  ..
        Li/1  #!  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue
    """)
    written = """\
        options: family=on neighbours=row
        seats: 2
        round: 12
        step: taken
        turns: 7 8
        waiting: 1
        marker: 0
        queue:
        rooms: Ki/3 Be/1 .. .. Pa/1
        specials: .. .. red~ .. architect
        hand: Li/4 piano scaffold
        drafted: blue ..
        discarded_rooms: Ga/1
        discarded_specials: piano
        deck_rooms:
        deck_specials:
        house
        ..  ..  ..  ..  ..
        Li/1  #!  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    assert write_position(table) == dedent(written)


@pytest.mark.rule("DH-12.23")
def test_what_a_drawing_leaves_out_is_the_first_turn_of_the_first_round() -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
    """)
    assert (table.round, table.step, table.turns) == (1, "turn", (0, 0))
    assert (table.marker, table.waiting, table.queue) == (0, (0,), (1,))
    assert (table.room, table.token, table.scaffold) == (0, 0, 0)
    assert table.start is None
    led_by_another = drawn("""
        seats: 4
        marker: 2
        waiting: 3
        rooms: Ki Be Li Ba Pl
    """)
    assert led_by_another.queue == (0, 1)


@pytest.mark.rule("DH-12.24")
def test_cards_not_drawn_make_up_the_deck_and_the_discards() -> None:
    table = drawn("""
        round: 4
        rooms: Ki/3 Be .. Li Pa
        specials: .. drill red~ .. architect
        hand: Ba/2
        house
        ..  ..  ..  ..  ..
        Li/2  xx/Be/2  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red blue
        beside: drill
    """)
    assert (len(table.deck.rooms), len(table.deck.specials)) == (5 * 8, 4 * 8)
    shown = bytes(card for card in table.display.rooms if card)
    in_house = drawn("rooms: Li/2 Be/2 Ba/2 .. ..").display.rooms[:3]
    rooms = table.deck.rooms + table.discards.rooms + shown + in_house
    assert sorted(rooms) == list(range(1, 61))
    assert len(table.deck.specials + table.discards.specials) == 48 - 3 - 3


@pytest.mark.rule("DH-12.23")
def test_a_position_holds_the_one_that_undo_goes_back_to() -> None:
    table = drawn("""
        rooms: Ki/3 Be .. Li Pa
        specials: .. drill red~ .. architect
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(table, "take 1")
    text = write_position(taken)
    assert text.count("undo:\n") == 1
    assert read_position(text) == taken
    assert read_position(text).start == table
    second_part = text.index("undo:\n")
    assert read_position(text[second_part + len("undo:\n") :]) == table
    spoilt = text[:second_part] + text[second_part:].replace("Ki/3", "Ki/30")
    line = spoilt[: spoilt.index("Ki/30")].count("\n") + 1
    assert refused(spoilt) == ("unknown_cell", line, 1)


@pytest.mark.rule("DH-12.33", "DH-12.31")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("rooms: Ki Be Zz Li Pa", ("unknown_cell", 1, 3)),
        ("rooms: Ki Be xx Li Pa", ("unknown_cell", 1, 3)),
        ("round: 1\nrooms: Ki Be Li/10", ("unknown_cell", 2, 3)),
        ("specials: .. drill hammer", ("unknown_special", 1, 3)),
        ("hand: red", ("unknown_cell", 1, 1)),
        ("rooms: Ki\nrooms: Ki", ("unknown_line", 2, 1)),
        ("weather: fine", ("unknown_line", 1, 1)),
        ("rooms Ki", ("unknown_line", 1, 1)),
        ("..  ..  ..  ..  ..", ("unknown_line", 1, 1)),
        ("step: dance", ("unknown_step", 1, 1)),
        ("round: 13", ("bad_number", 1, 1)),
        ("round: one", ("bad_number", 1, 1)),
        ("round: -1", ("bad_number", 1, 1)),
        ("round: 1 2", ("bad_number", 1, 1)),
        ("seats: 1", ("bad_number", 1, 1)),
        ("seats: 5", ("bad_number", 1, 1)),
        ("seats: 3\nmarker: 3", ("bad_number", 2, 1)),
        ("turns: 0 x", ("bad_number", 1, 2)),
        ("waiting: 2", ("bad_number", 1, 1)),
        ("queue: 0 1 2", ("bad_number", 1, 3)),
        ("options: family=maybe", ("no_such_option", 1, 1)),
        ("options: family=on cheating=on", ("no_such_option", 1, 2)),
        ("options: first_player=4", ("no_such_option", 1, 1)),
        ("house\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..", ("three_storeys", 3, 1)),
        (
            f"rooms: Ki\n{HOUSE}{HOUSE}house\n..  ..  ..  Ki  ..\nxx  ..  ..  ..  ..\n++  ++  ++  ..  ..",
            ("unsupported", 11, 4),
        ),
        (f"seats: 2\n{HOUSE * 3}", ("too_many_houses", 10, 1)),
        ("rooms: Ki\nhouse", ("three_storeys", 2, 1)),
        (f"rooms: Ki\nhouse\n{HOUSE}", ("three_storeys", 2, 1)),
        ("turns: 1", ("too_few", 1, 2)),
        ("turns: 1 2 3", ("too_many", 1, 3)),
        ("round: 0", ("bad_number", 1, 1)),
        ("step:", ("unknown_step", 1, 1)),
        ("step: turn turn", ("unknown_step", 1, 1)),
        ("waiting:", ("too_few", 1, 1)),
        ("waiting: 0 1", ("too_many", 1, 2)),
        ("step: over\nwaiting: 0", ("too_many", 2, 1)),
        ("queue: 1 1", ("bad_number", 1, 2)),
        ("rooms: Ki Be Li Ba Pl Ga", ("too_many", 1, 6)),
        ("rooms: Ki xx/Be", ("unknown_cell", 1, 2)),
        ("rooms: Ki Li*piano", ("unknown_cell", 1, 2)),
        ("specials: .. red blue drill roofer piano", ("too_many", 1, 6)),
        ("specials: drill", ("marker_column", 1, 1)),
        ("step: clear\nrooms: Ki .. Li Ba Pl", ("column_gone", 2, 2)),
        ("step: clear\nrooms: Ki Li", ("column_gone", 2, 3)),
        ("step: clear\nspecials: .. red blue .. drill", ("column_gone", 2, 4)),
        ("hand: Ki Be", ("too_many", 1, 2)),
        ("hand: piano Ki hot_tub", ("too_many", 1, 3)),
        ("hand: scaffold scaffold", ("too_many", 1, 2)),
        ("hand: xx/Ki", ("unknown_cell", 1, 1)),
        ("hand: tree_house", ("unknown_cell", 1, 1)),
        (f"drafted: red\n{HOUSE}roof: red", ("too_few", 1, 2)),
        (f"drafted: red .. ..\n{HOUSE}roof: red", ("too_many", 1, 3)),
        (f"drafted: .. red\n{HOUSE}roof: red", ("not_drafted", 1, 2)),
        (f"drafted: red ..\n{HOUSE}roof: red blue", ("not_drafted", 1, 1)),
        (f"drafted: piano ..\n{HOUSE}roof: red", ("not_drafted", 1, 1)),
        ("discarded_rooms: Ki ..", ("unknown_cell", 1, 2)),
        ("discarded_specials: ..", ("unknown_special", 1, 1)),
        ("deck_rooms: ..", ("unknown_cell", 1, 1)),
        ("round: 12\ndeck_rooms: Ki", ("too_many", 2, 1)),
        ("round: 11\ndeck_specials: red red red red red", ("too_many", 2, 5)),
        ("options: family=on family=off", ("too_many", 1, 2)),
        (f"{HOUSE}undo:\n{HOUSE}undo:\n{HOUSE}", ("unknown_line", 10, 1)),
        (f"{HOUSE}undo:\nseats: 3\n{HOUSE}", ("other_table", 5, 1)),
        (f"{HOUSE}undo:\noptions: family=on\n{HOUSE}", ("other_table", 5, 1)),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, error: tuple[str, int, int]) -> None:
    assert refused(text) == error


@pytest.mark.rule("DH-12.33")
def test_a_position_with_thousands_of_steps_back_is_refused_like_one_with_two() -> None:
    assert refused(f"{HOUSE}undo:\n{HOUSE}" + "undo:\n" * 5000) == ("unknown_line", 10, 1)


@pytest.mark.rule("DH-12.22", "DH-12.23")
def test_a_number_is_taken_however_it_is_drawn_and_wherever_but_not_in_a_comment() -> None:
    table = drawn("""
        rooms: Ki Ki/01 Be   (Be/1 is only spoken of)
    """)
    assert table.display.rooms[:3] == drawn("rooms: Ki/2 Ki/1 Be/1").display.rooms[:3]
    other = house("""
        ..  ..  ..  ..  ..   (Li/1)
        Li  Ba  Li/02  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert "Li/1  Ba/1  Li/2" in write_house(other, numbers=True)


@pytest.mark.rule("DH-12.24")
def test_a_drawn_deck_comes_first_and_the_rest_is_made_up() -> None:
    table = drawn("""
        round: 11
        deck_rooms: Ki/3 Be/2
        deck_specials: drill
    """)
    assert table.deck.rooms[:2] == drawn("rooms: Ki/3 Be/2").display.rooms[:2]
    assert (len(table.deck.rooms), len(table.deck.specials)) == (5, 4)
    assert not set(table.deck.rooms) & set(table.discards.rooms)


@pytest.mark.rule("DH-12.24", "DH-2.6")
def test_the_deck_lasts_however_much_is_drawn() -> None:
    full = "house\nLi  Be  Ki  Ba  Pl\nPl  Ki  Be  Ba  Li\n++  ++  ++  Ga  So\nroof: red blue green\n"
    table = drawn(f"round: 1\n{full * 4}")
    assert (len(table.deck.rooms), len(table.deck.specials)) == (55, 44)


@pytest.mark.rule("DH-12.33", "DH-2.1")
def test_four_houses_are_a_position_and_a_fifth_is_one_too_many() -> None:
    four = read_position("rooms: Ki\n" + HOUSE * 4)
    assert len(four.houses) == 4
    assert refused(HOUSE * 5) == ("too_many_houses", 17, 1)


@pytest.mark.rule("DH-12.33")
@pytest.mark.parametrize("digit", ["5", "²", "-"])
def test_an_option_that_only_looks_like_a_number_is_refused(digit: str) -> None:
    assert refused(f"rooms: Ki\noptions: first_player={digit}") == ("no_such_option", 2, 1)
