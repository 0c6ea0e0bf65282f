"""My Shelfie's part of the page: what it offers and says at moments of recorded games, and in which words."""

import pytest

from app.engine import my_shelfie
from app.engine.core import Illegal, play
from app.engine.move_text import move_of
from app.engine.my_shelfie.board import board
from app.engine.my_shelfie.common_goals import GOAL_KEYS
from app.engine.my_shelfie.living_room import SIDE
from app.engine.my_shelfie.state import LAID, LAYING, OVER, PICKING, STEPS
from app.engine.my_shelfie.tiles import KEYS
from app.pages.game_frame import Moment
from app.pages.game_log import LOG_LINES
from app.pages.i18n import LOCALES
from tests.support.log_lines import LONGEST_REQUEST, in_all_languages, macros
from tests.support.moments import NAMES, seen_by, viewers
from tests.support.moments import moments as moments_of
from tests.support.moments import told as told_of


def moments() -> tuple[Moment, ...]:
    return moments_of("my_shelfie")


def test_the_moments_are_of_every_kind() -> None:
    assert {moment.state.step for moment in moments()} == {*STEPS}
    assert any(moment.state.picked for moment in moments())


def test_every_reason_for_a_refusal_can_be_read() -> None:
    heard = set()
    for moment in moments():
        for seat in moment.state.waiting:
            for words in (seen := seen_by(seat, moment)).refused:
                with pytest.raises(Illegal) as refused:
                    play(my_shelfie, moment.state, seat, int(seen.sent(words)["turn"]), move_of(words))
                heard.add(refused.value.code)
    assert heard >= {"no_free_side", "not_in_line", "gap_stays", "column_too_full", "shelf_has_no_room"}


def test_everybody_sees_the_hand_of_the_player_placing_tiles() -> None:
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


def test_only_the_player_who_placed_them_can_swap_tiles_and_is_told_which() -> None:
    offered = 0
    for moment in moments():
        if moment.state.step == LAID:
            seat = moment.state.waiting[0]
            swaps = [move for move in my_shelfie.moves(moment.state, seat) if move[0] == "swap"]
            offered += len(swaps)
            for viewer in viewers(moment):
                seen = seen_by(viewer, moment)
                assert seen.text.count("Swap:") == (len(swaps) if viewer == seat else 0)
                assert ("or swap tiles" in seen.text) == (bool(swaps) and viewer == seat)
    assert offered


def test_with_a_gap_only_the_tile_in_it_is_asked_for() -> None:
    asked = set()
    for moment in moments():
        if moment.state.picked:
            fits = any(
                move[0] == "column" for move in my_shelfie.moves(moment.state, moment.state.waiting[0])
            )
            seen = seen_by(moment.state.waiting[0], moment)
            assert ("a column." in seen.text) == fits
            assert ("Pick the tile in between" in seen.text) != fits
            asked.add(fits)
    assert True in asked


def test_each_picked_tile_can_be_put_back_on_its_own() -> None:
    asked = set()
    for moment in moments():
        if moment.state.picked:
            seat = moment.state.waiting[0]
            presses = [press.value for press in seen_by(seat, moment).presses]
            assert presses.count("undo") == 1
            for cell in moment.state.picked:
                assert "put_back {} {}".format(*divmod(cell, SIDE)) in presses
            asked.add(len(moment.state.picked))
    assert max(asked) > 1


def test_nobody_who_has_to_pick_a_column_is_asked_for_another_tile() -> None:
    asked = set()
    for moment in moments():
        if moment.state.picked:
            seat = moment.state.waiting[0]
            tags = {move[0] for move in my_shelfie.moves(moment.state, seat)}
            asked.add("pick" in tags)
            seen = seen_by(seat, moment).text
            assert ("Pick another tile" in seen) == (tags >= {"pick", "column"})
            assert ("Pick a column." in seen) == (tags == {"column"})
    assert asked == {True, False}


def test_a_refill_stays_in_the_news_until_the_next_tiles_are_on_a_shelf() -> None:
    def news(*events: tuple[object, ...]) -> str:
        return str(macros("en", "my_shelfie/log.html").news(events, NAMES))

    place, refill, pick = ("place", 0, 2, ("cats",)), ("refill", 3, 3, 40), ("pick", 1, 0, 3, "books")
    assert "refilled" in news(place, refill)
    assert "refilled" in news(place, refill, pick, pick)
    assert "adds to column 3: cat" in news(place, refill, pick, place)
    assert "picks" in news(place, refill, place, pick)


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
                assert ("Show my personal goal" in seen_by(viewer, moment).text) == (viewer is not None)


def test_spectators_see_how_far_everybody_is_who_has_not_met_a_goal() -> None:
    for moment in moments():
        if moment.state.step == OVER:
            continue
        seats = len(moment.state.shelves)
        drawn = board(moment.state, None, ())
        for goal in drawn.goals:
            assert len(goal.all_reached) == seats
            for seat in range(seats):
                own = next(each for each in board(moment.state, seat, ()).goals if each.key == goal.key)
                assert own.reached == goal.all_reached[seat]
                assert own.all_reached == ()


def test_each_line_of_the_score_sheet_lights_cells_that_are_drawn() -> None:
    for moment in moments():
        if moment.state.step == OVER:
            seen = seen_by(None, moment)
            lit = {cell for _, given in seen.elements for cell in given.get("data-cells", "").split()}
            drawn = {given["data-cell"] for _, given in seen.elements if "data-cell" in given}
            assert lit
            assert lit <= drawn


# -- words ---------------------------------------------------------------------------------------------------


def test_every_request_exists_in_every_language() -> None:
    asked = [
        (PICKING, 0, False, True),
        (PICKING, 0, False, True, True),
        (PICKING, 1, True, True),
        (PICKING, 2, True, True),
        (PICKING, 2, False, True),
        (PICKING, 1, True, False),
        (PICKING, 3, True, False),
        *((step, 0, False, False) for step in STEPS[1:]),
        (LAID, 0, False, False, False, True),
    ]
    told = [in_all_languages("my_shelfie/steps.html", "yours", *each) for each in asked]
    assert {len({said[locale] for said in told}) for locale in LOCALES} == {len(asked)}
    assert max(len(said) for each in told for said in each.values()) <= LONGEST_REQUEST


def test_everybody_else_reads_who_they_are_waiting_for() -> None:
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


def test_an_open_goal_says_what_it_is_worth_and_what_else_counts() -> None:
    moment = next(moment for moment in moments() if moment.state.waiting)
    own = seen_by(moment.state.waiting[0], moment).text
    assert "take the top token and score its points" in own
    assert "Matching cells 1 2 3 4 5 6 Points 1 2 4 6 9 12 You also score points for groups" in own
    assert "Tiles in a group 3 4 5 6+ Points 2 3 5 8" in own
    assert "Matching cells" not in seen_by(None, moment).text


def test_once_a_shelf_is_full_everyone_is_told_it_is_the_last_round() -> None:
    asked = [moment.state for moment in moments() if moment.state.step == PICKING and not moment.state.picked]
    asked += [state._replace(filled=state.waiting[0]) for state in asked[:3]]
    told = {
        (
            state.filled is not None,
            "Last round:" in seen_by(state.waiting[0], told_of(my_shelfie, state, ())).text,
        )
        for state in asked
    }
    assert told == {(False, False), (True, True)}
