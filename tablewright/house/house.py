"""The house as a whole: its database, its people, its floor."""

import secrets
import time

from tablewright.house.accounts import Account, Accounts, cleaned_name
from tablewright.house.cookies import Cookies, Guest, SignedIn
from tablewright.house.database import Database
from tablewright.house.floor import Floor
from tablewright.house.ledger import Ledger
from tablewright.house.measuring import registry
from tablewright.house.people import NOBODY, Person, may_hold
from tablewright.house.throttle import Throttle


class House:
    """Everything that an open house consists of."""

    def __init__(
        self, database: Database, ledger: Ledger, cookies: Cookies, pace: float = 1.0
    ) -> None:
        self.database, self.ledger, self.cookies = database, ledger, cookies
        self.accounts = Accounts(database)
        self.floor = Floor(ledger, pace)
        self.throttle = Throttle(time.monotonic)
        self.metrics = registry(self)
        self.endings: dict[str, dict[str, int]] = {}
        """What each closed table came to, once somebody has asked."""

    @classmethod
    async def open(
        cls, address: str, *, keeps_standing: bool = True, pace: float = 1.0, is_new: bool = False
    ) -> "House":
        """Open the doors: nothing is needed but the address of a database."""
        database = await Database.open(address, is_new=is_new)
        ledger = Ledger(database)
        try:
            await ledger.start()
            house = cls(database, ledger, await Cookies.open(database), pace)
            await house.call_the_roll()
            await house.floor.open_doors(keeps_standing=keeps_standing)
        except BaseException:
            await ledger.stop()
            await database.close()
            raise
        return house

    async def close(self) -> None:
        """Everything that was done is written; then the doors close."""
        await self.floor.close_doors()
        await self.ledger.stop()
        await self.database.close()

    # People ---------------------------------------------------------------------------------------

    async def identify(self, authorization: str, cookie: str) -> Person:
        """Who somebody is, by a program's token or else by a cookie; nobody, if neither holds."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() == "bearer":
            account = await self.accounts.by_token(token.strip())
            return person_of(account) if account else NOBODY
        match self.cookies.read(cookie) if cookie else None:
            case SignedIn(id, epoch):
                account = await self.accounts.by_id(id)
                if account and account.epoch == epoch and not account.is_disabled:
                    return person_of(account)
            case Guest(id, name):
                return Person(f"g:{id}", name)
        return NOBODY

    def welcome(self, name: str) -> tuple[Person, str]:
        """A guest under a name of his own or one that he is given, and his cookie."""
        id = secrets.token_hex(12)
        shown = (
            f"{cleaned_name(name)} (guest)"
            if name.strip()
            else f"Guest {secrets.randbelow(9000) + 1000}"
        )
        return Person(f"g:{id}", shown), self.cookies.write(Guest(id, shown))

    async def call_the_roll(self) -> None:
        """Know who has which duties, for whoever is named to a post at a table."""
        roster = self.floor.roster
        roster.clear()
        for account in await self.accounts.all():
            if not account.is_disabled:
                roster[account.name] = person_of(account).duties

    async def may_be_named(self, name: str, post: str, *, is_practice: bool) -> bool:
        """Whether somebody of that name can be given a post at a table."""
        account = await self.accounts.by_name(name)
        if account is None or account.is_disabled or account.name != name:
            return False
        return may_hold(person_of(account), post, is_practice=is_practice)


def person_of(account: Account) -> Person:
    """Somebody by his account."""
    duties = frozenset(str(duty) for duty in account.roles)
    return Person(f"a:{account.id}", account.name, duties, account.must_change)
