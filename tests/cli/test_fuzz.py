"""`housewarming fuzz`: it stops when told to, and a failure becomes a record that can be replayed."""

import signal
import subprocess
from collections.abc import Iterable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app import ROOT
from app.cli.fuzz import fuzz, mangled
from app.engine import dream_home, record, registry
from app.engine.core import Event, Move, Seat
from app.engine.dream_home.state import State
from tests.support.command import command, housewarming
from tests.support.server import environment


def broken_game(**functions: Any) -> Any:
    """Dream Home with some of its functions replaced by wrong ones."""
    return SimpleNamespace(**({name: getattr(dream_home, name) for name in dream_home.__all__} | functions))


def first_dump(game: Any, folder: Path) -> Path:
    """The dump of the first game that breaks, out of a few."""
    for tally, dump in fuzz(game, seed=5, folder=folder):
        if dump:
            return dump
        assert tally.games < 10, "nothing broke"
    raise AssertionError("the fuzzer ended by itself")


# -- a sound game --------------------------------------------------------------------------------------------


def test_a_sound_game_never_breaks(tmp_path: Path) -> None:
    played = fuzz(dream_home, seed=1, folder=tmp_path)
    for _ in range(8):
        tally, dump = next(played)
        assert dump is None
    assert tally.games == 8
    assert tally.steps > 8 * 2 * 12 * 2
    assert 0 < tally.refused < tally.steps
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    first, again, other = (
        [next(played)[0] for _ in range(2)]
        for played in (fuzz(dream_home, seed, tmp_path) for seed in (1, 1, 2))
    )
    assert first == again != other


def test_mangled_moves_are_of_every_kind() -> None:
    chance = Random(1)
    state = dream_home.new(3, {}, "mangled")
    moves = [mangled(dream_home, state, chance) for _ in range(300)]
    legal = [move for move in moves if move in list(dream_home.moves(state, state.waiting[0]))]
    assert {type(move) for move in moves} >= {tuple, list, int, str, float, bool, type(None)}
    assert any(type(move) is tuple and not {type(each) for each in move} <= {str, int} for move in moves)
    assert len(legal) < 30


# -- a broken game -------------------------------------------------------------------------------------------


def _apply_fails(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    if move[0] == "place" and state.round == 3:
        raise ZeroDivisionError("the third floor")
    return dream_home.apply(state, seat, move)


def _unsendable_state(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    after, events = dream_home.apply(state, seat, move)
    return (after._replace(room=2.5) if state.round == 2 else after), events  # type: ignore[arg-type]


def _true_for_one(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    after, events = dream_home.apply(state, seat, move)
    return after._replace(scaffold=bool(after.scaffold)), events


def _offers_too_much(state: State, seat: Seat) -> list[Move]:
    return [*dream_home.moves(state, seat), ("keep", "piano")] if seat in state.waiting else []


def _offers_nothing(state: State, seat: Seat) -> Iterable[Move]:
    return dream_home.moves(state, seat) if state.round < 2 else ()


def _judge_stumbles(state: State, seat: Seat, move: Move) -> None:
    if move == ("take",):
        raise IndexError("which column?")
    dream_home.check(state, seat, move)


@pytest.mark.parametrize(
    ("functions", "reason"),
    [
        ({"apply": _apply_fails}, "ZeroDivisionError: the third floor"),
        ({"apply": _unsendable_state}, "TypeError: float has no form on the wire"),
        ({"apply": _true_for_one}, "WireError: int wanted"),
        ({"moves": _offers_too_much}, "Illegal: ('not_now'"),
        ({"moves": _offers_nothing}, "RuntimeError: a seat has to act and has no move"),
        ({"check": _judge_stumbles}, "IndexError: which column?"),
        ({"view": lambda state, viewer: state.deck.nothing}, "AttributeError"),
        ({"score": lambda state: state.houses[4]}, "IndexError"),
    ],
    ids=[
        "exception",
        "no form on the wire",
        "another value after the wire",
        "refused offer",
        "no offer",
        "judge",
        "view",
        "score",
    ],
)
def test_a_failure_becomes_a_record(functions: dict[str, Any], reason: str, tmp_path: Path) -> None:
    dump = first_dump(broken_game(**functions), tmp_path / "dumps")
    story = dump.with_suffix(".txt").read_text("utf-8")
    assert reason in story
    assert story.startswith("the next step: (")

    recorded = record.read(dump.read_bytes())
    assert recorded.game == "dream_home"
    assert recorded.seats in dream_home.seats
    assert record.verify(recorded) == len(recorded.steps), "the sound rules play it up to there"


def test_the_record_ends_with_the_move_before_the_failure(tmp_path: Path) -> None:
    recorded = record.read(first_dump(broken_game(apply=_apply_fails), tmp_path).read_bytes())
    *_, (last, _) = record.replay(recorded)
    assert (last.round, last.step) == (3, "taken")


def test_after_a_broken_game_the_next_one_begins(tmp_path: Path) -> None:
    played = fuzz(broken_game(apply=_apply_fails), seed=5, folder=tmp_path)
    dumps = [next(played)[1] for _ in range(3)]
    assert len(set(dumps)) == 3
    assert {path for path in tmp_path.iterdir() if path.suffix == ".json"} == set(dumps)


# -- the command ---------------------------------------------------------------------------------------------


def test_it_plays_the_given_number_of_games(tmp_path: Path) -> None:
    ended = housewarming(
        "fuzz", "dream_home", "--seed", "3", "--games", "2", "--dumps", str(tmp_path / "dumps")
    )
    assert (ended.status, ended.complained) == (0, "")
    first, last = ended.said.splitlines()
    assert first == "fuzzing dream_home with --seed 3"
    assert last.startswith("2 games, ")
    assert last.endswith(" moves refused, 0 broken")
    assert not (tmp_path / "dumps").exists()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_goes_on_until_it_is_told_to_stop(told: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        command("fuzz", "dream_home", "--dumps", str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env=environment(),
    ) as process:
        try:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline().startswith("fuzzing dream_home with --seed ")
            process.send_signal(told)
            assert process.wait(timeout=60) == 0
            assert process.stdout.read().endswith(" 0 broken\n")
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_an_unknown_game_is_refused() -> None:
    ended = housewarming("fuzz", "chess")
    assert (ended.status, ended.said) == (2, "")
    assert ended.complained == f"housewarming: Unknown game. Choose one of: {', '.join(registry.names())}.\n"
