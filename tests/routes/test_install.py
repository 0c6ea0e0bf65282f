"""What a browser needs to install the site as an app, and the picture that links to it show."""

import re
import struct
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2
import pytest

from scripts import icons
from tests.support.parsed_page import Sight
from tests.support.server import Server, serving

HTML = {"Accept": "text/html", "Accept-Language": "en"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("house") / "data"
    with serving(data, HOUSEWARMING_BASE_URL="https://games.example.org") as up:
        yield up


@pytest.fixture
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, headers=HTML, timeout=60) as client:
        yield client


def size(png: bytes) -> str:
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_the_manifest_names_icons_of_the_size_they_have(web: httpx2.Client) -> None:
    page = Sight(web.get("/").text)
    link = next(given["href"] for tag, given in page.elements if given.get("rel") == "manifest")
    answer = web.get(link)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert size(web.get(icon["src"]).content) == icon["sizes"]


def test_the_icons_are_up_to_date_with_their_sources() -> None:
    for path, png in icons.made().items():
        assert path.read_bytes() == png, f"{path.name} is old: python -m scripts.icons"


def test_the_service_worker_covers_the_whole_site_and_is_never_cached(web: httpx2.Client) -> None:
    answer = web.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert "worker-src 'self'" in web.get("/").headers["content-security-policy"]
    assert "No connection" in Sight(web.get("/offline").text).text


def test_a_link_to_the_front_page_shows_a_picture(web: httpx2.Client) -> None:
    found = re.search(
        r'property="og:image"\s+content="(https://games\.example\.org/[^"]*)"', web.get("/").text
    )
    assert found
    assert size(web.get(urlsplit(found[1]).path).content) == "1200x630"


def test_the_front_page_offers_the_app_only_where_it_can_be_installed(
    web: httpx2.Client, server: Server
) -> None:
    said = "You can install this site as an app."
    assert said in Sight(web.get("/").text).text
    assert said not in Sight(httpx2.get(server.url, headers=HTML, timeout=30).text).text
