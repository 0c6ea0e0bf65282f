"""Whoever only wants to know whether something is there, and what it would be like, asks by HEAD."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Goes around the application, which answers GET: HEAD is answered in the same way, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "body": b""} if is_body else message)

        asked = {**scope, "method": "GET"}  # the server's own scope stays: it must know that no body comes
        try:
            await self.app(asked, receive, send_head)
        finally:
            scope["route"] = asked.get("route")  # for the log
