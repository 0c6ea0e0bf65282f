"""How Home Staging's bots think: what they judge, which turns they look at, and what they play on with."""

from random import Random
from time import process_time

import pytest

from app.cli.arena import arena
from app.engine import home_staging
from app.engine.bots import BOTS, decide, greedy, named
from app.engine.core import play, totals
from app.engine.home_staging import mind
from app.engine.home_staging.advice.ahead import Drawing, drawn
from app.engine.home_staging.mind import Later
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.scoring import count
from app.engine.home_staging.state import CLOSE, DRAW, TOKENS
from app.engine.residents import LINEAR
from app.engine.thinking import imagined, mind_of, whole_turns
from tests.support.bot_games import played

from .drawing import sheet, table


def test_home_staging_has_a_mind_of_its_own() -> None:
    assert mind_of(home_staging) is mind


def test_a_finished_home_is_worth_its_points() -> None:
    for seed in range(3):
        state = home_staging.new(2, {}, f"end {seed}")
        while state.waiting:
            seat = state.waiting[0]
            before, move = state, decide(LINEAR, home_staging, state, seat, "end").moves
            for each in move:
                state, _ = play(home_staging, state, seat, state.turns[seat], each)
        outlook = mind.position(before, state, seat)
        assert mind.value(outlook, seat) == count("P", state.sheets[seat]).total


@pytest.mark.parametrize("confirms", [True, False])
def test_a_position_is_the_own_sheet_after_the_turn_whatever_comes_next(confirms: bool) -> None:
    """Whether the others are still drawing or not, and whatever is turned up then."""
    start = table("P", "bedsit: 13B1@H8", "bedsit: 13B1@H8", card="15B")
    start = start._replace(options=start.options._replace(confirm_turns=confirms))
    turn = whole_turns(home_staging, mind, start, 0)[0]
    others = whole_turns(home_staging, mind, start, 1)[0].moves
    first = last = start
    for move in turn.moves:
        first, _ = play(home_staging, first, 0, first.turns[0], move)
    for seat, moves in ((1, others), (0, turn.moves)):
        for move in moves:
            last, _ = play(home_staging, last, seat, last.turns[seat], move)
    assert first.step == DRAW != last.step
    assert mind.position(start, first, 0).sheets[0] == mind.position(start, last, 0).sheets[0]
    assert len(mind.position(start, last, 0).sheets[0].rooms[-1].pieces) == 2


def test_a_position_holds_nothing_that_its_seat_cannot_know() -> None:
    """It is the same whatever the others draw meanwhile and whatever lies face down."""
    compared = 0
    for state, seat in played(home_staging, 2, "unknown", "greedy"):
        one, other = (imagined(home_staging, state, seat, Random(luck)) for luck in (1, 2))
        for turn in whole_turns(home_staging, mind, one, seat)[:5]:
            after = other
            for move in turn.moves:
                after, _ = play(home_staging, after, seat, after.turns[seat], move)
            assert mind.position(other, after, seat) == turn.position
            compared += 1
    assert compared > 50


def test_cards_are_turned_up_as_a_seat_expects_them() -> None:
    """What is up stays; of a number that two rooms name, the other room gets the other card; each deal has
    another order."""
    start = home_staging.new(2, {"scenario": "5", "first_player": 0}, 3)
    state = start
    for move in (("room", 1), ("card", 13)):
        state, _ = play(home_staging, state, 0, state.turns[0], move)
    outlook = mind.position(state, play(home_staging, state, 0, state.turns[0], ("tokens", 1))[0], 0)
    other = "B" if state.up[-1].card == "A" else "A"
    courses = [mind.course(outlook, Random(deal)).steps for deal in range(40)]
    cards = [[step.card for step in course if isinstance(step, Drawing)] for course in courses]
    assert outlook.drawing == Drawing(state.up[-1].name, (1, 0))
    for course in cards:
        assert sum(card[:2] == "13" for card in course) in (0, 1)
        assert all(card[2] == other for card in course if card[:2] == "13")
    assert len({*map(tuple, cards)}) > 10
    assert {card[2] for course in cards for card in course if card[:2] == "15"} == {"A", "B"}


def test_a_deal_is_the_same_for_every_turn_that_is_compared() -> None:
    for state, seat in played(home_staging, 2, "deals", "greedy"):
        if state.step not in (DRAW, CLOSE):
            continue
        turns = whole_turns(home_staging, mind, imagined(home_staging, state, seat, Random(1)), seat)
        assert len({mind.course(turn.position, Random(7)) for turn in turns}) == 1


def test_a_piece_is_drawn_where_it_is_worth_most_and_no_oftener_than_there_are_tokens() -> None:
    before = sheet("P", "bathroom: 20A2r3@F6")
    more = drawn("P", before, Drawing("21A", (1, 0)))
    assert len(more.rooms[-1].pieces) == 2
    assert drawn("P", before, Drawing("21A", (0, 0))) == before


def test_alone_it_is_points_that_count() -> None:
    assert mind.shares(Later((17.5,), True)) == (17.5,)
    state = home_staging.new(1, {}, 1)
    search = named("search:8")
    assert search
    while state.waiting:
        for move in decide(search, home_staging, state, 0, "alone", lambda: 0.0).moves:
            state, _ = play(home_staging, state, 0, state.turns[0], move)
    [lines] = home_staging.score(state)
    assert totals(home_staging.parts, lines)["total"] >= SCENARIOS["P"].medals[0]


def test_shares_are_parts_of_a_win_and_surer_when_the_game_is_over() -> None:
    before, over = mind.shares(Later((20, 18), False)), mind.shares(Later((20, 18), True))
    assert sum(before) == pytest.approx(1)
    assert 0.5 < before[0] < over[0] < 1


def test_turns_with_a_bright_idea_are_among_those_looked_at() -> None:
    spent = 0
    for state, seat in played(home_staging, 2, "ideas", "greedy"):
        turns = whole_turns(home_staging, mind, imagined(home_staging, state, seat, Random(1)), seat)
        spent += any(move[0] in ("other", "mirror") for turn in turns for move in turn.moves)
    assert spent


@pytest.mark.parametrize("taste", ["collector", "roofer", "taker"])
def test_tastes_differ(taste: str) -> None:
    found = set()
    for state, seat in played(home_staging, 2, "tastes", "greedy"):
        seen = imagined(home_staging, state, seat, Random(1))
        for move in home_staging.moves(seen, seat):
            now, _ = home_staging.apply(seen, seat, move)
            if state.step in (TOKENS, DRAW) and move[0] != "confirm":
                found.add(mind.fancy(seen, now, seat, taste))
                assert mind.fancy(seen, now, seat, "architect") == 0
    assert len(found) > 1


def test_the_largest_homes_are_thought_about_in_time() -> None:
    """Without playing on, for each of three beds and in every step; processor time of a slow machine."""
    for key in ("10", "20"):
        state = home_staging.new(2, {"scenario": key}, "large")
        while state.waiting:
            seat, began = state.waiting[0], process_time()
            for move in decide(LINEAR, home_staging, state, seat, "large", lambda: 0.0).moves:
                state, _ = play(home_staging, state, seat, state.turns[seat], move)
            assert process_time() - began < 2


def test_a_bot_that_only_looks_beats_a_careful_one() -> None:
    assert arena(home_staging, LINEAR, greedy, 2, 16, "looking")["share"] > 0.5


def test_the_gentle_one_keeps_games_close_and_loses_to_a_careful_player() -> None:
    report = arena(home_staging, BOTS["otto"], greedy, 2, 20, "gentle")
    assert report["share"] < 0.15
    assert report["median_distance"] <= 5
