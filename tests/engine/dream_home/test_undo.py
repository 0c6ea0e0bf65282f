"""Undo: it goes back to the start of the turn, until the player says `done`."""

import pytest

from app.engine.dream_home.state import State

from .drawing import after, drawn, offered, played, refusal


def same_but_for_turns(state: State, other: State) -> bool:
    return state._replace(turns=()) == other._replace(turns=())


@pytest.mark.rule("DH-10.8", "DH-10.12")
@pytest.mark.parametrize(
    "moves",
    [
        ("take 0", "place g1 up"),
        ("drill 2 g0", "mix 1 2", "take 3", "place g1 down"),
        ("take 1", "place g2 up", "decor g0"),
        ("take 1", "decor none", "place u0 up"),
        ("take 2", "place g1 up"),
        ("take 3", "place b3 down"),
        ("take 4", "scaffold u0", "place g2 up"),
    ],
)
def test_undo_takes_back_all_of_a_turn(moves: tuple[str, ...]) -> None:
    table = drawn("""
        rooms: Be/1 Ki/1 Pl/1 St Lb
        specials: .. piano red architect scaffold
        house
        ..  ..  ..  ..  ..
        Li  ##  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill concrete_mixer
    """)
    assert "undo" not in offered(table)
    assert refusal(table, "undo") == "nothing_to_undo"
    for steps in range(1, len(moves) + 1):
        then = after(table, *moves[:steps])
        assert "undo" in offered(then)
        back, happened = played(then, "undo")
        assert happened == [("undo", 0)]
        assert same_but_for_turns(back, table)
        assert back.turns == (steps + 1, 0)
        assert refusal(back, "undo") == "nothing_to_undo"


@pytest.mark.rule("DH-10.9", "DH-10.12")
def test_undo_takes_back_the_clearing_of_a_pair() -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    assert refusal(table, "undo") == "nothing_to_undo"
    cleared = after(table, "clear 2")
    assert same_but_for_turns(after(cleared, "undo"), table)
    assert refusal(after(cleared, "undo"), "undo") == "nothing_to_undo"


@pytest.mark.rule("DH-10.9", "DH-10.12")
@pytest.mark.parametrize("step", ["take 0", "drill 0 g0", "mix 0 1"])
def test_after_the_next_step_a_cleared_pair_stays_cleared(step: str) -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        Li  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: drill concrete_mixer
    """)
    cleared = after(table, "clear 2")
    back = after(cleared, step, "undo")
    assert same_but_for_turns(back, cleared._replace(start=None))
    assert refusal(back, "undo") == "nothing_to_undo"
    assert "undo" not in offered(back)


@pytest.mark.rule("DH-10.9", "DH-10.12", "DH-10.20")
@pytest.mark.parametrize("step", ["pass", "jack 1"])
def test_after_a_decision_on_the_jackhammer_a_cleared_pair_stays_cleared(step: str) -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    cleared = after(table, "clear 2")
    decided = after(cleared, step)
    if step == "pass":
        assert refusal(decided, "undo") == "nothing_to_undo"
    else:
        assert same_but_for_turns(after(decided, "undo"), cleared._replace(start=None))


@pytest.mark.rule("DH-10.9")
def test_a_clearing_that_must_be_confirmed_can_be_undone() -> None:
    table = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
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
    cleared = after(table, "clear 2")
    assert offered(cleared) == {"done", "undo"}
    assert same_but_for_turns(after(cleared, "undo"), table)
    assert refusal(after(cleared, "done"), "undo", seat=0) == "not_your_turn"


@pytest.mark.rule("DH-10.10", "DH-10.12")
def test_undo_takes_back_a_jackhammer_and_its_placing() -> None:
    table = drawn("""
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ##  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    assert refusal(table, "undo") == "nothing_to_undo"
    for moves in (("jack 1",), ("jack 1", "place g0 up")):
        then = after(table, *moves)
        assert "undo" in offered(then)
        back = after(then, "undo")
        assert same_but_for_turns(back, table)
        assert "pass" in offered(back)
    done = after(table, "jack 1", "place g0 up", "done")
    assert done.waiting == (1,)
    assert refusal(done, "undo") == "nothing_to_undo"
    assert refusal(done, "undo", seat=0) == "not_your_turn"


@pytest.mark.rule("DH-10.11", "DH-10.12")
def test_undo_takes_back_what_the_helpers_did() -> None:
    table = drawn("""
        round: 12
        step: help
        queue: 1
        rooms: .. .. .. .. ..
        discarded_rooms: Be/8
        discarded_specials: red
        house
        Li*piano  Ba  Ki  St  Pl
        Lb  Li*cat_house  Sa  Pa  Gr
        ++  ++  ++  Ga  Wi
        roof: blue
        beside: roofer supplier handyman
        house
        Li  Ba  Ki  St  Pl
        Lb  Li  Sa  Pa  Gr
        ++  ++  ++  Ga  Wi
        beside: handyman
    """)
    assert refusal(table, "undo") == "nothing_to_undo"
    moves = ("roofer red", "handyman u1 g1", "keep cat_house", "supplier bedroom/8 g4")
    for steps in range(1, len(moves) + 1):
        then = after(table, *moves[:steps])
        assert "undo" in offered(then)
        assert same_but_for_turns(after(then, "undo"), table)
    done = after(table, *moves, "done")
    assert done.waiting == (1,)
    assert refusal(done, "undo") == "nothing_to_undo"
    assert refusal(done, "undo", seat=0) == "not_your_turn"


@pytest.mark.rule("DH-10.12")
def test_a_turn_that_is_done_stays_done() -> None:
    table = drawn("""
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """)
    done = after(table, "take 0", "place g0 up", "done")
    assert offered(done) == {f"take {column}" for column in (1, 2, 3, 4)}
    assert refusal(done, "undo") == "nothing_to_undo"
    assert refusal(done, "undo", seat=0) == "not_your_turn"
    others = after(done, "take 1", "undo")
    assert same_but_for_turns(others, done)


@pytest.mark.rule("DH-10.20", "DH-10.12")
def test_a_pass_is_final() -> None:
    table = drawn("""
        step: jack
        queue: 0 1
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    passed = after(table, "pass")
    assert (passed.waiting, passed.step) == ((0,), "turn")
    assert offered(passed) == {f"take {column}" for column in range(5)}
    assert refusal(passed, "undo") == "nothing_to_undo"
    assert refusal(passed, "jack 1") == "not_now"
