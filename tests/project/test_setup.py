"""From a bare Python to a working environment, and what the tests require of the machine."""

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import psycopg
import pytest

from scripts.environment import DEV_LOCK, ROOT, RUN_LOCK

# --- which Python ------------------------------------------------------------------------------------------


def test_a_python_that_is_too_old_gets_a_sentence() -> None:
    pretend = "import runpy, sys; sys.version_info = (3, 10, 4); runpy.run_module('app', run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, encoding="utf-8")

    assert ended.returncode == 2
    assert ended.stderr == f"housewarming: needs Python 3.11 or newer; this is 3.10 ({sys.executable}).\n"


def test_old_pythons_can_parse_the_code_up_to_their_message() -> None:
    entry = (ROOT / "app" / "__main__.py").read_text(encoding="ascii")  # Python 2 refuses anything else
    tree = ast.parse(entry, feature_version=(3, 4))

    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    assert "print" not in entry, "a statement there, a function here"


def pythons(folder: Path, **answers: int) -> str:
    """A PATH with only these Pythons, each exiting with a status that says if it is new enough."""
    for name, status in answers.items():
        program = folder / name.replace("_", ".")
        program.write_text(f"#!/bin/sh\nexit {status}\n")
        program.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("answers", "chosen"),
    [
        ({"python3": 0, "python3_12": 0}, "python3"),
        ({"python3": 1, "python3_12": 0, "python3_11": 0}, "python3.12"),
        ({"python3_11": 0}, "python3.11"),
    ],
)
def test_make_takes_the_first_python_that_is_new_enough(
    tmp_path: Path, answers: dict[str, int], chosen: str
) -> None:
    ended = make("--eval", "show: ; @: $(info $(PYTHON))", "show", path=pythons(tmp_path, **answers))
    assert ended.stdout == f"{chosen}\n"


@pytest.mark.parametrize("answers", [{}, {"python3": 1, "python3_11": 1}])
def test_make_says_so_if_no_python_is_new_enough(tmp_path: Path, answers: dict[str, int]) -> None:
    ended = make("play", path=pythons(tmp_path, **answers))

    assert ended.returncode == 2
    assert "housewarming: needs Python 3.11 or newer" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_make_alone_prints_help() -> None:
    said = make(path=os.environ["PATH"]).stdout

    targets = [
        "help",
        "play",
        "dev",
        "test",
        "lint",
        "check",
        "audit",
        "bench",
        "soak",
        "weigh",
        "screenshots",
        "wheel",
        "lock",
        "clean",
    ]
    assert [line.split()[0] for line in said.splitlines()] == targets


def make(*args: str, path: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("make")
    assert program
    return subprocess.run(
        [program, "--no-print-directory", "-C", ROOT, *args],
        env={"PATH": path},
        capture_output=True,
        encoding="utf-8",
    )


# --- creating the environment ------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout: our setup code, a lock of one package, and a command that prints where it runs."""
    root = tmp_path / "a checkout"
    for path in ("app/__init__.py", "app/__main__.py", "scripts/environment.py", "scripts/debian.py"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, root / path)
    (root / "app" / "cli").mkdir()
    (root / "app" / "cli" / "main.py").write_text(
        "import sys, chairs\ndef main() -> None: print(chairs.COUNT, sys.prefix, *sys.argv[1:])\n"
    )
    lock_chairs(root, 4)
    return root


def lock_chairs(root: Path, count: int) -> None:
    """Lock a version of a package that is on no index, only in a folder beside."""
    wheel = root / "wheels" / f"chairs-{count}-py3-none-any.whl"
    wheel.parent.mkdir(exist_ok=True)
    info = f"chairs-{count}.dist-info"
    with zipfile.ZipFile(wheel, "w") as package:
        package.writestr("chairs.py", f"COUNT = {count}\n")
        package.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: chairs\nVersion: {count}\n")
        package.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        package.writestr(
            f"{info}/RECORD", f"chairs.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n"
        )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for lock in (RUN_LOCK, DEV_LOCK):
        (root / lock).write_text(f"chairs=={count} --hash=sha256:{digest}\n# {lock}\n")


def python(root: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a Python outside the checkout's environment, which can install only from the checkout."""
    offline = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": (root / "wheels").as_uri(),
    }
    env = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")} | offline
    return subprocess.run([sys.executable, *args], cwd=root, env=env, capture_output=True, encoding="utf-8")


def lacking(*modules: str) -> tuple[str, str, str]:
    """Run `python -m app --hello` as if these modules weren't installed."""
    gone = "".join(f"sys.modules[{module!r}] = None; " for module in modules)
    return "-c", f"import runpy, sys; {gone}runpy.run_module('app', run_name='__main__')", "--hello"


def test_without_ensurepip_the_environment_uses_the_installed_pip(checkout: Path) -> None:
    first = python(checkout, *lacking("ensurepip"))

    assert first.stdout == f"4 {checkout / '.venv'} --hello\n", first.stderr
    assert "setting up" in first.stderr
    assert not list((checkout / ".venv").rglob("pip")), "this is the way without a pip inside"

    again = python(checkout, *lacking("ensurepip", "pip"))
    assert (again.stdout, again.stderr) == (first.stdout, ""), "nothing is done the second time"


def test_the_command_works_from_any_folder_even_beside_another_app(checkout: Path, tmp_path: Path) -> None:
    python(checkout, *lacking("ensurepip"))
    (tmp_path / "app.py").write_text("raise SystemExit('the wrong app')")

    command = checkout / ".venv" / "bin" / "housewarming"
    said = subprocess.run([command, "hi"], cwd=tmp_path, capture_output=True, encoding="utf-8")

    assert said.stdout == f"4 {checkout / '.venv'} hi\n", said.stderr


def test_the_code_folder_runs_as_a_command_from_any_folder(checkout: Path, tmp_path: Path) -> None:
    python(checkout, *lacking("ensurepip"))
    for interpreter in (sys.executable, checkout / ".venv" / "bin" / "python"):
        said = subprocess.run(
            [interpreter, checkout / "app", "hi"], cwd=tmp_path, capture_output=True, encoding="utf-8"
        )
        assert said.stdout == f"4 {checkout / '.venv'} hi\n", said.stderr


def test_the_environment_is_rebuilt_when_the_lock_or_the_place_changes(checkout: Path) -> None:
    python(checkout, *lacking("ensurepip"))
    (left_over,) = (checkout / ".venv").rglob("chairs.py")
    left_over = left_over.rename(left_over.with_name("stools.py"))

    lock_chairs(checkout, 6)
    assert python(checkout, *lacking("ensurepip")).stdout == f"6 {checkout / '.venv'} --hello\n"

    assert not left_over.exists(), "it is made from scratch"

    moved = checkout.rename(checkout.with_name("another place"))
    assert python(moved, *lacking("ensurepip")).stdout == f"6 {moved / '.venv'} --hello\n"


def test_the_developers_environment_also_runs_the_server(checkout: Path) -> None:
    made = python(
        checkout,
        "-c",
        "import sys; sys.modules['ensurepip'] = None; from scripts import environment; environment.main()",
    )
    assert made.returncode == 0, made.stderr

    assert "setting up" not in python(checkout, *lacking("ensurepip")).stderr


@pytest.mark.parametrize("line", [f"chairs==4 --hash=sha256:{'0' * 64}", "chairs==4"], ids=["other", "any"])
def test_a_package_that_differs_from_the_lock_is_refused(checkout: Path, line: str) -> None:
    (checkout / RUN_LOCK).write_text(f"{line}\n")
    ended = python(checkout, *lacking("ensurepip"))

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "housewarming: setting up failed in" in ended.stderr.splitlines()[-1]
    assert "setting up" in python(checkout, *lacking("ensurepip")).stderr, "and it is tried again"


def test_a_python_without_any_pip_is_told_what_to_install(checkout: Path) -> None:
    ended = python(checkout, *lacking("ensurepip", "pip"))

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "has neither ensurepip nor pip" in ended.stderr
    assert "apt install python3-venv" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_environment_made_by_something_else_is_left_alone(checkout: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "pyvenv.cfg").write_text("precious")
    (checkout / ".venv").symlink_to(theirs)

    ended = python(checkout, "-m", "app", "--hello")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "is a symbolic link" in ended.stderr
    assert (theirs / "pyvenv.cfg").read_text() == "precious"


# --- the locks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", [RUN_LOCK, DEV_LOCK])
def test_a_lock_pins_everything_and_names_no_machine(lock: str) -> None:
    text = (ROOT / lock).read_text()

    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    requirements = re.split(r"\n(?=[^\s#])", text)[1:]
    assert len(requirements) > 20
    for requirement in requirements:
        assert re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", requirement, re.DOTALL)


def test_the_developers_lock_includes_the_other() -> None:
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / lock).read_text(), re.MULTILINE))

    assert pins(RUN_LOCK) < pins(DEV_LOCK)


# --- what the tests require of the machine -----------------------------------------------------------------


def suite(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.suite", *options],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        encoding="utf-8",
    )


def test_what_is_left_out_is_said() -> None:
    here = "tests/project/test_setup.py", "tests/browser/test_front.py"
    ended = suite("--collect-only", "-q", *here, WITHOUT="browser broker postgres")

    assert ended.returncode == 0, ended.stdout + ended.stderr
    for marker in ("browser", "broker", "postgres"):
        assert f"the tests marked `{marker}` are left out" in ended.stdout
    assert "::test_what_is_left_out_is_said" in ended.stdout
    assert "::test_postgres_answers" not in ended.stdout
    assert "test_front" not in ended.stdout


def test_only_what_has_a_name_can_be_left_out() -> None:
    ended = suite("--collect-only", WITHOUT="postgres sense")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "housewarming: WITHOUT knows postgres, broker, browser, proxies, not 'sense'.\n"


def test_a_missing_browser_is_an_error_and_no_silent_skip(tmp_path: Path) -> None:
    # nor an apt-get to install one with
    ended = suite("--collect-only", WITHOUT="postgres broker", PATH=str(tmp_path))

    assert ended.returncode == 2
    assert "Chromium, a Japanese font or libatomic was not found" in ended.stderr
    assert 'WITHOUT="browser"' in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "::" not in ended.stdout, "no test is run"


@pytest.mark.postgres
def test_postgres_answers(postgres: str) -> None:
    with psycopg.connect(postgres.replace("+psycopg", "")) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
