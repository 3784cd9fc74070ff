"""The print shop: has papers printed one at a time, and keeps the newest at hand.

What is asked for while it is being printed is printed once. The tables go on meanwhile: nothing is
printed in this process, and those who wait here wait for papers alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tablewright.house.people.throttle import TooManyTries
from tablewright.house.screens.asked_process import Broken
from tablewright.house.screens.change_shown import ChangeShown
from tablewright.house.screens.earlier_packs import MANIFEST, EarlierPacks
from tablewright.house.screens.paper_orders import KeptJournal, PaperOrder
from tablewright.house.screens.press import Answer, Press, PrintedPaper, Wanted, What
from tablewright.house.screens.shelf import Shelf
from tablewright.house.screens.zip_files import packed
from tablewright.papers.documents import Document
from tablewright.rules.errors import BadDefinition, Refused, quoted
from tablewright.rules.submissions import CONTENTS
from tablewright.signing.files import signature_name

if TYPE_CHECKING:
    from tablewright.papers.editions import Edition

log = logging.getLogger(__name__)

DOCUMENTS, APPLICATION = tuple(CONTENTS), "application"
"""Every document by its name, in the order of the pack; and the letter that goes with all of them."""
CHANGE_REQUEST = "change-request"
"""The document that needs something to compare with."""
MOST_BYTES = 96_000_000
"""So much of what was printed is kept at hand: the papers of about five editions, with their pages."""
MOST_WAITING = 40
LONGEST_SECONDS, LONGEST_LOGO_SECONDS = 300.0, 60.0
"""The first document with figures waits until every deal is counted; a logo waits for nothing."""
IDLE_SECONDS = 300.0
"""After so long without work the process ends, and with it what it has in memory."""
BUSY_SECONDS = 10
MOST_JOURNALS = 2
"""So many journals are in memory at once for their forms; who asks for more waits."""

Sign = Callable[[bytes], Awaitable[bytes]]
"""Makes the signature that lies beside something."""


class Unprintable(Refused):
    """A paper that cannot be printed, by no fault of the person's: it is in the log."""


class Item(NamedTuple):
    """One thing that can be printed."""

    order: str
    what: What
    name: str


class PrintShop:
    """Where the house has its papers printed."""

    def __init__(self, press: Press | None = None, most_bytes: int = MOST_BYTES) -> None:
        self._press = press or Press()
        self._shelf: Shelf[Item, Answer] = Shelf(most_bytes)
        self.earlier = EarlierPacks()
        self.journals = asyncio.Semaphore(MOST_JOURNALS)
        self._under_way: dict[Item, asyncio.Task[Answer]] = {}
        # One thing at a time: there is one press.
        self._thread = ThreadPoolExecutor(1, "papers")
        self._rest: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def close(self) -> None:
        """Nothing more is printed."""
        self._is_closed = True
        if self._rest is not None:
            self._rest.cancel()
        for task in list(self._under_way.values()):
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._press.end()
        await asyncio.to_thread(self._thread.shutdown)
        self._press.stop()

    async def papers(
        self, order: PaperOrder, name: str, before: PaperOrder | None = None
    ) -> tuple[PrintedPaper, ...]:
        """A document as PDF, and the drawing that goes with it, if one does."""
        return (await self._printed(_wanted("paper", order, name, before))).papers

    async def pages(
        self, order: PaperOrder, name: str, before: PaperOrder | None = None
    ) -> tuple[bytes, ...]:
        """The pages of a document as pictures (PNG)."""
        return (await self._printed(_wanted("pages", order, name, before))).pages

    async def change(self, order: PaperOrder, before: PaperOrder) -> ChangeShown:
        """What is different from the order before, in short."""
        found = (await self._printed(_wanted("change", order, CHANGE_REQUEST, before))).change
        assert found is not None
        return found

    async def pack(
        self,
        order: PaperOrder,
        only: Sequence[str] = (),
        sign: Sign | None = None,
        before: PaperOrder | None = None,
    ) -> bytes:
        """Every document, or only some, in one zip with a manifest, which the house may sign.

        With something to compare with, the change request is one of them.
        """
        every = documents_of(await asyncio.to_thread(checked, order), has_change=before is not None)
        names = [name for name in every if name in only or not only]
        papers = [paper for name in names for paper in await self.papers(order, name, before)]
        listed = await asyncio.to_thread(_listed, order, papers)
        files = {MANIFEST: listed, **{each.file: each.content for each in papers}}
        return await _signed_zip(files, sign)

    async def form(self, order: PaperOrder, journal: KeptJournal, kind: str) -> PrintedPaper:
        """The forms of one kind that a journal fills, as PDF."""
        wanted = Wanted(what="paper", order=order, name=kind, journal=journal)
        return (await self._printed(wanted)).papers[0]

    async def form_pages(
        self, order: PaperOrder, journal: KeptJournal, kind: str
    ) -> tuple[bytes, ...]:
        """The same as pictures (PNG)."""
        wanted = Wanted(what="pages", order=order, name=kind, journal=journal)
        return (await self._printed(wanted)).pages

    async def forms(
        self, order: PaperOrder, journal: KeptJournal, sign: Sign | None = None
    ) -> bytes:
        """Every form that a journal fills, in one zip with a manifest, which the house may sign."""
        wanted = Wanted(what="forms", order=order, name="forms", journal=journal)
        papers = (await self._printed(wanted)).papers
        return await _signed_zip({each.file: each.content for each in papers}, sign)

    async def document(self, order: PaperOrder, document: Document) -> bytes:
        """A document of the house's own as PDF."""
        wanted = Wanted(what="paper", order=order, name=document.name, document=document)
        return (await self._printed(wanted)).papers[0].content

    async def try_logo(self, order: PaperOrder) -> None:
        """Refuse a house whose logo cannot be printed."""
        wanted = Wanted(what="logo", order=order)
        await self._ask(wanted, LONGEST_LOGO_SECONDS, "The logo takes too long to print")

    async def _printed(self, wanted: Wanted) -> Answer:
        item = Item(wanted.key, wanted.what, wanted.name)
        found = self._shelf.find(item)
        if found is not None:
            return found
        task = self._under_way.get(item)
        if task is None:
            if len(self._under_way) >= MOST_WAITING:
                raise TooManyTries(BUSY_SECONDS, "Many papers are being printed")
            task = self._under_way[item] = asyncio.create_task(self._print(item, wanted))
            task.add_done_callback(lambda done: self._finished(item, done))
        return await asyncio.shield(task)

    def _finished(self, item: Item, done: "asyncio.Task[Answer]") -> None:
        self._under_way.pop(item, None)
        if not done.cancelled():
            done.exception()  # Who asked may have gone: nobody need hear of it.

    async def _print(self, item: Item, wanted: Wanted) -> Answer:
        order, before = wanted.order, wanted.before
        edition = await asyncio.to_thread(checked, order)  # The press is for what can be printed.
        if before is not None:
            await asyncio.to_thread(checked, before)
        if item.name == APPLICATION:
            every = documents_of(edition, has_change=before is not None)
            if APPLICATION not in every:
                raise Refused("Nothing is applied for there: take another document.")
            papers = [p for name in every[:-1] for p in await self.papers(order, name, before)]
            named = tuple(each.named for each in papers)
            wanted = msgspec.structs.replace(wanted, enclosed=named)
        cannot = f"The document {quoted(item.name)} cannot be printed"
        answer = await self._ask(wanted, LONGEST_SECONDS, cannot)
        self._shelf.put(item, answer)
        return answer

    async def _ask(self, wanted: Wanted, seconds: float, cannot: str) -> Answer:
        loop = asyncio.get_running_loop()
        if self._is_closed:
            raise Unprintable(f"{cannot}: the house is closing.")
        if self._rest is not None:
            self._rest.cancel()
        try:
            answer = await loop.run_in_executor(self._thread, self._press.ask, wanted, seconds)
        except Broken:
            log.error("%s: the press ended, or took longer than %g seconds", cannot, seconds)
            raise Unprintable(f"{cannot}: try again, or tell who runs the house.") from None
        finally:
            if not self._is_closed:
                self._rest = loop.call_later(IDLE_SECONDS, self._let_rest)
        if answer.failed:
            log.error("%s: %s", cannot, answer.failed)
            raise Unprintable(f"{cannot}: tell who runs the house. The log says why.")
        if answer.refused:
            raise Refused(answer.refused)
        return answer

    def _let_rest(self) -> None:
        self._thread.submit(self._press.stop)


def checked(order: PaperOrder) -> "Edition":
    """The edition of an order; refused in one line where there can be none."""
    try:
        edition = order.edition()
        _ = edition.submission
    except BadDefinition as wrong:
        raise Refused(str(wrong)) from None
    return edition


def documents_of(edition: "Edition", *, has_change: bool = False) -> tuple[str, ...]:
    """The documents that an edition has: the application only where there is anything to apply for."""
    from tablewright.papers.application import applies

    known = (*DOCUMENTS, CHANGE_REQUEST) if has_change else DOCUMENTS
    return (*known, APPLICATION) if applies(edition) else known


def _wanted(what: What, order: PaperOrder, name: str, before: PaperOrder | None) -> Wanted:
    """A document, compared with nothing unless it speaks of a change."""
    compared = before if name in (CHANGE_REQUEST, APPLICATION) else None
    return Wanted(what=what, order=order, name=name, before=compared)


async def _signed_zip(files: dict[str, bytes], sign: Sign | None) -> bytes:
    """Files in a zip, with the signature of their manifest if the house signs."""
    if sign is not None:
        files = files | {signature_name(MANIFEST): await sign(files[MANIFEST])}
    return await asyncio.to_thread(packed, files)


def _listed(order: PaperOrder, papers: list[PrintedPaper]) -> bytes:
    from tablewright.papers.pack import Paper, manifest

    return manifest(
        checked(order),
        [Paper(each.name, each.title, each.file, each.content, each.lacks) for each in papers],
    )
