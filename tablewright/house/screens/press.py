"""The press: papers are printed by a process of its own, so that no table waits while one is set."""

import hashlib
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from tablewright.house.screens.asked_process import AskedProcess
from tablewright.house.screens.change_shown import ChangeShown
from tablewright.house.screens.paper_orders import KeptJournal, PaperOrder
from tablewright.papers.documents import Document
from tablewright.rules.submissions import Asked

PROCESS = "tablewright.house.screens.printing_process"
MOST_MEGABYTES = 1000
"""Setting pages leaves much in memory that is not given back: a process that has more is replaced."""
What: TypeAlias = Literal["paper", "pages", "logo", "change", "forms"]


class Named(NamedTuple):
    """A paper by its name, title, file and hash."""

    name: str
    title: str
    file: str
    sha256: str


class PrintedPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A document that was printed, or the drawing that goes with one."""

    name: str
    title: str
    file: str
    content: bytes
    lacks: tuple[Asked, ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def named(self) -> Named:
        return Named(self.name, self.title, self.file, self.sha256)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be printed: a document, its pages as pictures, or a logo to see whether it can be.

    Or what a change comes to in short, and every form of a journal with their manifest.
    """

    what: What
    order: PaperOrder
    name: str = ""
    """The document's."""
    enclosed: tuple[Named, ...] = ()
    """With the application: what goes with it."""
    before: PaperOrder | None = None
    """What the order is compared with, where a change is requested."""
    journal: KeptJournal | None = None
    """What fills a form; documents that are no forms have none."""
    document: Document | None = None
    """A document of the house's own, written already."""

    @property
    def key(self) -> str:
        """The same where the same comes of it, whatever is printed."""
        parts = [self.order.key]
        if self.before is not None:
            parts.append(self.before.key)
        if self.journal is not None:
            parts.append(self.journal.sha256)
        if self.document is not None:
            parts.append(hashlib.sha256(encoded(self.document)).hexdigest())
        return "/".join(parts)


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was printed; or why not, by a fault in what was asked for or by one of ours."""

    papers: tuple[PrintedPaper, ...] = ()
    pages: tuple[bytes, ...] = ()
    change: ChangeShown | None = None
    refused: str = ""
    failed: str = ""
    is_last: bool = False
    """Whether the process ends with it, so that another is needed for what comes next."""

    @property
    def size(self) -> int:
        """In bytes."""
        change = len(encoded(self.change)) if self.change else 0
        return sum(len(each.content) for each in self.papers) + sum(map(len, self.pages)) + change


encoded = msgspec.msgpack.Encoder().encode
_answer = msgspec.msgpack.Decoder(Answer).decode


class Press(AskedProcess):
    """The process that prints, asked for one thing at a time."""

    def __init__(self, most_megabytes: int = MOST_MEGABYTES) -> None:
        super().__init__(PROCESS, most_megabytes)

    def ask(self, wanted: Wanted, seconds: float) -> Answer:
        """What is printed; `Broken` if there is no answer within so many seconds."""
        answer = _answer(self.exchange(encoded(wanted), seconds))
        if answer.is_last:
            self.stop()
        return answer
