"""Learns what positions are worth: fits the weights of features to the points that games ended with.

A position's worth is what is known for certain, plus a constant for its phase, plus a weight for each
feature, `a + b·l + c·l²`, where l is the part of the game that is left. Weights stay close to those from
before (ridge regression), so a rare feature isn't made up from a few games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

Weight = tuple[float, float, float]

RIDGE = 20.0  # how many games' worth of rows the weights from before count for
STEPS = 60  # of conjugate gradients; the fit hardly changes after half of them
DIGITS = 2


class Lesson(NamedTuple):
    """A position, before anybody knows how the game will end."""

    known: float  # points that are certain
    phase: int
    left: float
    features: Mapping[str, int]


class Weights(NamedTuple):
    const: tuple[float, ...]  # by phase
    features: dict[str, Weight]


class Fit(NamedTuple):
    weights: Weights
    error: float  # standard deviation of what is left to explain


Row = tuple[float, list[tuple[int, float]]]  # the points to explain, and the columns that may explain them


def fit(lessons: Sequence[tuple[Lesson, float]], before: Weights) -> Fit:
    """The weights that best explain these positions and the points they led to."""
    names = sorted(before.features.keys() | {name for lesson, _ in lessons for name in lesson.features})
    phases = len(before.const)
    column = {name: phases + 3 * number for number, name in enumerate(names)}
    prior = [*before.const]
    for name in names:
        prior += before.features.get(name, (0.0, 0.0, 0.0))
    rows = [_row(lesson, points, column) for lesson, points in lessons]
    errors = [points - _times(cells, prior) for points, cells in rows]
    pull = [0.0 if number < phases else RIDGE for number in range(len(prior))]
    change = _solve([cells for _, cells in rows], errors, pull)
    found = [old + new for old, new in zip(prior, change, strict=True)]
    left = [points - _times(cells, found) for points, cells in rows]
    error = sqrt(sum(each * each for each in left) / max(1, len(left)))
    tidy = [round(each, DIGITS) for each in found]
    weights = {
        name: (tidy[at], tidy[at + 1], tidy[at + 2]) for name, at in column.items() if any(tidy[at : at + 3])
    }
    return Fit(Weights(tuple(tidy[:phases]), weights), error)


def _row(lesson: Lesson, points: float, column: Mapping[str, int]) -> Row:
    cells = [(lesson.phase, 1.0)]
    for name, count in lesson.features.items():
        at = column[name]
        cells += [(at, count), (at + 1, count * lesson.left), (at + 2, count * lesson.left**2)]
    return points - lesson.known, cells


def _times(cells: Iterable[tuple[int, float]], vector: Sequence[float]) -> float:
    return sum([value * vector[at] for at, value in cells])


def _solve(
    rows: Sequence[list[tuple[int, float]]], wanted: Sequence[float], pull: Sequence[float]
) -> list[float]:
    """Least squares with a pull towards 0, by conjugate gradients on the normal equations."""

    def normal(vector: Sequence[float]) -> list[float]:
        result = [strength * value for strength, value in zip(pull, vector, strict=True)]
        for cells in rows:
            _add(result, cells, _times(cells, vector))
        return result

    solution = [0.0] * len(pull)
    residual = [0.0] * len(pull)
    for cells, error in zip(rows, wanted, strict=True):
        _add(residual, cells, error)
    return _descend(normal, solution, residual)


def _add(vector: list[float], cells: Iterable[tuple[int, float]], factor: float) -> None:
    for at, value in cells:
        vector[at] += factor * value


def _descend(
    normal: Callable[[Sequence[float]], list[float]], solution: list[float], residual: list[float]
) -> list[float]:
    direction, length = [*residual], _dot(residual, residual)
    enough = 1e-10 * length
    for _ in range(STEPS):
        if length <= enough:
            break
        image = normal(direction)
        step = length / _dot(direction, image)
        solution = [value + step * each for value, each in zip(solution, direction, strict=True)]
        residual = [value - step * each for value, each in zip(residual, image, strict=True)]
        before, length = length, _dot(residual, residual)
        direction = [value + length / before * each for value, each in zip(residual, direction, strict=True)]
    return solution


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum([a * b for a, b in zip(one, other, strict=True)])
