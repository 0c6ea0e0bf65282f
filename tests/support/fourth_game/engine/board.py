"""The table as the page shows it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from app.engine.core import Move, Seat


class Board(NamedTuple):
    waiting: tuple[Seat, ...]
    rounds: tuple[tuple[int, ...], ...]
    offered: tuple[Move, ...]


def board(state: Any, viewer: Seat | None, offered: Iterable[Move]) -> Board:
    return Board(state.waiting, state.rounds, tuple(offered))
