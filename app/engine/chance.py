"""All chance of a game comes from one seed, and the seed can be proved not to have been chosen later.

The server picks a secret and shows its SHA-256 at the start; each seat adds a nonce; the seed is the hash of
them all. When the game is over everything is revealed, and anybody can compute the deals again. This proves
that nobody chose the shuffle after seeing the nonces. It can't prove that a host who reads the database
during the game doesn't look.

Shuffles use `Random.random()` alone, the one method whose sequence Python promises to keep.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = NONCE_BYTES = 32  # of fixed length, so that their concatenation can be read in one way only


def commitment(secret: bytes) -> str:
    """What the server shows at the start."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> str:
    """The seed of a game from the server's secret and the nonce of each seat, in order of seats."""
    if len(secret) != SECRET_BYTES or any(len(nonce) != NONCE_BYTES for nonce in nonces):
        raise ValueError(f"a secret and a nonce are {SECRET_BYTES} bytes long")
    return sha256(secret + b"".join(nonces)).hexdigest()


def stream(seed: str | int, label: str) -> Random:
    """The generator of a use of the seed: a further label is a further stream, independent of the others."""
    said = f"{label}:{seed}".encode(errors="surrogatepass")  # a word of the command line may be no text
    return Random(int.from_bytes(sha256(said).digest(), "big"))


def shuffled(things: Iterable[T], chance: Random) -> list[T]:
    """The things in random order (Fisher and Yates)."""
    order, random = list(things), chance.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def pick(things: Sequence[T], chance: Random) -> T:
    """One of the things, each as likely."""
    return things[int(chance.random() * len(things))]
