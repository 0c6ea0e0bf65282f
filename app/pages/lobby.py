"""Renders the lobby for one visitor."""

import secrets
from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from app.engine import registry
from app.engine.core import Illegal
from app.engine.residents import RESIDENTS
from app.live.live_table import LiveTable
from app.pages import game_cards, i18n
from app.pages.qr import qr_of_table
from app.pages.refusals import sentence
from app.table import evening, fair_shuffle, seating, spectators
from app.table.names import COLOURS
from app.table.seating import Table
from app.table.table_options import USUAL
from app.table.visitor import Me, Visitor

MOST_FACTS = 2  # of what is agreed on and unusual, in one line


class Fact(NamedTuple):
    """An option that differs from its default."""

    name: str
    value: str | int | bool
    of_game: bool  # or else of the table


class Sitter(NamedTuple):
    """The seat form's prefilled values."""

    name: str
    colour: str
    colours: tuple[str, ...]  # not taken yet
    token: str  # makes the form idempotent: even if sent twice, it takes only one seat


def sitter(me: Me | None, typed: Mapping[str, str] | None = None, taken: Collection[str] = ()) -> Sitter:
    """Fill the form with what has already been typed, or else with what the browser remembers."""
    typed = typed or {}
    free = tuple(colour for colour in COLOURS if colour not in taken)
    liked = typed.get("colour"), me.colour if me else None, *free
    return Sitter(
        typed.get("name", me.name if me else ""),
        next(colour for colour in liked if colour in free),
        free,
        secrets.token_urlsafe(18),
    )


def asks_name(live: LiveTable, who: Visitor) -> bool:
    """Whether the visitor is offered a seat and so asked for a name."""
    has_room = len(live.table.places) < max(live.game.seats)
    return has_room and not (who.places or who.watches or who.removed_from)


def has_form(live: LiveTable, who: Visitor) -> bool:
    """Whether the visitor sees a seat form, for themselves or for somebody else on this device."""
    return bool(who.places) or asks_name(live, who)


def drawn_options(game: str) -> tuple[str, ...]:
    """The options whose choice the game draws itself, each on a page of its own."""
    return tuple(
        option.name
        for option in registry.game(game).options
        if (i18n.TEMPLATES / game / f"choose_{option.name}.html").exists()
    )


def facts(table: Table) -> list[Fact]:
    """What a table agreed on that is unusual. An option with a page of its own is shown by itself."""
    options, drawn = registry.game(table.game).options, drawn_options(table.game)
    usual = {(option.name, option.default) for option in options}
    rules = [
        Fact(*each, of_game=True) for each in table.options if each not in usual and each[0] not in drawn
    ]
    others = [each for each in seating.table_options_of(table) if each not in USUAL]
    return rules + [Fact(*each, of_game=False) for each in others]


def draw(
    live: LiveTable,
    who: Visitor,
    link: str,
    refused: Illegal | None = None,
    typed: Mapping[str, str] | None = None,
) -> str:
    seats, address = live.game.seats, f"{link}/r/{live.code}"
    taken = [place.colour for place in live.table.places]
    for_another = "another" in (typed or {})
    own = who.own(live.table)
    template = i18n.environment(who.locale).get_template("lobby/lobby.html")
    return template.render(
        notice=sentence(refused, i18n.words(who.locale).gettext)
        if refused and refused.code != "not_ready"
        else None,
        code=live.code,
        revision=live.revision,
        table=live.table,
        card=game_cards.card(live.table.game),
        presence=live.presence,
        visitor=who,
        own=own,
        commitment=seating.shuffle_of(live.table).commitment,
        commitments=fair_shuffle.commitments(live.table),
        lacking=[] if live.table.shuffling else fair_shuffle.uncommitted(live.table, own),
        asked=fair_shuffle.asked(live.table, own),
        link=address,
        qr=qr_of_table(address),
        fewest=min(seats),
        most=max(seats),
        where=urlsplit(link).netloc,
        unready=seating.unready(live.table, own if who.hosts else ()),
        host_place=seating.host_place(live.table),
        asks_anyway=refused is not None and refused.code == "not_ready",
        drawn_options=drawn_options(live.table.game),
        facts=facts(live.table)[:MOST_FACTS],
        evening=evening.code_for(live.table, who),
        residents=RESIDENTS,
        here={place.level for place in live.table.places},
        hues={
            place.id: sitter(Me(place.name, place.colour, who.locale), None, {*taken} - {place.colour})
            for place in live.table.places
            if place.id in own
        },
        asks_name=asks_name(live, who),
        asker=spectators.spectator(live.table, who.spectator),
        sitter=sitter(who.me, None if for_another else typed, taken),
        another=sitter(None, typed if for_another else None, taken),
    )
