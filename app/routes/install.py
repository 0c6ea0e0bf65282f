"""What browsers need to install the site as an app (over HTTPS only), and robots.txt."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse

from app.pages import base_path
from app.pages.assets import FOLDER, asset
from app.web.responses import page

router = APIRouter(include_in_schema=False)


@router.get("/robots.txt")
async def robots() -> Response:
    """Rules for crawlers. Table pages are allowed, so that crawlers see their noindex and link previews can
    show a finished game's picture."""
    return PlainTextResponse("User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /tv\n")


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    icons = [
        ("icon-192.png", 192, "any"),
        ("icon-512.png", 512, "any"),
        ("icon-maskable.png", 512, "maskable"),
    ]
    described = {
        "name": "Housewarming",
        "short_name": "Housewarming",
        "id": f"{base_path.root}/",
        "start_url": f"{base_path.root}/",
        "scope": f"{base_path.root}/",
        "display": "standalone",
        "background_color": "#f3e6d2",
        "theme_color": "#f3e6d2",
        "icons": [
            {"src": asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in icons
        ],
    }
    return JSONResponse(described, media_type="application/manifest+json")


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker. Its path determines its scope. It needs its own CSP, because no page's CSP applies
    to it."""
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    }
    return FileResponse(FOLDER / "sw.js", media_type="text/javascript", headers=headers)


@router.get("/offline")
async def offline(request: Request) -> Response:
    """The page that the installed app shows while the server can't be reached."""
    return page(request, "errors/offline.html", here="/")
