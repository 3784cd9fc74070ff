"""The entrance: who a caller is, how people come in, and how tries of secrets are slowed down."""

import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator

from tablewright.house.books.database import Database
from tablewright.house.books.outage import first_line
from tablewright.house.people.accounts import Account, Accounts, WrongPassword
from tablewright.house.people.caps import Caps, Guests
from tablewright.house.people.cookies import KnownDevice
from tablewright.house.people.failures import Failures
from tablewright.house.people.names import cleaned_name, folded
from tablewright.house.people.person import NOBODY, Door, Person, Scope, person_of
from tablewright.house.people.sessions import Session, Sessions
from tablewright.house.people.throttle import PIN_NAME, Throttle, TooManyTries
from tablewright.house.people.tokens import Tokens
from tablewright.rules.errors import Forbidden

log = logging.getLogger(__name__)


class Entrance:
    """Everyone comes in here: by a session, a token, a password, a PIN or as a guest."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        sessions: Sessions,
        tokens: Tokens,
        caps: Caps,
    ) -> None:
        self.accounts, self.sessions, self.tokens = accounts, sessions, tokens
        self.throttle = Throttle(time.monotonic)
        self.pin_throttle = Throttle(time.monotonic, PIN_NAME)
        self.failures, self.guests = Failures(database), Guests(caps, time.monotonic)

    async def close(self) -> None:
        """What was tried is written down."""
        try:
            await self.failures.close()
        except Exception as failed:  # Without a database the doors close all the same.
            log.error(
                "how often wrong passwords were tried could not be written: %s", first_line(failed)
            )

    # Who a caller is ------------------------------------------------------------------------------

    async def identify(self, authorization: str, cookie: str, address: str = "") -> Person:
        """Who a caller is, by a program's token or else by a session; nobody, if neither holds."""
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() == "bearer":
            token = await self.tokens.look_up(secret.strip())
            if token is None:
                await self.failures.failed("token-failed", address)
                return _passer_by(address)
            door = Door(token.key, token.scope, token.epoch, address)
            return await self._of_account(token.account, door) or _passer_by(address)
        session = await self.sessions.look_up(cookie)
        if session is None:
            return _passer_by(address)
        door = Door(session.key, Scope.FULL, session.epoch, address)
        if session.guest:
            door = door._replace(browser=session.hash)
            return Person(f"g:{session.guest}", session.name, door=door)
        found = await self._of_account(session.account, door)
        if found is None:
            self.sessions.forget(session)
        return found or _passer_by(address)

    async def _of_account(self, id: int, door: Door) -> Person | None:
        account = await self.accounts.by_id(id)
        if account is None or account.is_disabled or account.epoch != door.epoch:
            return None
        return person_of(account, door)

    async def sessions_of(self, person: Person) -> list[Session]:
        """The sessions of a person with an account, the last used first."""
        account = await self.accounts.by_id(person.account)
        return self.sessions.of(account) if account else []

    # Coming in ------------------------------------------------------------------------------------

    async def sign_in(
        self, name: str, password: str, address: str, device: KnownDevice
    ) -> Account | None:
        """The account of a name and its password; None if either is wrong. Tries are slowed down."""
        named = folded(name)
        known = device.known_to(named)
        if wait := self.throttle.begin(named, address, known):
            await self._failed("sign-in-failed", name, address)
            raise TooManyTries(wait)
        account = await self.accounts.sign_in(name, password)
        if account is not None:
            self.throttle.succeeded(named, address, known)
        else:
            await self._failed("sign-in-failed", name, address)
        return account

    async def signer(self, name: str, pin: str, address: str) -> Person:
        """Who signs at another's screen, by their own PIN; refused if it is wrong.

        `address` is where the screen is: `person.door.address` of the person who is signed in there.
        """
        named = folded(name)
        if wait := self.pin_throttle.begin(named, address):
            await self._failed("pin-failed", name, address)
            raise TooManyTries(wait)
        account = await self.accounts.check_pin(name, pin)
        if account is None or account.must_change:
            await self._failed("pin-failed", name, address)
            raise Forbidden(
                "The name or the PIN is wrong. Without a PIN, sign at a screen of your own.",
                "house.signing",
            )
        self.pin_throttle.succeeded(named, address)
        return person_of(account, Door(address=address))

    async def _failed(self, what: str, name: str, address: str) -> None:
        """A wrong try on an account; a name that nobody has may be anything, and is not written."""
        account = await self.accounts.by_name(name)
        await self.failures.failed(what, address, account.key if account else "")

    @contextlib.asynccontextmanager
    async def trying(self, person: Person, device: KnownDevice) -> AsyncIterator[None]:
        """A person tries their own password, of which they have as many tries as at the door."""
        named = folded(person.name)
        tried = (named, person.door.address, device.known_to(named))
        wait = self.throttle.begin(*tried)
        try:
            if wait:
                raise TooManyTries(wait)
            yield
        except (WrongPassword, TooManyTries):
            await self.failures.failed(
                "password-failed", person.door.address, person.key, person.key
            )
            raise
        self.throttle.succeeded(*tried)

    async def welcome(self, name: str, device: str, address: str) -> tuple[Person, str]:
        """A guest under a name of their own or one that they are given, and their cookie."""
        id = secrets.token_hex(12)
        shown = (
            f"{cleaned_name(name)} (guest)"
            if name.strip()
            else f"Guest {secrets.randbelow(9000) + 1000}"
        )
        self.guests.come_in(address)
        secret, session = await self.sessions.begin_guest(id, shown, device, address)
        door = Door(session.key, address=address, browser=session.hash)
        return Person(f"g:{id}", shown, door=door), secret


def _passer_by(address: str) -> Person:
    return NOBODY._replace(door=Door(address=address))
