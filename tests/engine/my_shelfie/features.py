"""Everything that can happen in a game of My Shelfie, and how to spot it in the events and states of a game.

The recorded games in tests/golden/my_shelfie must show all of it.
"""

from collections.abc import Callable, Iterable
from functools import cached_property

from app.engine import my_shelfie
from app.engine.core import UNDO, Event, totals
from app.engine.my_shelfie.common_goals import GOAL_KEYS
from app.engine.my_shelfie.living_room import IN_PLAY
from app.engine.my_shelfie.personal_goals import POINTS
from app.engine.my_shelfie.scoring import GROUP_POINTS
from app.engine.my_shelfie.state import State, last_in_round
from scripts.golden import Played


def _is_same(state: State, other: State) -> bool:
    """Whether undo went back to this state. Its own undo is gone by then."""
    return state._replace(turns=(), start=None) == other._replace(turns=(), start=None)


class Story:
    """A finished game, with the moves that were undone kept apart."""

    def __init__(self, steps: Iterable[Played]) -> None:
        self.kept: list[Played] = []
        self.undone: list[Played] = []
        for step in steps:
            if step.move == UNDO:
                while not _is_same(self.kept[-1].before, step.after):
                    self.undone.append(self.kept.pop())
                self.undone.append(self.kept.pop())
            else:
                self.kept.append(step)

    @property
    def end(self) -> State:
        state: State = self.kept[-1].after
        return state

    @cached_property
    def happened(self) -> list[tuple[Played, Event]]:
        return [(step, event) for step in self.kept for event in step.events]

    def told(self, code: str) -> list[tuple[Played, Event]]:
        return [(step, event) for step, event in self.happened if event[0] == code]

    @cached_property
    def points(self) -> list[dict[str, int]]:
        return [totals(my_shelfie.parts, lines) for lines in my_shelfie.score(self.end)]

    @cached_property
    def lines(self) -> list[tuple[str, int]]:
        return [(line.part, line.points) for lines in my_shelfie.score(self.end) for line in lines]


Feature = Callable[[Story], bool]


def _reached(goal: str) -> Feature:
    return lambda story: any(event[2] == goal for _, event in story.told("goal"))


def _took(count: int) -> Feature:
    return lambda story: any(len(event[3]) == count for _, event in story.told("place"))


def _undid(tag: str) -> Feature:
    return lambda story: any(step.move[0] == tag for step in story.undone)


def _option(name: str, value: object) -> Feature:
    return lambda story: getattr(story.end.options, name) == value


def _worth(part: str, points: int) -> Feature:
    return lambda story: (part, points) in story.lines


def _both_goals_in_one_turn(story: Story) -> bool:
    return any([event[0] for event in step.events].count("goal") == 2 for step in story.kept)


def _filled_by_the_first(story: Story) -> bool:
    return story.end.filled == story.end.first


def _filled_by_the_last(story: Story) -> bool:
    return story.end.filled == last_in_round(story.end)


def _filled_by_two(story: Story) -> bool:
    return [0 in shelf for shelf in story.end.shelves].count(False) > 1


def _goal_with_the_last_tile(story: Story) -> bool:
    return any({"goal", "full"} <= {event[0] for event in step.events} for step in story.kept)


def _refilled_when_empty(story: Story) -> bool:
    return any(event[1] == 0 for _, event in story.told("refill"))


def _tiles_put_back(story: Story) -> bool:
    return any(event[1] > 0 for _, event in story.told("refill"))


def _short_bag(story: Story) -> bool:
    return any(event[2] < len(IN_PLAY[len(story.end.shelves)]) for _, event in story.told("refill"))


def _tie(story: Story) -> bool:
    totals = [points["total"] for points in story.points]
    return totals.count(max(totals)) > 1


def _all_tokens_of_a_goal(story: Story) -> bool:
    return b"" in story.end.stacks


def _gap_filled_last(story: Story) -> bool:
    picked = [step.after.picked for step in story.kept if step.move[0] == "pick"]
    return any(len(cells) == 3 and cells[2] == sorted(cells)[1] for cells in picked)


def _laid_in_another_order(story: Story) -> bool:
    return any(step.move == ("lay", 1) and step.before.hand[0] for step in story.kept)


def _put_back(story: Story, left: int) -> bool:
    return any(step.move[0] == "put_back" and len(step.after.picked) == left for step in story.kept)


def _swapped(place: int) -> Feature:
    return lambda story: any(step.move == ("swap", place) for step in story.kept)


FEATURES: dict[str, Feature] = {
    **{f"goal {goal}": _reached(goal) for goal in GOAL_KEYS},
    "one tile taken": _took(1),
    "two tiles taken": _took(2),
    "three tiles taken": _took(3),
    "the ends picked before the middle": _gap_filled_last,
    "the lower tiles are swapped": _swapped(0),
    "the upper tiles are swapped": _swapped(1),
    "laid in another order under rules 1": _laid_in_another_order,
    "a pick taken back": _undid("pick"),
    "the only tile is put back": lambda story: _put_back(story, 0),
    "one of several tiles is put back": lambda story: _put_back(story, 2),
    "a column taken back": _undid("column"),
    "a swap taken back": _undid("swap"),
    "a tile taken back under rules 1": _undid("lay"),
    "both goals in one turn": _both_goals_in_one_turn,
    "all tokens of a goal": _all_tokens_of_a_goal,
    "the first seat fills its shelf first": _filled_by_the_first,
    "the last seat fills its shelf first": _filled_by_the_last,
    "two full shelves": _filled_by_two,
    "a goal with the last tile": _goal_with_the_last_tile,
    "an empty room is filled": _refilled_when_empty,
    "lonely tiles go back": _tiles_put_back,
    "the bag runs short": _short_bag,
    "a tie": _tie,
    "a first game": _option("first_game", True),
    "strict squares": _option("squares", "strict"),
    "squares of the same type": _option("squares", "same"),
    "turns without confirming": _option("confirm_turns", False),
    **{f"{points} points for a personal goal": _worth("personal", points) for points in POINTS},
    **{f"{points} points for a group": _worth("adjacent", points) for points in GROUP_POINTS if points},
}


def shown(steps: Iterable[Played]) -> set[str]:
    """The features that a game shows."""
    story = Story(steps)
    return {name for name, feature in FEATURES.items() if feature(story)}
