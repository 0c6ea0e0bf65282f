"""What every page shares: how it is drawn, how its forms are read, and where a browser is sent after one."""

import gzip
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app import i18n, site
from app.engine.core import Illegal
from app.problems import Problem
from app.refusals import sentence
from app.services import Services
from app.visitors import locale_of, reads_text, theme_of

_MOST_FIELDS = 100


def page(
    request: Request, template: str, *, status: int = 200, here: str | None = None, **facts: object
) -> HTMLResponse:
    """A page in the reader's language. `here` is its own address on the site, if another was asked for."""
    template_read = i18n.environment(locale_of(request)).get_template(template)
    looks = {"theme": theme_of(request), "as_text": reads_text(request)}
    here = f"{site.root}{here or site.inner(request.url.path)}"
    text = template_read.render(here=here, **looks, **facts)
    # What is shown depends on the cookies, and must be asked for again when somebody comes back to it.
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def packed(request: Request, answer: Response) -> None:
    """The same page in fewer bytes, for a browser that can unpack it. Not for a page with a key on it:
    how well that packs together with what others wrote could tell of it."""
    answer.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = gzip.compress(bytes(answer.body), 6)
        answer.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(answer.body))})


def see_other(address: str) -> RedirectResponse:
    """Where on the site the browser goes after a form, by GET, so that a reload repeats nothing."""
    return RedirectResponse(f"{site.root}{address}", 303)


def said(request: Request, refused: Illegal) -> str:
    """A refusal as a sentence in the reader's language."""
    return sentence(refused, i18n.words(locale_of(request)).gettext)


def problem_page(request: Request, trouble: Problem) -> HTMLResponse:
    """What went wrong, and the way back, for what no page of its own can say."""
    if trouble.refused.code == "unknown_table":
        typed = request.path_params.get("code") or request.query_params.get("code", "")
        return page(
            request, "errors/unknown_table.html", status=trouble.status, here="/join", typed=typed[:80]
        )
    reason = said(request, trouble.refused)
    if trouble.refused.code in ("banned", "table_closed"):
        answer = page(request, "errors/closed_or_banned.html", status=trouble.status, here="/", reason=reason)
        answer.headers.update(trouble.headers)
        return answer
    answer = page(request, "errors/general.html", status=trouble.status, here="/", reason=reason)
    answer.headers.update(trouble.headers)
    return answer


def wants_page(request: Request) -> bool:
    """Whether a person's browser asks, which is better answered by a page than by JSON."""
    path = site.inner(request.url.path)
    return "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")


async def _form(request: Request) -> dict[str, str]:
    """The fields of a plain form that was sent from one of our own pages."""
    services: Services = request.app.state.services
    if not services.is_own_page(request):
        raise Problem(403, Illegal("elsewhere"))
    try:
        text = (await request.body()).decode()
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
        if any("\0" in value for _, value in fields):  # nobody types it, and Postgres doesn't keep it
            raise ValueError
    except ValueError:
        raise Problem(422, Illegal("bad_form")) from None
    return dict(fields)


Form = Annotated[dict[str, str], Depends(_form)]
