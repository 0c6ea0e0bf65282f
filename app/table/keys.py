"""Keys, which are secrets that each grant one thing, and the server's signing secret."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple


class Opened(NamedTuple):
    """A new table, with the keys for its host's browser or program."""

    code: str
    seat_key: str
    host_key: str


def new_key() -> str:
    return secrets.token_urlsafe(18)


def key_from(secret: "Secret", *words: str) -> str:
    """Derive a key from these words, so that a form submitted twice gets the same key."""
    drawn = hmac.digest(secret.value, "\0".join(("key", *words)).encode("utf-8", "surrogatepass"), sha256)
    return urlsafe_b64encode(drawn[:18]).decode()


def address_mark(secret: "Secret", address: str) -> str:
    """A pseudonym for an address. It never changes and doesn't reveal the address."""
    return key_from(secret, "address_mark", address)[:8]


def key_hash(key: str) -> str:
    """The hash that the database stores instead of the key. It needs no salt and no slow hash, because nobody
    can guess 144 bits."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()  # JSON may contain lone surrogates


@dataclass(frozen=True, slots=True)
class Secret:
    """The server's signing secret."""

    value: bytes = field(repr=False)
