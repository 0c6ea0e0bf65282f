"""Names and chat messages: what is cleaned up, what is refused, and which names get a number."""

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.core import Illegal
from app.table.names import COLOURS, LONGEST_NAME, LONGEST_TEXT, clean_name, clean_text, marked
from tests.support.work import counted

ADA, BRUNO, CELINA, DAIKI = "Ada", "Bruno", "Celina Żółć", "大輝"
FAMILY = "👨‍👩‍👧‍👦"
KISS = "🧑🏽‍❤️‍💋‍🧑🏻"
POLAND = "🇵🇱"
CONTROLS = "\0\x07\x1b\x7f\x80"
DIRECTIONS = "\u200e\u200f\u202a\u202e\u2066\u2069"
UNSEEN = f"{CONTROLS}{DIRECTIONS}\u00ad\u200b\u200c\u2060\ufeff\ue000\U000e0041\ud800"

# Anything a client may send, including many difficult characters.
TEXTS = st.text(st.characters() | st.sampled_from("a \u0301\ufe0f\u200d\u202e\u3164❤🧑🏽\u2329\u2028"))


def refused(text: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        clean_name(text)
    return caught.value


# --- cleaned ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [ADA, BRUNO, CELINA, DAIKI, "Zoë", "O'Hara & <b>", "עדה", "ٱلْعَرَبِيَّة", FAMILY, KISS, POLAND]
)
def test_a_real_name_is_left_alone(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda each: f"U+{ord(each):04X}")
def test_invisible_characters_are_dropped(unseen: str) -> None:
    assert clean_name(f"{unseen}Bru{unseen}no{unseen}") == BRUNO


@pytest.mark.parametrize(
    "gap", ["  ", "\t", "\n", "\r\n", "\u00a0", "\u2028", "\u3000", "\u3164", "\u2800", " \u200b "]
)
def test_any_gap_between_words_becomes_one_space(gap: str) -> None:
    assert clean_name(f"{gap}Ada{gap}the first{gap}") == "Ada the first"


def test_two_encodings_of_a_name_become_one() -> None:
    assert clean_name("Zoe\u0308") == clean_name("Zo\u00eb") == "Zo\u00eb"
    assert clean_name("Zoe\u200b\u0308") == "Zo\u00eb"


def test_a_joiner_stays_only_inside_an_emoji() -> None:
    assert clean_name("A\u200dda") == ADA
    assert clean_name(f"{FAMILY}\u200d") == FAMILY
    assert clean_name("👨\u200d\u200d👩") == "👨👩"


def test_a_letter_keeps_a_few_accents_but_no_stack_of_them() -> None:
    tower = "A" + "\u0323\u0316\u0353\u0359" * 20

    assert clean_name(f"{tower}da") == unicodedata.normalize("NFC", tower)[:5] + "da"
    assert clean_name("\u0316\u0353Ada") == ADA, "these would hang on the word before"


def test_an_emoji_newer_than_this_python_stays() -> None:
    youngest = max(each for each in map(chr, range(0x1F000, 0x1FB00)) if unicodedata.category(each) == "Cn")
    assert clean_name(youngest) == youngest


def cleaned(text: str) -> str:
    """The cleaned text, or "" if none of it is visible."""
    with suppress(Illegal):
        return clean_text(text, longest=1000)
    return ""


@given(TEXTS)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    line = cleaned(text)

    assert cleaned(line) == line
    assert unicodedata.is_normalized("NFC", line)


@given(TEXTS)
def test_a_cleaned_line_can_be_stored_sent_and_shown(text: str) -> None:
    line = cleaned(text)

    kinds = [unicodedata.category(each) for each in line.replace("\u200d", "")]
    assert not set(kinds) & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    assert kinds[:1] == [] or kinds[0][0] not in "MZ"
    assert line.encode().decode() == line


# --- refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "\u200b", UNSEEN, "\u3164", "\u2800", "\u0301", "\ufe0f", "\u200d"]
)
def test_an_invisible_name_is_refused(text: str) -> None:
    assert refused(text).code == "name_empty"


@pytest.mark.parametrize("character", ["a", "ż", "輝", "👍", "👍🏽", FAMILY, KISS, POLAND, "e\u0316\u0353"])
def test_a_name_has_up_to_24_characters_as_a_reader_counts_them(character: str) -> None:
    assert clean_name(character * LONGEST_NAME) == character * LONGEST_NAME
    assert refused(character * LONGEST_NAME + "a").facts == {"longest": LONGEST_NAME}


@pytest.mark.parametrize("text", ["a" * 1000, "👨" + "\u200d👩" * 1000, "🏽" * 1000, "🇵🇱" * 500])
def test_a_name_of_a_thousand_characters_is_refused(text: str) -> None:
    assert refused(text).code == "name_too_long"


def test_spaces_that_are_cleaned_away_do_not_make_a_name_too_long() -> None:
    assert clean_name(" " * 1000 + BRUNO + "\u200b" * 1000) == BRUNO


@pytest.mark.parametrize("flood", ["\u0301\u0323", " ", "\u200b", "a", "\ufdfa", "\u200d👩", "ﾞ\u0301"])
def test_a_text_that_is_far_too_long_is_refused_before_it_is_parsed(flood: str) -> None:
    text = flood * (60_000 // len(flood))
    with counted() as work:
        assert refused(text).code == "name_too_long"
        with pytest.raises(Illegal, match="text_too_long"):
            clean_text(text)
    assert sum(work.values()) < 1000


def test_accents_are_limited_before_they_are_sorted() -> None:
    """Sorting them takes time quadratic in their number."""
    tower = "a" + "\u0301\u0323" * 2000
    with counted() as work:
        assert clean_text(tower) == "ạ" + "\u0323" * 4
    assert work["_is_mark"] < len(tower) + 100


def test_a_line_of_chat_is_cleaned_and_refused_likewise() -> None:
    assert clean_text(" well\nplayed,\u202e Bruno ") == "well played, Bruno"
    assert len(clean_text("a" * LONGEST_TEXT)) == LONGEST_TEXT
    for text, longest, code in (("\u200b", 5, "text_empty"), ("aaaaaa", 5, "text_too_long")):
        with pytest.raises(Illegal, match=code):
            clean_text(text, longest)


# --- alike --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alike", ["Bruno", "BRUNO", "bruno", "Ｂｒｕｎｏ", "Bru no", "Bruno\u034f", "Bruno\ufe0f"]
)
def test_a_name_like_another_gets_a_number(alike: str) -> None:
    assert marked(BRUNO, [ADA, alike]) == "Bruno 2"


def test_a_unique_name_stays_as_it_is() -> None:
    assert marked(BRUNO, []) == BRUNO
    assert marked(BRUNO, [ADA, CELINA, DAIKI, "Bruno 2"]) == BRUNO


def test_sharp_s_counts_as_double_s() -> None:
    assert marked("Weiß", ["WEISS"]) == "Weiß 2"


def test_the_number_is_the_lowest_free_one() -> None:
    assert marked(BRUNO, [BRUNO, "bruno2", "Bruno 4"]) == "Bruno 3"
    assert marked("Bruno 2", ["Bruno 2"]) == "Bruno 2 2"


@given(st.lists(st.text(st.sampled_from("aAå 2３"), min_size=1, max_size=3), max_size=12))
def test_no_two_names_at_a_table_are_alike(names: list[str]) -> None:
    table: list[str] = []
    for name in names:
        table.append(marked(name, table))

    assert len({unicodedata.normalize("NFKC", name).casefold().replace(" ", "") for name in table}) == len(
        table
    )


def test_there_are_eight_colours() -> None:
    assert len(set(COLOURS)) == 8
