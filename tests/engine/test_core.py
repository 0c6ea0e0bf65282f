"""`play`, through which every game is played: what it refuses in any game, offers, options, refusals."""

import pickle
from typing import Any

import pytest

from app.engine import dream_home
from app.engine.core import (
    LONGEST_MOVE,
    UNDO,
    Illegal,
    Line,
    Option,
    Stale,
    offers,
    play,
    settle_options,
    step_turn,
    totals,
)
from app.engine.dream_home.notation import BadNotation
from app.engine.record import BadRecord

TABLE = dream_home.new(2, {"family": True, "first_player": 0}, "core")
"""Two seats; seat 0 is asked for its turn and holds the turn number 1, seat 1 waits."""
TAKEN, _ = play(dream_home, TABLE, 0, 1, ("take", 1))


def refused(seat: Any, turn: Any, move: Any, state: Any = TABLE) -> Illegal:
    before = repr(state)
    with pytest.raises(Illegal) as refusal:
        play(dream_home, state, seat, turn, move)
    assert repr(state) == before
    return refusal.value


# -- play ----------------------------------------------------------------------------------------------------


def test_the_table_used_in_these_tests() -> None:
    assert (TABLE.waiting, TABLE.turns) == ((0,), (1, 0))
    assert (TAKEN.waiting, TAKEN.turns) == ((0,), (2, 0))


@pytest.mark.parametrize("seat", [2, -1, True, False, "0", None, 0.0, 10**30, (0,)], ids=repr)
def test_there_is_no_such_seat(seat: Any) -> None:
    assert refused(seat, 1, ("take", 1)).code == "no_such_seat"


@pytest.mark.parametrize("turn", [True, "1", None, 1.0, (1,)], ids=repr)
def test_a_turn_is_a_whole_number(turn: Any) -> None:
    assert refused(0, turn, ("take", 1)).code == "bad_turn"


@pytest.mark.parametrize("turn", [0, 2, -1, 10**30])
def test_any_click_on_an_outdated_board_is_stale(turn: int) -> None:
    clicks: list[Any] = [("take", 1), UNDO, ("nonsense",), [], None]
    for move in clicks:
        refusal = refused(0, turn, move)
        assert isinstance(refusal, Stale)
        assert refusal.code == "stale"
        assert refusal.facts == {"turn": turn, "now": 1}


@pytest.mark.parametrize(
    "move",
    [
        None,
        "take 1",
        b"take",
        0,
        (),
        ["take", 1],
        {"take": 1},
        ("take", 1.0),
        ("take", True),
        ("take", None),
        ("take", (1,)),
        ("take", [1]),
        ("take", {}),
        (("take", 1),),
        ("take", float("nan")),
        ("take",) * (LONGEST_MOVE + 1),
        ("take", 5),
        ("take", -1),
        ("take", 10**4000),
        ("take", "1"),
        ("take", 1, 1),
        ("take",),
        ("TAKE", 1),
        ("take", "\ud800"),
        (1, "take"),
        ("undo", 1),
    ],
    ids=lambda move: repr(move)[:20],
)
def test_what_is_not_a_move_never_reaches_the_rules(move: Any) -> None:
    assert refused(0, 1, move).code == "unknown_move"


def test_a_subclass_of_a_word_or_number_is_not_a_move() -> None:
    class Word(str):
        __slots__ = ()

    class Number(int):
        pass

    assert refused(0, 1, (Word("take"), 1)).code == "unknown_move"
    assert refused(0, 1, ("take", Number(1))).code == "unknown_move"


def test_a_seat_cannot_move_out_of_turn() -> None:
    assert refused(1, 0, ("take", 1)).code == "not_your_turn"
    assert refused(1, 0, UNDO).code == "not_your_turn"


def test_after_the_end_nobody_moves() -> None:
    over = TABLE._replace(waiting=(), step="over")
    assert refused(0, 1, ("take", 1), over).code == "over"
    assert refused(0, 1, UNDO, over).code == "over"


def test_the_state_passed_in_is_never_changed() -> None:
    before = repr(TABLE)
    assert play(dream_home, TABLE, 0, 1, ("take", 1)) == play(dream_home, TABLE, 0, 1, ("take", 1))
    assert repr(TABLE) == before


# -- undo ----------------------------------------------------------------------------------------------------


def test_undo_goes_back_and_the_turn_number_still_goes_up() -> None:
    back, events = play(dream_home, TAKEN, 0, 2, UNDO)
    assert events == (("undo", 0),)
    assert back.turns == (3, 0)
    assert back._replace(turns=TABLE.turns) == TABLE


def test_before_the_first_move_there_is_nothing_to_undo() -> None:
    assert refused(0, 1, UNDO).code == "nothing_to_undo"


def test_undo_is_offered_last_and_only_if_there_is_something_to_undo() -> None:
    assert UNDO not in offers(dream_home, TABLE, 0)
    assert offers(dream_home, TABLE, 0) == tuple(dream_home.moves(TABLE, 0))
    assert offers(dream_home, TAKEN, 0) == (*dream_home.moves(TAKEN, 0), UNDO)
    assert offers(dream_home, TAKEN, 1) == ()


# -- turn numbers, options, totals ---------------------------------------------------------------------------


def test_a_move_raises_the_turn_number_of_its_own_seat_only() -> None:
    assert step_turn((3, 5, 7), 0) == (4, 5, 7)
    assert step_turn((3, 5, 7), 2) == (3, 5, 8)


OPTIONS = (
    Option("pace", ("calm", "brisk"), "calm", "pace"),
    Option("rounds", (6, 12), 12, "rounds"),
    Option("open", (False, True), False, "open"),
)


def test_every_option_gets_its_value() -> None:
    assert settle_options(OPTIONS, {}) == {"pace": "calm", "rounds": 12, "open": False}
    chosen = settle_options(OPTIONS, {"open": True, "rounds": 6})
    assert chosen == {"pace": "calm", "rounds": 6, "open": True}
    assert list(chosen) == ["pace", "rounds", "open"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pace", "Calm"),
        ("pace", None),
        ("pace", ("calm",)),
        ("rounds", 6.0),
        ("rounds", "6"),
        ("rounds", 7),
        ("open", 0),
        ("open", 1),
        ("open", "true"),
        ("open", None),
        ("open", []),
    ],
)
def test_an_option_takes_only_its_own_values(name: str, value: Any) -> None:
    with pytest.raises(Illegal) as refusal:
        settle_options(OPTIONS, {name: value})
    values = next(option.values for option in OPTIONS if option.name == name)
    assert refusal.value.code == "bad_option"
    assert refusal.value.facts == {"option": name, "values": values}


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(Illegal) as refusal:
        settle_options(OPTIONS, {"tempo": "calm"})
    assert (refusal.value.code, refusal.value.facts) == ("unknown_option", {"option": "tempo"})


def test_a_refusal_does_not_repeat_a_megabyte_of_option() -> None:
    with pytest.raises(Illegal) as refusal:
        settle_options(OPTIONS, {"x" * 1_000_000: "calm"})
    assert refusal.value.facts == {"option": "x" * 40}


def test_a_score_is_the_sum_of_its_lines() -> None:
    lines = [
        Line("rooms", "room", (), 3, ()),
        Line("roof", "windows", (), 2, ()),
        Line("rooms", "room", (), 4, ()),
    ]
    assert totals(("rooms", "decor", "roof"), lines) == {"rooms": 7, "decor": 0, "roof": 2, "total": 9}
    assert totals(("rooms",), []) == {"rooms": 0, "total": 0}


# -- refusals as values --------------------------------------------------------------------------------------


def test_a_refusal_tells_its_code_and_facts() -> None:
    refusal = Illegal("too_large", room="kitchen", largest=2)
    assert repr(refusal) == "Illegal('too_large', room='kitchen', largest=2)"
    again = eval(repr(refusal))  # noqa: S307  the repr is code
    assert (again.code, again.facts) == (refusal.code, refusal.facts)
    assert repr(Illegal("over")) == "Illegal('over')"
    assert repr(Stale(3, 4)) == "Stale(turn=3, now=4)"


@pytest.mark.parametrize(
    "refusal",
    [
        Illegal("over"),
        Illegal("too_large", room="kitchen", largest=2),
        Stale(3, 4),
        BadNotation("unknown_cell", 2, 3, "Xx"),
        BadRecord("other_events", step=3),
    ],
    ids=repr,
)
def test_a_refusal_can_be_pickled(refusal: Illegal) -> None:
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301  our own bytes
    assert type(again) is type(refusal)
    assert (again.code, again.facts) == (refusal.code, refusal.facts)
