"""The conformance kit: what must be true of every game, whatever its rules.

Each check takes a game and a seed and makes random moves through `play()`. A game isn't finished until it
passes all of them. `tests/engine/test_conformance.py` runs them on every registered game, on a toy where
everyone moves at once, and on games broken on purpose, which must fail.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any, NamedTuple

from app.cli import fuzz
from app.engine import move_text, wire
from app.engine.core import UNDO, Event, Game, Illegal, Move, Seat, offers, play, unseen

LONGEST_GAME = 3000
RESEALS, DIFFERENT = 100, 90
ENOUGH_HIDDEN = 3  # with fewer cards, a reshuffle often looks the same


class Step(NamedTuple):
    """One move of a game: the state before, who made which move, and the result."""

    before: Any
    seat: Seat
    move: Move
    after: Any
    events: tuple[Event, ...]


def some_options(game: Game[Any], seats: int, seed: int) -> dict[str, Any]:
    """Random options that fit this number of seats; seed 0 gives the defaults."""
    chance = Random(seed)
    while seed:
        options = {option.name: chance.choice(option.values) for option in game.options}
        try:
            game.new(seats, options, seed)
        except Illegal:
            continue
        return options
    return {}


def walk(game: Game[Any], seats: int, seed: int, undo: float = 0.0) -> Iterator[Step]:
    """A whole game of random moves."""
    chance = Random(seed)
    state = game.new(seats, some_options(game, seats, seed), seed)
    for _ in range(LONGEST_GAME):
        if not state.waiting:
            return
        seat = chance.choice(state.waiting)
        move = chance.choice(tuple(game.moves(state, seat)))
        if chance.random() < undo and UNDO in offers(game, state, seat):
            move = UNDO
        after, events = play(game, state, seat, state.turns[seat], move)
        yield Step(state, seat, move, after, events)
        state = after
    raise AssertionError(f"no end after {LONGEST_GAME} steps")


def check_end(game: Game[Any], seats: int, seed: int) -> None:
    """Random play ends; then it's nobody's turn, no move is offered, and somebody has won."""
    *_, last = walk(game, seats, seed)
    over = last.after
    assert over.waiting == ()
    for seat in range(seats):
        assert offers(game, over, seat) == ()
        for move in (last.move, UNDO):
            assert _refusal(game, over, seat, over.turns[seat], move) == "over"
    winners = game.winners(over)
    assert winners
    assert set(winners) <= set(range(seats))
    for lines in game.score(over):
        assert {line.part for line in lines} <= set(game.parts)


def check_turns(game: Game[Any], seats: int, seed: int) -> None:
    """A seat's turn number goes up with each of its own moves and each time it is asked, never with another
    seat's move; a move with an older number is stale."""
    for step in walk(game, seats, seed, undo=0.1):
        assert step.before.turns[step.seat] < step.after.turns[step.seat]
        for seat in range(seats):
            asked_anew = seat in step.after.waiting and seat not in step.before.waiting
            if seat != step.seat and not asked_anew:
                assert step.after.turns[seat] == step.before.turns[seat]
            if asked_anew:
                assert step.after.turns[seat] > step.before.turns[seat]
        answer = _refusal(game, step.after, step.seat, step.before.turns[step.seat], step.move)
        assert answer == "stale"


def check_lists(game: Game[Any], seats: int, seed: int) -> None:
    """Every offered move is legal; if a game lists all its moves, nothing else is; nothing is offered to a
    seat whose turn it isn't."""
    steps = [*walk(game, seats, seed)]
    universe = _universe(step.move for step in steps)
    chance = Random(seed)
    for step in steps:
        for seat in range(seats):
            listed = [*game.moves(step.before, seat)]
            assert len(set(listed)) == len(listed)
            assert bool(listed) == (seat in step.before.waiting)
            for move in listed:
                game.check(step.before, seat, move)
            if game.lists_all:
                for move in chance.sample(universe, min(60, len(universe))):
                    assert _judged_legal(game, step.before, seat, move) == (move in set(listed))


def _universe(moves: Iterator[Move]) -> list[Move]:
    """The moves made, and every other combination of their parts."""
    places: dict[tuple[Any, int], list[dict[Any, None]]] = {}
    for move in moves:
        seen = places.setdefault((move[0], len(move)), [{} for _ in move])
        for place, atom in enumerate(move):
            seen[place][atom] = None
    return [tuple(move) for seen in places.values() for move in product(*seen)]


def check_mangled(game: Game[Any], seats: int, seed: int) -> None:
    """Any broken move raises Illegal (or Stale, a kind of it) and leaves the state alone."""
    chance = Random(seed)
    for step in walk(game, seats, seed):
        text = wire.dumps(step.before)
        turn = step.before.turns[step.seat]
        tries: list[tuple[Any, Any, Any]] = [
            (chance.choice([-1, seats, None, "0", True, 0.0]), turn, step.move),
            (step.seat, chance.choice([turn - 1, turn + 1, None, str(turn), float(turn)]), step.move),
            (step.seat, turn, fuzz.mangled(game, step.before, chance)),
        ]
        for seat, number, move in tries:
            with suppress(Illegal):
                play(game, step.before, seat, number, move)
        assert wire.dumps(step.before) == text


def check_wire(game: Game[Any], seats: int, seed: int) -> None:
    """States, views, moves and events survive being written and read back."""
    for step in walk(game, seats, seed):
        assert wire.loads(game.state_type, wire.dumps(step.after)) == step.after
        assert move_text.read_move(wire.parse(wire.dumps(step.move))) == step.move
        for viewer in (None, *range(seats)):
            view = game.view(step.after, viewer)
            assert wire.loads(type(view), wire.dumps(view)) == view
            described = wire.dumps(game.describe(step.after, viewer))
            assert wire.dumps(wire.parse(described)) == described
        assert _thawed(wire.parse(wire.dumps(step.events))) == step.events


def _thawed(plain: Any) -> Any:
    return tuple(map(_thawed, plain)) if isinstance(plain, list) else plain


def check_replay(game: Game[Any], seats: int, seed: int) -> None:
    """The same seed and the same moves give the same states and events."""
    steps = [*walk(game, seats, seed, undo=0.1)]
    state = game.new(seats, some_options(game, seats, seed), seed)
    assert game.opening(state) == game.opening(steps[0].before)
    for step in steps:
        state, events = play(game, state, step.seat, state.turns[step.seat], step.move)
        assert (state, events) == (step.after, step.events)


class Past(NamedTuple):
    """A state that a seat was asked in, and whether only this seat has moved since."""

    state: Any
    alone: bool


def check_undo(game: Game[Any], seats: int, seed: int) -> None:
    """Undo goes back to where the seat had nothing to undo, or to the state before a move that made all that
    came before final, and can't be followed by another undo. If only this seat has moved since, the state is
    the same except for turn numbers; otherwise the seat at least has the same choices again."""
    since: dict[Seat, Past] = {}  # by seat: where undo goes back to,
    before: dict[Seat, Past] = {}  # and the state before its last move
    undone = 0
    for step in walk(game, seats, seed):
        for seat in step.before.waiting:
            if UNDO not in offers(game, step.before, seat):
                since[seat] = Past(step.before, True)
                continue
            turn = step.before.turns[seat]
            back, events = play(game, step.before, seat, turn, UNDO)
            undone += 1
            assert events == (("undo", seat),)
            assert back.turns[seat] == turn + 1
            assert UNDO not in offers(game, back, seat)
            if not _is_back_in(game, back, since[seat], seat):
                since[seat] = before[seat]
                assert _is_back_in(game, back, since[seat], seat)
        before[step.seat] = Past(step.before, True)
        for pasts in (since, before):
            pasts |= {
                seat: past._replace(alone=past.alone and seat == step.seat) for seat, past in pasts.items()
            }
    assert undone


def _is_back_in(game: Game[Any], back: Any, past: Past, seat: Seat) -> bool:
    choices = [move for move in offers(game, past.state, seat) if move != UNDO]
    if [*offers(game, back, seat)] != choices:
        return False
    if not past.alone or UNDO in offers(game, past.state, seat):
        return True
    return bool(back._replace(turns=past.state.turns) == past.state)


def check_secrets(game: Game[Any], seats: int, seed: int) -> None:
    """A viewer can't tell a state from its reseals by the view or the moves, yet the hidden parts differ."""
    chance = Random(seed)
    steps = [*walk(game, seats, seed)]
    middle = steps[len(steps) // 3 : 2 * len(steps) // 3]
    judged: set[str] = set()
    for number, step in enumerate(middle):
        for viewer in (None, *range(seats)):
            resealed = game.reseal(step.after, viewer, chance)
            _same_to(game, viewer, step.after, resealed)
            if number % max(1, len(middle) // 4) == 0:
                judged |= _really_hidden(game, step.after, viewer, chance)
    assert judged


def _same_to(game: Game[Any], viewer: Seat | None, state: Any, other: Any) -> None:
    assert game.view(other, viewer) == game.view(state, viewer)
    assert wire.dumps(game.view(other, viewer)) == wire.dumps(game.view(state, viewer))
    assert game.describe(other, viewer) == game.describe(state, viewer)
    if viewer is not None:
        assert offers(game, other, viewer) == offers(game, state, viewer)
        if UNDO in offers(game, state, viewer):
            back, _ = play(game, state, viewer, state.turns[viewer], UNDO)
            other_back, _ = play(game, other, viewer, other.turns[viewer], UNDO)
            assert game.view(other_back, viewer) == game.view(back, viewer)


def _really_hidden(game: Game[Any], state: Any, viewer: Seat | None, chance: Random) -> set[str]:
    """The hidden parts that are big enough for most reseals to change them."""
    hidden = {name: part for name, part in game.secrets(state, viewer).items() if len(part) >= ENOUGH_HIDDEN}
    different = dict.fromkeys(hidden, 0)
    for _ in range(RESEALS):
        other = game.secrets(game.reseal(state, viewer, chance), viewer)
        for name, part in hidden.items():
            assert len(other[name]) == len(part)
            different[name] += other[name] != part
    for name, times in different.items():
        assert times >= DIFFERENT, f"{name} differs in {times} of {RESEALS} reseals"
    return set(hidden)


def check_shared_turns(game: Game[Any], seats: int, seed: int) -> None:
    """A shared turn belongs to every seat that must act. No move but the last changes when it began, and
    everybody knows about it."""
    chance = Random(seed)
    for step in walk(game, seats, seed, undo=0.1):
        before, after = game.shared_turn(step.before), game.shared_turn(step.after)
        assert not after or set(step.after.waiting) <= set(after)
        assert all(began <= step.after.turns[seat] for seat, began in after.items())
        if step.seat in before and after != before:
            assert all(began > step.before.turns[seat] for seat, began in after.items())
        for viewer in (None, *range(seats)):
            assert game.shared_turn(game.reseal(step.after, viewer, chance)) == after
            assert viewer not in unseen(game, step.after, viewer)


def check_fade(game: Game[Any], seats: int, seed: int) -> None:
    """At the end every event can be told in full, and fading an event twice is the same as once."""
    steps = [*walk(game, seats, seed)]
    over = steps[-1].after
    for step in steps:
        for event in step.events:
            assert game.fade(event, over) == event
            faded = game.fade(event, step.after)
            assert game.fade(faded, step.after) == faded


def _refusal(game: Game[Any], state: Any, seat: Seat, turn: int, move: Move) -> str:
    try:
        play(game, state, seat, turn, move)
    except Illegal as refused:
        return refused.code
    return ""


def _judged_legal(game: Game[Any], state: Any, seat: Seat, move: Move) -> bool:
    try:
        game.check(state, seat, move)
    except Illegal:
        return False
    return True


CHECKS = (
    check_end,
    check_turns,
    check_lists,
    check_mangled,
    check_wire,
    check_replay,
    check_undo,
    check_secrets,
    check_shared_turns,
    check_fade,
)
