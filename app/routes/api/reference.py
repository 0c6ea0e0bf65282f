"""The API reference page, made from the OpenAPI document, and the files to copy that it links to."""

from fastapi import APIRouter, FastAPI, Request, Response

from app import BESIDE
from app.engine.core import Illegal
from app.pages import api_reference
from app.web.dependencies import Door
from app.web.errors import Problem
from app.web.responses import packed, page

router = APIRouter(include_in_schema=False)
_EXAMPLES = {file.name: file.read_bytes() for file in (BESIDE / "examples").glob("*.py")}


@router.get("/api/docs")
async def docs(request: Request, services: Door) -> Response:
    """Every operation of the API, with its fields, its answers and an example."""
    app: FastAPI = request.app
    api = api_reference.read(app.openapi(), services.base_url(request))
    return packed(request, page(request, "api/reference.html", api=api))


@router.get("/examples/{file}")
async def example(file: str, services: Door) -> Response:
    """The client or the bot, for people to copy."""
    if file not in _EXAMPLES:
        raise Problem(404, Illegal("not_found"))
    return Response(_EXAMPLES[file], media_type="text/plain; charset=utf-8")
