"""Renders the lobby for one visitor."""

import secrets
from collections.abc import Collection, Mapping
from typing import NamedTuple

from app.engine import registry
from app.engine.core import Illegal
from app.live.live_table import LiveTable
from app.pages import i18n
from app.pages.qr import qr_of_table
from app.pages.refusals import sentence
from app.table import fair_shuffle, seating
from app.table.names import COLOURS
from app.table.table_options import USUAL
from app.table.visitor import Me, Visitor


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
    return not who.places and len(live.table.places) < max(live.game.seats) and not who.watches


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
        notice=sentence(refused, i18n.words(who.locale).gettext) if refused else None,
        code=live.code,
        revision=live.revision,
        table=live.table,
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
        unready=[place.name for place in live.table.places if not place.ready],
        drawn_options=drawn_options(live.table.game),
        unusual_options=[each for each in seating.table_options_of(live.table) if each not in USUAL],
        asks_name=asks_name(live, who),
        sitter=sitter(who.me, None if for_another else typed, taken),
        another=sitter(None, typed if for_another else None, taken),
    )
