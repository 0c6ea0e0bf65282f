"""Pairs a TV with a table without a keyboard: the TV shows a code, which a host enters on their phone.

A code's last letters sign the others and are valid for a few minutes. So nothing is stored for a waiting TV,
typos are noticed, and an old code opens nothing. Only the server can derive a code's key. The TV gets the key
together with the code; once a host has confirmed the code, the key opens the host's table.
"""

import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import NamedTuple

from app.table.keys import Secret

TV_COOKIE = "housewarming-tv"
SPAN_SECONDS = 600  # a code is valid for the rest of its span and all of the next

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that codes never spell words
_CHOSEN, _SIGNED = 6, 2
_CODE = re.compile(f"[{_LETTERS}]{{{_CHOSEN + _SIGNED}}}")

Clock = Callable[[], float]


class Pairing(NamedTuple):
    """A waiting TV's code and key."""

    code: str
    key: str

    @property
    def shown(self) -> str:
        """The code in two halves, which are easier to read and type."""
        return f"{self.code[:4]}-{self.code[4:]}"

    @property
    def cookie(self) -> str:
        return f"{self.code}.{self.key}"


def new(secret: Secret, now: float) -> Pairing:
    chosen = "".join(secrets.choice(_LETTERS) for _ in range(_CHOSEN))
    return _pairing(chosen + _signature(chosen, _span(now), secret), secret)


def held(cookies: Mapping[str, str], secret: Secret) -> Pairing | None:
    """Return the pairing that this TV was given earlier; None if this server didn't issue it."""
    cookie = cookies.get(TV_COOKIE, "")
    code = cookie.partition(".")[0]
    if not _CODE.fullmatch(code):
        return None
    given = _pairing(code, secret)
    return given if hmac.compare_digest(given.cookie.encode(), cookie.encode()) else None


def confirmed(typed: str, secret: Secret, now: float) -> Pairing | None:
    """Return the pairing for a typed code, in any spelling; None if no TV can be showing that code now."""
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", typed[:80]).upper())
    code = "".join(letters)
    return _pairing(code, secret) if _CODE.fullmatch(code) and is_current(code, secret, now) else None


def is_current(code: str, secret: Secret, now: float) -> bool:
    chosen, signed, span = code[:_CHOSEN], code[_CHOSEN:], _span(now)
    return signed in (_signature(chosen, span, secret), _signature(chosen, span - 1, secret))


def _span(now: float) -> int:
    return int(now // SPAN_SECONDS)


def _signature(chosen: str, span: int, secret: Secret) -> str:
    number = int.from_bytes(_digest(f"tv code {chosen} {span}", secret))
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(_SIGNED))


def _pairing(code: str, secret: Secret) -> Pairing:
    return Pairing(code, urlsafe_b64encode(_digest(f"tv key {code}", secret)[:18]).decode())


def _digest(text: str, secret: Secret) -> bytes:
    return hmac.digest(secret.value, text.encode(), sha256)
