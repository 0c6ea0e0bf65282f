"""Whatever a host presses at once, in any order: nobody sees another seat's secrets or moves in another's
seat."""

import asyncio
import gc
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from starlette.types import Message

from app.engine import wire
from app.live import key_ring
from app.live.live_table import LiveTable, stored
from app.live.thinkers import Thinkers
from app.main import application
from app.settings import Settings
from app.storage.migrate import migrate
from app.storage.writes import NewKey
from app.table import codes, seating
from app.table.keys import Secret, key_hash
from app.table.seating import PlaceId, Table
from app.table.visitor import SEAT
from app.web import tv_pairing
from app.web.cookies import keys_cookie
from app.web.rate_limits import Windows
from app.web.services import Services
from tests.support.scheduled_loop import ScheduledLoop, on_the_loop, scheduled
from tests.support.toy_game_house import found

PEOPLE: Mapping[str, PlaceId] = {"Ada": 1, "Bruno": 2, "Celina": 3}  # by seat; Ada hosts
SEEDS = 8  # for each pair of forms and each page or move

START: tuple[str, dict[str, str]] = ("start", {})
HOST_FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("order", {"place": "1", "to": "2"}),
    ("remove", {"place": "2"}),
    ("kick", {"place": "2"}),
    ("reissue", {"place": "2"}),
    ("host", {"place": "3"}),
    START,
)


class Asked(NamedTuple):
    """A request by the player in this place."""

    method: str
    path: str
    fields: Mapping[str, str] = {}
    by_script: bool = False
    api: bool = False
    ends: bool = True  # false for a stream that only the client ends


def looks_and_moves(place: PlaceId) -> Iterator[Asked]:
    """Every request that shows part of a table, or moves there."""
    seat, own = str(place - 1), {"place": str(place)}  # the seat and place as this player last saw them
    for page in ("", "/watch", "/chat", "/leave", "/devices", "/places/2"):
        yield Asked("GET", f"/r/CODE{page}")
    yield Asked("GET", "/r/CODE/socket", ends=False)
    yield Asked("GET", "/api/tables/CODE", api=True)
    move = {"seat": seat, "turn": "1", "move": "ready"}
    yield Asked("POST", "/r/CODE/move", move)
    yield Asked("POST", "/r/CODE/move", {**move, "turn": "7"})  # refused, and answered with the table
    yield Asked("POST", "/r/CODE/move", {**move, "turn": "7"}, by_script=True)
    yield Asked("POST", "/api/tables/CODE/moves", {"turn": "1", "move": "ready"}, api=True)
    for form in ("ready", "take-back", "nudge", "standing"):  # refused too, now or once the game has begun
        yield Asked("POST", f"/r/CODE/{form}", own)
    yield Asked("POST", "/r/CODE/chat", {**own, "text": ""})


class Answer(NamedTuple):
    who: str
    status: int
    text: str


# -- a server whose every callback is scheduled by a seed ----------------------------------------------------


class House:
    def __init__(self, app: FastAPI, loop: ScheduledLoop) -> None:
        self.app, self.loop = app, loop

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    async def table(self, number: int) -> LiveTable:
        """A new table with three players, all ready."""
        table = seating.opened("sketch", {}, number.to_bytes(32))
        for name in PEOPLE:
            table, place = seating.seated(table, name, bytes(32))
            table = seating.ready(table, place.id)
        table = seating.hosted_by(table, PEOPLE["Ada"])
        keys = [NewKey(key_hash(key_of(who, number)), SEAT, place) for who, place in PEOPLE.items()]
        code = codes.new_code(Random(number))
        await self.services.store.create(code, "sketch", 1, stored(table), keys)
        live = await self.services.live_tables.get(code)
        assert live
        return live

    async def forget(self, live: LiveTable) -> None:
        """Forget the table altogether, so that the next one may have its code."""
        await self.services.bots.stop()
        await self.services.store.forget([live.id], float("inf"))
        self.services.live_tables._rooms.pop(live.code)
        self.services.live_tables._warm.pop(live).cancel()
        self.services.limits._windows = Windows(self.services.limits._clock)

    async def ask(self, who: str, number: int, code: str, asked: Asked, done: asyncio.Event) -> Answer:
        """The whole answer; of a stream, all that came before the others were done."""
        key, body, said = key_of(who, number), b"", list[bytes]()
        headers = {"host": "table.lan", "origin": "http://table.lan", "accept-language": "en"}
        if asked.api:
            headers["authorization"] = f"Bearer {key}"
        else:
            headers["cookie"] = f"{keys_cookie(code)}={key}"
        if asked.by_script:
            headers["hx-request"] = "true"
        if asked.method == "POST" and asked.api:
            turn, move = int(asked.fields["turn"]), [asked.fields["move"]]
            body = json.dumps({"turn": turn, "move": move, "id": who}).encode()
            headers["content-type"] = "application/json"
        elif asked.method == "POST":
            body = urlencode({**asked.fields, "id": who}).encode()
        status = 0

        heard = [{"type": "http.request", "body": body}] if asked.ends else [{"type": "websocket.connect"}]

        async def receive() -> Message:
            if heard:
                return heard.pop()
            await done.wait()
            return {"type": "http.disconnect" if asked.ends else "websocket.disconnect", "code": 1001}

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            said.append(message.get("body") or (message.get("text") or "").encode())

        path = asked.path.replace("CODE", code)
        await self.app(
            {
                "type": "http" if asked.ends else "websocket",
                "asgi": {"version": "3.0"},
                "http_version": "1.1",
                "method": asked.method,
                "scheme": "http" if asked.ends else "ws",
                "path": path,
                "raw_path": path.encode(),
                "query_string": b"",
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
                "client": (f"10.0.0.{PEOPLE[who]}", 50_000),
                "server": ("table.lan", 80),
            },
            receive,
            send,
        )
        return Answer(who, status, b"".join(said).decode())


def key_of(who: str, number: int) -> str:
    return f"{who}-{number}".ljust(24, "_")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("races")
    settings = Settings(data=folder, bot_pause=0, most_new_tables=10**6)
    migrate(settings.database)
    app = application(settings, Secret(bytes(32)))
    with found(folder), scheduled() as loop:
        lifespan = app.router.lifespan_context(app)
        loop.run_until_complete(lifespan.__aenter__())
        on_the_loop(app.state.services.store)
        app.state.services.bots.thinkers = Thinkers(most_waiting=0)  # this loop can't wait for a process
        gc.freeze()  # all that is here stays, and need not be looked through after every few races
        yield House(app, loop)
        gc.unfreeze()
        loop.run_until_complete(lifespan.__aexit__(None, None, None))


# -- the races -----------------------------------------------------------------------------------------------


class Race(NamedTuple):
    """What was pressed at once, and the results."""

    pressed: str
    seed: int
    table: Table
    state: Any
    answers: list[Answer]
    moved: list[tuple[str, PlaceId]]  # by whom, and for which place

    @property
    def hands(self) -> dict[PlaceId, tuple[str, str]]:
        """Each place's secret hand, as pages and the API write it."""
        hands = self.state.hands if self.state else ()
        written = [("-".join(map(str, hand)), wire.dumps(hand)) for hand in hands]
        return {place.id: hand for place, hand in zip(self.table.places, written, strict=bool(hands))}

    def seen(self, place: PlaceId) -> set[str]:
        """The people who were shown this place's hand."""
        return {each.who for each in self.answers for hand in self.hands[place] if hand in each.text}


async def race(house: House, seed: int, forms: Sequence[Asked], third: int) -> Race:
    """The host sends these forms and one more request at once, while a neighbour sends another."""
    number = seed % SEEDS
    live, done = await house.table(number), asyncio.Event()
    thirds = {"Ada": KINDS[third], "Bruno": [*looks_and_moves(2)][(third + seed) % len(KINDS)]}
    house.loop.sow(seed)
    pressing = [("Ada", each) for each in forms] + [*thirds.items()]
    racing = [asyncio.create_task(house.ask(who, number, live.code, each, done)) for who, each in pressing]
    await asyncio.wait([task for task, (_, each) in zip(racing, pressing, strict=True) if each.ends])
    done.set()
    answers = [await each for each in racing]
    log = [each for each in await live.store.entries(live.id) if each.move_id]
    moved = [(str(each.move_id), live.table.places[each.seat or 0].id) for each in log]
    pressed = ", ".join(f"{who}: {each.method} {each.path}" for who, each in pressing)
    raced = Race(pressed, seed, live.table, live.state, answers, moved)
    await house.forget(live)
    return raced


def races(house: House, third: int) -> Iterator[Race]:
    """Races of every two host forms, each with the start of the game."""
    for pair, (one, other) in enumerate(combinations(HOST_FORMS, 2)):
        forms = dict([one, other, START])
        pressed = [Asked("POST", f"/r/CODE/{form}", fields) for form, fields in forms.items()]
        for each in range(SEEDS):
            seed = (third * 100 + pair) * SEEDS + each
            yield house.loop.run_until_complete(race(house, seed, pressed, third))


KINDS = [*looks_and_moves(1)]


@pytest.mark.parametrize("third", range(len(KINDS)), ids=lambda third: "{}{}".format(*KINDS[third][:2]))
def test_nobody_sees_or_makes_the_moves_of_another_seat(house: House, third: int) -> None:
    for raced in races(house, third):
        told = raced.pressed, raced.seed
        for place in raced.hands:
            allowed = {who for who, own in PEOPLE.items() if own == place}
            assert raced.seen(place) <= allowed, told
        assert all(PEOPLE[who] == place for who, place in raced.moved), told
        assert all(each.status < 500 for each in raced.answers), told


def test_a_player_whose_seat_is_freed_still_gets_an_answer(house: House) -> None:
    """The last one in the lobby, whose number nobody has afterwards."""
    freed = Asked("POST", "/r/CODE/remove", {"place": "3"})

    async def statuses(seed: int, asked: Asked) -> set[int]:
        live, done = await house.table(seed), asyncio.Event()
        house.loop.sow(seed)
        freeing = asyncio.create_task(house.ask("Ada", seed, live.code, freed, done))
        theirs = asyncio.create_task(house.ask("Celina", seed, live.code, asked, done))
        await asyncio.wait([freeing, theirs] if asked.ends else [freeing])
        done.set()
        answers = [await freeing, await theirs]
        await house.forget(live)
        return {each.status for each in answers}

    for asked in looks_and_moves(3):
        for seed in range(10):
            assert max(house.loop.run_until_complete(statuses(seed, asked))) < 500, (asked, seed)


def test_a_table_is_given_to_a_tv_by_a_button_pressed_six_times_at_once(house: House) -> None:
    async def statuses(seed: int) -> list[int]:
        live, done = await house.table(seed), asyncio.Event()
        pairing = tv_pairing.new(house.services.secret, time.time())
        pressed = Asked("POST", "/tv/pair", {"code": pairing.code, "table": live.code})
        house.loop.sow(seed)
        answers = await asyncio.gather(*(house.ask("Ada", seed, live.code, pressed, done) for _ in range(6)))
        assert await key_ring.look_up_one(house.services.store, pairing.key)
        await house.forget(live)
        return [each.status for each in answers]

    for seed in range(20):
        assert house.loop.run_until_complete(statuses(seed)) == [303] * 6


@pytest.mark.parametrize("form", ["reissue", "kick"])
def test_a_player_losing_a_seat_makes_no_new_key_for_it(house: House, form: str) -> None:
    """They press "Sign out other devices" at the same moment: only the key shown to the host works, or
    none."""

    async def told_and_left(seed: int) -> tuple[set[str], set[str]]:
        live, done = await house.table(seed), asyncio.Event()
        await live.start()
        house.loop.sow(seed)
        hosts, _ = await asyncio.gather(
            house.ask("Ada", seed, live.code, Asked("POST", f"/r/CODE/{form}", {"place": "2"}), done),
            house.ask("Bruno", seed, live.code, Asked("POST", "/r/CODE/devices", {"place": "2"}), done),
        )
        left = {row.hash for row in await house.services.store.keys_of(live.id, SEAT, 2)}
        await house.forget(live)
        return {key_hash(key) for key in re.findall(r"/key/([\w-]{24})", hosts.text)}, left

    for seed in range(40):
        told, left = house.loop.run_until_complete(told_and_left(seed))
        assert (told, bool(told)) == (left, form == "reissue"), seed


def test_the_same_seed_gives_the_same_race_and_other_seeds_differ(house: House) -> None:
    forms = [Asked("POST", f"/r/CODE/{form}", fields) for form, fields in (HOST_FORMS[0], START)]

    def told(seed: int) -> list[tuple[str, int, int]]:
        raced = house.loop.run_until_complete(race(house, seed, forms, 0))
        return [(each.who, each.status, len(each.text)) for each in raced.answers]

    seen = [told(seed) for seed in range(SEEDS)]
    assert seen == [told(seed) for seed in range(SEEDS)]
    assert len({*map(tuple, seen)}) > 3
