"""The players' part of the shuffle as pure steps: a hash in the lobby, the number after Start, the deal."""

from collections.abc import Callable

import pytest

from app.engine import wire
from app.engine.chance import commitment, seed_of
from app.engine.core import Illegal
from app.table import fair_shuffle, next_game, seating
from app.table.fair_shuffle import committed, revealed
from app.table.seating import Table

SECRET, MADE, OWN = b"s" * 32, b"n" * 32, b"o" * 32
HASH = commitment(OWN)
ADA, BRUNO = 1, 2


def lobby() -> Table:
    """Ada and Bruno, both ready."""
    made = seating.opened("dream_home", {}, SECRET)
    for name in ("Ada", "Bruno"):
        made, place = seating.seated(made, name, MADE)
        made = seating.ready(made, place.id)
    return made


def refused(step: Callable[[], object]) -> str:
    with pytest.raises(Illegal) as refusal:
        step()
    return refusal.value.code


def test_what_was_revealed_is_the_seats_part_of_the_seed() -> None:
    table = seating.shuffling(committed(lobby(), ADA, HASH))
    begun = seating.started(revealed(table, ADA, OWN.hex()))
    shuffle = seating.shuffle_of(begun)
    assert shuffle.nonces == (OWN, MADE)
    assert shuffle.commitments == (bytes.fromhex(HASH), b"")
    assert shuffle.seed == seed_of(SECRET, (OWN, MADE))
    assert (begun.status, begun.shuffling) == (seating.PLAYING, False)


def test_what_was_not_revealed_counts_by_its_hash() -> None:
    begun = seating.started(seating.shuffling(committed(lobby(), ADA, HASH)))
    assert seating.shuffle_of(begun).nonces == (bytes.fromhex(HASH), MADE)
    assert [place.name for place in fair_shuffle.unrevealed(begun)] == ["Ada"]


def test_a_seat_commits_once() -> None:
    table = committed(lobby(), ADA, HASH)
    assert committed(table, ADA, HASH) == table
    assert refused(lambda: committed(table, ADA, commitment(MADE))) == "committed_already"


@pytest.mark.parametrize(
    "typed", ["", "ab", "A" * 64, "g" * 64, "٣" * 64, "a" * 63 + "\n", "a" * 65, "a" * 10**6]
)
def test_what_is_no_hash_and_no_number_is_refused(typed: str) -> None:
    table = seating.shuffling(committed(lobby(), ADA, HASH))
    assert refused(lambda: committed(lobby(), ADA, typed)) == "bad_nonce"
    assert refused(lambda: revealed(table, ADA, typed)) == "bad_nonce"


def test_nothing_is_revealed_before_start_and_nothing_after_the_deal() -> None:
    table = committed(lobby(), ADA, HASH)
    assert refused(lambda: revealed(table, ADA, OWN.hex())) == "revealed_early"
    begun = seating.started(seating.shuffling(table))
    assert refused(lambda: revealed(begun, ADA, OWN.hex())) == "dealt_already"
    in_time = seating.started(revealed(seating.shuffling(table), ADA, OWN.hex()))
    assert revealed(in_time, ADA, OWN.hex()) == in_time, "a form that was sent twice does no harm"


def test_a_number_that_the_seat_did_not_commit_to_is_refused() -> None:
    table = seating.shuffling(committed(lobby(), ADA, HASH))
    assert refused(lambda: revealed(table, ADA, MADE.hex())) == "other_nonce"
    assert refused(lambda: revealed(table, BRUNO, OWN.hex())) == "other_nonce", "Bruno committed to nothing"


def test_from_start_to_the_deal_the_lobby_stays_as_it_is() -> None:
    table = seating.shuffling(committed(lobby(), ADA, HASH))
    steps: list[Callable[[], object]] = [
        lambda: committed(table, BRUNO, HASH),
        lambda: seating.seated(table, "Eve", MADE),
        lambda: seating.with_bot(table, "greedy"),
        lambda: seating.without(table, BRUNO),
        lambda: seating.ready(table, BRUNO, False),
        lambda: seating.reordered(table, [BRUNO, ADA]),
        lambda: seating.with_options(table, {"first_player": 0}),
    ]
    assert {refused(step) for step in steps} == {"shuffling"}
    assert seating.shuffling(table) == table, "Start may be pressed again"


def test_every_seat_is_bound_to_something_before_anything_is_revealed() -> None:
    table, _ = seating.with_bot(committed(lobby(), ADA, HASH), "greedy")
    bound = fair_shuffle.commitments(table)
    assert bound[:2] == [HASH, commitment(MADE)]
    begun = seating.started(revealed(seating.shuffling(table), ADA, OWN.hex()))
    assert [commitment(nonce) for nonce in seating.shuffle_of(begun).nonces] == bound


def test_at_the_next_table_everybody_commits_anew() -> None:
    begun = seating.started(revealed(seating.shuffling(committed(lobby(), ADA, HASH)), ADA, OWN.hex()))
    again = next_game.again(begun, b"t" * 32, (b"x" * 32, b"y" * 32))
    assert fair_shuffle.uncommitted(again, (ADA, BRUNO)) == [ADA, BRUNO]
    assert not seating.shuffle_of(again).commitments


def test_a_table_from_before_is_read_as_it_was() -> None:
    """Its places and it itself end where they ended then."""
    plain = wire.parse(wire.dumps(lobby()))
    older = plain[: Table._fields.index("chosen")]
    older[2] = [place[:-2] for place in plain[2]]
    assert wire.loads(Table, wire.dumps(older)) == lobby()._replace(chosen=None)
