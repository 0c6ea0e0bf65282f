"""A recorded game, to be played once more by people with browsers: its table is put into a server's database,
with its own shuffle, and everybody's way to make a move is what they see on their page."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import URL

from app.engine import registry, wire
from app.engine.chance import commitment
from app.engine.core import Move
from app.engine.record import Record, Step
from app.live.live_tables import LiveTables
from app.storage.migrate import migrate
from app.storage.store import Store
from app.storage.writes import NewKey
from app.table import seating
from app.table.keys import key_hash, new_key
from app.table.seating import Place
from app.table.visitor import HOST, SEAT
from scripts import golden

CODE = "sunny-sofa-42"
CAST = ("Ada", "Bruno", "Celina", "Daiki")
TWO_CHOICES = ("drill", "mix", "supplier", "handyman")
PATIENCE = 30_000


class Planted(NamedTuple):
    """A table where everybody sits and is ready, and the keys in its guests' browsers, the host's first."""

    record: Record
    keys: tuple[str, ...]
    code: str


class Wanted(NamedTuple):
    """A recorded game, and how many of its steps are made already; None: it is not started."""

    number: int
    steps: int | None = None
    code: str = CODE
    game: str = "dream_home"
    manners: tuple[tuple[str, str | bool], ...] = ()  # what the table agrees on beside the rules


def plant(data: Path, number: int) -> Planted:
    """The table of the golden game with this number, in the database of a server that is not started yet."""
    return plant_all(data, [Wanted(number)])[0]


def plant_all(data: Path, wanted: Sequence[Wanted], banned: Sequence[str] = ()) -> list[Planted]:
    data.mkdir(parents=True)
    url = URL.create("sqlite+pysqlite", database=str(data / "housewarming.db"))
    with ThreadPoolExecutor(1) as aside:  # playwright has this thread's loop
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
    options = record.options | dict(wanted.manners)
    table = seating.opened(record.game, options, record.shuffle.secret)
    for name, nonce in zip(CAST, record.shuffle.nonces, strict=False):
        table, _ = seating.seated(table, name, nonce)
    for place in table.places:
        table = seating.ready(table, place.id)
    table = table._replace(places=tuple(map(_revealed, table.places)))
    host, *keys = (new_key() for _ in range(record.seats + 1))
    rows = [NewKey(key_hash(host), HOST, None)]
    for key, place in zip(keys, table.places, strict=True):
        rows.append(NewKey(key_hash(key), SEAT, place.id))
    rules = registry.game(record.game).rules
    await store.create(wanted.code, record.game, rules, wire.dumps(table), rows)
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
        await room.submit(seat, turn, move, f"planted {number}")


# -- making a move as its player sees it ---------------------------------------------------------------------


def controls(page: Page, move: Move) -> list[Locator]:
    """What has to be pressed for a move, one after the other."""
    words = " ".join(map(str, move))
    if move[0] not in TWO_CHOICES:
        return [page.locator(f'button[form="moves"][name="move"][value="{words}"]:not([aria-disabled])')]
    tag, one, other = move
    first = page.locator(f'label.first:has(input[value="{tag} {one}"])')
    with_first = f"{tag}-{str(one).split('/')[0]}"
    second = page.locator(f'button.second[value="{other}"][data-with~="{with_first}"]')
    return [first, second]


def shown(page: Page, control: Locator) -> Locator:
    """The control, once the reader sees it: some wait behind a choice of words in the bar, and some come
    twice, for small screens and for large ones."""
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
