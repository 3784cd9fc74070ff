"""Citations: which document, which section, which clause a rule comes from."""

from functools import reduce
from operator import and_
from typing import NamedTuple


class Passage(NamedTuple):
    """A place in a document, or several that say a thing together."""

    document: str
    section: str
    clause: str = ""
    words: str = ""
    """At most seven of the document's own words, by which the citation is checked against it. They are
    printed only where the words themselves are the evidence: in the conflict of a reading."""
    beside: tuple["Passage", ...] = ()
    """The other places, where one alone does not say it."""

    def __str__(self) -> str:
        return self.said()

    @property
    def place(self) -> str:
        """The place without the document's title, where the document is understood."""
        return self.said(understood=self.document)

    def said(self, understood: str = "") -> str:
        """Every place in words, once; a title that is understood or stands before it is not said again.

        >>> manual = Document("manual", "The manual")
        >>> str(manual.at("Dealing", "new deck", "the seal") & manual.at("Dealing", "new deck"))
        'The manual: Dealing, new deck'
        """
        said, title, section = [], "", ""
        for each in dict.fromkeys(each._replace(words="") for each in self.places):
            is_known = each.document in (understood, title)
            if is_known and each.section == section and each.clause:
                said.append(each.clause)
            else:
                place = f"{each.section}, {each.clause}" if each.clause else each.section
                said.append(place if is_known else f"{each.document}: {place}")
            title, section = each.document, each.section
        return "; ".join(said)

    def quote(self, words: str) -> "Passage":
        """The place, with words of it that matter here."""
        return self._replace(words=words)

    def __and__(self, other: "Passage") -> "Passage":
        return self._replace(beside=(*self.beside, *other.places))

    @property
    def places(self) -> tuple["Passage", ...]:
        """Each place by itself."""
        return (self._replace(beside=()), *self.beside)


class Document(NamedTuple):
    """A printed source. Cite by title and section: page and section numbers repeat or are missing."""

    id: str
    title: str
    stands_for: str = ""
    """The id of the document in whose place it is cited, where it holds; their headings agree."""
    holds_in: tuple[str, ...] = ()
    """The jurisdictions in which it does."""
    lacks: tuple[str, ...] = ()
    """The places of the other document that it leaves out: a section, or a section and a clause."""
    is_outdone_in: tuple[str, ...] = ()
    """The jurisdictions where it is cited only if no other text says the thing."""

    def at(self, section: str, clause: str = "", quote: str = "") -> Passage:
        """A place in it, with a few words that stand there."""
        return Passage(self.title, section, clause, quote)


class Texts(NamedTuple):
    """The documents of a game as one jurisdiction cites them: its own text before the general one."""

    documents: tuple[Document, ...]
    """The game's own manual first."""
    jurisdiction: str = ""

    def cited(self, passage: Passage) -> Passage:
        """A passage as it is cited here: in the text that holds here, where that has it."""
        places = [self._in_force(each) for each in passage.places]
        outdone = [
            document.title
            for document in self.documents
            if self.jurisdiction in document.is_outdone_in
        ]
        kept = [each for each in places if each.document not in outdone]
        return reduce(and_, kept or places)

    def said(self, passage: Passage) -> str:
        """A citation in words; the game's own text goes without saying."""
        return self.cited(passage).said(understood=self.own.title)

    @property
    def own(self) -> Document:
        """The text by which the game is played here."""
        return self._standing_for(self.documents[0]) or self.documents[0]

    def _standing_for(self, document: Document) -> Document | None:
        for each in self.documents:
            if each.stands_for == document.id and self.jurisdiction in each.holds_in:
                return each
        return None

    def _in_force(self, place: Passage) -> Passage:
        for document in self.documents:
            if document.title == place.document:
                other = self._standing_for(document)
                if other and not _is_left_out(place, other):
                    return place._replace(document=other.title)
        return place


def _is_left_out(place: Passage, document: Document) -> bool:
    return any(f"{place.place}, ".startswith(f"{each}, ") for each in document.lacks)


class Erratum(NamedTuple):
    """A misprint that changes no rule, and how it is read here."""

    passage: Passage
    slip: str
    read_as: str


HOUSE = "House setting"
READING = "Reading"
"""Cited first for what no manual states and a reading decides; the passages that it reads follow."""


def house(setting: str) -> Passage:
    """The source of what no manual states: the house sets it."""
    return Passage(HOUSE, setting)
