"""What a game's templates say in every language: events, score sheets, options, moves, names and refusals.
Every sentence is complete, with no code or English word left in it."""

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

import pytest

from app.engine import registry
from app.engine.core import Event, Illegal, Line, offers
from app.engine.dream_home.cards import COLUMNS, KINDS, ROOM_NAMES, SPECIAL_NAMES
from app.engine.dream_home.house import SLOT_NAMES
from app.engine.dream_home.state import STEPS
from app.pages.i18n import LOCALES, TEMPLATES, words
from app.pages.refusals import read, sentence
from app.table import playable_games
from scripts import golden
from tests.support.log_lines import _CODE, IN_COMMON, LONGEST_REQUEST, _words, in_all_languages, macros

# The players' names, in letters that none of our four languages uses.
SEATS = ("Αδα", "Бруно", "Σελ", "Дайки", "Φώτης", "Юлия")
TOOLS = ("drill", "mix", "supplier", "handyman")

each_game = pytest.mark.parametrize("game", playable_games.names())


# -- the log -------------------------------------------------------------------------------------------------


class Story:
    """A recorded game: its events as they happened, and as they read later."""

    def __init__(self, name: str, recorded: golden.Golden) -> None:
        self.game = registry.game(name)
        self.record = recorded.record
        self.steps = [*golden.replay(self.record)]
        self.lines = [line for lines in self.game.score(self.steps[-1].after) for line in lines]

    def events(self) -> Iterator[Event]:
        for event in self._happened():
            yield event
            for now in (self.steps[-1].before, self.steps[-1].after):
                yield self.game.fade(event, now)

    def _happened(self) -> Iterator[Event]:
        yield from self.game.opening(self.steps[0].before)
        for step in self.steps:
            yield from step.events


@cache
def stories(game: str) -> tuple[Story, ...]:
    return tuple(Story(game, golden.read(path)) for path in sorted((golden.GOLDEN / game).glob("*.jsonl")))


@cache
def events(game: str) -> tuple[Event, ...]:
    """Every event that gets a log line, once each: the recorded ones, and `take_back`, which only tables
    have."""
    untold = getattr(macros("en", f"{game}/log.html"), "UNTOLD", ())
    recorded = (event for story in stories(game) for event in story.events() if event[0] not in untold)
    return tuple(dict.fromkeys((*recorded, ("take_back", 0))))


def test_only_the_end_of_a_turn_gets_no_line() -> None:
    assert macros("en", "dream_home/log.html").UNTOLD == ("done",)
    assert ("done", 0) in {event for story in stories("dream_home") for event in story.events()}


@each_game
def test_every_event_of_the_recorded_games_is_a_sentence_in_every_language(game: str) -> None:
    assert len(events(game)) > 100
    for event in events(game):
        for locale, said in in_all_languages(f"{game}/log.html", "line", event, SEATS).items():
            assert re.search(r"[。！]$" if locale == "ja" else r"[.!]$", said), said


@each_game
def test_every_event_with_a_sentence_is_recorded(game: str) -> None:
    assert {event[0] for event in events(game)} == set(macros("en", f"{game}/log.html").SENTENCES)


@each_game
def test_a_sentence_names_the_player_who_acted(game: str) -> None:
    """The parameters of an event's macro tell whom it is about: a seat, the winners, or nobody."""
    for event in events(game):
        for locale in LOCALES:
            log = macros(locale, f"{game}/log.html")
            said, about = str(log.line(event, SEATS)), log.SENTENCES[event[0]].arguments[1:2]
            if about == ("seat",):
                assert [name for name in SEATS if name in said] == [SEATS[event[1]]], said
            elif about == ("winners",):
                assert [name in said for name in SEATS] == [seat in event[1] for seat in range(len(SEATS))]
            else:
                assert not any(name in said for name in SEATS), said


@each_game
def test_events_read_back_from_json_give_the_same_sentences(game: str) -> None:
    def plain(value: Any) -> Any:
        return [*map(plain, value)] if isinstance(value, tuple) else value

    line = macros("pl", f"{game}/log.html").line
    for event in events(game):
        assert line(plain(event), [*SEATS]) == line(event, SEATS)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            ("take", 1, 3, 2, "kitchen/3", "red~"),
            [
                "Bruno takes the kitchen and the red roof with a window.",
                "Bruno prende: cucina e tetto rosso con finestra.",
                "Bruno bierze: kuchnia i czerwony dach z oknem.",
                "Brunoがキッチンと赤い屋根（窓つき）を取りました。",
            ],
        ),
        (
            ("place", 0, "bathroom/1", "u3", "up", "scaffold"),
            [
                "Ada builds the bathroom in place of the scaffolding (upper floor 4).",
                "Ada costruisce al posto dell’impalcatura: bagno (piano superiore 4).",
                "Ada buduje w miejscu rusztowania: łazienka (piętro 4).",
                "Adaが二階・左から4番目の足場の代わりにバスルームを置きました。",
            ],
        ),
        (
            ("keep", 2, "piano", ("cat_house", "painting_1")),
            [
                "Celina keeps the piano. Discarded: cat house and painting.",
                "Celina tiene: pianoforte. Scartati: cuccia per gatti e quadro.",
                "Celina zachowuje: fortepian. Odrzucono: domek dla kota i obraz.",
                "Celinaはピアノを残しました。 捨てられたもの：ねこの家、絵画。",
            ],
        ),
        (
            ("end", (0, 3)),
            [
                "It's a tie: Ada and Daiki!",
                "Parità: Ada e Daiki!",
                "Remis: Ada i Daiki!",
                "引き分け：Ada、Daiki！",
            ],
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_same_event_is_read_in_four_languages(event: Event, told: list[str]) -> None:
    cast = ("Ada", "Bruno", "Celina", "Daiki")
    assert [str(macros(each, "dream_home/log.html").line(event, cast)) for each in LOCALES] == told


def test_a_faded_roof_is_named_without_its_colour() -> None:
    named, faded = ("take", 0, 1, 1, "kitchen/1", "red~"), ("take", 0, 1, 1, "kitchen/1", "roof")
    assert in_all_languages("dream_home/log.html", "line", named, SEATS)["en"].endswith(
        " red roof with a window."
    )
    told = in_all_languages("dream_home/log.html", "line", faded, SEATS)
    assert told["en"] == "Αδα takes the kitchen and the roof card."
    assert told["ja"] == "Αδαがキッチンと屋根カードを取りました。"
    assert {event[5] for event in events("dream_home") if event[0] == "take"} > {"roof", "red", "red~"}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_name_is_shown_as_text_whatever_it_contains(locale: str) -> None:
    line = macros(locale, "dream_home/log.html").line
    for event in (("undo", 0), ("end", (0,)), ("end", (0, 1))):
        said = line(event, ["<i>Eve</i> & %(player)s", "Bruno"])
        assert "&lt;i&gt;Eve&lt;/i&gt; &amp; %(player)s" in said
        assert "<" not in said


# -- the score -----------------------------------------------------------------------------------------------


def _score_lines(game: str) -> set[tuple[str, str, tuple[str | int, ...]]]:
    lines: list[Line] = [line for story in stories(game) for line in story.lines]
    return {(line.part, line.code, line.args) for line in lines}


@each_game
def test_every_line_of_the_recorded_score_sheets_is_a_sentence_in_every_language(game: str) -> None:
    for part, code, args in _score_lines(game):
        in_all_languages(f"{game}/score.html", "line", part, code, args)


@each_game
def test_every_score_line_with_words_is_recorded(game: str) -> None:
    worded = {
        (part, code) for part, codes in macros("en", f"{game}/score.html").LINES.items() for code in codes
    }
    assert {(part, code) for part, code, _ in _score_lines(game)} == worded


@each_game
def test_the_parts_of_a_score_have_names_in_every_language(game: str) -> None:
    for part in (*registry.game(game).parts, "total"):
        in_all_languages(f"{game}/score.html", "part", part)


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "living room / living room, 2 cards / living room, 3 cards / 1 empty room / 5 empty rooms"),
        ("it", "soggiorno / soggiorno, 2 carte / soggiorno, 3 carte / 1 stanza vuota / 5 stanze vuote"),
        ("pl", "salon / salon, 2 karty / salon, 3 karty / 1 puste pomieszczenie / 5 pustych pomieszczeń"),
        ("ja", "リビングルーム / リビングルーム、2枚 / リビングルーム、3枚 / 空き部屋1室 / 空き部屋5室"),
    ],
)
def test_cards_and_rooms_take_the_plural_form_of_the_language(locale: str, told: str) -> None:
    line = macros(locale, "dream_home/score.html").line
    rooms = [line("rooms", "room", ("living_room", size)) for size in (1, 2, 3)]
    assert " / ".join([*rooms, *(line("rooms", "empty_rooms", (count,)) for count in (1, 5))]) == told


# -- options, moves, names, refusals -------------------------------------------------------------------------


@each_game
def test_every_option_and_value_has_words_in_every_language(game: str) -> None:
    for option in registry.game(game).options:
        in_all_languages(f"{game}/options.html", "name", option.name)
        for said in in_all_languages(f"{game}/options.html", "help", option.name).values():
            assert said[-1] in ".。"
        values = [
            in_all_languages(f"{game}/options.html", "value", option.name, each) for each in option.values
        ]
        for locale in LOCALES:
            assert len({said[locale] for said in values}) == len(option.values)


def test_every_request_exists_in_every_language() -> None:
    asked = {("over", frozenset[str]())}
    for story in stories("dream_home"):
        for step in story.steps:
            moves = offers(story.game, step.before, step.seat)
            asked.add((step.before.step, frozenset(str(move[0]) for move in moves)))
    assert {step for step, _ in asked} == set(STEPS)
    told = [in_all_languages("dream_home/steps.html", "yours", step, tags) for step, tags in asked]
    assert {len({said[locale] for said in told}) for locale in LOCALES} == {15}
    told += [in_all_languages("dream_home/steps.html", "with", tool) for tool in TOOLS]
    assert max(len(said) for each in told for said in each.values()) <= LONGEST_REQUEST


def test_everybody_else_sees_whose_turn_it_is() -> None:
    for step in STEPS:
        for said in in_all_languages("dream_home/steps.html", "others", step, SEATS[1]).values():
            assert (SEATS[1] in said) == (step != "over")


def test_every_card_slot_and_column_has_a_name_in_every_language() -> None:
    file = "dream_home/names.html"
    rooms = [kind.key for kind in KINDS if kind.key]
    told = {
        "room": [in_all_languages(file, "room", room) for room in rooms],
        "badge": [in_all_languages(file, "badge", room) for room in rooms],
        "slot": [in_all_languages(file, "slot", name) for name in SLOT_NAMES if name],
        "column": [in_all_languages(file, "column", column) for column in COLUMNS],
        "term": [in_all_languages(file, "term", term) for term in macros("en", file).TERMS],
    }
    for names in told.values():
        for locale in LOCALES:
            assert len({name[locale] for name in names}) == len(names), names
    specials = [in_all_languages(file, "special", name)["pl"] for name in (*SPECIAL_NAMES[1:], "roof")]
    assert len(set(specials)) == len(specials) - 2, "of three paintings"
    assert {in_all_languages(file, "card", card)["it"] for card in ROOM_NAMES[1:]} == {
        room["it"] for room in told["room"]
    }


@pytest.mark.parametrize("file", sorted(TEMPLATES.rglob("refusals.toml")), ids=lambda path: path.parent.name)
def test_every_refusal_has_a_sentence_in_every_language(file: Any) -> None:
    for code, said in read(file).items():
        facts = {name: 7 for _, name, _, _ in Formatter().parse(said) if name}
        told = {each: sentence(Illegal(code, **facts), words(each).gettext) for each in LOCALES}
        assert len(set(told.values())) == len(LOCALES), told
        for locale, text in told.items():
            assert not _CODE.search(text), told
            if locale in ("it", "pl"):
                assert not (_words(text) & _words(told["en"])) - IN_COMMON[locale] - {"json", "nonce"}, told
