"""Security headers on every answer, and limits on request bodies."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.web.middleware.body_limit import MOST_BYTES, BodyLimit
from app.web.middleware.safety_headers import SafetyHeaders, binding_headers

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self' ws://table.lan:8080 wss://table.lan:8080",
    "font-src": "'self'",
    "media-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def told_in_parts(request: Request) -> Response:
    return StreamingResponse(iter(["one ", "two"]))


async def sheet(request: Request) -> Response:
    return Response("b { color: red }", media_type="text/css")


async def drawing(request: Request) -> Response:
    return Response("<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml")


async def breaks(request: Request) -> Response:
    raise RuntimeError("on purpose")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


SITE = Starlette(
    routes=[
        Route("/length", length, methods=["GET", "POST"]),
        Route("/api/length", length, methods=["POST"]),
        Route("/parts", told_in_parts),
        Route("/sheet", sheet),
        Route("/drawing", drawing),
        Route("/breaks", breaks),
        WebSocketRoute("/socket", echo),
    ]
)


@pytest.fixture
def client() -> Iterator[TestClient]:
    guarded = SafetyHeaders(BodyLimit(SITE))
    with TestClient(guarded, base_url="http://table.lan:8080", raise_server_exceptions=False) as client:
        yield client


def directives(policy: str) -> dict[str, str]:
    parts = (directive.partition(" ") for directive in policy.split("; "))
    return {name: sources for name, _, sources in parts}


# --- headers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"), [("/length", 200), ("/parts", 200), ("/nowhere", 404), ("/breaks", 500)]
)
def test_every_answer_carries_the_security_headers(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)

    assert answer.status_code == status
    assert directives(answer.headers["content-security-policy"]) == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "server" not in answer.headers


def test_static_files_carry_no_more_headers_than_they_need(client: TestClient) -> None:
    policies = {"content-security-policy", "referrer-policy", "permissions-policy"}
    for path, said in (("/sheet", set()), ("/drawing", {"content-security-policy"})):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert policies & set(headers) == said


def test_a_picture_opened_directly_runs_and_loads_nothing(client: TestClient) -> None:
    policy = directives(client.get("/drawing").headers["content-security-policy"])
    assert policy == {"default-src": "'none'", "frame-ancestors": "'none'"}


def test_the_answer_itself_is_unchanged(client: TestClient) -> None:
    answer = client.get("/parts")

    assert answer.text == "one two"
    assert client.get("/length").headers["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("scheme", "hsts", "bound"),
    [
        ("http", False, set()),
        ("http", True, set()),
        ("https", False, {"cross-origin-opener-policy"}),
        ("https", True, {"cross-origin-opener-policy", "strict-transport-security"}),
    ],
)
def test_headers_that_need_tls_are_sent_over_tls_only(scheme: str, hsts: bool, bound: set[str]) -> None:
    with TestClient(
        SafetyHeaders(BodyLimit(SITE), hsts=hsts), base_url=f"{scheme}://table.example"
    ) as client:
        headers = client.get("/length").headers

    assert {"cross-origin-opener-policy", "strict-transport-security"} & set(headers) == bound


@pytest.mark.parametrize("host", ["192.168.1.5:8080", "games.example", "Table.lan:80"])
def test_the_policy_allows_sockets_to_the_same_host(host: str) -> None:
    policy = binding_headers("http", host, hsts=False)["Content-Security-Policy"]

    assert directives(policy)["connect-src"] == f"'self' ws://{host} wss://{host}"


@pytest.mark.parametrize(
    "host",
    ["", "a b", "x; script-src *", "x 'unsafe-inline'", "evil.example/", "a,b", "*", "[::1]:8080", "my_nas"],
)
def test_a_host_that_no_policy_can_name_adds_nothing_to_it(host: str) -> None:
    policy = binding_headers("http", host, hsts=False)["Content-Security-Policy"]

    assert directives(policy) == POLICY | {"connect-src": "'self'"}


# --- bodies -------------------------------------------------------------------------------------------------


def in_parts(size: int) -> Iterator[bytes]:
    """A body without a Content-Length."""
    for start in range(0, size, 1000):
        yield b"x" * min(1000, size - start)


def test_a_body_of_the_largest_allowed_size_arrives_whole(client: TestClient) -> None:
    assert client.post("/length", content=b"x" * MOST_BYTES).text == str(MOST_BYTES)
    assert client.post("/length", content=in_parts(MOST_BYTES)).text == str(MOST_BYTES)


@pytest.mark.parametrize("said", [True, False], ids=["length said", "length not said"])
def test_a_larger_body_is_refused_with_a_message(client: TestClient, said: bool) -> None:
    size = MOST_BYTES + 1
    page = client.post("/length", content=b"x" * size if said else in_parts(size))
    program = client.post("/api/length", content=b"x" * size if said else in_parts(size))

    assert (page.status_code, page.text) == (413, "A request may bring 64 KiB at most.\n")
    assert page.headers["content-type"] == "text/plain; charset=utf-8"
    assert program.status_code == 413
    assert program.json() == {
        "error": {"code": "too_large", "message": "A request may bring 64 KiB at most."}
    }
    assert "content-security-policy" in page.headers


async def statuses(headers: dict[str, str], *coming: Message) -> list[int]:
    """The status of the answer, if any, to a request sent in these messages."""
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/length",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    messages, told = iter(coming), list[int]()

    async def receive() -> Message:
        return next(messages)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.append(message["status"])

    await SafetyHeaders(BodyLimit(SITE))(scope, receive, send)
    return told


@pytest.mark.anyio
async def test_a_body_declared_too_large_is_refused_at_once() -> None:
    assert await statuses({"content-length": str(MOST_BYTES + 1)}) == [413]
    assert await statuses({"content-length": "9" * 5000}) == [413]


@pytest.mark.anyio
async def test_an_invalid_content_length_is_ignored() -> None:
    part: Message = {"type": "http.request", "body": b"abc", "more_body": False}

    for declared in ("", "-1", "1e9", "²"):
        assert await statuses({"content-length": declared}, part) == [200]


@pytest.mark.anyio
async def test_a_client_that_disconnects_midway_gets_no_answer() -> None:
    part: Message = {"type": "http.request", "body": b"half a", "more_body": True}

    assert await statuses({}, part, {"type": "http.disconnect"}) == []


@pytest.mark.anyio
async def test_the_application_still_learns_that_a_client_has_gone() -> None:
    heard: list[str] = []

    async def listener(scope: Scope, receive: Receive, send: Send) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    coming = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        return next(coming)

    async def send(message: Message) -> None:
        raise AssertionError("nobody answers")

    await BodyLimit(listener)({"type": "http", "scheme": "http", "path": "/", "headers": []}, receive, send)
    assert heard == ["http.request", "http.disconnect"]


# --- sockets ------------------------------------------------------------------------------------------------


def test_sockets_pass(client: TestClient) -> None:
    with client.websocket_connect("/socket") as socket:
        socket.send_text("x" * (MOST_BYTES + 1))
        assert len(socket.receive_text()) == MOST_BYTES + 1
