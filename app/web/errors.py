"""Errors as responses: a status, a code for programs and a sentence for people."""

from app import metrics
from app.engine.core import Illegal, Stale
from app.pages.refusals import sentence
from app.storage.database import DiskFull
from app.web.rate_limits import TooMany

# A refusal is a 422 if the same request can never work.
# These are 409s instead, because the table wasn't in the state that the request expected.
_CONFLICTS = frozenset(
    (
        *("stale", "id_reused", "table_full", "already_started", "not_started", "not_ready", "not_over"),
        *("given_up", "nothing_to_take_back", "seen_meanwhile", "turn_stays", "nothing_asked"),
        *("shuffling", "committed_already", "revealed_early", "dealt_already", "branched"),
        *("practice_for_one", "evening_full"),
        *("no_hints", "no_more_hints", "no_hint_now", "hint_on_turn"),
    )
)
# These are 403s, because the visitor isn't allowed to do this.
_FORBIDDEN = frozenset(("muted", "watchers_muted", "watching_asks", "watching_declined"))


class Problem(Exception):
    """An error to send in response to a request."""

    def __init__(self, status: int, refused: Illegal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refused.code)
        metrics.REFUSALS.labels(refused.code).inc()  # every refusal ends up as a Problem
        self.status, self.refused, self.headers = status, refused, headers or {}

    @property
    def body(self) -> dict[str, dict[str, str]]:
        return {"error": {"code": self.refused.code, "message": sentence(self.refused)}}


def problem(refused: Illegal) -> Problem:
    if isinstance(refused, TooMany):
        return Problem(429, refused, {"Retry-After": str(refused.retry_after)})
    if refused.code == "table_closed":
        return Problem(410, refused)
    if refused.code == "table_unreadable":
        return Problem(500, refused)
    if refused.code in _FORBIDDEN:
        return Problem(403, refused)
    conflict = isinstance(refused, Stale) or refused.code in _CONFLICTS
    return Problem(409 if conflict else 422, refused)


def not_now(refused: Illegal, seconds: int, status: int = 503) -> Problem:
    """Return a refusal for something that may work if retried after this many seconds."""
    return Problem(status, refused, {"Retry-After": str(seconds)})


def outage(error: Exception, status: int = 503) -> Problem:
    """Return the error for a failing or slow database. Nothing was changed, so the client may retry."""
    if isinstance(error, DiskFull):
        return not_now(Illegal("disk_full"), 30, status)
    return not_now(Illegal("unavailable"), 1, status)
