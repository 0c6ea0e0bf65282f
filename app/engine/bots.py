"""Bots that play any game. A bot never sees a state: `decide` hands it one that its seat imagines."""

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from . import registry
from .chance import pick, stream
from .core import Game, Move, Seat
from .residents import LINEAR, RESIDENTS, Resident
from .thinking import Thought, imagined

Quick = Callable[[Game[Any], Any, Seat, Random], Move]
Bot = Quick | Resident


def random(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
    """Any legal move."""
    return pick(tuple(game.moves(state, seat)), chance)


def greedy(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
    """The move whose result is best for this seat, looking one move ahead; ties are broken at random.

    Where a move turns up something, its results for several deals count, as many as the game's `deals` asks
    for.
    """
    part = registry.part(game.id, "bot")
    value: Callable[[Any, Seat], float] = part.value
    more = part.deals(state) - 1 if hasattr(part, "deals") else 0
    deals = [state, *(imagined(game, state, seat, chance) for _ in range(more))]
    worth = [
        (sum(value(game.apply(deal, seat, move)[0], seat) for deal in deals), move)
        for move in game.moves(state, seat)
    ]
    best = max(points for points, _ in worth)
    return pick([move for points, move in worth if points == best], chance)


def gentle(game: Game[Any], state: Any, seat: Seat, chance: Random) -> Move:
    """Plays like `greedy`, except for every third move, which is random: a newcomer can win against it."""
    plays = random if state.turns[seat] % 3 == 2 else greedy
    return plays(game, state, seat, chance)


# these need no time to speak of
QUICK: dict[str, Quick] = {"random": random, "gentle": gentle, "greedy": greedy}
BOTS: dict[str, Bot] = {**QUICK, **{bot.name: bot for bot in RESIDENTS}}
FRIENDLY = RESIDENTS[0].name  # whom newcomers play against
HURRIED = "greedy"  # decides where there is no time to think
SPARRING: dict[str, Bot] = {**BOTS, LINEAR.name: LINEAR}
"""All of them, and one that only measures others: it takes the turn that promises most points."""


def named(name: str) -> Bot | None:
    """A bot by name, or `search:N` for one that plays every turn out N times and has no taste."""
    kind, _, number = name.partition(":")
    if kind == "search" and number.isascii() and number.isdecimal() and len(number) < 6:
        return Resident(name, "", 0, playouts=int(number), part=1.0)
    return SPARRING.get(name)


def decide(
    bot: Bot,
    game: Game[Any],
    state: Any,
    seat: Seat,
    seed: str,
    clock: Callable[[], float] = monotonic,
) -> Thought:
    """What this bot does next: one move, or a whole turn. The same seed and the same knowledge lead to the
    same decision."""
    chance = stream(seed, f"thoughts {seat} {state.turns[seat]}")
    seen = imagined(game, state, seat, chance)
    if isinstance(bot, Resident):
        return bot.think(game, seen, seat, chance, clock)
    return Thought((bot(game, seen, seat, chance),))
