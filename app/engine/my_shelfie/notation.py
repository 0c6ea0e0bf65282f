"""Shelves and living rooms as text: a string per row, a letter per tile, `.` for no tile."""

from collections.abc import Sequence
from typing import Any

from app.engine.core import Illegal

from .living_room import EMPTY_ROOM, IN_PLAY, SIDE
from .shelf import HEIGHT, WIDTH
from .tiles import LETTERS, PICTURES, TYPES

EMPTY = "."
_LETTERS = EMPTY + LETTERS


def write_shelf(shelf: bytes) -> list[str]:
    return _write(shelf, WIDTH)


def write_room(room: bytes) -> list[str]:
    return _write(room, SIDE)


def _write(tiles: bytes, width: int) -> list[str]:
    letters = "".join([_LETTERS[kind] for kind in tiles.translate(TYPES)])
    return [letters[start : start + width] for start in range(0, len(letters), width)]


def read_shelf(rows: Sequence[Any]) -> bytes:
    """The shelf as drawn, even with tiles in mid-air; every tile gets its type's first picture."""
    _size(rows, HEIGHT, WIDTH, "shelf_size")
    return b"".join(_tiles(row, number) for number, row in enumerate(rows, 1))


def read_room(rows: Sequence[Any], players: int) -> bytes:
    """The living room as drawn; tiles may be only in cells used by that many players."""
    if players not in IN_PLAY:
        raise Illegal("bad_seats", seats=tuple(IN_PLAY))
    _size(rows, SIDE, SIDE, "room_size")
    room = b"".join(_tiles(row, number) for number, row in enumerate(rows, 1))
    for cell, tile in enumerate(room):
        if tile and cell not in IN_PLAY[players]:
            row, column = divmod(cell, SIDE)
            raise Illegal("not_in_play", line=row + 1, cell=column + 1, players=players)
    return room if any(room) else EMPTY_ROOM


def _size(rows: Sequence[Any], height: int, width: int, code: str) -> None:
    if len(rows) != height or any(not isinstance(row, str) or len(row) != width for row in rows):
        if code == "shelf_size":
            raise Illegal("shelf_size")
        raise Illegal("room_size")


def _tiles(row: str, line: int) -> bytes:
    for cell, letter in enumerate(row, 1):
        if letter not in _LETTERS:
            raise Illegal("no_such_letter", line=line, cell=cell, text=letter)
    return bytes(1 + LETTERS.index(letter) * PICTURES if letter != EMPTY else 0 for letter in row)
