"""How bots think, for any game: they list whole turns, judge what each leads to, and play the best ones on
against the same deals.

What a game knows about itself is its mind: `mind.py` in its folder, or `guessing.py` for a game without one.
A bot never sees a state: it gets an imagined one, in which everything its seat can't know is made up.
"""

from collections.abc import Callable, Iterable
from math import exp
from random import Random
from time import monotonic
from typing import Any, NamedTuple, Protocol, cast

from . import registry
from .core import Game, Move, Seat
from .guessing import Guesses
from .halving import halve
from .learning import Lesson, Weights

CANDIDATES = 8  # turns that are played on
HOPELESS = 6.0  # turns that are this many points worse than the best aren't
MOST_TURNS = 2000  # whole turns that are looked at, and steps on the way to them


class Mind(Protocol):
    """What bots need to know about a game. A position is anything hashable; two turns that lead to the same
    position are equal."""

    @property
    def most_playouts(self) -> int: ...  # for one decision, because more would take too long
    def imagined(self, state: Any, seat: Seat, chance: Random) -> Any: ...
    # another state that looks the same to a seat that remembers all it was ever shown; made from that alone
    def choices(self, state: Any, seat: Seat) -> Iterable[Move]: ...  # the moves worth thinking about
    def plans(self, state: Any, seat: Seat) -> Iterable[tuple[Move, ...]]: ...
    # how promising turns begin, for games with too many; the first listed moves finish them. () for all turns
    def position(self, before: Any, after: Any, seat: Seat) -> Any: ...  # after this seat's whole turn
    def value(self, position: Any, seat: Seat) -> float: ...  # in points
    def fancy(self, before: Any, after: Any, seat: Seat, taste: str) -> float: ...
    # how much a taste likes a turn, in points
    def sample(self, position: Any, chance: Random) -> Any: ...  # a deal: what nobody can know yet
    def play_on(self, position: Any, deal: Any) -> Any: ...  # some turns later, by the game's own policy
    def shares(self, position: Any) -> tuple[float, ...]: ...  # by seat: the part of such games it wins
    def margin(self, position: Any, seat: Seat) -> float: ...  # points ahead of the best other seat


class Pupil(Mind, Protocol):
    """A mind that can be trained."""

    def weights(self, seats: int) -> Weights: ...  # as they are now
    def lesson(self, position: Any, seat: Seat) -> Lesson | None: ...  # None if there's nothing to learn


class Turn(NamedTuple):
    """A whole turn: its moves, and what it leads to."""

    value: float
    moves: tuple[Move, ...]
    position: Any


class Thought(NamedTuple):
    """What a bot decided, and how much it thought."""

    moves: tuple[Move, ...]
    playouts: int = 0
    cut: bool = False  # time ran out before the budget was used
    doubt: int = 0  # how close the choice was, in percent


class Effort(NamedTuple):
    """How much a bot thinks. Strength depends on the playouts; the seconds can only cut them short."""

    playouts: int
    seconds: float


def mind_of(game: Game[Any]) -> Mind:
    """A game's own mind, or the one that serves any game."""
    if registry.has_part(game.id, "mind"):
        return cast(Mind, registry.part(game.id, "mind"))
    return Guesses(game)


def imagined(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Any:
    """All that a bot gets: a state that its seat can't tell from the real one, made from what it knows."""
    return mind_of(game).imagined(state, seat, chance)


def whole_turns(
    game: Game[Any],
    mind: Mind,
    state: Any,
    seat: Seat,
    taste: Callable[[Any, Any], float] | None = None,
    in_time: Callable[[], bool] = lambda: True,
) -> list[Turn]:
    """The different turns this seat could take, best first; those found in time, if there are too many. A
    turn ends where undo can no longer go back."""
    found: dict[Any, Turn] = {}
    planned = [_hurry(game, *_begun(game, plan, state, seat), seat) for plan in mind.plans(state, seat)]
    begun: list[tuple[tuple[Move, ...], Any]] = [] if planned else [((), state)]
    looked = 0
    while begun and (in_time() or not planned):
        moves, now = begun.pop(0)
        for move in mind.choices(now, seat):
            after, _ = game.apply(now, seat, move)
            looked += 1
            path = (*moves, move)
            if _ends(game, after, seat):
                planned.append((path, after))
            elif looked < MOST_TURNS and in_time():
                begun.append((path, after))
            else:
                planned.append(_hurry(game, path, after, seat))
    for path, after in planned:
        if found and not in_time():
            break
        position = mind.position(state, after, seat)
        if position not in found:
            liked = taste(state, after) if taste else 0.0
            found[position] = Turn(mind.value(position, seat) + liked, path, position)
    return sorted(found.values(), key=lambda turn: -turn.value)


def _begun(game: Game[Any], plan: tuple[Move, ...], state: Any, seat: Seat) -> tuple[tuple[Move, ...], Any]:
    for move in plan:
        state, _ = game.apply(state, seat, move)
    return plan, state


def _ends(game: Game[Any], after: Any, seat: Seat) -> bool:
    return seat not in after.waiting or game.rewind(after, seat, after.turns) is None


def _hurry(game: Game[Any], path: tuple[Move, ...], after: Any, seat: Seat) -> tuple[tuple[Move, ...], Any]:
    """Finish a turn without looking any further, for positions with too many turns."""
    while not _ends(game, after, seat) and len(path) < MOST_TURNS:
        move = next(iter(game.moves(after, seat)))
        after, _ = game.apply(after, seat, move)
        path = (*path, move)
    return path, after


def doubt(turns: list[Turn]) -> int:
    """How close the choice between these turns is, best first, in percent: 100 if two promise the same
    points, 0 if there is nothing to choose."""
    return round(100 * exp(turns[1].value - turns[0].value)) if len(turns) > 1 else 0


def candidates(turns: list[Turn]) -> list[Turn]:
    """The turns worth playing on: the best that begins with each first move, then the best others."""
    hopeful = [turn for turn in turns if turn.value > turns[0].value - HOPELESS]
    begins: dict[Move, Turn] = {}
    for turn in hopeful:
        begins.setdefault(turn.moves[0], turn)
    chosen = [*begins.values()][:CANDIDATES]
    others = [turn for turn in hopeful if turn is not begins[turn.moves[0]]]
    chosen += others[: CANDIDATES - len(chosen)]
    return sorted(chosen, key=lambda turn: -turn.value)


def best_turn(
    game: Game[Any],
    state: Any,
    seat: Seat,
    chance: Random,
    effort: Effort,
    taste: Callable[[Any, Any], float] | None = None,
    clock: Callable[[], float] = monotonic,
) -> Thought:
    """The turn that wins most of the games it is tried in. Without playouts, the one worth most points."""
    until = clock() + effort.seconds
    mind = mind_of(game)
    turns = whole_turns(game, mind, state, seat, taste, lambda: clock() < until)
    good = candidates(turns)
    if len(good) == 1 or not effort.playouts:
        return Thought(turns[0].moves, 0, clock() >= until, doubt(turns))
    deals: list[Any] = []

    def trial(candidate: int, deal: int) -> float:
        if deal == len(deals):
            deals.append(mind.sample(good[0].position, chance))
        return mind.shares(mind.play_on(good[candidate].position, deals[deal]))[seat]

    playouts = min(effort.playouts, mind.most_playouts)
    verdict = halve(len(good), playouts, trial, lambda: clock() < until)
    return Thought(good[verdict.best].moves, verdict.tries, verdict.cut, doubt(turns))
