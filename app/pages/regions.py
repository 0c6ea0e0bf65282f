"""The parts of a table's page that are drawn anew, each by itself, when what they show has changed."""

import time
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import NamedTuple

from app.engine.core import Illegal
from app.live import attendance
from app.live.live_table import LiveTable
from app.live.presence import WATCHING, of_place
from app.live.shared_device import may_take_device, viewpoint
from app.pages import chat as pages_chat
from app.pages import game_panel, i18n, lobby, tv
from app.pages.game_frame import frame
from app.table import spectators
from app.table.chat import hears_watchers
from app.table.visitor import Visitor


class Look(NamedTuple):
    """Somebody who looks at a table."""

    live: LiveTable
    visitor: Visitor
    link: str  # by which others come to this server
    most_watchers: int  # who sit nowhere and see the table live

    @property
    def is_crowded(self) -> bool:
        """Whether so many watch that one more can't do it live."""
        if self.visitor.places or self.visitor.on_tv:
            return False
        return self.live.presence.pages(WATCHING) >= self.most_watchers

    @property
    def is_asked(self) -> bool:
        """Whether there is something for them to type or to choose."""
        if self.live.state is None:
            return lobby.asks_name(self.live, self.visitor)
        return bool({*self.visitor.seats(self.live.table)} & {*self.live.state.waiting})


async def table(look: Look, refused: Illegal | None = None, typed: Mapping[str, str] | None = None) -> str:
    """The lobby, or the game once it has begun."""
    live, who = look.live, look.visitor
    if live.state is None and who.on_tv:
        return tv.lobby(live, who.locale, look.link)
    if live.state is None:
        return lobby.draw(live, who, look.link, refused, typed)
    return await frame(live, await viewpoint(live, who), who.locale, refused)


async def people(look: Look) -> str:
    """Who is at the table, and who of them is here."""
    return _drawn("table/people.html", look)


async def prompts(look: Look) -> str:
    """What somebody should know or can do just now, beside the game."""
    who = look.visitor
    return _drawn(
        "table/prompts.html",
        look,
        may_take_device=await may_take_device(look.live, who),
        nudged=_nudged(look),
    )


def _nudged(look: Look) -> int:
    """How often they were nudged to do what they are still waited for."""
    live = look.live
    seats = {*look.visitor.seats(live.table)} & {*live.waited_for}
    turns = [(of_place(live.table.places[seat].id), live.state.turns[seat]) for seat in seats]
    return sum(live.presence.nudged(who, turn) for who, turn in turns)


def _drawn(template: str, look: Look, **more: object) -> str:
    live, who = look.live, look.visitor
    return (
        i18n.environment(who.locale)
        .get_template(template)
        .render(
            code=live.code,
            table=live.table,
            presence=live.presence,
            waiting=live.waited_for,
            askable=() if who.places else attendance.askable(live.table, live.presence),
            playing=bool(live.waited_for),
            asks_watchers=spectators.asks(live.table),
            visitor=who,
            own=who.own(live.table),
            **more,
        )
    )


async def panel(look: Look) -> str:
    """What stands beside a game."""
    return game_panel.draw(look.live, look.visitor)


async def messages(look: Look) -> str:
    """The chat."""
    return await pages_chat.draw(look.live, look.visitor)


async def reactions(look: Look) -> str:
    """What was said without words just now."""
    return pages_chat.draw_reactions(look.live, look.visitor.locale, hears_watchers(look.visitor))


async def invitation(look: Look) -> str:
    """What a TV shows beside the table: the way to it."""
    return tv.invitation(look.live, look.visitor.locale, look.link)


# -- when it is drawn anew, and for whom it is the same ------------------------------------------------------


def _table_marks(live: LiveTable) -> object:
    """Who comes and goes is shown in a lobby, but draws no board anew."""
    return live.at.of_game, live.presence.marks if live.state is None else None


def _game_panel_marks(live: LiveTable) -> object:
    """Where a clock runs it shows the time that is left: who comes later is not shown how much there was."""
    ticks = any(live.deadline(seat) for seat in live.waited_for)
    return live.at.of_game, int(time.monotonic()) if ticks else None


def _prompts_marks(live: LiveTable) -> object:
    return live.at.of_game, live.presence.marks, live.presence.nudges


def _at_table(look: Look) -> Hashable:
    """Of a game all who sit nowhere see the same. The form of a lobby is one browser's alone: from what
    stands in it comes the key of its seat."""
    if look.live.state is not None:
        return look.visitor.places, look.visitor.device_holder, look.visitor.locale
    return object() if lobby.has_form(look.live, look.visitor) else (look.visitor, look.link)


def _whatever_their_name(look: Look) -> Hashable:
    return look.visitor._replace(me=None)


class Region(NamedTuple):
    target: str  # the element on the page
    marks: Callable[[LiveTable], object]  # while they stay the same there is nothing to draw anew
    draw: Callable[[Look], Awaitable[str]]
    sees: Callable[[Look], Hashable]  # for whom this is the same it is drawn once
    pause: float = 0  # in seconds, for each who is told: until a crowd is told of the next change


TABLE = Region("#table", _table_marks, table, _at_table)
GAME_PANEL = Region("#game-panel", _game_panel_marks, panel, _whatever_their_name)
# Whenever one of a thousand comes all would be told: a million messages until they are all there.
PEOPLE = Region(
    "#people-list",
    lambda live: (live.at.of_game, live.presence.marks),
    people,
    _whatever_their_name,
    pause=0.001,
)
MESSAGES = Region("#messages", lambda live: (live.said, live.revision), messages, _whatever_their_name)
REACTIONS = Region(
    "#reactions",
    lambda live: live.reactions.shown,
    reactions,
    lambda look: (look.visitor.locale, hears_watchers(look.visitor)),
)
PROMPTS = Region("#prompts", _prompts_marks, prompts, _whatever_their_name)
# By the link that somebody came by: what they made up is drawn for nobody else.
INVITATION = Region(
    "#invitation",
    lambda live: live.at.of_game,
    invitation,
    lambda look: (_whatever_their_name(look), look.link),
)
REGIONS = (TABLE, GAME_PANEL, PROMPTS, PEOPLE, MESSAGES, REACTIONS)
ON_TV = (TABLE, GAME_PANEL, INVITATION)
