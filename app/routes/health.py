"""For whoever watches over the server."""

from fastapi import APIRouter

router = APIRouter()


@router.get("/healthz", tags=["server"], summary="Ask whether the server is up")
def healthz() -> dict[str, str]:
    """Answers as soon as the server listens."""
    return {"status": "ok"}
