"""`housewarming soak kills` kills by a plan that a seed repeats, and its checker finds what is lost."""

import signal
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.cli.soak.crowd import Claim, Crowd
from app.cli.soak.kills import Orders, Recovery, kills, stored_faults
from app.cli.soak.plan import BROKER, POSTGRES, Kill, plan
from app.cli.soak.players import Table
from app.storage import database
from tests.support.command import command, housewarming
from tests.support.network.ports import nobody
from tests.support.server import Server, environment


def test_the_same_seed_makes_the_same_plan() -> None:
    planned = plan(1, 500, 3, (POSTGRES, BROKER))
    assert planned == plan(1, 500, 3, (POSTGRES, BROKER))
    assert planned != plan(2, 500, 3, (POSTGRES, BROKER))
    assert {kill.victim for kill in planned} == {"server 1", "server 2", "server 3", POSTGRES, BROKER}
    at_once = [kill for kill in planned if kill.moves == 0]
    assert 0 < len(at_once) < len(planned) / 2
    assert {kill.victim for kill in plan(1, 100, 1)} == {"server 1"}


def test_a_longer_plan_begins_like_a_shorter_one() -> None:
    assert plan(7, 200, 2)[:20] == plan(7, 20, 2)


def test_only_a_move_asked_for_after_the_kill_counts_as_recovery() -> None:
    recovery = Recovery()
    recovery.killed("server 1", at=10.0)
    recovery.killed(POSTGRES, at=10.0)
    recovery.heard("server 1", 9.9, 10.1)  # its answer was already on the way
    assert recovery.seconds == {}
    recovery.heard("server 2", 10.2, 10.5)
    assert recovery.seconds == {POSTGRES: [0.5]}
    recovery.heard("server 1", 10.5, 11.0)
    recovery.heard("server 1", 11.0, 12.0)
    assert recovery.seconds == {POSTGRES: [0.5], "server": [1.0]}


@pytest.mark.anyio
async def test_the_checker_finds_lost_moves(server: Server, tmp_path: Path) -> None:
    crowd, url = Crowd({"server 1": server.url}, Random(1)), database.address(None, tmp_path / "data")
    while (table := await crowd.open()) is None:
        pass
    while len(table.acknowledged) < 3:
        await crowd.step(table)
    assert stored_faults(url, crowd.tables) == []
    [first, *_] = table.acknowledged
    table.acknowledged.append(first._replace(version=99))
    assert stored_faults(url, crowd.tables) == [f"{table.code}: lost: {table.acknowledged[-1]}"]
    await crowd.leave()


@pytest.mark.anyio
async def test_the_checker_finds_lost_and_doubled_seats_and_dead_tables(server: Server) -> None:
    crowd = Crowd({"server 1": server.url}, Random(1))
    while not crowd.claims:
        await crowd.open()
    assert await crowd.seat_faults() == []
    [ada, bruno, *_] = crowd.claims
    crowd.claims.append(Claim(ada.code, 1, ada.key))
    assert await crowd.seat_faults() == [f"{ada.code}: seat 1 is lost", f"{ada.code}: seat 1 is doubled"]
    crowd.claims[:] = [ada, Claim(bruno.code, bruno.seat, "x" * 24)]
    assert await crowd.seat_faults() == [f"{ada.code}: seat {bruno.seat} is lost"]
    await crowd.leave()
    with nobody() as port:
        forsaken = Crowd({"server 1": f"http://127.0.0.1:{port}"}, Random(1))
        forsaken.tables.append(Table(ada.code, [ada.key], Random(1)))
        assert await forsaken.dead(0.1) == [f"{ada.code}: dead"]
        await forsaken.leave()


def soaked(folder: Path, planned: int, **orders: Any) -> dict[str, Any]:
    """A short run's report, in which nothing may be lost."""
    alone = Orders(1, False, False, planned, seconds=600.0, tables=2, seed=1)
    report = kills(folder, alone._replace(**orders))
    assert report["faults"] == []
    [figures] = report["all"]
    assert figures["acknowledged_moves"] > figures["kills"]
    assert figures["seats"] >= 2 * figures["tables"] > 0
    return report


def test_one_server_on_sqlite_is_killed_and_loses_nothing(tmp_path: Path) -> None:
    report = soaked(tmp_path, 4)
    assert [(row["victim"], row["kills"]) for row in report["victims"]] == [("server", 4)]
    assert 0 < report["victims"][0]["recovery_p50_s"] <= report["victims"][0]["slowest_s"]


@pytest.mark.postgres
@pytest.mark.broker
def test_three_servers_their_postgres_and_their_broker_are_killed_and_lose_nothing(tmp_path: Path) -> None:
    seed = next(each for each in range(100) if kinds(plan(each, 4, 3, (POSTGRES, BROKER))) == ALL)
    report = soaked(tmp_path, 4, servers=3, on_postgres=True, with_broker=True, seed=seed)
    assert {row["victim"] for row in report["victims"]} == ALL


ALL = {BROKER, POSTGRES, "server"}


def kinds(planned: list[Kill]) -> set[str]:
    return {kill.victim.split()[0] for kill in planned}


def test_a_run_ends_when_its_time_is_up(tmp_path: Path) -> None:
    assert kills(tmp_path, Orders(1, False, False, 10**4, 0.01, 1, 1))["all"][0]["kills"] == 0


def test_a_broker_needs_several_servers() -> None:
    ended = housewarming("soak", "kills", "--broker")
    assert ended == (2, "", "housewarming: --broker needs several --servers\n")


def test_the_report_is_printed_as_a_table() -> None:
    ended = housewarming("soak", "kills", "--kills", "1", "--tables", "1", "--seed", "5")
    assert (ended.complained, ended.status) == ("", 0)
    title, _, _, heads, figures, *_ = ended.said.splitlines()
    assert title == "servers on SQLite, killed while people play: 1, --seed 5"
    assert heads.split()[:2] == ["kills", "tables"]
    assert figures.split()[0] == "1"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=lambda sent: str(sent.name))
def test_a_stopped_run_leaves_nothing_behind(tmp_path: Path, sent: signal.Signals) -> None:
    words = ("soak", "kills", "--kills", "1000000", "--tables", "1")
    own = environment(TMPDIR=str(tmp_path))
    with subprocess.Popen(
        command(*words), env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        try:
            while not [*tmp_path.glob("*/1/housewarming.db")]:
                assert running.poll() is None
            running.send_signal(sent)
            said = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130, said
    assert [*tmp_path.glob("*/1")] == []
