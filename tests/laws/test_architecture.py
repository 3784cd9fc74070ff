"""The architecture, enforced: imports point one way, and a file opens with its purpose."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from docs.architecture import PARTS, PICTURE, drawn, may_import
from tablewright.games import every_game
from tablewright.rules.contest import Contest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tablewright").rglob("*.py"))
EVERY_FILE = [
    *FILES,
    *sorted((ROOT / "tests").rglob("*.py")),
    *sorted((ROOT / "benchmarks").rglob("*.py")),
]

MAY_IMPORT = {part.name: may_import(part.name) for part in PARTS}
"""Which parts of the package each part may import."""

FOREIGN = {
    "rules": {"msgspec"},
    "games": set(),
    "settling": set(),
    "table": {"msgspec"},
    "odds": {
        "distributed",
        "llvmlite",
        "matplotlib",
        "msgspec",
        "numba",
        "numpy",
        "platformdirs",
    },
    "advice": {"msgspec"},
    "design": {"msgspec", "numpy"},
    "school": {"fsrs", "msgspec"},
    "papers": {
        "font_source_sans_pro",
        "font_source_serif_pro",
        "matplotlib",
        "msgspec",
        "typst",
    },
    "signing": {"cryptography", "msgspec"},
    "house": {
        "aiosqlite",
        "alembic",
        "anyio",
        "argon2",
        "asyncpg",
        "fastapi",
        "httpx",
        "itsdangerous",
        "msgspec",
        "opentelemetry",
        "platformdirs",
        "prometheus_client",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    },
    "cli": {"typer", "rich", "msgspec", "platformdirs"},
}
"""Which packages from elsewhere each part may import."""


@cache
def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    """All that a file says. Many laws ask, and reading it costs more than any of them."""
    return tuple(ast.walk(ast.parse(file.read_text("utf-8"))))


@cache
def imported(file: Path) -> frozenset[str]:
    found = set()
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written out"
            found.add(node.module or "")
            if node.module == "tablewright":
                found |= {f"tablewright.{alias.name}" for alias in node.names}
    return frozenset(found - {"tablewright", "tablewright.__version__"})


def part_of(file: Path) -> str:
    return file.relative_to(ROOT / "tablewright").parts[0]


def test_imports_point_one_way() -> None:
    wrong = {
        (str(file.relative_to(ROOT)), name)
        for file in FILES
        if not (part := part_of(file)).endswith(".py")
        for name in imported(file)
        if not is_allowed(part, name)
    }
    assert not wrong


def is_allowed(part: str, name: str) -> bool:
    first, *rest = name.split(".")
    if first == "tablewright":
        return rest[0] in MAY_IMPORT[part]
    return first in sys.stdlib_module_names or first in FOREIGN.get(part, set())


def test_every_folder_of_the_package_is_a_part_and_every_room_is_named() -> None:
    package = ROOT / "tablewright"
    assert {part.name for part in PARTS} == folders(package)
    for part in PARTS:
        assert not part.rooms or set(part.rooms) == folders(package / part.name) - {"page"}


def folders(of: Path) -> set[str]:
    return {each.name for each in of.iterdir() if each.is_dir() and each.name[0] not in "_."}


def test_the_picture_in_the_docs_is_drawn_from_the_same_data() -> None:
    assert PICTURE.read_text("utf-8") == drawn(), "draw it anew: python -m docs.architecture"


ROOMS = {
    "watching": {"watching"},
    "books": {"books", "watching"},
    "people": {"people", "books"},
    "servers": {"servers", "people", "books"},
    "screens": {"screens", "people", "books"},
    "classroom": {"classroom", "screens", "people", "books"},
    "tables": {"tables", "screens", "servers", "people", "books", "watching"},
    "workbench": {"workbench", "screens", "people", "books"},
    "hearing": {"tables", "screens", "servers", "people", "books"},
    "house": {
        "hearing",
        "workbench",
        "classroom",
        "tables",
        "screens",
        "servers",
        "people",
        "books",
    },
    "server": {
        "watching",
        "server",
        "house",
        "workbench",
        "classroom",
        "tables",
        "screens",
        "servers",
        "people",
        "books",
    },
}
"""Which rooms of the house each room may import; `house` is the module that joins them."""

HOUSE = ROOT / "tablewright" / "house"
HOUSE_FILES = [file for file in FILES if HOUSE in file.parents]


def test_the_rooms_of_the_house_open_one_way() -> None:
    wrong = {
        (str(file.relative_to(ROOT)), name)
        for file in HOUSE_FILES
        for name in imported(file)
        if name.startswith("tablewright.house.")
        and name.split(".")[2] not in ROOMS[file.relative_to(HOUSE).parts[0].removesuffix(".py")]
    }
    assert not wrong


def test_no_part_of_the_house_points_back_at_what_it_is_part_of() -> None:
    """No circle of imports, not even where only types are checked."""
    modules = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts): imported_modules(file)
        for file in HOUSE_FILES
    }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, f"a circle: {' -> '.join((*path, name))}"
        if name in modules and name not in done:
            for other in sorted(modules[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in modules:
        visit(name, ())


def imported_modules(file: Path) -> set[str]:
    """What a file imports, each module by its own name."""
    found = set(imported(file))
    for node in nodes_of(file):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


GAMES = {game.id.replace("-", "_") for game in every_game()}
"""The games as their files are named: those of King High are `king_high` and `king_high_*`."""


def game_of(module: str) -> str:
    """The game that a module of `tablewright.games` belongs to, by its name; none for the registry."""
    named = [game for game in GAMES if module == game or module.startswith(f"{game}_")]
    return max(named, key=len, default="")


@pytest.mark.parametrize(
    ("module", "game"),
    [
        ("king_high", "king_high"),
        ("king_high_procedure", "king_high"),
        ("duki4_procedure", "duki4"),
        ("duki4", "duki4"),
        ("duki", ""),
        ("duki44", ""),
        ("__init__", ""),
    ],
)
def test_a_file_belongs_to_the_game_it_is_named_after(module: str, game: str) -> None:
    assert game_of(module) == game


def test_no_game_knows_another() -> None:
    for file in (ROOT / "tablewright" / "games").glob("*.py"):
        game = game_of(file.stem)
        assert game or file.stem == "__init__", f"{file.name} is named after no game"
        for name in imported(file):
            if name == "tablewright.games" or name.startswith("tablewright.games."):
                other = game_of(name.removeprefix("tablewright.games").removeprefix("."))
                assert game, f"{file.name} reads a game only when it is asked for, not {name}"
                assert other == game, f"{file.name} may not import {name}"


def test_no_part_of_the_rules_names_a_game() -> None:
    for file in (ROOT / "tablewright" / "rules").glob("*.py"):
        code = ast.unparse(_without_docstrings(ast.parse(file.read_text("utf-8"))))
        for game in ("duki", "king_high", "king-high", "pick2"):
            assert game not in code.lower(), f"{file.name} names {game}"


ORDINARY = {
    *("play", "bonus", "high", "low", "suit", "heart", "club", "diamond", "spade"),
    *("three", "five", "seven"),
}
"""What wagers and decisions are called and other things too: ranks, suits, numbers, a command."""
OF_RICH = ("cli/sheets.py", "fold")
"""A table's column that is too wide is folded."""


def test_no_game_is_known_by_a_name_outside_its_files() -> None:
    names = set()
    for game in every_game():
        names |= {game.id, *(name for wager in game.wagers for name in (wager.id, wager.kind))}
        deal = game.ruleset().deal
        names |= set(deal.decision) if isinstance(deal, Contest) else set()
    for file in FILES:
        named = str(file.relative_to(ROOT / "tablewright"))
        if named.startswith("games/"):
            continue
        for node in nodes_of(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                is_known = node.value in names - ORDINARY and (named, node.value) != OF_RICH
                assert not is_known, f"{named}:{node.lineno} names {node.value}"


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if hasattr(node, "body") and isinstance(node.body, list):
            kept = [n for n in node.body if not _is_docstring(n)]
            node.body = kept or [ast.Pass()]
    return tree


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def test_the_product_never_imports_the_by_hand_settlements() -> None:
    for file in FILES:
        assert not {name for name in imported(file) if name.startswith("tests")}
    for file in (ROOT / "tests" / "by_hand").glob("*.py"):
        assert not {name for name in imported(file) if name.startswith("tablewright")}


OPENING = re.compile(r'r?"""\\?\s*\S')
"""A docstring that says something, and nothing before it."""


def test_a_file_opens_with_its_purpose() -> None:
    silent = {
        str(file.relative_to(ROOT))
        for file in EVERY_FILE
        if (text := file.read_text("utf-8")).strip() and not OPENING.match(text)
    }
    assert not silent, "these do not say what they are for"


def test_no_file_is_named_after_nothing() -> None:
    assert not {f.stem for f in EVERY_FILE} & {"utils", "util", "helpers", "common", "misc"}


@pytest.mark.parametrize("command", [["games"], ["rules", "duki4"], ["readings"]])
def test_showing_the_rule_book_loads_nothing_heavy(command: list[str]) -> None:
    code = (
        "import sys, json, contextlib, io\n"
        f"sys.argv = ['tablewright', *{command!r}]\n"
        "from tablewright.cli import main\n"
        "sys.stdout = io.TextIOWrapper(io.BytesIO())\n"
        "with contextlib.suppress(SystemExit):\n"
        "    main()\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.__stdout__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    heavy = {"numpy", "numba", "fastapi", "uvicorn", "sqlalchemy", "rich", "matplotlib"}
    assert not loaded & (heavy | {"dask", "distributed"})


def test_advice_and_the_house_count_nothing_before_somebody_asks() -> None:
    parts = [
        "tablewright.advice",
        "tablewright.advice.expected",
        "tablewright.house.screens.readings",
    ]
    code = f"import sys, json, {', '.join(parts)}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"numpy", "numba"} & set(json.loads(done.stdout))
