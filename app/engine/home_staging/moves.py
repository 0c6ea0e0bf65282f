"""The form of each move, the shared tuples for long lists of moves, and the moves a seat may make now."""

from collections.abc import Callable, Iterator
from typing import Any

from app.engine.core import Move, Seat

from .advice.proposals import proposals
from .area import area
from .cells import CELLS, EDGES, NAMES, NO_EDGE, each
from .closing import doors
from .home import Home, home
from .pieces import PIECES, TURNS, option
from .placing import places
from .sheet import Pencil, with_pieces
from .state import CARD, CLOSE, DRAW, ROOM, TOKENS, State

CONFIRM: Move = ("confirm",)
WITHDRAW: Move = ("withdraw",)
WAYS = ("draw", "other", "mirror")
ENDLESS = (*WAYS, "erase", "close", "add", "drop", "door", "front", "confirm", "withdraw")
OPTIONS = (1, 2)
_PLACED = {
    (way, which, turn): tuple((way, which, turn, name) for name in NAMES)
    for way in WAYS
    for which in OPTIONS
    for turn in TURNS
}

# -- the form of moves ---------------------------------------------------------------------------------------


def _number(atom: Any) -> bool:
    return type(atom) is int and atom >= 0


def _option(atom: Any) -> bool:
    return type(atom) is int and atom in OPTIONS


def _turn(atom: Any) -> bool:
    return type(atom) is int and atom in TURNS


def _text(atom: Any) -> bool:
    return type(atom) is str


def _cell(atom: Any) -> bool:
    return type(atom) is str and atom in CELLS


def _edge(atom: Any) -> bool:
    return type(atom) is str and atom in EDGES


def _edge_or_none(atom: Any) -> bool:
    return _edge(atom) or (_text(atom) and atom == NO_EDGE)


_FORMS: dict[Any, tuple[Callable[[Any], bool], ...]] = {
    "room": (_number,),
    "card": (_number,),
    "tokens": (_number,),
    "draw": (_option, _turn, _cell),
    "other": (_option, _turn, _cell),
    "mirror": (_option, _turn, _cell),
    "erase": (_cell,),
    "close": (_text, _edge_or_none),
    "add": (_cell,),
    "drop": (_cell,),
    "door": (_edge,),
    "front": (_edge,),
    "confirm": (),
    "withdraw": (),
}
STEPS: dict[str | int, tuple[str, ...]] = {
    "room": (ROOM,),
    "card": (CARD,),
    "tokens": (TOKENS,),
    **dict.fromkeys((*WAYS, "erase"), (DRAW,)),
    **dict.fromkeys(("close", "add", "drop", "door"), (CLOSE,)),
    **dict.fromkeys(("front", "confirm", "withdraw"), (DRAW, CLOSE)),
}
"""The phases in which each kind of move is possible."""


def well_formed(move: Any) -> bool:
    if type(move) is not tuple or not move or type(move[0]) is not str or move[0] not in _FORMS:
        return False
    form = _FORMS[move[0]]
    return len(form) == len(move) - 1 and all(fits(atom) for fits, atom in zip(form, move[1:], strict=True))


# -- listing moves -------------------------------------------------------------------------------------------


def rooms_to_come(state: State) -> list[str]:
    begun = {room.key for room in state.sheets[0].rooms}
    return [key for key in state.scenario.keys if key not in begun]


def numbers_to_come(state: State) -> list[int]:
    """This room's numbers whose cards are still face down."""
    up = {card.number for card in state.up if card.room == state.room}
    return [card.number for card in state.scenario.room(state.room).cards if card.number not in up]


def tokens_on_card(state: State) -> int:
    return state.scenario.room(state.room).tokens(state.card.number)


def listed(state: State, seat: Seat) -> list[Move]:
    """The moves of a seat that must act; there is always at least one."""
    if state.step == ROOM:
        return [("room", state.scenario.keys.index(key) + 1) for key in rooms_to_come(state)]
    if state.step == CARD:
        return [("card", number) for number in numbers_to_come(state)]
    if state.step == TOKENS:
        return [("tokens", count) for count in range(tokens_on_card(state) + 1)]
    if state.step == DRAW:
        return [*_drawings(state, seat), CONFIRM]
    return _closings(state, seat)


def _closings(state: State, seat: Seat) -> list[Move]:
    scenario, sheet, pencil = state.options.scenario, state.sheets[seat], state.pencils[seat]
    if not pencil.cells:
        return [("close", each.cells, each.door) for each in proposals(scenario, sheet, pencil.front)]
    if pencil.door == NO_EDGE and (possible := doors(home(scenario, sheet), area(pencil.cells))):
        return [("door", edge.name) for edge in possible]
    return [CONFIRM]


def can_draw(state: State, seat: Seat) -> bool:
    """Whether the seat could draw another piece."""
    return next(_drawings(state, seat), None) is not None


def _drawings(state: State, seat: Seat) -> Iterator[Move]:
    ways = ways_left(state, state.pencils[seat], state.ideas[seat])
    if ways:
        now = pencilled(state, seat)
        for way, which in ways:
            name = option(state.card.number, state.card.card, which)
            for turn, anchors in enumerate(places(now, name, way == "mirror")):
                moves = _PLACED[way, which, turn]
                for cell in each(anchors):
                    yield moves[cell]


def pencilled(state: State, seat: Seat) -> Home:
    """The seat's home, including what it has drawn this turn."""
    pieces = state.pencils[seat].pieces
    return home(
        state.options.scenario, with_pieces(state.sheets[seat], tuple(piece.name for piece in pieces))
    )


def tokens_left(state: State, pencil: Pencil) -> tuple[int, int]:
    """The unused tokens on each option. Drawing the option that wasn't chosen uses a token from the chosen
    one."""
    left = [*state.tokens]
    for name, how in pencil.pieces:
        which = int(name[3]) - 1
        left[1 - which if how == "other" else which] -= 1
    return left[0], left[1]


def ways_left(state: State, pencil: Pencil, ideas: int) -> list[tuple[str, int]]:
    """The ways to get another piece, in the order they are offered. Each is a pair of a way and an option."""
    left = tokens_left(state, pencil)
    chosen = [which for which in OPTIONS if left[which - 1]]
    ways = [("draw", which) for which in chosen]
    if ideas > pencil.spent:
        ways += [("other", 3 - which) for which in chosen if not state.tokens[2 - which]]
        card = state.card
        ways += [
            ("mirror", which) for which in chosen if PIECES[option(card.number, card.card, which)].mirrored
        ]
    return ways
