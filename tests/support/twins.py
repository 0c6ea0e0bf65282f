"""Twin tables: two tables whose secrets differ, and which one viewer must not be able to tell apart."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

from app.engine import registry, wire
from app.engine.core import UNDO, Event, Game, Illegal, Move, Seat, offers, play, unseen
from app.engine.dream_home.cards import ROOFS, special_names
from app.engine.dream_home.state import OVER
from app.live.key_ring import grant
from app.live.live_table import stored
from app.storage.store import Store
from app.storage.writes import NewEntry
from app.table import codes, playable_games, seating
from app.table.seating import Table
from app.table.visitor import HOST, SEAT, TV

BEGUN = 1_700_000_000.0
NAMES = ("Ada", "Bruno", "Celina")
ROOF_NAMES = (*special_names(ROOFS),)
IN_THE_OPEN = ("confirm", "withdraw")  # in a turn that all take together, everybody sees who did these


class Step(NamedTuple):
    """An entry of a log, with the state it led to. The opening has no seat, turn or move."""

    seat: Seat | None
    turn: int | None
    move: Move | None
    events: tuple[Event, ...]
    state: Any


Steps = tuple[Step, ...]


def dealt(game: str, **options: Any) -> Table:
    """A table at which a game begins; its secret and nonces are those of no other table."""
    table = seating.opened(game, options, hashlib.sha256(f"secret of {game}".encode()).digest())
    for number, name in enumerate(NAMES):
        table, place = seating.seated(
            table, name, hashlib.sha256(f"nonce {number} of {game}".encode()).digest()
        )
        table = seating.ready(table, place.id)
    return seating.started(table)


def whole_game(table: Table, chance: Random) -> Steps:
    game = registry.game(table.game)
    seed = seating.shuffle_of(table).seed
    state = game.new(len(table.places), dict(table.options), seed)
    steps = [Step(None, None, None, game.opening(state), state)]
    while state.waiting:
        seat = chance.choice(state.waiting)
        offered = offers(game, state, seat)
        if offered[-1] == UNDO and chance.random() < 0.9:
            offered = offered[:-1]
        move = chance.choice(offered)
        steps.append(_made(game, state, seat, move))
        state = steps[-1].state
    return tuple(steps)


def _made(game: Game[Any], state: Any, seat: Seat, move: Move) -> Step:
    after, events = play(game, state, seat, state.turns[seat], move)
    return Step(seat, state.turns[seat], move, events, after)


# -- twins ---------------------------------------------------------------------------------------------------


def twin(name: str, steps: Steps, viewer: Seat | None, chance: Random) -> Steps:
    """Another log that led to what looks the same to this viewer; the same one if nothing is secret."""
    game = registry.game(name)
    other = OTHERWISE[name](steps, viewer, chance) if name in OTHERWISE else steps
    if name == "home_staging":  # their pencils already differ, and fit their log
        last = other[-1].state
        return (*other[:-1], other[-1]._replace(state=last._replace(luck=chance.randbytes(len(last.luck)))))
    return (*other[:-1], other[-1]._replace(state=game.reseal(other[-1].state, viewer, chance)))


def _other_roofs(steps: Steps, viewer: Seat | None, chance: Random) -> Steps:
    """With other roofs, where their names may no longer be shown."""
    state = steps[-1].state
    if state.options.roof_memory != "strict" or state.step == OVER:
        return steps

    def disguised(event: Event) -> Event:
        about = {"take": 2, "deal": 1}.get(event[0])
        return event if about is None or event[about] >= state.round else _renamed(event, chance)

    return tuple(step._replace(events=tuple(map(disguised, step.events))) for step in steps)


def _renamed(part: Any, chance: Random) -> Any:
    if isinstance(part, tuple):
        return tuple(_renamed(each, chance) for each in part)
    return chance.choice([each for each in ROOF_NAMES if each != part]) if part in ROOF_NAMES else part


def _other_pencils(steps: Steps, viewer: Seat | None, chance: Random) -> Steps:
    """With other moves by the others in the turn that all are taking together."""
    game, last = registry.game("home_staging"), steps[-1].state
    if not last.together or last.options.open_pencils:
        return steps
    now = last.step, last.room, last.up
    begun = next(
        at for at, step in enumerate(steps) if (step.state.step, step.state.room, step.state.up) == now
    )
    for _ in range(20):
        try:
            return (*steps[: begun + 1], *_played_otherwise(game, steps[begun:], viewer, chance))
        except (Illegal, IndexError):  # this choice leaves something impossible that happened later
            continue
    return steps


def _played_otherwise(game: Game[Any], steps: Steps, viewer: Seat | None, chance: Random) -> Iterator[Step]:
    state = steps[0].state
    for step in steps[1:]:
        assert step.seat is not None
        assert step.move
        move = step.move
        if step.seat != viewer and move[0] not in IN_THE_OPEN:
            offered = [
                each for each in offers(game, state, step.seat) if each[0] not in IN_THE_OPEN and each != move
            ]
            undoes = UNDO in offered and chance.random() < 0.5
            move = UNDO if undoes else chance.choice(offered)
        made = _made(game, state, step.seat, move)
        state = made.state
        yield made


OTHERWISE: dict[str, Callable[[Steps, Seat | None, Random], Steps]] = {
    "dream_home": _other_roofs,
    "home_staging": _other_pencils,
}


# -- who looks -----------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A table in the middle of its game, and the kind of viewer who looks at it."""

    code: str
    table: Table
    steps: Steps
    viewer: Seat | None
    is_twin: bool = False

    @property
    def game(self) -> Game[Any]:
        return registry.game(self.table.game)

    @property
    def has_pages(self) -> bool:
        return self.table.game in playable_games.names()

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @property
    def hidden_moves(self) -> list[tuple[Seat, Move]]:
        """What others can do now, unseen by this viewer."""
        hidden = unseen(self.game, self.state, self.viewer)
        return [
            (seat, move)
            for seat in self.state.waiting
            for move in (*_erasures(self.state, seat), *offers(self.game, self.state, seat))
            if seat in hidden and move[0] not in IN_THE_OPEN
        ]

    def hidden_move(self) -> tuple[Seat, Move]:
        """The first of them by the first seat, and at its twin the last, which may be an undo."""
        moves = [each for each in self.hidden_moves if each[0] == self.hidden_moves[0][0]]
        return moves[-1 if self.is_twin else 0]

    def twin(self) -> "Seen":
        steps = twin(self.table.game, self.steps, self.viewer, Random(len(self.steps)))
        return self._replace(steps=steps, is_twin=True)

    @property
    def is_apt(self) -> bool:
        """Whether something is secret: in a turn that all take together, moves as well. The twins have hidden
        moves to make by the same seat, or none."""
        if not self.game.secrets(self.state, self.viewer):
            return False
        other = self.twin()
        movers = [[seat for seat, _ in each.hidden_moves][:1] for each in (self, other)]
        shared = bool(self.game.shared_turn(self.state))
        differ = self.moves != other.moves if shared else self.steps != other.steps
        return differ and movers[0] == movers[1]

    @property
    def moves(self) -> tuple[Move | None, ...]:
        return tuple(step.move for step in self.steps)


def _erasures(state: Any, seat: Seat) -> list[Move]:
    """Moves of Home Staging that are legal, though not listed; each leaves the sheet as an undo does."""
    pencils = getattr(state, "pencils", None)
    return [("erase", piece.name.partition("@")[2]) for piece in pencils[seat].pieces] if pencils else []


def moments(games: tuple[str, ...], most: int) -> Iterator[Seen]:
    """Moments of whole games, each once for two seats, for all who only watch, and for strangers."""
    numbers = count()
    for name in games:
        table, asking = dealt(name), dealt(name, watching="ask")
        steps = whole_game(table, Random(5))
        for part in range(most):
            for viewer, at_table in ((0, table), (1, table), (None, table), (None, asking)):
                code, lengths = code_of(next(numbers)), range(1 + part * len(steps) // most, len(steps))
                all_seen = (Seen(code, at_table, steps[:length], viewer) for length in lengths)
                yield next(seen for seen in all_seen if seen.is_apt)


def otherwise(tables: list[Seen]) -> list[Seen]:
    """The tables' twins."""
    return [seen.twin() for seen in tables]


def code_of(number: int) -> str:
    return f"{codes.ADJECTIVES[number]}-{codes.NOUNS[number]}-42"


# -- storing them --------------------------------------------------------------------------------------------


def key_of(code: str, who: object) -> str:
    """A key that both twins of a table have, and no other table."""
    return urlsafe_b64encode(hashlib.sha256(f"{code} {who}".encode()).digest()[:18]).decode()


async def take_in(store: Store, code: str, table: Table, steps: Steps) -> None:
    """Store a table in the middle of its game."""
    keys = [grant(key_of(code, seat), SEAT, place.id) for seat, place in enumerate(table.places)]
    keys += [grant(key_of(code, HOST), HOST), grant(key_of(code, TV), TV)]
    log = [(_entry(step), BEGUN + at) for at, step in enumerate(steps)]
    game = registry.game(table.game)
    await store.take_in(code, table.game, game.rules, stored(table), log, steps[-1].state.waiting, keys)


def _entry(step: Step) -> NewEntry:
    move = wire.dumps(step.move) if step.move else None
    return NewEntry(step.seat, step.turn, None, move, wire.dumps(step.events), wire.dumps(step.state))
