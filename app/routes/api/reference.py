"""The API reference page, made from the OpenAPI document."""

from fastapi import APIRouter, FastAPI, Request, Response

from app.pages import api_reference
from app.web.dependencies import Door
from app.web.responses import packed, page

router = APIRouter(include_in_schema=False)


@router.get("/api/docs")
async def docs(request: Request, services: Door) -> Response:
    """Every operation of the API, with its fields, its answers and an example."""
    app: FastAPI = request.app
    api = api_reference.read(app.openapi(), services.base_url(request))
    return packed(request, page(request, "api/reference.html", api=api))
