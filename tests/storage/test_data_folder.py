"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from app.storage.data_folder import write_whole


def test_a_file_that_cannot_be_put_in_place_leaves_nothing_behind(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()

    with pytest.raises(IsADirectoryError):
        write_whole(taken, b"all of it")

    assert [*tmp_path.iterdir()] == [taken]


def test_a_rewritten_file_has_the_new_content_and_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"something longer than that")
    write_whole(file, b"all of it")

    assert file.read_bytes() == b"all of it"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [*tmp_path.iterdir()] == [file]
