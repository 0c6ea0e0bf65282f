"""A shared device: several seats in one browser, with secrets hidden until a player says who they are."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from app.engine import dream_home
from app.engine.core import Seat
from app.engine.move_text import text_of
from app.live import shared_device
from app.live.live_table import LiveTable
from app.table.visitor import DeviceHolder, Visitor
from app.web import identity
from tests.support import drawing_table
from tests.support.guests import Arrive, Guest, names, opened, place, press, seats, told
from tests.support.in_process_server import Home, at_home
from tests.support.toy_game_house import found

# -- several seats in one browser ----------------------------------------------------------------------------


def tokens(page: str) -> list[str]:
    return re.findall(r'name="token" value="([^"]+)"', page)


def test_a_player_is_added_on_this_device(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/seats", name="Bruno", colour="teal", another="yes")
    assert names(ada, lobby) == ["Ada", "Bruno"]
    assert told(ada, lobby)["seats"][1]["colour"] == "teal"
    press(ada, f"{lobby}/ready", place="all", ready="yes")
    assert [ready for _, _, ready in seats(ada, lobby)] == [True, True]
    assert 'value="Ada"' in ada.get("/start?game=dream_home").text  # the browser is still Ada's


def test_a_form_to_add_a_player_that_is_sent_twice_adds_one(ada: Guest) -> None:
    lobby = opened(ada)
    [token] = tokens(ada.get(lobby).text)
    for _ in range(2):
        press(ada, f"{lobby}/seats", name="Bruno", another="yes", token=token)
    assert names(ada, lobby) == ["Ada", "Bruno"]
    [other] = tokens(ada.get(lobby).text)
    press(ada, f"{lobby}/seats", name="Celina", another="yes", token=other)
    assert names(ada, lobby) == ["Ada", "Bruno", "Celina"]


def test_no_two_browsers_get_the_same_form(ada: Guest, arrive: Arrive) -> None:
    """Otherwise one of them would sit in the other's seat."""
    lobby = opened(ada)
    url = str(ada.base_url).rstrip("/")
    seen = []
    for _ in range(2):
        seen += tokens(arrive().get(lobby).text)
    address = f"{url.replace('http', 'ws', 1)}{lobby}/socket?locale=en"
    with connect(address, origin=Origin(url)) as one, connect(address, origin=Origin(url)) as other:
        for socket in (one, other):
            while not tokens(said := str(socket.recv(10))):
                pass
            seen += tokens(said)
    assert len(seen) == 4
    assert len(set(seen)) == 4


# -- what is hidden ------------------------------------------------------------------------------------------


@pytest.fixture
def sketch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The toy game, in which every seat has secrets."""
    with found(tmp_path_factory.mktemp("games")) as name:
        yield name


class Round:
    """A game on one device that three players share."""

    def __init__(self, home: Home, game: str) -> None:
        self.home, self.browser = home, home.guest()
        made = self.browser.post("/api/tables", json={"game": game, "name": "Ada"}).json()
        self.code = str(made["code"])
        self.keys = [str(made["seat_key"])]
        for name in ("Bruno", "Celina"):
            taken = self.browser.post(f"/api/tables/{self.code}/seats", json={"name": name}).json()
            self.keys.append(str(taken["seat_key"]))
        for key in self.keys:
            self.ask("ready", key)
        self.ask("start", str(made["host_key"]))

    def ask(self, what: str, key: str, **body: object) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {key}"}
        answer = self.browser.post(f"/api/tables/{self.code}/{what}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer

    @property
    def room(self) -> LiveTable:
        return self.home.room(f"/r/{self.code}")

    def move(self, seat: Seat, *move: str | int) -> None:
        turn = self.room.state.turns[seat]
        self.ask("moves", self.keys[seat], turn=turn, move=move, id=f"{self.room.version}")

    def say(self, seat: Seat) -> DeviceHolder | None:
        """Press "I am …"; return what the browser remembers of it."""
        held = ".".join(self.keys)
        answer = self.browser.post(
            f"/r/{self.code}/as",
            data={"place": str(self.room.table.places[seat].id)},
            headers={"Cookie": f"housewarming-{self.code}={held}"},
        )
        assert answer.status_code == 303
        return identity.read_device_holder(dict(answer.cookies), self.code)

    def shown(self, named: DeviceHolder | None, *seats: Seat) -> Seat | None:
        return self.home.call(shared_device.viewpoint, self.room, self.holder(named, seats or (0, 1, 2)))

    def offered(self, named: DeviceHolder | None) -> list[str]:
        return [
            each.name for each in self.home.call(shared_device.may_take_device, self.room, self.holder(named))
        ]

    def holder(self, named: DeviceHolder | None, seats: tuple[Seat, ...] = (0, 1, 2)) -> Visitor:
        """A browser that holds the keys of these seats."""
        return Visitor(
            None, "en", tuple(self.room.table.places[seat].id for seat in seats), device_holder=named
        )


def test_secrets_are_hidden_until_a_player_says_who_they_are(home: Home, sketch: str) -> None:
    table = Round(home, sketch)
    assert table.shown(None) is None
    assert table.offered(None) == ["Ada", "Bruno", "Celina"]
    bruno = table.say(1)
    assert table.shown(bruno) == 1
    assert table.offered(bruno) == ["Ada", "Celina"]


def test_they_are_hidden_again_after_the_turn_and_stay_hidden(home: Home, sketch: str) -> None:
    table = Round(home, sketch)
    bruno = table.say(1)
    table.move(1, "draw", 0)
    table.move(0, "draw", 0)
    assert table.shown(bruno) == 1
    table.move(1, "ready")
    assert table.shown(bruno) is None
    assert table.offered(bruno) == ["Ada", "Bruno", "Celina"]
    for seat in (0, 2):
        table.move(seat, "ready")
    assert 1 in table.room.waited_for  # the next round
    assert table.shown(bruno) is None
    assert table.shown(table.say(1)) == 1


def test_a_player_alone_on_a_device_is_not_asked(home: Home, sketch: str) -> None:
    table = Round(home, sketch)
    assert table.shown(None, 2) == 2
    assert home.call(shared_device.may_take_device, table.room, table.holder(None, (2,))) == []


def test_a_forged_cookie_shows_nothing(home: Home, sketch: str) -> None:
    table = Round(home, sketch)
    for cookie in ("", "1", "x.y", "99.1", "²." * 9, "1." + "9" * 400):
        named = identity.read_device_holder({f"housewarming-{table.code}-as": cookie}, table.code)
        assert table.shown(named) is None


def test_nobody_can_say_who_they_are_for_another_browser(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    assert bruno.post(f"{lobby}/as", data={"place": place(ada, lobby)}).status_code == 403


def test_dream_home_hides_nothing_on_a_shared_device(home: Home) -> None:
    table = Round(home, "dream_home")
    state = table.room.state
    assert all(dream_home.secrets(state, seat) == dream_home.secrets(state, None) for seat in range(3))
    assert table.shown(None) == table.room.waited_for[0]
    assert table.offered(None) == []


# -- a turn that all take at once, each on the same device ---------------------------------------------------


@pytest.fixture
def drawers(tmp_path: Path) -> Iterator[Round]:
    """A game of Home Staging in which a card has been turned up: everybody draws."""
    with drawing_table.playable(tmp_path / "games"), at_home(tmp_path) as home:
        table = Round(home, "home_staging")
        [first] = table.room.waited_for
        while len(table.room.waited_for) == 1:
            table.move(first, *[*table.room.game.moves(table.room.state, first)][-1])
        yield table


def drawn(table: Round, seat: Seat) -> tuple[str | int, ...]:
    return next(iter(table.room.game.moves(table.room.state, seat)))


def test_one_after_another_draws_and_nobody_sees_what_the_others_drew(drawers: Round) -> None:
    assert drawers.shown(None) is None
    assert drawers.offered(None) == ["Ada", "Bruno", "Celina"]
    for seat in (2, 0, 1):
        holder = drawers.say(seat)
        assert drawers.shown(holder) == seat
        drawers.move(seat, *drawn(drawers, seat))
        assert drawers.shown(holder) == seat
        drawers.move(seat, "confirm")
        assert drawers.shown(holder) is None or seat == 1


def test_whoever_is_done_may_look_again_and_go_on_after_all(drawers: Round) -> None:
    holder = drawers.say(0)
    drawers.move(0, "confirm")
    assert drawers.shown(holder) is None
    assert drawers.offered(holder) == ["Ada", "Bruno", "Celina"]
    again = drawers.say(0)
    assert drawers.shown(again) == 0
    drawers.move(1, *drawn(drawers, 1))
    assert drawers.shown(again) == 0
    drawers.move(0, "withdraw")
    assert drawers.shown(again) is None
    assert drawers.shown(drawers.say(0)) == 0


def test_the_player_stays_in_view_however_much_others_draw(
    drawers: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_device, "MOST_STEPS", 10)
    holder, piece = drawers.say(0), drawn(drawers, 1)
    for _ in range(8):
        for move in (piece, ("erase", piece[3])):
            drawers.move(1, *move)
            assert drawers.shown(holder) == 0


def sent(table: Round, seat: Seat, *move: str | int, script: bool = False) -> httpx2.Response:
    """Press a button of the seat's page, on the device that has everybody's keys."""
    turn, id = str(table.room.state.turns[seat]), str(table.room.version)
    fields = {"seat": str(seat), "turn": turn, "move": text_of(move), "id": id}
    headers = {"Cookie": f"housewarming-{table.code}={'.'.join(table.keys)}"}
    return table.browser.post(
        f"/r/{table.code}/move", data=fields, headers=headers | ({"HX-Request": "true"} if script else {})
    )


@pytest.mark.parametrize("script", [False, True])
def test_whoever_turned_up_the_card_goes_on_drawing(home: Home, tmp_path: Path, script: bool) -> None:
    """The veil doesn't fall on their own pencil."""
    with drawing_table.playable(tmp_path / "games"):
        table = Round(home, "home_staging")
        [first] = table.room.waited_for
        while len(table.room.waited_for) == 1:
            move = [*table.room.game.moves(table.room.state, first)][-1]
            answer = sent(table, first, *move, script=script)
            assert answer.status_code == (204 if script else 303)
        assert answer.headers.get("HX-Redirect") == (f"/r/{table.code}" if script else None)
        holder = identity.read_device_holder(dict(answer.cookies), table.code)
        assert table.shown(holder) == first
        assert sent(table, first, *drawn(table, first), script=script).status_code == (204 if script else 303)
        assert table.shown(holder) == first
        answer = sent(table, first, "confirm", script=script)
        assert (dict(answer.cookies), answer.headers.get("HX-Redirect")) == ({}, None)
        assert table.shown(holder) is None
