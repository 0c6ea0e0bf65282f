"""The end of the game: who is asked for helpers, in which order, and when the roofs are revealed."""

import pytest

from .drawing import after, drawn, offered, picture, played, refusal


@pytest.mark.rule("DH-7.1", "DH-7.3")
def test_the_holder_of_the_marker_after_round_12_is_asked_first() -> None:
    table = drawn("""
        round: 12
        marker: 0
        waiting: 1
        rooms: Be/1 Ki Pl St ..
        specials: .. red blue green ..
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    kept = after(table, "take 1", "place u4 down", "done")
    assert (kept.step, kept.round, kept.waiting, kept.queue) == ("help", 12, (0,), (1,))
    taken = after(table, "take 0", "place u4 down", "done")
    assert (taken.step, taken.round, taken.waiting, taken.queue) == ("help", 12, (1,), (0,))
    assert not any(kept.display.rooms + kept.display.specials)


@pytest.mark.rule("DH-7.1")
def test_after_round_11_another_round_is_dealt() -> None:
    table = drawn("""
        round: 11
        waiting: 1
        rooms: Be/1 Ki Pl St ..
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman
        house
        Li  Be  Ki  ..  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 0", "place u3 down", "done")
    assert (then.step, then.round, then.waiting) == ("clear", 12, (1,))
    assert all(then.display.rooms)


@pytest.mark.rule("DH-7.2", "DH-7.7")
def test_players_use_their_helpers_clockwise_one_after_the_other() -> None:
    table = drawn("""
        round: 12
        step: help
        marker: 2
        waiting: 2
        queue: 0 1
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: roofer
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
    """)
    assert refusal(table, "done", seat=0) == "not_your_turn"
    table = after(table, "done")
    assert table.waiting == (0,)
    table = after(table, "done")
    assert table.waiting == (1,)
    assert offered(table) == {"roofer red", "done"}
    table = after(table, "done")
    assert (table.waiting, table.step) == ((), "over")
    assert [picture(table, seat).splitlines()[-1] for seat in range(3)] == [
        "beside: handyman",
        "beside: roofer",
        "beside: supplier",
    ]


@pytest.mark.rule("DH-7.4")
@pytest.mark.parametrize("helper", ["architect", "interior_designer", "roofer", "drill"])
def test_a_player_whose_helpers_can_do_nothing_is_not_asked(helper: str) -> None:
    table = drawn(f"""
        round: 12
        rooms: Be/1 .. .. .. ..
        specials: .. .. .. .. ..
        waiting: 1
        discarded_specials:
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: {helper}
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 0", "place u4 down", "done")
    assert (then.waiting, then.step) == ((), "over")


@pytest.mark.rule("DH-7.4")
@pytest.mark.parametrize(
    ("helper", "asked"), [("roofer", True), ("supplier", True), ("handyman", True), ("", False)]
)
def test_a_player_with_a_helper_that_can_do_something_is_asked(helper: str, asked: bool) -> None:
    table = drawn(f"""
        round: 12
        rooms: Be/1 .. .. .. ..
        specials: .. .. .. .. ..
        waiting: 1
        discarded_specials: red
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: tree_house {helper}
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 0", "place u4 down", "done")
    assert then.waiting == ((0,) if asked else ())


@pytest.mark.rule("DH-7.4")
def test_a_supplier_whose_cards_all_fit_nowhere_is_not_asked() -> None:
    table = drawn("""
        round: 12
        rooms: Be/1 .. .. .. ..
        specials: .. .. .. .. ..
        waiting: 1
        discarded_rooms:
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: supplier
        house
        Li  Be  Ki  Ba  ..
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
    """)
    then = after(table, "take 0", "place u4 down", "done")
    assert (then.waiting, then.step) == ((), "over")


@pytest.mark.rule("DH-7.5", "DH-7.6")
@pytest.mark.parametrize(
    "order",
    [
        ("roofer red", "supplier bedroom/1 u0", "handyman u1 g1"),
        ("handyman u1 g1", "supplier bedroom/1 u0", "roofer red"),
    ],
)
def test_each_helper_works_once_in_any_order(order: tuple[str, ...]) -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_rooms: Be/1 Be/2
        discarded_specials: red red
        house
        Li/1  Ki/2  St  Ba  Lb
        Ba  Pl/1  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman architect roofer supplier
    """)
    assert {move.split()[0] for move in offered(table)} == {"roofer", "supplier", "handyman", "done"}
    left = {"roofer", "supplier", "handyman"}
    for move in order:
        table = after(table, move)
        left.remove(move.split()[0])
        assert {each.split()[0] for each in offered(table)} == {*left, "done", "undo"}
        assert refusal(table, move) == "no_helper"
    assert picture(table).splitlines() == [
        "Be  Pl  St  Ba  Lb",
        "Ba  Ki  Ki  Li  Pl",
        "++  ++  ++  Ga  Wi",
        "roof: red",
        "beside: architect",
    ]
    expected = drawn("discarded_specials: red " + " ".join(move.split()[0] for move in order))
    assert table.discards.specials == expected.discards.specials


@pytest.mark.rule("DH-7.7")
def test_each_helper_can_be_passed_on_its_own() -> None:
    table = drawn("""
        round: 12
        step: help
        queue:
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li/1  Ki/2  St  Ba  Lb
        Ba  Pl/1  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: handyman roofer
    """)
    then = after(table, "roofer red", "done")
    assert (then.waiting, then.step) == ((), "over")
    assert picture(then).splitlines()[-1] == "beside: handyman"


@pytest.mark.rule("DH-7.5")
def test_helpers_do_not_work_before_the_end() -> None:
    table = drawn("""
        rooms: Be/1 Ki Pl St Lb
        discarded_rooms: Be/2
        discarded_specials: red
        house
        ..  ..  ..  ..  ..
        Ba  Pl  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: handyman roofer supplier
    """)
    for state in (table, after(table, "take 0"), after(table, "take 0", "place g2 up")):
        for move in ("roofer red", "supplier bedroom/2 g0", "handyman g0 g1", "keep piano"):
            assert refusal(state, move) == "not_now"


@pytest.mark.rule("DH-7.5")
@pytest.mark.parametrize("move", ["roofer red", "supplier bedroom/1 g0", "handyman g0 g1", "keep piano"])
def test_nobody_uses_another_players_helper(move: str) -> None:
    helper = move.split()[0]
    others = {"roofer", "supplier", "handyman"} - {helper}
    table = drawn(f"""
        round: 12
        step: help
        rooms: .. .. .. .. ..
        discarded_rooms: Be/1
        discarded_specials: red
        house
        Li/1  Ki/2  St  Ba  Lb
        Ba  Pl/1  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: {" ".join(sorted(others))}
        house
        Li  Ki  St  Ba  Lb
        Ba  Pl  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        beside: roofer supplier handyman
    """)
    assert offered(table, helper) == set()
    assert refusal(table, move) == ("not_now" if helper == "keep" else "no_helper")


@pytest.mark.rule("DH-7.10")
def test_roofs_are_revealed_when_everybody_is_done() -> None:
    table = drawn("""
        round: 12
        step: help
        rooms: .. .. .. .. ..
        discarded_specials: red
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Pl
        ++  ++  ++  Ga  Wi
        roof: red blue~
        beside: roofer
        house
        Li  Be  Ki  Ba  Pl
        Ba  Be  Ki  Li  Li
        ++  ++  ++  Ga  Wi
        roof: green
        beside: handyman
    """)
    first, happened = played(table, "roofer red", "done")
    assert happened == [("roofer", 0, "red"), ("done", 0)]
    assert first.waiting == (1,)
    over, happened = played(first, "done")
    assert happened == [
        ("done", 1),
        ("reveal", 0, ("red", "blue~", "red")),
        ("reveal", 1, ("green",)),
        ("end", (1,)),
    ]
    assert (over.waiting, over.step) == ((), "over")
