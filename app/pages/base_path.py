"""The site's base path: empty, or a path like "/games" if a proxy serves several sites on one host.

It is set once, at start-up, because it is part of every link, every cookie's path and the cached HTML.
"""

from urllib.parse import urlsplit

root = ""  # or something like "/games"


def settle(base_url: str | None) -> None:
    """Take the base path from the public URL. Call this before any page is rendered."""
    global root
    root = urlsplit(base_url or "").path


def inner(path: str) -> str:
    """Strip the base path from a path."""
    return path.removeprefix(root)
