"""`housewarming export` and `housewarming import`: a whole table in a file, and restored from it."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from sqlalchemy import URL

from app.engine import record
from app.engine.chance import commitment
from app.engine.core import Illegal
from app.live import export
from app.live.live_table import LiveTable, stored
from app.live.live_tables import LiveTables
from app.storage.store import Store
from app.table import auto_answers, export_file, next_game, seating
from app.table.export_file import Parcel
from app.table.seating import BOT, HUMAN, PLAYING, Place, Table
from app.table.table_options import settle
from scripts import golden
from tests.support.api import Guest, a_table, play_out, started
from tests.support.command import Ended, housewarming
from tests.support.server import serving
from tests.support.stored_games import begun, play, played

pytestmark = pytest.mark.anyio

GOLDEN = sorted(golden.GOLDEN.glob("*/*.jsonl"))


async def room_of(store: Store, code: str) -> LiveTable:
    room = await LiveTables(store).get(code)
    assert room
    return room


# -- round trips ---------------------------------------------------------------------------------------------


def recorded(path: Path, steps: int) -> Parcel:
    """The first moves of a golden game, at a table that could have played it."""
    whole = golden.read(path).record
    game = whole._replace(steps=whole.steps[:steps])
    told = [events for _, events in record.replay(game)]
    again = tuple(step._replace(events=events) for step, events in zip(game.steps, told[1:], strict=True))
    game = game._replace(opening=told[0], steps=again)
    rules = settle(game.game, game.options)[0]
    places = tuple(
        Place(number + 3, name, HUMAN, "", True, nonce.hex(), colour)
        for number, (name, nonce, colour) in enumerate(
            zip(
                ("Ada", "Bruno", "Celina", "Daiki", "Emma", "Finn"),
                game.shuffle.nonces,
                ("moss", "teal", "sky", "", "", ""),
                strict=False,
            )
        )
    )
    table = Table(game.game, PLAYING, places, rules, 9, game.shuffle.secret.hex())
    moments = tuple(1_700_000_000_123 + 999 * number for number in range(len(told)))
    return Parcel("sunny-sofa-42", game._replace(options=dict(rules)), table, moments)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.parametrize("part", [0.0, 0.4, 1.0])
async def test_an_exported_table_is_imported_unchanged(sqlite_games: URL, path: Path, part: float) -> None:
    text = export_file.write(recorded(path, round(part * len(golden.read(path).record.steps))))

    async with Store(sqlite_games) as store:
        code, _ = await export.unpack(store, export_file.read(text))
        assert export_file.write(await export.pack(await room_of(store, code))) == text


async def test_a_file_with_the_names_of_earlier_days_is_read_too() -> None:
    text = export_file.write(recorded(GOLDEN[0], 3))
    former = text.replace('"auto_answers":', '"standing":').replace('"table_options":', '"manners":')

    assert former != text
    assert export_file.read(former) == export_file.read(text)


async def test_a_real_game_is_imported_unchanged_too(store: Store) -> None:
    """With bots, an absent player, answers in advance, and turns undone and taken back."""
    room = await begun(store, seats=4, seconds=60, take_back=True)
    ids = [place.id for place in room.table.places]
    await room.change(lambda table: seating.stood_in(table, ids[1]))
    await room.change(lambda table: seating.without(table, ids[2]))
    await room.change(lambda table: seating.hosted_by(table, ids[3]))
    await room.change(lambda table: auto_answers.with_auto_answer(table, ids[0], "pass", True))
    await play(room, Random(4), steps=40)
    packed = await export.pack(room)

    code, openers = await export.unpack(store, export_file.read(export_file.write(packed)))

    assert code != room.code, "it is taken"
    again = await export.pack(await room_of(store, code))
    assert export_file.write(again._replace(code=room.code)) == export_file.write(packed)
    assert [opener.place and opener.place.name for opener in openers] == [None, "Ada", "Bruno", "Daiki"]


@pytest.mark.parametrize("end", [next_game.abandoned, seating.closed])
async def test_a_table_whose_game_was_ended_stays_ended(store: Store, end: Callable[[Table], Table]) -> None:
    room = await begun(store)
    await room.change(end)
    code, _ = await export.unpack(store, export_file.read(export_file.write(await export.pack(room))))

    assert (await room_of(store, code)).table.status == room.table.status


async def test_clocks_are_paused_at_a_table_just_imported(store: Store) -> None:
    room = await begun(store, seconds=30)
    code, _ = await export.unpack(store, export_file.read(export_file.write(await export.pack(room))))
    arrived = await room_of(store, code)

    assert arrived.table.paused
    assert [arrived.deadline(seat) for seat in arrived.waited_for] == [None]


async def test_a_table_that_has_not_begun_cannot_be_exported(store: Store) -> None:
    room = await played(store)
    unbegun = await store.create("ADA", "dream_home", 1, stored(room.table))

    with pytest.raises(Illegal) as refused:
        await export.pack(await room_of(store, unbegun.code))
    assert refused.value.code == "not_started"


# -- invalid files -------------------------------------------------------------------------------------------


def seat(number: int, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields["table"]["seats"][number].update(values)


def told(**values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields["table"].update(values)


BAD: list[tuple[Callable[[dict[str, Any]], object], str, dict[str, Any]]] = [
    (lambda fields: fields.pop("table"), "no_table", {}),
    (lambda fields: fields.update(table=[]), "bad_table", {"field": "table"}),
    (lambda fields: fields["table"].pop("host"), "bad_table", {"field": "host"}),
    (told(keys=["a key"]), "bad_table", {"field": "keys"}),
    (told(status="lobby"), "bad_table", {"field": "status"}),
    (told(seats=[]), "bad_table", {"field": "seats"}),
    (told(seats_made=1), "bad_table", {"field": "seats_made"}),
    (told(host=7), "bad_table", {"field": "host"}),
    (told(moments=[1]), "bad_table", {"field": "moments"}),
    (told(moments=[-1]), "bad_table", {"field": "moments.0"}),
    (told(table_options={"seconds": 31}), "bad_option", {"option": "seconds"}),
    (told(table_options={"table_options": True}), "unknown_option", {"option": "table_options"}),
    (seat(0, id=4), "bad_table", {"field": "seats"}),
    (seat(0, id="1"), "bad_table", {"field": "seats.0.id"}),
    (seat(0, name="A\u202eda"), "bad_table", {"field": "seats.0.name"}),
    (seat(0, name=""), "bad_table", {"field": "seats.0.name"}),
    (seat(0, name="x" * 99), "bad_table", {"field": "seats.0.name"}),
    (seat(1, name="Ada"), "bad_table", {"field": "seats.1.name"}),
    (seat(1, level="genius"), "bad_table", {"field": "seats.1.level"}),
    (seat(1, kind=BOT), "bad_table", {"field": "seats.1.level"}),
    (seat(1, colour="ultraviolet"), "bad_table", {"field": "seats.colour"}),
    (seat(1, auto_answers=["take 1"]), "bad_table", {"field": "seats.1.auto_answers"}),
    (seat(1, muted=1), "bad_table", {"field": "seats.1.muted"}),
    (lambda fields: fields.update(format="housewarming-game/2"), "no_record", {}),
    (lambda fields: fields.update(rules=99), "other_rules", {"rules": 99}),
    (lambda fields: fields["log"].append(fields["log"][-1]), "illegal_step", {"reason": "stale"}),
    (lambda fields: fields["log"][3].__setitem__(3, []), "other_events", {"step": 4}),
    (lambda fields: fields["shuffle"].update(secret="00" * 32), "other_secret", {}),
    (
        lambda fields: fields["shuffle"].update(secret="00" * 32, commitment=commitment(bytes(32))),
        "other_events",
        {"step": 0},
    ),
]


@pytest.mark.parametrize(("change", "code", "facts"), BAD)
async def test_a_bad_file_is_refused_with_what_is_wrong(
    change: Callable[[dict[str, Any]], object], code: str, facts: dict[str, Any]
) -> None:
    fields = json.loads(export_file.write(recorded(GOLDEN[0], 20)))
    change(fields)

    with pytest.raises(Illegal) as refused:
        export_file.read(json.dumps(fields))

    assert refused.value.code == code
    assert facts.items() <= refused.value.facts.items()


async def test_a_mangled_file_is_read_or_refused() -> None:
    chance = Random(1)
    text = export_file.write(recorded(GOLDEN[0], 20))
    refusals = 0
    for _ in range(300):
        at = chance.randrange(len(text))
        torn = (
            text[:at]
            + chance.choice(["", "0", '"', "}", "null", "\ud800"])
            + text[at + chance.randrange(9) :]
        )
        try:
            export_file.read(torn.encode("utf-8", "surrogatepass"))
        except Illegal:
            refusals += 1
    assert refusals > 200


# -- the commands --------------------------------------------------------------------------------------------


def run(command: str, data: Path, *words: str) -> Ended:
    return housewarming(command, *words, HOUSEWARMING_DATA=str(data))


def test_a_game_moves_from_one_running_server_to_another_and_is_played_on(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "friday.json"
    with serving(here) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno")
        table = guests[0].look()
        move = {"turn": guests[table["waiting"][0]].look()["turn"], "move": ["clear", 2], "id": "m"}
        assert guests[table["waiting"][0]].ask("POST", "/moves", **move).status_code == 200
        ended = run("export", here, guests[0].code, str(file))
        warning = "This game isn't over: the file shows what is still hidden in it.\n"
        assert ended == Ended(0, f"{file}\n", warning)
        assert file.stat().st_mode & 0o777 == 0o600
        for key in (guest.key for guest in guests):
            assert key not in file.read_text()

    with serving(there) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        ended = run("import", there, str(file))
        first, *links = ended.said.splitlines()
        assert first == f"The table is {guests[0].code}."
        people = dict(link.strip().split(": ") for link in links)
        assert [*people] == ["To host", "Ada", "Bruno"]
        assert web.get(people["Bruno"], headers={"Accept": "text/html"}).status_code == 200
        arrived = [Guest(web, guests[0].code, people[name].rpartition("/")[2]) for name in ("Ada", "Bruno")]
        assert arrived[0].look()["version"] == 2
        steps = play_out(arrived, Random(1), begun=1)
        proof = tmp_path / "proof.json"
        proof.write_bytes(web.get(f"/api/tables/{guests[0].code}/record").content)
        assert run("verify", there).status == 0
    assert f"all {steps} steps" in run("verify-shuffle", there, str(proof)).said


def test_the_record_of_a_finished_table_is_restored_too(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "friday.json"
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = started(web, "Bruno")
        steps = play_out(guests, Random(1))
    assert run("export", data, guests[0].code, str(file)) == Ended(0, f"{file}\n", "")
    assert f"all {steps} steps follow from the seed" in run("verify-shuffle", data, str(file)).said

    ended = run("import", data, str(file))

    code = ended.said.splitlines()[0].removeprefix("The table is ").partition(",")[0]
    assert ended.said.splitlines()[0] == f"The table is {code}, because {guests[0].code} is taken here."
    again = tmp_path / "again.json"
    run("export", data, code, str(again))
    assert again.read_text() == file.read_text().replace(guests[0].code, code)


def test_the_command_names_what_it_cannot_move(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "table.json"
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        lobby, _ = a_table(web)
    unbegun = run("export", data, lobby.code, str(file))
    assert unbegun == Ended(1, "", "housewarming: The game hasn't started yet.\n")
    unknown = run("export", data, "blue-moon-42", str(file))
    assert unknown == Ended(1, "", "housewarming: There is no table with this code.\n")
    file.write_text("Dear diary")
    kept = run("export", data, lobby.code, str(file))
    assert kept.status == 1
    assert file.read_text() == "Dear diary"
    words = f"housewarming: {file}: This isn't a game record (housewarming-game/1).\n"
    assert run("import", data, str(file)) == Ended(1, "", words)
    assert run("verify", data).said.startswith("Tables: 1. "), "nothing was stored"
    missing = run("import", data, str(tmp_path / "none"))
    words = f"housewarming: {tmp_path / 'none'} can't be read: No such file or directory\n"
    assert missing == Ended(2, "", words)
