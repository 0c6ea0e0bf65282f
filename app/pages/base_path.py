"""Where the site lies on its host: at the top or, where a proxy shares the host among several, below a path.

One process serves one site. So the path is settled once, at the start, and then stands in every link, in the
path of every cookie and in what caches remember of a page.
"""

from urllib.parse import urlsplit

root = ""  # or such as "/games"


def settle(base_url: str | None) -> None:
    """Before any page is drawn: the site lies where the address that others use leads to."""
    global root
    root = urlsplit(base_url or "").path


def inner(path: str) -> str:
    """The part of a path that is the site's own."""
    return path.removeprefix(root)
