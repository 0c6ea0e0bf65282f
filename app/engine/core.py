"""What a game is, and the one door through which it is played.

A game is a package beside this file whose module-level names satisfy `Game`. People, bots, the fuzzer,
time-outs and replays all come through `play()`, so whatever it guarantees holds everywhere:

* a click made on an old board is `Stale`, whatever has happened since;
* whatever else is wrong with a move is `Illegal`, with a code and the facts that a sentence needs;
* the state handed in is never changed.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

Seat = int
Move = tuple[str | int, ...]
"""A tag and its arguments, `("place", "g0", "up")`. Its JSON form is the same list, for ever."""
Event = tuple[Any, ...]
"""A public fact: a code and its arguments, strings, whole numbers and tuples of them."""

UNDO: Move = ("undo",)
LONGEST_MOVE = 300


class Illegal(Exception):
    """The move (or option, or notation) is against the rules: `code` says which, `facts` with what."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __repr__(self) -> str:
        facts = "".join(f", {name}={fact!r}" for name, fact in self.facts.items())
        return f"{type(self).__name__}({self.code!r}{facts})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self.facts), (self.code,)


class Stale(Illegal):
    """The seat has moved on since the board was drawn that this move was made on."""

    def __init__(self, turn: int, now: int) -> None:
        super().__init__("stale", turn=turn, now=now)

    def __repr__(self) -> str:
        return f"Stale(turn={self.facts['turn']!r}, now={self.facts['now']!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Stale, (self.facts["turn"], self.facts["now"])


class Option(NamedTuple):
    """A choice the host makes before the game: its values in the order to show them."""

    name: str
    values: tuple[str | int | bool, ...]
    default: str | int | bool
    help: str


class Line(NamedTuple):
    """Some points and where they come from: the cells are what lights up when the line is touched."""

    part: str
    code: str
    args: tuple[str | int, ...]
    points: int
    cells: tuple[str, ...]


class Question(NamedTuple):
    """Something that a game's referee answers: the fields wanted, the answer by those fields and options."""

    fields: Mapping[str, type]
    answer: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


class State(Protocol):
    """A named tuple with at least these fields."""

    @property
    def turns(self) -> tuple[int, ...]: ...  # per seat, the number of its open decision
    @property
    def waiting(self) -> tuple[Seat, ...]: ...  # who must act now; () = the game is finished


def is_finished(state: State) -> bool:
    """Whether the game was played to its end, and nothing of it is secret any more."""
    return not state.waiting


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """A game's package, seen from outside. `viewer` None is a spectator."""

    @property
    def id(self) -> str: ...
    @property
    def seats(self) -> range: ...
    @property
    def rules(self) -> int: ...  # raised when an old log would replay differently
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def lists_all(self) -> bool: ...  # whether moves() is complete
    @property
    def parts(self) -> tuple[str, ...]: ...  # the parts of a score, in the order to show them
    @property
    def open_parts(self) -> tuple[str, ...]: ...  # those whose points everybody may know while it is played
    @property
    def auto_answers(
        self,
    ) -> tuple[Move, ...]: ...  # what a seat may have answered for it whenever it is offered
    @property
    def state_type(self) -> type[S]: ...  # what a stored state is read back as

    def new(self, seats: int, options: Mapping[str, Any], seed: str | int) -> S: ...
    def opening(self, state: S) -> tuple[Event, ...]: ...  # what everybody sees of a new state
    def moves(self, state: S, seat: Seat) -> Iterable[Move]: ...
    def check(self, state: S, seat: Seat, move: Move) -> None: ...  # the one judge
    def apply(self, state: S, seat: Seat, move: Move) -> tuple[S, tuple[Event, ...]]: ...
    def rewind(self, state: S, seat: Seat, turns: tuple[int, ...]) -> S | None: ...
    def view(self, state: S, viewer: Seat | None) -> Any: ...
    def describe(self, state: S, viewer: Seat | None) -> dict[str, Any]: ...  # the view, for programs
    def fade(self, event: Event, now: S) -> Event: ...  # what may still be said of an event
    def reseal(self, state: S, viewer: Seat | None, rng: Random) -> S: ...
    def secrets(self, state: S, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]: ...
    def score(self, state: S) -> tuple[tuple[Line, ...], ...]: ...
    def winners(self, state: S) -> tuple[Seat, ...]: ...


def play(game: Game[S], state: S, seat: Seat, turn: int, move: Move) -> tuple[S, tuple[Event, ...]]:
    """Make one step for a seat, answering its decision number `turn`."""
    turns = state.turns
    if type(seat) is not int or not 0 <= seat < len(turns):
        raise Illegal("no_such_seat")
    if type(turn) is not int:
        raise Illegal("bad_turn")
    if turn != turns[seat]:
        raise Stale(turn, turns[seat])
    if type(move) is not tuple or not 0 < len(move) <= LONGEST_MOVE:
        raise Illegal("unknown_move")
    for atom in move:
        if type(atom) is not str and type(atom) is not int:  # True and 1.0 equal 1, but are no columns
            raise Illegal("unknown_move")
    if move == UNDO:
        return _undo(game, state, seat)
    game.check(state, seat, move)
    return game.apply(state, seat, move)


def _undo(game: Game[S], state: S, seat: Seat) -> tuple[S, tuple[Event, ...]]:
    """Back to the seat's last point of no return. Its turn number goes on, so that no click comes twice."""
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    before = game.rewind(state, seat, step_turn(state.turns, seat))
    if before is None:
        raise Illegal("nothing_to_undo")
    return before, (("undo", seat),)


def offers(game: Game[S], state: S, seat: Seat) -> tuple[Move, ...]:
    """All that may be offered to a seat: the game's moves, and undo last where there is something to undo."""
    listed = tuple(game.moves(state, seat))
    if seat in state.waiting and game.rewind(state, seat, state.turns) is not None:
        return (*listed, UNDO)
    return listed


def step_turn(turns: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """The seats' turn numbers after a step of this seat, or when it is asked anew."""
    numbers = [*turns]
    numbers[seat] += 1
    return tuple(numbers)


def settle_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: the given one, else the default."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            raise Illegal("unknown_option", option=name[:40])
        # 1 == True in Python; a choice of options must not be so generous
        if not any(type(value) is type(each) and value == each for each in option.values):
            raise Illegal("bad_option", option=name, values=option.values)
    return {name: given.get(name, option.default) for name, option in known.items()}


def totals(parts: Iterable[str], lines: Iterable[Line]) -> dict[str, int]:
    """The points of a seat by part, and their total."""
    sums = dict.fromkeys(parts, 0)
    for line in lines:
        sums[line.part] += line.points
    return {**sums, "total": sum(sums.values())}
