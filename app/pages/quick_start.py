"""A game in a few pictures, for its rules page and for the lesson before a first move."""

from typing import Any

from app.engine import registry
from app.pages import i18n
from app.pages.i18n import TEMPLATES
from app.pages.rulebook import games


def taught() -> tuple[str, ...]:
    """The games that have a quick start."""
    return tuple(name for name in games() if (TEMPLATES / name / "quick_start.html").exists())


def of(game: str, locale: str) -> object:
    """The game's quick start: its pictures and words; None if it has none."""
    if game not in taught():
        return None
    return i18n.environment(locale).get_template(f"{game}/quick_start.html").module


def lesson(game: str, state: object, locale: str) -> tuple[str, ...]:
    """The pictures to see before a first move at this table; `state` is None if it isn't known."""
    quick: Any = of(game, locale)
    comes_first = getattr(registry.part(game, "facts"), "comes_first", None)
    if state is None or comes_first is None:
        return tuple(quick.LESSON)
    return tuple(quick.LESSONS.get(comes_first(state), quick.LESSON))


def has_signs(game: str) -> bool:
    """Whether the game explains the signs at its table."""
    return (TEMPLATES / game / "signs.html").exists()


def facts(game: str) -> dict[str, Any]:
    """What the pictures are drawn with."""
    return dict(registry.part(game, "facts").FACTS)


def behind(game: str, code: str, locale: str) -> str:
    """The anchor of the part of the rules behind a refusal; "" if there is none."""
    why: dict[str, str] = getattr(of(game, locale), "WHY", {})
    return why.get(code, "")
