"""What My Shelfie's bots see in a shelf, and how they take turns."""

from random import Random

import pytest

from app.engine import my_shelfie as game
from app.engine.core import play, totals
from app.engine.my_shelfie import mind, shelf_worth
from app.engine.my_shelfie.common_goals import GOAL_KEYS, GOALS
from app.engine.my_shelfie.shelf import EMPTY_SHELF, types_of
from app.engine.my_shelfie.shelf_worth import Wanted, features, learned, race
from app.engine.thinking import imagined, whole_turns
from tests.support.bot_games import played

WANTS_NOTHING_ELSE = Wanted(1, ())


def drawn(text: str) -> bytes:
    return bytes("CBGFTP".find(letter) + 1 for row in text.split() for letter in row)


def test_a_group_counts_by_its_size_and_its_freedom() -> None:
    shelf = drawn("..... ..... ..... ..... C.... CCB.P")
    found = [name for name, _ in features(shelf, WANTS_NOTHING_ELSE) if name.startswith("g/")]
    assert sorted(found) == ["g/1/2", "g/1/2", "g/3/2"]
    walled = drawn("B.... B.... B.... B.... B.... CB...")
    assert "g/1/0" in [name for name, _ in features(walled, WANTS_NOTHING_ELSE)]


def test_the_personal_goal_counts_by_matches_and_by_what_is_still_possible() -> None:
    names = dict(features(EMPTY_SHELF, WANTS_NOTHING_ELSE))
    assert "p/0/6" in names
    assert "sp/5/3" in names
    low = sum(cell >= 25 for cell, _ in shelf_worth.TARGETS[1])
    assert names.get("pn", 0) == low


@pytest.mark.parametrize("seats", game.seats)
def test_a_met_goal_is_on_its_highest_level(seats: int) -> None:
    """And an unmet one isn't, so a bot sees what is missing."""
    top = {
        "six_pairs": 6,
        "four_quads": 16,
        "four_corners": 4,
        "two_squares": 6,
        "three_columns_max3": 9,
        "eight_same": 8,
        "diagonal5": 5,
        "four_rows_max3": 10,
        "two_columns_all_different": 12,
        "two_rows_all_different": 10,
        "x_shape": 5,
    }
    met = 0
    for seed in range(4):
        for state, _ in played(game, seats, str(seed), "greedy"):
            for shelf in state.shelves:
                types = types_of(shelf)
                for goal in state.goals:
                    found = features(types, Wanted(1, ((goal, 8),)))
                    level = next(int(name.split("/")[2]) for name, _ in found if name.startswith("c/"))
                    if GOALS[goal].met(types, state.options.squares):
                        met += 1
                        key = GOAL_KEYS[goal]
                        assert level == 0 if key == "staircase" else level >= top[key]
    assert met


def test_at_the_end_a_position_is_worth_its_score() -> None:
    *_, (last, seat) = played(game, 3, "over", "greedy")
    over, _ = play(game, last, seat, last.turns[seat], next(iter(game.moves(last, seat))))
    while over.waiting:
        seat = over.waiting[0]
        over, _ = play(game, over, seat, over.turns[seat], next(iter(game.moves(over, seat))))
    outlook = mind.position(last, over, seat)
    points = [totals(game.parts, lines)["total"] for lines in game.score(over)]
    assert [mind.value(outlook, each) for each in range(3)] == points
    assert max(range(3), key=lambda each: mind.shares(outlook)[each]) in game.winners(over)


def test_after_its_last_turn_a_seat_has_exactly_its_points() -> None:
    """Once a shelf is full, nobody plays past the end of the round."""
    seen = 0
    for state, seat in played(game, 4, "last turns", "greedy"):
        if state.filled is None or state.step != "picking" or state.picked:
            continue
        over = [each for each in range(4) if each not in mind._seats_to_come(state)]
        points = [totals(game.parts, lines)["total"] for lines in game.score(state)]
        assert seat not in over
        for each in over:
            assert mind.value(mind.Outlook(state, each), each) == points[each]
            seen += 1
    assert seen


def test_playing_on_gives_everybody_another_turn() -> None:
    for number, (state, seat) in enumerate(played(game, 3, "ahead", "greedy")):
        if number % 29 or state.step != "picking" or state.picked:
            continue
        outlook = mind.position(state, imagined(game, state, seat, Random(1)), seat)
        after = mind.play_on(outlook, mind.sample(outlook, Random(number)))
        laid = [
            before.count(0) > now.count(0)
            for before, now in zip(state.shelves, after.state.shelves, strict=True)
        ]
        assert all(laid) or after.state.step == "over"
        assert sum(mind.shares(after)) == pytest.approx(1, abs=0.5)
        assert mind.play_on(outlook, 5) == mind.play_on(outlook, 5)


def test_tastes_tell_turns_apart() -> None:
    liked: dict[str, set[float]] = {"collector": set(), "roofer": set(), "taker": set(), "architect": set()}
    for number, (state, seat) in enumerate(played(game, 2, "tastes", "greedy")):
        if number % 23 or state.step != "picking" or state.picked:
            continue
        for turn in whole_turns(game, mind, imagined(game, state, seat, Random(1)), seat):
            for taste, found in liked.items():
                found.add(mind.fancy(state, turn.position.state, seat, taste))
    assert {taste: len(found) > 1 for taste, found in liked.items()} == {
        "collector": True,
        "roofer": True,
        "taker": True,
        "architect": False,
    }


def test_a_planned_turn_lays_the_tiles_in_the_order_they_were_picked() -> None:
    for number, (state, seat) in enumerate(played(game, 2, "plans", "greedy")):
        if number % 11 or state.step != "picking" or state.picked:
            continue
        seen = imagined(game, state, seat, Random(number))
        for turn in whole_turns(game, mind, seen, seat):
            now = seen
            for move in turn.moves:
                now, _ = play(game, now, seat, now.turns[seat], move)
            assert now.shelves == turn.position.state.shelves


def test_the_race_is_over_once_another_shelf_is_full() -> None:
    for seats in game.seats:
        assert race(seats, 12, 0) == 0
        assert len(learned(seats).const) == 6
