"""Middleware that answers HEAD like GET, but without the body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Passes HEAD to the application as GET, and drops the response body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "body": b""} if is_body else message)

        asked = {**scope, "method": "GET"}  # a copy, because the server must still know that it's HEAD
        try:
            await self.app(asked, receive, send_head)
        finally:
            scope["route"] = asked.get("route")  # for the log
