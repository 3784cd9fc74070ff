"""Writes `docs/reference.md`: every field of a game and of its procedure, as their classes declare it.

`python -m docs.reference` writes it anew; a test holds that it is what the classes say.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablewright.rules.citations import Document, Erratum, Passage
from tablewright.rules.contest import Contest
from tablewright.rules.devices import Burns, Device
from tablewright.rules.draw import Draw
from tablewright.rules.game import Claim, Game, Provision
from tablewright.rules.instructions import Explained, Instruction
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.layout import (
    Area,
    Layout,
    Lettering,
    Payouts,
    Seating,
    Spot,
    Stated,
    Surface,
)
from tablewright.rules.phases import Phase
from tablewright.rules.procedure import Item, Payment, Procedure, Stage
from tablewright.rules.readings import Reading
from tablewright.rules.shapes import Patch
from tablewright.rules.terms import Term
from tablewright.rules.tour import Example, Picture, Tour
from tablewright.rules.wagers import Line, Wager

PAGE = Path(__file__).parent / "reference.md"
MADE_OF: dict[type, tuple[type, ...]] = {
    Game: (Document, Passage, Reading, Wager, Line, Contest, Draw, Provision, Claim, Erratum),
    Procedure: (
        Phase,
        Device,
        Burns,
        Irregularity,
        Ruling,
        Stage,
        Item,
        Payment,
        Instruction,
        Explained,
        Tour,
        Example,
        Picture,
        Term,
        Layout,
        Surface,
        Seating,
        Spot,
        Area,
        Payouts,
        Lettering,
        Stated,
        Patch,
    ),
}
"""The classes that an author meets in their fields."""

HEAD = """\
# Reference: a game and its procedure

A game is two objects: `GAME` in `tablewright/games/<game>.py` says how it pays, `PROCEDURE` in
`<game>_procedure.py` how it is run. [adding-a-game.md](adding-a-game.md) says in which order to write
them. This page is written from the classes themselves (`python -m docs.reference`); a field that is not
optional, or has no `=`, must be given.
"""


class Field(NamedTuple):
    """One field of a class, as its source declares it."""

    name: str
    type: str
    default: str
    says: str


def fields(of: type) -> Iterator[Field]:
    """The fields of a class, in order, with the words beneath each."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(of))).body
    assert isinstance(tree, ast.ClassDef)
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            default = ast.unparse(node.value) if node.value else ""
            yield Field(node.target.id, ast.unparse(node.annotation), default, _words(after))


def _words(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return " ".join(str(node.value.value).split())
    return ""


def table(of: type) -> Iterator[str]:
    """The fields of a class, a row each."""
    yield "| field | type | |"
    yield "|---|---|---|"
    for field in fields(of):
        default = " Optional." if field.default else ""
        yield f"| `{field.name}` | `{_cell(field.type)}` | {_cell(field.says)}{default} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def line(of: type) -> str:
    """A class that a game's file uses, with its fields in one paragraph."""
    said = []
    for field in fields(of):
        given = f" = `{field.default}`" if field.default else ""
        words = f" ({field.says.rstrip('.')})" if field.says else ""
        said.append(f"`{field.name}`{given}{words}")
    return f"- **{of.__name__}**: {_purpose(of)} Fields: {', '.join(said)}."


def _purpose(of: type) -> str:
    return (inspect.getdoc(of) or "").partition("\n\n")[0].replace("\n", " ")


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for of, made_of in MADE_OF.items():
        lines += [f"## {of.__name__}", "", f"`{of.__module__}`: {_purpose(of)}", ""]
        lines += [*table(of), "Made of:", ""]
        lines += [*(line(each) for each in made_of), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
