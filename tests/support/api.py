"""Guests who play through the API."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import httpx2

TABLES = "/api/tables"


class Guest:
    """Somebody who holds keys to a table."""

    def __init__(self, web: httpx2.Client, code: str, key: str) -> None:
        self.web, self.code, self.key = web, code, key

    def ask(self, method: str, what: str, key: str | None = None, **body: Any) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {key or self.key}"}
        return self.web.request(method, f"{TABLES}/{self.code}{what}", headers=headers, json=body or None)

    def look(self) -> dict[str, Any]:
        return dict(self.ask("GET", "").json())


def a_table(web: httpx2.Client, game: str = "dream_home", **options: Any) -> tuple[Guest, str]:
    """Create a table with Ada seated as its host."""
    answer = web.post(TABLES, json={"game": game, "name": "Ada", "options": options})
    assert answer.status_code == 201
    made = answer.json()
    assert made["seat"] == 0
    return Guest(web, made["code"], made["seat_key"]), made["host_key"]


def joined(web: httpx2.Client, code: str, name: str) -> Guest:
    answer = web.post(f"{TABLES}/{code}/seats", json={"name": name})
    assert answer.status_code == 201
    return Guest(web, code, answer.json()["seat_key"])


def started(web: httpx2.Client, *names: str, game: str = "dream_home", **options: Any) -> list[Guest]:
    ada, host = a_table(web, game, **options)
    guests = [ada, *(joined(web, ada.code, name) for name in names)]
    for guest in guests:
        assert guest.ask("POST", "/ready").status_code == 200
    answer = ada.ask("POST", "/start", key=host)
    assert (answer.status_code, answer.json()["status"]) == (200, "playing")
    return guests


def started_and_revealed(guest: Guest, host: str, nonce: str) -> httpx2.Response:
    """The host presses Start, and while it waits this guest reveals; the answer to that."""
    with ThreadPoolExecutor(1) as other:
        start = other.submit(guest.ask, "POST", "/start", key=host)
        while not start.done() and not guest.look()["shuffle"]["revealing"]:
            pass
        answer = guest.ask("POST", "/reveal", nonce=nonce)
        assert start.result().json()["status"] == "playing"
    return answer


def error(answer: httpx2.Response) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    assert body["error"]["message"]
    return answer.status_code, body["error"]["code"]


def play_out(guests: list[Guest], chance: Random, begun: int = 0) -> int:
    """Play random moves to the end; return the number of moves, counting those in `begun`."""
    moves = begun
    while waiting := (table := guests[0].look())["waiting"]:
        table = guests[waiting[0]].look()
        move = chance.choice([each for each in table["moves"] if each != ["undo"]])
        answer = guests[waiting[0]].ask("POST", "/moves", turn=table["turn"], move=move, id=f"move {moves}")
        assert answer.status_code == 200, answer.text
        moves += 1
        assert answer.json() == {"version": moves + 1}
    return moves
