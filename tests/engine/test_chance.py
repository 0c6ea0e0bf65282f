"""Shuffles never change: any version on any Python can deal old games again from their seeds."""

from collections import Counter
from hashlib import sha256

import pytest

from app.engine import dream_home
from app.engine.chance import commitment, pick, seed_of, shuffled, stream

SECRET = bytes(range(32))
NONCES = (bytes(32), bytes([255] * 32))


def test_the_numbers_of_a_stream_never_change() -> None:
    chance = stream("a rainy evening", "rooms")
    assert [chance.random() for _ in range(3)] == [0.9558831879343915, 0.54090709108594, 0.2299132142580016]


def test_a_shuffle_never_changes() -> None:
    assert shuffled(range(10), stream("seed", "rooms")) == [7, 4, 1, 5, 6, 9, 3, 2, 8, 0]
    assert shuffled("kitchen", stream("seed", "rooms")) == list("tcnhiek")
    assert shuffled(range(10), stream(7, "rooms")) == [0, 3, 5, 9, 8, 7, 1, 6, 4, 2]
    assert shuffled(range(10), stream("7", "rooms")) == [0, 3, 5, 9, 8, 7, 1, 6, 4, 2]


def test_a_deal_of_dream_home_never_changes() -> None:
    start = dream_home.new(3, {}, "a rainy evening")
    assert dream_home.opening(start) == (
        ("first", 2),
        (
            "deal",
            1,
            ("study/1", "kitchen/8", "bedroom/4", "bedroom/8", "living_room/2"),
            ("canopy_bed", "green", "green", "architect"),
        ),
    )
    assert start.deck.rooms.hex() == (
        "380723160f043c1f2f181a35250e32082810272b051e03211c29090b31373b3a0c262d0634201301331b151739"
        "1d1214222a360a2c2e24"
    )
    assert start.deck.specials.hex() == (
        "0e1905011a0509070c01160a0f1b100e121807031004070f030e08010501070d010702031711031514031106"
    )


def test_a_shuffle_leaves_the_original_alone() -> None:
    things = [1, 2, 3, 4, 5, 6]
    assert sorted(shuffled(things, stream(1, "test"))) == things == [1, 2, 3, 4, 5, 6]
    assert shuffled([], stream(1, "test")) == []


def test_every_order_is_about_equally_likely() -> None:
    chance = stream("fair", "test")
    orders = Counter(tuple(shuffled("abc", chance)) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())


def test_every_pick_is_about_equally_likely() -> None:
    chance = stream("fair", "test")
    picks = Counter(pick("abcd", chance) for _ in range(4000))
    assert sorted(picks) == list("abcd")
    assert all(900 < times < 1100 for times in picks.values())


def test_each_use_of_a_seed_has_a_stream_of_its_own() -> None:
    assert stream("seed", "rooms").random() != stream("seed", "specials").random()
    assert stream("seed", "rooms").random() != stream("need", "rooms").random()


# -- the proof -----------------------------------------------------------------------------------------------


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert commitment(SECRET) == sha256(SECRET).hexdigest()


def test_the_seed_is_the_sha256_of_the_secret_and_the_nonces_in_order_of_seats() -> None:
    assert seed_of(SECRET, NONCES) == sha256(SECRET + NONCES[0] + NONCES[1]).hexdigest()
    assert seed_of(SECRET, NONCES) == "c92a16c80431bc852d8cd83bbc477820b3160bbea1028e96e57640bdc42dfa97"
    assert seed_of(SECRET, NONCES[::-1]) != seed_of(SECRET, NONCES)
    assert seed_of(SECRET, ()) == commitment(SECRET)


@pytest.mark.parametrize(
    ("secret", "nonces"),
    [
        (SECRET[1:], NONCES),
        (SECRET + b"\0", NONCES),
        (b"", NONCES),
        (SECRET, (NONCES[0], b"")),
        (SECRET, (NONCES[0][1:], NONCES[1])),
        (SECRET, (NONCES[0] + NONCES[1],)),
    ],
)
def test_secrets_and_nonces_of_another_length_are_refused(secret: bytes, nonces: tuple[bytes, ...]) -> None:
    """Otherwise bytes could move from one to the next without changing the hash."""
    with pytest.raises(ValueError, match="32 bytes"):
        seed_of(secret, nonces)
