"""`housewarming serve`: gets everything ready, starts uvicorn, and shows the addresses."""

import io
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv6Address, ip_address
from threading import Thread

import segno
import uvicorn

from app import logs
from app.cli.garbage import collect_rarely
from app.main import create_app
from app.net import trusted_proxies, websocket_connection
from app.net.addresses import lan_hosts
from app.net.file_limits import AT_A_TURN, allow_many_files
from app.net.http_connection import Connection
from app.net.listener import QUEUE, CannotListen, bind
from app.settings import NotThereYet, Settings, WrongSetting
from app.storage import database
from app.storage.data_folder import UnusableFolder, WrongSecret, claim, secret_in
from app.storage.migrate import migrate
from app.table.keys import Secret
from app.web.admin import session as admin_session

DATABASE_PATIENCE = 30.0  # seconds
DATABASE_RETRY = 0.5
MOST_FILES = 65_536  # one per connection; the usual default is a thousand


@dataclass(frozen=True, slots=True)
class Addresses:
    """`here` is an address for this machine; `house` are those for the local network, likeliest first."""

    here: str
    house: tuple[str, ...]

    @classmethod
    def of(cls, listener: socket.socket) -> "Addresses":
        host, port = listener.getsockname()[:2]
        if ip_address(host).is_unspecified:
            return cls(_url("127.0.0.1", port), tuple(_url(each, port) for each in lan_hosts()))
        url = _url(host, port)
        return cls(url, () if ip_address(host).is_loopback else (url,))


class Server(uvicorn.Server):
    """uvicorn, with a callback once it is ready to answer."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except SystemExit:  # uvicorn's exit status has another meaning here
            sys.exit(os.EX_TEMPFAIL)
        for each in sockets or ():
            each.listen(QUEUE)  # asyncio has set it to AT_A_TURN, its limit for one accept loop
        self.announce()


def serve(settings: Settings, open_browser: bool = False) -> None:
    """Lock the data folder, take a port, migrate the database, show the addresses and serve until stopped."""
    logs.begin(settings.log_level)
    with telling_of_the_folder():
        lock = claim(settings.data)
    with lock, _listening(settings) as listener:
        update_database(settings)
        with telling_of_the_folder():
            secret = Secret(secret_in(settings.data))
            token = admin_session.first_token(settings.data)
        allow_many_files(MOST_FILES)
        addresses = Addresses.of(listener)
        greeting = banner(settings, addresses, listener.getsockname()[1], token)
        print(addresses.here, *addresses.house, sep="\n", file=lock, flush=True)

        def announce() -> None:
            print(greeting, flush=True)
            collect_rarely()
            if open_browser:  # in a thread: some browsers block until they are closed
                Thread(target=webbrowser.open, args=[addresses.here], daemon=True).start()

        config = uvicorn.Config(
            create_app(settings, secret, lambda: server.should_exit),
            http=partial(Connection, is_proxy=trusted_proxies.believed(settings.trusted_proxies)),  # type: ignore[arg-type]
            backlog=AT_A_TURN,
            ws=websocket_connection.PushSocket,
            log_config=None,  # uvicorn's lines go through our own logging
            access_log=False,
            proxy_headers=False,  # app.net.trusted_proxies does it
            server_header=False,
            timeout_graceful_shutdown=3,  # so that everything has stopped within 5 s of a SIGTERM
        )
        server = Server(config, announce)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _listening(settings: Settings) -> socket.socket:
    try:
        return bind(settings.host, settings.port)
    except CannotListen as refused:
        raise WrongSetting(refused.setting, refused.reason) from None


@contextmanager
def telling_of_the_folder() -> Iterator[None]:
    """Report problems with the data folder as a wrong `data` setting."""
    try:
        yield
    except (UnusableFolder, WrongSecret) as wrong:
        raise WrongSetting("data", str(wrong)) from None
    except OSError as refused:
        raise WrongSetting("data", f"can't use {refused.filename}: {refused.strerror}") from None


def update_database(settings: Settings, patience: float = DATABASE_PATIENCE) -> None:
    """Migrate the database, waiting up to `patience` seconds for a Postgres that isn't up yet."""
    until = time.monotonic() + patience
    waits = False
    while True:
        try:
            migrate(settings.database)
            return
        except database.WrongDatabase as wrong:
            of = "database_url" if settings.database_url else "data"
            if not isinstance(wrong, database.Unreachable):
                raise WrongSetting(of, str(wrong)) from None
            if time.monotonic() >= until:
                raise NotThereYet(of, str(wrong)) from None
            if not waits:
                print(
                    f"housewarming: {wrong}; waiting up to {patience:g} s for it", file=sys.stderr, flush=True
                )
            waits = True
        time.sleep(DATABASE_RETRY)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if isinstance(ip_address(host), IPv6Address) else f"http://{host}:{port}"


def banner(settings: Settings, addresses: Addresses, port: int, admin_token: str | None) -> str:
    """The text that the terminal shows once the server is ready."""
    lines = ["Housewarming is up.", ""]
    lines += [f"  For everybody    {settings.base_url}"] if settings.base_url else []
    lines += [f"  On this machine  {addresses.here}"]
    lines += [f"  In the house     {url}" for url in addresses.house]
    if settings.port not in (0, port):
        lines += ["", f"  Port {settings.port} was busy, so this server uses port {port}."]
    if admin_token:
        lines += ["", f"  Admin page       {settings.base_url or addresses.here}/admin"]
        lines += [f"  Its token        {admin_token}   (shown only this once)"]
    lines += ["", f"  The data folder is {settings.data.absolute()}. Ctrl-C stops the server."]
    invitation = settings.base_url or next(iter(addresses.house), None)
    if invitation and sys.stdout.encoding.lower().startswith("utf"):
        lines += ["", f"  Scan to open {invitation}:", "", _qr(invitation)]
    return "\n".join(lines)


def _qr(url: str) -> str:
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
