"""The papers command: every document of a game into a folder, with a manifest; whole or not at all."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablewright.cli.folders import Folder
from tablewright.cli.interrupts import so_far
from tablewright.cli.progress import bar, waiting
from tablewright.cli.rulebook import day
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import sign_beside, signing_keys
from tablewright.games import game
from tablewright.papers.application import applies
from tablewright.papers.changes import compared
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House, read_house
from tablewright.papers.manifests import edition_before
from tablewright.papers.pack import (
    CHANGE_REQUEST,
    MANIFEST,
    NEEDS_ODDS,
    Paper,
    chosen,
    manifest,
    printed,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.jurisdictions import jurisdiction
from tablewright.rules.readings import parse_choices
from tablewright.rules.wagers import parse_pay

LACKING = 3
"""The exit status if papers were printed that lack what their jurisdiction asks for."""


def print_papers(
    id: str,
    *,
    readings: Sequence[str],
    pay: Sequence[str],
    place: str,
    house: str | None,
    only: Sequence[str],
    against: str | None,
    sign: str | None = None,
    out: str,
    on: str | None,
    as_json: bool,
) -> int:
    """Print the papers of a game into a folder."""
    names, keys = chosen(only, has_change=against is not None), signing_keys(sign)
    edition = chosen_edition(id, readings, pay, place, house, on)
    before = edition_against(against, edition) if against is not None else None
    _ = edition.submission  # Refused here, before anything is made.
    target = folder_of(out, edition)
    if any(name in NEEDS_ODDS for name in names):
        with waiting("counting every deal (the first time this compiles its loops)"):
            _ = edition.report
    change = None
    if before and CHANGE_REQUEST in names:
        with waiting("comparing both editions"):
            change = compared(before, edition)
    papers: list[Paper] = []
    key = ""
    with target.filled() as folder:
        total = len(names) + (not only and applies(edition))
        with bar("printing", total) as advance:
            for paper in printed(edition, only, change):
                papers.append(paper)
                (folder / paper.file).write_bytes(paper.content)
                advance(sum(each.file.endswith(".pdf") for each in papers))
        content = manifest(edition, papers)
        (folder / MANIFEST).write_bytes(content)
        if keys is not None:
            key = sign_beside(folder, MANIFEST, keys, f"the papers of {edition.game.name}").key
    done = f"the papers are in {out}"
    so_far(done)
    show_as(
        lambda: json.loads(content),
        lambda: sheets(edition, papers, out, key),
        as_json=as_json,
        done=done,
    )
    return LACKING if any(paper.lacks for paper in papers) else 0


def chosen_edition(
    id: str,
    readings: Sequence[str],
    pay: Sequence[str],
    place: str,
    house: str | None,
    on: str | None,
) -> Edition:
    """The edition that the command line chose."""
    of = game(id)
    odds = {key: str(value) for key, value in parse_pay(pay).items()}
    return Edition(
        of.id,
        day=day(on),
        readings=parse_choices(of.readings, readings),
        pay=odds,
        jurisdiction=jurisdiction(place).id,
        house=read_house(Path(house)) if house else House(),
    )


def edition_against(manifest: str, edition: Edition) -> Edition:
    """The edition of an earlier pack of the same game, from its manifest."""
    found = edition_before(Path(manifest))
    if found.game.id != edition.game.id:
        raise Refused(
            f"{quoted(manifest)} is of {found.game.id}: expected a pack of {edition.game.id}"
        )
    return found


def folder_of(out: str, edition: Edition) -> Folder:
    """Where the papers go: they replace papers of the same game, and no forms."""
    id = edition.game.id
    return Folder(
        out, f"papers of {id}", lambda found: found["game"] == id and "forms" not in found
    )


# What is shown -------------------------------------------------------------------------------------


def sheets(edition: Edition, papers: Sequence[Paper], out: str, key: str = "") -> Iterator[Sheet]:
    rows: list[list[str]] = [
        ["ruleset", edition.fingerprint],
        ["jurisdiction", edition.jurisdiction.name],
        *([["house", edition.house.name]] if edition.house.name else []),
        ["date", edition.day.isoformat()],
        ["folder", out],
        *([["signed", f"with key {key}"]] if key else []),
    ]
    yield Sheet(f"{edition.game.name}: the papers", rows)
    yield Sheet(
        "Printed",
        [
            [paper.title, paper.file, f"{len(paper.content) / 1000:,.0f} kB", paper.sha256[:12]]
            for paper in papers
        ],
        header=("document", "file", "size", "sha256"),
        amounts=(2,),
    )
    lacks = [[paper.name, each.title, each.source] for paper in papers for each in paper.lacks]
    if lacks:
        yield Sheet(
            f"{edition.jurisdiction.name} asks for what is lacking",
            lacks,
            header=("document", "what", "source"),
            note="Each document says so on its first page. What only the house can supply stands under"
            " [supplied] in its file.",
            is_warning=True,
        )
