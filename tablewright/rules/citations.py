"""Citations: which document, which section, which clause a rule comes from."""

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
        said = f"{self.document}: {self._own_place}"
        for each in self.beside:
            said += f"; {each.place if each.document == self.document else each}"
        return said

    @property
    def place(self) -> str:
        """The place without the document's title, where the document is understood."""
        others = [
            each.place if each.document == self.document else str(each) for each in self.beside
        ]
        return "; ".join([self._own_place, *others])

    @property
    def _own_place(self) -> str:
        return f"{self.section}, {self.clause}" if self.clause else self.section

    def quote(self, words: str) -> "Passage":
        """The place, with words of it that matter here."""
        return self._replace(words=words)

    def __and__(self, other: "Passage") -> "Passage":
        return self._replace(beside=(*self.beside, other))

    @property
    def places(self) -> tuple["Passage", ...]:
        """Each place by itself."""
        return (self._replace(beside=()), *self.beside)


class Document(NamedTuple):
    """A printed source. Cite by title and section: page and section numbers repeat or are missing."""

    id: str
    title: str

    def at(self, section: str, clause: str = "", quote: str = "") -> Passage:
        """A place in it, with a few words that stand there."""
        return Passage(self.title, section, clause, quote)


class Erratum(NamedTuple):
    """A misprint that changes no rule, and how it is read here."""

    passage: Passage
    slip: str
    read_as: str


HOUSE = "House setting"


def house(setting: str) -> Passage:
    """The source of what no manual states: the house sets it."""
    return Passage(HOUSE, setting)
