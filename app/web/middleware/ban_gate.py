"""Middleware that turns away banned addresses, with an error in the visitor's language."""

from datetime import UTC, datetime
from math import ceil
from time import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.engine.core import Illegal
from app.net.close_codes import SHUT
from app.pages import base_path
from app.web import error_pages
from app.web.dependencies import address_of
from app.web.errors import Problem
from app.web.services import services_of


class BanGate:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive)
            until = services_of(request).bans.until(address_of(request))
            # The error page needs its styles.
            if until and not base_path.inner(scope["path"]).startswith("/static/"):
                await _refusal(request, until)(scope, receive, send)
                return
        elif scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            if services_of(socket).bans.until(address_of(socket)):
                await socket.accept()  # browsers keep retrying a socket that is refused before this
                await socket.close(SHUT)
                return
        await self.app(scope, receive, send)


def _refusal(request: Request, until: float) -> Response:
    when = datetime.fromtimestamp(until, UTC).strftime("%Y-%m-%d %H:%M UTC")
    again = {"Retry-After": str(max(1, ceil(until - time())))}
    trouble = Problem(403, Illegal("banned", until=when), again)
    if error_pages.wants_page(request):
        return error_pages.problem_page(request, trouble)
    return JSONResponse(trouble.body, trouble.status, trouble.headers)
