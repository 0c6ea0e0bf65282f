"""Forwarding headers are believed from trusted proxies only."""

from pathlib import Path

import httpx2
import pytest
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app.net.trusted_proxies import Forwarded, TrustedProxies, networks
from app.web.rate_limits import LIMITS
from tests.support.server import refused, serving
from tests.support.work import counted

PROXY, GUEST, STRANGER = "10.1.2.3", "203.0.113.7", "198.51.100.9"
TOLD = {
    "X-Forwarded-For": GUEST,
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "games.example.org",
}


async def seen(
    headers: dict[str, str] | list[tuple[str, str]],
    *,
    peer: str = PROXY,
    trusted: str = "10.0.0.0/8, ::1",
    kind: str = "http",
) -> HTTPConnection:
    """The connection as the application sees it."""
    pairs = [*headers.items()] if isinstance(headers, dict) else headers
    scope: Scope = {
        "type": kind,
        "scheme": {"http": "http", "websocket": "ws"}[kind],
        "path": "/",
        "query_string": b"",
        "client": (peer, 5000),
        "headers": [(b"host", b"inside:8080"), *((n.lower().encode(), v.encode()) for n, v in pairs)],
    }
    found: list[Scope] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        found.append(scope)

    async def receive() -> Message:
        raise AssertionError("nobody reads")

    async def send(message: Message) -> None:
        raise AssertionError("nobody answers")

    await TrustedProxies(application, networks(trusted))(scope, receive, send)
    return HTTPConnection(found[0])


def address(request: HTTPConnection) -> str:
    assert request.client
    return request.client.host


@pytest.mark.anyio
async def test_a_chain_of_thousands_of_proxies_is_not_followed() -> None:
    with counted() as work:
        request = await seen({"X-Forwarded-For": "10.0.0.1," * 7000 + "10.0.0.2"})
    assert address(request).startswith("10.0.0.")
    assert work["ip_address"] < 100


@pytest.mark.anyio
async def test_a_trusted_proxy_is_believed() -> None:
    request = await seen(TOLD)

    assert address(request) == GUEST
    assert str(request.url) == "https://games.example.org/"
    assert request.scope["forwarded"] == Forwarded.BELIEVED


@pytest.mark.anyio
async def test_a_trusted_proxy_is_believed_for_sockets_too() -> None:
    request = await seen(TOLD, kind="websocket")

    assert (address(request), request.url.scheme) == (GUEST, "wss")


@pytest.mark.anyio
@pytest.mark.parametrize("peer", [STRANGER, "", "unix:", "::2"])
async def test_headers_of_anybody_else_are_ignored_and_removed(peer: str) -> None:
    request = await seen({**TOLD, "X-Request-ID": "a-made-up-one", "Accept": "text/html"}, peer=peer)

    assert address(request) == peer
    assert str(request.url) == "http://inside:8080/"
    assert dict(request.headers) == {"host": "inside:8080", "accept": "text/html"}
    assert request.scope["forwarded"] == Forwarded.IGNORED


@pytest.mark.anyio
@pytest.mark.parametrize("peer", [PROXY, STRANGER])
async def test_without_headers_a_client_is_its_own_address(peer: str) -> None:
    request = await seen({}, peer=peer)

    assert (address(request), str(request.url)) == (peer, "http://inside:8080/")
    assert request.scope["forwarded"] == Forwarded.ABSENT


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("hops", "guest"),
    [
        (GUEST, GUEST),
        (f"{STRANGER}, {GUEST}", GUEST),  # what the guest sent is forged
        (f"{STRANGER}, {GUEST}, 10.9.9.9", GUEST),  # two of our proxies
        (f"{STRANGER},{GUEST},::1, 10.9.9.9", GUEST),
        ("10.4.4.4, 10.9.9.9", "10.4.4.4"),  # a guest in the proxies' own network
        (f"::ffff:{GUEST}", GUEST),
        ("unknown", PROXY),
        (f"{STRANGER}, nonsense, 10.9.9.9", "10.9.9.9"),
        ("", PROXY),
        (" , ", PROXY),
    ],
)
async def test_the_guest_is_the_last_hop_that_is_no_proxy_of_ours(hops: str, guest: str) -> None:
    assert address(await seen({"X-Forwarded-For": hops})) == guest


@pytest.mark.anyio
async def test_a_header_on_several_lines_is_joined() -> None:
    lines = [("X-Forwarded-For", STRANGER), ("X-Forwarded-For", GUEST), ("X-Forwarded-Proto", "https")]

    assert address(await seen(lines)) == GUEST


@pytest.mark.anyio
async def test_a_dual_stack_proxy_is_known_by_its_ipv4_address() -> None:
    assert address(await seen(TOLD, peer=f"::ffff:{PROXY}")) == GUEST


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["", "a b", "x/../y", "x;y", "ä", "http://x", "x\\y", "x:y"])
async def test_an_invalid_host_is_ignored(host: str) -> None:
    request = await seen([("X-Forwarded-Host", host)])

    assert request.headers["host"] == "inside:8080"


@pytest.mark.anyio
@pytest.mark.parametrize("scheme", ["", "ftp", "javascript", "http\x00"])
async def test_an_invalid_scheme_is_ignored(scheme: str) -> None:
    assert (await seen([("X-Forwarded-Proto", scheme)])).url.scheme == "http"


# --- on a real server ---------------------------------------------------------------------------------------


def test_a_forged_address_is_no_way_around_a_limit(tmp_path: Path) -> None:
    with serving(tmp_path, HOUSEWARMING_TRUSTED_PROXIES="192.0.2.1") as server:
        answers = [
            httpx2.get(
                f"{server.url}/api/tables/none", headers={"X-Forwarded-For": f"203.0.113.{guest}"}, timeout=30
            )
            for guest in range(LIMITS["unknown_code"].amount + 1)
        ]

    assert {answer.status_code for answer in answers[:-1]} == {404}
    assert answers[-1].status_code == 429


def test_behind_a_proxy_on_this_machine_each_guest_counts_separately(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx2.Client(base_url=server.url, timeout=60) as proxy:
        for guest in range(LIMITS["unknown_code"].amount + 1):
            headers = {"X-Forwarded-For": f"203.0.113.{guest}"}
            assert proxy.get("/api/tables/none", headers=headers).status_code == 404


@pytest.mark.parametrize("listed", ["10.0.0.0/8,proxy.lan", "10.0.0.1/8", "1.2.3", "127.0.0.1,"])
def test_an_invalid_proxy_address_is_refused_at_the_start(tmp_path: Path, listed: str) -> None:
    status, words = refused("--data", str(tmp_path), HOUSEWARMING_TRUSTED_PROXIES=listed)

    assert status == 2
    assert words.startswith("housewarming: HOUSEWARMING_TRUSTED_PROXIES: ")
    assert "is neither an address nor a network such as" in words
    assert len(words.splitlines()) == 1
