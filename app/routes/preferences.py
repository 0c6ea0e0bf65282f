"""A browser's preferences: language, theme, boards as pictures or as text."""

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Request, Response

from app.pages import base_path
from app.pages.i18n import LOCALES
from app.web import cookies
from app.web.preferences import BOARD_COOKIE, BOARDS, LOCALE_COOKIE, THEME_COOKIE, THEMES
from app.web.responses import Form, see_other

router = APIRouter(include_in_schema=False)


@router.post("/language")
async def language(request: Request, form: Form) -> Response:
    """Choose a language and return to the same page."""
    return _picked(request, form, LOCALE_COOKIE, form.get("locale", ""), LOCALES)


@router.post("/theme")
async def theme(request: Request, form: Form) -> Response:
    """Choose the light or dark theme, or follow the device again."""
    picked = form.get("theme", "").removeprefix("device")
    return _picked(request, form, THEME_COOKIE, picked, ("", *THEMES))


@router.post("/board")
async def board(request: Request, form: Form) -> Response:
    """Choose boards as pictures or as text."""
    return _picked(request, form, BOARD_COOKIE, form.get("as", ""), BOARDS)


def _picked(
    request: Request, form: Mapping[str, str], cookie: str, value: str, values: Sequence[str]
) -> Response:
    back = form.get("back", "")
    is_ours = (
        back.startswith(f"{base_path.root}/") and not back.startswith(("//", "/\\")) and back.isprintable()
    )
    response = see_other(base_path.inner(back) if is_ours else "/")
    if value in values:
        cookies.set_cookie(response, cookie, value, https=request.url.scheme == "https")
    return response
