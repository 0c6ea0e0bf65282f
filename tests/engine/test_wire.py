"""The codec: every value it writes it reads back, and it refuses anything that isn't exactly such a value."""

import json
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import dream_home
from app.engine.bots import random
from app.engine.core import Illegal, Move, play
from app.engine.dream_home.state import MOVES, Options, State
from app.engine.dream_home.view import View
from app.engine.move_text import read_move
from app.engine.wire import WireError, dumps, loads, parse


class Token(NamedTuple):
    name: str
    points: int


class Shelf(NamedTuple):
    """A field of every kind that the codec handles."""

    number: int
    word: str
    flag: bool
    cells: bytes
    maybe: Token | None
    either: str | int
    pair: tuple[int, str]
    many: tuple[Token, ...]
    inside: "Shelf | None"


words = st.text(st.characters(codec="utf-8"))
tokens = st.builds(Token, words, st.integers())


def _shelf(inside: st.SearchStrategy[Shelf | None]) -> st.SearchStrategy[Shelf]:
    return st.builds(
        Shelf,
        st.integers(),
        words,
        st.booleans(),
        st.binary(max_size=20),
        st.none() | tokens,
        words | st.integers(),
        st.tuples(st.integers(), words),
        st.lists(tokens, max_size=3).map(tuple),
        inside,
    )


shelves = _shelf(st.none() | _shelf(st.none()))


def _state(seed: int, steps: int) -> State:
    """A state from a random game with random options."""
    chance = Random(seed)
    options = {option.name: chance.choice(option.values) for option in dream_home.options}
    options["first_player"] = "random"
    state = dream_home.new(chance.choice(dream_home.seats), options, seed)
    for _ in range(steps):
        if state.waiting:
            seat = state.waiting[0]
            move = random(dream_home, state, seat, chance)
            state, _events = play(dream_home, state, seat, state.turns[seat], move)
    return state


states = st.builds(_state, st.integers(0, 10**6), st.integers(0, 170))


# -- there and back ------------------------------------------------------------------------------------------


@given(shelves)
def test_any_value_is_read_back(shelf: Shelf) -> None:
    text = dumps(shelf)
    again = loads(Shelf, text)
    assert again == shelf
    assert again == loads(Shelf, text.encode())
    assert dumps(again) == text
    assert json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False) == text


@given(states)
def test_a_state_is_read_back(state: State) -> None:
    again = loads(State, dumps(state))
    assert again == state
    assert type(again.options) is Options
    assert type(again.start) is type(state.start)
    assert repr(again) == repr(state)


def test_states_nested_too_deep_are_refused() -> None:
    text = dumps(dream_home.new(2, {}, 1))
    assert text.endswith("null]")
    outer = text.removesuffix("null]")
    within = loads(State, outer * 3 + "null" + "]" * 3)
    assert within.start
    assert within.start.start == loads(State, text)
    with pytest.raises(WireError):
        loads(State, outer * 900 + "null" + "]" * 900)


@given(states, st.sampled_from([None, 0, 1]))
def test_a_view_is_read_back(state: State, viewer: int | None) -> None:
    seen = dream_home.view(state, viewer)
    assert loads(View, dumps(seen)) == seen


def test_options_are_read_back() -> None:
    for first in dream_home.options[-1].values:
        options = Options(True, "open", "row", False, False, first)
        again = loads(Options, dumps(options))
        assert again == options
        assert type(again.first_player) is type(first)


def test_every_move_is_read_back() -> None:
    for move in MOVES:
        assert read_move(parse(dumps(move))) == move


def test_values_are_written_in_short_form() -> None:
    assert dumps(("place", "g0", "up")) == '["place","g0","up"]'
    assert dumps(Token("canapé", 3)) == '["canapé",3]'
    assert dumps(b"\x00\xff") == '"00ff"'
    assert dumps({"a": (1, None, True)}) == '{"a":[1,null,true]}'


@pytest.mark.parametrize("value", [1.0, float("nan"), {1, 2}, object(), (1, [2.5]), {"a": 0.1}], ids=repr)
def test_a_type_the_codec_does_not_know_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError, match="has no form on the wire"):
        dumps(value)


@pytest.mark.parametrize("kind", [float, dict, list[int], set[int], object, complex])
def test_a_type_the_codec_does_not_know_is_not_read(kind: Any) -> None:
    with pytest.raises(TypeError, match="has no form on the wire"):
        loads(kind, "1")


# -- strictness ----------------------------------------------------------------------------------------------

STRICT: list[tuple[Any, list[str]]] = [
    (int, ["true", "false", "1.0", "1e2", '"1"', "null", "[]", "[1]", "{}", "NaN", "Infinity", "-Infinity"]),
    (bool, ["1", "0", '"true"', "null", "[]"]),
    (str, ["1", "null", "true", '["a"]', "{}"]),
    (bytes, ['"0"', '"zz"', '"0x00"', "0", "null", "[0]", '"é0"', '"00 ab"', '" "', '"AB"']),
    (type(None), ["0", "false", '""', "[]"]),
    (str | int, ["1.0", "true", "null", "[]"]),
    (State | None, ["false", "0", "[]", "{}"]),
    (tuple[int, ...], ["1", "null", '"12"', "{}", '{"0":1}', "[true]", "[1,2.0]", "[1,null]", "[[1]]"]),
    (tuple[int, str], ["[]", "[1]", '["a",1]', '[1,"a",2]', "null", '{"0":1,"1":"a"}', "[1,2]"]),
    (
        Token,
        ["[]", '["piano"]', '["piano",3,1]', '[3,"piano"]', '{"name":"piano","points":3}', '["piano",true]'],
    ),
]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in STRICT for text in texts])
def test_anything_that_is_not_exactly_the_type_is_refused(kind: Any, text: str) -> None:
    with pytest.raises(WireError):
        loads(kind, text)


NO_JSON = [
    "",
    " ",
    "[1",
    "[1]]",
    "1 2",
    "[1,]",
    "'a'",
    "nul",
    "NaN",
    "[NaN]",
    '{"a":Infinity}',
    "01",
    "+1",
    '"\n"',
    '"\\x"',
    "\ufeff1",
    '{"a":1,"a":1}',
    '[{"b":{"a":1,"c":2,"a":3}}]',
    "{1:2}",
    "9" * 5000,
    "-" + "9" * 5000,
    "[" * 100_000,
    "[" * 100_000 + "]" * 100_000,
    '{"a":' * 100_000,
]


@pytest.mark.parametrize("text", NO_JSON, ids=lambda text: repr(text[:12]))
def test_what_is_not_json_is_refused(text: str) -> None:
    for form in (text, text.encode()):
        with pytest.raises(WireError, match="no JSON"):
            parse(form)


@pytest.mark.parametrize("text", [b"\xff", b'"\xc3"', b"\xed\xa0\x80", "[1]".encode("utf-16"), b"\x00"])
def test_bytes_must_be_utf_8(text: bytes) -> None:
    with pytest.raises(WireError, match="no JSON"):
        parse(text)


@given(states, st.data())
def test_a_state_with_a_missing_or_unknown_field_is_refused(state: State, data: st.DataObject) -> None:
    plain = json.loads(dumps(state))
    place = data.draw(st.integers(0, len(plain) - 1))
    wrong = data.draw(st.sampled_from([True, 1.5, {}, [True], [None]]))
    for changed in (
        plain[:place] + plain[place + 1 :],
        [*plain, 0],
        [*plain[:place], wrong, *plain[place + 1 :]],
    ):
        with pytest.raises(WireError):
            loads(State, json.dumps(changed))


@pytest.mark.parametrize(
    "plain",
    [
        None,
        "take",
        1,
        {},
        {"take": 1},
        [],
        ["take", 1.0],
        ["take", True],
        ["take", None],
        ["take", [1]],
        [[]],
    ],
    ids=repr,
)
def test_a_move_is_a_list_of_words_and_whole_numbers(plain: Any) -> None:
    with pytest.raises(Illegal) as refused:
        read_move(plain)
    assert refused.value.code == "unknown_move"


@given(st.lists(words | st.integers(), min_size=1))
def test_any_such_list_is_a_move_and_whether_it_is_legal_is_for_the_rules(plain: list[str | int]) -> None:
    move: Move = read_move(parse(dumps(plain)))
    assert move == tuple(plain)


class Older(NamedTuple):
    name: str


class Newer(NamedTuple):
    name: str
    colour: str = "moss"
    marks: tuple[int, ...] = ()


def test_a_value_from_before_a_field_was_added_can_be_read() -> None:
    assert loads(Newer, dumps(Older("Ada"))) == Newer("Ada")
    assert loads(Newer, '["Ada","teal"]') == Newer("Ada", "teal")
    assert loads(Newer, '["Ada","teal",[1]]') == Newer("Ada", "teal", (1,))
    for wrong in ("[]", '["Ada","teal",[1],2]', '["Ada",1]'):
        with pytest.raises(WireError):
            loads(Newer, wrong)
