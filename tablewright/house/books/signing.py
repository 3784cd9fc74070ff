"""The house signs: each statement numbered, chained to the one before it, and kept in the database.

    statements = await signing.sign([Wanted(kind, subject, says)])
    statement = await signing.sign_file(subject, digest, what)      # the same again for the same file
    await signing.heads(table)                                      # those of a journal that still hold

Signing is done in a thread beside the tables, and written with whatever the ledger writes next: no
command waits for it. How far the house has come is remembered in the folder of the keys too, so that
statements that were taken out of the database, or lost with an older copy of it, are missed at the next
start. Then the house signs that there is a gap, and goes on with numbers that were never used.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tablewright.house.books.database import Database
from tablewright.house.books.entries import KeptSignature, LedgerEntry
from tablewright.house.books.formats import HOUSE
from tablewright.house.books.house_keys import keep_ring, kept_ring, open_keys
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.signatures import GAP, Signatures, columns
from tablewright.rules.errors import Refused
from tablewright.signing.files import FILE, Digest, digest, signature_file
from tablewright.signing.keys import Keys, Now, Reached, utc_now
from tablewright.signing.rings import Ring, Trusted, trusted
from tablewright.signing.statements import DoesNotHold, Said, Statement, canonical, hash_of
from tablewright.table.journal import SIGNED_HEAD


class CannotSign(Refused):
    """This house was opened without keys."""

    def __init__(self) -> None:
        super().__init__("This house has no key, so that it signs nothing: start it with one.")


class Wanted(NamedTuple):
    """Something to be signed; where it says `lines`, it is kept with that number."""

    kind: str
    subject: str
    says: Said


class Signing:
    """What a house signs with its key; a house that was opened without one signs nothing."""

    def __init__(self, database: Database, ledger: Ledger, keys: Keys | None) -> None:
        self.database, self.ledger = database, ledger
        self.signatures = Signatures(database)
        self.notes: list[str] = []
        """What the person who starts the house must know."""
        self._keys = keys
        self._house = ""
        self._reached: Reached | None = None
        """How far the house has come; not known, when something could not be written."""
        self._kept: Ring | None = None
        """The ring that the database knows."""
        self._one_by_one = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        database: Database,
        ledger: Ledger,
        folder: Path | None,
        *,
        is_new_key: bool = False,
        now: Now = utc_now,
        is_shared: bool = False,
    ) -> "Signing":
        """Sign with the keys in a folder, made at the first start; with none, sign nothing.

        Where several servers form the house, the one that has the desk signs (`take_up`).
        """
        if folder is None:
            return cls(database, ledger, None)
        before = await kept_ring(database)
        keys = await open_keys(database, folder, is_new_key=is_new_key, now=now)
        signing = cls(database, ledger, keys)
        if before is None or is_new_key:
            lost = f"; key {before.current.id} is retired as lost" if before is not None else ""
            signing.notes.append(
                f"the house signs with key {keys.ring.current.id}{lost}: keep a copy of {folder} apart"
                " from the database"
            )
        signing._house = await database.setting(HOUSE, str)
        if wrong := await asyncio.to_thread(keys.clock_said):
            signing.notes.append(wrong)
        if not is_shared:
            await signing._look_for_gap(keys)
        return signing

    async def take_up(self) -> None:
        """Go on signing where another server of the house has stopped."""
        self._reached = None
        if self._keys is not None:
            await self._look_for_gap(self._keys)

    @property
    def is_able(self) -> bool:
        return self._keys is not None

    async def ring(self) -> Ring:
        """Every public key of the house."""
        keys = self._at_hand()
        return await asyncio.to_thread(lambda: keys.ring)

    def _at_hand(self) -> Keys:
        if self._keys is None:
            raise CannotSign
        return self._keys

    # Signing --------------------------------------------------------------------------------------

    async def sign(self, wanted: Sequence[Wanted]) -> list[Statement]:
        """Sign some things, in order; returns once they are kept for good."""
        async with self._one_by_one:
            return await self._sign(wanted)

    async def _sign(self, wanted: Sequence[Wanted]) -> list[Statement]:
        keys = self._at_hand()
        reached = self._reached or (await self.signatures.kept()).reached
        self._reached = None
        statements, ring = await asyncio.to_thread(_signed, keys, wanted, reached)
        if ring != self._kept:
            await keep_ring(self.database, ring)
            self._kept = ring
        rows = [KeptSignature(*columns(each), canonical(each).decode()) for each in statements]
        await self.ledger.append(LedgerEntry("", signatures=rows))
        self._reached = Reached(rows[-1].n, hash_of(statements[-1])) if rows else reached
        await asyncio.to_thread(keys.remember, self._house, self._reached)
        return statements

    async def sign_file(
        self, subject: str, found: Digest, what: str, says: Said | None = None
    ) -> Statement:
        """A statement about a file; the one that is there, if it says the same and still holds."""
        told: Said = {**found.said, "what": what, **(says or {})}
        async with self._one_by_one:
            last = await self.signatures.latest(subject, FILE)
            if last is not None and _says(last, told) and _holds(await self.trusted(), last):
                return last
            (made,) = await self._sign([Wanted(FILE, subject, told)])
            return made

    async def signature(self, name: str, content: bytes) -> bytes:
        """What lies beside a file that the house hands out; the same again for the same file."""
        found = digest(content)
        made = await self.sign_file(f"{found.sha256[:16]}/{name}", found, name)
        return signature_file([made], await self.ring())

    # What was signed ------------------------------------------------------------------------------

    async def trusted(self) -> Trusted:
        """Whom the house itself believes: its own keys, each for its time."""
        ring = await self.ring()
        return trusted(ring, ring)

    async def heads(self, table: str, kind: str = SIGNED_HEAD) -> list[Statement]:
        """The signed heads of a journal, the oldest first, as far as they still hold.

        What a stolen key signed after the theft does not.
        """
        found, believed = await self.signatures.of(table, kind), await self.trusted()
        return await asyncio.to_thread(lambda: [each for each in found if _holds(believed, each)])

    async def wrong(self) -> str:
        """What was changed of all that the house has signed; nothing, if it is whole."""
        try:
            if found := await self.signatures.wrong():
                return found
            last = (await self.signatures.kept()).last
            if last is not None:
                (await self.trusted()).check(last)
        except DoesNotHold as wrong:
            return f"the last statement: {wrong}"
        except Exception as failed:  # Such as a database that is away.
            return f"it could not be looked through ({failed})"
        return ""

    # What is missing ------------------------------------------------------------------------------

    async def _look_for_gap(self, keys: Keys) -> None:
        """Say what the house has signed that its database does not have, and go on after it."""
        kept = await self.signatures.kept()
        before = await asyncio.to_thread(keys.reached, self._house)
        number = max(kept.number, before.number)
        missing = number - kept.rows - kept.missing
        is_other = before.number == kept.number and before != kept.reached and before.number > 0
        if not missing and not is_other:
            return
        how_many = f"{missing} of the {number}" if missing > 0 else "some of the"
        self.notes.append(
            f"{how_many} statements that the house has signed are not in its database: it was put back"
            " from an older copy, or it was changed; verify exported journals against copies"
        )
        self._reached = Reached(number, before.hash if before.number >= kept.number else "")
        await self.sign([Wanted(GAP, self._house, {"missing": max(missing, 0)})])


def _signed(keys: Keys, wanted: Sequence[Wanted], reached: Reached) -> tuple[list[Statement], Ring]:
    """Statements about some things, each with its number and the hash of the one before it."""
    statements = []
    number, after = reached.number, reached.hash
    with keys.signing() as pen:
        for each in wanted:
            number += 1
            says: Said = {**each.says, "number": number, "after": after}
            statements.append(pen.sign(each.kind, each.subject, says))
            after = hash_of(statements[-1])
        return statements, pen.ring


def _says(statement: Statement, told: Said) -> bool:
    return all(statement.says.get(name) == value for name, value in told.items())


def _holds(believed: Trusted, statement: Statement) -> bool:
    try:
        believed.check(statement)
    except DoesNotHold:
        return False
    return True
