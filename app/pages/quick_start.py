"""A game in a few pictures, for its rules page and for the lesson before a first move."""

from typing import Any

from app.engine import registry
from app.pages.i18n import TEMPLATES
from app.pages.rulebook import games


def taught() -> tuple[str, ...]:
    """The games that have a quick start."""
    return tuple(name for name in games() if (TEMPLATES / name / "quick_start.html").exists())


def facts(game: str) -> dict[str, Any]:
    """What the pictures are drawn with."""
    return dict(registry.part(game, "facts").FACTS)
