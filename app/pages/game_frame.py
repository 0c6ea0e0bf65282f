"""Renders a running game. There is one frame per audience, cached and shared by everyone in it."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from markupsafe import Markup

from app.engine import registry
from app.engine.core import Event, Game, Illegal, Seat, is_finished, offers, totals, unseen
from app.engine.doubt import Doubt
from app.live.live_table import LiveTable, Slot
from app.pages import fragments, i18n, quick_start
from app.pages.course import Course, course
from app.pages.fragments import Frame
from app.pages.game_log import LOG_LINES, Step, Story, turns
from app.pages.refusals import sentence
from app.table import residents
from app.table.seating import ABANDONED, PlaceId, agreed
from app.table.table_options import ALL, OFF

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
    course: Course | None = None  # how a finished game went
    timed: bool = False  # whether moves have a time limit
    bots: tuple[str, ...] = ()  # by seat, the bot that plays it; "" for a person
    hides_end: bool = False  # for somebody who doesn't want to know yet how long the game lasted
    places: tuple[PlaceId, ...] = ()  # by seat, to change what the server answers for them
    auto_answers: tuple[tuple[str, ...], ...] = ()  # by seat: the moves that the server makes for them


class Common(NamedTuple):
    """What is the same for every audience."""

    players: tuple[Markup, ...]
    events: tuple[Event, ...]
    told: tuple[tuple[str, Event], ...]  # each with its mark
    scores: list[tuple[Any, Any]]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]  # by seat, if somebody may see them during the game; templates get `running`


class Drawn:
    """The cached frames of a live table in its current state."""

    def __init__(self, live: LiveTable) -> None:
        self.story = Story()
        self.at = live.at.of_game
        self.frames: dict[tuple[Seat | None, str], Frame] = {}
        self.before: dict[tuple[Seat | None, str], Frame] = {}  # the last frames that are out of date
        self.course: Course | None = None
        self._shown: tuple[Moment, Common] | None = None

    def moment(self, live: LiveTable) -> Moment:
        """The table as it is now, with its story as far as it has been read."""
        return moment(live, self.story.steps, self.story.undone)._replace(course=self.course)

    def move_on(self, live: LiveTable) -> None:
        """Forget what is out of date."""
        if self.at != live.at.of_game:
            self.at = live.at.of_game
            self._shown = None
            self.before, self.frames = self.frames, {}

    def shown(self, live: LiveTable) -> tuple[Moment, Common]:
        if self._shown is None:
            moment = self.moment(live)
            self._shown = moment, _common(moment)
        return self._shown


drawn_of = Slot(Drawn)


async def frame(
    live: LiveTable,
    viewer: Seat | None,
    locale: str,
    refused: Illegal | None = None,
    doubt: Doubt | None = None,
) -> Frame:
    """The game as this viewer sees it now. A frame with a refusal or a doubt isn't cached, because only one
    person sees it."""
    drawn = drawn_of.of(live)
    if live.is_finished:
        drawn.course = await course(live)
    await drawn.story.read_on(live)  # no await after this, so that the state stays consistent
    drawn.move_on(live)
    if refused is not None or doubt is not None:
        return _framed(*drawn.shown(live), viewer, locale, refused, doubt=doubt)
    key = (viewer, locale)
    if key not in drawn.frames:
        drawn.frames[key] = _framed(*drawn.shown(live), viewer, locale, before=drawn.before.get(key))
    return drawn.frames[key]


def moment(live: LiveTable, steps: Sequence[Step], undone: Seat | None = None) -> Moment:
    """The table as it is now; `steps` are the latest ones of its log."""
    table = live.table
    shown = Moment(
        live.code,
        live.version,
        live.revision,
        tuple(place.name for place in table.places),
        tuple(place.colour for place in table.places),
        live.game,
        live.state,
        (),
        agreed(table, "running_score"),
        table.status == ABANDONED,
        undone=undone,
        timed=agreed(table, "seconds") > 0,
        places=tuple(place.id for place in table.places),
        auto_answers=tuple(place.auto_answers for place in table.places),
        bots=tuple(place.level for place in table.places),
    )
    return with_steps(shown, steps)


def named(moment: Moment) -> tuple[Markup, ...]:
    """The players' names, by seat."""
    return tuple(_called(*each) for each in zip_longest(moment.names, moment.bots, fillvalue=""))


def _called(name: str, bot: str) -> Markup:
    """A player's name. If a resident plays, style sheets put a face beside it (static/app/residents.css)."""
    if residents.is_one(bot):
        return Markup('<bdi data-resident="{}">{}</bdi>').format(bot, name)
    return Markup("<bdi>{}</bdi>").format(name)


def with_steps(shown: Moment, steps: Sequence[Step]) -> Moment:
    """The same table with these as the latest steps of its log."""
    return shown._replace(
        events=tuple(event for step in steps for event in step.events),
        marks=tuple(f"{step.version}-{place}" for step in steps for place in range(len(step.events))),
    )


def _points(moment: Moment) -> tuple[int, ...]:
    """The points that may be shown during the game, by seat; hidden parts of the score are never included."""
    if moment.running_score == OFF or is_finished(moment.state):
        return ()
    open_parts = moment.game.open_parts
    return tuple(
        sum(line.points for line in lines if line.part in open_parts)
        for lines in moment.game.score(moment.state)
    )


def _running(moment: Moment, points: tuple[int, ...], viewer: Seat | None) -> tuple[int | None, ...]:
    """The points that this viewer sees, by seat."""
    if not points:
        return (None,) * len(moment.names)
    return tuple(
        each if moment.running_score == ALL or seat == viewer else None for seat, each in enumerate(points)
    )


def draw(moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> str:
    """Render the frame as text."""
    return framed(moment, viewer, locale, refused).text


def framed(moment: Moment, viewer: Seat | None, locale: str, refused: Illegal | None = None) -> Frame:
    return _framed(moment, _common(moment), viewer, locale, refused)


def _framed(
    moment: Moment,
    common: Common,
    viewer: Seat | None,
    locale: str,
    refused: Illegal | None = None,
    before: Frame | None = None,
    doubt: Doubt | None = None,
) -> Frame:
    """Render the frame from the game's `board.html`; what is as before isn't rendered again."""
    template = i18n.environment(locale).get_template(f"{moment.game.id}/board.html")
    shown = _values(moment, common, viewer, locale, refused, doubt)
    drawn = i18n.canvas(locale).drawn(lambda: template.render(shown), before and before.rest)
    return fragments.frame((moment.version, moment.revision), drawn)


def values(moment: Moment, viewer: Seat | None, locale: str) -> dict[str, Any]:
    """The values for the template, including the `board` that the game makes from the state."""
    return _values(moment, _common(moment), viewer, locale)


def _common(moment: Moment) -> Common:
    game, state = moment.game, moment.state
    finished = is_finished(state)
    events = tuple(game.fade(event, state) for event in moment.events[-LOG_LINES:])
    marks = moment.marks[-LOG_LINES:] or map(str, range(len(events)))
    return Common(
        named(moment),
        events,
        tuple(zip(marks, events, strict=True)),
        [(lines, totals(game.parts, lines)) for lines in game.score(state)] if finished else [],
        game.winners(state) if finished else (),
        _points(moment),
    )


def _values(
    moment: Moment,
    common: Common,
    viewer: Seat | None,
    locale: str,
    refused: Illegal | None = None,
    doubt: Doubt | None = None,
) -> dict[str, Any]:
    game, state = moment.game, moment.state
    offered = () if viewer is None or moment.given_up else offers(game, state, viewer)
    return {
        "code": moment.code,
        "version": moment.version,
        "revision": moment.revision,
        "colours": moment.colours,
        "running": _running(moment, common.points, viewer),
        "timed": moment.timed,
        "given_up": moment.given_up,
        "hides_end": moment.hides_end,
        "viewer": viewer,
        "turn": state.turns[viewer] if viewer is not None else None,
        "place": moment.places[viewer] if viewer is not None and moment.places else None,
        "auto_answers": moment.auto_answers[viewer] if viewer is not None and moment.auto_answers else (),
        "board": registry.part(game.id, "board").board(state, viewer, offered),
        "undone": _undone(moment, viewer),
        "parts": game.parts,
        "course": moment.course,
        "refused": _why(moment, refused, locale) if refused else "",
        "doubt": doubt
        if doubt and {doubt.move, doubt.better} <= {*offered}
        else None,  # is it still their choice?
        "players": common.players,
        "events": common.events,
        "told": common.told,
        "turns": turns,
        "scores": common.scores,
        "winners": common.winners,
    }


def _undone(moment: Moment, viewer: Seat | None) -> Seat | None:
    """Who has just undone a move, if the viewer may know."""
    if moment.undone is None or moment.undone in unseen(moment.game, moment.state, viewer):
        return None
    return moment.undone


def _why(moment: Moment, refused: Illegal, locale: str) -> Markup:
    """The refusal as a sentence, with a link to the rule."""
    said = (
        i18n.environment(locale)
        .get_template("table/refusal.html")
        .render(
            said=sentence(refused, i18n.words(locale).gettext),
            game=moment.game.id,
            code=moment.code,
            anchor=quick_start.behind(moment.game.id, refused.code, locale),
        )
    )
    return Markup(said.strip())  # noqa: S704  # from a template
