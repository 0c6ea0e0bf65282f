"""How bots think about Home Staging: see `Mind` in `app/engine/thinking.py`.

Seats meet only in what is turned up and chosen. So a game is played on sheet by sheet, each by the same
policy, and every sheet meets the same cards.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from app.engine.chance import shuffled
from app.engine.core import Event, Move, Seat

from .advice.ahead import Closing, Drawing, Opening, Step, at_first_sight, drawn, played, worth_of
from .area import write_area
from .cells import NAMES, each, together
from .moves import CONFIRM, pencilled, tokens_left, ways_left
from .pieces import CARDS, laid, option, write_name
from .placing import places
from .rules import apply, moves
from .scenarios import SCENARIOS
from .sheet import Sheet, begun, closed, with_pieces
from .state import CARD, CLOSE, DRAW, ROOM, TOKENS, Card, State
from .turns import which_card
from .view import reseal as imagined

__all__ = [
    "choices",
    "fancy",
    "imagined",
    "margin",
    "most_playouts",
    "plans",
    "play_on",
    "position",
    "sample",
    "shares",
    "told",
    "value",
]

most_playouts = 96
BEST, OTHERS = 24, 12  # ways to draw that become turns: the best, and some of the others, evenly spread
GO_ON = 6  # of the best ways to draw a first piece, with which a second one is tried
ROOMS_AHEAD = 1  # that are played on, after the one being furnished
IDEA = 0.7  # points that a bright idea is worth as long as there are cards to come
HEAT, LAST_HEAT = 4.0, 1.5  # how far worths are from the points in the end; and points from a win
PIECE = 0.1  # a piece more wins a tie
DECOR = frozenset([4, 17, 18, 19, 31, 32, 33])
FANCY, OUTSIDE, DENIED = 0.4, 0.08, 0.5


class Outlook(NamedTuple):
    """What is known after a seat's turn: its own sheet with what it did, the others' as they were before."""

    scenario: str
    sheets: tuple[Sheet, ...]
    seat: Seat
    step: str  # in which it had its turn
    up: tuple[Card, ...]
    room: str
    number: int  # of the card that is turned up next; 0 if that isn't chosen yet
    drawing: Drawing | None  # what everybody else draws now
    ideas: int  # left


class Later(NamedTuple):
    """Some turns later: what each seat's sheet is worth."""

    worths: tuple[float, ...]
    over: bool


# -- turns ---------------------------------------------------------------------------------------------------


def choices(state: State, seat: Seat) -> Iterable[Move]:
    return moves(state, seat)


class Start(NamedTuple):
    """How a turn may begin, and what the home is worth then."""

    worth: float
    moves: tuple[Move, ...]


def plans(state: State, seat: Seat) -> list[tuple[Move, ...]]:
    """The best ways to draw, and some of the others; to draw nothing more is one of them."""
    if state.step != DRAW:
        return []
    growing = [Start(_pencilled_worth(state, seat), ())]
    found = [*growing]
    for _ in range(sum(tokens_left(state, state.pencils[seat]))):
        longer = [more for start in growing for more in _longer(state, seat, start)]
        growing = sorted(longer, key=lambda start: -start.worth)[:GO_ON]
        found += longer
    found.sort(key=lambda start: -start.worth)
    rest = found[BEST:]
    chosen = found[:BEST] + rest[:: max(1, len(rest) // OTHERS)]
    return [_finished(state, seat, start.moves) for start in chosen]


def _longer(state: State, seat: Seat, start: Start) -> Iterator[Start]:
    """The turns with one piece more."""
    for move in start.moves:
        state, _ = apply(state, seat, move)
    if seat not in state.waiting:
        return
    now, sheet, card = pencilled(state, seat), _with_pencil(state, seat), state.card
    found: dict[str, tuple[str, Move]] = {}
    for way, which in ways_left(state, state.pencils[seat], state.ideas[seat]):
        name = option(card.number, card.card, which)
        for turn, anchors in enumerate(places(now, name, way == "mirror")):
            for anchor in each(anchors):
                piece = write_name(name, turn, way == "mirror", anchor)
                found.setdefault(piece, (way, (way, which, turn, NAMES[anchor])))
    for piece in at_first_sight(now, found) if start.moves else found:
        way, move = found[piece]
        worth = worth_of(state.options.scenario, with_pieces(sheet, (piece,)))
        yield Start(worth - IDEA * (way != "draw"), (*start.moves, move))


def _finished(state: State, seat: Seat, begun: tuple[Move, ...]) -> tuple[Move, ...]:
    """These moves, confirmed where that needs a move."""
    for move in begun:
        state, _ = apply(state, seat, move)
    return (*begun, CONFIRM) if seat in state.waiting and state.step == DRAW else begun


def _with_pencil(state: State, seat: Seat) -> Sheet:
    pencil = state.pencils[seat]
    sheet = with_pieces(state.sheets[seat], tuple(piece.name for piece in pencil.pieces))
    return sheet._replace(front=pencil.front)


def _pencilled_worth(state: State, seat: Seat) -> float:
    return worth_of(state.options.scenario, _with_pencil(state, seat))


# -- judging -------------------------------------------------------------------------------------------------


def position(before: State, after: State, seat: Seat) -> Outlook:
    sheets, up, room, number = [*before.sheets], before.up, before.room, 0
    drawing = Drawing(up[-1].name, _both(before.tokens)) if before.step == DRAW else None
    if before.step == ROOM:
        room = after.room
        sheets = [begun(sheet, room) for sheet in sheets]
    elif before.step == CARD:
        number = after.up[-1].number
    elif before.step == TOKENS:
        drawing = Drawing(up[-1].name, _both(after.tokens))
    else:
        sheets[seat] = _own_sheet(before, after, seat)
    ideas = after.ideas[seat] - after.pencils[seat].spent
    return Outlook(
        before.options.scenario, tuple(sheets), seat, before.step, up, room, number, drawing, ideas
    )


def _both(tokens: tuple[int, ...]) -> tuple[int, int]:
    return (tokens[0], tokens[1]) if tokens else (0, 0)


def _own_sheet(before: State, after: State, seat: Seat) -> Sheet:
    """The seat's sheet after its turn, whatever was turned up next."""
    was, pencil = before.sheets[seat], after.pencils[seat]
    running = (after.step, after.room, after.up) == (before.step, before.room, before.up)
    if running and before.step == DRAW:
        return _with_pencil(after, seat)
    if running:
        return closed(was, pencil.cells, pencil.door)._replace(front=pencil.front)
    sheet, last = after.sheets[seat], len(was.rooms)
    *finished, room = sheet.rooms[:last]
    if before.step == DRAW:
        room = was.rooms[-1]._replace(pieces=room.pieces)
    return Sheet((*finished, room), sheet.front)


def value(outlook: Outlook, seat: Seat) -> float:
    """What the seat's own sheet is worth, and the bright ideas it has left."""
    ideas = IDEA * outlook.ideas if seat == outlook.seat and _to_come(outlook) else 0.0
    return _worth(outlook, seat) + ideas


def _worth(outlook: Outlook, seat: Seat) -> float:
    sheet = outlook.sheets[seat]
    if outlook.drawing and not (outlook.step == DRAW and seat == outlook.seat):
        sheet = drawn(outlook.scenario, sheet, outlook.drawing)
    return worth_of(outlook.scenario, sheet)


def _to_come(outlook: Outlook) -> bool:
    """Whether there are cards to come."""
    scenario = SCENARIOS[outlook.scenario]
    return len(outlook.up) < sum(len(room.cards) for room in scenario.rooms)


def margin(outlook: Outlook, seat: Seat) -> float:
    worths = [_worth(outlook, each) for each in range(len(outlook.sheets))]
    return worths[seat] - max((worth for each, worth in enumerate(worths) if each != seat), default=0.0)


def fancy(before: State, after: State, seat: Seat, taste: str) -> float:
    """Collectors like what is there to be looked at, and roofers the outer walls; takers choose what others
    can't use."""
    outlook = position(before, after, seat)
    if taste == "taker":
        others = [_worth(outlook, each) for each in range(len(outlook.sheets)) if each != seat]
        return -DENIED * fmean(others) if others else 0.0
    new = [laid(name) for name in _pieces(outlook.sheets[seat])[len(_pieces(before.sheets[seat])) :]]
    if taste == "collector":
        return FANCY * sum(piece.piece.number in DECOR for piece in new)
    if taste == "roofer":
        return OUTSIDE * (together(piece.body for piece in new) & before.scenario.outer_any).bit_count()
    return 0.0


def _pieces(sheet: Sheet) -> list[str]:
    return [name for room in sheet.rooms for name in room.pieces]


def told(state: State, seat: Seat, made: tuple[Move, ...]) -> tuple[Event, ...]:
    """What a turn does, as the log tells it later; before a card is turned up, it is `("number", …)`."""
    after = state
    for move in made:
        after, _ = apply(after, seat, move)
    outlook = position(state, after, seat)
    room = outlook.sheets[seat].rooms[-1] if outlook.sheets[seat].rooms else None
    if state.step == CARD:
        return (("number", seat, outlook.number),)
    if state.step == ROOM:
        return (("room", seat, outlook.room),)
    if state.step == TOKENS:
        one, two = outlook.drawing.tokens if outlook.drawing else (0, 0)
        return (("tokens", seat, one, two, state.card.name),)
    if state.step == CLOSE and room:
        return (("closed", seat, room.key, room.cells, room.door),)
    names = _pieces(outlook.sheets[seat])[len(_pieces(state.sheets[seat])) :]
    pieces = map(laid, names)
    return (
        (
            "drawn",
            seat,
            tuple(
                (each.name, write_area(each.body | each.rug), write_area(each.circulation)) for each in pieces
            ),
        ),
    )


# -- playing on ----------------------------------------------------------------------------------------------


def sample(outlook: Outlook, chance: Random) -> int:
    return int(chance.random() * 2**32)


def play_on(outlook: Outlook, deal: int) -> Later:
    """Until the room and some more are closed, with cards turned up and chosen as the deal has it."""
    first, then = _begins(outlook), course(outlook, Random(deal))
    scenario = outlook.scenario
    sheets = []
    for seat, sheet in enumerate(outlook.sheets):
        through = seat == outlook.seat and outlook.step in (DRAW, CLOSE)
        sheets.append(played(scenario, sheet, then.steps if through else (*first, *then.steps)))
    worths = tuple(worth_of(scenario, sheet) + PIECE * len(_pieces(sheet)) for sheet in sheets)
    return Later(worths, then.over)


class Course(NamedTuple):
    """What comes, for everybody."""

    steps: tuple[Step, ...]
    over: bool  # whether that ends the game


def _begins(outlook: Outlook) -> tuple[Step, ...]:
    """What everybody does in the step of this turn."""
    if outlook.drawing:
        return (outlook.drawing,)
    return (Closing(),) if outlook.step == CLOSE else ()


def course(outlook: Outlook, chance: Random) -> Course:
    scenario = SCENARIOS[outlook.scenario]
    luck = bytes(int(chance.random() * 256) for _ in range(4))
    known = {card.number: card for card in outlook.up}
    done = {room.key for room in outlook.sheets[0].rooms}
    rooms = [room.key for room in scenario.rooms if room.key not in done]
    if not scenario.fixed_order:
        rooms = shuffled(rooms, chance)
    steps: list[Step] = []
    if outlook.step != CLOSE:
        steps += _room(outlook, outlook.room, luck, known, chance)
    for room in rooms[:ROOMS_AHEAD]:
        steps += [Opening(room), *_room(outlook, room, luck, known, chance)]
    return Course(tuple(steps), len(rooms) <= ROOMS_AHEAD)


def _room(
    outlook: Outlook, key: str, luck: bytes, known: Mapping[int, Card], chance: Random
) -> Iterator[Step]:
    """The cards of a room that are still to come, and its closing."""
    scenario = SCENARIOS[outlook.scenario]
    done = {card.number for card in outlook.up if card.room == key}
    numbers = [card.number for card in scenario.room(key).cards if card.number not in done]
    numbers = shuffled(numbers, chance)
    if outlook.number in numbers:
        numbers.sort(key=lambda number: number != outlook.number)
    for number in numbers:
        side = which_card(scenario, luck, key, number)
        if number in known:
            side = CARDS[1 - CARDS.index(known[number].card)]
        count = scenario.room(key).tokens(number)
        one = int(chance.random() * (count + 1))
        yield Drawing(f"{number:02}{side}", (one, count - one))
    yield Closing()


def shares(later: Later) -> tuple[float, ...]:
    """By seat, roughly how many of such games it wins; alone, it is points that count."""
    if len(later.worths) == 1:
        return later.worths
    heat = LAST_HEAT if later.over else HEAT
    odds = [exp((worth - max(later.worths)) / heat) for worth in later.worths]
    return tuple([odd / sum(odds) for odd in odds])
