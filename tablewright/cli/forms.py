"""The forms command: a journal's forms, or blank ones in pads, into a folder with a manifest."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from tablewright.cli.folders import Folder
from tablewright.cli.interrupts import so_far
from tablewright.cli.journals.files import JournalFile
from tablewright.cli.journals.heads import signed_journal
from tablewright.cli.journals.verify import Progress, does_not_hold, headline, verified
from tablewright.cli.journals.words import end_sheets
from tablewright.cli.numbers import whole
from tablewright.cli.papers import chosen_edition
from tablewright.cli.progress import bar, waiting
from tablewright.cli.sheets import Sheet, show_as
from tablewright.papers.editions import ANYWHERE, Edition
from tablewright.papers.forms.book import (
    forms_of,
    manifest_of,
    manifest_of_blanks,
    printed_blanks,
    printed_forms,
)
from tablewright.papers.forms.inventory import result_rows
from tablewright.papers.forms.kinds import SHIFT, Kind, chosen_kinds
from tablewright.papers.forms.night import Night, read_night
from tablewright.papers.forms.numbers import MOST_FORMS, new_batch, refuse_batch
from tablewright.papers.forms.parts import to_the_cent
from tablewright.papers.houses import House, read_house
from tablewright.papers.pack import MANIFEST, Paper
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.statements import DoesNotHold
from tablewright.table.journal import WrongLine, hash_of

USUAL_COUNT = "20"
"""How many blank forms of each kind a pad has, where nobody says."""
Printed = tuple[Paper, int]
"""A document, and how many forms it holds."""


@dataclass(frozen=True)
class Blanks:
    """What was asked of blank forms; nothing, where a journal fills them."""

    game: str | None
    count: str | None
    batch: str | None
    place: str | None
    on: str | None

    @property
    def options(self) -> dict[str, str | None]:
        """What is said with blank forms only, by the options that say it."""
        return {
            "--count": self.count,
            "--batch": self.batch,
            "--jurisdiction": self.place,
            "--date": self.on,
        }


def print_forms(
    name: str | None,
    blanks: Blanks,
    *,
    house: str | None,
    only: Sequence[str],
    out: str,
    as_json: bool,
) -> int:
    """Print the forms of a journal, or blank ones."""
    kinds = chosen_kinds(only)
    if (name is None) == (blanks.game is None):
        both = "neither a journal nor" if name is None else "both a journal and"
        raise Refused(f"{both} --blank: expected one of them")
    if name is None:
        return print_blanks(blanks, house=house, only=only, out=out, as_json=as_json)
    for option, given in blanks.options.items():
        if given is not None:
            raise Refused(f"{option} is for blank forms: expected it with --blank, or not at all")
    letterhead = read_house(Path(house)) if house else House()
    night = filled_night(name)
    edition = night.edition(letterhead)
    target = Folder(
        out, "forms of this journal or of its beginning", lambda found: _goes_on(found, name, night)
    )
    if any(kind.name == SHIFT for kind in kinds):
        with waiting("counting every deal (the first time this compiles its loops)"):
            _ = night.outlook
    printed: list[Printed] = []
    with target.filled() as folder:
        used = [kind for kind in kinds if forms_of(night, kind)]
        papers = printed_forms(night, edition, only)
        for kind, paper in _written(used, papers, folder):
            printed.append((paper, len(forms_of(night, kind))))
        content = manifest_of(night, edition, [paper for paper, _ in printed], only)
        (folder / MANIFEST).write_bytes(content)
    return _show(content, out, lambda: sheets(name, night, edition, printed, out), as_json=as_json)


def filled_night(name: str) -> Night:
    """The forms of a journal; refused as `verify` refuses it, where a line or a signature is wrong."""
    file, progress = JournalFile(name), Progress()
    if not file.is_ordinary:
        raise Refused(f"{quoted(name)} is read more than once: expected an ordinary file")
    try:
        verdict = verified(file, progress)
        _ = signed_journal(file, None)
    except WrongLine as wrong:
        raise does_not_hold(name, wrong, progress) from None
    except DoesNotHold as unsigned:
        raise Refused(f"{quoted(name)} does not hold: {unsigned}") from None
    last = hash_of(file.last)
    with bar("filling in forms", verdict.lines) as advance:
        night = read_night(file.lines(), verdict, advance)
    if night.last_hash != last:
        raise Refused(f"{quoted(name)} was changed while it was read: expected it to stay")
    return night


def _goes_on(found: Any, name: str, night: Night) -> bool:
    """Whether forms that lie in a folder are of this journal, or of what it was a while ago."""
    before, lines = found["journal"], JournalFile(name).lines()
    if before["first_hash"] != night.first_hash or before["lines"] > night.verdict.lines:
        return False
    (last,) = islice(lines, before["lines"] - 1, before["lines"])
    return bool(hash_of(last) == before["last_hash"])


def _written(
    kinds: Sequence[Kind], papers: Iterator[Paper], folder: Path
) -> Iterator[tuple[Kind, Paper]]:
    """The papers, each as soon as it lies in the folder."""
    with bar("printing", len(kinds)) as advance:
        for done, (kind, paper) in enumerate(zip(kinds, papers, strict=True), start=1):
            (folder / paper.file).write_bytes(paper.content)
            advance(done)
            yield kind, paper


def _show(content: bytes, out: str, shown: Callable[[], Iterator[Sheet]], *, as_json: bool) -> int:
    done = f"the forms are in {out}"
    so_far(done)
    return show_as(lambda: json.loads(content), shown, as_json=as_json, done=done)


# Blank ---------------------------------------------------------------------------------------------


def print_blanks(
    blanks: Blanks, *, house: str | None, only: Sequence[str], out: str, as_json: bool
) -> int:
    """Print pads of blank forms."""
    assert blanks.game is not None
    count = whole("--count", blanks.count or USUAL_COUNT, 1, MOST_FORMS)
    batch = new_batch(datetime.now(UTC)) if blanks.batch is None else blanks.batch
    refuse_batch(batch)
    edition = chosen_edition(blanks.game, [], [], blanks.place or ANYWHERE, house, blanks.on)
    id = edition.game.id
    target = Folder(
        out,
        "blank forms of the same batch",
        lambda found: (found["game"], found["batch"]) == (id, batch),
    )
    printed: list[tuple[Paper, list[str]]] = []
    with target.filled() as folder:
        with bar("printing", len(chosen_kinds(only))) as advance:
            for paper, numbers in printed_blanks(edition, batch, count, only):
                printed.append((paper, numbers))
                (folder / paper.file).write_bytes(paper.content)
                advance(len(printed))
        content = manifest_of_blanks(edition, batch, printed)
        (folder / MANIFEST).write_bytes(content)
    return _show(content, out, lambda: blank_sheets(edition, batch, printed, out), as_json=as_json)


# What is shown -------------------------------------------------------------------------------------


def sheets(
    name: str, night: Night, edition: Edition, printed: Sequence[Printed], out: str
) -> Iterator[Sheet]:
    verdict = night.verdict
    table = f"{edition.game.name}, table {night.setup.table}"
    rows = [
        ["journal", f"{name}, {verdict.lines:,} lines"],
        ["last hash", night.last_hash],
        *_of_edition(edition),
        ["folder", out],
    ]
    title = f"{table}: the forms of {night.setup.day}"
    if not verdict.is_complete:
        title += f"; {headline(verdict)}"
    yield Sheet(title, rows, is_warning=not verdict.is_complete)
    yield _printed_sheet(printed)
    if night.closer:
        yield Sheet(
            "They add up",
            [
                [row, to_the_cent(cents)]
                for row, cents in result_rows(night.closer)
                if cents is not None
            ],
            amounts=(1,),
            is_summed=True,
        )
    yield from end_sheets(is_closed=verdict.is_closed, lines=verdict.lines, cut_off=verdict.cut_off)


def blank_sheets(
    edition: Edition, batch: str, printed: Sequence[tuple[Paper, list[str]]], out: str
) -> Iterator[Sheet]:
    rows = [["batch", batch], *_of_edition(edition), ["folder", out]]
    yield Sheet(f"{edition.game.name}: blank forms", rows)
    yield _printed_sheet([(paper, len(numbers)) for paper, numbers in printed])


def _of_edition(edition: Edition) -> list[list[str]]:
    return [
        ["ruleset", edition.fingerprint],
        *([["house", edition.house.name]] if edition.house.name else []),
    ]


def _printed_sheet(printed: Sequence[Printed]) -> Sheet:
    return Sheet(
        "Printed",
        [
            [
                paper.title,
                f"{forms:,}",
                paper.file,
                f"{len(paper.content) / 1000:,.0f} kB",
                paper.sha256[:12],
            ]
            for paper, forms in printed
        ],
        header=("document", "forms", "file", "size", "sha256"),
        amounts=(1, 3),
    )
