"""Details that only the log shows: who took which display column, and where each seat last moved."""

from functools import lru_cache
from typing import NamedTuple

from app.engine.core import Event, Seat

# The places in an event that hold its column and its slots
_COLUMN = {"take": 3, "clear": 2, "jack": 2}
_SLOTS = {
    "take": (),
    "jack": (),
    "place": (3,),
    "decor": (3,),
    "scaffold": (2,),
    "drill": (3,),
    "supplier": (3,),
    "handyman": (2, 3),
}


class Gone(NamedTuple):
    """Why a column is empty: the kind of move that emptied it, and the seat that made it."""

    how: str
    seat: Seat


class Traces(NamedTuple):
    gone: dict[int, Gone]  # by column, this round
    held: int | None  # the column in the hand of the seat whose turn it is
    last: frozenset[tuple[Seat, str]]  # the slots of each seat's last move

    def last_of(self, seat: Seat) -> frozenset[tuple[Seat, str]]:
        return frozenset(slot for slot in self.last if slot[0] == seat)


@lru_cache(500)
def traces(told: tuple[Event, ...], holding: tuple[Seat, ...]) -> Traces:
    """The traces of these events, given oldest first and without undone ones. `holding` names the seat, if
    any, that has the pair in hand."""
    gone: dict[int, Gone] = {}
    for event in told:
        if event[0] == "deal":
            gone = {}
        elif event[0] in _COLUMN:
            gone[event[_COLUMN[event[0]]]] = Gone(event[0], event[1])
    held = [column for column, by in gone.items() if by.seat in holding and by.how != "clear"]
    return Traces(gone, held[-1] if held else None, frozenset(_last_moves(told)))


def _last_moves(told: tuple[Event, ...]) -> set[tuple[Seat, str]]:
    """The slots each seat has changed since its last turn began."""
    slots: dict[Seat, set[str]] = {}
    ended: set[Seat] = set()
    for event in told:
        if event[0] == "done":
            ended.add(event[1])
        elif event[0] in _SLOTS:
            seat = event[1]
            if seat in ended:
                ended.discard(seat)
                slots[seat] = set()
            slots.setdefault(seat, set()).update(event[place] for place in _SLOTS[event[0]])
    return {(seat, slot) for seat, touched in slots.items() for slot in touched if slot != "none"}
