"""Dream Home's part of the `Game` interface: start a game, list the legal moves, check a move and make it.

Every kind of move has three functions in another module: list, judge, do. This module collects them, by tag
and by step.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.engine.chance import shuffled, stream
from app.engine.core import Event, Illegal, Move, Seat

from . import helpers, pairs, tools, turns
from .cards import KIND_OF, KINDS, ROOM_DECK, ROOM_IDS, ROOM_NAMES, SPECIAL_DECK, SPECIAL_NAMES
from .house import EMPTY_HOUSE
from .state import (
    CLEAR,
    CLEARED,
    DONE,
    HELP,
    JACK,
    JACKED,
    MOVES,
    SEATS,
    TAKEN,
    TURN,
    Cards,
    Outcome,
    State,
    read_options,
)


def new(seats: int, options: Mapping[str, Any], seed: str | int, rules: int | None = None) -> State:
    """A new game with its first round dealt. The seed shuffles both decks and, unless an option names one,
    picks the first player."""
    if type(seats) is not int or seats not in SEATS:
        raise Illegal("bad_seats", seats=tuple(SEATS))
    chosen = read_options(options, rules)
    chance = stream(seed, "dream_home")
    deck = Cards(bytes(shuffled(ROOM_DECK, chance)), bytes(shuffled(SPECIAL_DECK, chance)))
    first = chosen.first_player
    if first == "random":
        first = int(chance.random() * seats)
    elif int(first) >= seats:
        raise Illegal("bad_option", option="first_player", values=("random", *range(seats)))
    nothing = Cards(b"", b"")
    before = State(
        (0,) * seats,
        (),
        TURN,
        0,
        int(first),
        (),
        turns.EMPTY_DISPLAY,
        (EMPTY_HOUSE,) * seats,
        0,
        0,
        0,
        bytes(seats),
        nothing,
        deck,
        chosen,
        None,
    )
    return turns.deal(before, nothing)[0]


def opening(state: State) -> tuple[Event, ...]:
    """The events of a new game: who goes first, and the first deal."""
    return ("first", state.marker), turns.dealt(state)


# -- the list ------------------------------------------------------------------------------------------------

_LIST: dict[str, Callable[[State, Seat], Iterable[Move]]] = {
    CLEAR: pairs.list_clear,
    CLEARED: pairs.list_pair,
    JACK: tools.list_jack,
    JACKED: pairs.list_pair,
    TURN: pairs.list_turn,
    TAKEN: pairs.list_pair,
    HELP: helpers.list_help,
}


def moves(state: State, seat: Seat) -> Iterable[Move]:
    """Every legal move of this seat."""
    return _LIST[state.step](state, seat) if seat in state.waiting else ()


# -- the judge -----------------------------------------------------------------------------------------------


def _judge_done(state: State, seat: Seat, move: Move) -> str:
    if state.step in (TAKEN, JACKED, CLEARED):
        return pairs.judge_done_pair(state, seat)
    if state.step == HELP:
        return "keep_first" if helpers.list_keep(state, seat) else ""
    return "not_now"


_JUDGE: dict[str | int, Callable[[State, Seat, Move], str]] = {
    "clear": pairs.judge_clear,
    "pass": tools.judge_pass,
    "jack": tools.judge_jack,
    "drill": tools.judge_drill,
    "mix": tools.judge_mix,
    "take": pairs.judge_take,
    "place": pairs.judge_place,
    "decor": pairs.judge_decor,
    "scaffold": pairs.judge_scaffold,
    "roofer": helpers.judge_roofer,
    "supplier": helpers.judge_supplier,
    "handyman": helpers.judge_handyman,
    "keep": helpers.judge_keep,
    "done": _judge_done,
}


def check(state: State, seat: Seat, move: Move) -> None:
    """Raise Illegal unless the move is legal."""
    if move not in MOVES:  # MOVES holds every possible move, so nothing else reaches the rules
        raise Illegal("unknown_move")
    if seat not in state.waiting:
        raise Illegal("not_your_turn" if state.waiting else "over")
    why = _JUDGE[move[0]](state, seat, move)
    if why == "not_now":
        raise Illegal(why, move=move, first=_first(state, seat))
    if why:
        raise Illegal(why, **_facts(state, move))


def _first(state: State, seat: Seat) -> str:
    """What this seat has to do before it can do anything else."""
    if state.step == CLEAR:
        return "clear_first"
    if state.step == JACK:
        return "jackhammer_first"
    if state.step == TURN:
        return "pair_first"
    if state.step == HELP and helpers.list_keep(state, seat):
        return "keep_first"
    return (state.step in (TAKEN, JACKED) and pairs.judge_done_pair(state, seat)) or "done_first"


def _facts(state: State, move: Move) -> dict[str, Any]:
    """The facts that a refusal's explanation may mention."""
    card = 0
    if move[0] == "place":
        card = state.room
    elif move[0] == "drill":
        card = state.display.rooms[int(move[1])]
    elif move[0] == "supplier":
        card = ROOM_IDS[str(move[1])]
    facts: dict[str, Any] = {"move": move}
    if card:
        kind = KINDS[KIND_OF[card]]
        facts |= {"card": ROOM_NAMES[card], "room": kind.key, "largest": kind.largest}
    if state.token and move[0] in ("decor", "done"):
        facts["token"] = SPECIAL_NAMES[state.token]
    return facts


# -- doing ---------------------------------------------------------------------------------------------------


def _pass(state: State, seat: Seat, move: Move) -> Outcome:
    after, events = turns.next_jackhammer(state, seat)
    return after, (("pass", seat), *events)


def _done(state: State, seat: Seat, move: Move) -> Outcome:
    return turns.finish(state, seat)


_DO: dict[str | int, Callable[[State, Seat, Move], Outcome]] = {
    "clear": pairs.do_clear,
    "pass": _pass,
    "jack": tools.do_jack,
    "drill": tools.do_drill,
    "mix": tools.do_mix,
    "take": pairs.do_take,
    "place": pairs.do_place,
    "decor": pairs.do_decor,
    "scaffold": pairs.do_scaffold,
    "roofer": helpers.do_roofer,
    "supplier": helpers.do_supplier,
    "handyman": helpers.do_handyman,
    "keep": helpers.do_keep,
    "done": _done,
}


def apply(state: State, seat: Seat, move: Move) -> Outcome:
    """Make a move that has passed `check`."""
    outcome = _DO[move[0]](state, seat, move)
    if state.options.confirm_turns or move == DONE or not _nothing_else(outcome[0], seat):
        return outcome
    after, events = turns.finish(outcome[0], seat)
    return after, outcome[1] + events


def _nothing_else(state: State, seat: Seat) -> bool:
    """Whether the seat's only legal move is `done`."""
    return (
        state.waiting == (seat,) and state.step not in (CLEAR, JACK, TURN) and [*moves(state, seat)] == [DONE]
    )


def rewind(state: State, seat: Seat, turns: tuple[int, ...]) -> State | None:
    """The state before this seat's first move of the current turn; None if it hasn't moved yet."""
    return None if state.start is None else state.start._replace(turns=turns)
