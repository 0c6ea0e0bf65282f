"""The cookies: a signed one for the visitor's name, and one per table for its keys."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256

from itsdangerous import BadData, URLSafeSerializer
from starlette.responses import Response

from app.pages import base_path
from app.table.keys import Opened, Secret
from app.table.names import COLOURS
from app.table.visitor import Me

# -- keys ----------------------------------------------------------------------------------------------------

MOST_KEYS = 8  # per table and browser: seats for a family sharing the browser, plus hosting
_KEY = re.compile(r"[A-Za-z0-9_-]{24}")
_BETWEEN_KEYS = "."


def keys_cookie(code: str) -> str:
    """The name of the cookie that holds a browser's keys to the table with this code."""
    return f"housewarming-{code}"


def device_cookie(code: str) -> str:
    """The name of the cookie that records which player has the shared device. It grants no rights."""
    return f"{keys_cookie(code)}-as"


def keys_held(cookies: Mapping[str, str], code: str) -> tuple[str, ...]:
    """The keys that a browser holds to a table, oldest first."""
    held = cookies.get(keys_cookie(code), "").split(_BETWEEN_KEYS)
    return tuple(filter(_KEY.fullmatch, held))[-MOST_KEYS:]


def with_key(cookies: Mapping[str, str], code: str, key: str) -> str:
    """The cookie's value with this key added; if there are too many keys, the oldest is dropped."""
    others = [held for held in keys_held(cookies, code) if held != key]
    return joined([*others, key])


def joined(keys: Sequence[str]) -> str:
    """The cookie's value for exactly these keys, newest last."""
    return _BETWEEN_KEYS.join(keys[-MOST_KEYS:])


def without_key(cookies: Mapping[str, str], code: str, key: str) -> str:
    """The cookie's value without this key; "" if it was the only one."""
    return _BETWEEN_KEYS.join(held for held in keys_held(cookies, code) if held != key)


# -- the remembered name -------------------------------------------------------------------------------------

ME_COOKIE = "housewarming-me"
_LONGEST_COOKIE = 2000  # the longest possible name, made of combined emoji, takes 1400


def sign(me: Me, secret: Secret) -> str:
    """The signed value of the cookie."""
    return _serializer(secret).dumps(me)


def read_me(cookies: Mapping[str, str], secret: Secret) -> Me | None:
    """Return the person named in the cookie; None if this server didn't sign it."""
    cookie = cookies.get(ME_COOKIE, "")
    if not 0 < len(cookie) <= _LONGEST_COOKIE:
        return None
    try:
        signed = _serializer(secret).loads(cookie)
    except BadData:
        return None
    match signed:
        case [str(name), str(colour), str(locale)] if colour in COLOURS:
            return Me(name, colour, locale)
    return None  # signed by a version with different fields


def _serializer(secret: Secret) -> URLSafeSerializer:
    by = {"key_derivation": "hmac", "digest_method": sha256}
    return URLSafeSerializer(secret.value, salt=ME_COOKIE, signer_kwargs=by)


# -- setting a cookie ----------------------------------------------------------------------------------------

# A game may pause for the summer, but proxies would refuse a header with a year's worth of tables.
_KEPT_SECONDS = 90 * 24 * 60 * 60


def set_cookie(
    response: Response, name: str, value: str, *, https: bool, below: str = "/", seconds: int = _KEPT_SECONDS
) -> None:
    """Set a cookie that scripts can't read, for the pages below a path; an empty value deletes it."""
    response.set_cookie(
        name,
        value,
        max_age=seconds if value else 0,
        path=f"{base_path.root}{below}" if below != "/" else base_path.root or "/",
        secure=https,  # on plain HTTP, as on home networks, browsers drop Secure cookies
        httponly=True,
        samesite="lax",
    )


def keep_opened(response: Response, opened: Opened, *, https: bool) -> None:
    """Give a browser the keys of a table that it has opened."""
    held = joined([opened.host_key, opened.seat_key])
    set_cookie(response, keys_cookie(opened.code), held, https=https)
