"""Estimates of the bonuses that an open room may still earn, based on what has been drawn in it."""

from collections.abc import Callable

from ..bonuses import FRONT, holds, looking
from ..cells import around, box, first, together
from ..home import Home
from ..scoring import Tally
from ..words import Bonus, Word

SURE = 0.8  # the share of a bonus to count if only the way the room is closed can still spoil it
BEYOND = 0.4  # the share for each piece in this room when the first few pieces with its number don't count


def hopes(now: Home, used: int, counted: Tally) -> float:
    """The points that the open room, if it uses these cells, hasn't earned yet but may still earn."""
    return sum(
        bonus.points * _hope(now, used, counted, bonus, earned.times)
        for bonus, earned in zip(now.scenario.bonuses, counted.bonuses, strict=True)
    )


def _hope(now: Home, used: int, counted: Tally, bonus: Bonus, times: int) -> float:
    if bonus.per == "beyond":
        here = [piece for piece in now.pieces if piece.piece.number == bonus.number]
        return 0 if times else BEYOND * len(here)
    missing = [word for word in bonus.conditions if holds(word, counted.reach, counted.front) is None]
    shares = [_share(now, used, word) for word in missing]
    return sum(shares) if bonus.per else min(shares, default=0)


def _share(now: Home, used: int, word: Word) -> float:
    hope = _WORDS.get(word.name)
    return SURE * hope(now, used, word) if hope else 0.0


def _key(now: Home) -> str:
    assert now.open is not None
    return now.open.key


def _bodies(now: Home, number: int) -> list[int]:
    return [piece.body for piece in now.pieces if piece.piece.number == number]


def _everywhere(now: Home, number: int) -> list[int]:
    finished = (piece for room in now.built for piece in room.reached.pieces or room.pieces)
    return [piece.body for piece in (*now.pieces, *finished) if piece.piece.number == number]


# -- conditions: how close each one is to being met, from 0 to 1; negative once it can't be met --------------


def _all_cards(now: Home, used: int, word: Word) -> float:
    if _key(now) != word.args[0]:
        return 0
    wanted = int(word.args[1]) if len(word.args) > 1 else 1
    numbers = [piece.piece.number for piece in now.pieces]
    cards = now.scenario.room(word.args[0]).cards
    return sum(min(wanted, numbers.count(card.number)) for card in cards) / (wanted * len(cards))


def _rect(now: Home, used: int, word: Word) -> float:
    if _key(now) != word.args[0]:
        return 0
    top, bottom, left, right = box(used)
    return used.bit_count() / ((bottom - top + 1) * (right - left + 1))


def _window(now: Home, used: int, word: Word) -> float:
    if _key(now) != word.args[0]:
        return 0
    cells = together(looking(now.scenario, word.args[1]))
    if used & cells:
        return 1
    near = around(used) & now.open_area
    return 0.6 if near & cells else 0.3 if around(near) & now.open_area & cells else 0


def _borders(now: Home, used: int, word: Word) -> float:
    if _key(now) not in word.args:
        return 0
    others = together(room.region for room in now.built if room.key in word.args)
    if not others:
        return 0
    beside = bool(around(used) & others)
    return float(-beside if word.negated else beside)


def _avoids(now: Home, used: int, word: Word) -> float:
    if _key(now) != word.args[0]:
        return 0
    return -1 if used & now.scenario.farthest[word.args[1]] else 0


def _apart(now: Home, used: int, word: Word) -> float:
    if _key(now) not in word.args:
        return 0
    others = together(room.region for room in now.built if room.key in word.args)
    return -1 if any(part & used and part & others for part in now.scenario.buildings) else 0


def _count(now: Home, used: int, word: Word) -> float:
    number = int(word.args[0])
    return min(1, len(_everywhere(now, number)) / word.limit) if _bodies(now, number) else 0


def _seats(now: Home, used: int, word: Word) -> float:
    if _key(now) != word.args[0]:
        return 0
    return min(1, together(piece.seats for piece in now.pieces).bit_count() / word.limit)


def _body_on(now: Home, used: int, word: Word) -> float:
    cells = now.body & now.scenario.ground[word.args[0]]
    return min(1, cells.bit_count() / word.limit)


def _dist(now: Home, used: int, word: Word) -> float:
    one, other = word.args
    if other == FRONT or not (_bodies(now, int(one)) or _bodies(now, int(other))):
        return 0
    bodies, others = _everywhere(now, int(one)), _everywhere(now, int(other))
    if one == other:
        pairs = [(body, rest) for place, body in enumerate(bodies) for rest in bodies[place + 1 :]]
    else:
        pairs = [(body, rest) for body in bodies for rest in others]
    if not pairs:
        return 0.2
    far = min(_steps(body, rest) for body, rest in pairs) > word.limit
    return float(far == (word.compares == ">="))


def _steps(body: int, other: int) -> int:
    """The number of steps between the first cells of two bodies, ignoring walls."""
    (row, column), (to_row, to_column) = divmod(first(body), 16), divmod(first(other), 16)
    return abs(row - to_row) + abs(column - to_column)


_WORDS: dict[str, Callable[[Home, int, Word], float]] = {
    "all_cards": _all_cards,
    "rect": _rect,
    "window": _window,
    "view": _window,
    "borders": _borders,
    "avoids": _avoids,
    "apart": _apart,
    "count": _count,
    "seats": _seats,
    "body_on": _body_on,
    "dist": _dist,
}
