"""What happens at a table on one server reaches the others, by Postgres' notices or a broker.

The periodic comparison is off here: what arrives came by a notice, or was fetched after a gap.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg
import pytest
import structlog
from sqlalchemy import URL

from app.cli.soak.broker import Broker
from app.live.bus.broker import BrokerCourier
from app.live.bus.courier import ROOMS, Away, Courier, Notice
from app.live.bus.postgres import PostgresCourier
from app.live.bus.several_servers import COMPARE_SECONDS, SeveralServers
from app.live.live_table import LiveTable
from app.live.live_tables import LiveTables
from app.live.presence import of_place
from app.live.reactions import MOST_AT_ONCE
from app.storage import database
from app.storage.migrate import migrate
from app.storage.store import Store
from app.storage.writes import CHANNEL
from app.table.names import LONGEST_NAME, clean_name
from app.table.spectators import MOST_SPECTATORS
from tests.support.live_tables import opened, playing
from tests.support.network.slow_link import Strait
from tests.support.server import empty_database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]
ADA = of_place(1)


class Side(NamedTuple):
    """The parts of a server that matter here."""

    rooms: LiveTables
    bus: SeveralServers


@asynccontextmanager
async def a_side(url: URL, courier: Courier, compare_seconds: float = 3600) -> AsyncIterator[Side]:
    bus = SeveralServers(courier, compare_seconds)
    async with Store(url, announce=bus.announce) as store:
        rooms = LiveTables(store)
        bus.start(rooms)
        try:
            yield Side(rooms, bus)
        finally:
            await bus.stop()


@dataclass(frozen=True)
class Way:
    """A channel for notices between servers, and how to cut it."""

    courier: Callable[[], Courier]
    cut: Callable[[], int]
    address: str
    courier_by: Callable[[int], Courier]  # on another port, through a slow link


@pytest.fixture(scope="module")
def url(postgres: str) -> URL:
    url = database.parse(empty_database(postgres))
    migrate(url)
    return url


@pytest.fixture(params=["postgres", pytest.param("broker", marks=pytest.mark.broker)])
def way(request: pytest.FixtureRequest, url: URL) -> Way:
    if request.param == "postgres":
        return Way(
            lambda: PostgresCourier(url),
            lambda: cut_off(url),
            f"postgresql://127.0.0.1:{url.port}",
            lambda port: PostgresCourier(url.set(port=port)),
        )
    broker: Broker = request.getfixturevalue("broker")
    return Way(
        lambda: BrokerCourier(broker.url),
        lambda: broker.cut_off("pubsub") + broker.cut_off("normal"),
        broker.url,
        lambda port: BrokerCourier(f"redis://127.0.0.1:{port}/0"),
    )


def cut_off(url: URL) -> int:
    """Cut the connections that listen for notices and those that send them; return how many there were."""
    plain = database.for_libpq(url)
    with psycopg.connect(plain, autocommit=True) as conn:
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            r" AND query ~ 'LISTEN|pg_notify\(\$' AND pid <> pg_backend_pid()"
        )
    with psycopg.connect(plain, autocommit=True) as conn:
        return len(conn.execute(cut.encode()).fetchall())


@pytest.fixture
async def sides(url: URL, way: Way) -> AsyncIterator[tuple[Side, Side]]:
    async with AsyncExitStack() as running:
        here, there = [await running.enter_async_context(a_side(url, way.courier())) for _ in range(2)]
        await connected(here, there)
        yield here, there


async def connected(*sides: Side) -> None:
    """Wait until all servers hear each other: each knows a new table of every other."""
    for side in sides:
        room = await known(side, await opened(side.rooms))
        others = [await known(each, room.code) for each in sides]
        async with asyncio.timeout(30):
            while any(each.at != room.at for each in others) or room.said == 0:
                await room.say("table", 0, "Ada", "can you hear me?")
                await asyncio.sleep(0.05)


async def known(side: Side, code: str) -> LiveTable:
    room = await side.rooms.get(code)
    assert room
    return room


async def both(sides: tuple[Side, Side]) -> tuple[LiveTable, LiveTable]:
    """A game, loaded at both servers."""
    code = await opened(sides[0].rooms)
    room = await playing(sides[0].rooms, code)
    return room, await known(sides[1], code)


async def level(*rooms: LiveTable) -> None:
    """Wait until they are all at the same version."""
    async with asyncio.timeout(30):
        while len({room.at for room in rooms}) > 1:
            behind = min(rooms, key=lambda room: room.at)
            await behind.news_since(behind.news)


async def move(room: LiveTable) -> None:
    seat = room.state.waiting[0]
    first = next(iter(room.game.moves(room.state, seat)))
    await room.submit(room.table.places[seat].id, room.state.turns[seat], first, f"at {room.version}")


async def test_a_change_at_one_reaches_the_other(sides: tuple[Side, Side]) -> None:
    code = await opened(sides[0].rooms)
    there = await known(sides[1], code)
    here = await playing(sides[0].rooms, code)
    await level(here, there)
    for _ in range(5):
        for room in (here, there):
            await move(room)
            await level(here, there)
            assert here.state == there.state
    await here.say("table", 0, "Ada", "well played")
    await level(here, there)
    line = (await there.store.says(there.id, "table"))[-1]
    assert line.text == "well played"
    assert await there.unsay(line.id)
    await level(here, there)


async def test_two_chat_lines_at_once_reach_both(sides: tuple[Side, Side]) -> None:
    here, there = await both(sides)
    for _ in range(10):
        said = here.said
        await asyncio.gather(*(room.say("table", 0, "Ada", "me first") for room in (here, there)))
        async with asyncio.timeout(30):
            for room in (here, there):
                while room.said < said + 2:
                    await room.news_since(room.news)


async def test_presence_at_one_is_known_at_the_other(sides: tuple[Side, Side]) -> None:
    here, there = await both(sides)
    here.presence.arrive([ADA])
    async with asyncio.timeout(30):
        while there.presence.pages(ADA) != 1:
            await there.news_since(there.news)
    here.presence.leave([ADA])
    async with asyncio.timeout(30):
        while there.presence.pages(ADA) != 0:
            await there.news_since(there.news)


async def test_a_reaction_at_one_shows_at_the_other_once(sides: tuple[Side, Side]) -> None:
    here, there = await both(sides)
    here.reactions.send("heart", watches=False, place=1, name="Ada")
    there.reactions.send("tea", watches=True, place=None, name="Eve")
    async with asyncio.timeout(30):
        for room in (here, there):
            while len(room.reactions.shown) < 2:
                await room.news_since(room.news)
    here.reactions.send("wow", watches=False, place=2, name="Bruno")
    async with asyncio.timeout(30):
        while len(there.reactions.shown) < 3:
            await there.news_since(there.news)
    for room in (here, there):
        assert sorted((each.symbol, each.place, each.name) for each in room.reactions.shown) == [
            ("heart", 1, "Ada"),
            ("tea", None, "Eve"),
            ("wow", 2, "Bruno"),
        ]


async def test_many_reactions_under_long_names_get_through(sides: tuple[Side, Side]) -> None:
    """A Postgres notice holds at most 8000 bytes, and a busy server has much else to send."""
    here, there = await both(sides)
    kiss = "\U0001f468\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fb"
    names = [clean_name(f"{kiss * (LONGEST_NAME - 1)}{number}") for number in range(MOST_AT_ONCE)]
    here.presence.arrive(of_place(id) for id in range(10, 10 + MOST_SPECTATORS))
    for name in names:
        here.reactions.send("heart", watches=True, place=None, name=name)
    async with asyncio.timeout(30):
        while not there.reactions.shown:
            await there.news_since(there.news)
    assert there.reactions.shown[-1].name == names[-1]


async def test_a_server_that_was_cut_off_misses_nothing(sides: tuple[Side, Side], way: Way) -> None:
    here, there = await both(sides)
    for _ in range(3):
        async with asyncio.timeout(60):
            while not way.cut():  # a connection that was cut before may not be back yet
                await asyncio.sleep(0.05)
        await move(here)
        await level(here, there)


async def test_an_arrival_while_all_are_cut_off_is_known_afterwards(
    sides: tuple[Side, Side], way: Way
) -> None:
    here, there = await both(sides)
    assert way.cut() >= 2
    here.presence.arrive([ADA])
    async with asyncio.timeout(30):
        while there.presence.pages(ADA) != 1:
            await there.news_since(there.news)


async def test_a_notice_that_is_lost_silently_is_made_up_for(url: URL, way: Way) -> None:
    """The connection stays open, but nothing gets through."""
    assert COMPARE_SECONDS <= 30
    with Strait(way.address).running() as strait:
        async with (
            a_side(url, way.courier()) as near,
            a_side(url, way.courier_by(strait.port), compare_seconds=0.5) as far,
        ):
            await connected(near, far)
            here, there = await both((near, far))
            await level(here, there)
            await asyncio.to_thread(strait.hold)
            for _ in range(3):
                await move(here)
                await level(here, there)
            await asyncio.to_thread(strait.heal)


# --- a broker, which may be away while the database is there -----------------------------------------------


@pytest.mark.broker
async def test_games_go_on_while_the_broker_is_down_and_catch_up_afterwards(url: URL, broker: Broker) -> None:
    async with (
        a_side(url, BrokerCourier(broker.url)) as one,
        a_side(url, BrokerCourier(broker.url)) as other,
    ):
        await connected(one, other)
        here, there = await both((one, other))
        elsewhere = await both((other, one))
        broker.stop()
        try:
            for _ in range(5):
                await move(here)
                await move(elsewhere[0])
            assert (here.version, there.version) == (6, 1)
            assert (await there.store.load(here.id))[0].version == 6
        finally:
            broker.start()
        await level(here, there)
        await level(*elsewhere)
        await move(there)
        await level(here, there)


@pytest.mark.broker
async def test_a_broker_that_is_down_at_the_start_is_retried_and_logged_once(
    url: URL, broker: Broker
) -> None:
    broker.stop()
    try:
        with structlog.testing.capture_logs() as lines:
            courier = BrokerCourier(broker.url.replace("redis://", "redis://ada:secret@"))
            async with a_side(url, courier) as side:
                room = await playing(side.rooms, await opened(side.rooms))
                await move(room)
                await until(lambda: bool(lines))
        assert [line["event"] for line in lines] == ["bus_interrupted"]
        assert lines[0]["courier"] == broker.url
        assert "secret" not in str(lines)
    finally:
        broker.start()
    with structlog.testing.capture_logs() as lines:
        broker.stop()
        async with (
            a_side(url, BrokerCourier(broker.url)) as one,
            a_side(url, BrokerCourier(broker.url)) as two,
        ):
            await until(lambda: len(lines) == 2)
            broker.start()
            await connected(one, two)
    assert [line["event"] for line in lines] == ["bus_interrupted"] * 2 + ["bus_restored"] * 2


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.broker
async def test_with_a_broker_postgres_carries_no_notices(url: URL, broker: Broker) -> None:
    plain = database.for_libpq(url)
    async with a_side(url, BrokerCourier(broker.url)) as side:
        with psycopg.connect(plain, autocommit=True) as listener:
            listener.execute(f"LISTEN {CHANNEL}".encode())
            await move(await playing(side.rooms, await opened(side.rooms)))
            listener.execute("SELECT pg_notify(%s, 'the end')", (CHANNEL,))
            heard = [notice.payload for notice in listener.notifies(stop_after=1, timeout=30)]
    assert heard == ["the end"]


@pytest.mark.broker
async def test_a_broker_that_vanishes_silently_counts_as_down(broker: Broker) -> None:
    with Strait(broker.url).running() as strait:
        courier = BrokerCourier(f"redis://127.0.0.1:{strait.port}/0", patience=1)

        async def hear() -> None:
            async with courier.hearing() as notices:
                strait.hold()
                await anext(notices)

        async def tell() -> None:
            async with courier.sending() as send:
                await send([Notice(ROOMS, "1:2:3:4")])

        for doing in (hear, tell):
            with pytest.raises(Away):
                await asyncio.wait_for(doing(), 20)


@pytest.mark.broker
async def test_an_idle_broker_is_pinged_and_answers(broker: Broker) -> None:
    courier = BrokerCourier(broker.url, patience=1)  # seconds to wait for an answer

    def pings() -> int:
        with broker.asked() as client:
            return int(client.info("commandstats").get("cmdstat_ping", {}).get("calls", 0))

    async with asyncio.timeout(30), courier.hearing() as notices, courier.sending() as send:
        hearing, before = asyncio.ensure_future(anext(notices)), pings()
        while pings() < before + 2:
            await asyncio.wait([hearing], timeout=0.01)
        await send([Notice(ROOMS, "1:2:3:4")])
        assert await hearing == Notice(ROOMS, "1:2:3:4")


async def test_postgres_options_in_the_url_may_hold_spaces(url: URL) -> None:
    wanted = url.update_query_dict({"options": "-c lock_timeout=3s -c work_mem=8MB"})
    courier = PostgresCourier(wanted)
    async with courier.hearing() as notices, courier.sending() as send:
        await send([Notice(ROOMS, "1:2:3:4")])
        assert await anext(notices) == Notice(ROOMS, "1:2:3:4")


@pytest.mark.broker
async def test_two_sites_on_one_broker_keep_apart_by_its_database_number(url: URL, broker: Broker) -> None:
    courier = BrokerCourier(broker.url)
    neighbour = BrokerCourier(broker.url.replace("/0", "/7"))
    async with courier.hearing() as notices, neighbour.hearing() as others:
        async with courier.sending() as send, neighbour.sending() as send_there:
            await send([Notice(ROOMS, "1:2:3:4")])
            await send_there([Notice(ROOMS, "5:6:7:8")])
        assert await anext(notices) == Notice(ROOMS, "1:2:3:4")
        assert await anext(others) == Notice(ROOMS, "5:6:7:8")


def test_the_shown_address_of_a_broker_holds_no_password() -> None:
    assert (
        BrokerCourier("rediss://:secret@games.example.org/3").address == "rediss://games.example.org:6379/3"
    )
