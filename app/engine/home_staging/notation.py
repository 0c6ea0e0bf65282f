"""A sheet as text: one line per room begun, and one for the front door if it has been set.

    bathroom: 20A2r3@F6 21A1@G6 | F6-G9 | G9S
    bedsit: 13B1@J8 15B1@H9
    front: F10W

Text is judged from start to finish, as if a game were being played. Anything no game could have drawn is
refused, with its line and word, both counted from 1.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.engine.core import Illegal

from .area import read_area, write_area
from .cells import EDGES, NO_EDGE, Edge
from .closing import door_or_none_refusal, region_refusal
from .home import home
from .pieces import PIECES, read_name
from .placing import no_such_turn, refusal
from .reach import is_front
from .scenarios import SCENARIOS, Scenario
from .sheet import Room, Sheet, begun, closed, with_pieces

FRONT = "front"
MISSING = "-"  # stands in for the pieces of a room that doesn't exist because it ended without any
_WORD = re.compile(r"[^\s|]+|\|")


class Misdrawn(Illegal):
    """The text can't be read, or no game could have drawn it."""

    def __init__(self, code: str, word: "Word", cell: str | None = None) -> None:
        facts = {} if cell is None else {"at": cell}
        super().__init__(code, line=word.line, word=word.place, text=word.text[:40], **facts)


class Word(NamedTuple):
    text: str
    line: int
    place: int


class Line(NamedTuple):
    name: Word  # counts as a word, together with its colon
    fields: tuple[tuple[Word, ...], ...]  # the parts between the bars
    bars: tuple[Word, ...]


# -- writing -------------------------------------------------------------------------------------------------


def write(sheet: Sheet) -> str:
    lines = [_write_room(room) for room in sheet.rooms]
    return "\n".join([*lines, f"{FRONT}: {sheet.front}"] if sheet.front else lines)


def _write_room(room: Room) -> str:
    pieces = " ".join(room.pieces)
    if room.exists:
        return f"{room.key}: {pieces} | {room.cells} | {room.door}"
    return f"{room.key}: {MISSING}" if room.over else f"{room.key}: {pieces}".rstrip()


# -- reading -------------------------------------------------------------------------------------------------


def read(scenario: str, text: str) -> Sheet:
    """The sheet this text draws; the scenario must exist."""
    reader = _Reader(SCENARIOS[scenario])
    front: Line | None = None
    for number, said in enumerate(text.split("\n"), 1):
        line = _line(said.partition("(")[0], number)
        if line is None:
            continue
        if line.name.text == FRONT:
            if front or len(line.fields) > 1:
                raise Misdrawn("bad_line", line.name)
            front = line
        else:
            reader.room(line)
    return reader.front(front) if front else reader.sheet


def _line(said: str, number: int) -> Line | None:
    """The words of a line, or None if it's blank; a line without a colon is refused."""
    if not said.strip():
        return None
    name, colon, rest = said.partition(":")
    title = Word(name.strip(), number, 1)
    if not colon:
        raise Misdrawn("bad_line", title)
    words = [Word(found[0], number, place) for place, found in enumerate(_WORD.finditer(rest), 2)]
    bars = [place for place, word in enumerate(words) if word.text == "|"]
    begins, ends = [0, *(place + 1 for place in bars)], [*bars, len(words)]
    fields = tuple(tuple(words[begin:end]) for begin, end in zip(begins, ends, strict=True))
    return Line(title, fields, tuple(words[place] for place in bars))


class _Reader:
    """Draws the lines one after another, as a game would."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.sheet = Sheet()
        self.ideas = scenario.ideas

    def room(self, line: Line) -> None:
        self._place(line)
        key, pieces = line.name.text, line.fields[0]
        self.sheet = begun(self.sheet, key)
        if not line.bars and [word.text for word in pieces] == [MISSING]:
            self.sheet = closed(self.sheet, "", NO_EDGE)
            return
        for word in pieces:
            self._piece(word)
        if line.bars:
            self._end(line)

    def _place(self, line: Line) -> None:
        """Refuse a line that isn't allowed at this point."""
        key, scenario = line.name.text, self.scenario
        if len(line.fields) not in (1, 3):
            raise Misdrawn("bad_line", line.name)
        if key not in scenario.keys:
            raise Misdrawn("no_such_room", line.name)
        if key in (room.key for room in self.sheet.rooms):
            raise Misdrawn("room_twice", line.name)
        if self.sheet.open:
            raise Misdrawn("room_open", line.name)
        if scenario.fixed_order and scenario.keys[len(self.sheet.rooms)] != key:
            raise Misdrawn("wrong_order", line.name)

    def _piece(self, word: Word) -> None:
        name = read_name(word.text)
        if name is None:
            raise Misdrawn("bad_piece", word)
        must_be_possible(self.scenario, self.sheet, name.option, lambda code: Misdrawn(code, word))
        if code := no_such_turn(name):
            raise Misdrawn(code, word)
        if name.mirrored and not self.ideas:
            raise Misdrawn("no_idea_left", word)
        if why := refusal(home(self.scenario.key, self.sheet), name):
            raise Misdrawn(why.code, word, why.cell)
        self.ideas -= name.mirrored
        self.sheet = with_pieces(self.sheet, (word.text,))

    def _end(self, line: Line) -> None:
        _, cells, door = line.fields
        before = home(self.scenario.key, self.sheet)
        if not before.pieces:
            raise Misdrawn("no_pieces", line.bars[0])
        region = self._cells(cells, line.bars[0])
        where = cells[0] if cells else line.bars[0]
        if why := region_refusal(before, region):
            raise Misdrawn(why.code, where, why.cell)
        named = door[0] if door else line.bars[1]
        text = " ".join(word.text for word in door)
        if code := door_text_refusal(self.scenario.key, self.sheet, region, text):
            raise Misdrawn(code, named)
        self.sheet = closed(self.sheet, write_area(region), text)

    def _cells(self, words: Sequence[Word], bar: Word) -> int:
        region = 0
        for word in words:
            try:
                region |= read_area(word.text)
            except Illegal:
                raise Misdrawn("bad_cells", word) from None
        if not region:
            raise Misdrawn("bad_cells", bar)
        return region

    def front(self, line: Line) -> Sheet:
        words = line.fields[0]
        word = words[-1] if words else line.name
        if len(words) != 1 or word.text not in EDGES:
            raise Misdrawn("bad_edge", word)
        if not is_front(home(self.scenario.key, self.sheet), word.text):
            raise Misdrawn("bad_front", word)
        return self.sheet._replace(front=word.text)


def must_be_possible(scenario: Scenario, sheet: Sheet, option: str, refuse: Callable[[str], Illegal]) -> None:
    """Refuse a piece that can't go into the open room now, no matter where it is placed."""
    assert sheet.open is not None
    if option not in PIECES:
        raise refuse("no_such_piece")
    number, card = PIECES[option].number, PIECES[option].card
    tokens = scenario.room(sheet.open.key).tokens(number)
    if not tokens:
        raise refuse("not_in_room")
    here = [piece[2] for piece in sheet.open.pieces if int(piece[:2]) == number]
    elsewhere = [piece[2] for room in sheet.rooms[:-1] for piece in room.pieces if int(piece[:2]) == number]
    if {*here} - {card} or card in elsewhere:
        raise refuse("other_card")
    if len(here) >= tokens:
        raise refuse("too_many")


def door_text_refusal(scenario: str, sheet: Sheet, region: int, text: str) -> str:
    """Why this text, an edge or `-`, can't be the door of a legal region; "" if it can."""
    before = home(scenario, sheet)
    edge: Edge | None = EDGES.get(text)
    if edge or text == NO_EDGE:
        return door_or_none_refusal(before, region, edge)
    return "entry_has_no_door" if before.furnishes_entry else "bad_edge"
