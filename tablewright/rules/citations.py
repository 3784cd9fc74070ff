"""Citations: which document, which section, which clause a rule comes from."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A place in a document."""

    document: str
    section: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.document}: {self.place}"

    @property
    def place(self) -> str:
        """The place without the document's title, where the document is understood."""
        return f"{self.section}, {self.clause}" if self.clause else self.section

    def quote(self, words: str) -> "Quotation":
        return Quotation(self, words)


class Quotation(NamedTuple):
    """A few of a document's own words, short, where the words themselves are the evidence."""

    passage: Passage
    words: str


class Document(NamedTuple):
    """A printed source. Cite by title and section: page and section numbers repeat or are missing."""

    id: str
    title: str

    def at(self, section: str, clause: str = "") -> Passage:
        return Passage(self.title, section, clause)


class Erratum(NamedTuple):
    """A misprint that changes no rule, and how it is read here."""

    passage: Passage
    slip: str
    read_as: str


HOUSE = "House setting"


def house(setting: str) -> Passage:
    """The source of what no manual states: the house sets it."""
    return Passage(HOUSE, setting)
