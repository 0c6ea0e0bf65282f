"""The page of Home Staging at moments of recorded games: what it shows besides the offered moves."""

import re
from collections.abc import Iterator

import pytest

from app.engine import home_staging
from app.engine.home_staging.moves import WAYS
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import CLOSE, DRAW, OVER, TOKENS
from app.pages.assets import FOLDER
from app.pages.game_frame import Moment, draw, framed
from tests.support.conformance import walk
from tests.support.moments import moments, seen_by, told
from tests.support.parsed_page import Sight

GAME = "home_staging"
LIGHTS = (FOLDER / GAME / "board" / "lights.css").read_text("utf-8")


def at(step: str) -> list[Moment]:
    found = [moment for moment in moments(GAME) if moment.state.step == step]
    assert found
    return found


def elements(sight: Sight, name: str, value: str) -> list[dict[str, str]]:
    return [given for _, given in sight.elements if value in given.get(name, "").split()]


def page(moment: Moment, viewer: int | None) -> str:
    return draw(moment, viewer, "en")


def between(html: str, start: str, end: str) -> Iterator[str]:
    for part in html.split(start)[1:]:
        yield part.partition(end)[0]


@pytest.mark.parametrize("viewer", [None, 0])
def test_every_other_sheet_opens(viewer: int | None) -> None:
    for moment in moments(GAME):
        if moment.state.step != OVER:
            seen = seen_by(viewer, moment)
            others = len(moment.names) - (viewer is not None)
            assert len(elements(seen, "class", "thumb")) == others
            assert len(elements(seen, "class", "own")) == (viewer is not None)
            opening = [given["id"] for tag, given in seen.elements if tag == "details" and "name" in given]
            assert len(opening) == len({*opening}) == others


def test_alone_there_are_medals_and_a_way_to_gold() -> None:
    for moment in moments(GAME):
        bars = [given for tag, given in seen_by(0, moment).elements if tag == "progress"]
        alone = len(moment.names) == 1 and moment.state.step != OVER
        assert len(bars) == alone
        if alone:
            assert int(bars[0]["max"]) == moment.state.scenario.medals[2]


def test_the_sheet_tells_the_script_what_is_in_hand() -> None:
    for moment in moments(GAME):
        for seat in range(len(moment.names)):
            seen = seen_by(seat, moment)
            sheets = elements(seen, "id", "sheet")
            asked = seat in moment.state.waiting
            assert len(sheets) == (moment.state.step != OVER)
            for given in sheets:
                assert ("data-closing" in given) == (asked and moment.state.step == CLOSE)
                draws = (
                    {move[0] for move in home_staging.moves(moment.state, seat)} & {*WAYS} if asked else ()
                )
                assert "data-hands" in given or not draws
                assert "data-hands" not in given or (asked and moment.state.step == DRAW)
                assert ("tabindex" in given) == asked
            held = [given["data-hand"] for _, given in seen.elements if "data-hand" in given]
            assert not held or asked
            assert len(held) == len({*held})


def test_a_player_who_is_done_can_take_that_back() -> None:
    offered = 0
    for moment in (*at(DRAW), *at(CLOSE)):
        for seat in moment.state.asked:
            through = seat not in moment.state.waiting
            assert ("withdraw" in seen_by(seat, moment).moves) == through
            offered += through
    assert offered


def test_a_piece_of_this_turn_can_be_erased_by_its_token() -> None:
    erased = 0
    for moment in at(DRAW):
        for seat in moment.state.waiting:
            names = [piece.name for piece in moment.state.pencils[seat].pieces]
            tokens = [given for _, given in seen_by(seat, moment).elements if "data-pencilled" in given]
            assert sorted(given["data-pencilled"] for given in tokens) == sorted(names)
            assert all(given["value"] == f"erase {given['data-pencilled'].split('@')[1]}" for given in tokens)
            erased += len(tokens)
    assert erased


def test_without_script_there_are_lists_and_with_script_their_weight_is_spared() -> None:
    spared = 0
    for moment in (*at(DRAW), *at(CLOSE)):
        frame = framed(moment, moment.state.waiting[0], "en")
        plain, pushed = Sight(frame.text), Sight(frame.scripted)
        assert "foreignobject" in {tag for tag, _ in plain.elements}
        assert "foreignobject" not in {tag for tag, _ in pushed.elements}
        assert {*pushed.moves} <= {*plain.moves}
        spared += len({*plain.moves} - {*pushed.moves})
    assert spared


def test_the_plan_can_be_read() -> None:
    for moment in moments(GAME):
        table = "".join(between(page(moment, 0), '<details class="read"', "</details>"))
        if moment.state.step == OVER:
            assert not table
        else:
            rows = [row for row in SCENARIOS[moment.state.options.scenario].plan if set(row) & set("ivb")]
            assert table.count("<tr>") == len(rows)


def test_a_line_of_the_score_sheet_has_a_light_of_its_own() -> None:
    known = {*re.findall(r'\[data-line="(\d+)"\]', LIGHTS)}
    lit = 0
    for moment in at(OVER):
        for result in between(page(moment, None), '<section class="result', "</section>"):
            lines = re.findall(r'type="radio" name="line-\d" value="(\d+)"', result)
            lights = re.findall(r'class="light" data-line="(\d+)"', result)
            assert len({*lines}) == len(lines)
            assert {*lights} <= {*lines} <= known
            lit += len(lights)
    assert lit


def test_several_tokens_are_put_with_one_press_and_one_token_on_the_card() -> None:
    seen: set[int] = set()
    for state in (step.after for seed in range(4) for step in walk(home_staging, 2, seed)):
        if state.step != TOKENS:
            continue
        html = page(told(home_staging, state, ()), state.waiting[0])
        splits = re.findall(r'value="tokens \d"', html)
        on_card = re.findall(r'class="option can"', html)
        assert len(splits) == len({*splits})
        assert len(on_card) == (2 if len(splits) == 2 else 0)
        seen.add(len(splits))
    assert {2, 3} <= seen


def test_a_bonus_is_ticked_for_those_who_watch_with_the_marks_of_its_players() -> None:
    shown = 0
    for moment in moments(GAME):
        if moment.state.step != OVER:
            shown += sum(
                part.count('class="mark"')
                for part in between(page(moment, None), '<span class="who">', "</li>")
            )
    assert shown
