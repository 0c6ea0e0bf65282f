"""A table with everybody who might come to it, and what each of them holds: cookies and keys."""

from itertools import count
from random import Random
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from app.live.presence import Presence
from app.storage.schema import KeyRow
from app.table.keys import Secret, new_key
from app.web.admin import session
from app.web.cookies import keys_cookie
from tests.support.in_process_server import Home
from tests.support.stored_games import play
from tests.support.tv import code_on

SURNAME = "Zzyzx"  # of everyone at the table, so an answer that contains it shows something of the table
MARKS = (SURNAME.encode(), b'"events":[[', b'"opening":[[', b"\x89PNG")
WORDS_IN_CHAT = f"I am {SURNAME}"

_networks = count(1)


def address() -> str:
    """An address that nobody has come from yet, so that no rate limit counts."""
    number = next(_networks)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Person(NamedTuple):
    cookies: dict[str, str]
    key: str | None = None  # what their program sends

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


class Scene:
    """One table in some phase, with its people."""

    def __init__(self, home: Home, phase: str, watching: str, handed: bool = False) -> None:
        self.home, self.phase = home, phase
        self.people: dict[str, Person] = {}
        self._seat_people(watching)
        self._let_in_spectators()
        if phase != "lobby":
            self._begin()
        self.ask("host", "POST", f"{self.page}/chat", text=WORDS_IN_CHAT)
        self._gather_the_rest()
        if handed:
            self.ask("host", "POST", f"{self.page}/host", place=self.places["host"])
            self.people["heir"] = self.people["seat"]
        self.before = self.fingerprint()
        self.spent = False  # whether a request has changed something

    # -- asking the server -----------------------------------------------------------------------------------

    def ask(self, who: str, method: str, path: str, **form: Any) -> Any:
        """Send a form or a program's request that must succeed."""
        guest, holder = self.guest(), self.people[who]
        if path.startswith("/api/"):
            bearer = {"Authorization": f"Bearer {holder.key}"} if holder.key else {}
            answer = guest.request(method, path, headers=bearer, json=form or None)
        else:
            given = form or None if method == "POST" else None
            answer = guest.request(method, path, headers={"Cookie": holder.cookie}, data=given)
        assert answer.status_code < 400, answer.text
        return answer

    def guest(self) -> TestClient:
        return self.home.guest(address=address())

    @property
    def room(self) -> Any:
        return self.home.room(self.code)

    @property
    def page(self) -> str:
        return f"/r/{self.code}"

    @property
    def api(self) -> str:
        return f"/api/tables/{self.code}"

    def fingerprint(self) -> object:
        """Everything that a request may change at the table."""
        room = self.room
        self.home.call(room.refresh)
        keys: list[KeyRow] = self.home.call(self.home.services.store.keys_in, room.id)
        return room.at, room.presence.nudges, room.reactions.shown, sorted(key.hash for key in keys)

    # -- who is there ----------------------------------------------------------------------------------------

    def _seat_people(self, watching: str) -> None:
        options = {"watching": watching, "take_back": True, "first_player": 0}
        asked = {"game": "dream_home", "name": f"Ada {SURNAME}", "options": options}
        made = self.guest().post("/api/tables", json=asked).json()
        self.code, seat_key, host_key = made["code"], made["seat_key"], made["host_key"]
        held = keys_cookie(self.code)
        self.people |= {
            "passer": Person({}),
            "stranger": Person({}),
            "seat": Person({held: seat_key}, seat_key),
            "hosting": Person({held: host_key}, host_key),
            "both": Person({held: f"{host_key}.{seat_key}"}, host_key),
        }
        self.people["host"] = self.people["both"]
        for who in ("player", "left", "kicked"):
            taken = self.ask("passer", "POST", f"{self.api}/seats", name=f"{who.title()} {SURNAME}").json()
            self.people[who] = Person({held: taken["seat_key"]}, taken["seat_key"])
        self.places = {name: place.id for name, place in zip(SEATED, self.room.table.places, strict=True)}

    def _let_in_spectators(self) -> None:
        for who in ("asker", "watcher"):
            guest = self.guest()
            guest.post(f"{self.page}/watch", data={"name": who.title()})
            key = guest.cookies[keys_cookie(self.code)]
            self.people[who] = Person({keys_cookie(self.code): key}, key)
            self.places[who] = self.room.table.spectators[-1].id
        self.ask("host", "POST", f"{self.page}/watch/admit", place=self.places["watcher"])
        tv = self.guest()
        self.ask("host", "POST", "/tv/pair", code=code_on(tv), table=self.code)
        tv.get("/tv")
        key = tv.cookies[keys_cookie(self.code)]
        self.people["tv"] = Person({keys_cookie(self.code): key}, key)

    def _begin(self) -> None:
        if self.phase in ("over", "next"):
            self._part()
        self._get_ready()
        self.ask("hosting", "POST", f"{self.api}/start")
        if self.phase in ("over", "next"):
            self.home.call(play, self.room, Random(3))
            if self.phase == "next":
                self.ask("host", "POST", f"{self.page}/again")
            return
        self._part()
        self.ask("watcher", "POST", f"{self.page}/ask", name="Watcher", place=self.places["left"])
        if self.phase == "away":
            self.ask("host", "POST", f"{self.page}/stand-in", place=self.places["player"])

    def _get_ready(self) -> None:
        for name, place in zip(SEATED, SEATED, strict=True):
            if self.places[place] in [each.id for each in self.room.table.places]:
                self.ask("seat" if name == "host" else name, "POST", f"{self.api}/ready")

    def _part(self) -> None:
        """One player leaves, and the host removes another."""
        self.ask("left", "POST", f"{self.api}/leave")
        seat = [place.id for place in self.room.table.places].index(self.places["kicked"])
        self.ask("hosting", "POST", f"{self.api}/kick", seat=seat)

    def _gather_the_rest(self) -> None:
        if self.phase == "lobby":
            self._part()
            self._get_ready()
        elsewhere = self.guest().post("/api/tables", json={"game": "dream_home", "name": "Olga"}).json()
        held = f"{elsewhere['host_key']}.{elsewhere['seat_key']}"
        both = {keys_cookie(elsewhere["code"]): held, keys_cookie(self.code): held}
        self.people["other"] = Person(both, elsewhere["seat_key"])
        token = admin_token(self.home)
        came_in = self.guest()
        came_in.post("/admin/in", data={"token": token})
        self.people["admin"] = Person({session.COOKIE: came_in.cookies[session.COOKIE]}, token)
        key, forged = new_key(), forged_session(self.home)
        self.people["forger"] = Person({keys_cookie(self.code): key, session.COOKIE: forged}, key)
        if self.phase == "gone":
            self.room.presence = Presence(self.home.clock)
            self.home.clock.now += 3600


SEATED = ("host", "player", "left", "kicked")
_tokens: dict[Any, str] = {}


def admin_token(home: Home) -> str:
    folder = home.services.settings.data
    if folder not in _tokens:
        _tokens[folder] = session.new_token(folder)
    return _tokens[folder]


def forged_session(home: Home) -> str:
    """An admin's session, signed by somebody who knows all but the server's secret."""
    from starlette.responses import Response

    answer = Response()
    session.let_in(answer, home.services.settings.data, Secret(b"x" * 32), 4e9, https=False)
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
