"""Tables whose game is over, in process, and browsers that hold keys to them."""

import re
from random import Random

from starlette.testclient import TestClient

from app.web.cookies import keys_cookie
from tests.support.api import Guest, play_out, started
from tests.support.in_process_server import Home

LINK = re.compile(r'/e/[\w-]{16}(?=")')


def over(home: Home, *names: str, seed: int = 3, **options: object) -> list[Guest]:
    """A finished game of Ada and these people."""
    seated = started(home.guest(), *names, game="my_shelfie", **options)
    play_out(seated, Random(seed))
    return seated


def browser(home: Home, *seated: Guest, language: str = "en") -> TestClient:
    """A browser that holds these keys."""
    guest = home.guest(language)
    for each in seated:
        guest.cookies.set(keys_cookie(each.code), each.key)
    return guest


def again(who: TestClient, code: str) -> str:
    """Ask for a rematch; return its table."""
    answer = who.post(f"/r/{code}/again")
    assert answer.status_code == 303
    return str(answer.headers["location"])


def evening_of(who: TestClient, table: str) -> str:
    """The evening's page, by the link at the table."""
    [found] = {*LINK.findall(who.get(table).text)}
    return str(found)
