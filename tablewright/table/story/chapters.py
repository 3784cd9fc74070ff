"""Chapters, and the story that tells one line of a journal after another."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from tablewright.rules.errors import TablewrightError
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import CAGE, DROP, FLOAT, Chips, chips_text, money, worth
from tablewright.table.fold import Fold
from tablewright.table.journal import CutOff, Line, WrongLine
from tablewright.table.machine import THE_HOUSE, actor
from tablewright.table.setup import Book
from tablewright.table.state import CLOSED, CLOSING, OPENING, begin
from tablewright.table.story.words import amount, printable

UNTELLABLE = (
    TablewrightError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a line that was sealed and yet cannot have happened may run into, here or in the fold."""


class Told(msgspec.Struct, omit_defaults=True):
    """One thing that happened, in a sentence."""

    line: int
    at: datetime
    event: str
    says: str
    why: str = ""
    """The rule in a sentence, with its id or source."""
    net: int | None = None
    """What a player won or lost by it, in cents, where a wager was settled."""


class Chapter(msgspec.Struct):
    """What is told together."""

    chapter: str
    """opening, round, between or closing."""
    round: int
    title: str
    told: list[Told]
    is_void: bool = False
    is_complete: bool = False
    """Whether the journal goes on after it, or the table is closed."""
    staked: int = 0
    """What was wagered and settled, without what was only given back."""
    returned: int = 0
    given_back: int = 0
    """What came back because it was never played for: the round was void, or the wager too small."""
    house: int = 0
    """What the house has won since the opening, in cents."""


def chapters(
    lines: Iterable[Line | CutOff], only: int = 0, *, is_full: bool = True
) -> Iterator[Chapter]:
    """The story of a journal, each chapter as soon as it has ended.

    Where a line is refused, the chapter as far as it goes is told before the refusal. If only one round
    is wanted, the chapters of the others come with nothing told in them. A story that is not told in
    full leaves out chips, manner and rule of each payment, and what a form says twice.
    """
    story: Story | None = None
    try:
        for line in lines:
            if isinstance(line, CutOff):
                break
            if story is None:
                story = Story(line, only, is_full=is_full)
            if ended := story.go_on(line):
                yield ended
    except WrongLine:
        if story and story.chapter.told:
            yield story.end()
        raise
    if story is None:
        raise WrongLine(1, "there is no line: expected a journal")
    yield story.end()


class Story:
    """Tells one line after another. Each is told as things stand before it."""

    def __init__(self, first: Line, only: int = 0, *, is_full: bool = True) -> None:
        if type(first.did) is not c.SetUp:
            raise WrongLine(first.n, f"it is {first.did.name}: expected the table to be set up")
        try:
            self.book = Book(first.did.setup)
        except TablewrightError as refused:
            raise WrongLine(first.n, str(refused)) from None
        self.fold = Fold(self.book)
        self.state = begin(self.book)
        self._only = only
        self.is_full = is_full
        self.chapter = Chapter("opening", 0, "", [])
        self.line = first
        self.backs: tuple[str, ...] = ()
        """The backs of the decks that came last; they are spoken of when they are gone, too."""
        self.settling = ""
        """How the next place that is settled is introduced, unless its hand is shown."""
        self._bets: tuple[str, list[str]] = "", []

    def go_on(self, line: Line) -> Chapter | None:
        """Tell one more line; the chapter before it, if that has ended."""
        kind, number = self._chapter_of(line)
        ended = None
        if (kind, number) != (self.chapter.chapter.replace("between", "round"), self.chapter.round):
            ended = self.end()
            ended.is_complete = True
            self.chapter = Chapter("between" if kind == "round" else kind, number, "", [])
        did = line.did
        if type(did) is not c.Wager:
            self._tell_bets()
        self.line = line
        try:
            if self._only in (0, line.round):
                TELLERS[type(did)](self, did)
            else:
                self._pass_over(did)
            self.fold.apply(self.state, did, line.at)
        except UNTELLABLE:
            raise WrongLine(
                line.n,
                f"{did.name} cannot have happened then: expected what `tablewright verify` accepts",
            ) from None
        return ended

    def _pass_over(self, did: e.Record) -> None:
        """What must be known of a line that is not told."""
        if isinstance(did, c.Wager | c.NoMoreBets):
            self.begin_round()
        elif isinstance(did, c.BringDecks):
            self.backs = did.backs

    def _chapter_of(self, line: Line) -> tuple[str, int]:
        if self.state.status == OPENING:
            return "opening", 0
        if self.state.status in (CLOSING, CLOSED) or type(line.did) is c.BeginClosing:
            return "closing", 0
        return "round", line.round

    def begin_round(self) -> None:
        """What lay between two rounds belongs to the round that has begun."""
        if self.chapter.chapter == "between":
            self.chapter.chapter = "round"

    def end(self) -> Chapter:
        """The chapter as far as it has come, with its title and what it came to."""
        self._tell_bets()
        chapter = self.chapter
        chapter.house = self.house()
        chapter.is_complete = self.state.status == CLOSED
        at = (chapter.told[0].at if chapter.told else self.line.at).strftime("%Y-%m-%d %H:%M")
        match chapter.chapter:
            case "opening":
                name = f"Table {self.book.setup.table}, {self.book.game.name}: the opening"
            case "closing":
                name = "The closing"
            case "between":
                name = f"After round {chapter.round - 1}" if chapter.round > 1 else "Before round 1"
            case _:
                name = f"Round {chapter.round}{', VOID' if chapter.is_void else ''}"
        chapter.title = printable(f"{name} · {at}")
        for told in chapter.told:
            told.says, told.why = printable(told.says), printable(told.why)
        return chapter

    def house(self) -> int:
        """What the house has won so far, in cents."""
        bank = self.state.bank
        return bank.cents(FLOAT) + bank.cents(DROP) + bank.cents(CAGE)

    # Saying things ------------------------------------------------------------------------------

    def say(self, says: str, why: str = "", net: int | None = None) -> None:
        line = self.line
        said = f"{says[0].upper()}{says[1:]}"
        self.chapter.told.append(Told(line.n, line.at, line.did.name, said, why, net))

    def add(self, says: str) -> None:
        """Something that belongs to what was told last."""
        if self.chapter.told:
            self.chapter.told[-1].says += says
        else:
            self.say(says.strip())

    def bet(self, who: str, bet: str) -> None:
        """One of the wagers that somebody makes without a pause; they are told in one sentence."""
        if self._bets[0] != who:
            self._tell_bets()
        bets = self._bets[1]
        bets.append(bet)
        if len(bets) == 1:
            self.say("...")
        self._bets = who, bets

    def _tell_bets(self) -> None:
        who, bets = self._bets
        if bets:
            self.chapter.told[-1].says = f"{who} bets {', '.join(bets)}."
            self._bets = "", []

    # Naming things ------------------------------------------------------------------------------

    def who(self) -> str:
        """Whoever acted, by name where one is known."""
        by = actor(self.line.by)
        if by.is_house:
            return THE_HOUSE
        return self.person(by.place) if by.place else self.staff(by.role.value)

    def staff(self, post: str) -> str:
        words = "surveillance" if post == "surveillance" else f"the {post.replace('-', ' ')}"
        name = self.state.staff.get(post, words)
        return words if name == words else f"{name} ({words.removeprefix('the ')})"

    def person(self, place: int) -> str:
        if not place:
            return "the dealer"
        return f"{self.state.seats[place].player} ({self.book.game.place} {place})"

    def name(self, wager: str) -> str:
        return self.book.wagers[wager].name

    def pack(self, pack: int) -> str:
        device = self.fold.device(self.state)
        if device.packs > 1 and self.backs:
            return f"the {self.backs[pack * device.decks]} deck"
        return "the deck" if device.decks == 1 else f"the {device.decks} decks"

    def rule(self, rule: str) -> str:
        """A rule as the story cites it: what it says, and its id."""
        known = self.book.rules.get(rule)
        return f"{known.sentence} ({rule})" if known else f"({rule})"

    def amount(self, chips: Chips) -> str:
        """What chips are worth; in a full story also which they are."""
        return amount(chips) if self.is_full or not chips else money(worth(chips))

    def wagered(self, wager: str, chips: Chips, *, for_dealer: bool) -> str:
        """A wager as it is put on the felt."""
        which = f" ({chips_text(chips)})" if self.is_full else ""
        whose = " for the dealer" if for_dealer else ""
        return f"{self.name(wager)} {money(worth(chips))}{whose}{which}"


# What is said of each event ------------------------------------------------------------------------

R = TypeVar("R", bound=e.Record)
Teller = Callable[[Story, R], None]

TELLERS: dict[type[e.Record], Callable[[Story, Any], None]] = {}


def tells(kind: type[R]) -> Callable[[Teller[R]], Teller[R]]:
    """Marks what is said of one kind of event."""

    def mark(teller: Teller[R]) -> Teller[R]:
        TELLERS[kind] = teller
        return teller

    return mark
