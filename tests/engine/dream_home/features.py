"""Everything that can happen in a game of Dream Home, and how to spot it in the events and states of a game.

The recorded games in tests/golden/dream_home must show all of it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby

from app.engine import dream_home
from app.engine.core import UNDO, Event, Line, totals
from app.engine.dream_home.cards import (
    CHILDREN,
    COLOUR,
    DESIGNER,
    KIND_OF,
    ROOM_IDS,
    ROUNDS,
    SPECIALS,
    WINDOW,
)
from app.engine.dream_home.house import FACE_DOWN, SLOT, WITH_TOKEN, verdicts
from app.engine.dream_home.scoring import score_house
from app.engine.dream_home.state import CLEARED, HELP, RULES, State, without
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
    def events(self) -> list[tuple[State, Event]]:
        """Every event with the state before its move."""
        return [(step.before, event) for step in self.kept for event in step.events]

    @cached_property
    def lines(self) -> list[Line]:
        """The lines of all seats' scores."""
        return [line for lines in dream_home.score(self.end) for line in lines]

    def told(self, code: str) -> Iterator[tuple[State, Event]]:
        return ((before, event) for before, event in self.events if event[0] == code)

    def leaders(self) -> int:
        """How many seats have the most points."""
        points = [totals(dream_home.parts, lines)["total"] for lines in dream_home.score(self.end)]
        return points.count(max(points))

    def took_back(self, *tags: str) -> bool:
        return any(step.move[0] in tags for step in self.undone)


Feature = Callable[[Story], bool]


def _told(code: str, **wanted: object) -> Feature:
    """An event with this code, and with these values at these places (`_3=…`)."""
    places = {int(place[1:]): value for place, value in wanted.items()}

    def happened(story: Story) -> bool:
        return any(
            all(event[place] == value for place, value in places.items()) for _, event in story.told(code)
        )

    return happened


def _scored(code: str, points: int | None = None) -> Feature:
    return lambda story: any(
        line.code == code and (points is None or line.points == points) for line in story.lines
    )


def _took_back(*tags: str) -> Feature:
    return lambda story: story.took_back(*tags)


def _option(name: str, value: object) -> Feature:
    return lambda story: getattr(story.end.options, name) == value


# -- tools ---------------------------------------------------------------------------------------------------


def _jackhammers_by_round(story: Story) -> list[int]:
    rounds = (before.round for before, _ in story.told("jack"))
    return [len(list(each)) for _, each in groupby(rounds)]


def _two_jackhammers(story: Story) -> bool:
    return 2 in _jackhammers_by_round(story)


def _no_turns(story: Story) -> bool:
    return len(story.end.houses) in _jackhammers_by_round(story)


def _first_player_jackhammers(story: Story) -> bool:
    return any(event[1] == before.marker for before, event in story.told("jack"))


def _drill_loses_token(story: Story) -> bool:
    return any(event[6] for _, event in story.told("drill"))


def _scaffold_lost(last_round: bool) -> Feature:
    return lambda story: any(
        event[2] == "scaffold" and (before.round == ROUNDS) is last_round
        for before, event in story.told("lost")
    )


def _tool_without_use(story: Story) -> bool:
    return any(event[2] == ROUNDS and event[5] in TOOLS for _, event in story.told("take"))


TOOLS = ("drill", "jackhammer", "concrete_mixer")

# -- décor ---------------------------------------------------------------------------------------------------


def _decor_lost(story: Story) -> bool:
    return any(event[2] != "scaffold" for _, event in story.told("lost"))


def _decor_before_room(story: Story) -> bool:
    return any(before.room and event[3] != "none" for before, event in story.told("decor"))


def _designer_opens(story: Story) -> bool:
    """A card placed where only the interior designer keeps a token from closing the room."""
    for before, event in story.told("place"):
        house = before.houses[event[1]]
        if event[4] == "up" and DESIGNER in house.beside:
            others = house._replace(beside=without(house.beside, DESIGNER))
            if verdicts(others, KIND_OF[ROOM_IDS[event[2]]])[SLOT[event[3]]] == "decorated":
                return True
    return False


# -- helpers -------------------------------------------------------------------------------------------------


def _helper_left(story: Story) -> bool:
    """`done` by a seat that could still have used a helper."""
    return any(
        step.before.step == HELP
        and step.move == ("done",)
        and len(dream_home.moves(step.before, step.seat)) > 1  # type: ignore[arg-type]
        for step in story.kept
    )


def _supplier_over_empty_room(story: Story) -> bool:
    return any(
        FACE_DOWN <= before.houses[event[1]].cells[SLOT[event[3]]] < WITH_TOKEN
        for before, event in story.told("supplier")
    )


def _supplier_loses_token(story: Story) -> bool:
    return any(event[5] for _, event in story.told("supplier"))


def _handyman_moves_empty_room(story: Story) -> bool:
    return any(
        FACE_DOWN <= before.houses[event[1]].cells[SLOT[slot]] < WITH_TOKEN
        for before, event in story.told("handyman")
        for slot in event[2:4]
    )


def _keeps_cheaper(story: Story) -> bool:
    points = {special.key: special.points for special in SPECIALS}
    return any(points[event[2]] < max(points[token] for token in event[3]) for _, event in story.told("keep"))


def _two_help(story: Story) -> bool:
    seats = {event[1] for code in ("roofer", "supplier", "handyman") for _, event in story.told(code)}
    return len(seats) > 1


# -- the end -------------------------------------------------------------------------------------------------


def _piles(story: Story) -> list[bytes]:
    return [house.roof for house in story.end.houses]


def _no_roof(story: Story) -> bool:
    return b"" in _piles(story)


def _more_than_four_roofs(story: Story) -> bool:
    return any(len(pile) > 4 for pile in _piles(story))


def _uniform_beats_windows(story: Story) -> bool:
    """Five or more roof cards, where using four of one colour leaves a window unused."""
    return any(
        [COLOUR[roof] for roof in pile].count(colour) >= 4
        and any(WINDOW[roof] for roof in pile if COLOUR[roof] != colour)
        for pile in _piles(story)
        for colour in set(COLOUR)
    )


def _architect_scores(story: Story) -> bool:
    return any(line.code == "empty_rooms" and line.points for line in story.lines)


def _row_matters(story: Story) -> bool:
    return story.end.options.neighbours == "row" and any(
        score_house(house, "sides") != score_house(house, "row") for house in story.end.houses
    )


def _children_decide(story: Story) -> bool:
    return story.end.options.hide_and_seek and len(dream_home.winners(story.end)) < story.leaders()


def _children_equal(story: Story) -> bool:
    return story.end.options.hide_and_seek and len(dream_home.winners(story.end)) > 1


def _children_disregarded(story: Story) -> bool:
    """Hidden children would break the tie, but the option is off."""
    winners = dream_home.winners(story.end)
    hidden = {
        sum((byte & ~WITH_TOKEN) in CHILDREN for byte in story.end.houses[seat].cells) for seat in winners
    }
    return not story.end.options.hide_and_seek and len(hidden) > 1


def _marker_stays(story: Story) -> bool:
    return len({step.after.marker for step in story.kept}) == 1


def _confirmed_by_itself(story: Story) -> bool:
    return not story.end.options.confirm_turns and any(
        step.move[0] in ("place", "decor", "scaffold") and step.before.waiting != step.after.waiting
        for step in story.kept
    )


def _confirmed_clearing(*rules: int) -> Feature:
    return lambda story: (
        story.end.options.rules in rules
        and any(step.before.step == CLEARED and step.move == ("done",) for step in story.kept)
    )


FEATURES: dict[str, Feature] = {
    # a turn
    "a room is laid face-up": _told("place", _4="up"),
    "a room is laid face-down": _told("place", _4="down"),
    "the first-player marker is taken": _told("take", _5="marker"),
    "the first player never changes": _marker_stays,
    "a pair is cleared": _told("clear"),
    "a cleared pair is confirmed, because someone else has a jackhammer": _confirmed_clearing(RULES),
    "a cleared pair is confirmed under rules 1": _confirmed_clearing(1),
    "family variant: no pair is cleared": _option("family", True),
    "turns end by themselves": _confirmed_by_itself,
    "roof memory open": _option("roof_memory", "open"),
    "undo takes back a turn": _took_back("take", "place"),
    "undo takes back a tool": _took_back("drill", "mix"),
    "undo takes back a clearing": _took_back("clear"),
    "undo takes back a jackhammer": _took_back("jack"),
    "undo takes back a helper": _took_back("roofer", "supplier", "handyman"),
    # tools
    "drill": _told("drill"),
    "drill, a token is lost": _drill_loses_token,
    "concrete mixer": _told("mix"),
    "jackhammer": _told("jack"),
    "jackhammer in column 0": _told("jack", _2=0),
    "jackhammer kept for later": _told("pass"),
    "jackhammer of the first player": _first_player_jackhammers,
    "two jackhammers in a round": _two_jackhammers,
    "all seats use a jackhammer, no turns are played": _no_turns,
    "scaffold": _told("scaffold"),
    "scaffold replaced face-up": _told("place", _4="up", _5="scaffold"),
    "scaffold replaced face-down": _told("place", _4="down", _5="scaffold"),
    "scaffold without a slot": _scaffold_lost(last_round=False),
    "scaffold in the last round": _scaffold_lost(last_round=True),
    "another tool in the last round": _tool_without_use,
    # décor
    "décor placed before the room": _decor_before_room,
    "décor declined": _told("decor", _3="none"),
    "décor lost": _decor_lost,
    "tree house": _told("take", _5="tree_house"),
    "bird house": _told("take", _5="bird_house"),
    "the interior designer opens a closed room": _designer_opens,
    "the interior designer scores": _scored("interior_designer"),
    # helpers
    "roofer": _told("roofer"),
    "supplier": _told("supplier"),
    "supplier over an empty room": _supplier_over_empty_room,
    "supplier, a token is lost": _supplier_loses_token,
    "handyman": _told("handyman"),
    "handyman moves an empty room": _handyman_moves_empty_room,
    "handyman, a token is chosen": _told("keep"),
    "handyman, the cheaper token is chosen": _keeps_cheaper,
    "the architect scores empty rooms": _architect_scores,
    "the architect scores functionality": _scored("basics", 4),
    "a helper is left unused": _helper_left,
    "two seats use helpers": _two_help,
    # the end
    "no roof": _no_roof,
    "fewer than four roofs": _scored("incomplete"),
    "a mismatched roof": _scored("mismatched"),
    "a uniform roof": _scored("uniform"),
    "a uniform roof leaves a window unused": _uniform_beats_windows,
    "roof windows": _scored("windows"),
    "more than four roofs": _more_than_four_roofs,
    "a special room beside the room it wants": _scored("room_beside"),
    "only rooms beside on the same storey count": _row_matters,
    "shared victory": lambda story: len(dream_home.winners(story.end)) > 1,
    "hide-and-seek decides": _children_decide,
    "hide-and-seek is equal too": _children_equal,
    "hide-and-seek is off": _children_disregarded,
}


def shown(steps: Iterable[Played]) -> set[str]:
    """The features that a game shows."""
    story = Story(steps)
    return {name for name, shows in FEATURES.items() if shows(story)}
