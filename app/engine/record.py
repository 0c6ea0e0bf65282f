"""The record of a game: everything needed to replay it move by move, in one self-contained JSON file.

The seed is stored as the server's secret and the seats' nonces, so the record of a finished game proves its
own shuffle.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from app.engine import move_text, registry, take_back, wire
from app.engine.chance import NONCE_BYTES, SECRET_BYTES, commitment, seed_of
from app.engine.core import Event, Game, Illegal, Move, Seat, knows, play
from app.engine.take_back import TAKE_BACK, Made, taken_back

FORMAT = "housewarming-game/1"
LONGEST = 16 * 1024 * 1024  # even a long game takes only a hundredth of this


class Step(NamedTuple):
    seat: Seat
    turn: int
    move: Move
    events: tuple[Event, ...]


class Shuffle(NamedTuple):
    """The server's secret, the commitment it published at the start, and each seat's nonce; also the
    commitments of seats that made their own nonce. An unrevealed nonce is replaced by its commitment."""

    commitment: str
    secret: bytes
    nonces: tuple[bytes, ...]
    commitments: tuple[bytes, ...] = ()  # b"" for a seat whose nonce the server made; () if it made them all

    @property
    def seed(self) -> str:
        return seed_of(self.secret, self.nonces)

    @property
    def told(self) -> dict[str, Any]:
        """The form written to a file. If the server made all the nonces, this is the original format."""
        return {name: value for name, value in self._asdict().items() if value or name != "commitments"}


class Record(NamedTuple):
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    shuffle: Shuffle
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]
    practice: bool = False  # whether turns were taken back freely


Outcome = tuple[Any, tuple[Event, ...]]  # the state after the deal or a move, and what happened


class BadRecord(Illegal):
    """The text isn't a record, or the record doesn't agree with the rules: `code` says where."""


def start(
    game: Game[Any],
    options: dict[str, Any],
    secret: bytes,
    nonces: tuple[bytes, ...],
    rules: int | None = None,
) -> Record:
    """The record of a new game, with one seat per nonce."""
    shuffle = Shuffle(commitment(secret), secret, nonces)
    state = game.new(len(nonces), options, shuffle.seed, rules)
    return Record(game.id, rules or game.rules, len(nonces), options, shuffle, game.opening(state), ())


# -- text ----------------------------------------------------------------------------------------------------


def write(record: Record, beside: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The file's text: a head, including any extra fields (`beside`), then one line per move."""
    head = {
        "format": FORMAT,
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "options": record.options,
        "shuffle": record.shuffle.told,
        "opening": record.opening,
        **({"practice": True} if record.practice else {}),
        **beside,
    }
    steps = ",\n".join(wire.dumps(step) for step in record.steps)
    return f'{wire.dumps(head)[:-1]},"log":[\n{steps}\n]}}\n'


def read(text: str | bytes) -> Record:
    """The record in a file."""
    if len(text) > LONGEST:
        raise BadRecord("no_record", format=FORMAT)
    try:
        fields = wire.parse(text)
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise BadRecord("no_record", format=FORMAT)
        shuffle = fields["shuffle"]
        return Record(
            _as(str, fields["game"]),
            _as(int, fields["rules"]),
            _as(int, fields["seats"]),
            _as(dict, fields["options"]),
            Shuffle(
                _as(str, shuffle["commitment"]),
                _secret(shuffle["secret"], SECRET_BYTES),
                tuple(_secret(nonce, NONCE_BYTES) for nonce in _as(list, shuffle["nonces"])),
                tuple(_commitment(each) for each in _as(list, shuffle.get("commitments", []))),
            ),
            _events(fields["opening"]),
            tuple(map(_step, _as(list, fields["log"]))),
            _as(bool, fields.get("practice", False)),
        )
    except (wire.WireError, KeyError, TypeError, ValueError, RecursionError):
        raise BadRecord("no_record", format=FORMAT) from None


def _as(kind: type, plain: Any) -> Any:
    if type(plain) is not kind:
        raise TypeError(kind.__name__)
    return plain


def _secret(plain: Any, length: int) -> bytes:
    secret = wire.read_hex(plain)
    if len(secret) != length:
        raise ValueError(f"{length} bytes wanted")
    return secret


def _commitment(plain: Any) -> bytes:
    return _secret(plain, NONCE_BYTES) if plain != "" else b""


def _step(plain: Any) -> Step:
    seat, turn, move, events = _as(list, plain)
    return Step(_as(int, seat), _as(int, turn), move_text.read_move(move), _events(events))


def _events(plain: Any) -> tuple[Event, ...]:
    return tuple(frozen(_as(list, event)) for event in _as(list, plain))


def frozen(plain: Any) -> Any:
    return tuple(map(frozen, plain)) if isinstance(plain, list) else plain


# -- replaying -----------------------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[Outcome]:
    """Every state of the game, each with the events that led to it, starting with the opening."""
    game = registry.game(record.game)
    start = game.new(record.seats, record.options, record.shuffle.seed, record.rules)
    return (replayed_practice if record.practice else replayed)(game, start, record.steps)


def replayed(game: Game[Any], state: Any, steps: Iterable[Step]) -> Iterator[Outcome]:
    """Like `replay`, but from a new game. Each move is fetched only after the previous one is made."""
    yield state, game.opening(state)
    made = [Made(None, state)]
    for step in steps:
        if step.move == TAKE_BACK:
            state, events = taken_back(game, made, step.seat)
        else:
            state, events = play(game, state, step.seat, step.turn, step.move)
        made.append(Made(step.seat, state))
        yield state, events


def replayed_practice(game: Game[Any], state: Any, steps: Iterable[Step]) -> Iterator[Outcome]:
    """The same for a game in which turns are taken back freely."""
    yield state, game.opening(state)
    made = [Made(None, state, 1)]  # without what was undone
    for version, step in enumerate(steps, 2):
        if goal := take_back.version_of(step.move):
            back = take_back.taken_back_freely(game, state, reversed(made), step.seat)
            if (step.turn, goal) != (state.turns[step.seat], back.version):
                raise Illegal("nothing_to_take_back")
            state, events = back.state, back.events
            while made[-1].version > goal:
                made.pop()
        else:
            state, events = play(game, state, step.seat, step.turn, step.move)
            made.append(Made(step.seat, state, version))
        yield state, events


def verify(record: Record) -> int:
    """Check that the secret matches its commitment, and that a replay gives the same deal and events.
    Returns the number of moves; raises BadRecord on any mismatch."""
    if commitment(record.shuffle.secret) != record.shuffle.commitment:
        raise BadRecord("other_secret")
    if len(record.shuffle.nonces) != record.seats:
        raise BadRecord("nonces_missing", seats=record.seats)
    _verify_commitments(record.shuffle)
    if not knows(registry.game(record.game), record.rules):
        raise BadRecord("other_rules", rules=record.rules)
    said = [record.opening, *(step.events for step in record.steps)]
    happened = 0
    try:
        for _, events in replay(record):
            if events != said[happened]:
                raise BadRecord("other_events", step=happened)
            happened += 1
    except BadRecord:
        raise
    except Illegal as refused:
        if not happened:
            raise BadRecord("no_such_game", reason=refused.code) from None
        raise BadRecord("illegal_step", step=happened, reason=refused.code) from None
    return len(record.steps)


def _verify_commitments(shuffle: Shuffle) -> None:
    """Check that each nonce matches its seat's commitment, or is that commitment itself."""
    if not shuffle.commitments:
        return
    if len(shuffle.commitments) != len(shuffle.nonces):
        raise BadRecord("commitments_missing", seats=len(shuffle.nonces))
    for nonce, committed in zip(shuffle.nonces, shuffle.commitments, strict=True):
        if committed and committed.hex() not in (nonce.hex(), commitment(nonce)):
            raise BadRecord("other_nonce")
