"""Sketch: a toy game that all seats play at once, to try out the protocol and the conformance kit.

Three rounds. In each, every seat draws up to two of the shapes it holds (secret until all are `ready`),
then the drawings are shown. One point for a shape that nobody else drew. Undo takes back only your own
part.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from app.engine.chance import shuffled, stream
from app.engine.core import Event, Illegal, Line, Lot, Move, Option, Seat, settle_options, step_turn

id = "sketch"
rules = 1
former_rules: tuple[int, ...] = ()
seats = range(1, 5)
options = (Option("shapes", (12, 15), 12, "shapes"),)
parts = ("originality",)
open_parts = parts
auto_answers: tuple[Move, ...] = ()
endless = ("draw",)
lists_all = True

ROUNDS = 3
READY: Move = ("ready",)


class State(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    round: int
    hands: tuple[tuple[int, ...], ...]  # each seat's shapes
    drawn: tuple[tuple[int, ...], ...]  # in this round, hidden from the others
    shown: tuple[tuple[tuple[int, ...], ...], ...]  # by round and seat
    began: tuple[int, ...]  # each seat's turn number when this round began


class View(NamedTuple):
    turns: tuple[int, ...]
    waiting: tuple[Seat, ...]
    hand: tuple[int, ...]
    drawn: tuple[int, ...]
    shown: tuple[tuple[tuple[int, ...], ...], ...]


state_type = State


def new(seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None) -> State:
    shapes = settle_options(globals()["options"], options)["shapes"]
    hands = tuple(tuple(shuffled(range(shapes), stream(seed, f"hand {seat}"))) for seat in range(seats))
    everyone = tuple(range(seats))
    return State((1,) * seats, everyone, 1, hands, ((),) * seats, (), (1,) * seats)


def opening(state: State) -> tuple[Event, ...]:
    return (("round", 1),)


def lots(seats: int, options: Mapping[str, Any], log: Iterable[Event]) -> tuple[Lot, ...]:
    return ()


def moves(state: State, seat: Seat) -> tuple[Move, ...]:
    if seat not in state.waiting:
        return ()
    drawn = state.drawn[seat]
    free = [shape for shape in sorted(state.hands[seat]) if shape not in drawn] if len(drawn) < 2 else []
    return (*(("draw", shape) for shape in free), READY)


def check(state: State, seat: Seat, move: Move) -> None:
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    if move not in moves(state, seat):
        raise Illegal("unknown_move")


def apply(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    state = state._replace(turns=step_turn(state.turns, seat))
    if move != READY:
        return _drawing(state, seat, (*state.drawn[seat], int(move[1]))), ()
    waiting = tuple(other for other in state.waiting if other != seat)
    state = state._replace(waiting=waiting)
    return (state, (("ready", seat),)) if waiting else _show(state)


def _drawing(state: State, seat: Seat, shapes: tuple[int, ...]) -> State:
    return state._replace(drawn=(*state.drawn[:seat], shapes, *state.drawn[seat + 1 :]))


def _show(state: State) -> tuple[State, tuple[Event, ...]]:
    shown = (*state.shown, state.drawn)
    over = state.round == ROUNDS
    everyone = () if over else tuple(range(len(state.turns)))
    turns = state.turns if over else tuple(turn + 1 for turn in state.turns)
    after = state._replace(
        turns=turns,
        began=turns,
        waiting=everyone,
        round=state.round + 1,
        hands=tuple(
            tuple(shape for shape in hand if shape not in drawn)
            for hand, drawn in zip(state.hands, state.drawn, strict=True)
        ),
        drawn=((),) * len(state.turns),
        shown=shown,
    )
    return after, (("shown", state.round, state.drawn),)


def shared_turn(state: State) -> Mapping[Seat, int]:
    return dict(enumerate(state.began)) if state.waiting else {}


def rewind(state: State, seat: Seat, turns: tuple[int, ...]) -> State | None:
    if seat not in state.waiting or not state.drawn[seat]:
        return None
    return _drawing(state, seat, ())._replace(turns=turns)


def view(state: State, viewer: Seat | None) -> View:
    hand, drawn = ((), ()) if viewer is None else (state.hands[viewer], state.drawn[viewer])
    return View(state.turns, state.waiting, hand, drawn, state.shown)


def describe(state: State, viewer: Seat | None) -> dict[str, Any]:
    return view(state, viewer)._asdict()


def fade(event: Event, now: State) -> Event:
    return event


def _others(state: State, viewer: Seat | None) -> list[Seat]:
    return [seat for seat in range(len(state.turns)) if seat != viewer]


def secrets(state: State, viewer: Seat | None) -> Mapping[str, tuple[Any, ...]]:
    return {f"hand {seat}": state.hands[seat] for seat in _others(state, viewer) if state.waiting}


def reseal(state: State, viewer: Seat | None, rng: Random) -> State:
    hands = [
        tuple(shuffled(hand, rng)) if seat in _others(state, viewer) and state.waiting else hand
        for seat, hand in enumerate(state.hands)
    ]
    return state._replace(hands=tuple(hands))


def score(state: State) -> tuple[tuple[Line, ...], ...]:
    return tuple(
        tuple(
            Line("originality", "alone", (shape,), 1, ())
            for drawings in state.shown
            for shape in drawings[seat]
            if sum(shape in other for other in drawings) == 1
        )
        for seat in range(len(state.turns))
    )


def winners(state: State) -> tuple[Seat, ...]:
    points = [len(lines) for lines in score(state)]
    return tuple(seat for seat, each in enumerate(points) if each == max(points))
