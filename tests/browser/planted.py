"""Recorded games to be played again in browsers: a game's table is written into a server's database with
its original shuffle, and its players make the recorded moves through their pages."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import URL

from app.engine.chance import commitment
from app.engine.core import Move
from app.engine.record import Record, Step
from app.live.key_ring import grant
from app.live.live_table import stored
from app.live.live_tables import LiveTables
from app.storage.migrate import migrate
from app.storage.store import Store
from app.table import seating
from app.table.keys import new_key
from app.table.seating import Place
from app.table.visitor import HOST, SEAT
from scripts import golden

CODE = "sunny-sofa-42"
CAST = ("Ada", "Bruno", "Celina", "Daiki", "Ewa", "Franco")
TWO_CHOICES = ("drill", "mix", "supplier", "handyman")
PATIENCE = 30_000


class Planted(NamedTuple):
    """A table with all seats taken and ready, and the keys for its guests' browsers, the host's first."""

    record: Record
    keys: tuple[str, ...]
    code: str


class Wanted(NamedTuple):
    """A recorded game, and how many of its moves are already made; None: it hasn't started."""

    number: int
    steps: int | None = None
    code: str = CODE
    game: str = "dream_home"
    table_options: tuple[tuple[str, str | int | bool], ...] = ()  # agreed on beside the game's options
    evening: str = ""  # the code of its evening


def plant(data: Path, number: int) -> Planted:
    """Write the table of the golden game with this number into the database of a server that isn't started
    yet."""
    return plant_all(data, [Wanted(number)])[0]


def plant_all(data: Path, wanted: Sequence[Wanted], banned: Sequence[str] = ()) -> list[Planted]:
    data.mkdir(parents=True)
    url = URL.create("sqlite+pysqlite", database=str(data / "housewarming.db"))
    with ThreadPoolExecutor(1) as aside:  # playwright's loop occupies this thread
        return aside.submit(asyncio.run, _store(url, wanted, banned)).result()


@cache
def recorded(number: int, game: str = "dream_home") -> Record:
    (path,) = (golden.GOLDEN / game).glob(f"{number:02}-*.jsonl")
    return golden.read(path).record


async def _store(url: URL, wanted: Sequence[Wanted], banned: Sequence[str]) -> list[Planted]:
    await asyncio.to_thread(migrate, url)
    async with Store(url) as store:
        for address in banned:
            await store.ban(address, time.time() + 3 * 60 * 60)
        return [await _plant(store, each) for each in wanted]


async def _plant(store: Store, wanted: Wanted) -> Planted:
    record = recorded(wanted.number, wanted.game)
    options = record.options | dict(wanted.table_options)
    table = seating.opened(record.game, options, record.shuffle.secret)._replace(evening_code=wanted.evening)
    for name, nonce in zip(CAST, record.shuffle.nonces, strict=False):
        table, _ = seating.seated(table, name, nonce)
    for place in table.places:
        table = seating.ready(table, place.id)
    table = table._replace(places=tuple(map(_revealed, table.places)))
    host, *keys = (new_key() for _ in range(record.seats + 1))
    rows = [grant(host, HOST)]
    for key, place in zip(keys, table.places, strict=True):
        rows.append(grant(key, SEAT, place.id))
    await store.create(wanted.code, record.game, record.rules, stored(table), rows)
    if wanted.steps is not None:
        await _play(store, wanted.code, record.steps[: wanted.steps])
    return Planted(record, (f"{host}.{keys[0]}", *keys[1:]), wanted.code)


def _revealed(place: Place) -> Place:
    """With nothing left for a browser to add: the deal stays the recorded one."""
    return place._replace(commitment=commitment(bytes.fromhex(place.nonce)), revealed=place.nonce)


async def _play(store: Store, code: str, steps: Iterable[Step]) -> None:
    room = await LiveTables(store).get(code)
    assert room
    await room.start()
    for number, (seat, turn, move, _) in enumerate(steps):
        await room.submit(room.table.places[seat].id, turn, move, f"planted {number}")


# -- making a move as its player would -----------------------------------------------------------------------


def controls(page: Page, move: Move) -> list[Locator]:
    """The controls to press for a move, in order."""
    words = " ".join(map(str, move))
    if move[0] not in TWO_CHOICES:
        return [page.locator(f'button[form="moves"][name="move"][value="{words}"]:not([aria-disabled])')]
    tag, one, other = move
    kind, *copy = str(one).split("/")  # the supplier's rooms are offered by their type
    first = page.locator(f'label.first:has(input[value^="{tag} {kind}{"/" if copy else ""}"])')
    with_first = f"{tag}-{kind}"
    second = page.locator(f'button.second[value="{other}"][data-with~="{with_first}"]')
    return [first, second]


def shown(page: Page, control: Locator) -> Locator:
    """The control, once visible: some are behind a choice in the bar, and some exist twice, for small
    screens and large ones."""
    seen = control.filter(visible=True)
    for way in page.locator("label:has(input[data-way])").all():
        if seen.count():
            break
        if way.is_visible():
            way.click()
    return seen.first


def press(page: Page, move: Move) -> None:
    for control in controls(page, move):
        shown(page, control).click(timeout=PATIENCE)


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def wait_for(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=PATIENCE)
