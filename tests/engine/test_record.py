"""The record of a game, and `housewarming verify-shuffle`, which redoes its deals."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.engine import dream_home, record, registry, wire
from app.engine.bots import random
from app.engine.chance import commitment
from app.engine.core import Game, Illegal, play
from app.engine.record import BadRecord, Record, Step
from tests.support.command import Ended, housewarming
from tests.support.work import counted

SECRET = sha256(b"the host's secret").digest()
NONCES = tuple(sha256(name).digest() for name in (b"Ada", b"Bruno", b"Celina"))


def played(game: Game[Any], options: dict[str, Any]) -> Record:
    """The record of a random game for three, with an undo in it."""
    recorded = record.start(game, options, SECRET, NONCES)
    state = game.new(3, recorded.options, recorded.shuffle.seed)
    chance = Random(1)
    steps: list[Step] = []
    while state.waiting:
        seat = state.waiting[0]
        turn = state.turns[seat]
        move = ("undo",) if len(steps) == 1 else random(game, state, seat, chance)
        state, events = play(game, state, seat, turn, move)
        steps.append(Step(seat, turn, move, events))
    return recorded._replace(steps=tuple(steps))


GAME = played(dream_home, {"hide_and_seek": True})
TEXT = record.write(GAME)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """The file with one thing changed."""
    fields = json.loads(TEXT)
    change(fields)
    return json.dumps(fields)


# -- writing and reading -------------------------------------------------------------------------------------


def test_what_is_written_is_read_back() -> None:
    assert record.read(TEXT) == GAME
    assert record.read(TEXT.encode()) == GAME
    assert record.write(record.read(TEXT)) == TEXT


def test_the_file_is_one_json_object_with_a_line_for_each_step() -> None:
    fields = json.loads(TEXT)
    assert list(fields) == ["format", "game", "rules", "seats", "options", "shuffle", "opening", "log"]
    assert fields["format"] == "housewarming-game/1"
    assert len(TEXT.splitlines()) == len(GAME.steps) + 2
    assert fields["log"][1][2] == ["undo"]


def test_a_game_without_moves_is_a_record_too() -> None:
    begun = GAME._replace(steps=())
    assert record.read(record.write(begun)) == begun
    assert record.verify(begun) == 0


def test_replaying_gives_every_state_the_opening_first() -> None:
    states = list(record.replay(GAME))
    assert len(states) == len(GAME.steps) + 1
    assert [events for _, events in states] == [GAME.opening, *(step.events for step in GAME.steps)]
    assert states[0][0].round == 1
    assert states[-1][0].waiting == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields.update(format="housewarming-game/2"),
        lambda fields: fields.pop("format"),
        lambda fields: fields.pop("log"),
        lambda fields: fields.update(game=None),
        lambda fields: fields.update(seats=3.0),
        lambda fields: fields.update(seats=True),
        lambda fields: fields.update(rules="1"),
        lambda fields: fields.update(options=[]),
        lambda fields: fields.update(opening=[["first"], "deal"]),
        lambda fields: fields.update(shuffle=[]),
        lambda fields: fields["shuffle"].__setitem__("secret", "00"),
        lambda fields: fields["shuffle"].__setitem__("secret", "x" * 64),
        lambda fields: fields["shuffle"].update(commitment=None),
        lambda fields: fields["shuffle"]["nonces"].append("00" * 31),
        lambda fields: fields["log"].append([]),
        lambda fields: fields["log"][0].append(0),
        lambda fields: fields["log"][0].__setitem__(0, "0"),
        lambda fields: fields["log"][0].__setitem__(1, 1.0),
        lambda fields: fields["log"][0].__setitem__(3, {}),
    ],
)
def test_a_file_of_another_form_is_not_a_record(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(BadRecord) as bad:
        record.read(changed(change))
    assert bad.value.code == "no_record"


@pytest.mark.parametrize("move", [[], ["take", 1.5], ["take", True], ["take", [1]], "take 1", None], ids=str)
def test_a_step_needs_a_move(move: Any) -> None:
    with pytest.raises(Illegal):
        record.read(changed(lambda fields: fields["log"][0].__setitem__(2, move)))


def test_a_file_that_is_far_too_long_is_refused_unread() -> None:
    text = TEXT + " " * record.LONGEST
    with counted() as work, pytest.raises(BadRecord) as caught:
        record.read(text)
    assert caught.value.code == "no_record"
    assert work["parse"] == 0


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b"{" + b'"a":[' * 50_000])
def test_an_unreadable_file_is_not_a_record(text: bytes) -> None:
    with pytest.raises(BadRecord) as bad:
        record.read(text)
    assert bad.value.code == "no_record"


# -- the shuffle ---------------------------------------------------------------------------------------------


def verified(text: str, folder: Path) -> Ended:
    """What `verify-shuffle` says about this file, without the file's name."""
    file = folder / "game.json"
    file.write_text(text, "utf-8")
    ended = housewarming("verify-shuffle", str(file))
    return Ended(
        ended.status,
        ended.said.replace(f"{file}: ", "").strip(),
        ended.complained.replace(f"{file}: ", "").strip(),
    )


@pytest.mark.parametrize("game", registry.names())
def test_an_honest_game_is_verified(tmp_path: Path, game: str) -> None:
    honest = played(registry.game(game), {})
    said = (
        "the secret matches the commitment; "
        f"every deal and all {len(honest.steps)} steps follow from the seed."
    )
    assert verified(record.write(honest), tmp_path) == Ended(0, said, "")


def _flip_secret(fields: dict[str, Any]) -> None:
    secret = bytearray.fromhex(fields["shuffle"]["secret"])
    secret[0] ^= 1
    fields["shuffle"]["secret"] = secret.hex()


def _choose_secret_later(fields: dict[str, Any]) -> None:
    """Replace the secret and its commitment, as if it had been chosen after the deal."""
    _flip_secret(fields)
    fields["shuffle"]["commitment"] = commitment(bytes.fromhex(fields["shuffle"]["secret"]))


def _change_deal(fields: dict[str, Any]) -> None:
    deal = next(event for step in fields["log"] for event in step[3] if event[0] == "deal")
    deal[2][0], deal[2][1] = deal[2][1], deal[2][0]


def _number_of_deal() -> int:
    return next(n for n, step in enumerate(GAME.steps, 1) if any(event[0] == "deal" for event in step.events))


def _change_move(fields: dict[str, Any]) -> None:
    assert fields["log"][0][2][0] == "clear"
    fields["log"][0][2][1] = fields["log"][0][2][1] % 4 + 1


SENTENCES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_flip_secret, "The revealed secret doesn't match the commitment."),
    (
        lambda fields: fields["shuffle"].update(commitment="0" * 64),
        "The revealed secret doesn't match the commitment.",
    ),
    (
        _choose_secret_later,
        "Step 0 doesn't match the record: the shuffle or the rules give a different result.",
    ),
    (
        lambda fields: fields["shuffle"]["nonces"].reverse(),
        "Step 0 doesn't match the record: the shuffle or the rules give a different result.",
    ),
    (lambda fields: fields["shuffle"]["nonces"].pop(), "Each of the 3 seats needs a nonce."),
    (
        _change_deal,
        f"Step {_number_of_deal()} doesn't match the record: "
        "the shuffle or the rules give a different result.",
    ),
    (
        _change_move,
        "Step 1 doesn't match the record: the shuffle or the rules give a different result.",
    ),
    (lambda fields: fields["log"][0].__setitem__(2, ["pass"]), "Step 1 is illegal (not_now)."),
    (lambda fields: fields["log"][0].__setitem__(1, 99), "Step 1 is illegal (stale)."),
    (
        lambda fields: fields["log"].append(fields["log"][-1]),
        f"Step {len(GAME.steps) + 1} is illegal (stale).",
    ),
    (
        lambda fields: fields.update(rules=99),
        "This game was played with version 99 of the rules, but this server has a different one.",
    ),
    (
        lambda fields: fields.update(game="chess"),
        f"Unknown game. Choose one of: {', '.join(registry.names())}.",
    ),
    (
        lambda fields: fields.update(options={"cheating": True}),
        "These seats and options don't make a valid game (unknown_option).",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), SENTENCES)
def test_a_game_that_does_not_agree_with_its_shuffle(
    change: Callable[[dict[str, Any]], object], sentence: str, tmp_path: Path
) -> None:
    assert verified(changed(change), tmp_path) == Ended(1, "", f"housewarming: {sentence}")


def test_a_file_that_is_not_a_record(tmp_path: Path) -> None:
    ended = verified("a letter", tmp_path)
    assert ended == Ended(2, "", "housewarming: This isn't a game record (housewarming-game/1).")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    ended = housewarming("verify-shuffle", str(tmp_path / "none.json"))
    assert (ended.status, ended.said) == (2, "")
    assert ended.complained.endswith("none.json can't be read: No such file or directory\n")


def test_verifying_says_the_same_without_the_command() -> None:
    assert record.verify(GAME) == len(GAME.steps)
    with pytest.raises(BadRecord) as bad:
        record.verify(GAME._replace(seats=2))
    assert bad.value.code == "nonces_missing"
    assert wire.dumps(GAME.shuffle.nonces) == wire.dumps(NONCES)


# -- what the seats committed to -----------------------------------------------------------------------------


def bound(game: Record, *commitments: bytes) -> Record:
    return game._replace(shuffle=game.shuffle._replace(commitments=commitments))


def test_a_nonce_is_the_one_committed_to_or_counts_by_its_hash() -> None:
    whole = played(dream_home, {})
    ada, bruno, _ = NONCES
    kept = bound(whole, sha256(ada).digest(), bruno, b"")
    assert record.verify(kept) == len(whole.steps)
    assert record.read(record.write(kept)) == kept
    assert "commitments" not in record.write(whole), "a file of a table without such browsers is as it was"
    for wrong, code in (
        (bound(whole, sha256(bruno).digest(), bruno, b""), "other_nonce"),
        (bound(whole, sha256(ada).digest()), "commitments_missing"),
    ):
        with pytest.raises(BadRecord) as refusal:
            record.verify(wrong)
        assert refusal.value.code == code


@pytest.mark.parametrize("typed", ["ab", "A" * 64, None, 7, "a" * 66])
def test_a_commitment_that_is_none_makes_no_record(typed: object) -> None:
    fields = json.loads(record.write(played(dream_home, {})))
    fields["shuffle"]["commitments"] = [typed, "", ""]
    with pytest.raises(BadRecord):
        record.read(json.dumps(fields))
