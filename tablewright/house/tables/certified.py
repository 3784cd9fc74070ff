"""Who may deal at a table for money that accepts only certified dealers.

What a certificate is, and whether it holds, is the school's; a table asks the house, which knows. The
answer takes a while, and a table's task does not wait: it is looked up before an order is sent to the
table, and the order is held against what was found. What was never looked up is refused.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from tablewright.house.people.person import is_person
from tablewright.house.screens import orders as o
from tablewright.house.screens.alert_words import in_words
from tablewright.rules.errors import Forbidden, Refused, quoted
from tablewright.rules.language import say
from tablewright.rules.roles import DEALER
from tablewright.table import acts
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.setup import Book

log = logging.getLogger(__name__)

RULE = "house.certified-dealers"
MayDeal: TypeAlias = Callable[[str, Book, str], Awaitable[str]]
"""What a person lacks to deal by a table's book on a device, in words that go on from "they need";
nothing, if they may."""
WAITS_SECONDS = 0.5
"""How long the pit waits to be warned of one dealer."""
MOST_FOUND = 2000
"""How many answers are kept in mind."""
UNKNOWN = "a certificate that can be read: the certificates of this house cannot be looked up now"


class _Asked(NamedTuple):
    name: str
    ruleset: str
    jurisdiction: str
    device: str


class CertifiedDealers:
    """The certificates of a house, as its tables ask for them."""

    def __init__(self, may_deal: MayDeal) -> None:
        self._may_deal = may_deal
        self._found: OrderedDict[_Asked, str] = OrderedDict()
        self._looking: dict[_Asked, asyncio.Task[str]] = {}

    async def look_up(self, name: str, book: Book, device: str) -> str:
        """What a person lacks now, kept in mind for the table's task."""
        try:
            lacks = await self._may_deal(name, book, device)
        except Refused as refused:
            log.error("the certificate of %s cannot be looked up: %s", ascii(name), refused)
            lacks = UNKNOWN
        asked = _asked(name, book, device)
        self._found[asked] = lacks
        self._found.move_to_end(asked)
        if len(self._found) > MOST_FOUND:
            self._found.popitem(last=False)
        return lacks

    def lacks(self, name: str, book: Book, device: str) -> str:
        """What a person lacked when it was last looked up."""
        return self._found.get(_asked(name, book, device), UNKNOWN)

    def refuse(self, name: str, table: Table, *, is_sender: bool = False) -> None:
        """Refuse a dealer who may not deal at a table."""
        if lacks := self.lacks(name, table.book, table.device.id):
            raise refusal(name, table.book, lacks, is_sender=is_sender)

    async def warning(self, table: Table) -> str:
        """What the pit sees of a dealer who may no longer deal there; nothing, if they may.

        The pit waits a moment at most: until more is known, what was found last is told.
        """
        if not (name := dealer_of(table)):
            return ""
        asked = _asked(name, table.book, table.device.id)
        looking = self._looking.get(asked)
        if looking is None:
            look = self.look_up(name, table.book, table.device.id)
            looking = self._looking[asked] = asyncio.create_task(look, name="certificate")
            looking.add_done_callback(lambda done: self._looked(asked, done))
        await asyncio.wait({looking}, timeout=WAITS_SECONDS)
        if not (lacks := self._found.get(asked, "")):
            return ""
        found = in_words("uncertified", {"name": name, "lacks": lacks})
        return f"{found.says} {found.do}"

    def _looked(self, asked: _Asked, done: asyncio.Task[str]) -> None:
        self._looking.pop(asked, None)
        if not done.cancelled() and (failed := done.exception()):
            log.error("the certificate of %s was not looked up: %s", ascii(asked.name), failed)


async def no_certificates(name: str, book: Book, device: str) -> str:
    """The answer of a house that keeps none."""
    return UNKNOWN


def refusal(name: str, book: Book, lacks: str, *, is_sender: bool = False) -> Forbidden:
    """Why a person cannot deal at a table, and what to do."""
    at = book.setup.table
    if is_sender:
        why = say(
            "You cannot deal at {table}, which accepts only certified dealers: you need {lacks}. Ask"
            " the pit for another dealer.",
            table=at,
            lacks=lacks,
        )
    else:
        why = say(
            "{name} cannot deal at {table}, which accepts only certified dealers: they need {lacks}."
            " Name another dealer.",
            name=quoted(name),
            table=at,
            lacks=lacks,
        )
    return Forbidden(why, RULE)


def dealer_of(table: Table) -> str:
    """The person who holds the dealer's post; nobody, if the house does or it is still free."""
    name = table.state.staff.get(DEALER.value, "")
    return name if name and is_person(name, DEALER.value) else ""


def named_dealer(order: Record, sender: str) -> str:
    """Who would become the dealer by an order; nobody, if it is about something else."""
    match order:
        case acts.Relieve(post=DEALER.value):
            return order.who
        case o.TakePost(post=DEALER.value):
            return sender
    return ""


def _asked(name: str, book: Book, device: str) -> _Asked:
    return _Asked(name, book.ruleset.fingerprint, book.jurisdiction.id, device)
