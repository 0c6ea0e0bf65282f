"""Roof cards until the end: who can still see what is in a pile."""

import pytest

from app.engine import dream_home
from app.engine.core import Event, Seat
from app.engine.dream_home.cards import SPECIAL_NAMES
from app.engine.dream_home.state import State

from .drawing import after, drawn, played

VIEWERS = (None, 0, 1)


def seen(table: State, pile: Seat = 0) -> list[str]:
    """A roof pile as everybody sees it; '' is a hidden roof."""
    piles = {dream_home.view(table, viewer).houses[pile].roof for viewer in VIEWERS}
    (roofs,) = piles
    return [SPECIAL_NAMES[roof] for roof in roofs]


def told(events: list[Event], now: State, code: str) -> list[Event]:
    """The events of this kind as they may be told now."""
    return [dream_home.fade(event, now) for event in events if event[0] == code]


@pytest.mark.rule("DH-5.1")
@pytest.mark.parametrize(
    ("column", "pile"), [(1, "green blue~"), (2, "green red"), (0, "green"), (3, "green")]
)
def test_a_roof_goes_on_its_owners_pile_with_the_take(column: int, pile: str) -> None:
    table = drawn("""
        rooms: Ki Be Li Ba Pl
        specials: .. blue~ red drill piano
        discarded_specials: brown
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red~
    """)
    taken = after(table, f"take {column}")
    assert [SPECIAL_NAMES[roof] for roof in taken.houses[0].roof] == pile.split()
    assert taken.houses[1] == table.houses[1]
    if len(pile.split()) == 2:
        assert taken.discards == table.discards
        assert taken.houses[0].beside == b""


@pytest.mark.rule("DH-5.2")
@pytest.mark.parametrize("step", ["turn", "help"])
def test_nobody_sees_a_roof_of_an_earlier_round_before_the_end(step: str) -> None:
    table = drawn(f"""
        round: 12
        step: {step}
        rooms: Ki Be Li Ba Pl
        discarded_specials: brown
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green red~ brown
        beside: roofer
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: blue
    """)
    assert seen(table, pile=0) == ["", "", ""]
    assert seen(table, pile=1) == [""]


@pytest.mark.rule("DH-5.3", "DH-5.4")
def test_with_strict_memory_a_roof_is_named_until_its_round_is_over() -> None:
    table = drawn("""
        options: family=on
        round: 3
        rooms: Ki Be Li Ba Pl
        specials: .. blue~ red green piano
        deck_rooms: Ki Be Li Ba Pl
        deck_specials: brown red scaffold drill
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
    """)
    taken, events = played(table, "take 1")
    named = [("take", 0, 3, 1, "bedroom/1", "blue~")]
    assert seen(taken) == ["", "blue~"]
    assert told(events, taken, "take") == named
    others_turn = after(taken, "place g0 up", "done")
    assert others_turn.waiting == (1,)
    assert seen(others_turn) == ["", "blue~"]
    assert told(events, others_turn, "take") == named
    next_round, later = played(others_turn, "take 4", "place g0 up", "done")
    assert next_round.round == 4
    assert seen(next_round) == ["", ""]
    assert told(events, next_round, "take") == [("take", 0, 3, 1, "bedroom/1", "roof")]
    # everything but roofs keeps its name, and so do roofs in the discards
    assert told(later, next_round, "take") == [("take", 1, 3, 4, "playroom/1", "piano")]
    swept = ("sweep", 3, ("kitchen/1", "living_room/1", "bathroom/1"), ("red", "green"))
    assert told(later, next_round, "sweep") == [swept]
    assert dream_home.view(next_round, 0).discards == next_round.discards


@pytest.mark.rule("DH-5.3", "DH-5.4")
def test_with_strict_memory_a_deal_is_named_until_its_round_is_over() -> None:
    """Otherwise the deal minus the discards would give away the roofs taken."""
    table = drawn("""
        seats: 2
        options: family=on
        marker: 1
        waiting: 0
        rooms: Ki .. .. .. ..
        deck_rooms: Ba/1 Ba/2 Ba/3 Ba/4 Ba/5 Ki Be Li Ba Pl
        deck_specials: brown red~ scaffold drill
    """)
    dealt, events = played(table, "take 0", "place g0 up", "done")
    rooms = tuple(f"bathroom/{number}" for number in range(1, 6))
    assert told(events, dealt, "deal") == [("deal", 2, rooms, ("brown", "red~", "scaffold", "drill"))]
    next_round = after(dealt, "take 0", "place g1 down", "done", "take 1", "place g0 down", "done")
    assert next_round.round == 3
    assert told(events, next_round, "deal") == [("deal", 2, rooms, ("roof", "roof", "scaffold", "drill"))]


@pytest.mark.rule("DH-5.3", "DH-5.6")
def test_a_roof_of_round_12_is_hidden_while_the_helpers_work_and_shown_at_the_end() -> None:
    table = drawn("""
        round: 12
        marker: 1
        waiting: 0
        rooms: .. Be .. .. ..
        specials: .. blue~ .. .. ..
        discarded_specials: brown
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
        beside: roofer
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: red red~
    """)
    helping, events = played(table, "take 1", "place g0 up", "done")
    assert helping.step == "help"
    assert seen(helping) == ["", ""]
    assert told(events, helping, "take") == [("take", 0, 12, 1, "bedroom/1", "roof")]
    over, end = played(helping, "done")
    assert over.waiting == ()
    assert (seen(over, 0), seen(over, 1)) == (["green", "blue~"], ["red", "red~"])
    assert told(events, over, "take") == [("take", 0, 12, 1, "bedroom/1", "blue~")]
    assert told(end, over, "reveal") == [
        ("reveal", 0, ("green", "blue~")),
        ("reveal", 1, ("red", "red~")),
    ]


@pytest.mark.rule("DH-5.5")
def test_with_open_memory_every_roof_keeps_its_name() -> None:
    table = drawn("""
        options: family=on roof_memory=open
        marker: 1
        waiting: 0
        rooms: .. Be .. .. ..
        specials: .. blue~ .. .. ..
        deck_rooms: Ba/1 Ba/2 Ba/3 Ba/4 Ba/5 Ki Be Li Ba Pl
        deck_specials: brown red~ scaffold drill
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green
    """)
    dealt, events = played(table, "take 1", "place g0 up", "done")
    next_round = after(dealt, "take 0", "place g0 down", "done", "take 2", "place g1 down", "done")
    assert next_round.round == 3
    assert seen(next_round) == ["green", "blue~", "red~"]
    assert told(events, next_round, "take") == [("take", 0, 1, 1, "bedroom/1", "blue~")]
    rooms = tuple(f"bathroom/{number}" for number in range(1, 6))
    assert told(events, next_round, "deal") == [("deal", 2, rooms, ("brown", "red~", "scaffold", "drill"))]
