"""A browser's preferences, from its cookies: the language, the theme, boards as pictures or as text."""

from starlette.requests import HTTPConnection

from app.pages import i18n

LOCALE_COOKIE = "housewarming-locale"
THEME_COOKIE = "housewarming-theme"
THEMES = ("day", "evening")
BOARD_COOKIE = "housewarming-board"
BOARDS = TEXT, PICTURES = "text", "pictures"


def locale_of(request: HTTPConnection) -> str:
    return i18n.choose(request.headers.get("accept-language"), request.cookies.get(LOCALE_COOKIE))


def theme_of(request: HTTPConnection) -> str:
    """The theme that the reader picked; "" follows their device."""
    theme = request.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def reads_text(request: HTTPConnection) -> bool:
    """Whether to show boards as text instead of pictures."""
    return request.cookies.get(BOARD_COOKIE) == TEXT
