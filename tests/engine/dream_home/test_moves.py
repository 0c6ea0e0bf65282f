"""Moves: small named steps from a fixed set, made by the seat whose turn it is."""

import json
from typing import Any

import pytest

from app.engine import dream_home
from app.engine.core import Illegal, Move, Stale, play
from app.engine.dream_home.notation import read_move, write_move
from app.engine.dream_home.state import MOVES

from .drawing import after, drawn, offered, played, refusal, same_picture


@pytest.mark.rule("DH-10.1")
def test_a_turn_unfolds_in_small_steps() -> None:
    table = drawn("""
        rooms: Be/1 Ki/1 Pl/1 St Lb
        specials: .. piano red blue green
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill concrete_mixer
    """)
    moves = ("drill 2 g0", "mix 1 2", "take 1", "place g1 up", "decor g1", "done")
    seen = []
    for move in moves:
        table, happened = played(table, move)
        seen.append(happened)
    assert seen == [
        [("drill", 0, 2, "g0", "playroom/1", "living_room/1", "")],
        [("mix", 0, 1, 2, "kitchen/1", "living_room/1")],
        [("take", 0, 1, 1, "living_room/1", "piano")],
        [("place", 0, "living_room/1", "g1", "up", "")],
        [("decor", 0, "piano", "g1")],
        [("done", 0)],
    ]
    assert same_picture(
        table,
        """
        ..  ..  ..  ..  ..
        Pl  Li*piano  ..  ..  ..
        ++  ++  ++  ..  ..
        """,
    )


@pytest.mark.rule("DH-10.2")
def test_a_move_in_json_is_a_list_of_its_tag_and_arguments() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    for text in ('["take", 0]', '["place", "g0", "up"]', '["done"]'):
        table, _ = play(dream_home, table, 0, table.turns[0], tuple(json.loads(text)))
    assert table.waiting == (1,)
    assert json.dumps(read_move("place g0 up")) == '["place", "g0", "up"]'
    for move in MOVES:
        assert write_move(move).isascii()
        assert tuple(json.loads(json.dumps(move))) == move == read_move(write_move(move))


@pytest.mark.rule("DH-10.3")
def test_a_room_card_is_written_by_type_and_number() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Li/3 Ba/10
        house
        St  Be  Ki  Ba  Pl
        Ba  Lb  Ki  Gr  Be
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    cards = {move.split()[1] for move in offered(table, "supplier")}
    assert cards == {"living_room/3", "bathroom/10"}
    for other in ("Li/3", "living_room", "living_room/0", "living_room/10", "living_room/03", "bathroom/11"):
        assert refusal(table, f"supplier {other} u0") == "unknown_move"


@pytest.mark.rule("DH-10.22")
@pytest.mark.parametrize(
    "move",
    [
        (),
        ("",),
        ("take",),
        ("take", 5),
        ("take", -1),
        ("take", "0"),
        ("take", 0, 0),
        ("take", 1.0),
        ("take", True),
        ("take", None),
        ("take", (1,)),
        ("take", 10**40),
        ("Take", 0),
        ("clear", 0),
        ("clear", 5),
        ("jack", 5),
        ("jack", -1),
        ("mix", 1, 1),
        ("mix", 0, 5),
        ("drill", 5, "g0"),
        ("drill", 0, "b0"),
        ("place", "g0"),
        ("place", "g5", "up"),
        ("place", "b2", "up"),
        ("place", "", "up"),
        ("place", "g0", "sideways"),
        ("decor",),
        ("decor", "b2"),
        ("scaffold", "none"),
        ("roofer", "drill"),
        ("roofer", "yellow"),
        ("handyman", "g0", "g0"),
        ("keep", "sofa"),
        ("done", 1),
        ("pass", 0),
        ("undo", 1),
        ("take", *(["0"] * 400)),
        "take 0",
        ["take", 0],
        None,
        7,
    ],
)
def test_what_is_not_a_move_never_reaches_the_rules(move: Any) -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill concrete_mixer jackhammer
    """)
    with pytest.raises(Illegal) as refused:
        play(dream_home, table, 0, 0, move)
    assert refused.value.code == "unknown_move"


@pytest.mark.rule("DH-10.22")
def test_the_set_of_moves_is_closed() -> None:
    rooms, slots, columns = 60, 12, 5
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    one_of_each = {"done": 1, "pass": 1, "take": columns, "clear": columns - 1, "jack": columns}
    by_slot = {"place": 2 * slots, "decor": slots + 1, "scaffold": slots, "handyman": slots * (slots - 1)}
    by_card = {"supplier": rooms * slots, "drill": columns * slots, "mix": columns * (columns - 1)}
    counts = one_of_each | by_slot | by_card | {"roofer": 8, "keep": 10}
    assert {tag: sum(move[0] == tag for move in MOVES) for tag in {move[0] for move in MOVES}} == counts
    assert offered(table) <= {write_move(move) for move in MOVES}


@pytest.mark.rule("DH-10.23")
def test_only_the_seat_whose_turn_it_is_may_move() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    for state in (table, after(table, "take 0"), after(table, "take 0", "place g1 up")):
        assert offered(state, seat=1) == set()
        for move in ("take 1", "place g0 up", "done", "undo"):
            assert refusal(state, move, seat=1) == "not_your_turn"
    for nobody in (2, -1, True, None, "0"):
        with pytest.raises(Illegal) as refused:
            play(dream_home, table, nobody, 0, ("take", 0))  # type: ignore[arg-type]
        assert refused.value.code == "no_such_seat"


@pytest.mark.rule("DH-10.23")
def test_after_the_end_nobody_moves() -> None:
    over = drawn("""
        round: 12
        step: over
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        St  Be  Ki  Ba  Pl
        Ba  Lb  Ki  Gr  Be
        ++  ++  ++  Ga  Wi
        beside: roofer
    """)
    for seat in (0, 1):
        assert offered(over, seat=seat) == set()
        for move in ("roofer red", "take 0", "done", "undo"):
            assert refusal(over, move, seat=seat) == "over"


@pytest.mark.rule("DH-10.24")
def test_a_seats_turn_number_rises_with_each_of_its_steps() -> None:
    table = drawn("""
        turns: 5 9
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    mine = []
    for move in ("take 0", "undo", "take 1", "place g1 up"):
        table = after(table, move)
        mine.append(table.turns)
    assert mine == [(6, 9), (7, 9), (8, 9), (9, 9)]
    done = after(table, "done")
    assert done.turns[0] > 9
    assert done.turns[1] > 9  # asked again
    other = after(done, "take 0")
    assert other.turns == (done.turns[0], done.turns[1] + 1)


@pytest.mark.rule("DH-10.24")
@pytest.mark.parametrize("move", ["place g1 up", "done", "undo"])
def test_a_click_on_an_old_board_is_refused(move: str) -> None:
    table = drawn("""
        turns: 5 9
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    table = after(table, "take 0")
    for turn in (5, 7, 0, -6, 60):
        with pytest.raises(Stale) as refused:
            play(dream_home, table, 0, turn, read_move(move))
        assert refused.value.facts == {"turn": turn, "now": 6}
    for no_number in (6.0, "6", None, True):
        with pytest.raises(Illegal) as bad:
            play(dream_home, table, 0, no_number, read_move(move))  # type: ignore[arg-type]
        assert bad.value.code == "bad_turn"


@pytest.mark.rule("DH-10.25")
@pytest.mark.parametrize(
    "step",
    [
        "step: clear",
        "step: cleared",
        "step: jack",
        "step: jacked\nhand: Ki",
        "step: turn",
        "step: taken\nhand: Li piano",
        "step: taken\nhand: Wi scaffold",
        "step: taken",
        "step: taken\nhand: piano",
        "step: help",
    ],
)
def test_moves_and_check_agree_on_every_move(step: str) -> None:
    house = """
..  xx/Be/8  ##  ..  ..
Li  Li*cat_house  Ki  Li  ##
++  ++  ++  Ga  xx/Ba/5
beside: drill concrete_mixer jackhammer roofer supplier handyman interior_designer
"""
    table = drawn(f"{step}\nrooms: .. Be Ga Li Lb\ndiscarded_rooms: Li/8 Wi So\nhouse{house}")

    def legal(move: Move) -> bool:
        try:
            dream_home.check(table, 0, move)
        except Illegal:
            return False
        return True

    listed = [*dream_home.moves(table, 0)]
    assert len(listed) == len({*listed})
    assert {*listed} == {move for move in MOVES if legal(move)}
