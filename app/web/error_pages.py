"""Turns errors into responses: a page for people, JSON for programs."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from app.engine.core import Illegal
from app.live.live_table import TooBusy
from app.pages import base_path
from app.storage.database import StoreUnavailable
from app.storage.writes import NoSuchRoom
from app.web.errors import Problem, outage, problem
from app.web.middleware.request_ids import request_id
from app.web.responses import page


def problem_page(request: Request, trouble: Problem) -> HTMLResponse:
    """Render an error as a full page, with the reason and a way back."""
    code = trouble.refused.code
    if code == "unknown_table":
        typed = request.path_params.get("code") or request.query_params.get("code", "")
        return page(request, "errors/unknown_table.html", refused=trouble, here="/join", typed=typed[:80])
    template = "errors/closed_or_banned.html" if code in ("banned", "table_closed") else "errors/general.html"
    return page(request, template, refused=trouble, here="/")


def wants_page(request: Request) -> bool:
    """Whether the client is a browser that wants a page rather than JSON."""
    path = base_path.inner(request.url.path)
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")


def answer_trouble(app: FastAPI) -> None:
    """Register handlers that answer every error with a code and a sentence."""

    def answer(request: Request, trouble: Problem) -> Response:
        if wants_page(request):
            return problem_page(request, trouble)
        return JSONResponse(trouble.body, trouble.status, trouble.headers)

    @app.exception_handler(Problem)
    async def wrong(request: Request, error: Problem) -> Response:
        return answer(request, error)

    @app.exception_handler(Illegal)
    async def refused(request: Request, error: Illegal) -> Response:
        return answer(request, problem(error))

    @app.exception_handler(RequestValidationError)
    async def misshapen(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return answer(request, Problem(422, Illegal("bad_json")))
        where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        return answer(request, Problem(422, Illegal("bad_request", field=where[:80])))

    @app.exception_handler(NoSuchRoom)
    async def removed(request: Request, error: NoSuchRoom) -> Response:
        return answer(request, Problem(404, Illegal("unknown_table")))  # removed while its page was open

    @app.exception_handler(TooBusy)
    @app.exception_handler(StoreUnavailable)
    async def unavailable(request: Request, error: Exception) -> Response:
        return answer(request, outage(error))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        # Starlette re-raises the error afterwards, so it still gets logged.
        return answer(request, Problem(500, Illegal("broken", id=request_id())))

    @app.exception_handler(HTTPException)
    async def elsewhere(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return answer(request, Problem(404, Illegal("not_found")))
        if error.status_code == 405:
            return answer(request, Problem(405, Illegal("not_this_way"), dict(error.headers or {})))
        return answer(request, Problem(422, Illegal("bad_json")))  # a body that isn't text
