"""Players for the search in scripts/golden.py: they like moves that make rare things happen."""

from collections.abc import Callable

from app.engine import dream_home
from app.engine.core import UNDO, Move, Seat
from app.engine.dream_home import bot
from app.engine.dream_home.cards import HANDYMAN, JACKHAMMER, ROUNDS, SCAFFOLD, SPECIALS
from app.engine.dream_home.house import SCAFFOLD_CELL, SLOT
from app.engine.dream_home.state import State
from scripts.golden import Table

Weight = Callable[[State, Seat, Move], float]
ACTIVE = ("jack", "drill", "mix", "scaffold", "roofer", "supplier", "handyman")


def busy(state: State, seat: Seat, move: Move) -> float:
    """Uses tools and helpers, places rooms face up, and undoes now and then."""
    if move == UNDO:
        return 0.3
    if move[0] in ACTIVE or (move[0] == "decor" and move[1] != "none"):
        return 6
    return 4 if move[-1] == "up" else 1


def sober(state: State, seat: Seat, move: Move) -> float:
    """Nearly always makes the move that leads to the best state, so that scores look like people's."""
    if move == UNDO:
        return 0
    return float(50 ** bot.value(dream_home.apply(state, seat, move)[0], seat))


def stays(state: State, seat: Seat, move: Move) -> float:
    """Leaves the first-player marker where it is."""
    return 0 if move in (("take", 0), UNDO) else busy(state, seat, move)


def _special(state: State, move: Move) -> int:
    return state.display.specials[int(move[1])] if move[0] == "take" else 0


def hammers(state: State, seat: Seat, move: Move) -> float:
    """Takes jackhammers, one each, and saves its own until everybody has one."""
    if _special(state, move) == JACKHAMMER:
        return 0 if JACKHAMMER in state.houses[seat].beside else 1000
    if move[0] in ("jack", "pass"):
        owners = sum(JACKHAMMER in house.beside for house in state.houses)
        everybody = owners == len(state.houses) or len(state.queue) < len(state.houses)
        return 1 if everybody is (move[0] == "jack") else 0.001
    return busy(state, seat, move)


def scaffolds(state: State, seat: Seat, move: Move) -> float:
    """Takes scaffolds and places no room on them until it has to."""
    if move == UNDO:
        return 0
    if _special(state, move) == SCAFFOLD:
        return 1000
    if move[0] == "place" and state.houses[seat].cells[SLOT[str(move[1])]] == SCAFFOLD_CELL:
        return 0.001
    if move[0] == "scaffold" and state.round == ROUNDS - 1:
        return 0.001
    return busy(state, seat, move)


def furnishes(state: State, seat: Seat, move: Move) -> float:
    """Collects décor and the handyman, and brings tokens together."""
    special = _special(state, move)
    if special == HANDYMAN:
        return 1000
    if SPECIALS[special].sort == "decor":
        return 50
    if move[0] == "handyman":
        after = dream_home.apply(state, seat, move)[0]
        return 1000 if any(next_[0] == "keep" for next_ in dream_home.moves(after, seat)) else 1
    return busy(state, seat, move)


TABLES = (
    Table(2, {}, busy),
    Table(3, {"roof_memory": "open"}, busy),
    Table(4, {"hide_and_seek": True}, busy),
    Table(2, {"confirm_turns": False}, busy),
    Table(3, {"family": True, "hide_and_seek": True}, busy),
    Table(4, {"neighbours": "row", "confirm_turns": False}, busy),
    Table(3, {"hide_and_seek": True, "first_player": 1}, sober),
    Table(4, {}, sober),
    Table(4, {}, stays),
    Table(2, {}, hammers),
    Table(2, {"family": True}, scaffolds),
    Table(4, {"roof_memory": "open", "neighbours": "row"}, scaffolds),
    Table(3, {}, furnishes),
    Table(4, {"confirm_turns": False}, furnishes),
    Table(2, {}, busy, rules=1),
)
