"""The count at the end of a game: what is told, in which order, until the winner is named last.

It goes category by category, and in each from the fewest points to the most. Categories that were hidden
during the game come last, from the fewest points so far; whatever was hidden is turned over before it counts.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.engine import registry
from app.engine.core import Game, Line, Seat
from app.live.live_table import LiveTable
from app.pages import i18n

HOLD, TURN, SCORE, STILL, WON = "hold", "turn", "score", "still", "won"


class Step(NamedTuple):
    """What everybody sees for a moment. A still takes the place of a whole category where nothing moves."""

    kind: str
    part: str  # of the score; "" before the first and after the last
    seats: tuple[Seat, ...]  # whose boards are shown
    sums: tuple[int, ...]  # everybody's points after this


Scores = tuple[tuple[Line, ...], ...]


def steps(game: Game[Any], state: Any) -> Iterator[Step]:
    scores = game.score(state)
    everybody = tuple(range(len(scores)))
    sums = [0] * len(scores)
    yield Step(HOLD, "", everybody, tuple(sums))
    for part in order(game):
        hidden = part not in game.open_parts
        gains = [points(lines, part) for lines in scores]
        counted = [seat for seat in everybody if any(line.part == part for line in scores[seat])]
        before = tuple(sums if hidden else gains)
        for seat in sorted(counted, key=before.__getitem__):
            if hidden:
                yield Step(TURN, part, (seat,), tuple(sums))
            sums[seat] += gains[seat]
            yield Step(SCORE, part, (seat,), tuple(sums))
        if counted:
            yield Step(STILL, part, everybody, tuple(sums))
    yield Step(WON, "", game.winners(state), tuple(sums))


def order(game: Game[Any]) -> tuple[str, ...]:
    """The parts of a score in the order of the count."""
    return tuple(sorted(game.parts, key=lambda part: part not in game.open_parts))


def points(lines: tuple[Line, ...], part: str) -> int:
    return sum(line.points for line in lines if line.part == part)


async def draw(live: LiveTable, locale: str, hosts: bool) -> str:
    """The count of a finished game as a dialog, for the script that shows it step by step."""
    game, state = live.game, live.state
    environment = i18n.environment(locale)
    looks = environment.select_template([f"{game.id}/count.html", "table/plain_count.html"])
    last = await live.store.entry(live.id, live.version)
    assert last, "a finished game has a last move"
    return environment.get_template("table/count.html").render(
        code=live.code,
        game=game.id,
        look=looks.module,
        board=registry.part(game.id, "board").board(state, None, ()),
        scores=game.score(state),
        steps=list(steps(game, state)),
        parts=order(game),
        winners=game.winners(state),
        points=points,
        players=[place.name for place in live.table.places],
        colours=[place.colour for place in live.table.places],
        hosts=hosts,
        ago=int(max(0.0, time.time() - last.at)),
    )
