"""A running game as HTML: the frame for one audience, drawn once and shared by all who see the same."""

import re
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from app import i18n, record, wire
from app.engine import registry
from app.engine.core import LONGEST_MOVE, UNDO, Event, Game, Illegal, Move, Seat, offers, totals
from app.engine.takeback import TAKE_BACK
from app.manners import ALL, OFF, OWN
from app.models import Entry
from app.refusals import sentence
from app.rooms import Room
from app.seating import ABANDONED, agreed

LOG_LINES = 30
_KEPT_STEPS = 2 * LOG_LINES  # more than can be undone at once
_READ_AT_ONCE = 100
_NUMBER = re.compile(r"[0-9]{1,9}")
_INDENTED = re.compile(r"\s*\n\s*")  # for whoever reads the templates; a fifth of a frame


# -- what happened -------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An entry of the log that stands: nobody has undone it."""

    version: int
    seat: Seat | None
    events: tuple[Event, ...]
    final: bool  # from here no undo leads back


class Story:
    """The last steps of a room's log that stand, read on as the room moves on."""

    def __init__(self, room: Room) -> None:
        self.version = max(0, room.version - _KEPT_STEPS)
        self.steps: list[Step] = []
        self.undone: Seat | None = None  # whose step was taken back just now

    async def read_on(self, room: Room) -> None:
        while self.version < room.version:
            for entry in await room.store.entries(room.id, self.version, _READ_AT_ONCE):
                if entry.version == self.version + 1:  # else another reader was faster
                    self._add(room.game, entry)

    def _add(self, game: Game[Any], entry: Entry) -> None:
        self.version = entry.version
        move = tuple(wire.parse(entry.move)) if entry.move is not None else None
        if move == TAKE_BACK and self.steps:
            self.steps.pop()  # the end of the turn that is taken back
        if move in (UNDO, TAKE_BACK):
            while self.steps and self.steps[-1].seat == entry.seat and not self.steps[-1].final:
                self.steps.pop()
        self.undone = entry.seat if move == UNDO else None
        if move == UNDO:
            return
        state = wire.loads(game.state_type, entry.state)
        final = entry.seat is None or game.rewind(state, entry.seat, state.turns) is None
        self.steps.append(Step(entry.version, entry.seat, record.frozen(wire.parse(entry.events)), final))
        del self.steps[:-_KEPT_STEPS]


# -- frames --------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """What there is to see of a room, before anybody looks."""

    code: str
    version: int
    revision: int
    names: tuple[str, ...]  # by seat
    colours: tuple[str, ...]
    game: Game[Any]
    state: Any
    events: tuple[Event, ...]
    running_score: str = OFF  # whose points are shown while the game goes on
    given_up: bool = False
    marks: tuple[str, ...] = ()  # of each event one that no other has, so that a page says it once
    undone: Seat | None = None  # who has just taken a step back


class _Drawn:
    """What has been drawn of a room at the point where it is."""

    def __init__(self, room: Room) -> None:
        self.story = Story(room)
        self.at = room.at.of_game
        self.frames: dict[tuple[Seat | None, str], str] = {}


_drawn: WeakKeyDictionary[Room, _Drawn] = WeakKeyDictionary()


async def frame(room: Room, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> str:
    """The table as this viewer sees it now; with what was refused, for whoever asked for it."""
    drawn = _drawn.setdefault(room, _Drawn(room))
    await drawn.story.read_on(room)  # from here on nothing waits, so that all is of one moment
    if drawn.at != room.at.of_game:
        drawn.at = room.at.of_game
        drawn.frames.clear()
    if refused is not None:
        return draw(_moment(room, drawn.story), viewer, locale, refused)
    key = (viewer, locale)
    if key not in drawn.frames:
        drawn.frames[key] = draw(_moment(room, drawn.story), viewer, locale)
    return drawn.frames[key]


def _moment(room: Room, story: Story) -> Moment:
    names = tuple(place.name for place in room.table.places)
    colours = tuple(place.colour for place in room.table.places)
    events = tuple(event for step in story.steps for event in step.events)
    marks = tuple(f"{step.version}-{place}" for step in story.steps for place in range(len(step.events)))
    table = room.table
    return Moment(
        room.code,
        room.version,
        room.revision,
        names,
        colours,
        room.game,
        room.state,
        events,
        agreed(table, "running_score"),
        table.status == ABANDONED,
        marks,
        story.undone,
    )


def _running(moment: Moment, viewer: Seat | None) -> list[int | None]:
    """By seat, the points that may be shown while the game goes on: never those of hidden parts."""
    shows = {OFF: (), OWN: (viewer,), ALL: range(len(moment.names))}[moment.running_score]
    if not shows or not moment.state.waiting:
        return [None] * len(moment.names)
    lines = moment.game.score(moment.state)
    open_parts = moment.game.open_parts
    return [
        sum(line.points for line in lines[seat] if line.part in open_parts) if seat in shows else None
        for seat in range(len(moment.names))
    ]


def draw(moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> str:
    """The frame: `board.html` among the game's templates."""
    template = i18n.environment(locale).get_template(f"{moment.game.id}/board.html")
    return _INDENTED.sub(" ", template.render(values(moment, viewer, locale, refused))).strip()


def values(
    moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None
) -> dict[str, Any]:
    """What the template shows, with what the game's `board` makes of the state."""
    game, state = moment.game, moment.state
    offered = () if viewer is None or moment.given_up else offers(game, state, viewer)
    over = not state.waiting
    events = [game.fade(event, state) for event in moment.events[-LOG_LINES:]]
    marks = moment.marks[-LOG_LINES:] or [str(place) for place in range(len(events))]
    return {
        "code": moment.code,
        "version": moment.version,
        "revision": moment.revision,
        "colours": moment.colours,
        "running": _running(moment, viewer),
        "given_up": moment.given_up,
        "players": tuple(Markup("<bdi>{}</bdi>").format(name) for name in moment.names),
        "viewer": viewer,
        "turn": state.turns[viewer] if viewer is not None else None,
        "board": registry.part(game.id, "board").board(state, viewer, offered),
        "events": events,
        "undone": moment.undone,
        "told": list(zip(marks, events, strict=True)),
        "parts": game.parts,
        "scores": [(lines, totals(game.parts, lines)) for lines in game.score(state)] if over else [],
        "winners": game.winners(state) if over else (),
        "refused": sentence(refused, i18n.words(locale).gettext) if refused else "",
    }


# -- a move as words -----------------------------------------------------------------------------------------


def move_of(words: str) -> Move:
    """What a form's button says: `place g0 up`."""
    return tuple(int(atom) if _NUMBER.fullmatch(atom) else atom for atom in words.split(" ")[:LONGEST_MOVE])
