"""The count at the end of a game: the order in which it is told, and who is named when."""

from itertools import pairwise
from typing import Any

import pytest

from app.engine import registry
from app.engine.core import totals
from app.engine.record import replay
from app.pages.count import HOLD, SCORE, STILL, TURN, WON, Step, order, points, steps
from app.table import playable_games
from tests.browser.planted import recorded

of_every_game = pytest.mark.parametrize("game", playable_games.names())


def last_state(number: int, game: str) -> Any:
    *_, (state, _) = replay(recorded(number, game))
    return state


def finished(game: str) -> list[tuple[Step, ...]]:
    """The counts of some recorded games."""
    found = []
    for number in range(1, 7):
        state = last_state(number, game)
        found.append(tuple(steps(registry.game(game), state)))
    return found


@of_every_game
def test_the_winners_are_named_last_and_the_points_are_complete_by_then(game: str) -> None:
    rules = registry.game(game)
    for number in range(1, 7):
        state = last_state(number, game)
        told = list(steps(rules, state))
        sums = tuple(totals(rules.parts, lines)["total"] for lines in rules.score(state))
        assert told[-1] == Step(WON, "", rules.winners(state), sums)
        assert told[0] == Step(HOLD, "", tuple(range(len(sums))), (0,) * len(sums))
        assert [each.kind for each in told].count(WON) == 1


@of_every_game
def test_each_category_is_counted_from_the_fewest_points_to_the_most(game: str) -> None:
    rules = registry.game(game)
    for number in range(1, 7):
        state = last_state(number, game)
        scores = rules.score(state)
        told = list(steps(rules, state))
        for part in rules.open_parts:
            counted = [
                points(scores[each.seats[0]], part)
                for each in told
                if (each.kind, each.part) == (SCORE, part)
            ]
            assert counted == sorted(counted)


@of_every_game
def test_what_was_hidden_comes_last_and_is_turned_over_before_it_counts(game: str) -> None:
    rules = registry.game(game)
    hidden = [part for part in rules.parts if part not in rules.open_parts]
    assert order(rules)[len(rules.open_parts) :] == tuple(hidden)
    for told in finished(game):
        for before, each in pairwise(told):
            turned = each.kind == SCORE and each.part in hidden
            assert turned == (before.kind == TURN and before.part == each.part and before.seats == each.seats)
            if each.kind == TURN:
                assert each.sums == before.sums


def test_hidden_parts_are_turned_over_from_the_fewest_points_so_far() -> None:
    for told in finished("dream_home"):
        open_sums = next(each.sums for each in told if each.kind == TURN)
        so_far = [open_sums[each.seats[0]] for each in told if each.kind == TURN]
        assert so_far == sorted(so_far)


@of_every_game
def test_stills_tell_everything_that_the_steps_tell(game: str) -> None:
    for told in finished(game):
        for part in {each.part for each in told if each.kind == SCORE}:
            of_part = [each for each in told if each.part == part]
            assert of_part[-1].kind == STILL
            assert of_part[-1].sums == of_part[-2].sums
