"""`housewarming bench …` prints every figure it promises. The values depend on the machine."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from app.cli.bench.store import new_room, raw_sqlite, step
from app.cli.soak.broker import Broker
from app.cli.soak.postgres import running_cluster
from app.engine import dream_home, registry
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import playable_games
from tests.support.command import command, housewarming
from tests.support.server import environment


def test_every_figure_is_in_the_json() -> None:
    ended = housewarming("bench", "engine", "--games", "2", "--json")
    assert (ended.status, ended.complained) == (0, "")
    report = json.loads(ended.said)
    assert (report["game"], report["stop_rule"]) == ("dream_home", "is_game_over")
    assert [row["seats"] for row in report["seats"]] == list(dream_home.seats)
    for row in report["seats"]:
        assert list(row) == ["seats", "moves_per_second", "games_per_second", "ratio"]
        assert all(figure > 0 for figure in row.values())
    for name in ("chess_moves_per_second", "ratio", "view_us", "score_us"):
        assert report[name] > 0, name
    assert report["state_bytes"] > report["state_bytes_compressed"] > 100


def test_every_figure_is_in_the_table() -> None:
    ended = housewarming("bench", "engine", "--games", "1", "--game", "dream_home")
    assert (ended.status, ended.complained) == (0, "")
    title, heads, chess, *rows, mean, looks = ended.said.splitlines()
    assert title == "dream_home, random play, steps with a choice; python-chess until is_game_over()"
    assert heads.split() == ["moves/s", "games/s", "ratio"]
    assert re.fullmatch(r"python-chess +\d+ +1\.00", chess)
    for row, seats in zip(rows, dream_home.seats, strict=True):
        assert re.fullmatch(rf"{seats} seats +\d+ +\d+ +\d+\.\d\d", row)
    assert re.fullmatch(r"mean ratio +\d+\.\d\d", mean)
    assert re.fullmatch(r"view [\d.]+ µs, score [\d.]+ µs, stored state \d+ bytes \(\d+ compressed\)", looks)


def test_a_terminal_that_cannot_show_a_letter_gets_its_code() -> None:
    ended = housewarming("bench", "engine", "--games", "1", PYTHONIOENCODING="ascii")
    assert (ended.status, ended.complained) == (0, "")
    assert re.search(r"\nview [\d.]+ \\xb5s, ", ended.said)
    assert housewarming("simulate", "--help", PYTHONIOENCODING="latin-1").status == 0


def test_unknown_arguments_are_refused_with_a_sentence() -> None:
    ended = housewarming("bench", "engine", "--game", "chess")
    assert ended == (2, "", f"housewarming: Unknown game. Choose one of: {', '.join(registry.names())}.\n")
    ended = housewarming("bench", "engine", "--games", "0")
    assert (ended.status, ended.said) == (2, "")
    assert ended.complained.splitlines()[-1].startswith("Error: Invalid value for '--games'")


def reported(*args: str) -> dict[str, Any]:
    """Make a short run; return its report, after checking that its table is printed too."""
    ended = housewarming("bench", *args, "--json")
    assert (ended.status, ended.complained) == (0, "")
    return dict(json.loads(ended.said))


def test_fanout_is_measured_beside_a_raw_writer() -> None:
    report = reported("fanout", "--sockets", "5,10", "--turns", "1", "--messages", "50", "--seconds", "0.1")
    assert [(row["message"], row["sockets"]) for row in report["closed_loop"]] == [
        ("6 KB", 5),
        ("6 KB", 10),
        ("board", 5),
        ("board", 10),
    ]
    for row in report["closed_loop"]:
        assert all(figure > 0 for name, figure in row.items() if name != "message"), row
        assert row["bytes_ratio"] < 0.2
    assert [row["writer"] for row in report["paced"]] == ["raw", "house", "house, 1 stalled"]
    for row in report["paced"]:
        assert 0 < row["p50_ms"] <= row["p99_ms"]
    assert report["stalled_p99_ratio"] > 0
    assert report["growth"] > 0
    assert report["growth_of_raw"] > 0


def test_wrong_numbers_are_refused() -> None:
    ended = housewarming("bench", "fanout", "--sockets", "5,none")
    assert (ended.status, ended.said) == (2, "")
    assert "numbers above 0" in ended.complained


NOBODY = "postgresql://ada:geheim@127.0.0.1:1/games"


@pytest.mark.parametrize(
    ("words", "variables", "status", "sentence"),
    [
        (["store", "--folder", "/nowhere"], {}, 2, "can't use the folder /nowhere: No such file"),
        (["idle", "--folder", "/nowhere"], {}, 2, "can't use the folder /nowhere: No such file"),
        (["store"], {"HOUSEWARMING_DATABASE_URL": NOBODY}, 1, "can't use the database "),
        (
            ["bus"],
            {"HOUSEWARMING_DATABASE_URL": NOBODY, "HOUSEWARMING_BUS_URL": "redis://127.0.0.1:1"},
            1,
            "can't use the database ",
        ),
    ],
)
def test_missing_things_are_reported_with_a_sentence(
    words: list[str], variables: dict[str, Any], status: int, sentence: str
) -> None:
    ended = housewarming("bench", *words, **variables)
    assert (ended.status, ended.said) == (status, "")
    assert ended.complained.startswith(f"housewarming: {sentence}")
    assert len(ended.complained.splitlines()) == 1
    assert "geheim" not in ended.complained


def check_moves(rows: list[dict[str, Any]], *expected: tuple[str, int]) -> None:
    assert [(row["database"], row["rooms_waiting"]) for row in rows] == [*expected]
    for row in rows:
        for name in ("raw_per_second", "house_per_second", "ratio", "raw_p50_ms"):
            assert row[name] > 0, name
        assert 0 < row["p50_ms"] <= row["p99_ms"]


def test_moves_are_stored_beside_raw_sqlite(tmp_path: Path) -> None:
    report = reported(
        "store", "--waiting", "1,3", "--turns", "1", "--seconds", "0.1", "--folder", str(tmp_path)
    )
    check_moves(report["moves"], ("SQLite", 1), ("SQLite", 3))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.anyio
async def test_the_raw_side_stores_the_same_as_the_server(tmp_path: Path) -> None:
    url = database.parse(f"sqlite:///{tmp_path}/bench.db")
    migrate(url)
    async with Store(url) as store:
        rooms = [await new_room(store, name) for name in ("raw", "house")]
        with raw_sqlite(tmp_path / "bench.db") as raw:
            raw.move(rooms[0])
        await store.append(rooms[1], 1, [step(1)], (0,))
    rows = (
        "SELECT room.version, waiting, entry.version, seat, turn, move_id, move, events, state FROM room"
        " JOIN entry ON room = id WHERE room = ? ORDER BY entry.version"
    )
    with closing(sqlite3.connect(tmp_path / "bench.db")) as conn:
        raw_rows, house_rows = (conn.execute(rows, (room,)).fetchall() for room in rooms)
    assert len(house_rows) == 2
    assert raw_rows == house_rows


@pytest.mark.postgres
def test_moves_are_stored_beside_raw_psycopg_and_cleaned_up(postgres: str) -> None:
    words = ("bench", "store", "--waiting", "2", "--turns", "1", "--seconds", "0.1", "--json")
    ended = housewarming(*words, HOUSEWARMING_DATABASE_URL=postgres)
    assert (ended.status, ended.complained) == (0, "")
    check_moves(json.loads(ended.said)["moves"], ("SQLite", 2), ("Postgres", 2))
    with psycopg.connect(postgres.replace("+psycopg", "")) as conn:
        left = conn.execute("SELECT 1 FROM pg_namespace WHERE nspname LIKE 'housewarming%'").fetchall()
    assert left == []


@pytest.mark.postgres
@pytest.mark.broker
def test_moves_are_announced_by_postgres_by_a_broker_and_not_at_all(postgres: str, broker: Broker) -> None:
    words = ("bench", "bus", "--servers", "1,3", "--rooms", "4", "--turns", "1", "--seconds", "0.1", "--json")
    assert housewarming(*words, HOUSEWARMING_DATABASE_URL=postgres).status == 2
    ended = housewarming(
        *words, HOUSEWARMING_DATABASE_URL=postgres, HOUSEWARMING_BUS_URL="redis://127.0.0.1:1"
    )
    assert (ended.status, len(ended.complained.splitlines())) == (1, 1), ended.complained
    assert ended.complained.startswith("housewarming: the broker isn't answering: ")
    ended = housewarming(*words, HOUSEWARMING_DATABASE_URL=postgres, HOUSEWARMING_BUS_URL=broker.url)
    assert (ended.status, ended.complained) == (0, "")
    rows = json.loads(ended.said)["moves"]
    assert [row["servers"] for row in rows] == [1, 3]
    for row in rows:
        assert row.pop("lock_held") >= 0  # hardly any time, where nothing waits for a disk
        assert all(figure > 0 for figure in row.values())


@pytest.mark.postgres
@pytest.mark.broker
def test_a_slow_disk_is_simulated(postgres: str, broker: Broker) -> None:
    words = ("bench", "bus", "--servers", "2", "--rooms", "2", "--turns", "1", "--seconds", "0.3", "--json")
    slow = (*words, "--pace", "50", "--flush-ms", "30")
    never = housewarming(*slow, HOUSEWARMING_DATABASE_URL=postgres, HOUSEWARMING_BUS_URL=broker.url)
    assert (never.status, never.said) == (1, "")
    assert never.complained.startswith("housewarming: a Postgres with fsync off never flushes")
    with running_cluster(fsync="on") as cluster:
        ended = housewarming(*slow, HOUSEWARMING_DATABASE_URL=cluster.url, HOUSEWARMING_BUS_URL=broker.url)
    assert (ended.status, ended.complained) == (0, "")
    report = json.loads(ended.said)
    assert report["flush_ms"] >= 30
    (row,) = report["moves"]
    for way in ("nobody", "postgres", "broker"):
        assert row[f"{way}_p99_ms"] >= row[f"{way}_p50_ms"] >= 30


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=lambda sent: str(sent.name))
def test_a_stopped_bench_leaves_nothing_behind(tmp_path: Path, sent: signal.Signals) -> None:
    words = ("bench", "idle", "--sockets", "100000", "--tables", "1", "--folder", str(tmp_path))
    with subprocess.Popen(
        command(*words),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as bench:
        while not (found := listening(tmp_path)):
            assert bench.poll() is None
        bench.send_signal(sent)
        bench.communicate(timeout=30)

    assert bench.returncode != 0
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(found, timeout=5)


def listening(folder: Path) -> tuple[str, int] | None:
    """The address of the server of a bench in this folder, once it listens."""
    for lock in folder.glob("*/server.lock"):
        if said := lock.read_text().split():
            here = urlsplit(said[0])
            return str(here.hostname), int(here.port or 0)
    return None


def check_tables(report: dict[str, Any], tables: int, screens: int) -> None:
    ours, bare = report["all"]
    assert (ours["side"], bare["side"]) == ("house", "bare")
    for side in (ours, bare):
        assert (side["tables"], side["screens"]) == (tables, screens)
        assert side["moves"] >= tables
        assert side["server_cpu_ms_a_move"] is None or side["server_cpu_ms_a_move"] >= 0
        assert 0 < side["last_screen_p50_ms"] <= side["last_screen_p99_ms"]
    assert ours["answered_p50_ms"] > 0
    assert ours["put_off"] >= 0
    assert 0 < ours["deflated"] == bare["deflated"] < ours["bytes_a_screen_a_move"]


def test_tables_are_not_measured_in_a_language_that_has_no_texts() -> None:
    ended = housewarming("bench", "tables", "--locale", "xx")
    assert (ended.status, "en, it, pl, ja" in ended.complained) == (2, True)


@pytest.mark.parametrize("game", playable_games.names())
def test_tables_are_measured_end_to_end(tmp_path: Path, game: str) -> None:
    words = ("--game", game, "--tables", "2", "--seconds", "2", "--pace", "20", "--locale", "ja")
    check_tables(reported("tables", *words, "--folder", str(tmp_path)), 2, 10)

    assert [*tmp_path.iterdir()] == []


def test_a_crowd_of_viewers_is_measured_end_to_end(tmp_path: Path) -> None:
    report = reported("viewers", "--viewers", "12", "--seconds", "1", "--folder", str(tmp_path))
    check_tables(report, 1, 16)


def test_frames_are_drawn_beside_bare_jinja() -> None:
    report = reported("render", "--games", "1", "--steps", "4")
    assert [row["side"] for row in report["frames"]] == ["bare Jinja2", "house"]
    for row in report["frames"]:
        assert 0 < row["p50_ms"] <= row["p99_ms"]
        assert row["mean_ms"] > 0
    assert report["ratio"] > 0
    assert report["bytes"] > 5000


def test_hostile_sockets_are_measured_beside_a_page(tmp_path: Path) -> None:
    report = reported("hostile", "--sockets", "4", "--seconds", "0.5", "--folder", str(tmp_path))
    assert [row["when"] for row in report["page"]] == ["quiet", "hostile"]
    assert all(0 < row["p50_ms"] <= row["p99_ms"] for row in report["page"])
    assert report["p99_ratio"] > 0
    assert report["opened"] >= 4, "all of them were let in"
    assert report["sent_mib"] > 0
    assert {"load", "memory_mib"} <= report.keys()


def test_idle_tables_and_sockets_are_weighed(tmp_path: Path) -> None:
    report = reported("idle", "--sockets", "40", "--tables", "5", "--folder", str(tmp_path))
    assert (report["sockets"], report["tables"]) == (40, 5)
    assert report["server_mb"] > 10
    assert report["connection_kib"] > 1
    assert report["table_kib"] > 1
    assert 0 < report["back_p50_ms"] <= report["back_p99_ms"]
    assert [*tmp_path.iterdir()] == []
