"""Every room is a package that the import contracts in pyproject.toml know of."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "openrepro"
ROOMS = sorted(path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py")))


OUTER = {"agents", "cli", "demo", "hub", "models", "notify", "queue", "sandbox", "server", "store", "web"}


def contracts() -> list[dict[str, list[str]]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    found: list[dict[str, list[str]]] = settings["tool"]["importlinter"]["contracts"]
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_a_package(room: str) -> None:
    folders = {path.parent for path in (SOURCE / room).rglob("*.py") if "data" not in path.parts}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_room_and_ground_module_has_its_layer() -> None:
    layers = {name.strip() for line in contracts()[0]["layers"] for name in line.split(":")}
    ground = {path.stem for path in SOURCE.glob("*.py") if path.stem != "__init__"}
    assert layers == {f"openrepro.{name}" for name in {*ROOMS, *ground}}


def test_the_core_is_under_the_contract_of_purity() -> None:
    pure = {name.removeprefix("openrepro.") for name in contracts()[1]["source_modules"]}
    assert pure == {*ROOMS} - OUTER


def test_nothing_may_import_the_command_line_or_the_site() -> None:
    named = {name.removeprefix("openrepro.") for name in contracts()[3]["source_modules"]}
    assert named == {*ROOMS} - {"cli", "web"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_says_in_a_sentence_what_it_owns(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert docstring
    assert docstring.rstrip().endswith((".", '"'))
