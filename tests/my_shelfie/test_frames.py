"""The frame of a table: what each viewer sees, is offered and may ask about, at moments of recorded games."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from app.engine import my_shelfie
from app.engine.core import Illegal, Seat, offers, play
from app.engine.my_shelfie.common import GOAL_KEYS
from app.engine.my_shelfie.state import LAYING, OVER, PICKING, STEPS
from app.engine.my_shelfie.tiles import KEYS
from app.i18n import LOCALES
from app.refusals import sentence
from app.render import LOG_LINES, Moment, draw, move_of
from scripts import golden
from tests.sight import Sight
from tests.test_log_lines import LONGEST_REQUEST, in_all_languages

NAMES = ("Ada", "Bruno", "Celina", "<b>Daiki</b>")
COLOURS = ("brick", "sky", "moss", "amber")
EVERY = 97  # steps
_LEFT_OVER = re.compile(r"[%{}]|&lt;|None|False|True|undefined|_")


def told(state: Any, events: tuple[Any, ...]) -> Moment:
    seats = len(state.turns)
    return Moment("sunny-sofa-42", 7, 9, NAMES[:seats], COLOURS[:seats], my_shelfie, state, events)


@cache
def moments() -> tuple[Moment, ...]:
    return tuple(_moments())


def _moments() -> Iterator[Moment]:
    for path in sorted((golden.GOLDEN / "my_shelfie").glob("*.jsonl")):
        steps = [*golden.replay(golden.read(path).record)]
        events: tuple[Any, ...] = my_shelfie.opening(steps[0].before)
        yield told(steps[0].before, events)
        for number, step in enumerate(steps, 1):
            events += step.events
            if number % EVERY == 0 or number == len(steps):
                yield told(step.after, events)


@cache
def seen_by(viewer: Seat | None, moment: Moment) -> Sight:
    return Sight(draw(moment, viewer, "en"))


def viewers(moment: Moment) -> list[Seat | None]:
    return [None, *range(len(moment.state.turns))]


def pressed(seen: Sight, offered: bool) -> set[str]:
    """The moves of the buttons that are offered, or of those that only answer why not."""
    return {
        given["value"]
        for tag, given in seen.elements
        if tag == "button" and given.get("name") == "move" and ("aria-disabled" not in given) == offered
    }


def test_the_moments_are_of_every_kind() -> None:
    assert {moment.state.step for moment in moments()} == {*STEPS}
    assert {len(moment.names) for moment in moments()} == {2, 3, 4}
    assert any(moment.state.picked for moment in moments())


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
            other = my_shelfie.reseal(moment.state, viewer, Random(moment.state.refills))
            compared += other != moment.state
            assert draw(moment._replace(state=other), viewer, "en") == draw(moment, viewer, "en")
    assert compared > 200


def test_exactly_what_is_offered_can_be_pressed_and_is_what_the_page_sends() -> None:
    for moment in moments():
        for viewer in viewers(moment):
            seen = seen_by(viewer, moment)
            offered = offers(my_shelfie, moment.state, viewer) if viewer is not None else ()
            assert {*map(move_of, pressed(seen, True))} == {*offered}
            for words in seen.moves:
                sent = seen.sent(words)
                assert viewer is not None
                assert (sent["seat"], sent["turn"]) == (str(viewer), str(moment.state.turns[viewer]))


def test_whatever_else_can_be_pressed_is_refused_with_a_reason() -> None:
    asked: set[str] = set()
    for moment in moments():
        for viewer in viewers(moment):
            for words in pressed(seen_by(viewer, moment), False):
                assert viewer is not None
                with pytest.raises(Illegal) as refused:
                    play(my_shelfie, moment.state, viewer, moment.state.turns[viewer], move_of(words))
                if refused.value.code not in asked:
                    asked.add(refused.value.code)
                    assert sentence(refused.value) in Sight(draw(moment, viewer, "en", refused.value)).text
    assert asked >= {"no_free_side", "not_in_line", "gap_stays", "column_too_full", "shelf_has_no_room"}


def test_who_has_nothing_to_do_is_shown_no_form() -> None:
    for moment in moments():
        for viewer in viewers(moment):
            tags = {tag for tag, _ in seen_by(viewer, moment).elements}
            assert ("form" in tags) == (viewer in moment.state.waiting)
            assert viewer in moment.state.waiting or "button" not in tags


def test_everybody_sees_the_hand_of_whoever_lays_tiles() -> None:
    laying = [moment for moment in moments() if moment.state.step == LAYING]
    assert laying
    for moment in laying:
        waited = moment.state.waiting[0]
        for viewer in viewers(moment):
            assert ("In hand:" in seen_by(viewer, moment).text) == (viewer != waited)


def test_the_column_that_is_being_filled_is_marked_for_all() -> None:
    for moment in moments():
        laying = moment.state.step == LAYING
        for viewer in viewers(moment):
            classes = [given.get("class", "").split() for _, given in seen_by(viewer, moment).elements]
            assert sum("chosen" in each for each in classes) == laying


def test_a_gap_is_asked_to_be_filled_and_nothing_else() -> None:
    asked = set()
    for moment in moments():
        if moment.state.picked:
            fits = any(
                move[0] == "column" for move in my_shelfie.moves(moment.state, moment.state.waiting[0])
            )
            seen = seen_by(moment.state.waiting[0], moment)
            assert ("choose a column" in seen.text) == fits
            assert ("Pick the tile between" in seen.text) != fits
            asked.add(fits)
    assert True in asked


def test_the_last_turn_of_each_seat_is_outlined() -> None:
    outlined = 0
    for moment in moments():
        events = moment.events[-LOG_LINES:]
        if moment.state.step == OVER or any(event[0] == "undo" for event in events):
            continue
        last = {event[1]: len(event[3]) for event in events if event[0] == "place"}
        fresh = [
            given for _, given in seen_by(None, moment).elements if "fresh" in given.get("class", "").split()
        ]
        assert len(fresh) == sum(last.values())
        outlined += bool(fresh)
    assert outlined


def test_only_its_owner_sees_a_personal_goal() -> None:
    for moment in moments():
        if moment.state.step != OVER:
            for viewer in viewers(moment):
                assert ("Show it on the shelf" in seen_by(viewer, moment).text) == (viewer is not None)


def test_the_end_shows_the_score_sheet_and_the_winner() -> None:
    ends = [moment for moment in moments() if not moment.state.waiting]
    assert len(ends) > 10
    for moment in ends:
        seen = seen_by(None, moment)
        for lines in my_shelfie.score(moment.state):
            assert re.search(rf"\b{sum(line.points for line in lines)}\b", seen.text)
        (winner,) = my_shelfie.winners(moment.state)
        assert f"{NAMES[winner]} wins!" in seen.text
        lit = {cell for _, given in seen.elements for cell in given.get("data-cells", "").split()}
        drawn = {given["data-cell"] for _, given in seen.elements if "data-cell" in given}
        assert lit
        assert lit <= drawn


def test_names_are_shown_as_they_are_and_never_as_markup() -> None:
    four = next(moment for moment in moments() if len(moment.names) == 4)
    html = draw(four, 0, "en")
    assert "<bdi>&lt;b&gt;Daiki&lt;/b&gt;</bdi>" in html
    assert "<b>Daiki" not in html


# -- words ---------------------------------------------------------------------------------------------------


def test_whatever_is_asked_is_told_in_every_language() -> None:
    asked = [
        (PICKING, 0, False),
        (PICKING, 1, True),
        (PICKING, 2, False),
        *((step, 0, False) for step in STEPS[1:]),
    ]
    told = [in_all_languages("my_shelfie/steps.html", "yours", *each) for each in asked]
    assert {len({said[locale] for said in told}) for locale in LOCALES} == {len(asked)}
    assert max(len(said) for each in told for said in each.values()) <= LONGEST_REQUEST


def test_everybody_else_reads_whom_they_wait_for() -> None:
    for step in STEPS:
        for said in in_all_languages("my_shelfie/steps.html", "others", step, "Бруно").values():
            assert ("Бруно" in said) == (step != OVER)


def test_every_type_and_goal_has_a_name_in_every_language() -> None:
    file = "my_shelfie/names.html"
    told = {
        "tile": [in_all_languages(file, "tile", key) for key in KEYS],
        "kind": [in_all_languages(file, "kind", key) for key in KEYS],
        "goal": [in_all_languages(file, "goal", key) for key in GOAL_KEYS],
        "column": [in_all_languages(file, "column", column) for column in range(5)],
    }
    for names in told.values():
        for locale in LOCALES:
            assert len({name[locale] for name in names}) == len(names), names
