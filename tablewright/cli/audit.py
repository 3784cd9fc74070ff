"""The audit command: who did what in the running of a house, open or closed; and whether it holds.

The same checks hold for a file of it: `tablewright verify audit.jsonl --key ring.json`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablewright.cli.house_address import house_address
from tablewright.cli.journals.files import new_file, written
from tablewright.cli.keys import moment
from tablewright.cli.sheets import Sheet, show_as
from tablewright.cli.signatures import NOBODY, Beside, Known, beside, file_digest, known_keys, notes
from tablewright.house.books.audit import WRITTEN_ANEW, Asked, Audit, content
from tablewright.house.books.audit_entries import (
    SIGNED_AUDIT,
    THE_AUDIT,
    WHAT,
    AuditCheck,
    AuditEntry,
    read_line,
)
from tablewright.house.books.entries import as_text
from tablewright.house.books.house_keys import kept_ring
from tablewright.house.books.read_only import read_only
from tablewright.house.books.signatures import Signatures
from tablewright.house.screens.audit_pages import row, what_in_words, who_in_words
from tablewright.rules.errors import Refused, quoted
from tablewright.school.signed import Altered
from tablewright.signing.files import FILE, signature_file, signature_name
from tablewright.signing.rings import Ring, Trusted, trusted
from tablewright.signing.statements import DoesNotHold, Statement, shown
from tablewright.table.words import counted

AT_ONCE = 1000


class _Found(NamedTuple):
    """What is shown of an audit."""

    entries: list[AuditEntry]
    names: dict[str, str]
    last: int
    heads: list[Statement]
    ring: Ring | None


def show_audit(
    who: str | None,
    what: str | None,
    since: str | None,
    until: str | None,
    limit: str,
    data: str | None,
    database: str | None,
    key: str | None,
    save: str | None,
    *,
    is_verified: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Show the newest entries, the oldest of them first; or verify all, or write them to a file."""
    if what is not None and what not in WHAT:
        raise Refused(f"--what is {quoted(what)}: expected one of {', '.join(WHAT)}")
    if not (limit.isascii() and limit.isdecimal() and 1 <= int(limit) <= 200):
        raise Refused(f"--last is {quoted(limit)}: expected a number from 1 to 200")
    asked = Asked(
        who="",
        what=(what,) if what else (),
        since=as_text(moment(since, "--since").astimezone(UTC)) if since else "",
        until=as_text(moment(until, "--until").astimezone(UTC)) if until else "",
    )
    known = known_keys(key)
    address, named = house_address(data, database)
    if save is not None:
        return asyncio.run(_save(address, new_file("--save", save, force=force), force=force))
    if is_verified:
        return asyncio.run(_verify(address, named, known, as_json=as_json))
    found = asyncio.run(_find(address, asked, who or "", int(limit)))
    return show_as(_document, _sheets, found, named, as_json=as_json)


async def _find(address: str, asked: Asked, who: str, limit: int) -> _Found:
    async with read_only(address) as database:
        audit = Audit(database)
        if who:
            asked = asked._replace(who=await _key(audit, who))
        page = await audit.page(asked, limit=limit)
        keys = {each.who for each in page.entries} | {each.subject for each in page.entries}
        heads = await Signatures(database).of(THE_AUDIT, SIGNED_AUDIT)
        names = await audit.names(keys)
        return _Found(page.entries[::-1], names, page.last, heads, await kept_ring(database))


async def _key(audit: Audit, who: str) -> str:
    """By what the audit knows an account: by its number, or by the name that it has today."""
    if who.isascii() and who.isdecimal():
        return f"a:{who}"
    if who in ("house", "command-line") or who[:2] in ("a:", "g:"):
        return who
    found = await audit.key_of(who)
    if not found:
        raise Refused(f"--who is {quoted(who)}: expected the name or the number of an account")
    return found


# What is shown -------------------------------------------------------------------------------------


def _document(found: _Found, named: str) -> dict[str, Any]:
    rows = [msgspec.structs.asdict(row(each, found.names)) for each in found.entries]
    signed = found.heads[-1].number("lines") if found.heads else 0
    return {"audit": named, "entries": found.last, "signed": signed, "shown": rows}


def _sheets(found: _Found, named: str) -> Iterator[Sheet]:
    signed = found.heads[-1] if found.heads else None
    said = f"signed up to entry {signed.number('lines'):,}" if signed else "not signed yet"
    yield Sheet(
        f"{named}: the audit has {counted(found.last, 'entry', 'entries')}, {said}",
        [_row(each, found.names) for each in found.entries],
        header=("n", "when", "who", "what", "on", "more"),
        note="" if found.entries else "No entry is as you asked.",
        tucked=(5,),
    )


def _row(entry: AuditEntry, names: dict[str, str]) -> list[str]:
    who = who_in_words(entry, names)
    subject = names.get(entry.subject, "")
    on = f"{subject} ({entry.subject})" if subject else entry.subject
    more = [entry.said] if entry.said != "{}" else []
    if entry.clock:
        more.append(f"the clock said {entry.clock}")
    return [
        str(entry.n),
        entry.at[:19].replace("T", " "),
        f"{who} at {entry.address}" if entry.address else who,
        what_in_words(entry),
        on,
        "; ".join(more),
    ]


# Whether it holds ----------------------------------------------------------------------------------


async def _verify(address: str, named: str, known: Known, *, as_json: bool) -> int:
    async with read_only(address) as database:
        heads = await Signatures(database).of(THE_AUDIT, SIGNED_AUDIT)
        ring = await kept_ring(database)
        if known is not None and ring is None:
            raise Refused(f"{NOBODY} the audit: expected signed heads, as --key was given")
        believed = trusted(ring, known) if ring is not None else None
        held = [each for each in heads if believed is None or _holds(believed, each)]
        audit = Audit(database)
        wrong = await audit.wrong(held)
        last = (await audit.page(limit=1)).last
    return _told(named, last, held, believed, wrong, None, as_json=as_json)


def _holds(believed: Trusted, head: Statement) -> bool:
    """Whether a head counts: what a stolen key signed after the theft does not; all else must hold."""
    key = believed.keys.get(head.key)
    if key is not None and key.until is not None and head.at > key.until:
        return False
    believed.check(head)
    return True


def verify_file(name: str, known: Known, *, as_json: bool) -> int:
    """Check a file of an audit with the signature beside it."""
    path = Path(name)
    found = beside(path, known)
    heads = found.signed.of_kind(SIGNED_AUDIT) if found else []
    for each in heads:
        assert found is not None
        found.believed.check(each)
    wrong, last = _read(path, heads)
    if wrong is None and found is not None:
        _refuse_other_file(found, path, heads)
    believed = found.believed if found else None
    return _told(name, last, heads, believed, wrong, found, as_json=as_json)


def _refuse_other_file(found: Beside, path: Path, heads: list[Statement]) -> None:
    """What `tablewright audit --save` writes has heads alone: entries after the last are unsigned."""
    if not found.signed.of_kind(FILE):
        return
    statement, _ = found.of_file(file_digest(path))
    if statement.number("heads") != len(heads):
        raise DoesNotHold(
            f"it was signed with {counted(statement.number('heads'), 'head')}, and"
            f" {counted(len(heads), 'head')} lie beside it"
        )


def _read(path: Path, heads: Sequence[Statement]) -> tuple[Altered | None, int]:
    """The first entry that does not hold, and how many do before it or in all."""
    check, signed = AuditCheck(), {each.number("lines"): each.text("hash") for each in heads}
    some: list[AuditEntry] = []

    def judged() -> Altered | None:
        if found := check.read(some):
            return found
        for each in some:
            if signed.pop(each.n, each.hash) != each.hash:
                return Altered(each.n, WRITTEN_ANEW)
        some.clear()
        return None

    with open(path, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                some.append(read_line(number, line))
            except Refused as wrong:
                return judged() or Altered(number, str(wrong).partition(": ")[2]), number - 1
            if len(some) >= AT_ONCE and (found := judged()):
                return found, found.n - 1
    found = judged()
    if found is None and signed:
        found = Altered(min(signed), "it is missing, and the house has signed it")
    found = found or check.end()
    return found, check.last.n if check.last else 0


def _told(
    name: str,
    last: int,
    heads: Sequence[Statement],
    believed: Trusted | None,
    wrong: Altered | None,
    found: Beside | None,
    *,
    as_json: bool,
) -> int:
    signed = heads[-1] if heads else None
    document = {
        "audit": name,
        "holds": wrong is None,
        "entries": last,
        "signed": signed.number("lines") if signed else 0,
        "trusted": None if believed is None else "found" if believed.is_found else "named",
        "notes": list(notes(list(heads))),
        **({"entry": wrong.n, "why": wrong.why} if wrong else {}),
    }
    if wrong is not None:
        if as_json:
            show_as(lambda: document, lambda: (), as_json=True)
        raise Refused(f"{quoted(name, 200)} does not hold: entry {wrong.n:,}: {wrong.why}")
    rows = [["entries", f"{last:,}, each follows the one before it"]]
    if signed is None:
        rows.append(["signed", "by nobody: nothing shows that it was not written anew"])
    else:
        rows.append(
            [
                "signed",
                f"{counted(len(heads), 'signed head')}, each fits its entry; the last one at entry"
                f" {signed.number('lines'):,} of {last:,}, {shown(signed.at)}",
            ]
        )
        is_found = believed is not None and believed.is_found
        rows.append(
            [
                "trust",
                f"the keys lie {'in ' + found.name if found else 'in the database'} itself: --key FILE"
                " says whether they are the house's"
                if is_found
                else "it follows from the key that you named",
            ]
        )
    rows += [["clock", each] for each in notes(list(heads))]
    return show_as(
        lambda: document, lambda: [Sheet(f"{name}: the audit holds", rows)], as_json=as_json
    )


async def _save(address: str, target: Path, *, force: bool) -> int:
    """Write the audit to a file, and what was signed of it beside it."""
    async with read_only(address) as database:
        heads = await Signatures(database).of(THE_AUDIT, SIGNED_AUDIT)
        ring, count = await kept_ring(database), 0
        until = (await Audit(database).page(limit=1)).last
        with written(target, force=force) as file:
            async for piece in content(Audit(database), until):
                count += piece.count(b"\n")
                file.write(piece)
        if ring is not None:
            beside_it = target.with_name(signature_name(target.name))
            with written(beside_it, force=True) as file:
                file.write(signature_file(heads, ring))
    return show_as(
        lambda: {"file": str(target), "entries": count},
        lambda: [Sheet(f"{target}: {counted(count, 'entry', 'entries')} of the audit")],
        as_json=False,
    )
