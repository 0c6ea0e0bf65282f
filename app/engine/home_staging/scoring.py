"""The score of a home, line by line. Each line names the cells that earned its points."""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from app.engine.core import Line, Seat

from .bonuses import Earned, by_edge, earned
from .cells import EDGES, Edge, flood, names
from .home import Home, home
from .pieces import Laid
from .reach import Reach, is_front, reaches
from .scenarios import MEDALS, Scenario
from .sheet import Sheet
from .state import State
from .words import Bonus

PARTS = ("furniture", "bonus", "penalty")
NO_ROOM = -3


class Tally:
    """The points of a home with a given front door."""

    def __init__(self, reach: Reach, front: Edge | None, bonuses: tuple[Earned, ...]) -> None:
        self.reach = reach
        self.front = front
        self.bonuses = bonuses
        worth = reach.home.scenario.bonuses
        self.bonus = sum(bonus.points * each.times for bonus, each in zip(worth, bonuses, strict=True))
        self.furniture = reach.body.bit_count()
        self.penalty = NO_ROOM * len(reach.home.missing)
        self.total = self.furniture + self.bonus + self.penalty

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return (*_furniture(self.reach), *_bonuses(self), *_penalties(self.reach.home))


def tally(home: Home, front: str) -> Tally:
    """The tally with the front door that is set. If none is set, use the best one, or the first of several
    that tie."""
    if front and is_front(home, front):
        edge = EDGES[front]
        ground = home.entry.free if home.entry else home.rest
        return _behind(Reach(home, flood(edge.here, ground)), [edge])
    best: Tally | None = None
    nothing_in_reach = False
    for reach, edges in reaches(home):
        if not reach.rooms:
            if nothing_in_reach:
                continue  # this hall would score the same as the first such one
            nothing_in_reach = True
        found = _behind(reach, edges)
        if best is None or _order(found) < _order(best):
            best = found
    if best is None:
        nowhere = Reach(home, 0)
        return Tally(nowhere, None, tuple(earned(bonus, nowhere, None) for bonus in home.scenario.bonuses))
    return best


def _order(tally: Tally) -> tuple[int, int, int]:
    assert tally.front is not None
    return -tally.total, tally.front.cell, tally.front.side


def _behind(reach: Reach, edges: list[Edge]) -> Tally:
    """The tally with the best of these front doors, which all lead into the same hall. If several tie, the
    first one counts."""
    bonuses, where = reach.home.scenario.bonuses, by_edge(reach.home.scenario)
    front = edges[0]
    if where and len(edges) > 1:
        front = max(edges, key=lambda edge: sum(_points(bonuses[place], reach, edge) for place in where))
    return Tally(reach, front, tuple(earned(bonus, reach, front) for bonus in bonuses))


def _points(bonus: Bonus, reach: Reach, front: Edge) -> int:
    return bonus.points * earned(bonus, reach, front).times


# -- lines ---------------------------------------------------------------------------------------------------


def _furniture(reach: Reach) -> Iterator[Line]:
    for key, room in reach.rooms.items():
        yield Line("furniture", "room", (key,), room.body.bit_count(), names(room.body))
    for piece, key in out_of_reach(reach):
        cells = names(piece.body | piece.rug)
        yield Line("furniture", "out_of_reach", (key, piece.piece.option), 0, cells)


def out_of_reach(reach: Reach) -> Iterator[tuple[Laid, str]]:
    """The out-of-reach pieces of finished rooms, each with its room, in the sheet's order."""
    for room in reach.home.built:
        found = reach.rooms.get(room.key)
        for piece in room.pieces:
            if found is None or piece not in found.pieces:
                yield piece, room.key


def _bonuses(tally: Tally) -> Iterator[Line]:
    for place, bonus in enumerate(tally.reach.home.scenario.bonuses):
        times, cells = tally.bonuses[place]
        if times:
            yield Line("bonus", "bonus", (place, times), bonus.points * times, names(cells))


def _penalties(home: Home) -> Iterator[Line]:
    for key in home.missing:
        yield Line("penalty", "no_room", (key,), NO_ROOM, ())


# -- a game --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def count(scenario: str, sheet: Sheet) -> Tally:
    """The tally of a sheet's finished rooms, with its front door if it is set and the best possible one if
    not."""
    return tally(home(scenario, sheet), sheet.front)


def tallies(state: State) -> list[Tally]:
    """The tallies by seat. Everyone may see them, because they leave out anything pencilled in this turn."""
    return [count(state.options.scenario, sheet) for sheet in state.sheets]


def score(state: State) -> tuple[tuple[Line, ...], ...]:
    return tuple(each.lines for each in tallies(state))


def winners(state: State) -> tuple[Seat, ...]:
    """The seats with the most points. Ties go to the seat with the most pieces drawn; seats still tied share
    the victory."""
    found = [
        (each.total, sum(len(room.pieces) for room in sheet.rooms))
        for each, sheet in zip(tallies(state), state.sheets, strict=True)
    ]
    return tuple(seat for seat, each in enumerate(found) if each == max(found))


def medal(scenario: Scenario, total: int) -> str:
    """The best medal that this total earns, or "" if none."""
    earned = [name for name, wanted in zip(MEDALS, scenario.medals, strict=True) if total >= wanted]
    return earned[-1] if earned else ""
