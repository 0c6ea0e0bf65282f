"""No byte that a server sends or logs depends on what its reader may not know.

Two servers hold the same tables in the middle of whole games, but with other secrets: other decks, goals and
roofs, and other moves in a turn that all take at the same time. Whatever somebody asks for who may not know
these, from either server, has to be the same to the last byte.
"""

import asyncio
import base64
import json
import re
import shutil
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from app import ROOT
from app.pages.regions import ON_TV, REGIONS
from app.storage import database
from app.storage.data_folder import write_whole
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.keys import key_hash
from app.table.visitor import HOST, TV
from app.web.admin import session
from app.web.cookies import keys_cookie
from tests.support.routes import every_route
from tests.support.server import serving
from tests.support.twins import BEGUN, Seen, code_of, key_of, moments, otherwise, take_in

GAMES = ("dream_home", "home_staging", "my_shelfie")
MOMENTS = 5  # of each game
GETS = [route for route in every_route() if route.method == "GET" and "{code}" in route.path]
ASKED = {"/r/{code}/replay/missed": "?since=0"}  # what a route answers nothing without
OF_THE_ADMIN = "the-admins-token-of-twins"
OWN = b"the twins' signing secret"[:32].ljust(32, b"!")
VOLATILE = {"date", "x-request-id", "content-length"}  # the content itself is compared


# -- the two servers -----------------------------------------------------------------------------------------


async def fill(folder: Path, tables: list[Seen]) -> None:
    """A data folder with these tables."""
    folder.mkdir()
    url = database.parse(f"sqlite:///{folder}/housewarming.db")
    migrate(url)
    (folder / "secret").write_bytes(OWN)
    write_whole(folder / session.FILE, key_hash(OF_THE_ADMIN).encode())
    async with Store(url, lambda: BEGUN) as store:
        for seen in tables:
            await take_in(store, seen.code, seen.table, seen.steps)


class Ear:
    """Asks one server for everything, and keeps all it says: who asked for what, and each answer's bytes."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.heard: dict[str, bytes] = {}
        self.web = httpx2.Client(base_url=self.url, timeout=60)

    def ask(self, who: str, method: str, path: str, headers: dict[str, str], **body: Any) -> None:
        self.web.cookies.clear()
        answer = self.web.request(method, path, headers=headers, **body)
        assert answer.status_code < 500, answer.text
        kept = [f"{name}: {value}" for name, value in answer.headers.items() if name not in VOLATILE]
        head = "\n".join([str(answer.status_code), *kept]).encode()
        self.heard[f"{who} {method} {path}"] = head + b"\n\n" + answer.content

    def listen(self, who: str, path: str, headers: dict[str, str], messages: int) -> None:
        """All that a socket sends at first, in any order: each region of a page is drawn on its own."""
        url, origin = self.url.replace("http", "ws", 1) + path, Origin(self.url)
        by_page = None if path.startswith("/api/") else origin
        with connect(url, additional_headers=headers, origin=by_page) as socket:
            told = sorted(str(socket.recv(timeout=20)) for _ in range(messages))
        self.heard[f"{who} WS {path}"] = "\n".join(told).encode()

    def listen_to_a_move(self, who: str, seen: Seen, headers: dict[str, str]) -> None:
        """What a socket sends when another seat makes a move that this viewer may not know."""
        mover, move = seen.hidden_move()
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{seen.code}/live"
        with connect(url, additional_headers=headers) as socket:
            socket.recv(timeout=20)
            bearer = {"Authorization": f"Bearer {key_of(seen.code, mover)}"}
            sent = {"turn": seen.steps[-1].state.turns[mover], "move": move, "id": "hidden"}
            answer = self.web.post(f"/api/tables/{seen.code}/moves", headers=bearer, json=sent)
            assert answer.status_code == 200, answer.text
            self.heard[f"{who} hears of a move at {seen.code}"] = str(socket.recv(timeout=20)).encode()

    # -- everything that somebody can see --------------------------------------------------------------------

    def look_at(self, seen: Seen) -> None:
        code = seen.code
        if seen.viewer is not None:
            who, key = f"seat {seen.viewer}", key_of(code, seen.viewer)
            self._look(who, seen, key)
            self._refused(seen, key)
            if seen.hidden_moves:
                self.listen_to_a_move(who, seen, {"Authorization": f"Bearer {key}"})
                self._look(f"{who} after it", seen, key)
        elif seating.agreed(seen.table, "watching") == "ask":
            self._look("a stranger", seen, "", listens=False)
            self._look("another table's player", seen, key_of(code_of(0), 0), listens=False)
        else:
            self._look("a spectator", seen, "")
            self._look("the TV", seen, key_of(code, TV))
            self._look("the host", seen, key_of(code, HOST))
            if seen.hidden_moves:
                self.listen_to_a_move("a spectator", seen, {})
                self._look("a spectator after it", seen, "")

    def _look(self, who: str, seen: Seen, key: str, *, listens: bool = True) -> None:
        by_cookie = {"Accept": "text/html"} | ({"Cookie": f"{keys_cookie(seen.code)}={key}"} if key else {})
        by_key = {"Authorization": f"Bearer {key}"} if key else {}
        for route in GETS:
            path, of_program = route.at(code=seen.code, key=key), route.path.startswith("/api/")
            path += ASKED.get(route.path, "")
            if route.path.startswith("/admin/") or not (of_program or seen.has_pages):
                continue
            if "{key}" in route.path and seen.viewer is None:
                continue  # they have no link to a seat, and wrong ones are rate-limited
            self.ask(who, "GET", path, by_key if of_program else by_cookie)
        if listens:
            self.listen(who, f"/api/tables/{seen.code}/live", by_key, 1)
        if listens and seen.has_pages:
            for query, regions in (("locale=en", REGIONS), ("locale=ja", REGIONS), ("tv", ON_TV)):
                self.listen(who, f"/r/{seen.code}/socket?{query}", by_cookie, len(regions))

    def _refused(self, seen: Seen, key: str) -> None:
        """Refusals of moves: they explain themselves, and show the table again."""
        by_key, state = {"Authorization": f"Bearer {key}"}, seen.steps[-1].state
        turn, viewer = state.turns[seen.viewer or 0], seen.viewer
        for move, at in (("fly", turn), ("undo now", turn), ("clear 1", turn - 1)):
            sent = {"move": move.split(), "turn": at, "id": f"{move} {at}"}
            self.ask(f"seat {viewer}: {move}", "POST", f"/api/tables/{seen.code}/moves", by_key, json=sent)
            if seen.has_pages:
                by_cookie = {"Cookie": f"{keys_cookie(seen.code)}={key}", "Origin": self.url}
                form = {"seat": str(viewer), "turn": str(at), "move": move, "id": "x"}
                self.ask(f"seat {viewer}: {move}", "POST", f"/r/{seen.code}/move", by_cookie, data=form)

    def look_as_admin(self, tables: list[Seen]) -> None:
        browser = {"Accept": "text/html", "Origin": self.url}
        answer = self.web.post("/admin/in", data={"token": OF_THE_ADMIN}, headers=browser)
        cookie = {"Cookie": str(answer.headers["set-cookie"]).partition(";")[0]}
        for seen in tables if all(each.has_pages for each in tables) else ():
            for route in GETS:
                if route.path.startswith("/admin/"):
                    self.ask("the admin", "GET", route.at(code=seen.code), browser | cookie)
            self.ask("the admin", "GET", "/admin", browser | cookie)


# What the clock says, and how large a table is on the disk, which only the admin sees.
PASSED = re.compile(
    rb'"at":(?!17000)[\d.]+|\d+ seconds? ago|up for [^<]+|[\d.,]+(\s|&nbsp;|\xc2\xa0)(B|kB|KB|KiB|MB|MiB)'
)


def heard(
    tables: list[Seen], folder: Path, port: int, capfd: pytest.CaptureFixture[str], tree: Path | None = None
) -> dict[str, bytes]:
    """Everything that a server with these tables says, and what it logs meanwhile."""
    capfd.readouterr()
    at = ("--port", str(port))
    with serving(folder, *at, tree=tree, HOUSEWARMING_LOG_LEVEL="debug") as server:
        ear = Ear(server.url)
        with ear.web:
            for seen in tables:
                ear.look_at(seen)
            ear.look_as_admin(tables)
        server.end()
        assert server.process.stdout
        printed = server.process.stdout.read()
    told = capfd.readouterr()
    said = {who: PASSED.sub(b"SO MUCH", what) for who, what in ear.heard.items()}
    return said | {"the logs": logged(printed + told.out + told.err)}


def logged(text: str) -> bytes:
    """The log's lines without their times and ids, in any order: sockets end when they end."""
    lines = []
    for line in re.sub(r"127\.0\.0\.1:\d+|process \[\d+\]", "HERE", text).splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            lines.append(json.dumps({name: told[name] for name in told if name not in PASSING}))
    assert len(lines) > 20
    return "\n".join(sorted(lines)).encode()


PASSING = {"timestamp", "seconds", "request", "port", "address", "url", "pid", "logger"}


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    assert list(one) == list(other)
    return [f"{who}: {_parting(one[who], other[who])}" for who in one if one[who] != other[who]]


def _parting(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    """Where they begin to differ."""
    at = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
    return one[max(0, at - 50) : at + 50], other[max(0, at - 50) : at + 50]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_told_or_logged_depends_on_what_its_reader_may_not_know(
    game: str, tmp_path: Path, port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    tables = [*moments((game,), MOMENTS)]
    one, other = of_both(tables, tmp_path, port, capfd)
    assert len(one) > 100
    for path in ASKED:
        assert any(
            path.format(code=seen.code) in who and said.startswith(b"200")
            for seen in tables
            for who, said in one.items()
        )
    assert differing(one, other) == []
    assert [*marked(one, tables), *marked(other, tables)] == []


def of_both(
    tables: list[Seen], folder: Path, port: int, capfd: pytest.CaptureFixture[str], tree: Path | None = None
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What the two servers say."""
    said = []
    for name, there in (("one", tables), ("other", otherwise(tables))):
        asyncio.run(fill(folder / name, there))
        said.append(heard(there, folder / name, port, capfd, tree))
    one, other = said
    return one, other


# -- what nobody may read: the shuffle's secret, its parts, the seed and the keys ----------------------------


def marked(said: dict[str, bytes], tables: list[Seen]) -> list[str]:
    """Which of the tables' secrets are in what was said, however written, and to whom."""
    found = []
    for seen in {each.table.game: each for each in tables}.values():
        shuffle = seating.shuffle_of(seen.table)
        secrets = {"secret": shuffle.secret, "seed": bytes.fromhex(shuffle.seed)}
        secrets |= {f"nonce {seat}": nonce for seat, nonce in enumerate(shuffle.nonces)}
        for name, secret in secrets.items():
            ways = written(secret)
            found += [f"{name} to {who}" for who, what in said.items() if any(way in what for way in ways)]
    for seen in tables:
        for owner in (0, 1, 2, HOST, TV):
            key = key_of(seen.code, owner).encode()
            allowed = {0: "seat 0", 1: "seat 1", HOST: "the host"}.get(owner, "nobody")
            found += [
                f"key of {owner} to {who}"
                for who, what in said.items()
                if key in what and not who.startswith(allowed)
            ]
    return found


def written(secret: bytes) -> list[bytes]:
    """The ways to write it down."""
    texts = [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        str(int.from_bytes(secret)).encode(),
    ]
    return [*texts, base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"=")]


# -- that a leak is found ------------------------------------------------------------------------------------

READ = "        self.table = wire.loads(Table, row.table_text)\n"
DRAWN = "    if live.state is not None:  # lobby"
LEAKS = [
    # the file, a text in it and its replacement, and then what must be found
    ("app/engine/my_shelfie/view.py", "if seat != viewer]", "if seat not in (viewer, 2)]", "seat 1 GET /r/"),
    ("app/engine/my_shelfie/view.py", "if seat != viewer]", "if seat not in (viewer, 2)]", "the TV WS /r/"),
    (
        "app/engine/dream_home/view.py",
        "return len(state.houses[seat].roof) -",
        "return 0 *",
        "seat 0 WS /api/",
    ),
    (
        "app/routes/api/tables.py",
        "if live.state else {}",
        "if not live.state else {}",
        "a spectator GET /api/",
    ),
    (
        "app/live/live_table.py",
        READ,
        f"{READ}        log.info('read', state=last and last.state)\n",
        "the logs",
    ),
    (
        "app/web/table_page.py",
        DRAWN,
        "    import hashlib\n    answer.headers['X-Weight'] = hashlib.sha256(repr(live.state).encode())"
        f".hexdigest()\n{DRAWN}",
        "a spectator GET /r/",
    ),
    (
        "app/web/error_pages.py",
        "        return JSONResponse(trouble.body,",
        "        live = request.app.state.services.live_tables.here()\n"
        "        trouble.headers['X-Debug'] = live[-1].table.secret if live else ''\n"
        "        return JSONResponse(trouble.body,",
        "secret to seat 0",
    ),
]


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the application with all these leaks."""
    copy = tmp_path_factory.mktemp("leaking")
    for folder in ("app", "docs", "migrations", "static"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "alembic.ini", copy)
    for path, old, new, _ in LEAKS:
        text = (copy / path).read_text()
        assert old in text or new in text, path
        (copy / path).write_text(text.replace(old, new) if new not in text else text)
    return copy


def test_planted_leaks_are_found(
    leaking: Path, tmp_path: Path, port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    tables = [*moments(GAMES, 1)]
    one, other = of_both(tables, tmp_path, port, capfd, leaking)
    found = [*differing(one, other), *marked(one, tables)]
    for path, _, _, expected in LEAKS:
        assert any(each.startswith(expected) for each in found), (path, expected)
    assert not any(each.startswith("a stranger") for each in found), "they see nothing that could leak"
