"""The games that people can play: those that already have a board to show.

The engine knows a game from day one, for bots, the referee and the fuzzer. People only see it once it has
a board, `app/templates/NAME/board.html`.
"""

from app import ROOT
from app.engine import registry
from app.engine.core import Illegal

MOST_COMPANY = 3  # bots at a table that starts at once: enough for company, few enough to follow

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


def company(name: str) -> int:
    """How many bots sit down with somebody who plays at once."""
    must_be_playable(name)
    return min(MOST_COMPANY, max(registry.game(name).seats) - 1)
