"""Reads a scenario's bonus lines: `+2 per room in (a, b): view(room, T)`, `+4 dist(16, 16) >= 2`."""

import re
from typing import NamedTuple

ROOM = "room"  # a placeholder, replaced by each room in turn

_WORD = re.compile(r"(not )?(\w+)(?:\(([^)]*)\))?(?: (>=|<=) (\d+))?")
_LINE = re.compile(r"\+(\d+) (.+)")
_PER_ROOM = re.compile(r"per room(?: in \(([^)]*)\))?: (.+)")
_PER_PIECE = re.compile(r"per piece of (\d+)(?:: (at_window|beside (\d+))| beyond (\d+))")
_PER_SEAT = re.compile(r"per seat in (\w+), at most (\d+)")
_PER_PLANT = re.compile(r"per plant, at most (\d+)")


class Word(NamedTuple):
    """A condition: `not borders(a, b)`, `free(a) >= 6`."""

    name: str
    args: tuple[str, ...]
    negated: bool = False
    compares: str = ""  # ">=" or "<="
    limit: int = 0

    def about(self, room: str) -> "Word":
        """The condition with the word `room` replaced by this room."""
        return self._replace(args=tuple(room if arg == ROOM else arg for arg in self.args))


class Bonus(NamedTuple):
    """Points earned once if all conditions hold, once per condition that holds, or once per thing counted."""

    points: int
    conditions: tuple[Word, ...] = ()
    per: str = ""  # "room" (one condition for each room), "at_window", "beside", "beyond", "seat", "plant"
    room: str = ""  # for `per seat`: the room whose seats count
    number: int = 0  # for bonuses per piece: the number of the pieces that count
    limit: int = 0  # the number it must be beside, how many to leave uncounted, or the most that count


def read_bonus(line: str, rooms: tuple[str, ...]) -> Bonus:
    """The bonus that a line describes, in a scenario with these rooms."""
    written = _LINE.fullmatch(line)
    if not written:
        raise ValueError(f"no bonus: {line}")
    points, rest = int(written[1]), written[2]
    if found := _PER_ROOM.fullmatch(rest):
        named = tuple(found[1].split(", ")) if found[1] else rooms
        word = _read_word(found[2])
        return Bonus(points, tuple(word.about(room) for room in named), "room")
    if found := _PER_PIECE.fullmatch(rest):
        per = "beyond" if found[4] else "beside" if found[3] else "at_window"
        return Bonus(points, per=per, number=int(found[1]), limit=int(found[3] or found[4] or 0))
    if found := _PER_SEAT.fullmatch(rest):
        return Bonus(points, per="seat", room=found[1], limit=int(found[2]))
    if found := _PER_PLANT.fullmatch(rest):
        return Bonus(points, per="plant", limit=int(found[1]))
    return Bonus(points, tuple(map(_read_word, rest.split(" and "))))


def _read_word(text: str) -> Word:
    found = _WORD.fullmatch(text)
    if not found:
        raise ValueError(f"no condition: {text}")
    negated, name, args, compares, limit = found.groups()
    return Word(name, tuple(args.split(", ")) if args else (), bool(negated), compares or "", int(limit or 0))
