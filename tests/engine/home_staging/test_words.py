"""The names and sentences of Home Staging, in every language."""

import re
from typing import Any

import pytest

from app.engine import home_staging
from app.engine.home_staging.board import Board, board
from app.engine.home_staging.board.cards import Card, Choice
from app.engine.home_staging.board.closing import WHY as AGAINST_CELLS
from app.engine.home_staging.board.closing import Closing
from app.engine.home_staging.board.fits import WHY as AGAINST_PLACES
from app.engine.home_staging.board.hands import Hand, Turn
from app.engine.home_staging.cells import SIDES
from app.engine.home_staging.pieces import NUMBERS, PIECES
from app.engine.home_staging.scenarios import MEDALS, SCENARIOS, Scenario
from app.engine.home_staging.state import CARD, CLOSE, DRAW, OVER, ROOM, TOKENS
from app.engine.home_staging.words import read_bonus
from app.pages.i18n import LOCALES
from tests.support.log_lines import LONGEST_REQUEST, in_all_languages, look_over, macros

NAMES = "home_staging/names.html"
LONGEST_PIECE = {"en": 22, "it": 24, "pl": 22, "ja": 12}  # two lines on a small phone


def _told(file: str, macro: str, *args: object) -> dict[str, str]:
    return in_all_languages(f"home_staging/{file}.html", macro, *args)


def _told_with_cells(macro: str, *args: object) -> dict[str, str]:
    """A sentence with cells in it, which are written in Latin letters everywhere; they are left out here."""
    told = {}
    for locale in LOCALES:
        said = str(getattr(macros(locale, "home_staging/sentences.html"), macro)(*args))
        assert re.search(r"[A-P]\d", said), said
        told[locale] = " ".join(re.sub(r"[A-P]\d+", " ", said).split())
    look_over(told)
    return told


def test_every_piece_has_a_name_of_its_own_that_fits_into_two_lines() -> None:
    for keys in (PIECES, NUMBERS):
        macro = "piece" if keys is PIECES else "number"
        told = [_told("names", macro, key) for key in keys]
        for locale, longest in LONGEST_PIECE.items():
            names = [each[locale] for each in told]
            assert len({*names}) == len(names)
            assert [name for name in names if len(name) > longest] == []


def test_the_pieces_of_a_turn_are_counted_whatever_their_places() -> None:
    said = _told("names", "pieces", ["19A1@H8", "19A1r1m@F11", "01A2@C3"])
    assert said["en"] == "pot × 2 and three-seater"


def test_every_home_room_side_level_medal_and_size_has_a_name() -> None:
    rooms = sorted({room.key for home in SCENARIOS.values() for room in home.rooms})
    every = {
        "scenario": [*SCENARIOS],
        "story": [*SCENARIOS],
        "room": rooms,
        "side": [*SIDES],
        "level": [*range(4)],
        "medal": [*MEDALS],
        "size": ["tight", "square", "roomy"],
        "term": [*macros("en", NAMES).TERMS][1:],  # in Polish, the title is in English
    }
    for macro, keys in every.items():
        told = [_told("names", macro, key) for key in keys]
        assert len({each["en"] for each in told}) == len(keys)
    assert set(macros("en", "home_staging/homes.html").ROOMS) == {*rooms}


@pytest.mark.parametrize("home", SCENARIOS.values(), ids=SCENARIOS)
def test_every_bonus_and_rule_of_a_home_is_said_in_every_language(home: Scenario) -> None:
    told = [_told("bonuses", "bonus", bonus, home.keys) for bonus in home.bonuses]
    for locale in LOCALES:
        assert len({each[locale] for each in told}) == len(home.bonuses)
    for locale in LOCALES:
        said = str(macros(locale, "home_staging/bonuses.html").special(home))
        rules = home.entry, home.front, home.fixed_order, home.ideas > 1, home.low, home.bridge, home.court
        assert said.count("<p>") == sum(map(bool, (*rules, home.ground["X"])))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("+3 view(bedsit, T)", "bedsit: a view of a tree"),
        ("+2 per room: rect(room)", "each room: rectangular"),
        (
            "+2 per room in (bedsit, kitchen): rect(room)",
            "each of these rooms (bedsit and kitchen): rectangular",
        ),
        (
            "+4 window(bedsit, N) and window(kitchen, S)",
            "bedsit: a window to the north; also kitchen: a window to the south",
        ),
        ("+4 all_cards(bathroom, 2)", "bathroom: 2 pieces from every card"),
        ("+4 area(bathroom) >= 20", "bathroom: at least 20 cells"),
        ("+4 area(bathroom) <= 1", "bathroom: at most 1 cell"),
        ("+4 avoids(bathroom, W)", "bathroom: not in the westernmost column"),
        ("+5 area_gap(bathroom, kitchen) <= 0", "equally large: bathroom and kitchen"),
        ("+4 not borders(bathroom, kitchen)", "not side by side: bathroom and kitchen"),
        ("+3 dist(16, 16) >= 2", "at least 2 cells between any two: desk"),
        ("+3 dist(6, 13) >= 3", "at least 3 cells between these: stove and single bed"),
        ("+3 dist(6, front) <= 3", "stove: at most 3 cells from the front door"),
        ("+1 per piece of 19: beside 7", "each small plant next to this: dining table"),
        ("+1 per piece of 13 beyond 3", "each single bed after the first 3"),
        ("+1 per seat in kitchen, at most 6", "kitchen: each seat, up to 6"),
    ],
)
def test_a_bonus_line_reads_like_this(line: str, said: str) -> None:
    rooms = ("bedsit", "kitchen", "bathroom")
    assert _told("bonuses", "bonus", read_bonus(line, rooms), rooms)["en"] == said


def _board(step: str, **what: Any) -> Board:
    new = board(home_staging.new(1, {}, "words"), None, ())
    return new._replace(step=step, **what)


def _options(tokens: int, drawn: int) -> tuple[Choice, ...]:
    return Choice(1, "19A1", tokens, drawn, ()), Choice(2, "19A2", 0, 0, ())


def _hand(*legal: str) -> Hand:
    return Hand("draw", 1, "19A1", 1, (Turn(0, ((0, 0),), (), (), (), (0, 0), legal, (), (), "", ""),))


def _closing(drawn: bool, needs_door: bool) -> Closing:
    return Closing(drawn, "F6-G9", "-", 8, True, 3, (), needs_door, None, (), (), (), (), "")


REQUESTS = (
    _board(ROOM),
    _board(CARD),
    *(_board(TOKENS, cards=(Card(19, "A", tokens, "up", None),)) for tokens in (1, 2)),
    _board(DRAW, options=_options(1, 0), hands=(_hand("F6"),)),
    _board(DRAW, options=_options(3, 1), hands=(_hand("F6"),)),
    _board(DRAW, options=_options(1, 1)),
    _board(DRAW, options=_options(1, 0), hands=(_hand(),)),
    _board(CLOSE, closing=_closing(False, False)),
    _board(CLOSE, closing=_closing(True, True)),
    _board(CLOSE, closing=_closing(True, False)),
    _board(OVER),
)


def test_every_request_is_short_enough_for_two_lines() -> None:
    told = [_told("steps", "yours", request) for request in REQUESTS]
    for locale in LOCALES:
        assert len({said[locale] for said in told}) == len(REQUESTS)
    assert [text for said in told for text in said.values() if len(text) > LONGEST_REQUEST] == []


def test_only_the_player_who_turns_up_cards_has_a_turn() -> None:
    alone = macros("en", "home_staging/steps.html").ALONE
    assert [step for step in (ROOM, CARD, TOKENS, DRAW, CLOSE) if step in alone] == [ROOM, CARD, TOKENS]


@pytest.mark.parametrize("step", [ROOM, CARD, TOKENS, DRAW, CLOSE, OVER])
def test_everybody_else_sees_who_is_still_at_it(step: str) -> None:
    waiting = {DRAW: (0, 2), CLOSE: (0, 2), OVER: ()}.get(step, (2,))
    names = ("Αδα", "Бруно", "Σελ")
    for said in _told("steps", "others", _board(step), waiting, names, True).values():
        assert [seat for seat, name in enumerate(names) if name in said] == [*waiting]


@pytest.mark.parametrize("step", [DRAW, CLOSE])
def test_while_all_are_still_at_it_nobody_is_named(step: str) -> None:
    names = ("Αδα", "Бруно", "Σελ")
    for said in _told("steps", "others", _board(step), (0, 1, 2), names, True).values():
        assert said
        assert not any(name in said for name in names)


def test_who_watches_is_told_what_is_drawn_and_how_many_are_done() -> None:
    names, drawing = ("Αδα", "Бруно", "Σελ", "Ewa"), _board(DRAW, options=_options(1, 0))
    said = str(macros("en", "home_staging/steps.html").others(drawing, (0, 1, 2), names, False))
    assert said.startswith("Everyone draws: pot.")
    assert "1 of 4 done" in said
    assert not any(name in said for name in names)


def test_a_choice_names_the_pieces_that_everyone_gets() -> None:
    one = _told("log", "line", ("tokens", 1, 0, 1, "22A"), ("Αδα", "Бруно"))["en"]
    assert one == "Бруно picks: bathtub."
    both = _told("log", "line", ("tokens", 0, 1, 2, "22A"), ("Αδα", "Бруно"))["en"]
    assert both == "Αδα picks: corner shower and bathtub × 2."


def test_a_choice_from_a_card_that_nobody_remembers_still_has_a_sentence() -> None:
    assert _told("log", "line", ("tokens", 1, 0, 1), ("Αδα", "Бруно"))["en"] == "Бруно picks option 2."


def test_every_reason_against_a_cell_names_it() -> None:
    told = macros("en", "home_staging/sentences.html")
    assert {*told.WHY} == {*AGAINST_PLACES.values(), *AGAINST_CELLS.values()}
    for letter in told.WHY:
        _told_with_cells("why", letter, "E7")
    assert told.why("v", "G9") == "G9: another piece of furniture is in the way."


def test_every_door_says_its_side() -> None:
    for macro in ("door", "front"):
        told = [_told_with_cells(macro, f"G9{side}") for side in SIDES]
        assert all(len({each[locale] for each in told}) == len(SIDES) for locale in LOCALES)
    assert macros("en", "home_staging/sentences.html").front("F10W") == "front door on the west side of F10"


def test_a_place_is_said_in_one_breath() -> None:
    _told_with_cells("place", "01A1", "E7-F7", "NE", "E8-F8", True, 2, ("Αδα",))
    place = macros("en", "home_staging/sentences.html").place
    assert place("01A1", "E7-F7", "N", "", True, 2) == (
        "two-seater, E7 to F7, back to the north wall, by a window, 2 points"
    )
    assert (
        place("33A2", "B2-E2", worth=0, cut=("bathroom", "bedsit"))
        == "runner, B2 to E2, 0 points, no way to the front door from: bathroom, bedsit"
    )


def test_the_script_finds_every_sentence_once() -> None:
    for locale in LOCALES:
        said = str(macros(locale, "home_staging/sentences.html").script())
        keys = re.findall(r'data-say="([^"]+)"', said)
        assert len(keys) == len({*keys})
        assert {*"oblfdvwcpn", "wall-N", "door-W", "front-S", "lies", "run", "cut", "points-6"} <= {*keys}


def test_the_winners_are_named_above_the_scores() -> None:
    for winners in ((1,), (0, 2)):
        names = ("Αδα", "Бруно", "Σελ")
        for said in _told("log", "won", names, winners).values():
            assert [seat for seat, name in enumerate(names) if name in said] == [*winners]


def test_a_game_alone_has_nobody_to_beat() -> None:
    assert _told("log", "won", ("Αδα",), (0,))["en"] == "Αδα has finished the home!"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_everyone_did_at_once_is_one_piece_of_news(locale: str) -> None:
    news = macros(locale, "home_staging/log.html").news
    names = ("Αδα", "Бруно")
    drawn = ("drawn", 0, (("19A1@F6", "draw"),)), ("drawn", 1, ()), ("front", 1, "F10W")
    shut = ("closed", 0, "bedsit", "F6-G9", "G9S"), ("no_room", 1, "bedsit")
    for events in (drawn, shut):
        told = news((("confirm", 0), *events, ("undo", 0)), names)
        assert told
        assert not any(name in told for name in names)
    assert "Бруно" in news((*drawn, ("tokens", 1, 1, 0), ("confirm", 0)), names)
    assert news((("confirm", 0),), names) == ""
