"""Sequential halving finds the best candidate, on the same deals for all, within its budget."""

from random import Random

import pytest

from app.engine.halving import halve


def always() -> bool:
    return True


def test_it_finds_the_best_candidate_through_noise() -> None:
    chance = Random(1)
    noise = [chance.gauss(0, 1) for _ in range(1000)]
    verdict = halve(8, 400, lambda candidate, deal: noise[deal] + (candidate == 5) * 0.1, always)
    assert verdict.best == 5, "noise is the same for all candidates, so it cancels out"


@pytest.mark.parametrize("candidates", range(2, 10))
@pytest.mark.parametrize("budget", [10, 24, 100, 401])
def test_it_keeps_to_its_budget_and_uses_most_of_it(candidates: int, budget: int) -> None:
    tried: list[tuple[int, int]] = []

    def trial(candidate: int, deal: int) -> float:
        tried.append((candidate, deal))
        return float(candidate)

    verdict = halve(candidates, budget, trial, always)
    assert len(tried) == verdict.tries <= budget
    assert len(set(tried)) == len(tried), "no candidate sees a deal twice"
    assert verdict.best == candidates - 1
    if budget >= 100:
        assert verdict.tries >= budget - 2 * candidates


def test_all_candidates_that_are_left_see_the_same_deals() -> None:
    seen: dict[int, set[int]] = {}

    def trial(candidate: int, deal: int) -> float:
        seen.setdefault(candidate, set()).add(deal)
        return -float(candidate)

    halve(4, 40, trial, always)
    assert seen[2] == seen[3] < seen[0] == seen[1], "half of them are dropped after the first stage"


def test_the_first_candidate_wins_where_none_is_better() -> None:
    assert halve(8, 100, lambda candidate, deal: 1.0, always).best == 0


def test_without_a_choice_or_a_budget_nothing_is_tried() -> None:
    for candidates, budget in ((1, 100), (8, 0), (8, 7)):
        verdict = halve(candidates, budget, lambda candidate, deal: float(candidate), always)
        assert verdict == (0, 0, False)


def test_when_time_runs_out_the_best_so_far_is_taken() -> None:
    left = [True] * 3 + [False]
    verdict = halve(4, 400, lambda candidate, deal: float(candidate == 2), lambda: left.pop(0))
    assert verdict == (2, 12, True)
