"""The table as the API describes it: names, houses in the notation, and no roof before its time."""

from random import Random

from app.engine import dream_home
from app.engine.core import totals
from app.engine.dream_home.api_view import describe
from app.engine.dream_home.scoring import PARTS

from .drawing import after, drawn, points


def test_a_table_in_the_middle_of_a_turn() -> None:
    table = drawn("""
        round: 4
        step: taken
        waiting: 1
        marker: 0
        queue:
        rooms: Ki/3 .. Be/1 .. Pa/1
        specials: .. .. red~ .. architect
        hand: Li/4 piano
        drafted: blue ..
        discarded_rooms: Ga/1
        discarded_specials: piano drill
        house
        ..  ..  ..  ..  ..
        Li/1  #!  ..  ..  ..
        ++  ++  ++  ..  ..
        roof: green blue
        house
        ..  ..  ..  ..  ..
        Ba/1  ..  ..  ..  ..
        ++  ++  ++  ..  xx/Li/2
        beside: drill tree_house
    """)
    assert describe(table, 1) == {
        "step": "taken",
        "round": 4,
        "first_player": 0,
        "queue": [],
        "display": {
            "rooms": ["kitchen/3", None, "bedroom/1", None, "pantry/1"],
            "specials": [None, None, "red~", None, "architect"],
        },
        "hand": {"room": "living_room/4", "decor": "piano", "scaffold": None},
        "houses": [
            "..  ..  ..  ..  ..\nLi  #!  ..  ..  ..\n++  ++  ++  ..  ..",
            "..  ..  ..  ..  ..\nBa  ..  ..  ..  ..\n++  ++  ++  ..  xx\nbeside: drill tree_house",
        ],
        "roofs": [[None, "blue"], []],
        "discards": {"rooms": ["garage/1"], "specials": ["piano", "drill"]},
    }
    assert describe(table, None) == describe(table, 0)


def test_a_scaffold_in_hand() -> None:
    table = drawn("""
        rooms: Ki .. Be Li Pa
        specials: .. scaffold red blue green
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    taken = after(drawn("rooms: Ki Ga Be Li Pa\nspecials: .. scaffold red blue green"), "take 1")
    assert describe(taken, 0)["hand"] == {"room": "garage/1", "decor": None, "scaffold": "scaffold"}
    assert describe(table, 0)["hand"] == {"room": None, "decor": None, "scaffold": None}


def test_at_the_end_the_roofs_and_the_scores_are_told() -> None:
    chance = Random(7)
    state = dream_home.new(2, {}, 7)
    while state.waiting:
        assert "scores" not in describe(state, None)
        assert all("roof:" not in house for house in describe(state, 0)["houses"])
        move = chance.choice(tuple(dream_home.moves(state, state.waiting[0])))
        state, _ = dream_home.apply(state, state.waiting[0], move)
    over = describe(state, None)
    assert over["scores"] == [totals(PARTS, lines) for lines in dream_home.score(state)]
    assert [points(house) for house in over["houses"]] == over["scores"]
    assert all(None not in pile for pile in over["roofs"])
