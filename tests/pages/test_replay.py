"""Replays: which steps there are, what each viewer sees of them, and what a running game keeps to itself."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from app.live.live_table import LiveTable
from app.pages import replay
from app.pages.replay import OPEN_AT, Replay, replay_of
from app.storage.database import parse
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import playable_games
from tests.support.stored_games import begun, play, played

pytestmark = pytest.mark.anyio
of_every_game = pytest.mark.parametrize("game", playable_games.names())


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    url = parse(f"sqlite:///{tmp_path / 'games.db'}")
    migrate(url)
    async with Store(url) as made:
        yield made


async def entries(live: LiveTable) -> list[tuple[str | None, str]]:
    """The move and the state of each entry of the log."""
    found = [await live.store.entry(live.id, version) for version in range(1, live.version + 1)]
    return [(each.move, each.state) for each in found if each]


@of_every_game
async def test_a_replay_leads_from_the_deal_to_the_end(store: Store, game: str) -> None:
    live = await played(store, 3, game)
    shown = await replay_of(live)
    assert (shown.first, shown.steps[0].version) == (0, 1)
    assert shown.steps[-1].version == live.version
    moves = [move for move, _ in await entries(live)]
    versions = [step.version for step in shown.steps]
    assert versions == sorted({*versions})
    assert not [version for version in versions if moves[version - 1] in ('["undo"]', '["take_back"]')]


async def test_steps_that_were_undone_are_left_out(store: Store) -> None:
    live = await begun(store, "dream_home", confirm_turns=True)
    await play(live, Random(5), steps=60)
    shown = await replay_of(live)
    moves = [move for move, _ in await entries(live)]
    undoing = [version for version, move in enumerate(moves, 1) if move in ('["undo"]', '["take_back"]')]
    assert undoing, "this seed undoes something"
    told = {step.version for step in shown.steps}
    for version in undoing:
        assert version not in told
        if moves[version - 2] not in ('["undo"]', '["take_back"]'):
            assert version - 1 not in told, "what was undone"


async def test_steps_that_were_undone_can_be_shown_after_the_end(store: Store) -> None:
    live = await begun(store, "dream_home", confirm_turns=True)
    await play(live, Random(5), steps=60)
    assert not (await replay_of(live, with_undone=True)).undone, "they may hold secrets until the end"
    await play(live, Random(5))
    without, shown = await replay_of(live), await replay_of(live, with_undone=True)
    versions = [step.version for step in shown.steps]
    assert versions == sorted({*versions})
    left_out = {*versions} - {step.version for step in without.steps}
    assert left_out
    assert left_out <= shown.undone
    for number, step in enumerate(shown.steps):
        drawn = replay.draw(shown, number, await replay.state_at(live, step), None, "en").table.text
        earlier = {each.version for each in shown.steps[:number] if shown.turn(number)[1] is False}
        assert not [gone for gone in shown.undone & earlier if f'id="told-{gone}-' in drawn]


@of_every_game
async def test_a_stop_is_a_whole_turn(store: Store, game: str) -> None:
    shown = await replay_of(await played(store, 1, game))
    assert shown.stops[-1] == shown.last
    for stop in shown.stops[:-1]:
        assert shown.steps[stop].seat != shown.steps[stop + 1].seat
    between = {number for number in range(shown.last) if number not in shown.stops}
    for number in between:
        assert shown.steps[number].seat == shown.steps[number + 1].seat


@of_every_game
async def test_nobody_sees_more_of_a_step_than_was_seen_then(store: Store, game: str) -> None:
    """The frame of a step is the same whatever was hidden from this viewer at that moment."""
    live = await begun(store, game)
    await play(live, Random(2), steps=40)
    shown = await replay_of(live)
    assert not live.is_finished
    for number in range(shown.first, shown.last + 1):
        state = await replay.state_at(live, shown.steps[number])
        for viewer in (None, 0):
            other = live.game.reseal(state, viewer, Random(number))
            assert replay.draw(shown, number, other, viewer, "en") == replay.draw(
                shown, number, state, viewer, "en"
            )


async def test_a_running_game_shows_no_roof_that_players_have_to_remember(store: Store) -> None:
    live = await begun(store, "dream_home", 2, roof_memory="strict")
    await play(live, Random(1), steps=90)
    shown = await replay_of(live)
    assert not live.is_finished
    assert shown.first > 0
    for step in shown.steps[shown.first : -1]:
        assert [live.game.fade(event, live.state) for event in step.events] == [*step.events]
    await play(live, Random(1))
    over = await replay_of(live)
    assert (over.first, over.last > shown.last) == (0, True), "nothing is secret any more"


# -- getting around ------------------------------------------------------------------------------------------


async def whole(store: Store) -> Replay:
    return await replay_of(await played(store, 1))


async def test_every_button_leads_to_a_step_in_its_direction(store: Store) -> None:
    shown = await whole(store)
    for number in range(shown.last + 1):
        ways = replay.ways(shown, number, False)
        for back in (ways.first, ways.deal_back, ways.back, ways.move_back):
            assert (back is None) == (number == 0)
            assert back is None or back < number
        for on in (ways.last, ways.deal_on, ways.on, ways.move_on):
            assert (on is None) == (number == shown.last)
            assert on is None or number < on <= shown.last


async def test_the_buttons_alone_lead_through_all_rounds(store: Store) -> None:
    shown = await whole(store)
    passed, number = [], 0
    while (on := replay.ways(shown, number, False).deal_on) is not None:
        passed.append(number := on)
    assert passed == [*shown.deals[1:], shown.last]
    assert len(shown.deals) == 12


async def test_a_slider_with_a_hidden_end_tells_nothing_of_the_length(store: Store) -> None:
    shown = await whole(store)
    number = shown.stops[7]
    short = shown._replace(steps=shown.steps[: shown.stops[9] + 1])
    assert replay.slider(shown, number, (0,), True) == replay.slider(short, number, (0,), True)
    assert replay.slider(shown, number, (0,), True).last == number
    assert replay.slider(shown, number, (0,), True).at == OPEN_AT
    assert replay.slider(shown, number, (0,), False).last == shown.last
    assert replay.ways(shown, number, True)._replace(deal_on=None) == replay.ways(
        short, number, True
    )._replace(deal_on=None)
    assert replay.ways(shown, number, True).last is None


@pytest.mark.parametrize("locale", ["en", "it", "pl", "ja"])
async def test_each_step_says_what_happened_in_its_turn(store: Store, locale: str) -> None:
    live = await played(store, 1)
    shown = await replay_of(live)
    for number in (0, shown.stops[1], shown.last):
        said = replay.draw(shown, number, await replay.state_at(live, shown.steps[number]), None, locale).said
        assert said.strip()
        assert "%(" not in said


async def test_a_line_of_the_log_leads_to_its_step(store: Store) -> None:
    shown = await whole(store)
    for number, step in enumerate(shown.steps):
        assert shown.at_version(step.version) == number
    assert shown.at_version(10**6) == shown.last
    assert shown.at_version(0) == 0


PICTURES = {
    "dream_home": re.compile(r'id="(slot-[^"]+)"[^>]*data-flies="?([^"\s>]+)'),
    "my_shelfie": re.compile(r'id="(cell-[^"]+)"\s*><i[^>]*data-flies="?([^"\s>]+)'),
    "home_staging": re.compile(r'id="(see-\d)"(?:(?! id=").)*?transform="([^"]+)"', re.DOTALL),
}


@of_every_game
async def test_a_picture_leads_to_the_step_in_which_it_was_laid(store: Store, game: str) -> None:
    live = await played(store, 1, game)
    shown = await replay_of(live)
    late = shown.last - 2

    async def drawn(number: int) -> str:
        state = await replay.state_at(live, shown.steps[number])
        return replay.draw(shown, number, state, None, "en").table.text

    found = PICTURES[game].findall(await drawn(late))
    assert found
    for place, picture in found[:4]:
        number = await replay.laid(live, shown, late, None, place, picture)
        assert 0 < number <= late
        assert replay.shows(await drawn(number), place, picture)
        assert not replay.shows(await drawn(number - 1), place, picture)


async def test_what_lies_nowhere_leads_nowhere(store: Store) -> None:
    live = await played(store, 1)
    shown = await replay_of(live)
    assert await replay.laid(live, shown, 9, None, "slot-0-up1", "no such card") == 9
    assert await replay.laid(live, shown, 9, None, "", "") == 9


async def test_games_that_began_with_earlier_rules_are_shown_too(store: Store) -> None:
    live = await played(store, 2)
    live.rules -= 1
    shown = await replay_of(live)
    drawn = replay.draw(shown, shown.last, await replay.state_at(live, shown.steps[-1]), None, "en")
    assert "ended" in drawn.table.text
