"""Third-party files are unchanged, licensed and small, and so is our own script."""

import gzip
from hashlib import sha256

from app import ROOT
from app.pages.assets import content

STATIC = ROOT / "static"
VENDOR = STATIC / "vendor"
HASHES = {
    "htmx-4.0.1.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    "hx-ws-4.0.1.min.js": "a7c11e4eca05417d6299bb40aaacca01572e44605389fc4d5ef12be408a4d03b",
    "htmx-LICENSE": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
}
MOST_BYTES = 6 * 1024  # of a table's own scripts, compressed


def test_the_vendored_files_are_the_reviewed_ones() -> None:
    found = {file.name: sha256(file.read_bytes()).hexdigest() for file in VENDOR.iterdir()}
    assert found.pop("README.md")
    assert found == HASHES


def test_the_readme_names_every_vendored_file() -> None:
    readme = (VENDOR / "README.md").read_text("utf-8")
    assert all(f"`{name}`" in readme for name in HASHES)


def test_the_script_of_the_table_is_small() -> None:
    scripts = b"".join(content(name) for name in ("table.js", "player/chat.js"))
    assert len(gzip.compress(scripts)) <= MOST_BYTES
