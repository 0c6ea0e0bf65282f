"""The code that a TV shows: read and typed by people, signed by the server, soon expired."""

import re

import pytest

from app.table.keys import Secret
from app.web import tv_pairing
from app.web.tv_pairing import SPAN_SECONDS, TV_COOKIE, Pairing

SECRET, OTHER = Secret(bytes(range(32))), Secret(bytes(32))
NOW = 1_000_000_000.0


@pytest.fixture
def tv() -> Pairing:
    return tv_pairing.new(SECRET, NOW)


def test_a_code_is_two_groups_of_letters_that_spell_no_words(tv: Pairing) -> None:
    assert re.fullmatch(r"[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}", tv.shown)
    assert len({tv_pairing.new(SECRET, NOW).code for _ in range(100)}) == 100


def test_it_may_be_typed_in_any_way_that_keeps_its_letters(tv: Pairing) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in tv.code)  # as from a Japanese keyboard
    for typed in (tv.code, tv.shown, tv.shown.lower(), f" {tv.code[:3]} {tv.code[3:]}. ", wide):
        assert tv_pairing.confirmed(typed, SECRET, NOW) == tv


def test_a_typing_slip_is_noticed(tv: Pairing) -> None:
    codes = [tv_pairing.new(SECRET, NOW).code for _ in range(20)]
    slips = [
        code[:at] + letter + code[at + 1 :]
        for code in codes
        for at in range(8)
        for letter in "BCDFGH"
        if letter != code[at]
    ]
    passed = [slip for slip in slips if tv_pairing.confirmed(slip, SECRET, NOW)]
    assert len(passed) < len(slips) / 50  # one in two hundred is valid by chance
    for nonsense in ("", "BCDF", "no code at all", "12345678", tv.code * 2, "\ud800"):
        assert tv_pairing.confirmed(nonsense, SECRET, NOW) is None


def test_it_is_valid_for_ten_to_twenty_minutes(tv: Pairing) -> None:
    ends = (NOW // SPAN_SECONDS + 2) * SPAN_SECONDS
    assert tv_pairing.confirmed(tv.code, SECRET, ends - 1) == tv
    assert tv_pairing.confirmed(tv.code, SECRET, ends) is None
    assert SPAN_SECONDS <= ends - NOW <= 2 * SPAN_SECONDS


def test_only_the_server_can_make_a_code_or_its_key(tv: Pairing) -> None:
    assert tv_pairing.held({TV_COOKIE: tv.cookie}, SECRET) == tv
    assert tv_pairing.held({TV_COOKIE: tv.cookie}, OTHER) is None
    assert tv_pairing.new(OTHER, NOW)._replace(code=tv.code).key != tv.key
    for wrong in ("", tv.code, f"{tv.code}.", f"{tv.code}.{'x' * 24}", f"{tv.cookie}x", "é.é", "\ud800.x"):
        assert tv_pairing.held({TV_COOKIE: wrong}, SECRET) is None
