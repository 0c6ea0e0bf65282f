"""Players for the search of scripts/golden.py: they like moves that lead to what seldom happens."""

from collections.abc import Iterator

from app.engine import home_staging
from app.engine.core import UNDO, Illegal, Move, Seat
from app.engine.home_staging import bot
from app.engine.home_staging.area import area
from app.engine.home_staging.cells import NAMES, around, each
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.state import CLOSE, DRAW, State
from scripts.golden import Table

SHOWN_IN = 1  # games each feature is shown by: each of these is long
EAGER = {
    "undo": 2,
    "erase": 6,
    "withdraw": 6,
    "add": 2,
    "drop": 2,
    "door": 3,
    "front": 4,
    "confirm": 20,
}


def further(state: State) -> Iterator[tuple[Seat, Move]]:
    """Some of the legal steps that are offered to nobody."""
    for seat, pencil in enumerate(state.pencils):
        tries: list[Move] = [("withdraw",)]
        tries += [("erase", name.partition("@")[2]) for name, _ in pencil.pieces]
        fronts = state.scenario.fronts
        tries += [("front", fronts[place].name) for place in (0, len(fronts) // 2, -1)]
        if state.step == CLOSE and pencil.cells:
            region = area(pencil.cells)
            tries += [("add", NAMES[cell]) for cell in each(around(region) & ~region)[:3]]
            tries += [("drop", NAMES[cell]) for cell in each(region)]
        for move in tries:
            try:
                home_staging.check(state, seat, move)
            except Illegal:
                continue
            yield seat, move


def hasty(state: State, seat: Seat, move: Move) -> float:
    """Takes what comes, thinks again now and then."""
    return EAGER.get(str(move[0]), 1) if state.step in (DRAW, CLOSE) or move == UNDO else 1


def sparing(state: State, seat: Seat, move: Move) -> float:
    """Skips most cards, so that rooms are missing and totals are alike."""
    return 1000 if move == ("confirm",) else hasty(state, seat, move)


def clever(state: State, seat: Seat, move: Move) -> float:
    """Has bright ideas, and else draws as it comes."""
    return 50 if move[0] in ("other", "mirror") else hasty(state, seat, move)


def sober(state: State, seat: Seat, move: Move) -> float:
    """Nearly always makes the move after which its state is worth most."""
    if move == UNDO:
        return 0
    after, _ = home_staging.apply(state, seat, move)
    return float(20 ** (bot.value(after, seat) - bot.value(state, seat)))


TABLES = (
    *(Table(1, {"scenario": key}, sober, games=4) for key in SCENARIOS),
    Table(1, {"scenario": "20"}, clever, further, 20),
    Table(2, {}, hasty, further, 60),
    Table(2, {"confirm_turns": False, "scenario": "11"}, hasty, further, 40),
    Table(2, {"scenario": "8"}, hasty, further, 40),
    Table(3, {"open_pencils": True, "first_player": 1}, hasty, further, 20),
    Table(3, {"scenario": "16"}, sparing, games=20),
    Table(4, {}, sparing, games=20),
    Table(5, {}, sparing, further, 10),
    Table(6, {}, sparing, games=20),
)
