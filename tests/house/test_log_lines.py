"""What goes wrong is a line of the log: what a driver adds for programmers is not in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tablewright.house

HOUSE = Path(tablewright.house.__file__).parent
OF_MANY_LINES = {"Exception", "BaseException", "SQLAlchemyError", "DBAPIError"}
"""What may hold an error of the database, whose text has lines of SQL."""


def _handlers(tree: ast.AST) -> Iterator[ast.ExceptHandler]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.name and node.type:
            named = {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
            if named & OF_MANY_LINES:
                yield node


def _logged_whole(handler: ast.ExceptHandler) -> Iterator[int]:
    for node in ast.walk(handler):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log")), args=given):
                if any(isinstance(each, ast.Name) and each.id == handler.name for each in given):
                    yield node.lineno


def test_an_error_of_the_database_is_logged_by_its_first_line() -> None:
    looked, found = 0, []
    for file in sorted(HOUSE.rglob("*.py")):
        for handler in _handlers(ast.parse(file.read_text())):
            looked += 1
            found += [f"{file.relative_to(HOUSE)}:{line}" for line in _logged_whole(handler)]
    assert looked > 30
    assert found == []
