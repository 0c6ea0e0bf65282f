"""The players' part of the shuffle over HTTP: what is taken, what is refused, and the page to check it."""

import json
import re
from html import unescape
from random import Random
from typing import Any

import httpx2
import pytest

from app.engine.chance import commitment, seed_of
from app.table import seating
from tests.support.api import TABLES, a_table, error, joined, play_out, started_and_revealed
from tests.support.api import Guest as Player
from tests.support.guests import Guest, place, press, sat, text
from tests.support.in_process_server import Home
from tests.support.server import Server

OWN, OTHER = (b"o" * 32).hex(), (b"p" * 32).hex()
HASH = commitment(bytes.fromhex(OWN))


def proof(guest: Guest, lobby: str) -> dict[str, Any]:
    """What the page gives its script to check."""
    found = re.search(r'data-proof="([^"]*)"', guest.get(f"{lobby}/shuffle").text)
    assert found
    return dict(json.loads(unescape(found[1])))


def test_a_seat_commits_by_its_own_browser_alone(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_ada = place(ada, lobby)
    assert bruno.post(f"{lobby}/commit", data={"place": of_ada, "commitment": HASH}).status_code == 403
    press(ada, f"{lobby}/commit", place=of_ada, commitment=HASH)
    assert proof(bruno, lobby)["commitments"][0] == HASH
    again = ada.post(f"{lobby}/commit", data={"place": of_ada, "commitment": commitment(b"")})
    assert again.status_code == 409
    assert "This seat has already committed to another random number." in text(again)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "This random number doesn't match its commitment."),
        ("it", "Questo numero casuale non corrisponde alla sua impronta."),
        ("pl", "Ta liczba losowa nie zgadza się ze swoim odciskiem."),
        ("ja", "この乱数はフィンガープリントと一致しません。"),
    ],
)
def test_what_a_browser_may_not_reveal_is_refused_with_a_sentence(
    home: Home, language: str, says: str
) -> None:
    ada, bruno = home.guest(), home.guest(language)
    lobby = sat(ada, (bruno, "Bruno"))
    mine = place(bruno, lobby)
    for guest in (ada, bruno):
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    press(bruno, f"{lobby}/commit", place=mine, commitment=HASH)
    early = bruno.post(f"{lobby}/reveal", data={"place": mine, "nonce": OWN})
    assert early.status_code == 409
    home.call(home.room(lobby).change, seating.shuffling)

    wrong = bruno.post(f"{lobby}/reveal", data={"place": mine, "nonce": OTHER})
    assert (wrong.status_code, says in text(wrong)) == (422, True)
    assert bruno.post(f"{lobby}/reveal", data={"place": mine, "nonce": "x" * 60_000}).status_code == 422
    assert ada.post(f"{lobby}/reveal", data={"place": mine, "nonce": OWN}).status_code == 403
    assert home.room(lobby).table.places[1].revealed == ""

    press(bruno, f"{lobby}/reveal", place=mine, nonce=OWN)
    assert home.room(lobby).table.places[1].revealed == OWN
    press(ada, f"{lobby}/start")
    late = ada.post(f"{lobby}/reveal", data={"place": "1", "nonce": OTHER})
    assert late.status_code == 409
    assert "Your random number came too late: the game has already been dealt." in text(late)


def test_before_the_end_the_page_tells_no_secret(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    table = home.room(lobby).table
    secrets = (table.secret, *(each.nonce for each in table.places))
    for guest in (ada, bruno):
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    pages = [ada.get(f"{lobby}/shuffle").text]
    press(ada, f"{lobby}/start")
    pages.append(ada.get(f"{lobby}/shuffle").text)
    for page in pages:
        assert seating.shuffle_of(table).commitment in page
        assert not [each for each in secrets if each in page]
        assert "The secret and the numbers stay hidden until the game is over." in page


def test_who_runs_no_script_reads_that_the_server_picked(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    made = "No number from their browser: the server picked one."
    assert "Without JavaScript, the server picks your random number" in text(ada.get(lobby))
    assert text(ada.get(f"{lobby}/shuffle")).count(made) == 2


def test_programs_commit_when_they_sit_and_reveal_at_start(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        ada, host = a_table(web)
        sitting = web.post(f"{TABLES}/{ada.code}/seats", json={"name": "Bruno", "commitment": HASH})
        bruno = Player(web, ada.code, sitting.json()["seat_key"])
        for guest in (ada, bruno):
            assert guest.ask("POST", "/ready").status_code == 200
        seen = bruno.look()["shuffle"]
        assert (seen["commitments"][1], seen["revealing"]) == (HASH, False)
        assert error(bruno.ask("POST", "/reveal", nonce=OWN)) == (409, "revealed_early")
        assert error(bruno.ask("POST", "/reveal", nonce=OWN[:-1])) == (422, "bad_request")
        assert error(ada.ask("POST", "/reveal", key=host, nonce=OWN)) == (403, "other_key")
        assert ada.ask("POST", "/start", key=host).json()["status"] == "playing"
        assert error(bruno.ask("POST", "/reveal", nonce=OWN)) == (409, "dealt_already")

        play_out([ada, bruno], Random(5))
        over = bruno.look()["shuffle"]
        assert over["nonces"][1] == HASH, "it was not revealed in time"
        assert over["commitments"] == seen["commitments"]
        nonces = [bytes.fromhex(nonce) for nonce in over["nonces"]]
        assert bruno.look()["view"]["seed"] == seed_of(bytes.fromhex(over["secret"]), nonces)
        kept = web.get(f"{TABLES}/{ada.code}/record").json()["shuffle"]
        assert kept["commitments"] == ["", HASH]
        page = web.get(f"/r/{ada.code}/shuffle", headers={"Accept": "text/html"})
        assert "in time, so its fingerprint counts instead." in text(page)
        assert "No random number arrived in time from Bruno." in text(
            web.get(f"/r/{ada.code}/watch", headers={"Accept": "text/html"})
        )


def test_a_program_that_reveals_in_time_has_its_part(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        made = web.post(TABLES, json={"game": "dream_home", "name": "Ada", "commitment": HASH}).json()
        ada, host = Player(web, made["code"], made["seat_key"]), made["host_key"]
        bruno = joined(web, ada.code, "Bruno")
        for guest in (ada, bruno):
            assert guest.ask("POST", "/ready").status_code == 200
        answer = started_and_revealed(ada, host, OWN)
        assert answer.status_code == 200, answer.text
        play_out([ada, bruno], Random(5))
        assert ada.look()["shuffle"]["nonces"][0] == OWN


def test_a_commitment_that_is_none_takes_no_seat(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        ada, _ = a_table(web)
        for typed in ("ab", "A" * 64, "a" * 65, "a" * 60_000):
            answer = web.post(f"{TABLES}/{ada.code}/seats", json={"name": "Eve", "commitment": typed})
            assert error(answer) == (422, "bad_request")
        assert joined(web, ada.code, "Bruno").look()["seat"] == 1
