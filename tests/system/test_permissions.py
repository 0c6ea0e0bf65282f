"""Who may see and do what: every route and socket, asked for by every kind of person (`permissions.toml`)."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from starlette.testclient import TestClient

from app.engine.core import offers
from app.net.close_codes import FORBIDDEN, NOT_FOUND, SHUT
from tests.support.everybody import MARKS, Person, Scene, address
from tests.support.in_process_server import Home, at_home, closing
from tests.support.routes import SOCKET, Route, every_route
from tests.support.tv import code_on

TABLE = tomllib.loads((Path(__file__).parent / "permissions.toml").read_text())
PEOPLE = tuple(TABLE["people"].split())
REFUSED = {401: "key", 403: "no", 404: "none", 409: "late", 422: "bad"}
HEX = "1f" * 32


class Row(NamedTuple):
    route: Route
    note: str
    phase: str
    expected: dict[str, str]
    form: dict[str, str]


def row(name: str, told: str) -> Row:
    method, path, *note = name.split(" ", 2)
    phase, *words = told.split()
    form = dict(word.split("=", 1) for word in words if "=" in word)
    same = form.pop("all", "")
    given = [same] * len(PEOPLE) if same else [word for word in words if "=" not in word]
    assert len(given) == len(PEOPLE), f"{name}: one word for each of {PEOPLE}"
    return Row(Route(method, path), "".join(note), phase, dict(zip(PEOPLE, given, strict=True)), form)


ROWS = [row(name, told) for name, told in TABLE["routes"].items()]


def test_every_route_and_socket_has_its_line() -> None:
    """If this fails, add a line to `permissions.toml`: first think about who should get what, then run."""
    routes, lines = {*every_route()}, {row.route for row in ROWS}
    assert sorted(routes - lines) == [], "without a line in permissions.toml: add one that says who gets what"
    assert sorted(lines - routes) == [], "lines in permissions.toml about routes that are gone"


# -- asking --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with at_home(tmp_path_factory.mktemp("house")) as home:
        yield home


class Scenes:
    """Tables in each phase; one that a request has changed is replaced by a new one."""

    def __init__(self, home: Home) -> None:
        self._home, self._kept = home, dict[tuple[str, str, bool], Scene]()

    def get(self, phase: str, who: str) -> Scene:
        """The table that this person comes to."""
        kind = phase, "open" if who == "passer" else "ask", who == "heir"
        scene = self._kept.get(kind)
        if scene is None or scene.spent:
            scene = self._kept[kind] = Scene(self._home, *kind)
        return scene


@pytest.fixture(scope="module")
def scenes(house: Home) -> Scenes:
    return Scenes(house)


def filled(scene: Scene, row: Row) -> dict[str, str]:
    """What the braces in a form or a path stand for at this table."""
    room, state = scene.room, scene.room.state
    parts = {name: str(place) for name, place in scene.places.items()}
    parts |= {"code": scene.code, "hex": HEX, "game": "dream_home", "place": str(scene.places["player"])}
    parts["key"] = str(scene.people["kicked" if row.note == "(old)" else "player"].key)
    if state is not None and scene.phase == "game":
        [move, *_] = offers(room.game, state, 0)
        parts |= {"turn": str(state.turns[0]), "move": " ".join(map(str, move))}
    parts |= {"number": "1", "file": "bot.py"}
    parts["evening"] = room.table.evening_code or "A" * 16
    if "{line}" in row.form.values():
        [line] = scene.home.call(scene.home.services.store.says, room.id, "table")
        parts["line"] = str(line.id)
    if "{pairing}" in row.form.values():
        parts["pairing"] = code_on(scene.guest())
    return parts


def answered(scene: Scene, row: Row, person: Person) -> httpx2.Response:
    parts = filled(scene, row)
    path = row.route.at(**parts)
    form = {name: value.format_map(parts) for name, value in row.form.items()}
    guest = scene.guest()
    if path.startswith("/api/"):
        bearer = {"Authorization": f"Bearer {person.key}"} if person.key else {"Cookie": person.cookie}
        body = {name: _typed(name, value) for name, value in form.items()}
        return guest.request(row.route.method, path, headers=bearer, json=body or None)
    cookie = {"Cookie": person.cookie}
    if row.route.method == "GET":
        return guest.get(path, params=form, headers=cookie)
    return guest.request(row.route.method, path, headers=cookie, data=form)


def _typed(name: str, value: str) -> Any:
    """The value as a program sends it."""
    if name == "move":
        return [int(word) if word.isdecimal() else word for word in value.split()]
    if name in ("turn", "seat"):
        return int(value)
    return False if value == "no" else value


def heard(scene: Scene, row: Row, person: Person) -> str:
    """What a socket gives: `see` if it sends anything, `no` if it is closed as forbidden before that."""
    path = row.route.at(code=scene.code)
    by_key = path.startswith("/api/")
    headers = {"Cookie": person.cookie, "Origin": "http://testserver"}
    if by_key:
        headers = {"Authorization": f"Bearer {person.key}"} if person.key else {}
    guest = scene.guest()
    del guest.headers["Origin"]
    with guest.websocket_connect(path, headers=headers) as socket:
        told = socket.receive()
    return "no" if told.get("code") == FORBIDDEN else "see" if told.get("text") else str(told)


def outcome(scene: Scene, row: Row, person: Person) -> str:
    """The word for what this person gets."""
    if row.route.method == SOCKET:
        return heard(scene, row, person)
    answer = answered(scene, row, person)
    changed = scene.spent = scene.fingerprint() != scene.before
    seen = any(mark in answer.content for mark in MARKS)
    if answer.status_code in REFUSED:
        word = REFUSED[answer.status_code]
        return word + "!" * (seen and word != "late") + "?" * changed
    assert answer.status_code in (200, 201, 204, 303), (answer.status_code, answer.text)
    if changed:
        return "do"
    if answer.status_code == 303:
        onward = scene.room.table.next
        return "on" if onward and onward in answer.headers["location"] else "go"
    if seen:
        return "see"
    return "page" if row.route.method == "GET" else "ok"


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row.route.method} {row.route.path} {row.note}".strip()
)
def test_everybody_gets_what_they_should_and_nothing_else(scenes: Scenes, row: Row) -> None:
    found = {}
    for who in PEOPLE:
        scene = scenes.get(row.phase, who)
        found[who] = outcome(scene, row, scene.people[who])
    wrong = {who: (found[who], "not", row.expected[who]) for who in PEOPLE if found[who] != row.expected[who]}
    assert not wrong


# -- rules without exception ---------------------------------------------------------------------------------

AT_TABLE = [route for route in every_route() if "{code}" in route.path]


def status(scene: Scene, route: Route, guest: TestClient, person: Person, **headers: str) -> int:
    """The status of an answer, or the code that a socket is closed with."""
    path = route.at(code=scene.code, key=str(scene.people["player"].key))
    bearer = {"Authorization": f"Bearer {person.key}"} if person.key else {}
    held = {"Cookie": person.cookie} | bearer | headers
    if route.method == SOCKET:
        with guest.websocket_connect(path, headers=held) as socket:
            return closing(socket)
    return guest.request(route.method, path, headers=held).status_code


def test_a_closed_table_is_closed_to_all_but_the_admin(house: Home) -> None:
    scene = Scene(house, "game", "open")
    scene.ask("admin", "POST", f"/admin/tables/{scene.code}/close")
    for route in AT_TABLE:
        if not route.path.startswith("/admin/"):
            for who in ("both", "player", "stranger"):
                assert status(scene, route, scene.guest(), scene.people[who]) in (410, SHUT), (route, who)


def test_a_banned_address_gets_nothing_whatever_keys_it_holds(house: Home) -> None:
    scene, banned = Scene(house, "game", "open"), address()
    scene.ask("admin", "POST", "/admin/bans", address=banned, hours="1")
    for route in every_route():
        for who in ("both", "admin", "stranger"):
            guest = house.guest(address=banned)
            assert status(scene, route, guest, scene.people[who]) in (403, SHUT), (route, who)


def test_no_other_site_does_or_hears_anything_with_a_visitors_keys(house: Home) -> None:
    scene = Scene(house, "game", "open")
    for route in every_route():
        if route.method == "GET" or (route.method == "POST" and route.path.startswith("/api/")):
            continue  # a GET changes nothing, and no program's request works by cookie: see below
        for who in ("both", "admin"):
            evil = {"Origin": "https://evil.example"}
            assert status(scene, route, scene.guest(), scene.people[who], **evil) in (403, FORBIDDEN), route
    assert scene.fingerprint() == scene.before


def test_no_program_does_anything_by_a_browsers_cookies(scenes: Scenes) -> None:
    wanted = [row for row in ROWS if row.route.path.startswith("/api/") and "key" in row.expected.values()]
    assert len(wanted) > 8
    for row in wanted:
        scene = scenes.get(row.phase, "both")
        browser = Person(scene.people["both"].cookies)
        expected = "key" if row.route.method == "POST" else row.expected["both"]
        assert outcome(scene, row, browser) == expected, row.route


def test_a_code_that_no_table_has_is_unknown_to_all(house: Home) -> None:
    scene = Scene(house, "lobby", "open")
    scene.code = "quiet-attic-00"
    for route in AT_TABLE:
        for who in ("both", "stranger"):
            expected = 403 if route.path.startswith("/admin/") else 404
            found = status(scene, route, scene.guest(), scene.people[who])
            assert found in (expected, NOT_FOUND), (route, who)
