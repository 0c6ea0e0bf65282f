"""The smallest game you can play at a table: say a number nobody else says, and score a point.

All seats play each of the three rounds at the same time.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import shuffled, stream
from app.engine.core import Event, Illegal, Line, Lot, Move, Option, Seat, settle_options, step_turn

id = "numbers"
rules = 1
former_rules: tuple[int, ...] = ()
seats = range(2, 5)
options = (Option("highest", (3, 5), 3, "highest"),)
parts = open_parts = ("alone",)
auto_answers: tuple[Move, ...] = ()
endless: tuple[str, ...] = ()
lists_all = True
ROUNDS = 3


class State(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    highest: int
    said: tuple[int, ...]  # this round, by seat: 0 for nothing yet; hidden from the others
    rounds: tuple[tuple[int, ...], ...]  # the finished rounds
    order: tuple[Seat, ...]  # from the seed: who wins a tie


class View(NamedTuple):
    waiting: tuple[Seat, ...]
    own: int
    rounds: tuple[tuple[int, ...], ...]


state_type = State


def new(seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None) -> State:
    if seats not in globals()["seats"]:
        raise Illegal("bad_seats", seats=tuple(globals()["seats"]))
    chosen = settle_options(globals()["options"], options)
    everyone = tuple(range(seats))
    order = tuple(shuffled(everyone, stream(seed, id)))
    return State((1,) * seats, everyone, chosen["highest"], (0,) * seats, (), order)


def opening(state: State) -> tuple[Event, ...]:
    return (("round", 1),)


def lots(seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]:
    return ()


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in state.waiting:
        return ()
    return tuple(("say", number) for number in range(1, state.highest + 1))


def check(state: State, seat: Seat, move: Move) -> None:
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    if move not in moves(state, seat):
        raise Illegal("unknown_move")


def apply(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    said = (*state.said[:seat], int(move[1]), *state.said[seat + 1 :])
    waiting = tuple(other for other in state.waiting if other != seat)
    state = state._replace(turns=step_turn(state.turns, seat), said=said, waiting=waiting)
    if waiting:
        return state, (("answered", seat),)
    rounds = (*state.rounds, said)
    state = state._replace(rounds=rounds, said=(0,) * len(said))
    if len(rounds) < ROUNDS:
        everyone = tuple(range(len(said)))
        state = state._replace(waiting=everyone, turns=tuple(turn + 1 for turn in state.turns))
    return state, (("answered", seat), ("shown", said))


def shared_turn(state: State) -> Mapping[Seat, int]:
    """Everybody says a single number a round, which answers their round's only decision."""
    if not state.waiting:
        return {}
    return {seat: turn - (seat not in state.waiting) for seat, turn in enumerate(state.turns)}


def rewind(state: State, seat: Seat, turns: tuple[int, ...]) -> State | None:
    return None


def view(state: State, viewer: Seat | None) -> View:
    return View(state.waiting, 0 if viewer is None else state.said[viewer], state.rounds)


def describe(state: State, viewer: Seat | None) -> dict[str, Any]:
    return view(state, viewer)._asdict()


def fade(event: Event, now: State) -> Event:
    return event


def secrets(state: State, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]:
    if not state.waiting:
        return {}
    others = [seat for seat in range(len(state.said)) if seat != viewer]
    return {"order": state.order, **{f"number {seat}": (state.said[seat],) for seat in others}}


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    if not state.waiting:
        return state
    said = [
        number if seat == viewer or not number else 1 + int(rng.random() * state.highest)
        for seat, number in enumerate(state.said)
    ]
    order = tuple(shuffled(sorted(state.order), rng))
    return state._replace(said=tuple(said), order=order)


def score(state: State) -> tuple[tuple[Line, ...], ...]:
    return tuple(
        tuple(
            Line("alone", "alone", (said[seat],), 1, ())
            for said in state.rounds
            if said.count(said[seat]) == 1
        )
        for seat in range(len(state.turns))
    )


def winners(state: State) -> tuple[Seat, ...]:
    points = [len(lines) for lines in score(state)]
    return (max(state.order, key=lambda seat: points[seat]),)
