"""Logs the operator in to the admin pages with a token; after that, a cookie keeps them logged in for a
while.

The token is shown only once, at the first start or by `housewarming admin-token`; the data folder stores its
hash. The cookie is signed and tied to the token used to log in, so a new token ends all sessions.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer
from starlette.responses import Response

from app.pages import base_path
from app.storage.data_folder import write_whole
from app.table.keys import Secret, key_hash, new_key

FILE = "admin"
PATH = "/admin"
COOKIE = "housewarming-admin"
SESSION_SECONDS = 2 * 60 * 60
_LONGEST_COOKIE = 300


def first_token(folder: Path) -> str | None:
    """Make a token for a data folder that has none yet; return None if there already is one."""
    return None if (folder / FILE).exists() else new_token(folder)


def new_token(folder: Path) -> str:
    """Make a new token to replace the old one."""
    token = new_key()
    write_whole(folder / FILE, key_hash(token).encode())
    return token


def opens(token: str, folder: Path) -> bool:
    """Whether this is the right token; the comparison takes constant time."""
    return hmac.compare_digest(key_hash(token.strip()), _hash(folder))


def _hash(folder: Path) -> str:
    """Read the hash afresh each time, because the command may replace the token while the server runs."""
    try:
        return (folder / FILE).read_text("ascii")
    except (OSError, ValueError):
        return ""  # matches no token


def is_in(cookies: Mapping[str, str], folder: Path, secret: Secret, now: float) -> bool:
    """Whether the cookie belongs to a session that hasn't ended."""
    cookie = cookies.get(COOKIE, "")
    if len(cookie) > _LONGEST_COOKIE:
        return False
    try:
        match _serializer(secret).loads(cookie):
            case [str(token), int(ends)]:
                return now < ends and hmac.compare_digest(token, _mark(folder))
    except BadData:
        pass
    return False


def let_in(response: Response, folder: Path, secret: Secret, now: float, *, https: bool) -> None:
    """Start a session in this browser."""
    session = _serializer(secret).dumps([_mark(folder), int(now) + SESSION_SECONDS])
    _set_cookie(response, session, SESSION_SECONDS, https)


def let_out(response: Response, *, https: bool) -> None:
    _set_cookie(response, "", 0, https)


def _set_cookie(response: Response, value: str, seconds: int, https: bool) -> None:
    response.set_cookie(
        COOKIE,
        value,
        max_age=seconds,
        path=f"{base_path.root}{PATH}",
        secure=https,
        httponly=True,
        samesite="strict",
    )


def _mark(folder: Path) -> str:
    """Return something that identifies the token without revealing anything about it."""
    return sha256(f"session by {_hash(folder)}".encode()).hexdigest()[:32]


def _serializer(secret: Secret) -> URLSafeSerializer:
    by = {"key_derivation": "hmac", "digest_method": sha256}
    return URLSafeSerializer(secret.value, salt=COOKIE, signer_kwargs=by)
