"""The log tells a turn in one line: short to the eye, whole sentences to the ear."""

from typing import Any

from app.pages import i18n
from app.pages.game_log import turns
from tests.support.log_lines import in_all_languages, macros
from tests.support.parsed_page import Sight

TURN: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("1-0", ("deal", 1, ("kitchen/3",), ("red",))),
    ("2-0", ("clear", 0, 1, "study/1", "drill")),
    ("3-0", ("take", 0, 1, 2, "kitchen/3", "piano")),
    ("4-0", ("place", 0, "kitchen/3", "g2", "up", "")),
    ("5-0", ("decor", 0, "piano", "u1")),
    ("6-0", ("done", 0)),
    ("7-0", ("take", 1, 1, 0, "bedroom/1", "marker")),
)


def marks(groups: tuple[tuple[tuple[str, Any], ...], ...]) -> list[list[str]]:
    return [[mark for mark, _ in group] for group in groups]


def test_what_a_seat_does_in_a_turn_is_one_group() -> None:
    of_a_turn = macros("en", "dream_home/log.html").TURN
    together = ["2-0", "3-0", "4-0", "5-0"]
    assert marks(turns(TURN, of_a_turn)) == [["1-0"], together, ["6-0"], ["7-0"]]


def test_two_seats_in_a_row_have_a_line_each() -> None:
    of_a_turn = macros("en", "dream_home/log.html").TURN
    assert marks(turns((TURN[2], TURN[6]), of_a_turn)) == [["3-0"], ["7-0"]]


def test_without_such_events_each_stays_by_itself() -> None:
    assert marks(turns(TURN, ())) == [[mark] for mark, _ in TURN]


def test_a_line_of_a_turn_leaves_the_name_to_the_mark() -> None:
    for _, event in TURN[1:5]:
        for locale, said in in_all_languages("dream_home/log.html", "short", event, ("Αδα",), "").items():
            assert said, locale
            assert "Αδα" not in said


def test_a_turn_reads_from_left_to_right_and_is_told_in_sentences() -> None:
    lines = i18n.environment("en").get_template("table/log_lines.html").module
    (turn,) = (group for group in turns(TURN[1:5], macros("en", "dream_home/log.html").TURN))
    drawn = str(lines.a_turn("dream_home", turn, ("Ada", "Bruno"), ("brick", "moss")))  # type: ignore[attr-defined]
    seen = drawn
    for _, event in turn:
        sentence = str(macros("en", "dream_home/log.html").line(event, ("Ada", "Bruno")))
        assert sentence in seen
        seen = seen.replace(sentence, "")
    assert Sight(seen).text.replace(" ;", ";") == (
        "A ✕ study + drill; kitchen + piano → ground floor 3; piano → upper floor 2"
    )


def test_a_room_is_named_where_it_does_not_follow_from_what_was_taken() -> None:
    short = macros("en", "dream_home/log.html").short
    down = ("place", 0, "kitchen/3", "b4", "down", "")
    assert short(down, ("Ada",), "take") == " → basement 5 (face down)"
    assert short(down, ("Ada",), "decor") == "; kitchen → basement 5 (face down)"
    assert short(down, ("Ada",), "") == "kitchen → basement 5 (face down)"
    assert short(("take", 0, 1, 2, "kitchen/3", "piano"), ("Ada",), "pass") == " kitchen + piano"


def test_a_turn_of_my_shelfie_is_one_line_too() -> None:
    log = macros("en", "my_shelfie/log.html")
    turn = (("1-0", ("place", 0, 2, ("cats", "games"))), ("2-0", ("swap", 0, 2, ("games", "cats"))))
    others = (("0-0", ("pick", 0, 1, 1, "cats")), ("3-0", ("goal", 0, "six_pairs", 8)))
    assert marks(turns((others[0], *turn, others[1]), log.TURN)) == [["0-0"], ["1-0", "2-0"], ["3-0"]]
    lines = i18n.environment("en").get_template("table/log_lines.html").module
    drawn = str(lines.a_turn("my_shelfie", turn, ("Ada", "Bruno"), ("brick", "moss")))  # type: ignore[attr-defined]
    for _, event in turn:
        drawn = drawn.replace(str(log.line(event, ("Ada", "Bruno"))), "")
    assert Sight(drawn).text.replace(" ;", ";") == "A cat and game → column 3; game and cat ⇄"
