"""`housewarming fuzz`: plays random moves, legal and mangled, until stopped.

When a game breaks, it is saved as a record that can be imported and replayed. A game counts as broken if:

* an exception other than a refusal is raised;
* a refused move changes the state, or an offered move is refused;
* an undo doesn't restore the state;
* a value doesn't survive serialization.
"""

import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.engine import record, wire
from app.engine.chance import NONCE_BYTES, SECRET_BYTES
from app.engine.core import UNDO, Game, Illegal, Move, offers, play
from app.engine.record import Record, Step

MANGLED = 0.3  # fraction of moves preceded by a mangled one
UNDONE = 0.1


class Broken(Exception):
    """A game that broke, with its record so far and the move that broke it."""

    def __init__(self, dump: Record, move: Any, reason: str) -> None:
        super().__init__(reason)
        self.dump, self.move = dump, move


class Tally(NamedTuple):
    games: int
    steps: int
    refused: int


def fuzz(game: Game[Any], seed: int, folder: Path) -> Iterator[tuple[Tally, Path | None]]:
    """Play games forever; after each, yield the tally, and the dump if the game broke."""
    chance = Random(seed)
    tally = Tally(0, 0, 0)
    while True:
        dump: Path | None = None
        begun = begin(game, chance)
        try:
            steps, refused = play_wildly(game, begun, chance)
            tally = Tally(tally.games + 1, tally.steps + steps, tally.refused + refused)
        except Broken as broken:
            tally = tally._replace(games=tally.games + 1)
            dump = _write(folder, broken)
        yield tally, dump


def begin(game: Game[Any], chance: Random) -> Record:
    """Start a game with random seats, options and seed."""
    seats = chance.choice(game.seats)
    while True:
        options = {option.name: chance.choice(option.values) for option in game.options}
        nonces = tuple(chance.randbytes(NONCE_BYTES) for _ in range(seats))
        try:
            return record.start(game, options, chance.randbytes(SECRET_BYTES), nonces)
        except Illegal:  # the options aren't allowed with this number of seats
            continue


def play_wildly(game: Game[Any], begun: Record, chance: Random) -> tuple[int, int]:
    """Play one game to its end; return how many moves were made and how many were refused."""
    steps: list[Step] = []
    refused = 0
    state = game.new(begun.seats, begun.options, begun.shuffle.seed)
    while state.waiting:
        seat = chance.choice(state.waiting)
        turn = state.turns[seat]
        move: Any = None
        try:
            if chance.random() < MANGLED:
                move = mangled(game, state, chance)
                refused += _refused(game, state, chance.randrange(-1, begun.seats + 1), turn, move)
            move = _any_offer(game, state, seat, chance)
            after, events = play(game, state, seat, turn, move)
            _check(game, after)
        except Exception as error:
            reason = "".join(traceback.format_exception(error))
            raise Broken(begun._replace(steps=tuple(steps)), (seat, turn, move), reason) from error
        state = after
        steps.append(Step(seat, turn, move, events))
    return len(steps), refused


def _any_offer(game: Game[Any], state: Any, seat: int, chance: Random) -> Move:
    moves = offers(game, state, seat)
    if moves[-1] == UNDO and chance.random() > UNDONE:
        moves = moves[:-1]
    return chance.choice(moves)


def _refused(game: Game[Any], state: Any, seat: int, turn: int, move: Any) -> bool:
    """Try a mangled move. It may be legal by chance; if it is refused, the state must not change."""
    before = wire.dumps(state)
    try:
        play(game, state, seat, turn, move)
    except Illegal:
        if wire.dumps(state) != before:
            raise RuntimeError("a refused move changed the state") from None
        return True
    return False


def _check(game: Game[Any], state: Any) -> None:
    """Check the invariants of a state."""
    if wire.loads(game.state_type, wire.dumps(state)) != state:
        raise RuntimeError("the state does not survive the wire")
    for viewer in (None, *range(len(state.turns))):
        wire.dumps(game.view(state, viewer))
    game.score(state)
    for seat in state.waiting:
        if not offers(game, state, seat):
            raise RuntimeError("a seat has to act and has no move")


def mangled(game: Game[Any], state: Any, chance: Random) -> Any:
    """A broken move, or something that isn't a move at all."""
    listed = [move for seat in state.waiting for move in game.moves(state, seat)]
    move = list(chance.choice(listed))
    place = chance.randrange(len(move))
    junk: list[Any] = [
        -1,
        99,
        2**70,
        1.0,
        True,
        None,
        "",
        "none",
        "g9",
        "\ud800",
        "x" * 5000,
        (),
        (1,),
        [1],
        {},
    ]
    how = chance.randrange(5)
    if how == 0:
        move[place] = chance.choice(junk)
    elif how == 1:
        move.insert(place, chance.choice(junk))
    elif how == 2:
        del move[place]
    elif how == 3:
        move = [*move, *chance.choice(listed)]
    else:
        return chance.choice(junk)
    return tuple(move) if chance.random() < 0.9 else move


def _write(folder: Path, broken: Broken) -> Path:
    """Write the dump: the record up to the bad move, and a text file with that move and the error."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{broken.dump.game}-{broken.dump.shuffle.commitment[:12]}"
    path = folder / f"{name}.json"
    path.write_text(record.write(broken.dump), "utf-8")
    story = f"the next step: {broken.move!r}\n\n{broken}"
    (folder / f"{name}.txt").write_text(story, "utf-8", "backslashreplace")
    return path
