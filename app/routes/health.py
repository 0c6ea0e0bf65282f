"""Health checks and metrics, for operators and their monitoring."""

import hmac

from fastapi import APIRouter, Request, Response
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from app import metrics
from app.engine.core import Illegal
from app.net.addresses import is_loopback
from app.net.trusted_proxies import Forwarded
from app.routes.api.schemas import Error
from app.settings import Settings
from app.web import identity
from app.web.dependencies import Door
from app.web.errors import Problem
from app.web.readiness import must_be_ready

router = APIRouter()


@router.get("/healthz", tags=["server"], summary="Ask whether the server is up")
def healthz() -> dict[str, str]:
    """Responds as soon as the server is listening."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    tags=["server"],
    summary="Ask whether the server is ready",
    responses={
        503: {
            "model": Error,
            "description": "Not ready; the code says why: `ending`, "
            "`database_away`, `database_other`, `bus_silent`.",
        }
    },
)
async def readyz(services: Door) -> dict[str, str]:
    """Whether the database responds and matches this version, and the other servers can be reached."""
    await must_be_ready(services)
    return {"status": "ready"}


@router.get("/seen", include_in_schema=False)
async def seen(request: Request) -> dict[str, str]:
    """How the server sees the client, and whether it trusts the proxy. Used by `housewarming doctor`."""
    return {
        "address": request.client.host if request.client else "",
        "scheme": request.url.scheme,
        "host": request.url.netloc,
        "forwarded": request.scope["forwarded"],
    }


@router.get("/metrics", include_in_schema=False)
async def measured(request: Request, services: Door) -> Response:
    """All metrics, for Prometheus; a 404 for anyone not allowed to read them."""
    if not _may_read(request, services.settings):
        raise Problem(404, Illegal("not_found"))
    metrics.SOCKETS.set(len(services.open_sockets))
    metrics.ROOMS.set(len(services.live_tables.here()))
    metrics.WAITING.labels("reads").set(services.store.reads_waiting)
    metrics.WAITING.labels("writes").set(services.store.writes_waiting)
    return Response(metrics.told(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request, settings: Settings) -> bool:
    """Whether the client may read the metrics: with the token or, if none is set, from this machine and not
    through a proxy."""
    if not settings.metrics:
        return False
    if settings.metrics_token:
        key = identity.bearer(request.headers.get("authorization", "")) or ""
        return hmac.compare_digest(key.encode(), settings.metrics_token.get_secret_value().encode())
    is_direct = request.scope["forwarded"] == Forwarded.ABSENT and is_loopback(request.url.hostname or "")
    return is_direct and request.client is not None and is_loopback(request.client.host)
