"""Who somebody is: a signed cookie for the name, and keys for what they may do.

A key is a secret that grants one thing: a seat, hosting, a TV. The browser holds it in a cookie, the database
its hash. A key is looked up by that hash, so nothing is compared here whose time would help to guess it.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeSerializer
from starlette.datastructures import Headers
from starlette.responses import Response

from app import site
from app.files import write_whole
from app.names import COLOURS

# -- keys ----------------------------------------------------------------------------------------------------

MOST_KEYS = 8  # of one table in one browser: seats for a family that hands it round, and hosting
_KEY = re.compile(r"[A-Za-z0-9_-]{24}")
_BETWEEN_KEYS = "."


def new_key() -> str:
    return secrets.token_urlsafe(18)


def key_from(secret: "Secret", *words: str) -> str:
    """The key that always comes of these words: what is asked for twice by one form is the same key."""
    drawn = hmac.digest(secret.value, "\0".join(("key", *words)).encode("utf-8", "surrogatepass"), sha256)
    return urlsafe_b64encode(drawn[:18]).decode()


def whence(secret: "Secret", address: str) -> str:
    """The same for whoever comes from this address, which it doesn't tell."""
    return key_from(secret, "whence", address)[:8]


def key_hash(key: str) -> str:
    """What the database holds of a key. Neither salted nor slow: nobody guesses 144 bits."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()  # JSON can bring half a character


def bearer(authorization: str) -> str | None:
    """The key that a program sends as a header: `Authorization: Bearer …`."""
    scheme, _, key = authorization.partition(" ")
    return (key.strip() or None) if scheme.lower() == "bearer" else None


def keys_cookie(code: str) -> str:
    """The name of the cookie with a browser's keys for the table with this code."""
    return f"housewarming-{code}"


def keys_held(cookies: Mapping[str, str], code: str) -> tuple[str, ...]:
    """The keys a browser holds for a table, the oldest first."""
    held = cookies.get(keys_cookie(code), "").split(_BETWEEN_KEYS)
    return tuple(filter(_KEY.fullmatch, held))[-MOST_KEYS:]


def with_key(cookies: Mapping[str, str], code: str, key: str) -> str:
    """The cookie's value with this key too; where there would be too many, the oldest goes."""
    others = [held for held in keys_held(cookies, code) if held != key]
    return joined([*others, key])


def joined(keys: Sequence[str]) -> str:
    """The cookie's value with just these, the newest last."""
    return _BETWEEN_KEYS.join(keys[-MOST_KEYS:])


def without_key(cookies: Mapping[str, str], code: str, key: str) -> str:
    """The cookie's value without this key, "" if it was the last."""
    return _BETWEEN_KEYS.join(held for held in keys_held(cookies, code) if held != key)


# -- the server's secret -------------------------------------------------------------------------------------

_SECRET_BYTES = 32


class WrongSecret(Exception):
    """The file with the server's secret is damaged; the message is for the operator."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What this server signs with."""

    value: bytes = field(repr=False)

    @classmethod
    def of(cls, folder: Path) -> "Secret":
        """The one in a data folder, made at its first start by the server that holds the folder."""
        file = folder / "secret"
        if not file.exists():
            write_whole(file, secrets.token_bytes(_SECRET_BYTES))
        value = file.read_bytes()
        if len(value) != _SECRET_BYTES:
            raise WrongSecret(
                f"{file} holds {len(value)} bytes instead of {_SECRET_BYTES}: restore it from a backup, "
                "or delete it, and everyone is asked for their name again"
            )
        return cls(value)


# -- the name that is remembered -----------------------------------------------------------------------------

ME_COOKIE = "housewarming-me"
_LONGEST_COOKIE = 2000  # the longest name, of emoji joined from many, takes up 1400


class Me(NamedTuple):
    """How somebody wants to be called, and in which language spoken to. It grants nothing."""

    name: str
    colour: str
    locale: str


def sign(me: Me, secret: Secret) -> str:
    """The value of the cookie."""
    return _serializer(secret).dumps(me)


def read_me(cookies: Mapping[str, str], secret: Secret) -> Me | None:
    """Who the cookie says this is; nobody, if this server didn't sign it."""
    cookie = cookies.get(ME_COOKIE, "")
    if len(cookie) > _LONGEST_COOKIE:
        return None
    try:
        signed = _serializer(secret).loads(cookie)
    except BadData:
        return None
    match signed:
        case [str(name), str(colour), str(locale)] if colour in COLOURS:
            return Me(name, colour, locale)
    return None  # signed when a cookie held something else


def _serializer(secret: Secret) -> URLSafeSerializer:
    by = {"key_derivation": "hmac", "digest_method": sha256}
    return URLSafeSerializer(secret.value, salt=ME_COOKIE, signer_kwargs=by)


# -- cookies and origins -------------------------------------------------------------------------------------

# A table may rest over a summer; but the tables of a year would outgrow what proxies take as a header.
_KEPT_SECONDS = 90 * 24 * 60 * 60


def set_cookie(response: Response, name: str, value: str, *, https: bool) -> None:
    """Let the browser hold this, out of its scripts' reach; an empty value makes it forget."""
    response.set_cookie(
        name,
        value,
        max_age=_KEPT_SECONDS if value else 0,
        path=site.root or "/",
        secure=https,  # on plain HTTP, as at home, a browser would drop a Secure cookie
        httponly=True,
        samesite="lax",
    )


def same_origin(headers: Headers, scheme: str, host: str, own: Sequence[str] = ()) -> bool:
    """Whether a request that changes something, or opens a socket, comes from a page of this very origin,
    or of one that leads here (`own`), as behind a proxy that changes the host.

    `Origin` decides. Without it `Sec-Fetch-Site` does, which browsers leave out on plain HTTP. Without either
    it is no browser's request; it may pass if it has no cookie, as nobody can be tricked into sending it.
    """
    if "origin" in headers:
        return headers["origin"].lower() in (_origin(scheme, host), *map(_origin_of, own))
    if "sec-fetch-site" in headers:
        return headers["sec-fetch-site"] in ("same-origin", "none")
    return "cookie" not in headers


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return _origin(parts.scheme, parts.netloc)


def _origin(scheme: str, host: str) -> str:
    """As browsers write it: a socket's origin is its page's, and a scheme's own port is left out."""
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return f"{scheme}://{host.lower().removesuffix(':443' if scheme == 'https' else ':80')}"
