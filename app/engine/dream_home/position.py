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

from typing import Any, NamedTuple

from app.engine.core import Illegal

from .cards import ROOM_DECK, ROUNDS, SCAFFOLD, SPECIAL_DECK, SPECIAL_IDS, SPECIAL_NAMES, TOKENS
from .house import CARD, EMPTY_HOUSE, House, card_in
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


class _Drawing(NamedTuple):
    """The rows of a position, sorted by what they are about."""

    lines: dict[str, Row]
    houses: list[list[Row]]
    numbers: Numbering

    def words(self, head: str) -> list[str] | None:
        return self.lines[head].words[1:] if head in self.lines else None

    def integers(self, head: str, default: tuple[int, ...]) -> tuple[int, ...]:
        words = self.words(head)
        if words is None:
            return default
        for place, word in enumerate(words, 1):
            if not (word.isascii() and word.isdigit() and len(word) < 7):
                raise BadNotation("bad_number", self.lines[head].number, place, word)
        return tuple(map(int, words))

    def integer(self, head: str, default: int, allowed: range) -> int:
        numbers = self.integers(head, (default,))
        if len(numbers) != 1 or numbers[0] not in allowed:
            raise BadNotation("bad_number", self.lines[head].number, 1, str(numbers))
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
    seats = drawing.integer("seats", max(2, len(drawing.houses)), range(2, 5))
    houses = tuple(read_house_rows(house, drawing.numbers) for house in drawing.houses)
    houses += (EMPTY_HOUSE,) * (seats - len(houses))
    if len(houses) != seats:
        raise BadNotation("too_many_houses", drawing.houses[seats][0].number, 1)
    step = (drawing.words("step") or [TURN])[0]
    if step not in STEPS:
        raise BadNotation("unknown_step", drawing.lines["step"].number, 1, step)
    round_ = drawing.integer("round", 1, range(ROUNDS + 1))
    marker = drawing.integer("marker", 0, range(seats))
    waiting = drawing.integers("waiting", () if step == OVER else (marker,))
    queue = drawing.integers("queue", _after(waiting, marker, seats))
    if any(seat >= seats for seat in waiting + queue):
        raise BadNotation("bad_number", drawing.lines.get("waiting", drawing.lines.get("queue"))[0], 1)  # type: ignore[index]
    room, token, scaffold = _hand(drawing)
    rooms = drawing.rooms("rooms")
    specials = drawing.specials("specials")
    discarded_rooms, discarded_specials = (
        drawing.rooms("discarded_rooms"),
        drawing.specials("discarded_specials"),
    )
    deck_rooms, deck_specials = drawing.rooms("deck_rooms"), drawing.specials("deck_specials")
    spare_rooms, spare_specials = ROOM_DECK, SPECIAL_DECK
    for card in _drawn_rooms(houses, room, rooms, discarded_rooms, deck_rooms):
        spare_rooms = without(spare_rooms, card)
    for card in _drawn_specials(houses, specials, discarded_specials, deck_specials):
        spare_specials = without(spare_specials, card)
    if rooms is None:
        rooms, spare_rooms = spare_rooms[:5], spare_rooms[5:]
    if specials is None:
        specials, spare_specials = b"\0" + spare_specials[:4], spare_specials[4:]
    if deck_rooms is None:
        left = 5 * (ROUNDS - round_)
        deck_rooms, spare_rooms = spare_rooms[:left], spare_rooms[left:]
    if deck_specials is None:
        left = 4 * (ROUNDS - round_)
        deck_specials, spare_specials = spare_specials[:left], spare_specials[left:]
    return State(
        drawing.integers("turns", (0,) * seats),
        waiting,
        step,
        round_,
        marker,
        queue,
        Cards(_five(rooms), _five(specials)),
        houses,
        room,
        token,
        scaffold,
        drawing.specials("drafted") or bytes(seats),
        Cards(
            spare_rooms if discarded_rooms is None else discarded_rooms,
            spare_specials if discarded_specials is None else discarded_specials,
        ),
        Cards(deck_rooms, deck_specials),
        _options(drawing),
        None,
    )


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
        given[name] = {"on": True, "off": False}.get(value, int(value) if value.isdigit() else value)
        try:
            read_options({name: given[name]})
        except Illegal as refused:
            raise BadNotation(refused.code, drawing.lines["options"].number, place, word) from refused
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


def _drawn_rooms(houses: tuple[House, ...], room: int, *piles: bytes | None) -> list[int]:
    in_houses = [card_in(byte) for house in houses for byte in house.cells]
    return [card for card in (*in_houses, room, *(card for pile in piles if pile for card in pile)) if card]


def _drawn_specials(houses: tuple[House, ...], *piles: bytes | None) -> list[int]:
    kept = [special for house in houses for special in (*house.roof, *house.beside) if special not in TOKENS]
    return [*kept, *(card for pile in piles if pile for card in pile if card)]
