"""What Dream Home's bots see in a table, and what they make of it."""

import json
from pathlib import Path
from random import Random

import pytest

from app.engine import dream_home as game
from app.engine.bots import decide, named
from app.engine.core import play, totals
from app.engine.dream_home import foresight, mind, promise, storeys
from app.engine.dream_home.cards import DESIGNER, KIND_NUMBERS, KINDS
from app.engine.dream_home.house import EMPTY_HOUSE, FRESH_CELL, face_up_slots, in_order, open_slots
from app.engine.dream_home.promise import learned
from app.engine.thinking import whole_turns
from tests.support.bot_games import played

LIVING, KITCHEN = KIND_NUMBERS["living_room"], KIND_NUMBERS["kitchen"]


def test_an_empty_house_can_be_built_on_in_seven_cells() -> None:
    house = foresight.dwelling(EMPTY_HOUSE)
    assert house.attic == bytes([storeys.HANGING] * 5)
    assert house.ground == bytes([0, 0, 0, storeys.HANGING, storeys.HANGING])
    assert house.cellar == bytes(2)


def test_a_room_supports_what_lies_above_it() -> None:
    house = promise.laid(foresight.dwelling(EMPTY_HOUSE), storeys.CELLAR, 1, KIND_NUMBERS["garage"])
    assert house.ground[4] == storeys.EMPTY
    assert promise.laid(house, storeys.GROUND, 4, LIVING).attic[4] == storeys.EMPTY


@pytest.mark.parametrize("seats", game.seats)
def test_at_the_end_a_house_is_worth_its_score(seats: int) -> None:
    for seed in range(6):
        *_, (last, seat) = played(game, seats, str(seed), "greedy")
        over, _ = play(game, last, seat, last.turns[seat], next(iter(game.moves(last, seat))))
        while over.waiting:
            seat = over.waiting[0]
            over, _ = play(game, over, seat, over.turns[seat], ("done",))
        worth = foresight.worth(foresight.position(over, 12))
        assert worth == tuple(totals(game.parts, lines)["total"] for lines in game.score(over))


def test_a_position_never_tells_the_order_of_a_deck() -> None:
    for state, seat in played(game, 3, "order"):
        other = game.reseal(state, None, Random(1))
        here, there = (foresight.position(each, each.round) for each in (state, other))
        assert here.room_deck == there.room_deck == bytes(sorted(here.room_deck))
        assert here.rooms == there.rooms
        assert mind.sample(mind.Outlook(here, False), Random(seat)) == mind.sample(
            mind.Outlook(there._replace(special_deck=here.special_deck), False), Random(seat)
        )


def test_what_was_dealt_after_a_turn_goes_back_into_the_deck() -> None:
    """Otherwise a bot would plan for a deal that nobody can know."""
    for state, _ in played(game, 2, "undealt", "greedy"):
        if state.round > 1:
            before = foresight.position(state, state.round - 1)
            assert len(before.room_deck) == 60 - 5 * (state.round - 1)
            assert before.queue == ()
            assert not any(before.rooms)


def test_playing_on_ends_a_round_later_with_everybody_s_turn_taken() -> None:
    for state, seat in played(game, 4, "ahead", "greedy"):
        if state.step != "turn":
            continue
        outlook = mind.Outlook(foresight.position(state, state.round), False)
        after = mind.play_on(outlook, mind.sample(outlook, Random(seat)))
        assert after.round == min(12, state.round + 1)
        assert after.queue == ()
        assert sum(mind.shares(after)) == pytest.approx(1, abs=0.5)


def test_face_up_columns_agree_with_the_rules() -> None:
    """Unless a designer opens decorated rooms, or a scaffold was laid a moment ago: bots leave those out."""
    for state, _ in played(game, 3, "columns", "greedy"):
        for house in state.houses:
            if DESIGNER in house.beside or FRESH_CELL in house.cells:
                continue
            seen = foresight.dwelling(house)
            for kind in range(1, len(KINDS)):
                level_of = (2,) if KINDS[kind].basement else (0, 1)
                found = {
                    5 * level + column + (3 if level == 2 else 0)
                    for level in level_of
                    for column in storeys.legal_columns(seen[:3][level], kind)
                }
                assert found == {*in_order(open_slots(house.cells) & face_up_slots(house, kind))}


def test_the_learned_weights_say_how_they_were_made() -> None:
    path = Path(promise.__file__).parent / "weights.json"
    table = json.loads(path.read_text("utf-8"))
    assert sorted(table) == [str(seats) for seats in game.seats]
    for each in table.values():
        assert each["made"]
        assert len(each["const"]) == 13
    assert path.stat().st_size < 3 * 10_000
    assert len(learned(2).features) > 100


def test_of_two_houses_the_one_with_more_is_worth_more() -> None:
    scale = promise.promise(2, 6, True)
    bare = foresight.dwelling(EMPTY_HOUSE)
    kitchen = promise.laid(bare, storeys.GROUND, 0, KITCHEN)
    two = promise.laid(kitchen, storeys.GROUND, 1, KITCHEN)
    alone = promise.laid(kitchen, storeys.GROUND, 2, KITCHEN)
    assert scale.house(two) > scale.house(alone)


def test_the_helpers_are_used_to_the_full() -> None:
    """A linear bot never ends with fewer points than it would by passing."""
    linear = named("linear")
    assert linear
    found = 0
    for seed in range(12):
        for state, seat in played(game, 2, f"help {seed}", "greedy"):
            if state.step == "help" and state.start is None:
                turns = whole_turns(game, mind, state, seat)
                passed = [turn for turn in turns if turn.moves == (("done",),)]
                thought = decide(linear, game, state, seat, "help")
                assert not passed or turns[0].value >= passed[0].value
                assert thought.moves == turns[0].moves
                found += 1
    assert found
