"""A server killed at any moment carries on there, with every kind of move and for everybody."""

from pathlib import Path
from random import Random
from typing import Any

import httpx2

from app.engine.dream_home.cards import ARCHITECT, DESIGNER, HANDYMAN, ROOFER, SUPPLIER, special_names
from app.engine.dream_home.state import CLEAR, CLEARED, HELP, TAKEN, TURN
from app.web.cookies import keys_cookie
from tests.support.api import Guest, started
from tests.support.server import serving

HELPING = {*special_names(bytes((ARCHITECT, DESIGNER, HANDYMAN, ROOFER, SUPPLIER)))}


def seen(web: httpx2.Client, guests: list[Guest]) -> list[Any]:
    """All that anybody sees: the table in the API, and the pages."""
    shown: list[Any] = [guest.look() for guest in guests]
    for guest in (*guests, None):
        cookie = {"Cookie": f"{keys_cookie(guest.code)}={guest.key}"} if guest else {}
        page = web.get(f"/r/{guests[0].code}", headers={"Accept": "text/html", **cookie}).text
        shown.append(page[page.index('id="table"') : page.index("</main>")].partition('id="people"')[0])
    return shown


def step(guests: list[Guest], chance: Random) -> bool:
    """Make a random move twice with the same id; return False when the game is over."""
    waiting = guests[0].look()["waiting"]
    if not waiting:
        return False
    guest = guests[waiting[0]]
    table = guest.look()
    moves = [each for each in table["moves"] if each != ["undo"]]
    specials = table["view"]["display"]["specials"]
    helpers = [each for each in moves if each[0] == "take" and specials[each[1]] in HELPING]
    move = chance.choice(helpers or moves)
    said = {"turn": table["turn"], "move": move, "id": f"at {table['version']}"}
    answers = [guest.ask("POST", "/moves", **said).json() for _ in range(2)]
    assert answers == [{"version": table["version"] + 1}] * 2
    return True


def test_a_kill_at_any_kind_of_move_changes_nothing(tmp_path: Path) -> None:
    chance = Random(11)
    missing = {CLEAR, CLEARED, TURN, TAKEN, HELP}
    keys: list[Guest] = []
    last: list[Any] = []
    while missing:  # not every deal leads to every kind of move, so a finished game is followed by another
        with serving(tmp_path / "data") as server, httpx2.Client(base_url=server.url, timeout=60) as web:
            guests = [Guest(web, each.code, each.key) for each in keys] or started(
                web, "Bruno", first_player=0
            )
            if last:
                assert seen(web, guests) == last
            keys, last = guests, []
            while step(guests, chance):
                asked_for = guests[0].look()["view"]["step"]
                if asked_for in missing:
                    missing.remove(asked_for)
                    last = seen(web, guests)
                    break
            else:
                keys = []
            server.process.kill()
            server.process.wait(timeout=60)
    with serving(tmp_path / "data") as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        assert seen(web, [Guest(web, each.code, each.key) for each in keys]) == last
