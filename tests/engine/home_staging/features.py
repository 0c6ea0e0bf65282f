"""What can happen in a game of Home Staging, each told from the events and states of a game that was played.

The recorded games in tests/golden/home_staging must show all of it.
"""

from collections.abc import Callable, Iterable
from functools import cached_property

from app.engine import home_staging
from app.engine.core import UNDO, Event, totals
from app.engine.home_staging.scenarios import MEDALS, SCENARIOS
from app.engine.home_staging.scoring import Tally, tallies
from app.engine.home_staging.state import CLOSE, DRAW, State
from scripts.golden import Played


class Story:
    """A game as it was played."""

    def __init__(self, steps: Iterable[Played]) -> None:
        self.steps = [*steps]

    @property
    def end(self) -> State:
        state: State = self.steps[-1].after
        return state

    @cached_property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    @cached_property
    def drawn(self) -> list[tuple[str, str]]:
        """Each piece, with how it was come by."""
        return [piece for event in self.events if event[0] == "drawn" for piece in event[2]]

    @cached_property
    def counted(self) -> list[Tally]:
        return tallies(self.end)

    def told(self, code: str) -> list[Event]:
        return [event for event in self.events if event[0] == code]

    def made(self, tag: str | int, step: str = "") -> list[Played]:
        return [each for each in self.steps if each.move[0] == tag and step in ("", each.before.step)]


Feature = Callable[[Story], bool]


def _scenario(key: str) -> Feature:
    return lambda story: story.end.options.scenario == key


def _seats(seats: int) -> Feature:
    return lambda story: len(story.end.turns) == seats


def _option(name: str, value: object) -> Feature:
    return lambda story: getattr(story.end.options, name) == value


def _by(how: str) -> Feature:
    return lambda story: any(how == way for _, way in story.drawn)


def _medal(name: str) -> Feature:
    return lambda story: any(event[2] == name for event in story.told("medal"))


def _made(tag: str, step: str = "") -> Feature:
    return lambda story: bool(story.made(tag, step))


def _undid(step: str) -> Feature:
    return lambda story: bool(story.made(UNDO[0], step))


def _bonus(name: str) -> Feature:
    def earned(story: Story) -> bool:
        bonuses = SCENARIOS[story.end.options.scenario].bonuses
        return any(
            each.times and name in (bonus.per, *(word.name for word in bonus.conditions))
            for found in story.counted
            for bonus, each in zip(bonuses, found.bonuses, strict=True)
        )

    return earned


def _two_ideas_of_a_seat(story: Story) -> bool:
    return SCENARIOS[story.end.options.scenario].ideas == 2 and 0 in story.end.ideas


def _skipped(story: Story) -> bool:
    return any(not event[2] for event in story.told("drawn"))


def _entry(story: Story) -> str:
    return SCENARIOS[story.end.options.scenario].entry


def _closed_without_a_door(story: Story) -> bool:
    return any(event[4] == "-" and event[2] != _entry(story) for event in story.told("closed"))


def _closed_entry(story: Story) -> bool:
    return any(event[2] == _entry(story) for event in story.told("closed"))


def _door_into_entry(story: Story) -> bool:
    seen: set[tuple[int, str]] = set()
    for event in story.told("closed"):
        if (event[1], _entry(story)) in seen and event[4] != "-":
            return True
        seen.add((event[1], event[2]))
    return False


def _missing(entry: bool) -> Feature:
    return lambda story: any((event[2] == _entry(story)) == entry for event in story.told("no_room"))


def _tie(story: Story) -> bool:
    points = [totals(home_staging.parts, lines)["total"] for lines in home_staging.score(story.end)]
    return points.count(max(points)) > 1


def _tie_broken_by_pieces(story: Story) -> bool:
    return _tie(story) and len(home_staging.winners(story.end)) == 1


def _shared(story: Story) -> bool:
    return len(home_staging.winners(story.end)) > 1


def _out_of_reach(story: Story) -> bool:
    return any(line.code == "out_of_reach" for found in story.counted for line in found.lines)


def _front_forgotten(story: Story) -> bool:
    return any(
        step.before.pencils[step.seat].front and not step.after.pencils[step.seat].front
        for step in story.made("draw")
        if step.after.step == DRAW
    )


def _front_used(story: Story) -> bool:
    return any(sheet.front for sheet in story.end.sheets)


def _door_unset(story: Story) -> bool:
    return any(
        step.before.pencils[step.seat].door != step.after.pencils[step.seat].door
        for tag in ("add", "drop")
        for step in story.made(tag)
        if step.after.step == CLOSE
    )


def _nobody_waits_for(story: Story) -> bool:
    return any(
        step.after.step == CLOSE and len(step.after.asked) < len(step.after.turns) for step in story.steps
    )


def _not_asked_to_draw(story: Story) -> bool:
    return any(
        step.after.step == DRAW and len(step.after.asked) < len(step.after.turns) for step in story.steps
    )


WORDS = sorted(
    {
        name
        for scenario in SCENARIOS.values()
        for bonus in scenario.bonuses
        for name in (bonus.per, *(word.name for word in bonus.conditions))
        if name
    }
)

FEATURES: dict[str, Feature] = {
    **{f"{seats} at the table": _seats(seats) for seats in home_staging.seats},
    **{f"scenario {key}": _scenario(key) for key in SCENARIOS},
    **{f"{name} earned": _bonus(name) for name in WORDS},
    **{f"a {name} medal": _medal(name) for name in MEDALS},
    "another option drawn": _by("other"),
    "a mirrored piece": _by("mirror"),
    "two ideas of one seat": _two_ideas_of_a_seat,
    "a card skipped": _skipped,
    "a piece erased": _made("erase"),
    "a confirmation withdrawn": _made("withdraw"),
    "a cell added": _made("add"),
    "a cell dropped": _made("drop"),
    "another door": _made("door"),
    "a door unset": _door_unset,
    "a front door set while drawing": _made("front", DRAW),
    "a front door set while closing": _made("front", CLOSE),
    "a front door covered": _front_forgotten,
    "a front door at the end": _front_used,
    "a room undone": _undid("card"),
    "a drawing undone": _undid(DRAW),
    "a closing undone": _undid(CLOSE),
    "closed without a door": _closed_without_a_door,
    "an entry room closed": _closed_entry,
    "a door into the entry room": _door_into_entry,
    "a missing room": _missing(entry=False),
    "a missing entry room": _missing(entry=True),
    "a seat not asked to close": _nobody_waits_for,
    "a seat that can draw nothing": _not_asked_to_draw,
    "a piece out of reach": _out_of_reach,
    "a tie": _tie,
    "a tie broken by pieces": _tie_broken_by_pieces,
    "a shared victory": _shared,
    "open pencils": _option("open_pencils", True),
    "turns without confirming": _option("confirm_turns", False),
    "a named first player": _option("first_player", 1),
}


def shown(steps: Iterable[Played]) -> set[str]:
    """What a game shows of all that can happen."""
    story = Story(steps)
    return {name for name, feature in FEATURES.items() if feature(story)}
