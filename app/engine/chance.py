"""All the randomness in a game. It comes from a single seed, and players can check that nobody rigged it.

The server picks a secret and publishes its SHA-256. Each seat adds a nonce and publishes its SHA-256 too,
before anyone reveals a nonce. The seed is the hash of the secret and all the nonces. When the game is over,
everything is revealed, and anyone can replay the deals. docs/operating.md explains what this proves and what
it can't.

Shuffles use only `Random.random()`, the one method whose sequence Python promises never to change.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = NONCE_BYTES = 32  # fixed lengths, so that joining them is unambiguous


def commitment(secret: bytes) -> str:
    """The hash of a secret or a nonce, published before the value itself is revealed."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> str:
    """A game's seed, computed from the server's secret and each seat's nonce, in seat order."""
    if len(secret) != SECRET_BYTES or any(len(nonce) != NONCE_BYTES for nonce in nonces):
        raise ValueError(f"a secret and a nonce are {SECRET_BYTES} bytes long")
    return sha256(secret + b"".join(nonces)).hexdigest()


def stream(seed: str | int, label: str) -> Random:
    """A random generator for one purpose: each label gives an independent stream."""
    said = f"{label}:{seed}".encode(errors="surrogatepass")  # a typed seed may hold lone surrogates
    return Random(int.from_bytes(sha256(said).digest(), "big"))


def shuffled(things: Iterable[T], chance: Random) -> list[T]:
    """These items in random order (Fisher–Yates)."""
    order, random = list(things), chance.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def pick(things: Sequence[T], chance: Random) -> T:
    """One of these items, each equally likely."""
    return things[int(chance.random() * len(things))]
