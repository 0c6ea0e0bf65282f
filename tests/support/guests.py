"""People whose browsers run no script: they follow links, send forms and read pages."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import httpx2

Guest = httpx2.Client
Arrive = Callable[..., Guest]


def opened(host: Guest, name: str = "Ada") -> str:
    """Open a table; return its address."""
    answer = host.post("/tables", data={"name": name, "game": "dream_home"})
    assert answer.status_code == 303
    lobby = answer.headers["location"]
    assert re.fullmatch(r"/r/[a-z]+-[a-z]+-\d\d", lobby)
    return lobby


def press(guest: Guest, address: str, **fields: str) -> httpx2.Response:
    """Send a form that is accepted and redirects to the lobby."""
    answer = guest.post(address, data=fields)
    assert answer.status_code == 303, text(answer)
    assert address.startswith(answer.headers["location"])
    return answer


def text(answer: httpx2.Response) -> str:
    """The text of a page, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def seats(guest: Guest, lobby: str) -> list[tuple[str, str, bool]]:
    """The seats as everybody sees them: name, kind, ready."""
    told = guest.get(f"/api/tables/{lobby.removeprefix('/r/')}").json()
    return [(seat["name"], seat["level"] or seat["kind"], seat["ready"]) for seat in told["seats"]]


def names(guest: Guest, lobby: str) -> list[str]:
    return [name for name, _, _ in seats(guest, lobby)]


def place(guest: Guest, lobby: str, button: str = "") -> str:
    """The guest's own place; or the one that a button's form in the lobby is about."""
    if not button:
        own = re.search(r'name="place" value="(\d+)"', guest.get(f"{lobby}/leave").text)
        assert own, "no seat"
        return own[1]
    form = re.search(
        rf'action="{lobby}/{button}(?:#[a-z-]+)?">(.*?)</form>', guest.get(lobby).text, re.DOTALL
    )
    assert form, f"no {button}"
    about = re.search(r'name="place"\s+value="(\d+)"', form[1])
    assert about
    return about[1]


def sat(host: Guest, *guests: tuple[Guest, str], name: str = "Ada") -> str:
    """Open a table and seat the host and these guests; return its address."""
    lobby = opened(host, name)
    for guest, called in guests:
        press(guest, f"{lobby}/seats", name=called)
    return lobby


def started(host: Guest, *guests: tuple[Guest, str]) -> str:
    """The same, with everybody ready and the game begun."""
    lobby = sat(host, *guests)
    for guest, _ in guests:
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    press(host, f"{lobby}/start")
    return lobby


def told(guest: Guest, lobby: str) -> dict[str, Any]:
    """The table as the API shows it to everybody."""
    return dict(guest.get(f"/api/tables/{lobby.removeprefix('/r/')}").json())
