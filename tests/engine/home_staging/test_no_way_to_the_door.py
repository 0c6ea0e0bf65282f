"""Places after which something on the sheet would have no way to the front door."""

from collections.abc import Iterator

import pytest

from app.engine import home_staging
from app.engine.chance import pick, stream
from app.engine.home_staging.advice.regions import candidates
from app.engine.home_staging.board.prospects import Prospects
from app.engine.home_staging.cells import NO_EDGE, each
from app.engine.home_staging.closing import doors
from app.engine.home_staging.home import Home, home
from app.engine.home_staging.moves import pencilled
from app.engine.home_staging.pieces import PIECES, option, write_name
from app.engine.home_staging.placing import places
from app.engine.home_staging.reach import Reach, reaches
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.scoring import tallies
from app.engine.home_staging.sheet import with_pieces
from app.engine.home_staging.state import DRAW, State


def played(key: str, seed: int) -> Iterator[State]:
    """The states of a game alone: whatever can be drawn is drawn, anywhere."""
    chance = stream(seed, f"blind {key}")
    state = home_staging.new(1, {"scenario": key}, seed)
    while state.waiting:
        yield state
        moves = tuple(home_staging.moves(state, 0))
        state, _ = home_staging.apply(state, 0, pick(moves[:-1] or moves, chance))
    yield state


def closings(now: Home) -> Iterator[Reach]:
    """Many closings of the open room, each with every door and every hall that a front door may lead to."""
    for region in candidates(now):
        for door in [edge.name for edge in doors(now, region)] or [NO_EDGE]:
            for reach, _ in reaches(now.finish(region, door)):
                yield reach


def body_in_reach(reach: Reach) -> int:
    """The body cells in reach, without those of an entry room that was finished before."""
    rooms = reach.home.built
    return sum(
        reach.rooms[room.key].body.bit_count()
        for room in rooms
        if room.key in reach.rooms and (room is rooms[-1] or room.key != reach.home.scenario.entry)
    )


def all_in_reach(reach: Reach) -> bool:
    """Whether every finished room with a door is in reach, and every piece of the last one."""
    *before, last = reach.home.built
    found = reach.rooms.get(last.key)
    return (
        found is not None
        and len(found.pieces) == len(last.pieces)
        and all(room.key in reach.rooms for room in before if room.door)
    )


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_some_closing_reaches_is_never_given_up(key: str) -> None:
    closed = 0
    for seed in (1, 2):
        for state in played(key, seed):
            if state.step != DRAW or not (now := pencilled(state, 0)).pieces:
                continue
            prospects = Prospects(now)
            for reach in closings(now):
                closed += 1
                assert body_in_reach(reach) <= prospects.most
                assert prospects.whole or not all_in_reach(reach)
    assert closed


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_is_given_up_is_out_of_reach_in_the_end(key: str) -> None:
    for seed in (1, 2, 3):
        *states, last = played(key, seed)
        for state in states:
            if state.step == DRAW and (now := pencilled(state, 0)).pieces and not Prospects(now).whole:
                lines = tallies(last)[0].lines
                assert "out_of_reach" in {line.code for line in lines}
                break


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_marked_place_is_one_after_which_less_can_be_reached(key: str) -> None:
    for state in played(key, 4):
        if state.step != DRAW:
            continue
        now = pencilled(state, 0)
        before = Prospects(now)
        pencilled_names = tuple(piece.name for piece in state.pencils[0].pieces)
        name = option(state.card.number, state.card.card, 1)
        for turn, anchors in enumerate(places(now, name, mirrored=False)):
            cut = before.cut(name, turn, False, anchors)
            assert not cut & ~anchors
            for anchor in each(anchors):
                pencil = (*pencilled_names, write_name(name, turn, False, anchor))
                after = Prospects(home(key, with_pieces(state.sheets[0], pencil)))
                less = after.most < before.most + len(PIECES[name].turns[turn].body)
                assert bool(cut >> anchor & 1) == (not after.whole if before.whole else less)


def test_a_marked_place_names_the_rooms_that_it_leaves_without_a_way() -> None:
    """They are the room being furnished or finished ones, and there is always one."""
    named: set[tuple[str, ...]] = set()
    for key in ("P", "8"):
        for seed in (4, 5):
            for state in played(key, seed):
                if state.step != DRAW:
                    continue
                now = pencilled(state, 0)
                before = Prospects(now)
                rooms = {state.room, *(room.key for room in now.built)}
                name = option(state.card.number, state.card.card, 1)
                for turn, anchors in enumerate(places(now, name, mirrored=False)):
                    for anchor in each(before.cut(name, turn, False, anchors)):
                        lost = before.lost(name, turn, False, anchor)
                        assert lost
                        assert {*lost} <= rooms
                        named.add(lost)
    assert any(len(lost) > 1 for lost in named)
    assert len(named) > 2
