"""The `housewarming` command, with one file per group of commands; the benchmarks are in `bench`.

This package may import any other; it must not be imported by another. Heavy libraries are imported inside
the commands that need them, so that the others start fast.
"""

import sys

# Without Rich, which structlog would load together with Pygments, 5 MB for tracebacks that we never show.
if "rich" not in sys.modules:
    sys.modules["rich"] = None  # type: ignore[assignment]  # Python's own sign for what can't be imported
    import structlog  # noqa: F401

    del sys.modules["rich"]
