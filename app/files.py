"""Files that are there whole or not at all, whatever happens while they are written."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(file: Path, content: bytes) -> None:
    """Write a file for its owner's eyes, all of it or, when the power goes or the disk is full, nothing."""
    with NamedTemporaryFile(dir=file.parent, delete=False) as draft:  # its mode is 0600
        try:
            draft.write(content)
            draft.flush()
            os.fsync(draft.fileno())
            Path(draft.name).replace(file)
        except OSError:
            Path(draft.name).unlink()
            raise
