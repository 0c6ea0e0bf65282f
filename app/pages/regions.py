"""The regions of a table's page. Each is re-rendered separately when something shown in it has changed."""

from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import NamedTuple

from app.engine.core import Illegal
from app.engine.doubt import Doubt
from app.live import attendance, hints
from app.live.live_table import LiveTable, Slot
from app.live.presence import WATCHING, Marks, of_place
from app.live.replay.showing import shown_at
from app.live.shared_device import may_take_device, viewpoint
from app.pages import chat as pages_chat
from app.pages import game_panel, i18n, lobby, tv
from app.pages.fragments import Frame
from app.pages.game_frame import drawn_of, frame
from app.table import bot_seats, spectators
from app.table.chat import hears_watchers
from app.table.seating import HUMAN, Place, host_place
from app.table.visitor import Visitor


class Look(NamedTuple):
    """A visitor looking at a table."""

    live: LiveTable
    visitor: Visitor
    link: str  # this server's URL, for invitations
    most_watchers: int  # the most spectators that may have a live page
    doubt: Doubt | None = None  # what the visitor is asked before a move

    @property
    def is_crowded(self) -> bool:
        """Whether this visitor is a spectator, and no live connections are left for spectators."""
        if self.visitor.places or self.visitor.on_tv:
            return False
        return self.live.presence.pages(WATCHING) >= self.most_watchers

    @property
    def is_asked(self) -> bool:
        """Whether the visitor has a form to fill in or a move to make."""
        if self.live.state is None:
            return lobby.asks_name(self.live, self.visitor)
        return bool({*self.visitor.seats(self.live.table)} & {*self.live.state.waiting})


async def table(
    look: Look, refused: Illegal | None = None, typed: Mapping[str, str] | None = None
) -> str | Frame:
    """The lobby, or the game once it has started."""
    live, who = look.live, look.visitor
    if live.state is None and who.on_tv:
        return tv.lobby(live, who.locale, look.link)
    if live.state is None:
        return lobby.draw(live, who, look.link, refused, typed)
    return await frame(live, await viewpoint(live, who), who.locale, refused, look.doubt)


async def people(look: Look) -> str:
    """Who is at the table, and which of them are online."""
    return _drawn("table/people.html", look)


async def prompts(look: Look) -> str:
    """Notices and requests for the visitor, beside the game."""
    who, live = look.visitor, look.live
    seat = await viewpoint(live, who) if live.table.advice and who.places else None
    return _drawn(
        "table/prompts.html",
        look,
        may_take_device=await may_take_device(live, who),
        nudged=_nudged(look),
        away=_away(look),
        game=live.game.id,
        hint=None if seat is None else hints.shown(live, seat),
        advised=[place for place in hints.advised(live) if place.id not in who.own(live.table)],
        names=[place.name for place in live.table.places],
    )


def _away(look: Look) -> list[Place]:
    """The other people whose move it is and who aren't here."""
    live, own = look.live, look.visitor.own(look.live.table)
    waited = (live.table.places[seat] for seat in live.waited_for)
    people = (place for place in waited if place.kind == HUMAN and not place.level and place.id not in own)
    return [place for place in people if not live.presence.is_here(of_place(place.id))]


def _nudged(look: Look) -> int:
    """How often the visitor was nudged about the moves they still have to make."""
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
            bot_seats=() if who.places or not live.waited_for else bot_seats.free(live.table),
            host=next((each for each in live.table.places if each.id == host_place(live.table)), None),
            full=len(live.table.places) == max(live.game.seats),
            askable=() if who.places else attendance.askable(live.table, live.presence),
            playing=bool(live.waited_for),
            asks_watchers=spectators.asks(live.table),
            visitor=who,
            own=who.own(live.table),
            **more,
        )
    )


async def panel(look: Look) -> str:
    """The panel beside the game."""
    if not look.live.table.practice or look.live.state is None:
        return game_panel.draw(look.live, look.visitor)
    story = drawn_of.of(look.live).story
    await story.read_on(look.live)
    return game_panel.draw(look.live, look.visitor, story.steps)


async def messages(look: Look) -> Frame:
    """The chat."""
    return await pages_chat.draw(look.live, look.visitor)


async def reactions(look: Look) -> str:
    """The current reactions."""
    return pages_chat.draw_reactions(look.live, look.visitor.locale, hears_watchers(look.visitor))


async def invitation(look: Look) -> str:
    """How to join, beside the table on a TV."""
    return tv.invitation(look.live, look.visitor.locale, look.link)


async def shown(look: Look) -> str:
    """The step of a replay that somebody shows to everybody here."""
    return _drawn("replay/shown.html", look, shown=shown_at(look.live))


# -- when to re-render, and which visitors share the result --------------------------------------------------


class _Attendance:
    """Who is present, looked up once for all audiences whenever there is news."""

    def __init__(self, live: LiveTable) -> None:
        self.news, self.marks = live.news, attendance.presence_marks(live)


_attendance: Slot[_Attendance] = Slot(_Attendance)


def _presence_marks(live: LiveTable) -> Marks:
    seen = _attendance.of(live)
    if seen.news != live.news:
        seen.news, seen.marks = live.news, attendance.presence_marks(live)
    return seen.marks


def _table_marks(look: Look) -> object:
    """A lobby shows who is present, so it is re-rendered when that changes. A board must not be
    re-rendered then."""
    live = look.live
    return live.at.of_game, _presence_marks(live).people if live.state is None else None


def _people_marks(look: Look) -> object:
    """Players can nudge those whose turn it is, so that matters to them as well."""
    live, plays = look.live, bool(look.visitor.own(look.live.table))
    return live.revision, live.waited_for if plays else bool(live.waited_for), _presence_marks(live).people


def _prompts_marks(look: Look) -> object:
    """On a shared device, who may take it depends on every move since."""
    live, shares = look.live, len(look.visitor.places) > 1
    here = _presence_marks(live), tuple(place.id for place in _away(look)), _nudged(look)
    advised = tuple(place.id for place in hints.advised(live))
    return live.revision, bool(live.waited_for), here, advised, live.version if shares else None


def _at_table(look: Look) -> Hashable:
    """In a game, all spectators share a frame. The form in a lobby is never shared, because the seat's key is
    derived from its token."""
    if look.live.state is not None:
        return look.visitor.places, look.visitor.device_holder, look.visitor.locale
    return object() if lobby.has_form(look.live, look.visitor) else (look.visitor, look.link)


def _whatever_their_name(look: Look) -> Hashable:
    return look.visitor._replace(me=None)


class Region(NamedTuple):
    target: str  # the element on the page
    marks: Callable[[Look], object]  # re-render only when these change
    draw: Callable[[Look], Awaitable[str | Frame]]
    sees: Callable[[Look], Hashable]  # visitors for whom this is equal share one rendering
    pause: float = 0  # seconds per recipient before the next update: throttles large audiences


def text_of(drawn: str | Frame) -> str:
    """The text for a new page."""
    return drawn if isinstance(drawn, str) else lobby.with_token(drawn.text)


TABLE = Region("#table", _table_marks, table, _at_table)
GAME_PANEL = Region(
    "#game-panel", lambda look: game_panel.marks(look.live, look.visitor), panel, _whatever_their_name
)
# Without a pause, a thousand people joining would cause a million messages: one to everyone for each arrival.
PEOPLE = Region("#people-list", _people_marks, people, _whatever_their_name, pause=0.001)
MESSAGES = Region(
    "#messages", lambda look: (look.live.said, look.live.revision), messages, _whatever_their_name
)
REACTIONS = Region(
    "#reactions",
    lambda look: look.live.reactions.shown,
    reactions,
    lambda look: (look.visitor.locale, hears_watchers(look.visitor)),
)
PROMPTS = Region("#prompts", _prompts_marks, prompts, _whatever_their_name)
# Not shared between visitors who came by different links, so that nobody sees a host that another made up.
INVITATION = Region(
    "#invitation",
    lambda look: (look.live.revision, look.live.phase),
    invitation,
    lambda look: (_whatever_their_name(look), look.link),
)
SHOWN = Region(
    "#shown",
    lambda look: shown_at(look.live),
    shown,
    lambda look: (look.visitor.locale, look.visitor.on_tv),
)
REGIONS = (TABLE, GAME_PANEL, PROMPTS, PEOPLE, MESSAGES, REACTIONS)
ON_TV = (TABLE, GAME_PANEL, INVITATION, SHOWN)
