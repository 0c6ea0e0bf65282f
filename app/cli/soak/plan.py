"""Decides who is killed and when: the same seed gives the same plan."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

POSTGRES, BROKER = "postgres", "broker"
SERVERS_SHARE = 0.8  # of the kills, if there is somebody else to kill
AT_ONCE = 0.15  # of the kills come while the last victim may still be starting
MOST_MOVES, LONGEST_PAUSE, LONGEST_START = 12, 0.02, 0.4


class Kill(NamedTuple):
    """Kill this victim after so many more acknowledged moves and a pause in seconds."""

    victim: str
    moves: int
    pause: float


def plan(seed: int, kills: int, servers: int, others: Sequence[str] = ()) -> list[Kill]:
    chance = Random(seed)
    return [_one(chance, servers, others) for _ in range(kills)]


def _one(chance: Random, servers: int, others: Sequence[str]) -> Kill:
    victim = server(chance.randrange(servers))
    if others and chance.random() > SERVERS_SHARE:
        victim = chance.choice(others)
    if chance.random() < AT_ONCE:
        return Kill(victim, 0, chance.uniform(0, LONGEST_START))
    return Kill(victim, chance.randint(1, MOST_MOVES), chance.uniform(0, LONGEST_PAUSE))


def server(number: int) -> str:
    return f"server {number + 1}"
