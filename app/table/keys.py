"""Keys: secrets that grant one thing each, and the server's secret that signs."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256


def new_key() -> str:
    return secrets.token_urlsafe(18)


def key_from(secret: "Secret", *words: str) -> str:
    """The key that always comes of these words: what is asked for twice by one form is the same key."""
    drawn = hmac.digest(secret.value, "\0".join(("key", *words)).encode("utf-8", "surrogatepass"), sha256)
    return urlsafe_b64encode(drawn[:18]).decode()


def address_mark(secret: "Secret", address: str) -> str:
    """The same for whoever comes from this address, which it doesn't tell."""
    return key_from(secret, "address_mark", address)[:8]


def key_hash(key: str) -> str:
    """What the database holds of a key. Neither salted nor slow: nobody guesses 144 bits."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()  # JSON can bring half a character


@dataclass(frozen=True, slots=True)
class Secret:
    """What this server signs with."""

    value: bytes = field(repr=False)
