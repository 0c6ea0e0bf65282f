"""The site under a path prefix, behind a TLS proxy: every link, cookie and socket stays under it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from app.web.second_thoughts import NEVER
from tests.support.flaky_network import Proxy
from tests.support.network.tls import Certificate, self_signed
from tests.support.parsed_page import Sight
from tests.support.server import Server, refused, serving

pytestmark = pytest.mark.proxies

ROOT = "/games"
TELLS = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
LEADS = {"href", "src", "action", "formaction", "poster", "content", "data-turn", "data-worker"}
LEADS |= {"hx-get", "hx-post", "hx-ws:connect"}


class Below(NamedTuple):
    server: Server
    url: str  # the public address, with the path prefix
    certificate: Certificate

    def browser(self) -> httpx2.Client:
        origin = self.url.removesuffix(ROOT)
        headers = {"Accept": "text/html", "Accept-Language": "en", "Origin": origin}
        return httpx2.Client(base_url=origin, headers=headers, verify=self.certificate.client(), timeout=20)


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Below]:
    folder = tmp_path_factory.mktemp("below")
    certificate = self_signed(folder)
    with Proxy(tells=TELLS, tls=certificate.server()).running() as proxy:
        url = f"{proxy.url}{ROOT}"
        with serving(folder / "data", HOUSEWARMING_BASE_URL=url, HOUSEWARMING_BOT_PAUSE="0") as server:
            proxy.only(server.url)
            yield Below(server, url, certificate)


@pytest.fixture
def ada(below: Below) -> Iterator[httpx2.Client]:
    with below.browser() as client:
        yield client


@pytest.fixture
def bruno(below: Below) -> Iterator[httpx2.Client]:
    with below.browser() as client:
        yield client


def addresses(html: str) -> list[str]:
    """Every address that a page links to."""
    given = [pair for _, attributes in Sight(html).elements for pair in attributes.items()]
    leads = [value for name, value in given if name in LEADS]
    return [each for each in leads if each.startswith(("/", "http"))]


def sent(browser: httpx2.Client, page: str, to: str, **fields: str) -> httpx2.Response:
    """Fill in and send the page's form for this action; follow the redirect."""
    elements = Sight(browser.get(page).text).elements
    forms = [given["action"] for tag, given in elements if tag == "form" and "action" in given]
    action = next(action for action in forms if action.partition("#")[0].endswith(to))
    answer = browser.post(action, data=fields)
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith(f"{ROOT}/")
    return answer


def own_place(browser: httpx2.Client, lobby: str) -> str:
    sight = Sight(browser.get(f"{lobby}/leave").text)
    return next(given["value"] for _, given in sight.elements if given.get("name") == "place")


def begun(ada: httpx2.Client, bruno: httpx2.Client, game: str) -> str:
    """Start a table for two through its forms; return its address."""
    lobby = sent(ada, f"{ROOT}/start?game={game}", "/tables", name="Ada", game=game).headers["location"]
    sent(bruno, lobby, "/seats", name="Bruno")
    sent(bruno, lobby, "/ready", place=own_place(bruno, lobby), ready="yes")
    sent(ada, lobby, "/start")
    return str(lobby)


def play(lobby: str, guests: list[httpx2.Client], chance: Random) -> None:
    """Play with plain forms to the end."""
    api = lobby.replace("/r/", "/api/tables/")
    while waiting := guests[0].get(api).json()["waiting"]:
        guest = guests[waiting[0]]
        sight = Sight(guest.get(lobby).text)
        move = chance.choice([each for each in sight.moves if each != "undo"])
        (action,) = {given["action"] for _, given in sight.elements if given.get("id") in ("moves", "pair")}
        answer = guest.post(action, data=sight.sent(move) | {"asks": NEVER})  # no "Sure?"
        assert (answer.status_code, answer.headers.get("location")) == (303, lobby), answer.text


@pytest.mark.parametrize("game", ["dream_home", "my_shelfie"])
def test_no_page_of_a_whole_game_links_outside_the_prefix(
    below: Below, ada: httpx2.Client, bruno: httpx2.Client, game: str
) -> None:
    lobby = sent(ada, f"{ROOT}/start?game={game}", "/tables", name="Ada", game=game).headers["location"]
    pages = {lobby: ada.get(lobby).text}
    table = begun(ada, bruno, game)
    for page in ("", "/watch", "/devices", "/chat", "/leave", "/end", "/ask", "/tv"):
        pages[f"{table}{page}"] = ada.get(f"{table}{page}", follow_redirects=True).text
    for page in ("/", "/rules", f"/rules/{game}", f"/gallery/{game}", "/api/docs", "/tv", "/tv/pair"):
        pages[page] = ada.get(f"{ROOT}{page}").text
    for page in ("/offline", "/join?code=none", "/r/none", "/nowhere"):
        pages[page] = ada.get(f"{ROOT}{page}").text
    play(table, [ada, bruno], Random(3))
    pages["the end"] = ada.get(table).text
    assert "Score sheet" in Sight(pages["the end"]).text

    leads = {address for page in pages.values() for address in addresses(page)}
    elsewhere = [
        each for each in leads if not each.startswith((f"{ROOT}/", f"{below.url}/", f"{below.url}?"))
    ]
    assert elsewhere == []
    assert any(each.startswith(below.url) for each in leads), "pictures that links show"
    assert len(leads) > 60


def test_everything_that_pages_load_exists(below: Below, ada: httpx2.Client) -> None:
    front = ada.get(f"{ROOT}/").text
    for address in {*addresses(front), f"{ROOT}/sw.js", f"{ROOT}/offline", f"{ROOT}/api/openapi.json"}:
        if not address.endswith(("/tables", "/start", "/language", "/theme", "/join", "/board")):  # forms
            assert ada.get(address).status_code == 200, address


def test_the_installable_app_stays_under_the_prefix_too(ada: httpx2.Client) -> None:
    manifest = ada.get(f"{ROOT}/manifest.webmanifest").json()

    assert {manifest[name] for name in ("id", "start_url", "scope")} == {f"{ROOT}/"}
    for icon in manifest["icons"]:
        assert icon["src"].startswith(f"{ROOT}/")
        assert ada.get(icon["src"]).status_code == 200


def test_cookies_stay_under_the_prefix_and_are_secure(ada: httpx2.Client) -> None:
    answer = sent(ada, f"{ROOT}/start?game=dream_home", "/tables", name="Ada", game="dream_home")

    kept = answer.headers.get_list("set-cookie")
    assert len(kept) == 2
    for cookie in kept:
        assert f"; Path={ROOT};" in f"{cookie};"
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_the_language_and_theme_switches_lead_back_to_their_page(ada: httpx2.Client) -> None:
    for page in (f"{ROOT}/", f"{ROOT}/rules/dream_home"):
        back = next(
            given["value"] for _, given in Sight(ada.get(page).text).elements if given.get("name") == "back"
        )
        answer = ada.post(f"{ROOT}/language", data={"locale": "it", "back": back})
        assert answer.headers["location"] == page
    for elsewhere in ("/", "/admin", "https://example.net/", "//example.net/", f"{ROOT}x/"):
        answer = ada.post(f"{ROOT}/language", data={"locale": "en", "back": elsewhere})
        assert answer.headers["location"] == f"{ROOT}/"


def test_a_socket_connects(below: Below, ada: httpx2.Client, bruno: httpx2.Client) -> None:
    table = begun(ada, bruno, "dream_home")
    page = ada.get(table).text
    path = next(each for each in addresses(page) if "/socket?" in each)
    address = urljoin(below.url, path).replace("https", "wss", 1)
    cookie = "; ".join(f"{each.name}={each.value}" for each in ada.cookies.jar)
    with connect(
        address,
        ssl=below.certificate.client(),
        origin=Origin(below.url.removesuffix(ROOT)),
        additional_headers={"Cookie": cookie},
    ) as socket:
        frame = str(socket.recv())

    assert 'id="table"' in frame
    assert f'href="{ROOT}/static/dream_home/art/' in frame


def test_the_api_description_names_its_own_address(below: Below, ada: httpx2.Client) -> None:
    assert ada.get(f"{ROOT}/api/openapi.json").json()["servers"] == [{"url": ROOT}]
    assert f"curl -X POST {below.url}/api/tables" in Sight(ada.get(f"{ROOT}/api/docs").text).text
    made = ada.post(f"{ROOT}/api/tables", json={"game": "dream_home", "name": "Ada"}).json()
    assert made["links"]["table"] == f"{below.url}/api/tables/{made['code']}"
    assert ada.get(made["links"]["table"]).status_code == 200


def test_the_bare_prefix_redirects_to_the_front_page(ada: httpx2.Client) -> None:
    answer = ada.get(ROOT)

    assert (answer.status_code, answer.headers["location"]) == (308, f"{ROOT}/")


def test_a_proxy_may_also_strip_the_prefix(below: Below) -> None:
    for path in ("/healthz", "/readyz", "/", "/rules/dream_home", "/static/app.css"):
        assert httpx2.get(f"{below.server.url}{path}", timeout=30).status_code == 200
    for address in addresses(httpx2.get(below.server.url, headers={"Accept": "text/html"}, timeout=30).text):
        assert address.startswith((f"{ROOT}/", below.url))


def test_a_qr_code_leads_under_the_prefix(below: Below, ada: httpx2.Client) -> None:
    lobby = sent(ada, f"{ROOT}/start?game=dream_home", "/tables", name="Ada", game="dream_home").headers[
        "location"
    ]

    assert f"{below.url}{lobby.removeprefix(ROOT)}" in Sight(ada.get(lobby).text).text
    assert urlsplit(below.url).netloc in Sight(ada.get(f"{ROOT}/tv").text).text


@pytest.mark.parametrize("path", ["/a b", "/a//b", '/"', "/../x", "/é", "/a;b", "//x"])
def test_a_path_that_no_link_can_hold_is_refused_at_the_start(tmp_path: Path, path: str) -> None:
    status, words = refused("--data", str(tmp_path), HOUSEWARMING_BASE_URL=f"https://example.org{path}")

    assert status == 2
    assert words.startswith("housewarming: HOUSEWARMING_BASE_URL: ")
