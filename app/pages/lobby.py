"""Renders the lobby for one visitor."""

import secrets
from collections.abc import Collection, Container, Mapping
from typing import NamedTuple

from app.engine import registry
from app.engine.core import Illegal, Seat
from app.engine.residents import RESIDENTS
from app.live.live_table import LiveTable
from app.live.presence import of_place
from app.pages import fragments, game_cards, i18n
from app.pages.fragments import Frame, only
from app.pages.qr import qr_of_table
from app.pages.refusals import sentence
from app.table import evening, fair_shuffle, seating, spectators
from app.table.names import COLOURS
from app.table.seating import HUMAN, Place, PlaceId, Table
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


# -- what a lobby shows --------------------------------------------------------------------------------------


class Menu(NamedTuple):
    """What can be done about a seat."""

    first: bool
    last: bool
    own: bool
    hosts: bool
    hue: Sitter | None  # to choose another colour


class Chair(NamedTuple):
    """A seat that is taken."""

    place: Place
    seat: Seat
    is_ready: bool
    hosts: bool
    own: str  # "": somebody else's
    is_away: bool
    moves: bool  # can be dragged
    menu: Menu | None


class Wait(NamedTuple):
    """What a table waits for."""

    is_short: bool  # of players
    has_room: bool
    unready: tuple[str, ...]
    asks_anyway: bool  # whether to start although somebody isn't ready
    shuffling: bool
    for_own: bool  # for one of the visitor's own seats


class Shuffle(NamedTuple):
    """For the browser's part in the shuffle."""

    commitment: str
    places: tuple[PlaceId, ...]
    commitments: tuple[str, ...]
    lacking: tuple[PlaceId, ...]
    asked: tuple[PlaceId, ...]


def away(live: LiveTable) -> tuple[PlaceId, ...]:
    """The people who have a seat and aren't here."""
    people = (place for place in live.table.places if place.kind == HUMAN)
    return tuple(place.id for place in people if not live.presence.is_here(of_place(place.id)))


def _chairs(live: LiveTable, who: Visitor, gone: Container[PlaceId]) -> tuple[Chair, ...]:
    table, own = live.table, who.own(live.table)
    host, several = seating.host_place(table), len(table.places) > 1
    taken = {place.colour for place in table.places}
    return tuple(
        Chair(
            only(place, "id", "name", "kind", "level", "colour"),
            seat,
            place.ready or place.id == host,
            place.id == host,
            "" if place.id not in own else "one of them" if len(own) > 1 else "only",
            place.id in gone and place.id not in own,
            who.hosts and several,
            Menu(
                seat == 0,
                seat == len(table.places) - 1,
                place.id in own,
                who.hosts,
                _form(Me(place.name, place.colour, who.locale), None, taken - {place.colour})
                if place.id in own
                else None,
            )
            if who.hosts or place.id in own
            else None,
        )
        for seat, place in enumerate(table.places)
    )


def _wait(table: Table, who: Visitor, asks_anyway: bool) -> Wait:
    seats, own = registry.game(table.game).seats, who.own(table)
    return Wait(
        len(table.places) < min(seats),
        len(table.places) < max(seats),
        tuple(seating.unready(table, own if who.hosts else ())),
        asks_anyway,
        table.shuffling,
        any(not place.ready for place in table.places if place.id in own),
    )


def _shuffle(table: Table, own: Container[PlaceId]) -> Shuffle:
    return Shuffle(
        seating.shuffle_of(table).commitment,
        tuple(place.id for place in table.places),
        tuple(fair_shuffle.commitments(table)),
        () if table.shuffling else tuple(fair_shuffle.uncommitted(table, own)),
        tuple(fair_shuffle.asked(table, own)),
    )


# -- drawing -------------------------------------------------------------------------------------------------

_TOKEN = 'name="token" value="{}"'  # noqa: S105  # where it belongs


def _form(me: Me | None, typed: Mapping[str, str] | None, taken: Collection[str]) -> Sitter:
    """A form without its token, so that it is drawn and sent again only if something else in it changes."""
    return sitter(me, typed, taken)._replace(token="")


def with_token(html: str) -> str:
    """Give a drawn form its token: a new one each time, so that no two messages repeat it (BREACH)."""
    return html.replace(_TOKEN.format(""), _TOKEN.format(secrets.token_urlsafe(18)))


def draw(
    live: LiveTable,
    who: Visitor,
    link: str,
    refused: Illegal | None = None,
    typed: Mapping[str, str] | None = None,
) -> Frame:
    """The lobby as this visitor sees it. Forms lack their token."""
    table, own, gone = live.table, who.own(live.table), away(live)
    address, free = f"{link}/r/{live.code}", max(live.game.seats) - len(live.table.places)
    taken = [place.colour for place in table.places]
    for_another = "another" in (typed or {})
    drawn = drawn_options(table.game)
    asker = spectators.spectator(table, who.spectator)
    at = 0, live.revision, " ".join(map(str, gone))
    values = {
        "notice": sentence(refused, i18n.words(who.locale).gettext)
        if refused and refused.code != "not_ready"
        else None,
        "at": at,
        "code": live.code,
        "game": table.game,
        "card": game_cards.card(table.game),
        "link": address,
        "qr": qr_of_table(address),
        "most": max(live.game.seats),
        "free": free,
        "hosts": who.hosts,
        "own": tuple(sorted(own)),
        "chairs": _chairs(live, who, gone),
        "residents": RESIDENTS,
        "here": tuple(sorted({place.level for place in table.places})),
        "drawn_options": [each for each in table.options if each[0] in drawn],
        "facts": tuple(facts(table)[:MOST_FACTS]),
        "shuffle": _shuffle(table, own),
        "another": _form(None, typed if for_another else None, taken) if own and free else None,
        "evening": evening.code_for(table, who),
        "sitter": _form(who.me, None if for_another else typed, taken) if asks_name(live, who) else None,
        "removed_from": who.removed_from,
        "name": who.me.name if who.me else None,
        "wants": asker.wants if asker else 0,
        "wait": _wait(table, who, refused is not None and refused.code == "not_ready"),
    }
    template = i18n.environment(who.locale).get_template("lobby/lobby.html")
    return fragments.frame(at, i18n.canvas(who.locale).drawn(lambda: template.render(values)))
