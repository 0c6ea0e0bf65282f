"""A whole position as text: everything a State holds, drawn so that a test or a bug report can be read.

```
round: 4
step: taken                      (clear cleared jack jacked turn taken help over)
waiting: 1
marker: 0
queue: 2
rooms: Ki/3 Be .. Li Pa          (the display; .. = the card is gone)
specials: .. drill red~ .. architect
hand: Ki piano scaffold          (what is still to be placed)
house
..  ..  ..  ..  ..
Li  ..  ..  ..  ..
++  ++  ++  ..  ..
house
…
```

Everything has a default, so that a drawing shows only what matters: first round, a turn, the holder of the
marker waiting, the others after it; what the deck and the discards hold is made up from the cards not drawn.
After a line `undo:` comes the position that undo goes back to.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from app.engine.core import Illegal

from .cards import ROOM_DECK, ROUNDS, SCAFFOLD, SPECIAL_DECK, SPECIAL_IDS, SPECIAL_NAMES, TOKENS
from .house import CARD, EMPTY_HOUSE, card_in
from .notation import BadNotation, Numbering, Row, read_card, read_house_rows, rows, write_card, write_house
from .state import OPTIONS, OVER, STEPS, TURN, Cards, State, read_options, without

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
    """The drawing of a whole position, which `read_position` reads back to the very same state."""
    options = [
        f"{option.name}={_value(value)}"
        for option, value in zip(OPTIONS, state.options, strict=True)
        if value != option.default
    ]
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
    """The room cards, or the special cards, that lie on the table."""

    display: bytes
    discards: bytes
    deck: bytes


class _Drawing(NamedTuple):
    """The rows of a position, sorted by what they are about."""

    lines: dict[str, Row]
    houses: list[list[Row]]
    numbers: Numbering

    def words(self, head: str) -> list[str] | None:
        return self.lines[head].words[1:] if head in self.lines else None

    def integers(self, head: str, default: tuple[int, ...], allowed: range) -> tuple[int, ...]:
        words = self.words(head)
        if words is None:
            return default
        for place, word in enumerate(words, 1):
            if not (word.isascii() and word.isdigit() and len(word) < 7 and int(word) in allowed):
                raise BadNotation("bad_number", self.lines[head].number, place, word)
        return tuple(map(int, words))

    def integer(self, head: str, default: int, allowed: range) -> int:
        numbers = self.integers(head, (default,), allowed)
        if len(numbers) != 1:
            raise BadNotation("bad_number", self.lines[head].number, 1)
        return numbers[0]

    def rooms(self, head: str) -> bytes | None:
        words = self.words(head)
        if words is None:
            return None
        row = self.lines[head]
        return bytes(
            0 if word == ".." else read_card(word, row, place, self.numbers)[0] & CARD
            for place, word in enumerate(words, 1)
        )

    def specials(self, head: str) -> bytes | None:
        words = self.words(head)
        if words is None:
            return None
        for place, word in enumerate(words, 1):
            if word != ".." and word not in SPECIAL_IDS:
                raise BadNotation("unknown_special", self.lines[head].number, place, word)
        return bytes(SPECIAL_IDS.get(word, 0) for word in words)

    def piles(self, what: str, read: Callable[[str], bytes | None]) -> _Drawn:
        return read(what), read(f"discarded_{what}"), read(f"deck_{what}")


def read_position(text: str) -> State:
    """The state drawn."""
    lines = [*rows(text)]
    here = next((place for place, row in enumerate(lines) if row.words == ["undo:"]), len(lines))
    state = _state(_sort(lines[:here], Numbering("\n".join(" ".join(row.words) for row in lines[:here]))))
    if here == len(lines):
        return state
    rest = "\n" * lines[here].number + "\n".join(text.split("\n")[lines[here].number :])
    return state._replace(start=read_position(rest))


def _sort(lines: list[Row], numbers: Numbering) -> _Drawing:
    drawing = _Drawing({}, [], numbers)
    for row in lines:
        head = row.words[0].removesuffix(":")
        if row.words == ["house"]:
            drawing.houses.append([])
        elif row.words[0].endswith(":") and head in _HEADS and head not in drawing.lines:
            drawing.lines[head] = row
        elif drawing.houses:
            drawing.houses[-1].append(row)
        else:
            raise BadNotation("unknown_line", row.number, 1, row.words[0])
    return drawing


def _state(drawing: _Drawing) -> State:
    seats = drawing.integer("seats", min(max(2, len(drawing.houses)), 4), range(2, 5))
    houses = tuple(read_house_rows(house, drawing.numbers) for house in drawing.houses)
    houses += (EMPTY_HOUSE,) * (seats - len(houses))
    if len(houses) != seats:
        raise BadNotation("too_many_houses", drawing.houses[seats][0].number, 1)
    step = (drawing.words("step") or [TURN])[0]
    if step not in STEPS:
        raise BadNotation("unknown_step", drawing.lines["step"].number, 1, step)
    round_ = drawing.integer("round", 1, range(ROUNDS + 1))
    marker = drawing.integer("marker", 0, range(seats))
    waiting = drawing.integers("waiting", () if step == OVER else (marker,), range(seats))
    queue = drawing.integers("queue", _after(waiting, marker, seats), range(seats))
    room, token, scaffold = _hand(drawing)
    left = ROUNDS - round_
    kept_rooms = [card_in(byte) for house in houses for byte in house.cells]
    kept_specials = [card for house in houses for card in house.roof + house.beside if card not in TOKENS]
    rooms = _made_up(ROOM_DECK, [*kept_rooms, room], drawing.piles("rooms", drawing.rooms), 5, left)
    specials = _made_up(SPECIAL_DECK, kept_specials, drawing.piles("specials", drawing.specials), 4, left)
    display_specials = specials.display if "specials" in drawing.lines else b"\0" + specials.display
    return State(
        drawing.integers("turns", (0,) * seats, range(10**6)),
        waiting,
        step,
        round_,
        marker,
        queue,
        Cards(_five(rooms.display), _five(display_specials)),
        houses,
        room,
        token,
        scaffold,
        drawing.specials("drafted") or bytes(seats),
        Cards(rooms.discards, specials.discards),
        Cards(rooms.deck, specials.deck),
        _options(drawing),
        None,
    )


def _made_up(all_cards: bytes, kept: list[int], drawn: _Drawn, dealt: int, rounds_left: int) -> _Piles:
    """Display, deck and discards as drawn, or else made up from the cards that are drawn nowhere."""
    spare = all_cards
    for card in (*kept, *(card for pile in drawn if pile for card in pile)):
        spare = without(spare, card)
    display, discards, deck = drawn
    if display is None:
        display, spare = spare[:dealt], spare[dealt:]
    if deck is None:
        deck, spare = spare[: dealt * rounds_left], spare[dealt * rounds_left :]
    return _Piles(display, spare if discards is None else discards, deck)


def _after(waiting: tuple[int, ...], marker: int, seats: int) -> tuple[int, ...]:
    """The seats still to come in a round led by the holder of the marker."""
    order = [(marker + step) % seats for step in range(seats)]
    return tuple(order[order.index(waiting[0]) + 1 :]) if waiting and waiting[0] in order else ()


def _five(cards: bytes) -> bytes:
    return cards[:5].ljust(5, b"\0")


def _options(drawing: _Drawing) -> Any:
    given: dict[str, Any] = {}
    for place, word in enumerate(drawing.words("options") or [], 1):
        name, _, value = word.partition("=")
        number = re.fullmatch(r"\d", value, re.ASCII)
        given[name] = {"on": True, "off": False}.get(value, int(value) if number else value)
        try:
            read_options({name: given[name]})
        except Illegal:
            raise BadNotation("no_such_option", drawing.lines["options"].number, place, word) from None
    return read_options(given)


def _hand(drawing: _Drawing) -> tuple[int, int, int]:
    room = token = scaffold = 0
    for place, word in enumerate(drawing.words("hand") or [], 1):
        special = SPECIAL_IDS.get(word, 0)
        if special == SCAFFOLD:
            scaffold = 1
        elif special in TOKENS:
            token = special
        else:
            room = read_card(word, drawing.lines["hand"], place, drawing.numbers)[0] & CARD
    return room, token, scaffold
