"""The commands for stored data, such as backup and export. They use the same settings as `serve`."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import DataFolder, chosen, leave
from app.engine.core import Illegal
from app.pages.refusals import sentence

if TYPE_CHECKING:  # the database libraries are slow to import, and other commands don't need them
    from sqlalchemy import URL

    from app.settings import Settings

Force = Annotated[bool, typer.Option("--force", help="Overwrite FILE if it exists.")]


def register(cli: typer.Typer) -> None:
    """Add the commands to the command line."""
    cli.command("backup")(_backup)
    cli.command("restore")(_restore)
    cli.command("verify")(_verify)
    cli.command("rehearse")(_rehearse)
    cli.command("export")(_export)
    cli.command("import")(_import)
    cli.command("replay")(_replay)
    cli.command("vacuum")(_vacuum)


@contextmanager
def _stored(data: Path | None) -> Iterator[tuple["Settings", "URL"]]:
    """The settings and the database URL. Expected errors end the command with a message."""
    from sqlalchemy.exc import DBAPIError

    from app import logs, settings
    from app.storage import backup, data_folder
    from app.storage.database import StoreUnavailable, WrongDatabase, reason

    given = chosen(data)
    try:
        logs.begin(given.log_level)
        yield given, given.database
    except settings.WrongSetting as wrong:
        leave(f"{wrong}")
    except data_folder.UnusableFolder as unusable:
        leave(f"{settings.WrongSetting('data', str(unusable))}")
    except data_folder.AlreadyRunning as running:
        leave(f"{running}; stop it first", 3)
    except (backup.BackupFailed, WrongDatabase) as failed:
        leave(f"{failed}", 1)
    except Illegal as refused:
        leave(sentence(refused), 1)
    except (DBAPIError, StoreUnavailable) as error:
        leave(f"the database failed: {reason(error)}", 1)
    except OSError as refused:
        if not refused.filename:
            raise
        leave(f"can't use {refused.filename}: {refused.strerror}", 1)


@contextmanager
def _tables(data: Path | None) -> Iterator[tuple["Settings", "URL"]]:
    """Like `_stored`, but requires a database that exists and has the current schema."""
    from app.storage import migrate
    from app.storage.database import is_postgres

    with _stored(data) as (settings, url):
        if not is_postgres(url):
            _database(url)
        migrate.check_current(url)
        yield settings, url


def _database(url: "URL") -> Path:
    """The path of the SQLite file. It must exist already, because SQLite would create an empty one."""
    database = Path(str(url.database))
    if not database.exists():
        leave(f"there is no database {database} yet")
    return database


def _must_be_free(file: Path, force: bool) -> None:
    if file.exists() and not force:
        leave(f"{file} already exists; use --force to overwrite it")


def _backup(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Where to save it.  [default: a new file in backups, in the data folder]"
        ),
    ] = None,
    force: Force = False,
    data: DataFolder = None,
) -> None:
    """Copy the database and check the copy. The server may be running."""
    from app.storage import backup
    from app.storage.database import is_postgres

    with _stored(data) as (settings, url):
        if is_postgres(url):
            leave(_by_hand(url, "pg_dump --format=custom --file=FILE {}"))
        database = _database(url)
        name = f"{database.stem}-{backup.stamp(time.time())}{database.suffix}"
        target = file or backup.folder_in(settings.data) / name
        _must_be_free(target, force)
        if file is None:
            target.parent.mkdir(mode=0o700, exist_ok=True)
        backup.copy(database, target)
    print(target)


def _restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")], data: DataFolder = None
) -> None:
    """Replace the database with a backup, and keep the old one beside it. Stop the server first."""
    from app.storage import backup, data_folder, migrate
    from app.storage.database import is_postgres

    with _stored(data) as (settings, url):
        if is_postgres(url):
            leave(_by_hand(url, "pg_restore --clean --if-exists --dbname={} FILE"))
        database = Path(str(url.database))
        with data_folder.claim(settings.data):
            if not file.is_file():
                leave(f"there is no file {file}")
            migrate.check_backup(file)
            replaced = backup.put_back(file, database, time.time())
    if replaced:
        print(f"The old database is now {replaced}.")
    print(f"Restored {database} from {file}.")


def _by_hand(url: "URL", program: str) -> str:
    """The command to run instead on Postgres, with the password left out."""
    from app.storage.database import for_libpq

    address = for_libpq(url, hide_password=True)
    command = program.format(f"'{address}'")
    return f"the tables are in Postgres, so use its own program: {command}"


def _verify(
    table: Annotated[
        list[str] | None, typer.Argument(metavar="CODE", help="Which tables.  [default: all]")
    ] = None,
    data: DataFolder = None,
) -> None:
    """Replay every stored game, and report anything that doesn't match. The server may be running."""
    from app.cli import verify
    from app.storage.raw_rows import Inspection
    from app.table import codes

    looked_at = older = wrong = 0
    with _tables(data) as (_, url), closing(Inspection(url)) as inspection:
        for code in table or inspection.codes():
            found = inspection.table(codes.plain(code) or code)
            if found is None:
                if table:
                    leave(f"there is no table {code}")
                continue  # deleted a moment ago
            faults = [*verify.faults(*found)]
            for fault in faults:
                print(f"{code}: {fault}")
            looked_at += 1
            older += verify.has_other_rules(found[0])
            wrong += bool(faults)
    print(f"Tables: {looked_at}. With stored games that don't match their replay: {wrong}.")
    if older:
        print(f"Read but not replayed, because they follow older rules: {older}.")
    if wrong:
        raise typer.Exit(1)


def _rehearse(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup.  [default: the server's database]")
    ] = None,
    data: DataFolder = None,
) -> None:
    """Before an update: replay every stored game with this version, and list those that would differ. Changes
    nothing, and the server may be running."""
    from contextlib import nullcontext

    from app.cli import rehearsal
    from app.cli.verify import has_other_rules
    from app.storage.database import is_postgres
    from app.storage.migrate import newest

    looked_at = older = differ = 0
    with _stored(data) as (_, url):
        if file and not file.is_file():
            leave(f"there is no file {file}")
        live = is_postgres(url) and not file
        with (
            nullcontext(rehearsal.on_postgres(url)) if live else rehearsal.copied(file or _database(url))
        ) as updated:
            if updated.was != newest():
                print(f"Updating the database works: schema {updated.was} becomes {newest()}.")
            for played in rehearsal.played(updated.url):
                looked_at += 1
                older += has_other_rules(played.table)
                if played.difference:
                    differ += 1
                    print(played)
    print(f"Tables: {looked_at}. Whose games would differ: {differ}.")
    if older:
        print(f"Read but not replayed, because they follow older rules: {older}.")
    print("Nothing was changed.")
    if differ:
        raise typer.Exit(1)


def _export(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of the table.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where to save it.  [default: CODE.json, here]")
    ] = None,
    force: Force = False,
    data: DataFolder = None,
) -> None:
    """Save one table and its game to a file that `import` can load on any server."""
    import asyncio

    from app.live import export
    from app.live.live_tables import LiveTables
    from app.storage import data_folder
    from app.storage.store import Store
    from app.table import codes, export_file

    async def packed() -> "tuple[export_file.Parcel, bool]":
        async with Store(url) as store:
            live = await LiveTables(store).get(codes.plain(code) or code)
            if live is None:
                raise Illegal("unknown_table")
            return await export.pack(live), live.is_finished

    with _tables(data) as (_, url):
        table, is_finished = asyncio.run(packed())
        target = file or Path(f"{table.code}.json")
        _must_be_free(target, force)
        try:
            data_folder.write_whole(target, export_file.write(table).encode())
        except OSError as error:
            leave(f"can't write {target}: {error.strerror}")
    print(target)
    if not is_finished:
        print("This game isn't over: the file shows what is still hidden in it.", file=sys.stderr)


def _replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file from `export`.")],
) -> None:
    """Print one HTML file that shows an exported game step by step, without a server."""
    from app.engine.record import LONGEST
    from app.pages import replay_file
    from app.table import export_file

    try:
        with file.open("rb") as opened:
            text = opened.read(LONGEST + 1)
        source = replay_file.of_export(export_file.read(text))
    except OSError as refused:
        leave(f"can't read {file}: {refused.strerror}")
    except Illegal as refused:
        leave(sentence(refused), 1)
    sys.stdout.write(replay_file.html(source))


def _import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file from `export`.")],
    data: DataFolder = None,
) -> None:
    """Load a table from its file, with new keys. The links are shown only once."""
    import asyncio

    from app.live import export
    from app.storage import data_folder
    from app.storage.store import Store
    from app.table import export_file

    async def unpacked() -> "tuple[str, list[export.Opener]]":
        async with Store(url) as store:
            return await export.unpack(store, table)

    with _tables(data) as (settings, url):
        try:
            table = export_file.read(file.read_bytes())
        except OSError as error:
            leave(f"{file} can't be read: {error.strerror}")
        except Illegal as refused:
            leave(f"{file}: {sentence(refused)}", 1)
        code, openers = asyncio.run(unpacked())
        here = settings.base_url or data_folder.address(settings.data) or f"http://127.0.0.1:{settings.port}"
    print(f"The table is {code}" + ("." if code == table.code else f", because {table.code} is taken here."))
    for place, key in openers:
        print(f"  {place.name if place else 'To host'}: {here}/r/{code}/key/{key}")


def _vacuum(data: DataFolder = None) -> None:
    """Give removed tables' space back to the disk. On SQLite, stop the server first."""
    from app.storage import data_folder, vacuum
    from app.storage.database import is_postgres

    with _tables(data) as (settings, url):
        if is_postgres(url):
            vacuum.postgres(url)
            print("The space of removed tables is free for new ones.")
            return
        with data_folder.claim(settings.data):
            before, after = vacuum.sqlite(_database(url))
        print(f"{url.database} takes {after >> 10} KiB; before it took {before >> 10}.")
