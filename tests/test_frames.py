"""The frame of a table: what each viewer sees and is offered at every kind of moment of recorded games."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from zlib import compress

import pytest
from markupsafe import Markup, escape

from app import i18n
from app.engine import dream_home
from app.engine.core import UNDO, Illegal, offers, play
from app.engine.dream_home.board import IN_TWO_CHOICES, board
from app.engine.dream_home.house import SLOT
from app.i18n import LOCALES
from app.names import COLOURS
from app.refusals import sentence
from app.render import LOG_LINES, Moment, draw, move_of
from scripts import golden
from tests.kit import walk
from tests.sight import Sight

NAMES = ("Ada", "Bruno", "Celina", "<b>Daiki</b>")
EVERY = 50  # steps: rarer kinds of moments are looked for
RARE = {*IN_TWO_CHOICES, "keep", "roofer", "jack"}
_LEFT_OVER = re.compile(r"[%{}]|&lt;|None|False|True|undefined|\b[ugb]\d\b|_")


def told(state: Any, events: tuple[Any, ...], version: int = 7) -> Moment:
    seats = len(state.turns)
    return Moment("sunny-sofa-42", version, 3, NAMES[:seats], COLOURS[:seats], dream_home, state, events)


@cache
def moments() -> tuple[Moment, ...]:
    """Some steps of the recorded games, their ends, and whenever something rare can be done."""
    return tuple(_moments())


def _moments() -> Iterator[Moment]:
    for path in sorted((golden.GOLDEN / "dream_home").glob("*.jsonl")):
        steps = [*golden.replay(golden.read(path).record)]
        events: tuple[Any, ...] = dream_home.opening(steps[0].before)
        yield told(steps[0].before, events)
        met: set[str | int] = set()
        for number, step in enumerate(steps, 1):
            events += step.events
            tags = {move[0] for seat in step.after.waiting for move in offers(dream_home, step.after, seat)}
            if number % EVERY == 0 or number == len(steps) or (tags & RARE) - met:
                met |= tags
                yield told(step.after, events, number + 1)


@cache
def seen_by(viewer: int | None, moment: Moment) -> Sight:
    return Sight(draw(moment, viewer, "en"))


def viewers(moment: Moment) -> list[int | None]:
    """A spectator, and everybody at the table."""
    return [None, *range(len(moment.state.turns))]


def test_the_moments_are_of_every_kind() -> None:
    steps = {moment.state.step for moment in moments()}
    assert steps >= {"clear", "jack", "turn", "taken", "help", "over"}
    tags = {
        move[0]
        for moment in moments()
        for seat in moment.state.waiting
        for move in offers(dream_home, moment.state, seat)
    }
    assert tags >= RARE | {"clear", "take", "place", "decor", "scaffold", "done", "undo", "pass"}
    assert {len(moment.names) for moment in moments()} == {2, 3, 4}


@pytest.mark.parametrize("locale", LOCALES)
def test_in_every_language_there_are_only_words(locale: str) -> None:
    for moment in moments():
        for viewer in (None, *moment.state.waiting):
            seen = Sight(draw(moment, viewer, locale))
            text = seen.text.replace("<b>Daiki</b>", "Daiki")
            assert not (left_over := _LEFT_OVER.search(text)), (left_over, text)
            ids = [given["id"] for _, given in seen.elements if "id" in given]
            assert len(ids) == len(set(ids))
            assert not [given for _, given in seen.elements if "style" in given]


def test_nobody_sees_a_secret_even_by_comparing() -> None:
    compared = 0
    for moment in moments():
        for viewer in viewers(moment):
            other = dream_home.reseal(moment.state, viewer, Random(moment.version))
            compared += other != moment.state
            assert draw(moment._replace(state=other), viewer, "en") == draw(moment, viewer, "en")
    assert compared > 200


def test_exactly_what_is_offered_can_be_pressed_and_is_what_the_page_sends() -> None:
    for moment in moments():
        for viewer in viewers(moment):
            seen = seen_by(viewer, moment)
            offered = offers(dream_home, moment.state, viewer) if viewer is not None else ()
            assert sorted(map(move_of, seen.moves), key=str) == sorted(offered, key=str)
            for words in seen.moves:
                sent = seen.sent(words)
                assert viewer is not None
                assert (sent["seat"], sent["turn"]) == (str(viewer), str(moment.state.turns[viewer]))


def test_who_has_nothing_to_do_is_shown_no_form() -> None:
    for moment in moments():
        for viewer in viewers(moment):
            tags = {tag for tag, _ in seen_by(viewer, moment).elements}
            assert ("form" in tags) == (viewer in moment.state.waiting)
            assert viewer in moment.state.waiting or not tags & {"button", "select"}
            assert viewer in moment.state.waiting or not seen_by(viewer, moment).presses


def test_what_is_against_the_rules_can_be_pressed_to_hear_why() -> None:
    pressed: Counter[str] = Counter()
    for moment in moments():
        for viewer in moment.state.waiting:
            seen = seen_by(viewer, moment)
            for words in seen.refused:
                with pytest.raises(Illegal) as refused:
                    play(dream_home, moment.state, viewer, int(seen.sent(words)["turn"]), move_of(words))
                assert sentence(refused.value, str) != refused.value.code
                pressed[refused.value.code] += 1
    assert set(pressed) >= {
        "occupied",
        "unsupported",
        "not_now",
        "room_first",
        "nothing_to_undo",
        "wrong_storey",
        "finished",
    }


def test_whoever_places_a_card_can_press_every_slot_and_every_pair() -> None:
    placing = [moment for moment in moments() if moment.state.step == "taken" and moment.state.room]
    assert placing
    for moment in placing:
        seen = seen_by(moment.state.waiting[0], moment)
        spoken = {words.split(" ")[1] for words in (*seen.moves, *seen.refused) if " " in words}
        here = {str(column) for column, room in enumerate(moment.state.display.rooms) if room}
        assert spoken >= {*SLOT} | here


def test_each_place_says_what_it_would_score() -> None:
    placing = next(moment for moment in moments() if moment.state.step == "taken" and moment.state.room)
    seat = placing.state.waiting[0]
    drawn = board(placing.state, seat, offers(dream_home, placing.state, seat))
    for slot in (slot for storey in drawn.houses[seat].storeys for slot in storey):
        for move, gain in slot.offers:
            after, _ = play(dream_home, placing.state, seat, placing.state.turns[seat], move)
            assert gain == in_sight(after, seat) - in_sight(placing.state, seat)


def in_sight(state: Any, seat: int) -> int:
    """The points of a house but for its roof."""
    return sum(line.points for line in dream_home.score(state)[seat] if line.part != "roof")


def test_the_roof_that_nobody_may_see_is_not_in_the_points() -> None:
    for moment in moments():
        if moment.state.waiting:
            for seat, house in enumerate(board(moment.state, None, ()).houses):
                assert sum(line.points for line in house.lines) == in_sight(moment.state, seat)


def test_the_points_of_a_running_game_are_shown_to_whom_the_table_agreed() -> None:
    moment = next(moment for moment in moments() if moment.state.step == "taken" and moment.version > 100)
    own, other = moment.state.waiting[0], (moment.state.waiting[0] + 1) % len(moment.names)
    for shown, seats in (("off", []), ("own", [own]), ("all", [own, other])):
        html = draw(moment._replace(running_score=shown), own, "en")
        assert ('class="sum"' in html) == (own in seats)
        assert bool(re.search(rf"{NAMES[other]} : \d+ points?, roof", Sight(html).text)) == (other in seats)


def test_the_jackhammer_can_be_kept_for_as_long_as_one_likes() -> None:
    asked = next(moment for moment in moments() if moment.state.step == "jack")
    seat = asked.state.waiting[0]
    moment = asked._replace(places=tuple(range(11, 15)))
    ways = Sight(draw(moment, seat, "en"))
    assert ways.hidden[""] == {"place": str(11 + seat), "on": "yes"}
    kept = moment._replace(standing=(("pass",),) * len(moment.names))
    assert "Ask me about the jackhammer again" in Sight(draw(kept, (seat + 1) % 2, "en")).text
    assert "Ask me about the jackhammer again" not in Sight(draw(kept, None, "en")).text


def test_a_game_given_up_asks_nobody() -> None:
    moment = next(moment for moment in moments() if moment.state.step == "turn")
    seen = Sight(draw(moment._replace(given_up=True), moment.state.waiting[0], "en"))
    assert "The game is over." in seen.text
    assert "Your turn" not in seen.text
    assert not seen.presses


@pytest.mark.parametrize("locale", LOCALES)
def test_a_frame_is_small_enough_for_a_slow_phone(locale: str) -> None:
    rounds = {1, 6, 12}
    met = set()
    for seed in range(3):
        events: tuple[Any, ...] = ()
        for step in walk(dream_home, 4, seed):
            events += step.events
            state = step.after
            if state.round in rounds and state.waiting and state.step != "help":
                met.add(state.round)
                frame = draw(told(state, events), state.waiting[0], locale).encode()
                assert len(frame) < 45_000
                assert len(compress(frame)) < 7_000
    assert met == rounds


def test_the_end_shows_the_score_sheet_the_winners_and_all_roofs() -> None:
    ends = [moment for moment in moments() if not moment.state.waiting]
    assert len(ends) > 10
    for moment in ends:
        seen = seen_by(None, moment)
        for lines in dream_home.score(moment.state):
            assert re.search(rf"\b{sum(line.points for line in lines)}\b", seen.text)
        for seat in dream_home.winners(moment.state):
            assert NAMES[seat] in seen.text
        assert "Score sheet" in seen.text
        assert "The game is over." in seen.text


def test_names_are_shown_as_they_are_and_never_as_markup() -> None:
    four = next(moment for moment in moments() if len(moment.names) == 4)
    html = draw(four, 0, "en")
    assert "<bdi>&lt;b&gt;Daiki&lt;/b&gt;</bdi>" in html
    assert "<b>Daiki" not in html


def test_the_log_is_bounded_and_its_newest_line_first() -> None:
    long = max(moments(), key=lambda moment: len(moment.events))
    html = draw(long, None, "en")
    log = html.partition('<ol class="log">')[2].partition("</ol>")[0]
    assert len(long.events) > log.count("<li ") == LOG_LINES
    assert "wins!" in Sight(log.partition("</li>")[0]).text or "shared victory" in log


def test_a_board_that_can_be_undone_says_so_once() -> None:
    undoable = [
        moment
        for moment in moments()
        for seat in moment.state.waiting
        if UNDO in offers(dream_home, moment.state, seat)
    ]
    assert undoable
    for moment in undoable:
        assert Sight(draw(moment, moment.state.waiting[0], "en")).moves.count("undo") == 1


def test_what_is_remembered_of_other_frames_is_as_if_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of frames are drawn once; among the players one name has letters that are escaped, once."""
    some = moments()[::7]
    remembered = [[draw(moment, viewer, "it") for viewer in (None, 0, 1)] for moment in some]
    plainly = i18n.environment.__wrapped__("it")
    plainly.globals["once"] = lambda macro, *values: macro(*values)
    monkeypatch.setattr(i18n, "environment", lambda locale: plainly)
    assert [[draw(moment, viewer, "it") for viewer in (None, 0, 1)] for moment in some] == remembered


def test_a_name_that_is_markup_and_one_that_is_not_are_not_mixed_up() -> None:
    once: Any = i18n.environment("en").globals["once"]

    def shown(name: str) -> Markup:
        return escape(name)

    assert once(shown, Markup("<b>Ada</b>")) == "<b>Ada</b>"
    assert once(shown, "<b>Ada</b>") == "&lt;b&gt;Ada&lt;/b&gt;"
