"""Golden games: recorded games with every view and a hash of every state, in tests/golden/<game>/*.jsonl.

    python -m scripts.golden            replays all of them and rewrites the files
    python -m scripts.golden --search   searches for new games that show every feature
    python -m scripts.golden --search NAME…   does so for the games with these names only

An intended change to the rules shows up as a diff of these files, an unintended one as a failing test.

The first line of a file contains the data needed to replay the game, and the features it was recorded for.
The last line has the score and the winners. In between, the opening and every move have one line each, with:

* the changes in the spectator's view, and the differences between it and the seats' views;
* how many moves are offered to each seat that has to move;
* a hash of the stored state.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.engine import move_text, registry, wire
from app.engine.chance import NONCE_BYTES, SECRET_BYTES
from app.engine.core import Event, Game, Move, Seat, offers, play, totals
from app.engine.record import Record, Shuffle, Step, start

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
GAMES_A_TABLE = 120
SHOWN_IN = 2  # games that should show each feature, unless the search finds fewer or a game requires fewer


class Played(NamedTuple):
    """A move, with the states before and after it."""

    seat: Seat
    turn: int
    move: Move
    events: tuple[Event, ...]
    before: Any
    after: Any


def nothing_else(state: Any) -> Iterable[tuple[Seat, Move]]:
    return ()


class Table(NamedTuple):
    """A setup for the search, with seats, options, and how likely the players are to choose each move."""

    seats: int
    options: dict[str, Any]
    weight: Callable[[Any, Seat, Move], float]
    # Legal moves that aren't in any list of offered moves.
    further: Callable[[Any], Iterable[tuple[Seat, Move]]] = nothing_else
    games: int = GAMES_A_TABLE
    rules: int | None = None  # None: the current ones


class Golden(NamedTuple):
    """A recorded game, and the features that it was recorded to show."""

    record: Record
    shows: tuple[str, ...]


# -- replay --------------------------------------------------------------------------------------------------


def replay(recorded: Record) -> Iterator[Played]:
    """Replay a recorded game, computing its events and states."""
    game = registry.game(recorded.game)
    state = game.new(recorded.seats, recorded.options, recorded.shuffle.seed, recorded.rules)
    for seat, turn, move, _ in recorded.steps:
        after, events = play(game, state, seat, turn, move)
        yield Played(seat, turn, move, events, state, after)
        state = after


# -- the file ------------------------------------------------------------------------------------------------


def lines(golden: Golden) -> Iterator[str]:
    """Replay a game and yield the lines of its file."""
    recorded = golden.record
    game = registry.game(recorded.game)
    yield wire.dumps(
        {
            "game": recorded.game,
            "rules": recorded.rules,
            "seats": recorded.seats,
            "options": recorded.options,
            "shuffle": recorded.shuffle.told,
            "shows": golden.shows,
        }
    )
    state = game.new(recorded.seats, recorded.options, recorded.shuffle.seed, recorded.rules)
    seen = fields(game.view(state, None))
    yield wire.dumps({"events": game.opening(state), "view": seen, **_beside(game, state)})
    for step in replay(recorded):
        state, before, seen = step.after, seen, fields(game.view(step.after, None))
        yield wire.dumps(
            {
                "seat": step.seat,
                "turn": step.turn,
                "move": step.move,
                "events": step.events,
                "view": _changed(before, seen),
                **_beside(game, state),
            }
        )
    scores = game.score(state)
    yield wire.dumps(
        {
            "scores": scores,
            "totals": [totals(game.parts, each) for each in scores],
            "winners": game.winners(state),
        }
    )


def _beside(game: Game[Any], state: Any) -> dict[str, Any]:
    """The differences between the seats' views and the spectator's, the number of moves offered to each
    seat, and a hash of the state."""
    watched = fields(game.view(state, None))
    views = [_changed(watched, fields(game.view(state, seat))) for seat in range(len(state.turns))]
    beside: dict[str, Any] = {f"view {seat}": other for seat, other in enumerate(views) if other}
    offered = [len(offers(game, state, seat)) for seat in state.waiting]
    return {**beside, "offers": offered, "state": sha256(wire.dumps(state).encode()).hexdigest()[:16]}


def fields(view: Any, path: str = "") -> dict[str, Any]:
    """Flatten a view into values by path, such as `houses.0.cells`."""
    if hasattr(view, "_asdict"):
        inside = view._asdict()
    elif isinstance(view, tuple) and view and all(hasattr(each, "_asdict") for each in view):
        inside = dict(enumerate(view))
    else:
        return {path: view}
    return {
        deeper: value
        for name, each in inside.items()
        for deeper, value in fields(each, f"{path}.{name}" if path else str(name)).items()
    }


def _changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The values that are new or have changed, and null for those that were removed."""
    gone = dict.fromkeys(path for path in before if path not in now)
    return {
        **{path: value for path, value in now.items() if path not in before or before[path] != value},
        **gone,
    }


def read(path: Path) -> Golden:
    """Read the game from a file, but only the part that is needed to replay it."""
    head, _, *steps, _ = map(wire.parse, path.read_text("utf-8").splitlines())
    shuffle = head["shuffle"]
    return Golden(
        Record(
            head["game"],
            head["rules"],
            head["seats"],
            head["options"],
            Shuffle(
                shuffle["commitment"],
                bytes.fromhex(shuffle["secret"]),
                tuple(map(bytes.fromhex, shuffle["nonces"])),
            ),
            (),
            tuple(Step(step["seat"], step["turn"], move_text.read_move(step["move"]), ()) for step in steps),
        ),
        tuple(head["shows"]),
    )


def write(path: Path, golden: Golden) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines(golden)) + "\n", "utf-8")


# -- the search ----------------------------------------------------------------------------------------------


def search(name: str) -> None:
    """Record games that together show every feature, each in several games if possible."""
    tests: Any = import_module(f"tests.engine.{name}.features")
    players: Any = import_module(f"tests.engine.{name}.players")
    tables: Iterable[Table] = players.TABLES
    found = [
        (recorded, frozenset(tests.shown(replay(recorded))))
        for place, table in enumerate(tables)
        for recorded in (_play(registry.game(name), table, f"{place}/{n}") for n in range(table.games))
    ]
    often = Counter(feature for _, shown in found for feature in shown)
    if never := [feature for feature in tests.FEATURES if not often[feature]]:
        raise SystemExit(f"golden: not found in {len(found)} games: {', '.join(never)}")
    for old in (GOLDEN / name).glob("*.jsonl"):
        old.unlink()
    for number, golden in enumerate(_choose(found, often, getattr(players, "SHOWN_IN", SHOWN_IN)), 1):
        rarest = min(golden.shows, key=lambda feature: often[feature])
        write(GOLDEN / name / f"{number:02}-{_slug(rarest)}.jsonl", golden)


def _choose(
    found: list[tuple[Record, frozenset[str]]], often: Counter[str], shown_in: int
) -> Iterator[Golden]:
    """Choose games greedily by the features that each one adds. Rare features count more."""
    wanted = Counter({feature: min(shown_in, times) for feature, times in often.items()})
    found = list(found)
    while +wanted:
        best = max(found, key=lambda each: sum(1 / often[feature] for feature in each[1] if wanted[feature]))
        found.remove(best)
        recorded, shown = best
        yield Golden(recorded, tuple(sorted(feature for feature in shown if wanted[feature])))
        wanted -= Counter(shown)


def _play(game: Game[Any], table: Table, name: str) -> Record:
    """Play a game between players who prefer some moves."""
    chance = Random(name)
    nonces = tuple(_bytes(f"nonce {name} {seat}", NONCE_BYTES) for seat in range(table.seats))
    recorded = start(game, table.options, _bytes(f"secret {name}", SECRET_BYTES), nonces, table.rules)
    state = game.new(table.seats, table.options, recorded.shuffle.seed, table.rules)
    steps = []
    while state.waiting:
        asked = state.waiting[0]
        choices = [(asked, move) for move in sorted(offers(game, state, asked), key=str)]
        choices += table.further(state)
        seat, move = chance.choices(choices, [table.weight(state, *choice) for choice in choices])[0]
        turn = state.turns[seat]
        state, events = play(game, state, seat, turn, move)
        steps.append(Step(seat, turn, move, events))
    return recorded._replace(steps=tuple(steps))


def _bytes(text: str, length: int) -> bytes:
    return sha256(text.encode()).digest()[:length]


def _slug(feature: str) -> str:
    letters = feature.replace("é", "e").lower()
    return "-".join("".join(c if c.isalnum() else " " for c in letters).split())


def main() -> None:
    if sys.argv[1:2] == ["--search"]:
        for name in sys.argv[2:] or registry.names():
            search(name)
    elif sys.argv[1:]:
        raise SystemExit("golden: nothing, or --search with some games or none")
    else:
        for path in sorted(GOLDEN.glob("*/*.jsonl")):
            write(path, read(path))


if __name__ == "__main__":
    main()
