"""Every route: its headers for browsers and robots, whatever the answer, and its cookies."""

from collections.abc import Iterator

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.support.guests import opened, started
from tests.support.in_process_server import Home
from tests.support.routes import Route, routes
from tests.support.server import Server, serving

EVERYTHING = {"x-content-type-options", "cross-origin-resource-policy"}
BY_ITSELF = {"content-security-policy", "referrer-policy", "permissions-policy"}  # documents only
PARTS = ("text/css", "text/javascript", "image/png")
UNLISTED = ("/r/", "/tv", "/join", "/api/", "/admin")


@pytest.fixture
def ada(home: Home) -> TestClient:
    return home.guest()


def addresses(game: str) -> Iterator[str]:
    code = game.removeprefix("/r/")
    yield from (route.at(code=code) for route in routes("GET") if not route.path.endswith("/picture.png"))
    yield from ("/static/app.css", "/static/front.png", "/static/nothing.css", "/nowhere", f"{game}/nowhere")


@pytest.mark.parametrize("accept", ["text/html", "application/json", "image/*"])
def test_every_answer_carries_the_security_headers(home: Home, ada: TestClient, accept: str) -> None:
    game = started(ada, (home.guest(), "Bruno"))
    statuses = set()
    for address in addresses(game):
        for guest in (ada, home.guest()):
            answer = guest.get(address, headers={"Accept": accept})
            statuses.add(answer.status_code)
            assert set(answer.headers) >= EVERYTHING, address
            if not answer.headers.get("content-type", "").startswith(PARTS):
                assert set(answer.headers) >= BY_ITSELF, address
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self';" in policy, address
                assert "unsafe" not in policy, address
            indexed = not address.startswith(UNLISTED)
            assert ("noindex" in answer.headers.get("x-robots-tag", "")) != indexed, address
    assert {200, 303, 403, 404, 409} <= statuses


def test_head_is_answered_like_get_without_the_body(ada: TestClient, home: Home) -> None:
    """Every route answers HEAD with the headers of its GET."""
    game = started(ada, (home.guest(), "Bruno"))
    statuses = set()
    for address in (*addresses(game), "/static/icon.svg", "/static/awake.mp4"):
        whole, head = ada.get(address), ada.head(address)
        statuses.add(head.status_code)
        assert (head.status_code, head.content) == (whole.status_code, b""), address
        for name in ("content-type", "cache-control", "location"):
            assert head.headers.get(name) == whole.headers.get(name), address
    assert {200, 303, 404} <= statuses
    assert ada.head("/healthz").headers["content-length"] == str(len(ada.get("/healthz").content))
    assert ada.head(f"{game}/move").status_code == 405


def test_robots_are_told_what_not_to_index(ada: TestClient) -> None:
    answer = ada.get("/robots.txt")
    kept_off = [line.partition(": ")[2] for line in answer.text.splitlines() if line.startswith("Disallow")]

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert kept_off == ["/admin", "/api/", "/tv"]
    lobby = opened(ada)
    assert not lobby.startswith(tuple(kept_off)), "they must read there that it is not to be listed"
    assert ada.get(lobby).headers["x-robots-tag"] == "noindex, nofollow"


def test_no_get_changes_anything(home: Home, ada: TestClient) -> None:
    game = started(ada, (home.guest(), "Bruno"))
    room = home.room(game)
    before = room.at, room.table
    for route in routes("GET"):
        for guest in (ada, home.guest()):
            guest.get(Route("GET", route.path).at(code=room.code))
            guest.get(Route("GET", route.path).at(code=room.code), headers={"Accept": "application/json"})
    home.call(room.refresh)
    assert (room.at, room.table) == before


# -- over HTTPS ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server reached over HTTPS, through a proxy on its machine."""
    with serving(tmp_path_factory.mktemp("tls") / "data", HOUSEWARMING_HSTS="true") as server:
        yield server


BY_PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "Host": "games.example.org"}


@pytest.mark.parametrize("secure", [True, False])
def test_cookies_are_secure_exactly_when_the_guest_came_over_https(tls: Server, secure: bool) -> None:
    origin = "https://games.example.org" if secure else tls.url.rstrip("/")
    headers = {"Accept": "text/html", "Origin": origin} | (BY_PROXY if secure else {})
    with httpx2.Client(base_url=tls.url, headers=headers, timeout=60) as web:
        answer = web.post("/tables", data={"name": "Ada", "game": "dream_home"})
        given = answer.headers.get_list("set-cookie")
        assert len(given) == 2
        assert {("Secure" in each.split("; ")) for each in given} == {secure}
        assert ("strict-transport-security" in answer.headers) == secure
        assert ("cross-origin-opener-policy" in answer.headers) == secure
        assert web.get("/static/app.css").headers.get("strict-transport-security", "") == (
            "max-age=31536000" if secure else ""
        )


def test_without_the_setting_no_hsts_is_sent(server: Server) -> None:
    answer = httpx2.get(server.url, headers=BY_PROXY, timeout=30)

    assert "cross-origin-opener-policy" in answer.headers
    assert "strict-transport-security" not in answer.headers
