"""Renders a running game. There is one frame per audience, cached and shared by everyone in it."""

import re
from typing import Any, NamedTuple

from markupsafe import Markup

from app.engine import registry
from app.engine.core import Event, Game, Illegal, Seat, is_finished, offers, totals, unseen
from app.live.live_table import LiveTable, Slot
from app.pages import fragments, i18n
from app.pages.fragments import Frame
from app.pages.game_log import LOG_LINES, Story
from app.pages.refusals import sentence
from app.table.seating import ABANDONED, agreed
from app.table.table_options import ALL, OFF, OWN

_WITHOUT_SCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


# -- frames --------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """Everything needed to render a frame; the same for every audience."""

    code: str
    version: int
    revision: int
    names: tuple[str, ...]  # by seat
    colours: tuple[str, ...]
    game: Game[Any]
    state: Any
    events: tuple[Event, ...]
    running_score: str = OFF  # whose points are shown during the game
    given_up: bool = False
    marks: tuple[str, ...] = ()  # a unique id for each event, so that a page announces it only once
    undone: Seat | None = None  # who has just undone a move


class Drawn:
    """The cached frames of a live table in its current state."""

    def __init__(self, live: LiveTable) -> None:
        self.story = Story()
        self.at = live.at.of_game
        self.frames: dict[tuple[Seat | None, str], Frame] = {}

    def moment(self, live: LiveTable) -> Moment:
        """The table as it is now, with its story as far as it has been read."""
        return _moment(live, self.story)


drawn_of = Slot(Drawn)


async def frame(live: LiveTable, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> Frame:
    """The game as this viewer sees it now. A frame with a refusal isn't cached, because only one person sees
    it."""
    drawn = drawn_of.of(live)
    await drawn.story.read_on(live)  # no await after this, so that the state stays consistent
    if drawn.at != live.at.of_game:
        drawn.at = live.at.of_game
        drawn.frames.clear()
    if refused is not None:
        return _framed(drawn.moment(live), viewer, locale, refused)
    key = (viewer, locale)
    if key not in drawn.frames:
        drawn.frames[key] = _framed(drawn.moment(live), viewer, locale)
    return drawn.frames[key]


def _moment(live: LiveTable, story: Story) -> Moment:
    names = tuple(place.name for place in live.table.places)
    colours = tuple(place.colour for place in live.table.places)
    events = tuple(story.events)
    marks = tuple(f"{step.version}-{place}" for step in story.steps for place in range(len(step.events)))
    table = live.table
    return Moment(
        live.code,
        live.version,
        live.revision,
        names,
        colours,
        live.game,
        live.state,
        events,
        agreed(table, "running_score"),
        table.status == ABANDONED,
        marks,
        story.undone,
    )


def _running(moment: Moment, viewer: Seat | None) -> tuple[int | None, ...]:
    """The points to show during the game, by seat; hidden parts of the score are never included."""
    shows = {OFF: (), OWN: (viewer,), ALL: range(len(moment.names))}[moment.running_score]
    if not shows or is_finished(moment.state):
        return (None,) * len(moment.names)
    lines = moment.game.score(moment.state)
    open_parts = moment.game.open_parts
    return tuple(
        sum(line.points for line in lines[seat] if line.part in open_parts) if seat in shows else None
        for seat in range(len(moment.names))
    )


def draw(moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> str:
    """Render the frame as text."""
    return _framed(moment, viewer, locale, refused).text


def _framed(moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> Frame:
    """Render the frame from the game's `board.html`."""
    template = i18n.environment(locale).get_template(f"{moment.game.id}/board.html")
    shown = values(moment, viewer, locale, refused)
    drawn = i18n.canvas(locale).drawn(lambda: template.render(shown))
    return fragments.frame((moment.version, moment.revision), drawn)


def scripted(drawn: str) -> str:
    """A drawn table for a page whose script asked for it: without the parts for pages that have none."""
    return _WITHOUT_SCRIPT.sub("", drawn)


def values(
    moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None
) -> dict[str, Any]:
    """The values for the template, including the `board` that the game makes from the state."""
    game, state = moment.game, moment.state
    offered = () if viewer is None or moment.given_up else offers(game, state, viewer)
    finished = is_finished(state)
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
        "events": tuple(events),
        "undone": None if moment.undone in unseen(game, state, viewer) else moment.undone,
        "told": tuple(zip(marks, events, strict=True)),
        "parts": game.parts,
        "scores": [(lines, totals(game.parts, lines)) for lines in game.score(state)] if finished else [],
        "winners": game.winners(state) if finished else (),
        "refused": sentence(refused, i18n.words(locale).gettext) if refused else "",
    }
