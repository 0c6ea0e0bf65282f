"""What one guest can take from a server: tables, undos, open pages. Everybody else still has room."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

from app.settings import Settings
from app.web.rate_limits import LIMITS, Limits, TooMany
from tests.support.guests import opened, press, started, text
from tests.support.in_process_server import Clock, at_home, closing

API = "/api/tables"
NEW = {"game": "dream_home", "name": "Ada"}
PROGRAM = {"Accept": "application/json"}


def test_an_address_opens_a_limited_number_of_tables_per_hour(tmp_path: Path) -> None:
    with at_home(tmp_path, most_new_tables=3) as home:
        eve, other = home.guest("it", "2001:db8:1:2::9"), home.guest(address="2001:db8:1:3::9")
        opened(eve)
        opened(home.guest(address="2001:db8:1:2::a"))
        assert eve.post(API, json=NEW).status_code == 201

        page = eve.post("/tables", data=NEW)
        program = eve.post(API, json=NEW, headers=PROGRAM)
        assert (page.status_code, "troppo in fretta" in text(page)) == (429, True)
        assert (program.status_code, program.json()["error"]["code"]) == (429, "too_often")
        assert 60 < int(program.headers["Retry-After"]) <= 3600
        opened(other)


def test_rematches_are_no_way_around_the_limit(tmp_path: Path) -> None:
    with at_home(tmp_path, most_new_tables=2) as home:
        eve, bruno = home.guest(), home.guest(address="198.51.100.1")
        game = started(eve, (bruno, "Bruno"))
        there = eve.post(f"{game}/again")
        assert there.status_code == 303
        assert eve.post(f"{game}/again").headers["location"] == there.headers["location"], "it is the same"
        other = started(bruno, (eve, "Eve"))
        press(bruno, f"{other}/abandon")

        assert eve.post(f"{other}/again").status_code == 429
        assert bruno.post(f"{other}/again").status_code == 303


def test_a_server_holds_a_limited_number_of_tables(tmp_path: Path) -> None:
    with at_home(tmp_path, most_tables=2) as home:
        ada = home.guest()
        lobby = opened(ada)
        opened(home.guest(address="198.51.100.1"))

        page, program = ada.post("/tables", data=NEW), ada.post(API, json=NEW, headers=PROGRAM)
        assert (page.status_code, "can't hold any more tables" in text(page)) == (503, True)
        assert (program.status_code, program.json()["error"]["code"]) == (503, "house_full")
        assert int(program.headers["Retry-After"]) > 0
        assert ada.get(lobby).status_code == 200


def undo_again_and_again(guest: TestClient, game: str, times: int) -> int:
    """Make and undo a move so often, or until that is refused; return how many undos succeeded."""
    code, key = game.removeprefix("/r/"), guest.cookies[f"housewarming-{game.removeprefix('/r/')}"]
    bearer = {"Authorization": f"Bearer {key.rpartition('.')[2]}"}
    for count in range(times):
        for undo in (False, True):
            table = guest.get(f"{API}/{code}", headers=bearer).json()
            move = next(each for each in table["moves"] if (each == ["undo"]) == undo)
            said = {"turn": table["turn"], "move": move, "id": f"at {table['version']}"}
            answer = guest.post(f"{API}/{code}/moves", json=said, headers=bearer)
            if answer.status_code == 429:
                assert undo, "other moves are never too many"
                return count
            assert answer.status_code == 200
    return times


def test_moves_and_undos_cannot_fill_the_disk(tmp_path: Path) -> None:
    with at_home(tmp_path) as home:
        guests = home.guest(), home.guest(address="198.51.100.1")
        game = started(guests[0], (guests[1], "Bruno"))
        room = home.room(game)
        seat = room.waited_for[0]
        for _ in range(LIMITS["endless_move"].amount - 5):
            home.services.limits.check("endless_move", "", f"{room.code} {room.table.places[seat].id}")
        assert undo_again_and_again(guests[seat], game, 10) == 5
        version, turn = room.version, room.state.turns[seat]

        by_form = {"seat": str(seat), "turn": str(turn), "move": "undo"}
        answer = guests[seat].post(f"{game}/move", data=by_form)
        assert (answer.status_code, "Too fast" in text(answer)) == (429, True)
        assert room.version == version


# -- refusals say when to retry ------------------------------------------------------------------------------

HERE = "203.0.113.7"
UNKNOWN = "sunny-sofa-42"


class Ask(NamedTuple):
    """A request that is refused once this key's limit is used up."""

    key: str
    method: str
    path: str
    fields: dict[str, str] | None = None
    bearer: str = ""


def asks(limit: str, code: str, place: str) -> Iterator[Ask]:
    """Every way to run into this limit, for the host of a running game seated at this place."""
    game, seat = f"/r/{code}", f"{code} {place}"
    said = {"text": "Hello", "place": place}
    undone, refused = ({"seat": "0", "turn": "1", "move": move} for move in ("undo", "no move"))
    wrong_key, wrong_code = "x" * 24, {"code": "BCDF-GHJK", "table": code}
    yield from {
        "create": (Ask(HERE, "POST", "/tables", NEW), Ask(HERE, "POST", f"{game}/again")),
        "create_in_an_hour": (Ask(HERE, "POST", "/tables", NEW), Ask(HERE, "POST", f"{game}/again")),
        "join": (
            Ask(HERE, "POST", f"{game}/seats", {"name": "Eve"}),
            Ask(HERE, "POST", f"{game}/ask", {"name": "Eve", "place": place}),
        ),
        "unknown_code": (Ask(HERE, "GET", f"/r/{UNKNOWN}"), Ask(HERE, "GET", f"{API}/{UNKNOWN}")),
        "my_games": (
            Ask(HERE, "GET", "/games"),
            Ask(HERE, "GET", "/games/forget"),
            Ask(HERE, "GET", "/games/move"),
            Ask(HERE, "GET", "/games/from/x"),
            Ask(HERE, "POST", "/games/from/x"),
        ),
        "forget": (Ask(HERE, "POST", "/games/forget"),),
        "replay": (Ask(HERE, "GET", f"{game}/replay"),),
        "evening": (Ask(HERE, "GET", "/e/an-evening"), Ask(HERE, "GET", "/e/an-evening/tv")),
        "knock": (Ask(f"{code} {HERE}", "POST", f"{game}/watch", {"name": "Eve"}),),
        "wrong_key": (
            Ask(HERE, "GET", f"{game}/key/{wrong_key}"),
            Ask(HERE, "POST", f"{game}/key/{wrong_key}"),
            Ask(HERE, "GET", f"{API}/{code}", bearer=wrong_key),
        ),
        "talk": (Ask(HERE, "POST", f"{game}/chat", said),),
        "talk_in_an_hour": (Ask(HERE, "POST", f"{game}/chat", said),),
        "chat": (Ask(seat, "POST", f"{game}/chat", said),),
        "react": (Ask(seat, "POST", f"{game}/chat/react", {"symbol": "tea", "place": place}),),
        "take_back": (Ask(seat, "POST", f"{game}/take-back", {"place": place}),),
        "hint": (Ask(seat, "POST", f"{game}/hint", {"place": place}),),
        "wrong_tv_code": (
            Ask(HERE, "GET", "/tv/pair?code=BCDF-GHJK"),
            Ask(HERE, "POST", "/tv/pair", wrong_code),
        ),
        "show_on_tv": (Ask(HERE, "POST", "/tv/pair", wrong_code),),
        "wrong_token": (Ask(HERE, "POST", "/admin/in", {"token": "wrong"}),),
        "endless_move": (Ask(seat, "POST", f"{game}/move", undone),),
        "refused_move": (Ask(seat, "POST", f"{game}/move", refused),),
    }[limit]


@pytest.mark.parametrize("limit", [name for name in LIMITS if name not in ("show", "paint")])
def test_a_refused_page_request_says_when_to_retry(tmp_path: Path, limit: str) -> None:
    """As a whole page, as a fragment for the script, or as JSON."""
    with at_home(tmp_path) as home:
        host = home.guest(address=HERE)
        room = home.room(started(host, (home.guest(), "Bruno")))
        for ask in asks(limit, room.code, str(room.table.places[0].id)):
            use_up(home.services.limits, limit, ask.key)
            for extra in ({}, {"HX-Request": "true"}, PROGRAM):
                bearer = {"Authorization": f"Bearer {ask.bearer}"} if ask.bearer else {}
                guest = home.guest(address=HERE) if limit == "unknown_code" else host
                answer = guest.request(ask.method, ask.path, data=ask.fields, headers={**extra, **bearer})
                assert answer.status_code == 429, ask
                assert int(answer.headers.get("Retry-After", 0)) > 0, (ask, extra)


def test_spectators_who_show_and_hide_their_names_are_told_when_to_retry(tmp_path: Path) -> None:
    with at_home(tmp_path) as home:
        eve, game = home.guest(address=HERE), started(home.guest(), (home.guest(), "Bruno"))
        assert eve.post(f"{game}/watch", data={"name": "Eve"}).status_code == 303
        use_up(home.services.limits, "show", f"{game.removeprefix('/r/')} {HERE}")

        answer = eve.post(f"{game}/watch", data={"show": "yes"})
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0


def use_up(limits: Limits, name: str, key: str) -> None:
    with suppress(TooMany):
        for _ in range(LIMITS[name].amount):
            limits.check(name, HERE, None if key == HERE else key)


BY_PROGRAM = {
    "create": ("", NEW),
    "create_in_an_hour": ("", NEW),
    "join": ("/seats", {"name": "Eve"}),
    "endless_move": ("/moves", {"turn": 1, "move": ["undo"], "id": "1"}),
    "refused_move": ("/moves", {"turn": 1, "move": ["no", "move"], "id": "1"}),
}


@pytest.mark.parametrize("limit", BY_PROGRAM)
def test_a_refused_api_request_says_when_to_retry(tmp_path: Path, limit: str) -> None:
    with at_home(tmp_path) as home:
        program = home.guest(address=HERE)
        made = program.post(API, json=NEW).json()
        address = f"{API}/{made['code']}"
        for key in (HERE, f"{made['code']} {home.room(made['code']).table.places[0].id}"):
            use_up(home.services.limits, limit, key)
        path, said = BY_PROGRAM[limit]
        bearer = {"Authorization": f"Bearer {made['seat_key']}"}
        answer = program.post(f"{address}{path}" if path else API, json=said, headers=bearer)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_often")
        assert int(answer.headers["Retry-After"]) > 0


def test_a_hundred_undos_a_second_are_not_too_fast() -> None:
    """The limit slows no accepted move below that rate; it only stops those who never stop."""
    clock = Clock()
    limits = Limits(clock)
    for _ in range(60):
        clock.now += 1
        for _ in range(100):
            limits.check("endless_move", "", "a seat")
    clock.now += 3600
    limits.check("endless_move", "", "a seat")


@pytest.mark.parametrize("path", ["/r/{}/socket", "/api/tables/{}/live"])
def test_an_address_holds_a_limited_number_of_open_pages(tmp_path: Path, path: str) -> None:
    with at_home(tmp_path, most_sockets=2) as home:
        ada, eve = home.guest(address="192.168.1.5"), home.guest(address="203.0.113.7")
        live = path.format(opened(ada).removeprefix("/r/"))
        with eve.websocket_connect(live) as one, eve.websocket_connect(live) as two:
            for socket in (one, two):
                socket.receive_text()
            with eve.websocket_connect(live) as three:
                assert closing(three) == 1013
            with ada.websocket_connect(live) as other:
                other.receive_text()
        with eve.websocket_connect(live) as again:
            again.receive_text()
        assert len(home.services.open_sockets) == 0


def test_the_caps_leave_room_for_a_game_night() -> None:
    usual = Settings()

    assert usual.most_new_tables >= 200
    assert usual.most_tables >= 10_000
