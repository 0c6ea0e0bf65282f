"""Sequential halving: finds the best of a few candidates by trying them on the same deals.

Every round, each candidate that is left gets an equal part of the budget; then the worse half is dropped. All
candidates see the same deals, so that luck cancels out when they are compared.
"""

from collections.abc import Callable
from math import ceil, log2
from typing import NamedTuple


class Verdict(NamedTuple):
    best: int  # the number of the best candidate
    tries: int  # how many trials that took
    cut: bool  # whether the time ran out first


def halve(
    candidates: int, budget: int, trial: Callable[[int, int], float], in_time: Callable[[], bool]
) -> Verdict:
    """The candidate with the best mean. `trial(candidate, deal)` plays one candidate on one deal; at most
    `budget` of these are made. If time runs out, the best so far is taken."""
    left = [*range(candidates)]
    if candidates < 2 or budget < candidates:
        return Verdict(0, 0, False)
    sums, deals, tries = [0.0] * candidates, 0, 0
    stages = ceil(log2(candidates))
    for stage in range(stages):
        share = (budget - tries) // (stages - stage)
        for _ in range(max(1, share // len(left))):
            if not in_time():
                return Verdict(_best(left, sums)[0], tries, True)
            if tries + len(left) > budget:
                break
            for candidate in left:
                sums[candidate] += trial(candidate, deals)
            tries += len(left)
            deals += 1
        left = _best(left, sums)[: ceil(len(left) / 2)]
    return Verdict(left[0], tries, False)


def _best(left: list[int], sums: list[float]) -> list[int]:
    """The candidates, best first. All of them have been tried equally often."""
    return sorted(left, key=lambda candidate: (-sums[candidate], candidate))
