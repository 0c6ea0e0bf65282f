"""A guest whose browser runs no script."""

import httpx2

from app.web.cookies import keys_cookie
from tests.support.parsed_page import Sight


class Reader:
    """A guest with a browser, and perhaps with seats at a table."""

    def __init__(self, web: httpx2.Client, code: str, *keys: str, language: str = "en") -> None:
        self.web, self.code = web, code
        self.origin = str(web.base_url).rstrip("/")
        self.headers = {"Accept": "text/html", "Accept-Language": language}
        if keys:
            self.headers["Cookie"] = f"{keys_cookie(code)}={'.'.join(keys)}"

    def look(self) -> Sight:
        answer = self.web.get(f"/r/{self.code}", headers=self.headers)
        assert answer.status_code == 200
        return Sight(answer.text)

    def send(self, form: dict[str, str], code: str = "", **headers: str) -> httpx2.Response:
        headers = {**self.headers, "Origin": self.origin, **headers}
        return self.web.post(f"/r/{code or self.code}/move", data=form, headers=headers)

    def press(self, move: str) -> Sight:
        """Choose a move on the current page and follow the redirect."""
        answer = self.send(self.look().sent(move))
        assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{self.code}")
        return self.look()
