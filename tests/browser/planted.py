"""A recorded game, to be played once more by people with browsers: its table is put into a server's database,
with its own shuffle, and everybody's way to make a move is what they see on their page."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect
from sqlalchemy import URL

from app import auth, seating, wire
from app.engine import registry
from app.engine.core import Move
from app.migrate import migrate
from app.record import Record
from app.store import Store
from app.visitors import HOST, SEAT
from app.writes import NewKey
from scripts import golden

CODE = "sunny-sofa-42"
CAST = ("Ada", "Bruno", "Celina", "Daiki")
TWO_CHOICES = ("drill", "mix", "supplier", "handyman")
PATIENCE = 30_000


class Planted(NamedTuple):
    """A table where everybody sits and is ready, and the keys in its guests' browsers, the host's first."""

    record: Record
    keys: tuple[str, ...]


def plant(data: Path, number: int) -> Planted:
    """The table of the golden game with this number, in the database of a server that is not started yet."""
    (path,) = (golden.GOLDEN / "dream_home").glob(f"{number:02}-*.jsonl")
    recorded = golden.read(path).record
    keys = [auth.new_key() for _ in range(recorded.seats)]
    host = auth.new_key()
    data.mkdir(parents=True)
    url = URL.create("sqlite+pysqlite", database=str(data / "housewarming.db"))
    with ThreadPoolExecutor(1) as aside:  # playwright has this thread's loop
        aside.submit(asyncio.run, _store(url, recorded, keys, host)).result()
    return Planted(recorded, (f"{host}.{keys[0]}", *keys[1:]))


async def _store(url: URL, recorded: Record, keys: list[str], host: str) -> None:
    await asyncio.to_thread(migrate, url)
    table = seating.opened(recorded.game, recorded.options, recorded.shuffle.secret)
    for name, nonce in zip(CAST, recorded.shuffle.nonces, strict=False):
        table, _ = seating.seated(table, name, nonce)
    for place in table.places:
        table = seating.ready(table, place.id)
    rows = [NewKey(auth.key_hash(host), HOST, None)]
    rows += [
        NewKey(auth.key_hash(key), SEAT, place.id) for key, place in zip(keys, table.places, strict=True)
    ]
    rules = registry.game(recorded.game).rules
    async with Store(url) as store:
        await store.create(CODE, recorded.game, rules, wire.dumps(table), rows)


# -- making a move as its player sees it ---------------------------------------------------------------------


def controls(page: Page, move: Move) -> list[Locator]:
    """What has to be pressed for a move, one after the other."""
    words = " ".join(map(str, move))
    if move[0] not in TWO_CHOICES:
        return [page.locator(f'button[name="move"][value="{words}"]:not([aria-disabled])')]
    tag, one, other = move
    first = page.locator(f'label.first:has(input[value="{tag} {one}"])')
    with_first = f"{tag}-{str(one).split('/')[0]}"
    second = page.locator(f'button.second[value="{other}"][data-with~="{with_first}"]')
    return [first, second]


def shown(page: Page, control: Locator) -> Locator:
    """The control, once the reader sees it: some wait behind a choice of words in the bar."""
    if control.first.is_visible():
        return control.first
    for way in page.locator("label:has(input[data-way])").all():
        if way.is_visible():
            way.click()
            if control.first.is_visible():
                break
    return control.first


def press(page: Page, move: Move) -> None:
    for control in controls(page, move):
        shown(page, control).click(timeout=PATIENCE)


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def wait_for(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=PATIENCE)
