"""What a guest sees first."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

router = APIRouter()


@router.get("/", response_class=PlainTextResponse)
def front() -> str:
    return "Housewarming is up.\n\nThere are no tables yet: they arrive with the web release.\n"
