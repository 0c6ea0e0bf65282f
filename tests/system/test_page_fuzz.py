"""Every form of every page with any input: never a 500, and nothing happens without the right to it."""

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx2
import pytest
from sqlalchemy import select

from app.storage import database
from app.storage.schema import metadata, room
from app.web.cookies import keys_cookie
from tests.support.api import TABLES, a_table, joined, started
from tests.support.routes import Route, routes
from tests.support.server import Server, serving

FORMS = 2  # of each kind, by each sender, for each route and table
# Forms for anybody who knows a table's code: they add something, and take nothing from anybody.
FOR_ANYBODY = (
    "/tables",
    *(f"/r/{{code}}/{what}" for what in ("seats", "ask", "watch", "chat", "chat/watchers")),
)
FIELDS = (
    *(
        "place",
        "move",
        "first",
        "seat",
        "turn",
        "id",
        "show",
        "ready",
        "level",
        "back",
        "whose",
        "token",
        "to",
    ),
    *("text", "see", "on", "name", "colour", "locale", "line", "game", "code", "another", "agree", "version"),
    *("pause", "watching", "seconds", "take_back", "first_player", "key", "commitment", "nonce"),
)
VALUES = (
    *("yes", "no", "", "up", "down", "random", "greedy", "host", "seat", "Ada", "teal", "dream_home", "pl"),
    *("0" * 64, "a" * 64, "A" * 64),
    *("0", "1", "2", "3", "-1", "9" * 4000, "1e9", "٣", "0x1", " 1", "undo", "pass", "clear 1", "take 0"),
    *(
        "/",
        "//evil.example",
        "/\\evil",
        "https://evil.example/",
        "javascript:alert(1)",
        "/r/x\r\nSet-Cookie: a=b",
    ),
    *("\u202e", "\u0301" * 40, "a" * 5000, "<b>", "{{7*7}}", "%s{name}", "👨‍👩‍👧‍👦", "a\x1bb", "\0"),
)
BROKEN = (b"", b"name=%ff%fe", b"\xff\xfe", b"%", b"&&&=", b"=&=", b"a=1&" * 300, b'{"place":1}', b"--x\r\n")


FORM_ROUTES = [route for route in routes("POST") if not route.path.startswith("/api/")]


class Table(NamedTuple):
    code: str
    keys: tuple[str, ...]  # of the seats, then the host's

    @property
    def cookie(self) -> str:
        return f"{keys_cookie(self.code)}={'.'.join(self.keys)}"


class World:
    """A server with a lobby and a running game, and access to its database."""

    def __init__(self, server: Server, file: Path) -> None:
        self.origin = server.url.rstrip("/")
        self.database = database.reading(database.parse(f"sqlite:///{file}"))
        self.web = httpx2.Client(base_url=self.origin, timeout=60, headers={"Accept": "text/html"})
        self.addresses = cycle(range(1, 255))

    def lobby(self) -> Table:
        with self.somebody() as web:
            ada, host = a_table(web)
            return Table(ada.code, (ada.key, joined(web, ada.code, "Bruno").key, host))

    def game(self) -> Table:
        with self.somebody() as web:
            ada, bruno = started(web, "Bruno", first_player=0, take_back=True)
            return Table(ada.code, (ada.key, bruno.key))

    def somebody(self) -> httpx2.Client:
        """Another address each time, because one may open only so many tables in a minute."""
        door = httpx2.HTTPTransport(local_address=f"127.0.1.{next(self.addresses)}")
        return httpx2.Client(base_url=self.origin, timeout=60, transport=door)

    def rows(self, *tables: Table) -> dict[str, list[tuple[Any, ...]]]:
        """Everything that the database holds about these tables; bots may play on at others."""
        codes = [table.code for table in tables]
        with self.database.connect() as conn:
            ids = [*conn.scalars(select(room.c.id).where(room.c.code.in_(codes)))]
            assert len(ids) == len(tables)
            return {
                name: [tuple(row) for row in conn.execute(select(each).where(each.c[column].in_(ids)))]
                for name, each in metadata.tables.items()
                for column in ("id" if each is room else "room",)
                if column in each.c
            }

    def send(self, address: str, content: bytes, cookie: str = "", origin: str = "") -> httpx2.Response:
        headers = {"Origin": origin or self.origin, "Content-Type": "application/x-www-form-urlencoded"}
        answer = self.web.post(
            address, content=content, headers=headers | ({"Cookie": cookie} if cookie else {})
        )
        assert answer.status_code < 500, (address, content, answer.text)
        return answer


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    data = tmp_path_factory.mktemp("world") / "data"
    with serving(data, HOUSEWARMING_BOT_PAUSE="10") as server:
        world = World(server, data / "housewarming.db")
        with world.web:
            yield world
        world.database.dispose()


def forms(chance: Random) -> Iterator[bytes]:
    """Some plausible forms, and some nonsense."""
    for _ in range(FORMS):
        fields = {
            field: chance.choice(VALUES) for field in chance.sample(FIELDS, chance.randint(1, len(FIELDS)))
        }
        yield urlencode(fields).encode()
        yield chance.choice(BROKEN)
    yield urlencode(dict.fromkeys(FIELDS, "1")).encode()
    yield urlencode(dict.fromkeys(FIELDS, "yes") | {"place": "0", "seat": "0", "turn": "1"}).encode()


def intruders(world: World, table: Table) -> dict[str, str]:
    """The cookies of people with no rights at this table."""
    elsewhere = world.game()
    return {
        "nobody": "",
        "a spectator": "housewarming-me=forged; housewarming-locale=pl",
        "a player of another table": elsewhere.cookie,
        "another table's keys": f"{keys_cookie(table.code)}={'.'.join(elsewhere.keys)}",
        "a guesser": f"{keys_cookie(table.code)}={'A' * 24}.{'B' * 24}",
    }


def test_without_the_right_to_it_no_form_changes_anything(world: World) -> None:
    chance = Random(1)
    sent = 0
    for table in (world.lobby(), world.game()):
        for who, cookie in intruders(world, table).items():
            for route in FORM_ROUTES:
                if route.path in FOR_ANYBODY:
                    continue
                before = world.rows(table)
                for form in forms(chance):
                    world.send(route.at(code=table.code), form, cookie)
                    sent += 1
                assert world.rows(table) == before, f"{who} by {route.path}; or may anybody do that?"
    assert sent > 1000


def test_what_anybody_may_do_takes_nothing_from_anybody(world: World) -> None:
    chance = Random(2)
    for table in (world.lobby(), world.game()):
        for cookie in intruders(world, table).values():
            for path in FOR_ANYBODY:
                before, told = world.rows(table), seats(world, table)
                for form in forms(chance):
                    world.send(Route("POST", path).at(code=table.code), form, cookie)
                after = world.rows(table)
                assert after["entry"] == before["entry"]
                assert {*before["key"]} <= {*after["key"]}
                assert seats(world, table)[: len(told)] == told


def seats(world: World, table: Table) -> list[Any]:
    return list(world.web.get(f"{TABLES}/{table.code}").json()["seats"])


def test_no_form_breaks_anything_for_those_who_may_do_everything(world: World) -> None:
    chance = Random(3)
    changed = 0
    for make in (world.lobby, world.game):
        table = make()
        rows = world.rows(table)
        for route in FORM_ROUTES:
            for form in forms(chance):
                world.send(route.at(code=table.code, key=table.keys[0]), form, table.cookie)
            if world.rows(table) != rows:  # they may have left the table, or abandoned the game
                changed += 1
                table = make()
                rows = world.rows(table)
    assert changed > 10


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"])
def test_no_other_site_can_submit_any_form(world: World, origin: str) -> None:
    chance = Random(4)
    for table in (world.lobby(), world.game()):
        before = world.rows(table)
        for route in FORM_ROUTES:
            for form in islice(forms(chance), 2):
                answer = world.send(route.at(code=table.code, key=table.keys[0]), form, table.cookie, origin)
                assert answer.status_code == 403, (route, form)
                assert "set-cookie" not in answer.headers
        assert world.rows(table) == before


def test_get_requests_change_nothing(world: World) -> None:
    lobby, game = world.lobby(), world.game()
    before = world.rows(lobby, game)
    asked = 0
    for route in routes("GET"):
        for table in (lobby, game) if "{code}" in route.path else (game,):
            for cookie in (*intruders_of(table, lobby if table is game else game), table.cookie):
                for key in (table.keys[0], "x" * 24):
                    address = route.at(code=table.code, key=key)
                    for query in ("", "?watch", "?code=x&after=1&locale=pl&show=0&place=1&see=0", "?%00=%ff"):
                        answer = world.web.get(address + query, headers={"Cookie": cookie} if cookie else {})
                        assert answer.status_code < 500, (address, query)
                        asked += 1
                    if "{key}" not in route.path:
                        break
    assert world.rows(lobby, game) == before
    assert asked > 300


def intruders_of(table: Table, other: Table) -> tuple[str, ...]:
    return "", other.cookie, f"{keys_cookie(table.code)}={'A' * 24}"
