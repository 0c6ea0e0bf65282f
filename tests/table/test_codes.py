"""Table codes: they survive being read aloud and typed by somebody else."""

import doctest
import re
from collections.abc import Callable
from itertools import combinations
from random import Random, SystemRandom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.table import codes
from app.table.codes import ADJECTIVES, NOUNS, NUMBERS, new_code, plain

CODES = st.builds(
    "{}-{}-{}".format, st.sampled_from(ADJECTIVES), st.sampled_from(NOUNS), st.sampled_from(NUMBERS)
)
BETWEEN = st.text(st.sampled_from(" -–—−_.·\t\u00a0\u200b\u00ad\u3000"), max_size=3)


def one_letter_apart(one: str, other: str) -> bool:
    """Whether changing, adding or dropping one letter turns one into the other."""
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


# --- making -------------------------------------------------------------------------------------------------


def test_there_are_at_least_four_million_codes() -> None:
    assert len(ADJECTIVES) * len(NOUNS) * len(NUMBERS) >= 4_000_000


def test_a_code_is_an_adjective_a_noun_and_a_number() -> None:
    for seed in range(200):
        adjective, noun, number = new_code(Random(seed)).split("-")
        assert (adjective in ADJECTIVES, noun in NOUNS, int(number) in NUMBERS) == (True, True, True)


def test_chance_reaches_every_word_and_number() -> None:
    chance = Random(1)
    parts = {part for _ in range(10_000) for part in new_code(chance).split("-")}

    assert parts == {*ADJECTIVES, *NOUNS, *map(str, NUMBERS)}


def test_the_systems_random_numbers_work_too() -> None:
    code = new_code(SystemRandom())

    assert plain(code) == code


# --- the words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [ADJECTIVES, NOUNS], ids=["adjectives", "nouns"])
def test_words_are_short_and_told_apart_by_ear(words: tuple[str, ...]) -> None:
    assert [word for word in words if not re.fullmatch(r"[a-z]{3,8}", word)] == []
    assert len(set(words)) == len(words)
    assert [pair for pair in combinations(words, 2) if one_letter_apart(*pair)] == []


def test_no_word_is_in_both_lists() -> None:
    assert set(ADJECTIVES) & set(NOUNS) == set()


def test_joined_words_split_in_only_one_way() -> None:
    assert len({adjective + noun for adjective in ADJECTIVES for noun in NOUNS}) == len(ADJECTIVES) * len(
        NOUNS
    )


def test_every_pair_of_words_is_split_again_after_joining() -> None:
    for adjective in ADJECTIVES:
        for noun in NOUNS:
            assert plain(f"{adjective}{noun}42") == f"{adjective}-{noun}-42"


def test_no_number_sounds_like_another() -> None:
    assert not set(range(13, 20)) & set(NUMBERS), "thirteen sounds like thirty"


# --- typing -------------------------------------------------------------------------------------------------


@given(CODES, BETWEEN, BETWEEN, BETWEEN, BETWEEN, st.sampled_from([str.lower, str.upper, str.title]))
def test_case_spaces_and_hyphens_do_not_matter(
    code: str, before: str, first: str, second: str, after: str, case: Callable[[str], str]
) -> None:
    adjective, noun, number = code.split("-")

    assert plain(case(f"{before}{adjective}{first}{noun}{second}{number}{after}")) == code


@given(CODES)
def test_full_width_letters_and_digits_are_read_too(code: str) -> None:
    full_width = code.translate({ord("-"): "－"} | {at: at + 0xFEE0 for at in range(ord("0"), ord("z") + 1)})

    assert plain(full_width) == code


@pytest.mark.parametrize("number", ["٤٢", "४२"], ids=["arabic", "devanagari"])
def test_digits_of_other_scripts_are_read_too(number: str) -> None:
    assert plain(f"sunny sofa {number}") == "sunny-sofa-42"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "42",
        "sunny",
        "sunny-sofa",
        "sofa-sunny-42",
        "sunny-sunny-42",
        "sunny-sofa-4",
        "sunny-sofa-13",
        "sunny-sofa-69",
        "sunny-sofa-042",
        "sunny-sofa-420",
        "sünny-sofa-42",
        "sunnysofa-½",
        "42-sunny-sofa",
        "sunny-sofa-42; drop table room",
        "sunny-sofa-42" + " " * 1000,
        "\ud800",
        "\0",
    ],
)
def test_a_text_that_cannot_be_a_code_is_none(typed: str) -> None:
    assert plain(typed) is None


@given(st.text())
def test_any_text_gives_a_code_or_none(typed: str) -> None:
    code = plain(typed)

    assert code is None or plain(code) == code


def test_the_examples_in_the_module_are_true() -> None:
    examples = doctest.testmod(codes)

    assert (examples.attempted, examples.failed) == (2, 0)
