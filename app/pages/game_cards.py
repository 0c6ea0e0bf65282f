"""The games as cards: what each is about, how long it takes, for whom it is."""

from typing import NamedTuple

from app.engine import registry
from app.pages import i18n
from app.table import playable_games


class Card(NamedTuple):
    game: str
    seats: range
    minutes: tuple[int, int]
    age: int
    company: tuple[str, ...]  # the bots that sit down with somebody who plays at once


def card(game: str) -> Card:
    facts, company = registry.part(game, "facts").FACTS, playable_games.company(game)
    seats = registry.game(game).seats
    return Card(game, seats, facts["minutes"], facts["age"], company)


def cards() -> list[Card]:
    """All games, starting with the easiest to begin with."""
    return sorted(map(card, playable_games.names()), key=lambda card: (card.age, card.minutes, card.game))


def title(game: str, locale: str = "en") -> str:
    names = i18n.environment(locale).get_template(f"{game}/names.html").module
    return str(names.term("title"))  # type: ignore[attr-defined]  # the template's
