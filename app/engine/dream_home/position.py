"""A whole position as text. It shows everything a State holds, for readable tests and bug reports.

```
round: 4
step: taken                      (clear cleared jack jacked turn taken help over)
waiting: 1
marker: 0
queue: 2
rooms: Ki/3 Be .. Li Pa          (the display; .. = the card is gone)
specials: .. drill red~ .. architect
hand: Ki piano scaffold          (still to be placed)
house
..  ..  ..  ..  ..
Li  ..  ..  ..  ..
++  ++  ++  ..  ..
house
…
```

Everything has a default, so a drawing only needs to show what matters. By default, it is the first round and
the marker holder's turn, with the others to follow. Cards that aren't drawn fill the deck and the discards.
You can draw just the top of a deck. A line `undo:` introduces the position that undo restores.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from app.engine.core import Illegal

from .cards import (
    COLUMNS,
    OUTSIDE,
    ROOM_DECK,
    ROUNDS,
    SCAFFOLD,
    SPECIAL_DECK,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    TOKENS,
)
from .house import EMPTY_HOUSE, FACE_DOWN, House, card_in
from .notation import BadNotation, Numbering, Row, read_card, read_house_rows, rows, write_card, write_house
from .state import CLEAR, OPTIONS, OVER, RULES, STEPS, TURN, Cards, Options, State, read_options, without

_HEADS = [
    "options",
    "seats",
    "round",
    "step",
    "turns",
    "waiting",
    "marker",
    "queue",
    "rooms",
    "specials",
    "hand",
    "drafted",
    "discarded_rooms",
    "discarded_specials",
    "deck_rooms",
    "deck_specials",
]


# -- writing -------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """Draw a whole position; `read_position` turns the drawing back into exactly the same state."""
    options = [
        f"{option.name}={_value(value)}"
        for option, value in zip(OPTIONS, state.options, strict=False)
        if value != option.default
    ]
    options += [f"rules={state.options.rules}"] if state.options.rules != RULES else []
    hand = [write_card(state.room)] if state.room else []
    hand += [SPECIAL_NAMES[state.token]] if state.token else []
    hand += [SPECIAL_NAMES[SCAFFOLD]] if state.scaffold else []
    lines = {
        "options": " ".join(options),
        "seats": str(len(state.houses)),
        "round": str(state.round),
        "step": state.step,
        "turns": _numbers(state.turns),
        "waiting": _numbers(state.waiting),
        "marker": str(state.marker),
        "queue": _numbers(state.queue),
        "rooms": _rooms(state.display.rooms),
        "specials": _specials(state.display.specials),
        "hand": " ".join(hand),
        "drafted": _specials(state.drafted),
        "discarded_rooms": _rooms(state.discards.rooms),
        "discarded_specials": _specials(state.discards.specials),
        "deck_rooms": _rooms(state.deck.rooms),
        "deck_specials": _specials(state.deck.specials),
    }
    text = "".join(f"{head}: {words}".strip() + "\n" for head, words in lines.items())
    text += "".join(f"house\n{write_house(house, numbers=True)}\n" for house in state.houses)
    return text if state.start is None else f"{text}undo:\n{write_position(state.start)}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _rooms(cards: bytes) -> str:
    return " ".join(map(write_card, cards))


def _specials(cards: bytes) -> str:
    return " ".join(SPECIAL_NAMES[card] or ".." for card in cards)


def _value(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


# -- reading -------------------------------------------------------------------------------------------------


_Drawn = tuple[bytes | None, bytes | None, bytes | None]


class _Piles(NamedTuple):
    """The piles on the table, either of room cards or of special cards."""

    display: bytes
    discards: bytes
    deck: bytes


class _Drawing(NamedTuple):
    """The rows of a drawing, sorted by what they describe."""

    lines: dict[str, Row]
    houses: dict[int, list[Row]]  # by the line they start on
    numbers: Numbering

    def words(self, head: str) -> list[str] | None:
        return self.lines[head].words[1:] if head in self.lines else None

    def bad(self, code: str, head: str, place: int) -> BadNotation:
        """The error for this word of the line, even if the word is missing."""
        words = self.words(head) or []
        return BadNotation(
            code, self.lines[head].number, place, words[place - 1] if place <= len(words) else ""
        )

    def counted(self, head: str, least: int, most: int) -> None:
        """Refuse a line that has too few or too many words. The line may also be missing."""
        words = self.words(head)
        if words is not None and len(words) < least:
            raise self.bad("too_few", head, len(words) + 1)
        if words is not None and len(words) > most:
            raise self.bad("too_many", head, most + 1)

    def integers(self, head: str, default: tuple[int, ...], allowed: range) -> tuple[int, ...]:
        words = self.words(head)
        if words is None:
            return default
        for place, word in enumerate(words, 1):
            if not (word.isascii() and word.isdigit() and len(word) < 7 and int(word) in allowed):
                raise self.bad("bad_number", head, place)
        return tuple(map(int, words))

    def integer(self, head: str, default: int, allowed: range) -> int:
        numbers = self.integers(head, (default,), allowed)
        if len(numbers) != 1:
            raise self.bad("bad_number", head, 1)
        return numbers[0]

    def room(self, head: str, place: int) -> int:
        """The room card drawn here. Outside a house, a card is face up and has no token."""
        row = self.lines[head]
        byte, token = read_card(row.words[place], row, place, self.numbers)
        if token or byte & FACE_DOWN:
            raise self.bad("unknown_cell", head, place)
        return byte

    def rooms(self, head: str, gaps: bool) -> bytes | None:
        words = self.words(head)
        if words is None:
            return None
        return bytes(
            0 if gaps and word == ".." else self.room(head, place) for place, word in enumerate(words, 1)
        )

    def specials(self, head: str, gaps: bool) -> bytes | None:
        words = self.words(head)
        if words is None:
            return None
        for place, word in enumerate(words, 1):
            if word not in SPECIAL_IDS and not (gaps and word == ".."):
                raise self.bad("unknown_special", head, place)
        return bytes(SPECIAL_IDS.get(word, 0) for word in words)

    def piles(self, what: str, read: Callable[[str, bool], bytes | None], in_deck: int) -> _Drawn:
        self.counted(what, 0, len(COLUMNS))
        self.counted(f"deck_{what}", 0, in_deck)
        return read(what, True), read(f"discarded_{what}", False), read(f"deck_{what}", False)


def read_position(text: str) -> State:
    """The state in this drawing."""
    lines = [*rows(text)]
    here = next((place for place, row in enumerate(lines) if row.words == ["undo:"]), len(lines))
    state = _state(_sort(lines[:here]))
    if here == len(lines):
        return state
    start = _state(_sort(lines[here + 1 :]))
    if (len(start.houses), start.options) != (len(state.houses), state.options):
        raise BadNotation("other_table", lines[here].number, 1)
    return state._replace(start=start)


def _sort(lines: list[Row]) -> _Drawing:
    drawing = _Drawing({}, {}, Numbering(lines))
    house: list[Row] | None = None
    for row in lines:
        head = row.words[0].removesuffix(":")
        if row.words == ["house"]:
            house = drawing.houses[row.number] = []
        elif row.words[0].endswith(":") and head in _HEADS and head not in drawing.lines:
            drawing.lines[head] = row
        elif house is not None:
            house.append(row)
        else:
            raise BadNotation("unknown_line", row.number, 1, row.words[0])
    return drawing


def _state(drawing: _Drawing) -> State:
    seats = drawing.integer("seats", min(max(2, len(drawing.houses)), 4), range(2, 5))
    for one_too_many in [*drawing.houses][seats:]:
        raise BadNotation("too_many_houses", one_too_many, 1)
    houses = tuple(read_house_rows(house, drawing.numbers, line) for line, house in drawing.houses.items())
    houses += (EMPTY_HOUSE,) * (seats - len(houses))
    step = _step(drawing)
    round_ = drawing.integer("round", 1, range(1, ROUNDS + 1))
    marker = drawing.integer("marker", 0, range(seats))
    waiting = drawing.integers("waiting", () if step == OVER else (marker,), range(seats))
    asked = 0 if step == OVER else 1
    drawing.counted("waiting", asked, asked)
    turns = drawing.integers("turns", (0,) * seats, range(10**6))
    drawing.counted("turns", seats, seats)
    room, token, scaffold = _hand(drawing)
    left = ROUNDS - round_
    kept_rooms = [card_in(byte) for house in houses for byte in house.cells]
    kept_specials = [card for house in houses for card in house.roof + house.beside if card not in TOKENS]
    rooms = _made_up(ROOM_DECK, [*kept_rooms, room], drawing.piles("rooms", drawing.rooms, 5 * left), 5, left)
    specials = _made_up(
        SPECIAL_DECK, kept_specials, drawing.piles("specials", drawing.specials, 4 * left), 4, left
    )
    return State(
        turns,
        waiting,
        step,
        round_,
        marker,
        _queue(drawing, _after(waiting, marker, seats), seats),
        _display(drawing, step, rooms.display, specials.display),
        houses,
        room,
        token,
        scaffold,
        _drafted(drawing, houses),
        Cards(rooms.discards, specials.discards),
        Cards(rooms.deck, specials.deck),
        _options(drawing),
        None,
    )


def _step(drawing: _Drawing) -> str:
    words = drawing.words("step")
    if words is None:
        return TURN
    if len(words) != 1 or words[0] not in STEPS:
        raise drawing.bad("unknown_step", "step", 1)
    return words[0]


def _made_up(all_cards: bytes, kept: list[int], drawn: _Drawn, dealt: int, rounds_left: int) -> _Piles:
    """The display, deck and discards as drawn, filled up with the cards not drawn anywhere. If those run out,
    cards are used twice, so the deck never runs short."""
    spare = all_cards
    for card in (*kept, *(card for pile in drawn if pile for card in pile)):
        spare = without(spare, card)
    display, discards, deck = drawn
    heap = spare + all_cards
    shown = dealt if display is None else 0
    needed = shown + dealt * rounds_left - len(deck or b"")
    return _Piles(
        heap[:shown] if display is None else display,
        spare[needed:] if discards is None else discards,
        (deck or b"") + heap[shown:needed],
    )


def _display(drawing: _Drawing, step: str, rooms: bytes, specials: bytes) -> Cards:
    """The five columns, all of them full until a pair is cleared."""
    if "specials" not in drawing.lines:
        specials = b"\0" + specials
    display = Cards(_five(rooms), _five(specials))
    if display.specials[0]:
        raise drawing.bad("marker_column", "specials", 1)
    for head, cards in display._asdict().items():
        if step == CLEAR and 0 in cards[1:]:
            raise drawing.bad("column_gone", head, cards.index(0, 1) + 1)
    return display


def _five(cards: bytes) -> bytes:
    return cards.ljust(len(COLUMNS), b"\0")


def _after(waiting: tuple[int, ...], marker: int, seats: int) -> tuple[int, ...]:
    """The seats still waiting for their turn in a round that the marker holder started."""
    order = [(marker + step) % seats for step in range(seats)]
    return tuple(order[order.index(waiting[0]) + 1 :]) if waiting and waiting[0] in order else ()


def _queue(drawing: _Drawing, default: tuple[int, ...], seats: int) -> tuple[int, ...]:
    queue = drawing.integers("queue", default, range(seats))
    for place, seat in enumerate(queue):
        if seat in queue[:place]:
            raise drawing.bad("bad_number", "queue", place + 1)
    return queue


def _drafted(drawing: _Drawing, houses: tuple[House, ...]) -> bytes:
    """The roof that each seat took this round. It must be on top of the seat's pile."""
    seats = len(houses)
    drafted = drawing.specials("drafted", True) or bytes(seats)
    drawing.counted("drafted", seats, seats)
    for place, (roof, house) in enumerate(zip(drafted, houses, strict=True), 1):
        if roof and roof not in house.roof[-1:]:
            raise drawing.bad("not_drafted", "drafted", place)
    return drafted


def _options(drawing: _Drawing) -> Options:
    given: dict[str, Any] = {}
    for place, word in enumerate(drawing.words("options") or [], 1):
        name, _, value = word.partition("=")
        number = re.fullmatch(r"\d", value, re.ASCII)
        repeated = name in given
        given[name] = {"on": True, "off": False}.get(value, int(value) if number else value)
        try:
            _agreed(given)
        except Illegal:
            raise drawing.bad("no_such_option", "options", place) from None
        if repeated:
            raise drawing.bad("too_many", "options", place)
    return _agreed(given)


def _agreed(given: dict[str, Any]) -> Options:
    """The options, and by which rules the game is played (`rules=1`) if not by the current ones."""
    rules = given.get("rules", RULES)
    if type(rules) is not int or not 1 <= rules <= RULES:
        raise Illegal("bad_option", option="rules", values=tuple(range(1, RULES + 1)))
    return read_options({name: value for name, value in given.items() if name != "rules"}, rules)


def _hand(drawing: _Drawing) -> tuple[int, int, int]:
    """The cards still to be placed: at most a room, a décor token and a scaffold."""
    room = token = scaffold = 0
    for place, word in enumerate(drawing.words("hand") or [], 1):
        special = SPECIAL_IDS.get(word, 0)
        if special == SCAFFOLD:
            already, scaffold = scaffold, 1
        elif special in TOKENS and special not in OUTSIDE:
            already, token = token, special
        else:
            already, room = room, drawing.room("hand", place)
        if already:
            raise drawing.bad("too_many", "hand", place)
    return room, token, scaffold
