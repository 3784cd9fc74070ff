"""The letters of a house at the command line: read while it is open, entered while it is not.

await records_of(address)                            # nothing is changed
await enter_letters(address, name, password, records)
"""

from typing import NamedTuple

from tablewright.house.books.auditing import doing
from tablewright.house.books.database import Database
from tablewright.house.books.ledger import Ledger
from tablewright.house.books.read_only import read_only
from tablewright.house.people.accounts import ACCOUNT, Accounts
from tablewright.house.people.approvals import Approvals
from tablewright.house.people.person import Person
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.jurisdictions import jurisdictions
from tablewright.rules.on_record import Records


class Entered(NamedTuple):
    """The records that wait for a second person, and how many letters were left out."""

    numbers: list[int]
    left_out: int


async def records_of(address: str) -> Records:
    """Everything that a house has on record."""
    async with read_only(address) as database:
        register = await Approvals.open(database)
        if register.is_broken:
            raise Refused(
                "the register of approvals cannot be read whole: restore the database from a backup"
            )
        return tuple(each for place in jurisdictions() for each in register.on_record(place.id))


async def enter_letters(address: str, name: str, password: str, letters: Records) -> Entered:
    """A person of a house enters the letters of a file; refused while a server has the house open."""
    async with read_only(address):
        pass  # It is there, and one of this version's: else an empty one would be made here.
    database = await Database.open(address)
    ledger = Ledger(database)
    try:
        await ledger.start()
        account = await Accounts(database).sign_in(name, password)
        if account is None or account.must_change:
            raise Refused(
                f"{quoted(name)} cannot sign in with this password: expected one of their own choice"
            )
        duties = frozenset(str(each) for each in account.roles)
        person = Person(f"{ACCOUNT}{account.id}", account.name, duties)
        with doing(person.doer):
            made = await (await Approvals.open(database)).enter(person, letters)
        return Entered([each.number for each in made], len(letters) - len(made))
    finally:
        await ledger.stop()
        await database.close()
