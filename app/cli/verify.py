"""Checks a stored table by replaying its game, entry by entry, starting with the shuffle."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice, tee
from typing import Any, NamedTuple

from app.engine import move_text, record, registry, wire
from app.engine.core import Event, Game, Illegal, knows
from app.engine.record import Outcome, Step
from app.engine.wire import WireError
from app.storage.raw_rows import StoredStep, StoredTable
from app.table import seating
from app.table.seating import CLOSED, LOBBY, Table


class Fault(NamedTuple):
    """A problem with a move (the deal counts as number 0) or with the table itself."""

    reason: str
    step: int | None = None

    def __str__(self) -> str:
        return self.reason if self.step is None else f"step {self.step}: {self.reason}"


class Wrong(Exception):
    """Stored data that can't be read or can't be right."""


def has_other_rules(stored: StoredTable) -> bool:
    """Whether the game began under rules that aren't known here. Such a game can be read but not replayed."""
    return stored.game in registry.names() and not knows(registry.game(stored.game), stored.rules)


def faults(stored: StoredTable, log: Iterable[StoredStep]) -> Iterator[Fault]:
    """All problems with a table and its log, up to the point where the replay has to stop."""
    try:
        game = registry.game(stored.game)
        table = wire.loads(Table, stored.table_text)
    except Illegal:
        yield Fault(f"unknown game {stored.game!r}")
    except WireError as error:
        yield Fault(f"its seats can't be read: {error}")
    else:
        entries, again = tee(log)
        outcomes = (
            _as_stored(game, again)
            if has_other_rules(stored) or table.branch
            else _replayed(game, stored.rules, table, again)
        )
        yield from _faults_of_log(stored, game, table, outcomes, entries)


def _faults_of_log(
    stored: StoredTable,
    game: Game[Any],
    table: Table,
    outcomes: Iterator[Outcome],
    log: Iterable[StoredStep],
) -> Iterator[Fault]:
    state, length = None, 0
    for number, entry in enumerate(log):
        if entry.version != number + 1:
            yield Fault("it is missing", number)
            return
        try:
            state, events = next(outcomes)
        except (Wrong, Illegal, ValueError) as trouble:
            yield Fault(_why_not(trouble), number)
            return
        yield from (Fault(reason, number) for reason in _unlike(game, entry, state, events))
        length = number + 1
    if length < stored.version:
        yield Fault("it is missing", length)
    elif length > stored.version:
        yield Fault("it comes after the end that the table has on record", stored.version)
    if table.status != CLOSED and (table.status == LOBBY) != (length == 0):
        yield Fault(f"its status is {table.status!r}, with {length} entries in its log")
    columns = stored.status, stored.listed, stored.evening
    if columns != (table.status, seating.agreed(table, "listed"), table.evening_code):
        yield Fault("its search columns don't match its text")
    if stored.waiting != wire.dumps(state.waiting if state else ()):
        yield Fault("the stored seats to move differ from those after its last step")


# -- a step --------------------------------------------------------------------------------------------------


def _replayed(game: Game[Any], rules: int, table: Table, log: Iterable[StoredStep]) -> Iterator[Outcome]:
    """Replay the game: the deal, then the outcome of each move."""
    seed = seating.shuffle_of(table).seed
    start = game.new(len(table.places), dict(table.options), seed, rules)
    replayed = record.replayed_practice if table.practice else record.replayed
    yield from replayed(game, start, map(_step, islice(log, 1, None)))


def _as_stored(game: Game[Any], log: Iterable[StoredStep]) -> Iterator[Outcome]:
    return ((_state(game, entry), _events(entry)) for entry in log)


def _why_not(trouble: Exception) -> str:
    """The reason why a move can't be replayed."""
    if isinstance(trouble, Wrong):
        return f"{trouble}"
    if isinstance(trouble, Illegal):
        return f"it isn't legal there ({trouble.code})"
    return f"it can't be replayed: {trouble}"  # such as a malformed secret or nonce


def _unlike(game: Game[Any], entry: StoredStep, state: Any, events: tuple[Event, ...]) -> Iterator[str]:
    """The differences between the stored move and the replayed one."""
    cause = "the move leads to" if entry.version > 1 else "the shuffle deals"
    try:
        if _state(game, entry) != state:
            yield f"its state is not what {cause}"
    except Wrong as wrong:
        yield f"{wrong}"
    try:
        if _events(entry) != events:
            yield f"its events are not what {cause}"
    except Wrong as wrong:
        yield f"{wrong}"


def _step(entry: StoredStep) -> Step:
    if entry.seat is None or entry.turn is None or entry.move is None:
        raise Wrong("it is not a step")
    try:
        return Step(entry.seat, entry.turn, move_text.read_move(wire.parse(entry.move)), ())
    except WireError as error:
        raise Wrong(f"its move can't be read: {error}") from None


def _state(game: Game[Any], entry: StoredStep) -> Any:
    try:
        return wire.loads(game.state_type, zlib.decompress(entry.state))
    except (zlib.error, ValueError) as error:
        raise Wrong(f"its state can't be read: {error}") from None


def _events(entry: StoredStep) -> tuple[Event, ...]:
    try:
        events: tuple[Event, ...] = record.frozen(wire.parse(entry.events))
    except WireError as error:
        raise Wrong(f"its events can't be read: {error}") from None
    return events
