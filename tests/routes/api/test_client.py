"""The client and the bot in examples/, which people copy, against a real server."""

import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import RemoteDisconnected
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx2
import pytest

from app import ROOT
from app.table import playable_games
from examples.housewarming_client import Refused, Table
from tests.support.flaky_network import Proxy
from tests.support.server import Server, environment

EXAMPLES = ROOT / "examples"


@pytest.fixture
def address(house: Server) -> str:
    return house.url.rstrip("/")


def until(table: Table, wanted: Any) -> dict[str, Any]:
    """The first update that is wanted."""
    return next(now for now in table.updates() if wanted(now))


def begun(address: str, game: str = "dream_home", **options: str | int | bool) -> tuple[Table, Table]:
    """A table where it is the host's turn, and a guest's view of it."""
    host = Table.open(address, game, "Ada", **options)
    guest = Table.join(address, host.code, "Bruno")
    host.ready()
    guest.ready()
    host.start()
    return host, guest


def played(table: Table, chance: Random) -> dict[str, Any]:
    """Play a seat to the end, as somebody else's program would."""
    for now in table.updates():
        while now["moves"]:
            move = chance.choice([each for each in now["moves"] if each != ["undo"]])
            try:
                table.move(now, move)
            except Refused as refused:
                if refused.code != "stale":  # the other seat was faster
                    raise
            now = table.look()
        if now["status"] == "finished":
            return now
    raise AssertionError


@pytest.mark.parametrize("game", playable_games.names())
def test_the_copied_bot_plays_a_whole_game_of_each_kind(address: str, tmp_path: Path, game: str) -> None:
    for file in EXAMPLES.glob("*.py"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    host = Table.open(address, game, "Ada")
    words = [sys.executable, str(tmp_path / "bot.py"), address, host.code, "Robin"]
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as bot:
        try:
            until(host, lambda now: len(now["seats"]) == 2 and now["seats"][1]["ready"])
            host.ready()
            host.start()
            end = played(host, Random(3))
            said, _ = bot.communicate(timeout=120)
        finally:
            bot.kill()
    totals = [each["total"] for each in end["view"]["scores"]]
    assert said.splitlines() == [f"Ada: {totals[0]}", f"Robin: {totals[1]}"]
    assert host.record()["game"] == game
    assert host.log()["log"][0]["version"] == 1


def test_a_table_with_the_servers_own_bots_is_opened_with_its_options(address: str) -> None:
    host = Table.open(address, "home_staging", "Ada", open_pencils=True, hints="off")
    assert host.add_bot() == 1
    assert host.add_bot("random") == 2
    host.ready()
    now = host.start()
    assert (now["status"], [seat["kind"] for seat in now["seats"]]) == ("playing", ["human", "bot", "bot"])
    assert (now["options"]["open_pencils"], now["table_options"]["hints"]) == (True, "off")
    host.leave()
    assert Table(address, host.code).look()["seats"][0]["level"], "a bot plays on"


def test_what_the_server_refuses_is_raised_with_its_code(address: str) -> None:
    host, guest = begun(address, first_player=0)
    now = host.look()
    with pytest.raises(Refused, match=r"\(stale\)$") as stale:
        host.move({**now, "turn": now["turn"] + 7}, now["moves"][0])
    assert (stale.value.status, stale.value.code) == (409, "stale")
    with pytest.raises(Refused, match="already_started"):
        Table.join(address, host.code, "Celina")
    with pytest.raises(Refused, match="other_key"):
        guest.start()
    with pytest.raises(Refused, match="unknown_key"):
        Table(address, host.code, "wrong").look()


@pytest.mark.parametrize(("code", "key"), [("nowhere-at-all-99", ""), ("", "wrong")])
def test_updates_of_a_table_that_is_not_ones_own_end(address: str, code: str, key: str) -> None:
    host = Table.open(address, "dream_home", "Ada")
    with pytest.raises(Refused, match="closed"):
        next(Table(address, code or host.code, key).updates())


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    with Proxy(address).running() as proxy:
        yield proxy


def test_updates_go_on_after_the_network_was_away(address: str, proxy: Proxy) -> None:
    host, guest = begun(address, first_player=0)
    updates = Table(proxy.url, host.code, guest.seat_key).updates()
    before = next(updates)
    proxy.cut()
    now = host.look()
    host.move(now, now["moves"][0])
    proxy.heal()

    assert next(updates)["version"] == before["version"] + 1


@pytest.fixture
def forgetful(address: str) -> Iterator[str]:
    """Stands between a program and the server, and loses the first answer."""
    passed_on: list[str] = []

    class Between(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            kept = {
                name: self.headers[name] for name in ("Authorization", "Content-Type") if name in self.headers
            }
            answer = httpx2.post(f"{address}{self.path}", content=sent, headers=kept, timeout=60)
            passed_on.append(self.path)
            if len(passed_on) > 1:
                self.send_response(answer.status_code)
                self.end_headers()
                self.wfile.write(answer.content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name in the base class
            """It has nothing to say."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Between) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_move_whose_answer_is_lost_is_sent_again_and_made_once(address: str, forgetful: str) -> None:
    host, _ = begun(address, first_player=0)
    now = host.look()

    made = Table(forgetful, host.code, host.seat_key).move(now, now["moves"][0])

    assert made == now["version"] + 1 == host.look()["version"]


def test_a_seat_whose_answer_is_lost_is_not_asked_for_again(address: str, forgetful: str) -> None:
    host = Table.open(address, "dream_home", "Ada")

    with pytest.raises(RemoteDisconnected):
        Table.join(forgetful, host.code, "Bruno")

    assert [seat["name"] for seat in host.look()["seats"]] == ["Ada", "Bruno"]


def test_the_client_stays_small_and_needs_one_package() -> None:
    text = (EXAMPLES / "housewarming_client.py").read_text()
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))

    assert text.count("\n") <= 150
    assert imported - set(sys.stdlib_module_names) == {"websockets"}


def test_the_page_about_the_api_hands_out_both_files(address: str) -> None:
    page = httpx2.get(f"{address}/api/docs", timeout=30).text
    for file in EXAMPLES.glob("*.py"):
        assert f'href="../examples/{file.name}"' in page
        answer = httpx2.get(f"{address}/examples/{file.name}", timeout=30)
        assert (answer.status_code, answer.text) == (200, file.read_text())
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    for elsewhere in ("nothing.py", "..%2Fpyproject.toml", "%00"):
        assert httpx2.get(f"{address}/examples/{elsewhere}", timeout=30).status_code == 404


def test_the_docs_begin_with_the_bot_as_it_is(house: Server) -> None:
    written = (ROOT / "docs" / "api.md").read_text()
    first = written.split("```python\n")[1].partition("```")[0]

    assert first in (EXAMPLES / "bot.py").read_text()
    assert "def choose" in httpx2.get(f"{house.url.rstrip('/')}/api/docs", timeout=30).text
