"""The games that people can play: those that already have a board to show.

The engine knows a game from day one, for bots, the referee and the fuzzer. People only see it once it has
a board, `app/templates/NAME/board.html`.
"""

from app import ROOT
from app.engine import registry
from app.engine.core import Illegal
from app.table import residents

TEMPLATES = ROOT / "app" / "templates"


def names() -> tuple[str, ...]:
    return tuple(name for name in registry.names() if (TEMPLATES / name / "board.html").exists())


def must_be_playable(name: str) -> None:
    """Refuse a game that has no board to show yet."""
    if name not in names():
        raise Illegal("unknown_game", games=names())


def must_be_for_one(name: str) -> None:
    """Refuse a game that can't be played alone."""
    must_be_playable(name)
    seats = registry.game(name).seats
    if 1 not in seats:
        raise Illegal("bad_seats", seats=tuple(seats))


def company(name: str) -> tuple[str, ...]:
    """The bots that sit down with somebody who plays at once: no more than the game needs, the gentlest."""
    must_be_playable(name)
    return (*residents.free(())[: max(1, min(registry.game(name).seats) - 1)],)
