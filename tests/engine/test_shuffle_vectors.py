"""What the script that checks a shuffle has to compute, as Python computes it."""

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from app import ROOT
from app.engine import record, registry
from app.engine.chance import seed_of, shuffled, stream
from app.engine.core import UNDO, offers, play, settle_options

VECTORS: dict[str, Any] = json.loads((ROOT / "tests/fixtures/shuffle_vectors.json").read_text("utf-8"))


def test_the_hashes_are_those_of_sha256() -> None:
    assert len(VECTORS["hashes"]) == 9
    for message, digest in VECTORS["hashes"]:
        assert sha256(bytes.fromhex(message)).hexdigest() == digest


def test_the_seeds_are_those_of_the_secret_and_the_nonces() -> None:
    assert len(VECTORS["seeds"]) == 4
    for each in VECTORS["seeds"]:
        nonces = [bytes.fromhex(nonce) for nonce in each["nonces"]]
        assert seed_of(bytes.fromhex(each["secret"]), nonces) == each["seed"]


def test_the_streams_are_those_of_the_generator() -> None:
    assert len(VECTORS["streams"]) == 5
    for each in VECTORS["streams"]:
        chance = stream(each["seed"], each["label"])
        numbers = [chance.random() for _ in range(700)]
        assert (numbers[:3], numbers[-1]) == (each["first"], each["last"])
        assert shuffled(range(60), stream(each["seed"], each["label"])) == each["shuffled"]


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_game_says_of_its_lots_is_what_its_seed_deals(name: str, seats: int) -> None:
    game, chance = registry.game(name), Random(seats)
    begun = record.start(game, settle_options(game.options, {}), b"s" * 32, (b"n" * 32,) * seats)
    state = game.new(seats, begun.options, begun.shuffle.seed)
    log = [*begun.opening]
    while state.waiting:
        seat = chance.choice(state.waiting)
        move = chance.choice([each for each in offers(game, state, seat) if each != UNDO])
        state, events = play(game, state, seat, state.turns[seat], move)
        log += events
    draws = stream(begun.shuffle.seed, game.id)
    lots = game.lots(seats, begun.options, log)
    assert lots
    for lot in lots:
        order = (
            [lot.things[int(draws.random() * len(lot.things))]] if lot.picks else shuffled(lot.things, draws)
        )
        assert lot.shown
        assert tuple(order[: len(lot.shown)]) == lot.shown
