"""The site's base path: empty, or such as "/games" when a proxy serves several sites on one host.

It is set once, at start-up, because it is part of every link, of every cookie's path and of cached HTML.
"""

from urllib.parse import urlsplit

root = ""  # or such as "/games"


def settle(base_url: str | None) -> None:
    """Take the base path from the public URL. Call this before any page is rendered."""
    global root
    root = urlsplit(base_url or "").path


def inner(path: str) -> str:
    """A path without the base path."""
    return path.removeprefix(root)
