"""The course of the rounds: order of play, the marker, the sweep, the last round."""

from random import Random

import pytest

from app.engine import dream_home
from app.engine.core import Seat
from app.engine.dream_home.house import card_in
from app.engine.dream_home.state import State

from .drawing import after, drawn, offered, played, refusal, same_picture


def turns(table: State, *columns: int) -> tuple[State, list[Seat]]:
    """The state once each column is taken in turn, its room face down anywhere; and the seats that took
    them."""
    order = []
    for column in columns:
        order.append(table.waiting[0])
        table = after(table, f"take {column}")
        table = after(table, sorted(offered(table, "place"))[0], "done")
    return table, order


@pytest.mark.rule("DH-3.1", "DH-3.17")
def test_a_round_ends_with_a_sweep_and_the_next_is_dealt_from_the_top() -> None:
    table = drawn("""
        seats: 2
        round: 4
        marker: 1
        waiting: 0
        rooms: .. Be/2 Li/3 .. Pl/5
        specials: .. drill red~ .. scaffold
        discarded_rooms: Ki/1
        discarded_specials: blue
        deck_rooms: Ba/1 Ba/2 Ba/3 Ba/4 Ba/5 Ga/1
        deck_specials: piano red green supplier roofer
    """)
    swept, events = played(after(table, "take 4", "place g0 up", "scaffold g1"), "done")
    assert swept.round == 5
    assert (
        swept.discards
        == drawn("""
        rooms: .. .. .. .. ..
        discarded_rooms: Ki/1 Be/2 Li/3
        discarded_specials: blue drill red~
    """).discards
    )
    assert (
        swept.display
        == drawn("""
        rooms: Ba/1 Ba/2 Ba/3 Ba/4 Ba/5
        specials: .. piano red green supplier
    """).display
    )
    baths = ("bathroom/1", "bathroom/2", "bathroom/3", "bathroom/4", "bathroom/5")
    assert events == [
        ("done", 0),
        ("sweep", 4, ("bedroom/2", "living_room/3"), ("drill", "red~")),
        ("deal", 5, baths, ("piano", "red", "green", "supplier")),
    ]


@pytest.mark.rule("DH-3.7")
def test_jackhammers_are_asked_after_the_clearing_and_before_the_first_turn() -> None:
    table = drawn("""
        seats: 3
        step: clear
        rooms: Ki Be Li Ba Pl
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    window = after(table, "clear 2", "done")
    assert window.waiting == (1,)
    assert offered(window) == {"pass", "jack 0", "jack 1", "jack 3", "jack 4"}
    turn = after(window, "pass")
    assert turn.waiting == (0,)
    assert offered(turn) == {"take 0", "take 1", "take 3", "take 4"}
    assert refusal(turn, "jack 0", seat=1) == "not_your_turn"
    own_turn, order = turns(turn, 0)
    assert (order, own_turn.waiting) == ([0], (1,))
    assert refusal(own_turn, "jack 1") == "not_now"


@pytest.mark.rule("DH-3.7", "DH-3.3")
def test_with_four_seats_the_jackhammers_are_asked_right_after_the_deal() -> None:
    table = drawn("""
        seats: 4
        marker: 3
        waiting: 2
        rooms: .. .. .. Ba Pl
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    window, _ = turns(table, 3)
    assert (window.round, window.step, window.waiting) == (2, "jack", (0,))
    assert after(window, "pass").waiting == (3,)


@pytest.mark.rule("DH-3.8")
@pytest.mark.parametrize(
    ("seats", "marker", "order"),
    [
        (2, 0, [0, 1]),
        (2, 1, [1, 0]),
        (3, 0, [0, 1, 2]),
        (3, 2, [2, 0, 1]),
        (4, 1, [1, 2, 3, 0]),
        (4, 3, [3, 0, 1, 2]),
    ],
)
def test_turns_go_clockwise_from_the_first_player(seats: int, marker: Seat, order: list[Seat]) -> None:
    last_turn = drawn(f"""
        seats: {seats}
        marker: {marker}
        waiting: {order[-1]}
        rooms: .. Be .. .. ..
    """)
    dealt, _ = turns(last_turn, 1)
    if seats < 4:
        dealt = after(dealt, "clear 4")
    ended, asked = turns(dealt, *range(1, seats), 0)
    assert asked == order
    assert (ended.round, ended.waiting) == (3, (order[-1],))


@pytest.mark.rule("DH-3.18", "DH-3.20")
@pytest.mark.parametrize(
    ("columns", "leader"),
    [((0, 1, 2, 3), 2), ((1, 0, 2, 3), 3), ((1, 2, 0, 3), 0), ((1, 2, 3, 0), 1)],
)
def test_taking_column_0_means_going_first_next_round_but_changes_nothing_in_this_one(
    columns: tuple[int, ...], leader: Seat
) -> None:
    table = drawn("""
        seats: 4
        marker: 2
        rooms: Ki Be Li Ba Pl
        specials: .. red red blue blue
    """)
    next_round, order = turns(table, *columns)
    assert order == [2, 3, 0, 1]
    assert (next_round.marker, next_round.waiting) == (leader, (leader,))
    _, next_order = turns(next_round, 0)
    assert next_order == [leader]
    assert next_round.queue == tuple((leader + step) % 4 for step in (1, 2, 3))


@pytest.mark.rule("DH-3.19")
@pytest.mark.parametrize("marker", [0, 1, 2])
def test_the_marker_stays_when_nobody_takes_column_0(marker: Seat) -> None:
    table = drawn(f"""
        seats: 3
        marker: {marker}
        rooms: Ki Be Li Ba Pl
        specials: .. red red blue blue
    """)
    next_round, _ = turns(table, 1, 2, 4)
    assert (next_round.round, next_round.step) == (2, "clear")
    assert (next_round.marker, next_round.waiting) == (marker, (marker,))


@pytest.mark.rule("DH-3.19")
def test_a_jackhammer_takes_no_marker_from_column_0() -> None:
    table = drawn("""
        options: family=on
        step: jack
        marker: 0
        waiting: 1
        queue: 0 1
        rooms: Ki Be Li Ba Pl
        specials: .. red red blue blue
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    hammered = after(table, "jack 0", "place g0 up", "done")
    assert (hammered.marker, hammered.waiting) == (0, (0,))
    next_round, order = turns(hammered, 1)
    assert order == [0]
    assert (next_round.round, next_round.marker, next_round.waiting) == (2, 0, (0,))


@pytest.mark.rule("DH-3.21")
def test_the_last_card_of_round_12_fills_the_twelfth_slot() -> None:
    table = drawn("""
        seats: 2
        round: 12
        marker: 1
        waiting: 0
        rooms: Ki Be Li .. ..
        specials: .. red red .. ..
        house
        Li  Li  ..  xx  Ba
        Pl  Ki  Be  xx  Ki
        ++  ++  ++  Ga  xx
        house
        xx  xx  xx  xx  xx
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
    """)
    full = after(table, "take 2", "place u2 up", "done")
    assert full.waiting == ()
    assert same_picture(full, "Li Li Li xx Ba\nPl Ki Be xx Ki\n++ ++ ++ Ga xx\nroof: red")


@pytest.mark.rule("DH-3.21", "DH-3.22", "DH-2.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_any_game_has_twelve_rounds_and_leaves_twelve_rooms_in_each_house(seats: int, seed: int) -> None:
    table = drawn(f"""
        seats: {seats}
        rooms: Ki Be Li Ba Pl
    """)
    chance = Random(seed)
    dealt = [1]
    while table.waiting:
        seat = table.waiting[0]
        table, events = dream_home.apply(table, seat, chance.choice([*dream_home.moves(table, seat)]))
        dealt += [event[1] for event in events if event[0] == "deal"]
    assert dealt == list(range(1, 13))
    assert (table.round, table.step, table.deck) == (12, "over", (b"", b""))
    for house in table.houses:
        assert sum(card_in(cell) > 0 for cell in house.cells) == 12


@pytest.mark.rule("DH-3.22", "DH-3.23")
@pytest.mark.parametrize(("column", "helping"), [(0, [1, 2, 0]), (1, [2, 0, 1])])
def test_after_round_12_the_helpers_start_with_the_holder_of_the_marker(
    column: int, helping: list[Seat]
) -> None:
    table = drawn("""
        round: 12
        marker: 2
        waiting: 1
        rooms: Ki Be .. .. ..
        specials: .. drill .. .. ..
        discarded_specials: red blue green
        house
        xx  xx  xx  xx  xx
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
        beside: roofer
        house
        xx  xx  xx  xx  ..
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
        beside: roofer
        house
        xx  xx  xx  xx  xx
        xx  xx  xx  xx  xx
        ++  ++  ++  xx  xx
        beside: roofer
    """)
    end = after(table, f"take {column}", "place u4 up", "done")
    asked = []
    while end.waiting:
        assert (end.round, end.step, end.display) == (12, "help", (bytes(5), bytes(5)))
        asked.append(end.waiting[0])
        end = after(end, "done")
    assert asked == helping
