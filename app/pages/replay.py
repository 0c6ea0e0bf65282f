"""Draws any step of a game that was played, from its stored states and events alone."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from app.engine import wire
from app.engine.core import Illegal, Seat, is_finished
from app.engine.take_back import TAKE_BACK
from app.live.live_table import LiveTable, Slot
from app.pages import game_frame, i18n
from app.pages.fragments import Frame
from app.pages.game_frame import Moment
from app.pages.game_log import LOG_LINES, Step, WholeStory

_story_of = Slot(lambda live: WholeStory())
_PICTURED = re.compile(r' (?:data-flies|transform)=(?:"([^"]*)"|([^\s">]+))')  # what a picture is known by
_MOST_LABELS = 6  # on the slider, or they run into each other on a phone


class Replay(NamedTuple):
    """The steps of a game that this viewer may look at. A step is a move that told something; the deal is
    step 0."""

    base: Moment  # the table around every step
    steps: tuple[Step, ...]
    first: int  # earlier steps show what players of a running game have to remember
    deals: tuple[int, ...]  # the steps that dealt something new
    undone: frozenset[int] = frozenset()  # the versions of steps that were undone, where they are shown

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def stops(self) -> list[int]:
        """The last step of each turn."""
        ends = [number for number in range(self.last) if self.turn(number) != self.turn(number + 1)]
        return [number for number in (*ends, self.last) if number >= self.first]

    def turn(self, number: int) -> tuple[Seat | None, bool]:
        """What neighbouring steps of one turn have in common: who made them, and whether they were undone."""
        step = self.steps[number]
        return step.seat, step.version in self.undone

    def at_version(self, version: int) -> int:
        """The step that shows this entry of the log, or the one before it if that was undone."""
        after = next(
            (number for number, step in enumerate(self.steps) if step.version > version), len(self.steps)
        )
        return max(self.first, after - 1)


async def replay_of(live: LiveTable, with_undone: bool = False) -> Replay:
    """The replay of a table's game as far as it has been played; anybody who sees the table may see it.

    What was undone stays secret until the game is over.
    """
    story = _story_of.of(live)
    await story.read_on(live)  # no await after this, so that steps and state belong together
    undone = story.dropped if with_undone and live.is_finished else ()
    return replayed(game_frame.moment(live, ()), story.steps, undone)


def replayed(base: Moment, told: Sequence[Step], undone: Sequence[Step] = ()) -> Replay:
    """The replay of a game from the steps of its log."""
    words = _words(base.game.id, i18n.ENGLISH)
    untold, sounds = (*getattr(words, "UNTOLD", ()), TAKE_BACK[0]), words.SOUNDS
    all_told = sorted((*told, *undone), key=lambda step: step.version)
    steps = tuple(step for step in all_told if any(event[0] not in untold for event in step.events))
    first = 0 if is_finished(base.state) else _faded(base, steps)
    deals = tuple(
        number
        for number, step in enumerate(steps)
        if number >= first and any(sounds.get(event[0]) == "deal" for event in step.events)
    )
    return Replay(base, steps, first, deals, frozenset(step.version for step in undone))


def _faded(base: Moment, steps: Sequence[Step]) -> int:
    """The first step after all those that told something the log doesn't tell any more."""
    fade, state = base.game.fade, base.state
    return max(
        (
            number + 1
            for number, step in enumerate(steps[:-1])
            if any(fade(event, state) != event for event in step.events)
        ),
        default=0,
    )


class Shown(NamedTuple):
    """One step as one viewer sees it."""

    table: Frame
    said: Markup  # what happened since the stop before


async def state_at(live: LiveTable, step: Step) -> Any:
    """The stored state of a step."""
    entry = await live.store.entry(live.id, step.version)
    if entry is None:  # the table was deleted meanwhile
        raise Illegal("unknown_table")
    return wire.loads(live.game.state_type, entry.state)


def draw(
    replay: Replay, number: int, state: Any, viewer: Seat | None, locale: str, hides_end: bool = False
) -> Shown:
    began = _turn_began(replay, number)
    before = [step for step in replay.steps[:began] if step.version not in replay.undone]
    lately = [*before, *replay.steps[began : number + 1]][-LOG_LINES:]
    # given up, because nobody is asked for a move any more
    moment = game_frame.with_steps(replay.base, lately)._replace(
        version=replay.steps[number].version, state=state, given_up=True, hides_end=hides_end
    )
    drawn = game_frame.framed(moment, viewer, locale)
    return Shown(drawn, _said(replay, number, state, locale))


def _said(replay: Replay, number: int, state: Any, locale: str) -> Markup:
    """What happened in this turn up to this step, in the words of the log."""
    game, players = replay.base.game, game_frame.named(replay.base)
    words = _words(game.id, locale)
    untold = getattr(words, "UNTOLD", ())
    told = replay.steps[_turn_began(replay, number) : number + 1]
    events = [event for step in told for event in step.events if event[0] not in untold]
    return Markup(" ").join(words.line(game.fade(event, state), players) for event in events[-LOG_LINES:])


def news(replay: Replay, number: int, locale: str) -> Markup:
    """What its player did in the turn up to this step, in one sentence, without what is secret by now."""
    words, seat = _words(replay.base.game.id, locale), replay.steps[number].seat
    players = [Markup("<bdi>{}</bdi>").format(name) for name in replay.base.names]
    told = [event for step in replay.steps[_turn_began(replay, number) : number + 1] for event in step.events]
    faded = [replay.base.game.fade(event, replay.base.state) for event in told]
    own = [event for event in faded if event[1:2] == (seat,) and words.SOUNDS.get(event[0]) != "deal"]
    return Markup(words.news(own, players))  # noqa: S704  # from our own templates


def _words(game: str, locale: str) -> Any:
    """The macros of the game's `log.html`."""
    return i18n.environment(locale).get_template(f"{game}/log.html").module


def _turn_began(replay: Replay, number: int) -> int:
    """The first step of the turn that this step belongs to."""
    began = number
    while began > 0 and replay.turn(began - 1) == replay.turn(number):
        began -= 1
    return began


# -- getting around ------------------------------------------------------------------------------------------


async def laid(
    live: LiveTable, replay: Replay, number: int, viewer: Seat | None, place: str, picture: str
) -> int:
    """The step in which a picture was laid where it lies at this step; `place` is the id of the element it is
    in. It is found by halving, because what is laid stays."""

    async def lies(step: int) -> bool:
        state = await state_at(live, replay.steps[step])
        return shows(draw(replay, step, state, viewer, i18n.ENGLISH).table.text, place, picture)

    if not await lies(number):
        return number
    if await lies(replay.first):
        return replay.first
    without, with_it = replay.first, number
    while with_it - without > 1:
        middle = (without + with_it) // 2
        without, with_it = (without, middle) if await lies(middle) else (middle, with_it)
    return with_it


def shows(frame: str, place: str, picture: str) -> bool:
    """Whether this picture is between the element with this id and the next one with an id."""
    _, _, after = frame.partition(f' id="{place}"')
    found = _PICTURED.findall(after.partition(' id="')[0])
    return any(picture in each for each in found)


class Ways(NamedTuple):
    """Where the buttons lead; None if there is nothing there."""

    first: int | None
    deal_back: int | None
    back: int | None
    on: int | None
    deal_on: int | None
    last: int | None
    move_back: int | None
    move_on: int | None


def ways(replay: Replay, number: int, hides_end: bool) -> Ways:
    stops, deals = replay.stops, [*replay.deals]
    if not hides_end:
        deals.append(replay.last)
    earlier, later = number > replay.first, number < replay.last
    return Ways(
        replay.first if earlier else None,
        max((step for step in (replay.first, *deals) if step < number), default=None),
        max((stop for stop in stops if stop < number), default=replay.first) if earlier else None,
        min((stop for stop in stops if stop > number), default=None),
        min((step for step in deals if step > number), default=None),
        replay.last if later and not hides_end else None,
        number - 1 if earlier else None,
        number + 1 if later else None,
    )


class Tick(NamedTuple):
    """A new deal on the slider, such as the beginning of a round."""

    at: float  # percent of the slider
    label: str  # the deal's number; "" if there isn't room for it


class Slider(NamedTuple):
    first: int
    last: int
    at: float
    ticks: tuple[Tick, ...]
    own: tuple[float, ...]  # where the viewer's turns end


OPEN_AT = 80.0  # percent; where the slider ends while the result is hidden


def slider(replay: Replay, number: int, own: Sequence[Seat], hides_end: bool) -> Slider:
    """The slider. While the result is hidden, it ends at this step, and nothing shows how many follow."""
    last = number if hides_end else replay.last
    width, length = OPEN_AT if hides_end else 100.0, max(1, last - replay.first)

    def at(step: int) -> float:
        return round(width * (step - replay.first) / length, 2)

    deals = [step for step in replay.deals if step <= last]
    every = max(1, -(-len(deals) // _MOST_LABELS))
    ticks = [Tick(at(step), "" if place % every else str(place + 1)) for place, step in enumerate(deals)]
    ends = [at(stop) for stop in replay.stops if stop <= last and replay.steps[stop].seat in own]
    return Slider(replay.first, last, width if hides_end else at(number), tuple(ticks), tuple(ends))


def day(replay: Replay, locale: str) -> str:
    """The date on which the game was last played, in words."""
    return i18n.day(locale, replay.steps[-1].at)


def weekday(replay: Replay, locale: str) -> str:
    """The day on which the game was last played, in words."""
    return i18n.day(locale, replay.steps[-1].at, "EEEE")
