"""Type-checks the pages' scripts by running `tsc` on their JSDoc (part of `make lint`).

It installs TypeScript from npm, as pinned in package-lock.json, when `node_modules` is missing or outdated.
Neither playing nor testing needs any of this.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from app.cli.soak.programs import Missing
from scripts import debian
from scripts.environment import ROOT

LOCK = ROOT / "package-lock.json"
TOOLS = ROOT / "node_modules"
STAMP = TOOLS / "made-from"
PROJECTS = (ROOT / "tsconfig.json", ROOT / "types" / "worker" / "tsconfig.json")
QUIETLY = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def main() -> int:
    try:
        compiler = _compiler()
    except Missing as missing:
        print(f"housewarming: {missing}", file=sys.stderr)
        return 2
    checks = [subprocess.run([compiler, "--project", project]) for project in PROJECTS]
    return max(check.returncode for check in checks)


def _compiler() -> Path:
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not (STAMP.exists() and STAMP.read_text() == lock):
        _install()
        STAMP.write_text(lock)
    return TOOLS / ".bin" / "tsc"


def _install() -> None:
    if not shutil.which("npm") and debian.may_install():
        debian.install("nodejs", "npm")
    if not shutil.which("npm"):
        raise Missing(
            "`make lint` checks scripts with TypeScript, which needs Node and its npm: install them."
        )
    print(f"housewarming: setting up {TOOLS} from {LOCK.name} …", file=sys.stderr, flush=True)
    if subprocess.run(["npm", "ci", *QUIETLY], cwd=ROOT, stdout=sys.stderr).returncode:
        raise Missing("setting up TypeScript failed (see above).")


if __name__ == "__main__":
    sys.exit(main())
