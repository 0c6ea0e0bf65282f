"""How finished games ended. A finished game never changes, so what its states say is cached."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.engine import registry, wire
from app.engine.core import Game, Line, Seat, totals
from app.storage.schema import RoomRow
from app.storage.store import Store
from app.storage.writes import NoSuchRoom
from app.table.my_games import ranks

_MOST_KEPT = 2000


class Result(NamedTuple):
    """What the first and the last state of a game say."""

    began: float
    at: float  # when it ended
    first: Seat | None  # who began, if it was one seat alone
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    best: tuple[Mapping[str, Line], ...]  # by seat, the best line in each part of the score


_kept: OrderedDict[tuple[str, float, int], Result] = OrderedDict()


async def result(store: Store, row: RoomRow) -> Result:
    """How a finished game ended. Raises what reading a damaged table raises, and NoSuchRoom."""
    key = row.code, row.created, row.version
    if key not in _kept:
        _kept[key] = await _read(store, row)
    _kept.move_to_end(key)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return _kept[key]


async def _read(store: Store, row: RoomRow) -> Result:
    _, last = await store.load(row.id)
    opening = await store.entry(row.id, 1)
    if last is None or opening is None:
        raise NoSuchRoom(row.id)
    game: Game[Any] = registry.game(row.game)
    state = wire.loads(game.state_type, last.state)
    asked = wire.loads(game.state_type, opening.state).waiting
    score = game.score(state)
    points = tuple(totals(game.parts, lines)["total"] for lines in score)
    return Result(
        opening.at,
        last.at,
        asked[0] if len(asked) == 1 else None,
        points,
        tuple(ranks(points, game.winners(state))),
        tuple(map(_best, score)),
    )


def _best(lines: tuple[Line, ...]) -> Mapping[str, Line]:
    best: dict[str, Line] = {}
    for line in lines:
        if line.part not in best or line.points > best[line.part].points:
            best[line.part] = line
    return best
