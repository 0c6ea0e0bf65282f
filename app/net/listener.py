"""The server's listening socket."""

import errno
import socket

PORTS_TRIED = 50
QUEUE = 2048  # the backlog: connections waiting to be accepted


class CannotListen(Exception):
    """The server can't listen on this address; `setting` says whether the host or the port is to blame."""

    def __init__(self, setting: str, reason: str) -> None:
        super().__init__(reason)
        self.setting, self.reason = setting, reason


def bind(host: str, port: int) -> socket.socket:
    """Listen on this port or, if it is taken, on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + PORTS_TRIED - 1, 65535)
    for candidate in range(port, last + 1):
        try:
            listener = socket.create_server(
                (host, candidate), family=family, backlog=QUEUE, dualstack_ipv6=host == "::"
            )
            # Connections inherit this option; asyncio sets it only on sockets it creates itself. Without it,
            # the second packet of every response waits 40 ms for the first to be acknowledged.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
        except PermissionError:
            raise CannotListen("port", f"this user isn't allowed to listen on {candidate}") from None
        except OSError as refused:
            if refused.errno != errno.EADDRINUSE:
                reason = str(refused.strerror).partition(" (while")[0]
                raise CannotListen("host", f"can't listen on {host!r}: {reason}") from None
    raise CannotListen("port", f"all ports from {port} to {last} are busy")
