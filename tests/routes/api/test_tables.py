"""The JSON API on a real server: tables, seats, a whole game, its log, and every kind of refusal."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest

from app.engine import dream_home, record, wire
from app.engine.chance import commitment
from app.engine.core import totals
from app.engine.dream_home.notation import read_house
from app.engine.dream_home.scoring import PARTS, score_house
from app.table import playable_games
from tests.support.api import TABLES, Guest, a_table, error, joined, play_out, started
from tests.support.command import housewarming
from tests.support.server import Server, serving


@pytest.fixture
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


def test_a_new_table_returns_its_address(web: httpx2.Client) -> None:
    made = web.post(TABLES, json={"game": "dream_home", "name": "Ada"}).json()
    links = made["links"]
    assert set(links) == {"table", "play", "watch"}
    assert web.get(links["table"]).json()["code"] == made["code"]
    for name, says in (("play", "Take a seat"), ("watch", "Ada")):
        page = httpx2.URL(links[name])
        assert (page.path, page.scheme) == (f"/r/{made['code']}{'/watch' * (name == 'watch')}", "http")
        assert says in web.get(page.path, headers={"Accept": "text/html"}).text


@pytest.mark.parametrize("code", ["sunny-sofa-20", "x", "sunny-sofa-42" * 7, "a" * 81, "%F0%9F%98%80" * 90])
def test_an_invalid_code_is_unknown_however_long(web: httpx2.Client, code: str) -> None:
    for address in (f"{TABLES}/{code}", f"{TABLES}/{code}/log", f"/r/{code}"):
        assert error(web.get(address)) == (404, "unknown_table")
    page = web.get(f"/r/{code}", headers={"Accept": "text/html"})
    assert (page.status_code, "There is no table with this code." in page.text) == (404, True)


def test_a_whole_game_through_the_api_and_its_proof(web: httpx2.Client) -> None:
    guests = started(web, "Bruno", neighbours="row")
    committed = guests[0].look()["shuffle"]["commitment"]
    moves = play_out(guests, Random(1))
    over = guests[1].look()
    assert (over["status"], over["waiting"], over["moves"]) == ("finished", [], [])
    for house, scores in zip(over["view"]["houses"], over["view"]["scores"], strict=True):
        assert totals(PARTS, score_house(read_house(house), "row")) == scores
    shuffle = over["shuffle"]
    assert shuffle["commitment"] == committed
    log = web.get(f"{TABLES}/{guests[0].code}/log").json()["log"]
    assert [entry["version"] for entry in log] == list(range(1, moves + 2))
    opening, *steps = log
    proof = {
        "format": record.FORMAT,
        "game": "dream_home",
        "rules": dream_home.rules,
        "seats": 2,
        "options": over["options"],
        "shuffle": shuffle,
        "opening": opening["events"],
        "log": [[step["seat"], step["turn"], step["move"], step["events"]] for step in steps],
    }
    kept = record.read(wire.dumps(proof))
    assert record.verify(kept) == moves
    assert kept.shuffle.seed == over["view"]["seed"]


@pytest.mark.parametrize("game", playable_games.names())
def test_a_finished_games_record_can_be_downloaded_and_proves_its_shuffle(
    web: httpx2.Client, tmp_path: Path, game: str
) -> None:
    ada, bruno = started(web, "Bruno", game=game)
    address = f"{TABLES}/{ada.code}/record"
    assert error(web.get(address)) == (409, "not_over")
    moves = play_out([ada, bruno], Random(3))
    answer = web.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{ada.code}.json"'
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    ended = housewarming("verify-shuffle", str(file))
    assert (ended.status, f"all {moves} steps follow from the seed" in ended.said) == (0, True)
    told = [entry["events"] for entry in web.get(f"{TABLES}/{ada.code}/log").json()["log"]]
    kept = record.read(answer.content)
    assert wire.parse(wire.dumps([kept.opening, *(step.events for step in kept.steps)])) == told

    first_nonce, *_ = answer.json()["shuffle"]["nonces"]
    other = commitment(bytes.fromhex(first_nonce))
    for tampered, complaint in (
        (answer.text.replace(first_nonce, other), "Step "),  # differs, or is illegal with those deals
        (wire.dumps({**answer.json(), "opening": []}), "Step 0 doesn't match the record"),
    ):
        file.write_text(tampered)
        ended = housewarming("verify-shuffle", str(file))
        assert (ended.status, ended.said) == (1, "")
        assert complaint in ended.complained


def test_a_game_that_has_not_begun_has_no_record(web: httpx2.Client) -> None:
    ada, _ = a_table(web)
    assert error(web.get(f"{TABLES}/{ada.code}/record")) == (409, "not_over")


def test_bots_play_a_game_on_their_own_and_the_secret_is_kept_until_the_end(web: httpx2.Client) -> None:
    ada, host = a_table(web)
    for level in ("greedy", "random"):
        assert ada.ask("POST", "/bots", key=host, level=level).status_code == 201
    assert ada.ask("POST", "/ready").status_code == 200
    begun = ada.ask("POST", "/start", key=host).json()
    assert "secret" not in begun["shuffle"]
    assert "seed" not in begun["view"]
    assert [seat["kind"] for seat in begun["seats"]] == ["human", "bot", "bot"]
    assert ada.ask("POST", "/leave").status_code == 200
    assert error(ada.ask("GET", "")) == (401, "unknown_key")
    version = 0
    while web.get(f"{TABLES}/{ada.code}").json()["status"] != "finished":
        seen = web.get(f"{TABLES}/{ada.code}").json()["version"]
        assert seen >= version
        version = seen
    assert web.get(f"{TABLES}/{ada.code}").json()["view"]["scores"]


def test_the_same_move_id_again_gives_the_same_answer(web: httpx2.Client) -> None:
    guests = started(web, "Bruno", first_player=0)
    move = {"turn": guests[0].look()["turn"], "move": ["clear", 1], "id": "one"}
    assert guests[0].ask("POST", "/moves", **move).json() == {"version": 2}
    assert guests[0].ask("POST", "/moves", **move).json() == {"version": 2}
    other = guests[0].ask("POST", "/moves", **{**move, "move": ["clear", 2]})
    assert error(other) == (409, "id_reused")
    assert error(guests[0].ask("POST", "/moves", **{**move, "id": "two"})) == (409, "stale")
    assert guests[0].look()["version"] == 2


def test_a_refused_move_says_why_and_changes_nothing(web: httpx2.Client) -> None:
    guests = started(web, "Bruno", first_player=0)
    before = guests[0].look()
    for move, code in (
        (["take", 1], "clear_first"),
        (["take", -1], "unknown_move"),
        (["clear", 9], "unknown_move"),
    ):
        answer = guests[0].ask("POST", "/moves", turn=before["turn"], move=move, id="x")
        assert error(answer) == (422, code)
    turn = guests[1].look()["turn"]
    assert error(guests[1].ask("POST", "/moves", turn=turn, move=["clear", 1], id="x")) == (
        422,
        "not_your_turn",
    )
    assert guests[0].look() == before


def test_what_needs_a_key_is_refused_without_one(web: httpx2.Client) -> None:
    ada, host = a_table(web)
    other, _ = a_table(web)
    assert error(web.post(f"{TABLES}/{ada.code}/start")) == (401, "key_wanted")
    assert error(ada.ask("POST", "/start")) == (403, "other_key")
    assert error(ada.ask("POST", "/ready", key=host)) == (403, "other_key")
    assert error(ada.ask("POST", "/ready", key=other.key)) == (403, "key_elsewhere")
    assert error(ada.ask("POST", "/ready", key="no such key")) == (401, "unknown_key")
    assert web.get(f"{TABLES}/{ada.code}").json()["moves"] == []


def test_nothing_is_dealt_before_everybody_is_ready(web: httpx2.Client) -> None:
    ada, host = a_table(web)
    assert ada.ask("POST", "/ready").status_code == 200
    assert error(ada.ask("POST", "/start", key=host)) == (422, "bad_seats")
    bruno = joined(web, ada.code, "Bruno")
    assert error(ada.ask("POST", "/start", key=host)) == (409, "not_ready")
    assert error(ada.ask("POST", "/moves", turn=0, move=["pass"], id="x")) == (409, "not_started")
    assert bruno.ask("POST", "/ready").status_code == 200
    assert ada.ask("POST", "/start", key=host).status_code == 200
    assert error(ada.ask("POST", "/start", key=host)) == (409, "already_started")


def test_a_taken_name_gets_a_number_and_a_full_table_is_refused(web: httpx2.Client) -> None:
    ada, _ = a_table(web)
    for name in ("ada", "Ada", "Bruno"):
        joined(web, ada.code, name)
    assert [seat["name"] for seat in ada.look()["seats"]] == ["Ada", "ada 2", "Ada 3", "Bruno"]
    assert error(web.post(f"{TABLES}/{ada.code}/seats", json={"name": "Eve"})) == (409, "table_full")


def test_the_host_removes_a_player(web: httpx2.Client) -> None:
    ada, host = a_table(web)
    bruno = joined(web, ada.code, "Bruno")
    assert error(bruno.ask("POST", "/kick", seat=0)) == (403, "other_key")
    assert error(ada.ask("POST", "/kick", key=host, seat=2)) == (422, "no_such_seat")
    kicked = ada.ask("POST", "/kick", key=host, seat=1).json()
    assert [seat["name"] for seat in kicked["seats"]] == ["Ada"]
    assert error(bruno.ask("POST", "/ready")) == (401, "unknown_key")


def test_a_seat_gets_the_colour_its_player_asks_for(web: httpx2.Client) -> None:
    ada, _ = a_table(web)
    for name, colour in (("Bruno", "teal"), ("Celina", "teal")):
        answer = web.post(f"{TABLES}/{ada.code}/seats", json={"name": name, "colour": colour})
        assert answer.status_code == 201
    colours = [seat["colour"] for seat in ada.look()["seats"]]
    assert colours[1] == "teal"
    assert len({*colours}) == 3
    assert [seat["away"] for seat in ada.look()["seats"]] == [False] * 3


def test_table_options_are_returned_with_the_games(web: httpx2.Client) -> None:
    ada, _ = a_table(web, seconds=60, family=True)
    assert ada.look()["table_options"]["seconds"] == 60
    assert "seconds" not in ada.look()["options"]
    assert ada.look()["options"]["family"] is True


def test_a_code_is_found_however_it_is_typed(web: httpx2.Client) -> None:
    ada, _ = a_table(web)
    typed = ada.code.replace("-", "").upper()
    assert web.get(f"{TABLES}/{typed}").json()["code"] == ada.code
    assert error(web.get(f"{TABLES}/sunny-sofa-99999")) == (404, "unknown_table")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "bad_json"),
        (b"\xff", "bad_json"),
        (b"[]", "bad_request"),
        (b'{"game":"dream_home"}', "bad_request"),
        (b'{"game":"dream_home","name":1}', "bad_request"),
        (b'{"game":"dream_home","name":"Ada","extra":1}', "bad_request"),
        (b'{"game":"chess","name":"Ada"}', "unknown_game"),
        (b'{"game":"dream_home","name":"Ada","options":{"family":1}}', "bad_option"),
        (b'{"game":"dream_home","name":"Ada","options":{"cheating":true}}', "unknown_option"),
        (b'{"game":"dream_home","name":" "}', "name_empty"),
        (b'{"game":"dream_home","name":"' + b"a" * 1000 + b'"}', "name_too_long"),
    ],
)
def test_an_unreadable_or_impossible_request_is_refused(web: httpx2.Client, body: bytes, code: str) -> None:
    assert error(web.post(TABLES, content=body, headers={"Content-Type": "application/json"})) == (422, code)


def test_oversized_bodies_unknown_addresses_and_wrong_methods_are_refused(web: httpx2.Client) -> None:
    assert error(web.post(TABLES, content=b"x" * 100_000)) == (413, "too_large")
    assert error(web.get("/a/b/c/d")) == (404, "not_found")
    assert error(web.put(TABLES)) == (405, "not_this_way")


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", HOUSEWARMING_BOT_PAUSE="0") as first:
        with httpx2.Client(base_url=first.url, timeout=60) as web:
            guests = started(web, "Bruno", first_player=0)
            turn = guests[0].look()["turn"]
            assert guests[0].ask("POST", "/moves", turn=turn, move=["clear", 3], id="a").status_code == 200
            before = guests[0].look()
        first.process.kill()
        first.process.wait(timeout=60)
    with serving(tmp_path / "data") as second, httpx2.Client(base_url=second.url, timeout=60) as web:
        ada, bruno = (Guest(web, guest.code, guest.key) for guest in guests)
        assert ada.look() == before
        assert ada.ask("POST", "/moves", turn=turn, move=["clear", 3], id="a").json() == {"version": 2}
        play_out([ada, bruno], Random(2), begun=1)


def test_the_health_check_and_the_api_description(house: Server) -> None:
    url = house.url.rstrip("/")
    assert httpx2.get(f"{url}/healthz", timeout=30).json() == {"status": "ok"}
    paths = httpx2.get(f"{url}/api/openapi.json", timeout=30).json()["paths"]
    assert "/api/tables/{code}/moves" in paths


def test_guessing_codes_is_rate_limited_and_locks_nobody_with_a_key_out(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as alone, httpx2.Client(base_url=alone.url, timeout=60) as web:
        ada, _ = a_table(web)
        answers = [web.get(f"{TABLES}/sunny-sofa-{number}").status_code for number in range(20, 90)]
        assert answers[0] == 404
        assert answers[-1] == 429
        assert int(web.get(f"{TABLES}/sunny-sofa-42").headers["Retry-After"]) > 0
        assert error(web.get(f"{TABLES}/{ada.code}")) == (429, "too_often")
        assert ada.look()["code"] == ada.code


def test_guessing_keys_is_rate_limited_and_locks_nobody_with_a_right_one_out(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as alone, httpx2.Client(base_url=alone.url, timeout=60) as web:
        ada, _ = a_table(web)
        answers = [ada.ask("POST", "/ready", key=f"wrong {number}").status_code for number in range(70)]
        assert (answers[0], answers[-1]) == (401, 429)
        assert ada.ask("POST", "/ready").status_code == 200
        link = f"/r/{ada.code}/key/"
        assert web.get(f"{link}{'A' * 24}").status_code == 429
        assert web.get(f"{link}{ada.key}").status_code == 200
