"""What an API description can't express: odd texts, numbers, bodies and headers, floods, a missing
database."""

import http.client
import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.support.api import TABLES, Guest, error, started
from tests.support.server import Server, empty_database, serving

NUL, OVERRIDE, SURROGATE = "\0", "\u202e", "\ud800"
DEEP = b"[" * 30_000 + b"]" * 30_000
NAMES = {
    "a NUL": f"A{NUL}da",
    "nothing but a NUL": NUL,
    "a right-to-left override": f"{OVERRIDE}adA",
    "nothing but marks": "\u0301" * 30,
    "half a character": SURROGATE,
    "a thousand letters": "a" * 1000,
    "a very long name": "a" * 60_000,
    "family emoji": "👨‍👩‍👧‍👦" * 30,
    "a template": "{{ 7 * 7 }}{% raw %}",
    "a tag": "<script>alert(1)</script>",
    "a format": "{name} %(name)s %s",
}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def anywhere(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on either database: SQLite and Postgres accept different texts and numbers."""
    url = empty_database(request.getfixturevalue("postgres")) if request.param == "postgres" else ""
    data = tmp_path_factory.mktemp("anywhere") / "data"
    with serving(data, HOUSEWARMING_BOT_PAUSE="0", HOUSEWARMING_DATABASE_URL=url) as running:
        yield running


@pytest.fixture
def client(anywhere: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=anywhere.url, timeout=60) as client:
        yield client


@pytest.fixture
def ada(client: httpx2.Client) -> Guest:
    """Ada, whose turn it is."""
    return started(client, "Bruno", first_player=0)[0]


def post(ada: Guest, what: str, content: bytes, kind: str = "application/json") -> httpx2.Response:
    headers = {b"Authorization": f"Bearer {ada.key}".encode(), b"Content-Type": kind.encode("latin-1")}
    return ada.web.post(f"{TABLES}/{ada.code}{what}", content=content, headers=headers)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_accepted_or_refused(client: httpx2.Client, name: str) -> None:
    body = json.dumps({"game": "dream_home", "name": NAMES[name]})  # a lone surrogate is sent as \ud800
    answer = client.post(TABLES, content=body, headers={"Content-Type": "application/json"})
    if answer.status_code == 201:
        shown = client.get(f"{TABLES}/{answer.json()['code']}").json()["seats"][0]["name"]
        assert not {*shown} & {NUL, OVERRIDE, SURROGATE}
    else:
        assert error(answer)[0] == 422


@pytest.mark.parametrize(
    "id",
    ["a\0b", "\0", SURROGATE, OVERRIDE, "a" * 65, "", "👨‍👩‍👧‍👦", "take_back-1"],
    ids=ascii,
)
def test_any_move_id_is_accepted_or_refused(ada: Guest, id: str) -> None:
    body = json.dumps({"turn": ada.look()["turn"], "move": ["clear", 1], "id": id}).encode()
    answer = post(ada, "/moves", body)
    if answer.status_code == 200:
        assert post(ada, "/moves", body).json() == answer.json() == {"version": 2}
    else:
        assert error(answer)[0] == 422
        assert ada.look()["version"] == 1


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "Infinity", "9" * 5000, "1.0", "-0", "2" * 30])
def test_no_number_is_too_large_or_too_odd(ada: Guest, number: str) -> None:
    turn = ada.look()["turn"]
    for body in (
        f'{{"turn":{number},"move":["clear",1],"id":"x"}}',
        f'{{"turn":{turn},"move":["clear",{number}],"id":"x"}}',
        f'{{"turn":{turn},"move":[{number}],"id":"x"}}',
    ):
        status, _ = error(post(ada, "/moves", body.encode()))
        assert status in (409, 422)
    assert ada.look()["version"] == 1
    status, _ = error(ada.web.get(f"{TABLES}/{ada.code}/log", params={"after": "9" * 5000}))
    assert status == 422


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe{}",
        b'{"turn":"\xc3"}',
        "{}".encode("utf-16"),
        DEEP,
        b'{"turn":' + DEEP,
        b"\0",
        b"null",
        b'"',
    ],
    ids=lambda content: repr(content[:9]),
)
def test_a_body_that_is_not_proper_json_is_refused(ada: Guest, content: bytes) -> None:
    assert error(post(ada, "/moves", content))[0] == 422
    assert ada.look()["version"] == 1


def test_of_two_values_for_one_key_the_last_counts(ada: Guest) -> None:
    turn = ada.look()["turn"]
    body = f'{{"turn":99,"turn":{turn},"move":["clear",1],"id":"a","id":"b"}}'.encode()
    assert post(ada, "/moves", body).json() == {"version": 2}


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/xml", "multipart/form-data", "application/json; charset=x", "", "\xff/"],
)
def test_a_wrong_content_type_is_refused_or_read_as_json(ada: Guest, kind: str) -> None:
    body = f'{{"turn":{ada.look()["turn"]},"move":["clear",1],"id":"a"}}'.encode()
    answer = post(ada, "/moves", body, kind)
    assert answer.status_code == 200 or error(answer)[0] == 422


class Raw(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def raw(server: Server, method: str, path: str, *lines: str, body: bytes = b"") -> Raw:
    """Send a request written line by line; return its answer."""
    where = urlsplit(server.url)
    assert where.hostname
    assert where.port
    with socket.create_connection((where.hostname, where.port), timeout=20) as connection:
        head = [f"{method} {path} HTTP/1.1", f"Host: {where.netloc}", "Connection: close", *lines, "", ""]
        connection.sendall("\r\n".join(head).encode("latin-1") + body)
        answer = http.client.HTTPResponse(connection, method=method)
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Raw(answer.status, headers, answer.read())


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "PROPFIND"])
@pytest.mark.parametrize("path", ["/api/tables", "/api/openapi.json", "/healthz", "/", "/static/app.css"])
def test_a_method_that_is_not_allowed_says_so_and_changes_nothing(
    anywhere: Server, method: str, path: str
) -> None:
    answer = raw(anywhere, method, path)
    if method == "HEAD":
        assert answer.status == (405 if path == "/api/tables" else 200)
        assert answer.body == b""
    else:
        assert answer.status == 405
        assert "TRACE" not in answer.headers.get("allow", "")
        assert answer.headers["content-type"] == "application/json"
        assert json.loads(answer.body)["error"]["code"] == "not_this_way"


def test_a_chunked_body_is_limited_too(anywhere: Server) -> None:
    piece = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    answer = raw(anywhere, "POST", TABLES, "Transfer-Encoding: chunked", body=piece * 5 + b"0\r\n\r\n")
    assert answer.status == 413
    assert json.loads(answer.body)["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    "lines",
    [
        ["Content-Length: -1"],
        ["Content-Length: 99999999999999999999"],
        ["Content-Length: 1", "Content-Length: 2"],
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: gzip, chunked"],
        ["Accept-Language: " + "pl;q=0." * 2000],
        ["Cookie: " + "housewarming-me=x; " * 2000],
        ["Authorization: Bearer " + "x" * 30_000],
        ["Authorization: Bearer \xff\xfe"],
        [f"X-{number}: flood" for number in range(2000)],
        ["Host: \xff"],
        ["Upgrade: websocket", "Connection: upgrade"],
        [" folded"],
    ],
    ids=lambda lines: ascii(lines[0][:30]),
)
def test_odd_and_many_headers_break_nothing(anywhere: Server, lines: list[str]) -> None:
    try:
        answer = raw(anywhere, "POST", TABLES, *lines, body=b"0\r\n\r\n")
    except (http.client.BadStatusLine, ConnectionError, TimeoutError):
        pass  # the server may also drop the connection
    else:
        assert 400 <= answer.status < 500
    assert raw(anywhere, "GET", "/healthz").status == 200


def test_malformed_addresses(anywhere: Server) -> None:
    for path in (
        "//",
        "/%00",
        "/r/%00",
        "/r/%ff",
        "/api/tables/%00%ff",
        "/static/%2e%2e/app",
        "/r/" + "a" * 9000,
    ):
        answer = raw(anywhere, "GET", path)
        assert 400 <= answer.status < 500, path
    assert raw(anywhere, "GET", "/r/..%2f..%2fetc").status == 404


# -- rate limits, and no database ----------------------------------------------------------------------------


def flood(web: httpx2.Client, path: str, key: str = "", **body: Any) -> httpx2.Response:
    """Repeat a request until it is refused; return the refusal."""
    for _ in range(300):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = web.post(f"{TABLES}{path}", json=body, headers=headers)
        if answer.status_code == 429:
            return answer
    raise AssertionError("nobody stops a flood")


def test_every_flood_is_stopped_and_told_when_to_retry(server: Server) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as web:
        ada, _ = started(web, "Bruno", first_player=0)
        floods = [
            flood(web, f"/{ada.code}/moves", ada.key, turn=1, move=["fly"], id="x"),
            flood(web, "", game="chess", name="Ada"),
            flood(web, f"/{ada.code}/seats", name="Eve"),
            flood(web, f"/{ada.code}/ready", key="wrong"),
            flood(web, "/sunny-sofa-99/ready"),
        ]
    for answer in floods:
        assert error(answer) == (429, "too_often")
        assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_without_its_database_the_server_says_when_to_retry(tmp_path: Path) -> None:
    file = tmp_path / "data" / "housewarming.db"
    url = f"sqlite:///{file}?timeout=0.1"
    with (
        serving(tmp_path / "data", HOUSEWARMING_DATABASE_URL=url) as server,
        httpx2.Client(base_url=server.url, timeout=60) as web,
        closing(sqlite3.connect(file, isolation_level=None)) as other,
    ):
        ada, _ = started(web, "Bruno", first_player=0)
        move = {"turn": ada.look()["turn"], "move": ["clear", 1], "id": "a"}
        other.execute("BEGIN IMMEDIATE")
        away = [
            web.post(TABLES, json={"game": "dream_home", "name": "Eve"}),
            ada.ask("POST", "/moves", **move),
            ada.ask("POST", "/leave"),
        ]
        other.execute("ROLLBACK")
        for answer in away:
            assert error(answer) == (503, "unavailable")
            assert int(answer.headers["Retry-After"]) > 0
        assert ada.look()["version"] == 1
        assert ada.ask("POST", "/moves", **move).json() == {"version": 2}
