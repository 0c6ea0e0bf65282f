"""The cards of a table: which rooms and furniture have been turned up, and what can be chosen next."""

from collections.abc import Iterable
from typing import NamedTuple

from app.engine.core import Event, Move

from ..moves import OPTIONS
from ..pieces import option, shapes
from ..scenarios import SCENARIOS
from ..sheet import Pencil, Room, Sheet
from ..state import DRAW, TOKENS
from ..view import View

TO_COME, OPEN, DONE, MISSING = "to_come", "open", "done", "missing"
"""What has become of a room. It is missing from a sheet if it ended without a piece; its card is done."""
DOWN, UP = "down", "up"
"""Whether a furniture card is face down or being drawn. After that it is done."""


class Furniture(NamedTuple):
    """A furniture number that a room lists, and the tokens on its card."""

    number: int
    tokens: int


class RoomCard(NamedTuple):
    number: int  # from 1
    key: str
    state: str  # to_come, open, done
    furniture: tuple[Furniture, ...]
    move: Move | None  # turns it up


class Card(NamedTuple):
    """A furniture card of the room being furnished."""

    number: int
    letter: str  # "" while it is face down
    tokens: int
    state: str  # down, up, done
    move: Move | None  # turns it up


class Split(NamedTuple):
    """A way to put the card's tokens on its options."""

    tokens: int  # how many are put on this option; the other one gets the rest
    move: Move


class Choice(NamedTuple):
    """An option of the card that is up."""

    option: int  # 1 or 2
    piece: str  # 20A2
    tokens: int  # how many are on it
    drawn: int  # how many of it the viewer has drawn this turn
    splits: tuple[Split, ...]  # what can be put on it by the player who does that now

    @property
    def points(self) -> int:
        """What the piece is worth once it is in reach."""
        return len(shapes(self.piece, False)[0].body)

    @property
    def leans(self) -> bool:
        """Whether a side of it must be against a wall."""
        return bool(shapes(self.piece, False)[0].sides)

    @property
    def needs_room(self) -> bool:
        """Whether cells beside it must be kept free."""
        return bool(shapes(self.piece, False)[0].circulation)


def room_cards(seen: View, offered: frozenset[Move]) -> tuple[RoomCard, ...]:
    found = []
    for number, room in enumerate(SCENARIOS[seen.options.scenario].rooms, 1):
        furniture = tuple(Furniture(card.number, card.tokens) for card in room.cards)
        begun = _begun(seen.sheets[0], room.key)
        state = TO_COME if begun is None else DONE if begun.over else OPEN
        found.append(RoomCard(number, room.key, state, furniture, _if_offered(("room", number), offered)))
    return tuple(found)


def room_state(sheet: Sheet, key: str) -> str:
    """What has become of a room on a sheet."""
    room = _begun(sheet, key)
    if room is None:
        return TO_COME
    return OPEN if not room.over else DONE if room.exists else MISSING


def _begun(sheet: Sheet, key: str) -> Room | None:
    return next((room for room in sheet.rooms if room.key == key), None)


def furniture_cards(seen: View, offered: frozenset[Move]) -> tuple[Card, ...]:
    """The cards of the room being furnished, in the scenario's order."""
    if not seen.room:
        return ()
    letters = {card.number: card.card for card in seen.up if card.room == seen.room}
    found = []
    for card in SCENARIOS[seen.options.scenario].room(seen.room).cards:
        number, letter = card.number, letters.get(card.number, "")
        shown = seen.step in (TOKENS, DRAW) and seen.up[-1].number == number
        state = UP if shown else DONE if letter else DOWN
        found.append(Card(number, letter, card.tokens, state, _if_offered(("card", number), offered)))
    return tuple(found)


def choices(seen: View, own: Pencil | None, offered: frozenset[Move]) -> tuple[Choice, ...]:
    """The options of the card that is up, for a viewer with this pencil."""
    if seen.step not in (TOKENS, DRAW):
        return ()
    card, found = seen.up[-1], []
    count = SCENARIOS[seen.options.scenario].room(card.room).tokens(card.number)
    for which in OPTIONS:
        splits = tuple(
            Split(here, move)
            for here in range(count + 1)
            if (move := ("tokens", here if which == 1 else count - here)) in offered
        )
        tokens = seen.tokens[which - 1] if seen.step == DRAW else 0
        piece = option(card.number, card.card, which)
        drawn = sum(name.startswith(piece) for name, _ in own.pieces) if own else 0
        found.append(Choice(which, piece, tokens, drawn, splits))
    return tuple(found)


def named(events: Iterable[Event]) -> tuple[Event, ...]:
    """What was told, in order. Where tokens were put on a card, the card that was turned up is added, so
    that a sentence can name its pieces."""
    found, card = [], ""
    for event in events:
        if event[0] == "card":
            card = f"{event[2]:02}{event[3]}"
        found.append((*event, card) if event[0] == "tokens" and card else event)
    return tuple(found)


def _if_offered(move: Move, offered: frozenset[Move]) -> Move | None:
    return move if move in offered else None
