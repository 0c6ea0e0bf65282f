"""What a game is, and `play()`, the only way to make a move in one.

A game is a package next to this file whose module-level names satisfy `Game`. People, bots, the fuzzer,
time-outs and replays all go through `play()`, so its guarantees hold everywhere:

* a click on an outdated board raises `Stale`;
* any other bad move raises `Illegal`, with a code and the facts to explain it;
* the state passed in is never changed.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

Seat = int
Move = tuple[str | int, ...]
"""A tag and its arguments, such as `("place", "g0", "up")`. Its JSON form never changes."""
Event = tuple[Any, ...]
"""A public fact: a code and its arguments, strings, whole numbers and tuples of them."""

UNDO: Move = ("undo",)
LONGEST_MOVE = 300


class Illegal(Exception):
    """A move, option or notation that the rules forbid: `code` says why, `facts` gives the details."""

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
    """The move was made on an outdated board: the seat has moved on since it was drawn."""

    def __init__(self, turn: int, now: int) -> None:
        super().__init__("stale", turn=turn, now=now)

    def __repr__(self) -> str:
        return f"Stale(turn={self.facts['turn']!r}, now={self.facts['now']!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Stale, (self.facts["turn"], self.facts["now"])


class Option(NamedTuple):
    """A choice the host makes before the game. Its values are in display order."""

    name: str
    values: tuple[str | int | bool, ...]
    default: str | int | bool
    help: str
    against_bots: str | int | bool | None = None  # the default for one person among bots, if it's another


class Line(NamedTuple):
    """A line of the score sheet: its points, and the cells that light up when someone taps the line."""

    part: str
    code: str
    args: tuple[str | int, ...]
    points: int
    cells: tuple[str, ...]


class Lot(NamedTuple):
    """Items that a new game shuffles, or picks one of, and what the log shows of the result: the ones that
    came first."""

    things: tuple[str | int, ...]
    shown: tuple[str | int, ...]
    picks: bool = False


class Question(NamedTuple):
    """A question for a game's referee: the fields it needs, and a function that answers it, given those
    fields and the options."""

    fields: Mapping[str, type]
    answer: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


class State(Protocol):
    """The state of a game: a named tuple with at least these fields."""

    @property
    def turns(self) -> tuple[int, ...]: ...  # for each seat, the number of its current decision
    @property
    def waiting(self) -> tuple[Seat, ...]: ...  # who must act now; () = the game is finished


def is_finished(state: State) -> bool:
    """Whether the game has been played to the end. From then on, nothing in it is secret."""
    return not state.waiting


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """What every game package provides. A `viewer` of None is a spectator."""

    @property
    def id(self) -> str: ...
    @property
    def seats(self) -> range: ...
    @property
    def rules(self) -> int: ...  # the rules version: bumped when old logs would replay differently
    @property
    def former_rules(self) -> tuple[int, ...]: ...  # earlier versions that games can still be played by
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def lists_all(self) -> bool: ...  # whether moves() lists every legal move
    @property
    def parts(self) -> tuple[str, ...]: ...  # the parts of a score, in display order
    @property
    def open_parts(self) -> tuple[str, ...]: ...  # the parts everyone may see during the game
    @property
    def auto_answers(
        self,
    ) -> tuple[Move, ...]: ...  # moves that a player can choose to have made for them every time
    @property
    def endless(self) -> tuple[str, ...]: ...  # tags of moves that a seat could go on making for ever
    @property
    def state_type(self) -> type[S]: ...  # the type to read a stored state as

    def new(
        self, seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None
    ) -> S: ...  # by the current rules, unless it says by which of the former ones
    def opening(self, state: S) -> tuple[Event, ...]: ...  # the events of a new game
    def lots(self, seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]: ...
    # what stream(seed, id) decides for a new game, in this order, so that players can redo the deal
    def moves(self, state: S, seat: Seat) -> Iterable[Move]: ...
    def check(self, state: S, seat: Seat, move: Move) -> None: ...  # raises Illegal unless the move is legal
    def apply(self, state: S, seat: Seat, move: Move) -> tuple[S, tuple[Event, ...]]: ...
    def rewind(self, state: S, seat: Seat, turns: tuple[int, ...]) -> S | None: ...
    def shared_turn(self, state: S) -> Mapping[Seat, int]: ...
    # while seats take a turn at the same time: each of them, with the number of its first decision in it
    def view(self, state: S, viewer: Seat | None) -> Any: ...
    def describe(self, state: S, viewer: Seat | None) -> dict[str, Any]: ...  # the view, for programs
    def fade(self, event: Event, now: S) -> Event: ...  # the event without anything that is secret by now
    def reseal(self, state: S, viewer: Seat | None, rng: Random) -> S: ...
    def secrets(self, state: S, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]: ...
    def score(self, state: S) -> tuple[tuple[Line, ...], ...]: ...
    def winners(self, state: S) -> tuple[Seat, ...]: ...


def knows(game: Game[Any], rules: int) -> bool:
    """Whether the game can be played by this version of its rules."""
    return rules == game.rules or rules in game.former_rules


def play(game: Game[S], state: S, seat: Seat, turn: int, move: Move) -> tuple[S, tuple[Event, ...]]:
    """Make one move for a seat, as its answer to decision number `turn`."""
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
        if type(atom) is not str and type(atom) is not int:  # True and 1.0 equal 1, but aren't columns
            raise Illegal("unknown_move")
    if move == UNDO:
        return _undo(game, state, seat)
    game.check(state, seat, move)
    return game.apply(state, seat, move)


def _undo(game: Game[S], state: S, seat: Seat) -> tuple[S, tuple[Event, ...]]:
    """Go back as far as this seat can undo. Its turn number still goes up, so no click counts twice."""
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    before = game.rewind(state, seat, step_turn(state.turns, seat))
    if before is None:
        raise Illegal("nothing_to_undo")
    return before, (("undo", seat),)


def offers(game: Game[S], state: S, seat: Seat) -> tuple[Move, ...]:
    """Every move a seat can make now: the game's moves, then undo if there's something to undo."""
    listed = tuple(game.moves(state, seat))
    if seat in state.waiting and game.rewind(state, seat, state.turns) is not None:
        return (*listed, UNDO)
    return listed


def one_by_one(state: State) -> Mapping[Seat, int]:
    """`shared_turn` for games in which the seats always take turns one by one."""
    return {}


def unseen(game: Game[S], state: S, viewer: Seat | None) -> dict[Seat, int]:
    """The seats whose moves in the shared turn this viewer may not see yet, each with its first decision in
    it. They are the seats that know something about the state that the viewer doesn't."""
    hidden = game.secrets(state, viewer)

    def knows_more(seat: Seat) -> bool:
        hidden_too = game.secrets(state, seat)
        return any(hidden_too.get(name) != things for name, things in hidden.items())

    return {seat: began for seat, began in game.shared_turn(state).items() if knows_more(seat)}


def is_endless(game: Game[Any], move: Move) -> bool:
    """Whether a seat could go on making moves like this for ever, so that only a limit stops it."""
    return move == UNDO or move[0] in game.endless


def step_turn(turns: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    """The turn numbers once this seat has moved or has a new decision to make."""
    numbers = [*turns]
    numbers[seat] += 1
    return tuple(numbers)


def settle_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, or with its default if no value is given."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            raise Illegal("unknown_option", option=name[:40])
        # 1 == True in Python, but they are different option values
        if not any(type(value) is type(each) and value == each for each in option.values):
            raise Illegal("bad_option", option=name, values=option.values)
    return {name: given.get(name, option.default) for name, option in known.items()}


def totals(parts: Iterable[str], lines: Iterable[Line]) -> dict[str, int]:
    """A seat's points by part, and their total."""
    sums = dict.fromkeys(parts, 0)
    for line in lines:
        sums[line.part] += line.points
    return {**sums, "total": sum(sums.values())}
