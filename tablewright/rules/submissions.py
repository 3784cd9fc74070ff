"""Submissions: what a jurisdiction asks to be sent in before a game is dealt there.

The data stand in the jurisdiction's TOML file. Each thing asked names the document that it is asked of
and the contents that meet it: sections that our documents print, or `house.` and something that only
people can supply. It cites a source that was read; what none of those states is left out, and listed as
unknown.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from types import MappingProxyType

import msgspec

from tablewright.rules.errors import BadDefinition, listed, quoted

CONTENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rules-of-play": (
            "definitions", "equipment", "cards", "devices", "opening", "shuffling", "ranks",
            "wagers", "dealing", "completion", "payouts", "irregularities", "protection", "readings",
        ),
        "training-manual": (
            "game", "hands", "wagers", "payments", "deal", "calls", "irregularities", "guarding",
            "practical", "forms", "house",
        ),
        "summary": ("play", "hands", "payouts", "figures"),
        "rack-card": ("wagers", "payouts", "play"),
        "sign": ("limits", "payouts", "statements"),
        "pocket-card": ("steps", "payouts", "calls"),
        "layout": ("drawing", "dimensions", "scale", "pay-tables", "spots"),
        "mathematics": (
            "pay-tables", "combinations", "edge", "strategy", "distribution", "exposure", "readings",
            "claims", "method", "simulation", "fingerprint",
        ),
    }
)  # fmt: skip
"""The sections of each document; a content is called by both, as in layout.scale."""
RULES_OF_PLAY = "rules-of-play"
SUBMISSION = "submission"
"""What accompanies the documents is asked of the submission."""
HOUSE_PREFIX = "house."
"""What only people can supply is called by this and its name."""
HOUSE = re.compile(rf"{re.escape(HOUSE_PREFIX)}[a-z][a-z0-9]*(-[a-z0-9]+)*")
VERIFY = "verify before relying on it"
MOST_WORDS = 7
"""As many words of a source as an entry quotes."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something written in a jurisdiction's file; an unknown or missing entry is an error."""


class Source(Entry, frozen=True, kw_only=True):
    """A public text that was read, and where."""

    name: str
    """What it is cited by."""
    address: str
    as_of: date | None = None
    """The day through which the copy says that it is current, or on which it was published."""
    note: str = ""
    """What kind of text it is, or where the copy that was read ends."""


class Asked(Entry, frozen=True, kw_only=True):
    """One thing that a submission must hold."""

    id: str
    title: str
    says: str
    """What is asked, in our words."""
    of: str
    """The document that must hold it, or the submission as a whole."""
    needs: tuple[str, ...]
    """The contents that meet it, all of them."""
    source: str
    """Names of texts that were read, each with its clause, and a semicolon between two."""
    note: str
    words: str = ""
    """A few words that stand there, by which the citation is checked."""


class Submission(Entry, frozen=True, kw_only=True):
    """A kind of submission, and what must be in it."""

    id: str
    name: str
    source: str
    note: str
    asks: tuple[Asked, ...] = msgspec.field(name="asked")
    read: tuple[Source, ...]
    """Every text that an entry here may cite."""
    from_: date | None = msgspec.field(name="from", default=None)
    """The day since which it is asked; None if no text that was read says."""
    order: tuple[str, ...] = ()
    """Sections of the rules of play in the order that a source has them; it is silent on the others."""
    order_source: str = ""
    unknown: tuple[str, ...] = ()
    """What no text that was read states."""

    def is_in_force(self, on: date) -> bool:
        return self.from_ is None or self.from_ <= on

    def asked_of(self, document: str) -> tuple[Asked, ...]:
        """What is asked of one document."""
        return tuple(each for each in self.asks if each.of == document)


def lacking(submission: Submission, provided: Collection[str]) -> tuple[Asked, ...]:
    """What is asked and not met, given the contents that there are."""
    return tuple(each for each in submission.asks if not set(each.needs) <= set(provided))


# What is refused -----------------------------------------------------------------------------------


def refuse_submissions(submissions: tuple[Submission, ...], file: str) -> None:
    """Refuse what a file may not say of submissions, with the file and the entry."""
    if why := next(_faults(submissions), ""):
        raise BadDefinition(f"{file}: {why}")


def _faults(submissions: tuple[Submission, ...]) -> Iterator[str]:
    yield from _repeated("the file", [each.id for each in submissions], "submission")
    for submission in submissions:
        where = f"submission {quoted(submission.id)}"
        yield from _wrong_source(where, submission, submission.source)
        yield from _wrong_note(where, submission.note)
        yield from _wrong_order(where, submission)
        yield from _repeated(where, [each.id for each in submission.asks], "ask")
        for ask in submission.asks:
            yield from _wrong_ask(f"{where}, {quoted(ask.id)}", submission, ask)


def _wrong_ask(where: str, submission: Submission, ask: Asked) -> Iterator[str]:
    if ask.of not in (*CONTENTS, SUBMISSION):
        yield f"{where} is asked of {quoted(ask.of)}: expected {listed((*CONTENTS, SUBMISSION))}"
    if not ask.needs:
        yield f"{where} needs nothing: expected at least one content"
    for content in ask.needs:
        if fault := _wrong_content(content, ask.of):
            yield f"{where} needs {quoted(content)}: expected {fault}"
    yield from _repeated(where, ask.needs, "content")
    yield from _wrong_source(where, submission, ask.source)
    yield from _wrong_note(where, ask.note)
    if len(ask.words.split()) > MOST_WORDS:
        yield f"{where} quotes {quoted(ask.words)}: expected up to {MOST_WORDS} words"


def _wrong_content(content: str, of: str) -> str:
    """What is expected in place of a content; nothing, if it can be asked of that document."""
    document, _, section = content.partition(".")
    if document == "house":
        return "" if HOUSE.fullmatch(content) else "house. and small letters with hyphens"
    if document not in CONTENTS:
        return f"a section of {listed(CONTENTS)}, or of house"
    if section not in CONTENTS[document]:
        return f"{document}. and {listed(CONTENTS[document])}"
    return "" if of in (document, SUBMISSION) else f"a section of {of}, or of house"


def _wrong_order(where: str, submission: Submission) -> Iterator[str]:
    for section in submission.order:
        if section not in CONTENTS[RULES_OF_PLAY]:
            yield (f"{where} orders {quoted(section)}: expected {listed(CONTENTS[RULES_OF_PLAY])}")
    yield from _repeated(f"the order of {where}", submission.order, "section")
    if bool(submission.order) != bool(submission.order_source):
        yield f"{where}: expected an order and its order_source, or neither"
    if submission.order_source:
        yield from _wrong_source(f"the order of {where}", submission, submission.order_source)


def _wrong_source(where: str, submission: Submission, source: str) -> Iterator[str]:
    """A fault if a source is not among those read; a clause may follow its name."""
    names = [each.name for each in submission.read]
    for part in source.split("; "):
        if not any(re.fullmatch(rf"{re.escape(name)}([ (,:].*)?", part) for name in names):
            known = listed(names) if names else "a text under submission.read"
            yield f"{where} cites {quoted(part)}: expected {known}"


def _wrong_note(where: str, note: str) -> Iterator[str]:
    if not note.startswith(VERIFY):
        yield f"{where} has the note {quoted(note)}: expected it to begin with {quoted(VERIFY)}"


def _repeated(where: str, ids: Collection[str], what: str) -> Iterator[str]:
    for id in dict.fromkeys(ids):
        if list(ids).count(id) > 1:
            yield f"{where} has the {what} {quoted(id)} twice: expected it once"
