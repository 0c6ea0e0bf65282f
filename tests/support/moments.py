"""Moments of recorded games, and what each viewer sees of them: used by all tests of frames."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from app.engine import registry
from app.engine.core import Game, Seat, offers
from app.pages.game_frame import Moment, draw
from app.table.names import COLOURS
from scripts import golden
from tests.support.parsed_page import Sight

NAMES = ("Ada", "Bruno", "Celina", "<b>Daiki</b>", "Emil", "Fay")
EVERY, FEW = 50, 3


def told(game: Game[Any], state: Any, events: tuple[Any, ...], version: int = 7) -> Moment:
    seats = len(state.turns)
    return Moment("sunny-sofa-42", version, 3, NAMES[:seats], COLOURS[:seats], game, state, events)


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Some moves of a game's records, their ends, and the first few moments that offer each kind of move."""
    return tuple(_moments(registry.game(name)))


def _moments(game: Game[Any]) -> Iterator[Moment]:
    met: Counter[str | int] = Counter()
    for path in sorted((golden.GOLDEN / game.id).glob("*.jsonl")):
        steps = [*golden.replay(golden.read(path).record)]
        events: tuple[Any, ...] = game.opening(steps[0].before)
        yield told(game, steps[0].before, events)
        for number, step in enumerate(steps, 1):
            events += step.events
            moment = told(game, step.after, events, number + 1)
            kinds = kinds_offered(moment)
            if number % EVERY == 0 or number == len(steps) or any(met[kind] < FEW for kind in kinds):
                met.update(kinds)
                yield moment


@cache
def seen_by(viewer: Seat | None, moment: Moment) -> Sight:
    return Sight(draw(moment, viewer, "en"))


def viewers(moment: Moment) -> list[Seat | None]:
    """A spectator and every player."""
    return [None, *range(len(moment.state.turns))]


def kinds_offered(moment: Moment) -> set[str | int]:
    """The first words of all moves on offer now."""
    return {move[0] for seat in moment.state.waiting for move in offers(moment.game, moment.state, seat)}
