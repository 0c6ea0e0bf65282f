"""The clock jumps a day forward or back during a game: keys, presence, play and time limits don't mind."""

import time
from pathlib import Path
from random import Random

import httpx2
from websockets.sync.client import connect

from app.storage.data_folder import secret_in
from app.table.keys import Secret
from app.web import tv_pairing
from tests.support.api import Guest, play_out, started
from tests.support.command import housewarming
from tests.support.next_move import next_move, send
from tests.support.server import serving, turn
from tests.support.tv import browser, code_on, host_of

DAY = 24 * 60 * 60
JUMPS = (DAY, -DAY, 0, 365 * DAY, 0)


def is_away(guests: list[Guest], seat: int) -> bool:
    return bool(guests[0].look()["seats"][seat]["away"])


def test_a_clock_that_jumps_disturbs_nobody(tmp_path: Path) -> None:
    clock, chance = tmp_path / "clock", Random(1)
    turn(clock, 0)
    with (
        serving(
            tmp_path / "data", clock=clock, HOUSEWARMING_KEEP_FINISHED_DAYS="1", HOUSEWARMING_BOT_PAUSE="0"
        ) as server,
        httpx2.Client(base_url=server.url, timeout=60) as web,
        browser(server) as phone,
        browser(server) as tv,
    ):
        guests, secret = started(web, "Bruno", seconds=300), Secret(secret_in(tmp_path / "data"))
        table = host_of(phone)
        live = f"{server.url.replace('http', 'ws')}/api/tables/{guests[0].code}/live"
        with connect(live, additional_headers={"Authorization": f"Bearer {guests[1].key}"}) as viewer:
            viewer.recv(timeout=30)
            for jump in JUMPS:
                code = code_on(tv)
                turn(clock, jump)
                with connect(live) as passer_by:  # a newcomer makes the server look whose time is over
                    passer_by.recv(timeout=30)
                answers = [send(next_move(guests, chance)).status_code for _ in range(4)]
                assert answers == [200] * 4
                assert not is_away(guests, 1), "Bruno's page is open"
                said = phone.post(f"/r/{table}/chat", data={"text": "What time is it?", "place": "1"})
                assert said.status_code == 303
                by_chance = tv_pairing.confirmed(code, secret, time.time() + jump)  # 1 in 200 is valid
                assert (code_on(tv) != code) == (by_chance is None), "a TV that waits shows a code of today"
                assert phone.get("/tv/pair", params={"code": code_on(tv)}).status_code == 200
                assert web.post("/api/tables", json={"game": "dream_home", "name": "Eve"}).status_code == 201
        play_out(guests, chance, begun=4 * len(JUMPS))
        ended = housewarming("verify", HOUSEWARMING_DATA=str(tmp_path / "data"))
        assert ended.status == 0, ended.said
