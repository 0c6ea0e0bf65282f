"""A TV and the phone that sends a table to it."""

import re

import httpx2

from tests.support.parsed_page import Sight
from tests.support.server import Server


def browser(house: Server) -> httpx2.Client:
    headers = {"Accept": "text/html", "Origin": house.url, "Accept-Language": "en"}
    return httpx2.Client(base_url=house.url, timeout=60, headers=headers)


def code_on(tv: httpx2.Client) -> str:
    answer = tv.get("/tv")
    assert answer.status_code == 200
    found = re.search(r'data-code="([A-Z]{4}-[A-Z]{4})"', answer.text)
    assert found
    assert found[1] in Sight(answer.text).text
    return found[1]


def host_of(phone: httpx2.Client) -> str:
    """Create a table on this phone; return its code."""
    answer = phone.post("/tables", data={"name": "Ada", "game": "dream_home"})
    return str(answer.headers["location"].removeprefix("/r/"))
