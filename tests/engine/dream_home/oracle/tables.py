"""Tables of the second referee, set up by hand."""

from tests.engine.dream_home.oracle.referee import Move, Oracle
from tests.engine.dream_home.oracle.scoring import ROOMS, SLOTS, SPECIALS, drawn


def full_decks() -> tuple[list[str], list[str]]:
    rooms = [f"{kind}/{number}" for kind in ROOMS for number in range(1, ROOMS[kind].copies + 1)]
    return rooms, list(SPECIALS.elements())


def table(
    rooms: str = "",
    specials: str = "",
    *homes: str,
    seats: int = 4,
    first: int = 0,
    options: dict[str, object] | None = None,
) -> Oracle:
    """A table with these kinds of rooms and these specials on top of the decks; four seats clear no pair."""
    room_deck, special_deck = full_decks()
    top = []
    for kind in rooms.split():
        top.append(next(card for card in room_deck if card.startswith(kind + "/")))
        room_deck.remove(top[-1])
    for special in specials.split():
        special_deck.remove(special)
    oracle = Oracle(seats, options or {}, top + room_deck, specials.split() + special_deck, first)
    oracle.homes[: len(homes)] = [drawn(home) for home in homes]
    return oracle


def ended(
    *homes: str,
    rooms: str = "",
    roofs: str = "",
    marker: int = 0,
    options: dict[str, object] | None = None,
) -> Oracle:
    """The end of a game with these homes, these discards and the marker at this seat; seat 0 went first."""
    oracle = table("", "", *homes, options=options)
    oracle.marker = marker
    oracle.discarded_rooms = rooms.split()
    oracle.discarded_specials = roofs.split()
    oracle.round = 12
    oracle.begin_end()
    return oracle


def moves(oracle: Oracle, tag: str) -> set[Move]:
    return {move for seat in oracle.waiting for move in oracle.moves(seat) if move[0] == tag}


def slots(oracle: Oracle, side: str) -> str:
    """The slots where this turn's room card can go face "up" or face "down"."""
    return " ".join(slot for slot in SLOTS if ("place", slot, side) in moves(oracle, "place"))


def play(oracle: Oracle, *steps: Move) -> None:
    for step in steps:
        oracle.play(oracle.waiting[0], step)


def house(oracle: Oracle, seat: int = 0) -> str:
    """The house in the short form used here."""
    return " | ".join(" ".join(line.split()) for line in oracle.house(seat).splitlines()).replace("++ ", "")


NOTHING = ".. .. .. .. .. | .. .. .. .. .. | .. .."
