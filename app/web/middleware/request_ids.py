"""Middleware that gives each request an id, which appears in a response header and in its log lines."""

import re
import secrets
from asyncio import CancelledError
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, WrappedLogger

from app.engine.core import Illegal
from app.web.errors import not_now

HEADER = "X-Request-ID"

log = structlog.get_logger()

_SANE = re.compile(r"[A-Za-z0-9._-]{8,64}")


@dataclass(slots=True)
class Asked:
    """A request in progress."""

    id: str
    is_over: bool = False


_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


def request_id() -> str:
    """The id of the current request; "" outside any request.

    A task that a request started, such as one that plays for a bot, may outlive the request. Once the request
    is over, the task has no id.
    """
    asked = _asked.get()
    return asked.id if asked and not asked.is_over else ""


def add_request(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Add the current request's id to a log line (a structlog processor)."""
    if id := request_id():
        line["request"] = id
    return line


class RequestIds:
    """Gives every request an id, and logs a line when the request is over.

    Unexpected errors end here, logged in one line with their traceback; by then the client has its response.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked, begun = Asked(_given(scope) or secrets.token_hex(8)), perf_counter()
        _asked.set(asked)
        status, answered = 0, scope["type"] == "websocket"

        async def tell(message: Message) -> None:
            nonlocal status, answered
            if message["type"] in ("http.response.start", "websocket.accept"):
                message.setdefault("headers", [])
                MutableHeaders(scope=message)[HEADER] = asked.id
                status = message.get("status", 101)
            elif message["type"] == "http.response.body":
                answered = not message.get("more_body", False)
            await send(message)

        try:
            await self.app(scope, receive, tell)
        except Exception as error:
            log.error("unhandled_error", exc_info=error, **_facts(scope))
            if not answered:
                raise  # to make the server abort the connection
        except CancelledError:  # the server is shutting down and has waited long enough
            log.warning("request_cancelled", **_facts(scope))
            if not status and scope["type"] == "http":
                ending = not_now(Illegal("ending"), 5)
                await JSONResponse(ending.body, ending.status, ending.headers)(scope, receive, tell)
        finally:
            seconds = round(perf_counter() - begun, 6)
            log.info("request", status=status, seconds=seconds, **_facts(scope))
            asked.is_over = True


def _given(scope: Scope) -> str | None:
    """The id that a proxy gave the request, if it's valid."""
    id = Headers(scope=scope).get(HEADER, "")
    return id if _SANE.fullmatch(id) else None


def _facts(scope: Scope) -> dict[str, object]:
    """Return the method and the route's pattern, for the log. The URL itself may contain a key."""
    pattern = getattr(scope.get("route"), "path", None)
    return {"method": scope.get("method", "SOCKET"), "route": pattern}
