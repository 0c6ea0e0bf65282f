"""A new game: seats, both decks, the deal, the first player."""

from collections import Counter
from typing import Any

import pytest

from app.engine import dream_home
from app.engine.core import Illegal
from app.engine.dream_home.position import write_position
from app.engine.dream_home.state import Cards, State

from .drawing import after, drawn, same_picture

FIRST_PLAYERS = 300


def new(seats: int = 2, seed: str | int = "tea", **options: object) -> State:
    return dream_home.new(seats, options, seed)


@pytest.mark.rule("DH-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_seats_start_with_an_empty_house_each(seats: int) -> None:
    table = new(seats)
    assert len(table.houses) == len(table.turns) == seats
    for seat in range(seats):
        empty = """
            ..  ..  ..  ..  ..
            ..  ..  ..  ..  ..
            ++  ++  ++  ..  ..
        """
        assert same_picture(table, empty, seat)


@pytest.mark.rule("DH-2.1")
@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, "3", 3.0])
def test_no_other_number_of_seats_can_play(seats: Any) -> None:
    with pytest.raises(Illegal) as refused:
        new(seats)
    assert refused.value.code == "bad_seats"


@pytest.mark.rule("DH-2.2")
def test_a_new_game_holds_every_card_of_both_decks() -> None:
    every_card = drawn("""
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    table = new()
    rooms = sorted(table.display.rooms + table.deck.rooms)
    assert rooms == sorted(every_card.display.rooms + every_card.deck.rooms) == list(range(1, 61))
    specials = Counter(table.display.specials[1:] + table.deck.specials)
    assert specials == Counter(every_card.display.specials[1:] + every_card.deck.specials)
    assert specials.total() == 48
    assert table.discards == (b"", b"")


@pytest.mark.rule("DH-2.2")
def test_the_seed_alone_shuffles_both_decks() -> None:
    unshuffled = drawn("""
        seats: 2
        rooms: Li/1 Li/2 Li/3 Li/4 Li/5
        specials: .. red red red red
    """)
    tables = [new(seed=seed) for seed in range(100)]
    assert new(seed=7) == tables[7]
    assert (
        len({table.deck.rooms for table in tables}) == len({table.deck.specials for table in tables}) == 100
    )
    assert unshuffled.display not in {table.display for table in tables}
    # any of the sixty cards can be at the top or the bottom
    assert len({table.display.rooms[0] for table in tables}) > 40
    assert len({table.deck.rooms[-1] for table in tables}) > 40
    # the room deck says nothing about the special deck
    assert len({(table.display.rooms[0] % 2, table.display.specials[1] % 2) for table in tables}) == 4


@pytest.mark.rule("DH-2.3", "DH-2.4", "DH-2.5")
def test_five_rooms_are_dealt_and_four_specials_none_to_column_0() -> None:
    table = drawn("""
        seats: 2
        options: family=on
        marker: 1
        waiting: 0
        rooms: Ki/1 .. .. .. ..
        specials: .. .. .. .. ..
        deck_rooms: Ba/1 Ga/1 St/1 Li/9 Pa/2 Pl/6 Be/1
        deck_specials: drill red~ piano scaffold supplier roofer
    """)
    dealt = after(table, "take 0", "place g0 up", "done")
    assert (
        dealt.display
        == drawn("""
        rooms: Ba/1 Ga/1 St/1 Li/9 Pa/2
        specials: .. drill red~ piano scaffold
    """).display
    )
    top = drawn("""
        deck_rooms: Pl/6 Be/1
        deck_specials: supplier roofer
    """).deck
    assert (dealt.deck.rooms[:2], dealt.deck.specials[:2]) == (top.rooms[:2], top.specials[:2])
    assert dealt.deck == Cards(table.deck.rooms[5:], table.deck.specials[4:])


@pytest.mark.rule("DH-2.5")
@pytest.mark.parametrize("seed", range(20))
def test_no_new_game_has_a_special_in_column_0(seed: int) -> None:
    lines = write_position(new(seed=seed)).splitlines()
    (specials,) = (line for line in lines if line.startswith("specials: "))
    (rooms,) = (line for line in lines if line.startswith("rooms: "))
    assert [word == ".." for word in specials.split()[1:]] == [True, False, False, False, False]
    assert [word == ".." for word in rooms.split()[1:]] == [False] * 5


@pytest.mark.rule("DH-2.6")
def test_twelve_rounds_use_up_both_decks() -> None:
    table = drawn("""
        seats: 4
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    left = {}
    while table.waiting:
        left[table.round] = (len(table.deck.rooms), len(table.deck.specials))
        (seat,) = table.waiting
        table, _ = dream_home.apply(table, seat, [*dream_home.moves(table, seat)][-1])
    assert left == {n: (60 - 5 * n, 48 - 4 * n) for n in range(1, 13)}


@pytest.mark.rule("DH-2.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_a_random_seat(seats: int) -> None:
    leaders = Counter(new(seats, seed).marker for seed in range(FIRST_PLAYERS))
    assert set(leaders) == set(range(seats))
    assert min(leaders.values()) > 0.7 * FIRST_PLAYERS / seats
    for seed in range(10):
        table = new(seats, seed)
        led = drawn(f"""
            seats: {seats}
            marker: {table.marker}
            rooms: Li Be Ki Ba Pl
        """)
        assert table.waiting == led.waiting == (table.marker,)


@pytest.mark.rule("DH-2.8")
@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_the_host_may_name_the_first_player(seats: int, first: int) -> None:
    for seed in range(10):
        table = new(seats, seed, first_player=first)
        assert (table.marker, table.waiting) == (first, (first,))
        assert dream_home.opening(table)[0] == ("first", first)
    named = drawn(f"""
        seats: {seats}
        options: first_player={first}
        rooms: Li Be Ki Ba Pl
    """)
    assert named.options == table.options


@pytest.mark.rule("DH-2.8")
@pytest.mark.parametrize(("seats", "first"), [(2, 2), (2, 3), (3, 3), (4, 4), (2, -1), (2, "1"), (2, True)])
def test_nobody_else_can_be_named_first_player(seats: int, first: object) -> None:
    with pytest.raises(Illegal) as refused:
        new(seats, first_player=first)
    assert refused.value.code == "bad_option"
