"""The games that people can play: those whose table has been drawn.

The engine knows a game from its first day, for bots, the referee and the fuzzer. People meet it once it has a
table to sit down at, `app/templates/NAME/board.html`.
"""

from app import ROOT
from app.engine import registry
from app.engine.core import Illegal

TEMPLATES = ROOT / "app" / "templates"


def names() -> tuple[str, ...]:
    return tuple(name for name in registry.names() if (TEMPLATES / name / "board.html").exists())


def must_be_playable(name: str) -> None:
    """Refuse a game that nobody could see."""
    if name not in names():
        raise Illegal("unknown_game", games=names())
