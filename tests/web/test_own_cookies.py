"""Only our own cookies are parsed, and quickly."""

from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from app.main import around
from app.settings import Settings
from app.web.middleware.own_cookies import MOST, own
from tests.support.work import counted

QUOTED = '"' + "\\a" * 30_000 + '"'  # the standard library rescans all of it at each of its letters


def test_our_cookies_stay_unchanged_and_others_are_dropped() -> None:
    sent = b"theme=dark; housewarming-me=WyJBZGEi.x_-9; _ga=GA1.2; housewarming-sunny-sofa-42=k1.k2"
    assert own(sent) == b"housewarming-me=WyJBZGEi.x_-9; housewarming-sunny-sofa-42=k1.k2"
    assert own(b"theme=dark") == own(b"") == own(b";;=;") == b""


@pytest.mark.parametrize(
    "flood",
    [
        f"housewarming-me={QUOTED}",
        f"other={QUOTED}",
        "housewarming-me=" + "x" * 60_000,
        "housewarming-a=b;" * 3500,
        "a=b;" * 15_000,
        ";" * 60_000,
    ],
    ids=["quoted", "quoted by others", "long", "many", "many of others", "many of nothing"],
)
def test_a_flood_of_cookies_is_parsed_quickly(flood: str) -> None:
    left = own(flood.encode())
    with counted() as work:
        assert len(cookie_parser(left.decode())) <= 1
    assert work["cookie_parser"] == 1
    assert sum(work.values()) <= 10 * (MOST + 1)


def test_no_other_cookie_reaches_the_application(tmp_path: Path) -> None:
    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(Headers(scope=scope)["cookie"])(scope, receive, send)

    house = TestClient(around(echo, Settings(data=tmp_path)))
    sent = {"Cookie": f"other={QUOTED}; housewarming-locale=it"}
    assert house.get("/", headers=sent).text == "housewarming-locale=it"
