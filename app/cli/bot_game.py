"""A whole game between bots."""

from collections.abc import Sequence
from time import process_time
from typing import Any, NamedTuple

from app.engine.bots import Bot, decide
from app.engine.core import Game, Move, Seat, play, totals


class Played(NamedTuple):
    """A game between bots: its end, and how the bot in one seat thought."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    moves: int
    decisions: int
    playouts: int
    seconds: float  # of processor time
    cut: int  # decisions that ran out of time


def play_out(game: Game[Any], bots: Sequence[Bot], seed: str, watched: Seat = 0) -> Played:
    """Play one game between these bots, one per seat."""
    state = game.new(len(bots), {}, seed)
    planned: list[Move] = []
    moves = decisions = playouts = cut = 0
    seconds, before = 0.0, -1
    while state.waiting:
        seat = state.waiting[0]
        if seat != before or not planned:
            began = process_time()
            thought = decide(bots[seat], game, state, seat, seed, process_time)
            planned, before = [*thought.moves], seat
            if seat == watched:
                seconds += process_time() - began
                decisions, playouts, cut = decisions + 1, playouts + thought.playouts, cut + thought.cut
        state, _ = play(game, state, seat, state.turns[seat], planned.pop(0))
        moves += 1
    points = tuple(totals(game.parts, lines)["total"] for lines in game.score(state))
    return Played(points, game.winners(state), moves, decisions, playouts, seconds, cut)
