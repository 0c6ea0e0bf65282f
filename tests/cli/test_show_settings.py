"""`housewarming config`: the current settings, and where each comes from."""

import re
from typing import Any

import pytest

from app.cli.show_settings import HIDDEN, shown
from app.settings import Settings
from tests.support.command import housewarming


def told(**variables: Any) -> dict[str, tuple[str, str]]:
    ended = housewarming("config", **variables)
    assert (ended.status, ended.complained) == (0, "")
    rows = [re.split(r"  +", line) for line in ended.said.splitlines()]
    return {name: (value, origin) for name, value, origin in rows}


def test_every_setting_is_listed_with_its_origin() -> None:
    found = told(HOUSEWARMING_PORT="9000", HOUSEWARMING_BASE_URL="")

    assert found.keys() == {f"HOUSEWARMING_{name.upper()}" for name in Settings.model_fields}
    assert found["HOUSEWARMING_PORT"] == ("9000", "from the environment")
    assert found["HOUSEWARMING_HOST"] == ("0.0.0.0", "default")  # noqa: S104
    assert found["HOUSEWARMING_BASE_URL"] == ("not set", "default")
    assert found["HOUSEWARMING_METRICS"] == ("false", "default")


def test_the_data_folder_can_be_given() -> None:
    ended = housewarming("config", "--data", "/srv/other", HOUSEWARMING_DATA="/srv/one")

    assert re.search(r"^HOUSEWARMING_DATA +/srv/other +from the command line$", ended.said, re.MULTILINE)


def test_no_secret_is_printed() -> None:
    found = told(
        HOUSEWARMING_DATABASE_URL="postgresql://ada:geheim@db.lan/games?sslmode=require",
        HOUSEWARMING_METRICS_TOKEN="geheim-geheim-geheim",  # noqa: S106
    )

    assert "geheim" not in str(found)
    assert found["HOUSEWARMING_DATABASE_URL"][0] == f"postgresql://ada:{HIDDEN}@db.lan/games?sslmode=require"
    assert found["HOUSEWARMING_METRICS_TOKEN"] == (HIDDEN, "from the environment")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:geheim@db/games",
        "postgresql://ada:geh/eim@db/games",
        "postgresql://ada:@geheim@db/games",
        "postgresql://:geheim@db/games",
        "postgresql://db/games?user=ada&password=geheim&sslmode=require",
        "postgresql://db/games?PASSWORD=geheim",
    ],
)
def test_a_password_is_found_anywhere_in_a_url(url: str) -> None:
    assert "eim" not in shown(url)
    assert "/games" in shown(url)


def test_every_setting_named_like_a_secret_is_of_the_secret_type() -> None:
    """Settings for tokens and passwords have the type that messages never show."""
    plain = {
        name
        for name, field in Settings.model_fields.items()
        if re.search("secret|token|password|key", name) and "Secret" not in str(field.annotation)
    }
    assert plain == set()


def test_a_wrong_setting_is_named_here_too() -> None:
    ended = housewarming("config", HOUSEWARMING_PORT="eighty")

    assert ended.status == 2
    assert ended.complained.startswith("housewarming: HOUSEWARMING_PORT: ")
