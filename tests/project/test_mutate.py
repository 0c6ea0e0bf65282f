"""The mutation check changes the rules in one place at a time, and never the working tree."""

import ast
from pathlib import Path

from app.engine import registry
from scripts import mutate
from scripts.mutate import ROOT, Mutant, Source, all_mutants


def test_every_mutation_is_in_the_rules_and_still_parses() -> None:
    mutants = all_mutants(registry.names())
    assert len(mutants) > 300
    assert len(set(mutants)) == len(mutants)
    texts = {path: (ROOT / path).read_bytes() for path in {mutant.path for mutant in mutants}}
    assert set(texts) == {path for game in registry.names() for path in mutate.rules(game)}
    for mutant in mutants:
        changed = mutant.apply(texts[mutant.path])
        assert changed != texts[mutant.path], mutant
        ast.parse(changed)


def test_what_is_mutated_and_into_what(tmp_path: Path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_text(
        "def rule(é: 'tuple[int, 3]', x: int) -> bool:\n"
        "    return not é and (x) < 2 or x not in (é + (7,)) and True\n",
        "utf-8",
    )
    changes = {mutant.changed_line(rule.read_bytes()) for mutant in Source(rule).mutants()}
    assert changes == {
        "return é and (x) < 2 or x not in (é + (7,)) and True",
        "return not é or (x) < 2 or x not in (é + (7,)) and True",
        "return not é and (x) <= 2 or x not in (é + (7,)) and True",
        "return not é and (x) < 3 or x not in (é + (7,)) and True",
        "return not é and (x) < 2 and x not in (é + (7,)) and True",
        "return not é and (x) < 2 or x in (é + (7,)) and True",
        "return not é and (x) < 2 or x not in (é - (7,)) and True",
        "return not é and (x) < 2 or x not in (é + (8,)) and True",
        "return not é and (x) < 2 or x not in (é + (7,)) or True",
        "return not é and (x) < 2 or x not in (é + (7,)) and False",
    }


def test_a_mutation_is_caught_or_survives(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    (tmp_path / "rule.py").write_text("def large(x: int) -> bool:\n    return x > 2\n")
    for run in mutate.runs("dream_home"):
        for test in (name for name in run if not name.startswith("-")):
            file = tmp_path / test if test.endswith(".py") else tmp_path / test / "test_rule.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"from rule import large\n\n\ndef test_{file.stem}():\n    assert large(3)\n")
    assert mutate.caught(tmp_path, "dream_home") == ""
    (tmp_path / "rule.py").write_text("def large(x: int) -> bool:\n    return x > 3\n")
    assert mutate.caught(tmp_path, "dream_home") == "FAILED tests/engine/test_golden.py::test_test_golden"


def test_the_copy_holds_the_pictures_that_the_tests_look_at(tmp_path: Path) -> None:
    looking = [str(path.relative_to(ROOT)) for path in ROOT.glob("tests/engine/*/test_art.py")]
    assert looking
    mutate.copy_tree(tmp_path)
    assert mutate.failed(tmp_path, looking, time_limit=None) == ""


def test_a_mutation_changes_exactly_its_own_bytes() -> None:
    mutant = Mutant(Path("rule.py"), 1, 8, 9, "<", "<=")
    assert mutant.apply("é = [x < 2]".encode()) == "é = [x <= 2]".encode()


def test_every_mutant_is_tried_by_its_games_tests() -> None:
    for game in registry.names():
        assert {mutate.game_of(path) for path in mutate.rules(game)} == {game}
        tests = [own for run in mutate.runs(game) for own in run if not own.startswith("--")]
        assert all((ROOT / own).exists() for own in tests)
