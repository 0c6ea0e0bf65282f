"""A process that thinks for bots, and about hints: it reads questions from the server, one a line, and
answers each with a line. It knows the engine and nothing else, and it ends when the server does."""

import os
import sys
from typing import Any, BinaryIO

from app.engine import registry, wire
from app.engine.bots import BOTS, decide
from app.engine.core import Game, Seat
from app.engine.hint import Hint, hint
from app.engine.move_text import read_move
from app.engine.thinking import Thought

LOWEST_PRIORITY = 19
HINT = "hint"  # asked instead of a bot


def question(bot: str, game: Game[Any], state: Any, seat: Seat, seed: str) -> bytes:
    """A line that asks what a bot does next, or for a hint."""
    return wire.dumps((bot, game.id, wire.dumps(state), seat, seed)).encode() + b"\n"


def hinted(line: bytes) -> str:
    """The hint in an answer, as text."""
    return wire.dumps(wire.loads(Hint, line))


def answered(line: bytes) -> Thought:
    """The thought in an answer."""
    moves, playouts, cut, doubt = wire.parse(line)
    return Thought(tuple(read_move(move) for move in moves), int(playouts), bool(cut), int(doubt))


def answer(line: bytes) -> bytes:
    bot, name, state, seat, seed = wire.parse(line)
    game = registry.game(name)
    now = wire.loads(game.state_type, state)
    said = hint(game, now, seat, seed) if bot == HINT else decide(BOTS[bot], game, now, seat, seed)
    return wire.dumps(said).encode() + b"\n"


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    for line in questions:
        answers.write(answer(line))
        answers.flush()


if __name__ == "__main__":
    os.nice(LOWEST_PRIORITY)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(0)  # the server is ending, and nobody reads what we would still say
