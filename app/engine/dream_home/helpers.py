"""The helpers used at the end of the game: roofer, supplier, handyman, and the choice of a token to keep.

Each has three functions: `list_…` lists its legal moves, `judge_…` gives the reason why a move is illegal
('' if it's legal), and `do_…` makes the move. A used helper is discarded.
"""

from collections.abc import Iterator
from itertools import combinations

from app.engine.core import Move, Seat, step_turn

from .cards import (
    BYTE,
    HANDYMAN,
    KIND_OF,
    ROOFER,
    ROOFS,
    ROOM_IDS,
    ROOM_NAMES,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    SPECIALS,
    SUPPLIER,
)
from .house import (
    SLOT,
    SLOTS,
    TYPES,
    House,
    card_in,
    crowded_room,
    exchange,
    face_up_slots,
    fitting_slots,
    misfits,
    put,
    why_not_face_up,
)
from .state import (
    DONE,
    HANDYMAN_SWAPS,
    HELP,
    SUPPLIES,
    Cards,
    Outcome,
    State,
    origin,
    owns,
    with_house,
    without,
)


def can_help(state: State, seat: Seat) -> bool:
    """Whether any of this seat's helpers has a legal move."""
    return bool(list_roofer(state, seat)) or any(_supplies(state, seat)) or any(_swaps(state, seat))


def list_help(state: State, seat: Seat) -> list[Move]:
    keeps = list_keep(state, seat)
    if keeps:
        return keeps
    return [*list_roofer(state, seat), *list_supplier(state, seat), *list_handyman(state, seat), DONE]


def _closed(state: State, seat: Seat, helper: int) -> str:
    """Why this helper can't be used at all, or ''."""
    if state.step != HELP:
        return "not_now"
    if not owns(state, seat, helper):
        return "no_helper"
    return "keep_first" if crowded_room(state.houses[seat]) else ""


def _act(state: State, seat: Seat, house: House, helper: int, discards: Cards) -> State:
    """The state after this helper has been used and this has become its owner's house."""
    house = house._replace(beside=without(house.beside, helper))
    return state._replace(
        turns=step_turn(state.turns, seat),
        houses=with_house(state, seat, house),
        discards=Cards(discards.rooms, discards.specials + BYTE[helper]),
        start=origin(state),
    )


# -- roofer ------------------------------------------------------------------------------------------------


def list_roofer(state: State, seat: Seat) -> list[Move]:
    if not owns(state, seat, ROOFER):
        return []
    return [("roofer", SPECIAL_NAMES[roof]) for roof in ROOFS if roof in state.discards.specials]


def judge_roofer(state: State, seat: Seat, move: Move) -> str:
    why = _closed(state, seat, ROOFER)
    if why:
        return why
    return "" if SPECIAL_IDS[str(move[1])] in state.discards.specials else "not_in_discards"


def do_roofer(state: State, seat: Seat, move: Move) -> Outcome:
    roof = SPECIAL_IDS[str(move[1])]
    rooms, specials = state.discards
    house = state.houses[seat]
    after = _act(
        state,
        seat,
        house._replace(roof=house.roof + BYTE[roof]),
        ROOFER,
        Cards(rooms, without(specials, roof)),
    )
    # it stays public, because everyone saw which roof it was
    return after._replace(drafted=put(state.drafted, seat, roof)), (("roofer", seat, move[1]),)


# -- supplier ------------------------------------------------------------------------------------------------


def list_supplier(state: State, seat: Seat) -> list[Move]:
    return [*_supplies(state, seat)]


def _supplies(state: State, seat: Seat) -> Iterator[Move]:
    if not owns(state, seat, SUPPLIER):
        return
    house = state.houses[seat]
    filled = [slot for slot in SLOTS if card_in(house.cells[slot])]
    open_to: dict[int, list[int]] = {}  # by type, since all cards of a type fit the same slots
    for card in state.discards.rooms:
        kind = KIND_OF[card]
        if kind not in open_to:
            legal = face_up_slots(house, kind)
            open_to[kind] = [slot for slot in filled if legal >> slot & 1]
        exchanges = SUPPLIES[card]
        for slot in open_to[kind]:
            yield exchanges[slot]


def judge_supplier(state: State, seat: Seat, move: Move) -> str:
    why = _closed(state, seat, SUPPLIER)
    if why:
        return why
    card, slot = ROOM_IDS[str(move[1])], SLOT[move[2]]
    if card not in state.discards.rooms:
        return "not_in_discards"
    house = state.houses[seat]
    if not card_in(house.cells[slot]):
        return "no_card"
    return why_not_face_up(house, KIND_OF[card], slot)


def do_supplier(state: State, seat: Seat, move: Move) -> Outcome:
    card, slot = ROOM_IDS[str(move[1])], SLOT[move[2]]
    house = state.houses[seat]
    outgoing = card_in(house.cells[slot])
    lost = SPECIAL_NAMES[house.tokens[slot]]
    rooms, specials = state.discards
    discards = Cards(without(rooms, card) + BYTE[outgoing], specials)
    after = _act(state, seat, exchange(house, slot, card), SUPPLIER, discards)
    return after, (("supplier", seat, move[1], move[2], ROOM_NAMES[outgoing], lost),)


# -- handyman ------------------------------------------------------------------------------------------------


def list_handyman(state: State, seat: Seat) -> list[Move]:
    pairs = [*_swaps(state, seat)]
    return [HANDYMAN_SWAPS[pair] for one, other in pairs for pair in ((one, other), (other, one))]


def _swaps(state: State, seat: Seat) -> Iterator[tuple[int, int]]:
    """The pairs of slots whose cards can be swapped, each pair once."""
    if not owns(state, seat, HANDYMAN):
        return
    cells = state.houses[seat].cells
    types = cells.translate(TYPES)
    fits = {
        slot: fitting_slots(put(cells, slot, 0), types[slot]) for slot in SLOTS if card_in(cells[slot])
    }  # where each card could go if it weren't here; what lies there leaves too
    for one, other in combinations(fits, 2):
        if fits[one] >> other & 1 and fits[other] >> one & 1:
            yield one, other


def judge_handyman(state: State, seat: Seat, move: Move) -> str:
    return _closed(state, seat, HANDYMAN) or _why_no_swap(
        state.houses[seat].cells, SLOT[move[1]], SLOT[move[2]]
    )


def _why_no_swap(cells: bytes, one: int, other: int) -> str:
    """Why the cards in these two slots can't be swapped, or ''. Only the result is checked. Both cards must
    be on a storey where they belong, and no room may exceed its maximum size."""
    if not card_in(cells[one]) or not card_in(cells[other]):
        return "no_card"
    swapped = swap(cells, one, other)
    types = swapped.translate(TYPES)
    return misfits(swapped, types[one])[one] or misfits(swapped, types[other])[other]


def swap(cells: bytes, one: int, other: int) -> bytes:
    return put(put(cells, one, cells[other]), other, cells[one])


def do_handyman(state: State, seat: Seat, move: Move) -> Outcome:
    one, other = SLOT[move[1]], SLOT[move[2]]
    house = state.houses[seat]
    names = (ROOM_NAMES[card_in(house.cells[one])], ROOM_NAMES[card_in(house.cells[other])])
    swapped = house._replace(cells=swap(house.cells, one, other), tokens=swap(house.tokens, one, other))
    after = _act(state, seat, swapped, HANDYMAN, state.discards)
    return after, (("handyman", seat, move[1], move[2], *names),)


# -- keep ----------------------------------------------------------------------------------------------------


def list_keep(state: State, seat: Seat) -> list[Move]:
    """The tokens to choose from in a crowded room. The most valuable one comes first because it is the
    default."""
    house = state.houses[seat]
    room = crowded_room(house)
    if room is None:
        return []
    tokens = [house.tokens[cell] for cell in room if house.tokens[cell]]
    return [
        ("keep", SPECIAL_NAMES[token]) for token in sorted(tokens, key=lambda token: -SPECIALS[token].points)
    ]


def judge_keep(state: State, seat: Seat, move: Move) -> str:
    keeps = list_keep(state, seat) if state.step == HELP else []
    if not keeps:
        return "not_now"
    return "" if move in keeps else "no_such_token"


def do_keep(state: State, seat: Seat, move: Move) -> Outcome:
    house = state.houses[seat]
    room = crowded_room(house)
    assert room is not None  # `judge_keep` has made sure of that
    lost = [cell for cell in room if house.tokens[cell] and SPECIAL_NAMES[house.tokens[cell]] != move[1]]
    names = tuple(SPECIAL_NAMES[house.tokens[cell]] for cell in lost)
    for cell in lost:
        house = exchange(house, cell, card_in(house.cells[cell]))
    after = state._replace(
        turns=step_turn(state.turns, seat), houses=with_house(state, seat, house), start=origin(state)
    )
    return after, (("keep", seat, move[1], names),)
