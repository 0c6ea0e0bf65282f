"""What a server needs before it is up: a socket and a database."""

import asyncio
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app import ROOT
from app.cli.serve import update_database
from app.cli.soak.ports import free_port
from app.net.listener import bind
from app.settings import NotThereYet, Settings, WrongSetting
from tests.support.server import COMMAND, empty_database, environment


def test_no_answer_waits_for_an_acknowledgement() -> None:
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# -- a database that comes up late ---------------------------------------------------------------------------


class Doorway:
    """A port that accepts no connections until it is opened, and then forwards them to another."""

    def __init__(self, to: tuple[str, int]) -> None:
        self._to = to
        self.port = free_port()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        led: list[asyncio.Task[None]] = []

        def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            led.append(asyncio.create_task(self._lead(reader, writer)))

        async with await asyncio.start_server(lead, "127.0.0.1", self.port):
            yield
        await asyncio.gather(*led)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(*self._to)
        await asyncio.gather(_carry(reader, there_writer), _carry(there_reader, writer))


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(65536):
            writer.write(some)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@pytest.mark.postgres
@pytest.mark.anyio
async def test_a_server_waits_for_a_postgres_that_comes_up_late(postgres: str, tmp_path: Path) -> None:
    real = urlsplit(empty_database(postgres))
    assert real.hostname
    assert real.port
    doorway = Doorway((real.hostname, real.port))
    database = real._replace(netloc=f"postgres:secret@127.0.0.1:{doorway.port}").geturl()
    server = await asyncio.create_subprocess_exec(
        COMMAND,
        *("serve", "--data", str(tmp_path), "--port", "0"),
        env=environment(HOUSEWARMING_DATABASE_URL=database),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert server.stdout
        assert server.stderr
        words = (await server.stderr.readline()).decode()
        assert words.startswith("housewarming: can't use the database ")
        assert words.endswith("; waiting up to 30 s for it\n")
        assert "secret" not in words

        async with doorway.opened():
            async with asyncio.timeout(60):
                assert await server.stdout.readline() == b"Housewarming is up.\n"
            server.kill()
    finally:
        with suppress(ProcessLookupError):
            server.kill()
        await server.communicate()


def test_a_database_that_never_comes_up_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    away = Settings(data=tmp_path, database_url="postgresql://ada:secret@127.0.0.1:1/games")

    with pytest.raises(NotThereYet, match=r"^HOUSEWARMING_DATABASE_URL: .*127\.0\.0\.1:1/games: .*refused"):
        update_database(away, patience=0.1)

    told = capsys.readouterr().err
    assert told.count("waiting up to 0.1 s for it") == 1
    assert "secret" not in told


WITHOUT_PATIENCE = "from app.cli import main, serve; serve.update_database.__defaults__ = (0.0,); main.main()"


def test_the_exit_status_for_a_database_that_never_comes_up_asks_for_a_retry(tmp_path: Path) -> None:
    """It differs from the status for a wrong setting, after which a retry is pointless."""
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_PATIENCE, "--data", str(tmp_path), "--port", "0"],
        env=environment(HOUSEWARMING_DATABASE_URL="postgresql://ada@127.0.0.1:1/games"),
        capture_output=True,
        encoding="utf-8",
    )

    assert (ended.returncode, ended.stdout) == (75, "")
    assert ended.stderr.startswith("housewarming: HOUSEWARMING_DATABASE_URL: can't use the database ")
    unit = (ROOT / "deploy" / "housewarming.service").read_text()
    assert "Restart=on-failure\n" in unit
    hopeless = re.search(r"^RestartPreventExitStatus=(.*)$", unit, re.MULTILINE)
    assert hopeless
    assert "75" not in hopeless[1].split()


def test_a_database_with_the_wrong_content_fails_at_once(tmp_path: Path) -> None:
    (tmp_path / "housewarming.db").write_bytes(b"Dear diary, " * 500)
    began = time.monotonic()

    with pytest.raises(WrongSetting, match="file is not a database"):
        update_database(Settings(data=tmp_path))

    assert time.monotonic() - began < 10
