"""The ruleset's fingerprint: what it covers, and how anyone can compute it and the figures again."""

from collections.abc import Iterator

from tablewright.papers.documents import Aside, Block, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.commands import command
from tablewright.papers.mathematics.simulation import repeated


def fingerprint(edition: Edition) -> Iterator[Block]:
    """The fingerprint, the commands that give it and the report again, and the readings it covers."""
    yield Heading(text="Fingerprint", id="fingerprint")
    yield Paragraph(text=("This report holds for the ruleset ", Aside(edition.fingerprint), "."))
    yield Paragraph(
        text="It is the SHA-256 of the ruleset written as JSON: the readings taken, how every hand"
        " ranks and what it is called, and for every wager the line that settles each case and its"
        " odds. Words, limits and settings of the house are no part of it. If anything that is played"
        " changes, the fingerprint does, and this report no longer holds."
    )
    yield Paragraph(
        text=("With Tablewright ", Aside(edition.version), " anyone can make all of it again:")
    )
    commands = {
        "The fingerprint": f"{command(edition, 'rules', '--canonical')} | sha256sum",
        "Every exact figure": command(edition, "odds", "--fresh", "--json"),
        "The readings priced": command(edition, "odds", "--readings"),
        "The same rounds, dealt": repeated(edition),
    }
    if not edition.book.is_draw:
        commands["The lists to learn"] = command(edition, "strategy")
    yield Table(
        head=("What", "Command"),
        rows=tuple((what, (Aside(typed),)) for what, typed in commands.items()),
        widths=(0, 1),
    )
    rulings = edition.ruleset.rulings
    yield Table(
        title="Readings taken",
        head=("Reading", "Option", "What it means"),
        rows=tuple(
            (each.id, rulings[each.id], each.option(rulings[each.id]).means)
            for each in edition.game.readings
        ),
        widths=(0, 0, 1),
        is_small=True,
    )
