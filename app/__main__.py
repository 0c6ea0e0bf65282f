"""`python -m app`: the housewarming command, for any Python, even before anything is installed.

Python 2.7 must be able to parse this whole file, so that its users get the explanation too.
"""

import os
import sys

if sys.version_info < (3, 11):
    found = (sys.version_info[0], sys.version_info[1], sys.executable)
    sys.stderr.write("housewarming: needs Python 3.11 or newer; this is %d.%d (%s).\n" % found)
    sys.exit(2)
if os.name == "nt":
    sys.stderr.write("housewarming: runs on Linux and macOS; on Windows, start it inside WSL.\n")
    sys.exit(2)

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # `python3 /path/to/app` would look for modules in app alone

from app import INSTALLED

if not INSTALLED and Path(sys.prefix).resolve() != ROOT / ".venv":
    from scripts import environment

    try:
        environment.become(sys.argv[1:])
    except environment.SetupFailed as failed:
        sys.stderr.write("housewarming: %s\n" % failed)
        sys.exit(2)

from app.cli.main import main

main()
