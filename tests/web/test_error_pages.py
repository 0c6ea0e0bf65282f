"""An internal error gets a page in the site's look that reveals nothing about the error."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.web.error_pages import answer_trouble


@pytest.fixture
def web() -> TestClient:
    app = FastAPI()

    @app.get("/r/broken")
    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("the secret of the house")

    answer_trouble(app)
    return TestClient(app, raise_server_exceptions=False)


def test_a_browser_gets_a_page_in_its_language_with_a_way_back(web: TestClient) -> None:
    answer = web.get("/r/broken", headers={"Accept": "text/html", "Accept-Language": "it"})
    assert answer.status_code == 500
    assert '<html lang="it">' in answer.text
    assert 'href="/"' in answer.text
    assert "secret" not in answer.text


def test_an_api_client_gets_a_code(web: TestClient) -> None:
    answer = web.get("/api/broken", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "broken")
    assert "secret" not in answer.text
