"""Code that all pages share: rendering, reading forms, and redirecting after them."""

import gzip
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.engine.core import Illegal
from app.pages import base_path, i18n
from app.pages.refusals import sentence
from app.web.errors import Problem, problem
from app.web.preferences import locale_of, reads_text, theme_of
from app.web.services import Services

_MOST_FIELDS = 100


def page(
    request: Request,
    template: str,
    *,
    refused: Illegal | Problem | None = None,
    here: str | None = None,
    **facts: object,
) -> HTMLResponse:
    """Render a page in the reader's language. `here` is its path, if a different one was requested.

    `refused` makes it an error page: it sets the status and headers, and `notice` gives the reason.
    """
    trouble = _problem(refused)
    shown = i18n.environment(locale_of(request)).get_template(template)
    text = shown.render(
        here=f"{base_path.root}{here or base_path.inner(request.url.path)}",
        theme=theme_of(request),
        as_text=reads_text(request),
        notice=said(request, trouble.refused) if trouble else None,
        **facts,
    )
    answer = fragment(text, trouble)
    # Pages depend on cookies, so going back to one must request it again.
    answer.headers["Cache-Control"] = "no-store"
    return answer


def fragment(html: str, refused: Illegal | Problem | None = None) -> HTMLResponse:
    """Return part of a page, for a script. As with a page, `refused` makes it an error."""
    trouble = _problem(refused)
    return HTMLResponse(html, trouble.status, trouble.headers) if trouble else HTMLResponse(html)


def _problem(refused: Illegal | Problem | None) -> Problem | None:
    return problem(refused) if isinstance(refused, Illegal) else refused


def packed(request: Request, answer: Response) -> Response:
    """Compress a page, for browsers that accept gzip.

    Never compress a page that contains a key. If it also contains text that others wrote, its compressed size
    could leak the key (BREACH).
    """
    answer.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = gzip.compress(bytes(answer.body), 6)
        answer.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(answer.body))})
    return answer


def see_other(address: str) -> RedirectResponse:
    """Redirect with GET after a form, so that a reload doesn't send it again."""
    return RedirectResponse(f"{base_path.root}{address}", 303)


def said(request: Request, refused: Illegal) -> str:
    """Return the refusal as a sentence in the reader's language."""
    return sentence(refused, i18n.words(locale_of(request)).gettext)


async def form_of(request: Request) -> dict[str, str]:
    """Read the fields of a plain form sent from one of our own pages."""
    services: Services = request.app.state.services
    if not services.is_own_page(request):
        raise Problem(403, Illegal("elsewhere"))
    try:
        text = (await request.body()).decode()
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
        if any("\0" in value for _, value in fields):  # nobody types NUL, and Postgres can't store it
            raise ValueError
    except ValueError:
        raise Problem(422, Illegal("bad_form")) from None
    return dict(fields)


Form = Annotated[dict[str, str], Depends(form_of)]
