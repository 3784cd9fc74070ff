"""The story of a table: the lines of a journal as sentences, chapter by chapter.

A chapter is the opening, a round, what lies between two rounds, or the closing. Each record tells
itself (`table/acts`); here it is put together: bets in one sentence, a place with all its wagers, a
round with what it came to. The state is followed along, so that players and packs have names. Nothing
is judged here: `verify` does that.
"""

from collections.abc import Iterable, Iterator

from tablewright.rules.devices import Device
from tablewright.rules.english import capital, going_on
from tablewright.rules.errors import TablewrightError
from tablewright.rules.irregularities import Effect, Irregularity, Ruling
from tablewright.table import acts
from tablewright.table.actors import actor
from tablewright.table.acts.slips import VOID
from tablewright.table.chapters import Chapter, Told
from tablewright.table.chips import FLOAT, TIPS, Chips, chips_text, money
from tablewright.table.course import Course
from tablewright.table.journal import CutOff, Line, WrongLine
from tablewright.table.record import Record
from tablewright.table.scene import Scene
from tablewright.table.setup import Book
from tablewright.table.state import begin
from tablewright.table.status import CLOSED, CLOSING, OPENING
from tablewright.table.why import rule_said
from tablewright.table.words import CALL, Telling, plain, printable

UNTELLABLE = (
    TablewrightError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a line that was sealed and yet cannot have happened may run into, here or in the course."""
MARKED = {
    acts.Declare: "IRREGULARITY: ",
    acts.LateWager: "LATE WAGER: ",
    acts.ReportChips: "GAME PROTECTION: ",
    acts.Correct: "CORRECTION: ",
}
"""What a reader of a journal looks for."""
OVER = " goes back."
"""With this ends what a payment says of a wager over the maximum; the story says it in its own way."""


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


def set_up_by(first: Line) -> Book:
    """The rules of the table that a journal's first line sets up, refused if it does not."""
    if type(first.did) is not acts.SetUp:
        raise WrongLine(first.n, f"it is {first.did.name}: expected the table to be set up")
    try:
        return Book(first.did.setup)
    except TablewrightError as refused:
        raise WrongLine(first.n, str(refused)) from None


class Story(Scene):
    """Tells one line after another. Each is told as things stand before it."""

    is_read_back = tells_slips = True

    def __init__(self, first: Line, only: int = 0, *, is_full: bool = True) -> None:
        super().__init__(set_up_by(first))
        self.is_full = is_full
        self.course = Course(self.book)
        self.state = begin(self.book)
        self.chapter = Chapter("opening", 0, "", [])
        self.line = first
        self._only = only
        self._backs: tuple[str, ...] = ()
        """The backs of the decks that came last; they are spoken of when they are gone, too."""
        self._settling = ""
        """How the next place that is settled is introduced, unless its hand is shown."""
        self._shown = 0
        """The place whose hand was turned last."""
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
        if type(did) is not acts.Wager:
            self._bets = "", []
        self.line = line
        try:
            self.by, self.is_void = actor(line.by), self.state.is_void
            self._note(did)
            if self._only in (0, line.round):
                self._tell(did)
            self.course.apply(self.state, did, line.at)
        except UNTELLABLE:
            raise WrongLine(
                line.n,
                f"{did.name} cannot have happened then: expected what `tablewright verify` accepts",
            ) from None
        return ended

    def _chapter_of(self, line: Line) -> tuple[str, int]:
        if self.state.status == OPENING:
            return "opening", 0
        if self.state.status in (CLOSING, CLOSED) or type(line.did) is acts.BeginClosing:
            return "closing", 0
        return "round", line.round

    def _note(self, did: Record) -> None:
        """What must be known of a line, whether it is told or not."""
        chapter = self.chapter
        match did:
            case acts.BringDecks():
                self._backs = did.backs
            case acts.Show():
                self._shown = did.place
            case acts.Settled() | acts.TakenBack() | acts.Reckoned():
                chapter.staked += did.sums.staked
                chapter.returned += did.sums.returned
                chapter.given_back += did.sums.given_back
            case acts.Clear():
                chapter.is_void = self.state.is_void
        if self._voids(did):
            chapter.is_void = True
        if chapter.is_void or isinstance(did, acts.Wager | acts.NoMoreBets):
            # What lay between two rounds belongs to the round that has begun.
            chapter.chapter = chapter.chapter.replace("between", "round")

    def _voids(self, did: Record) -> bool:
        """Whether a round is void by what happened."""
        if isinstance(did, acts.Countersign):
            return did.form == VOID and not did.differs
        if not isinstance(did, acts.Declare):
            return False
        ruling = self.ruling(did)[1]
        return ruling.effect is Effect.VOID and not self.course.needs_second(self.state, ruling)

    def end(self) -> Chapter:
        """The chapter as far as it has come, with its title and what it came to."""
        chapter = self.chapter
        chapter.house = self.state.bank.house_won
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

    # Telling --------------------------------------------------------------------------------------

    def _tell(self, did: Record) -> None:
        """One record: what it tells of itself, put together with what was told before it."""
        match did:
            case acts.Wager():
                self._tell_bet(did)
            case acts.Staked():
                self._tell_staked(did)
            case acts.BuyIn() if not self.is_full and self._follows("sit"):
                (told,) = did.tell(self)
                self._add(self.says(did, told._replace(case="and")), joined_by=" ")
            case acts.Settle():
                self._introduce(did)
            case acts.Settled():
                self._tell_settled(did)
            case acts.Clear():
                self._say(self._round_said())
            case _:
                for told in did.tell(self):
                    self._tell_plainly(did, told)

    def _tell_plainly(self, did: Record, told: Telling) -> None:
        if told.is_detail and not self.is_full:
            return
        says = self.says(did, told)
        if told.kind == CALL:
            says = f"“{says}.”" if told.continues else f"The dealer calls: “{says}.”"
        if told.continues:
            self._add(f" {says}")
        else:
            self._say(f"{MARKED.get(type(did), '')}{says}", self._why(did, told))

    def _why(self, did: Record, told: Telling) -> str:
        """The rule behind what is told, where there is more to say than what happened."""
        if isinstance(did, acts.SetUp) and not told.case:
            return f"Ruleset {did.setup.ruleset}"
        if isinstance(did, acts.Declare):
            irregularity, ruling = self.ruling(did)
            return f"{self.book.texts.cited(ruling.source)} ({irregularity.id})"
        if isinstance(did, acts.ReportChips):
            incident, ruled = self.chip_ruling(did.incident, did.ruling)
            return f"{self.book.texts.cited(ruled.source)} ({incident.rule(ruled)})"
        return ""

    def _say(self, says: str, why: str = "", net: int | None = None) -> None:
        line = self.line
        said = capital(says)
        self.chapter.told.append(Told(line.n, line.at, line.did.name, said, why, net))

    def _add(self, says: str, joined_by: str = "") -> None:
        """Something that belongs to what was told last; joined to its sentence, if it is so said."""
        told = self.chapter.told
        if not told:
            self._say(says.strip())
        elif joined_by:
            told[-1].says = f"{told[-1].says.removesuffix('.')}{joined_by}{going_on(says)}"
        else:
            told[-1].says += says

    def _follows(self, event: str) -> bool:
        """Whether the line before was told, and is of this kind."""
        told = self.chapter.told
        return bool(told) and (told[-1].event, told[-1].line) == (event, self.line.n - 1)

    def _tell_bet(self, did: acts.Wager) -> None:
        """The wagers that a player makes without a pause are told in one sentence."""
        (told,) = did.tell(self)
        who = told.slots["who"]
        bets = self._bets[1] if self._bets[0] == who else []
        if not bets:
            self._say("...")
        bets.append(self.phrase(did, "listed", {**told.slots, "wager": self.name(did.wager)}))
        self._bets = who, bets
        listed = {**told.slots, "bets": ", ".join(bets)}
        self.chapter.told[-1].says = self.says(did, told._replace(case="list", slots=listed))

    def _tell_staked(self, did: acts.Staked) -> None:
        (told,) = did.tell(self)
        bet = self.phrase(did, "listed", {**told.slots, "wager": self.name(did.wager)})
        is_first = self._follows("decide")
        last = self.chapter.told[-1]
        last.says = f"{last.says.removesuffix('.')}{', with' if is_first else ','} {bet}."

    # Payments -------------------------------------------------------------------------------------

    def _introduce(self, did: acts.Settle) -> None:
        last = self.chapter.told[-1] if self.chapter.told else None
        if last and last.event == "show" and last.net is None and self._shown == did.place:
            self._settling = ""  # The hand that was just turned is this one.
            return
        seat, person = self.state.seats[did.place], self.who(did.place)
        decision = self.book.contest.decision[seat.decision] if seat.decision else None
        if decision and decision.gives_up and not self.state.is_void:
            self._settling = f"{person} has {decision.done}:"
        else:
            self._settling = f"{person}:"

    def _tell_settled(self, did: acts.Settled) -> None:
        case = "listed"
        if did.excess:
            case = "listed-over-full" if self.is_full else "listed-over"
        says = self.phrase(did, case, did.slots(self))
        if self.is_full:
            self._tell_payment(did, says)
        else:
            self._tell_in_row(did, says)

    def _tell_payment(self, did: acts.Settled, says: str) -> None:
        """A line for each wager, with its chips, the dealer's manner and the rule."""
        if self._settling:
            self._say(self._settling)
            self._settling = ""
        if which := _chips(did):
            says = f"{says}. Chips: {which}" if did.excess else f"{says}: {which}"
        more = did.says.partition(OVER)[2].strip() if did.excess else did.says
        said = [f"{says}.", "The wager stays." if did.stays and did.won else "", did.how, more]
        self._say(" ".join(filter(None, said)), rule_said(self.book, did.rule), did.won)

    def _tell_in_row(self, did: acts.Settled, says: str) -> None:
        """A line for each place, with all its wagers."""
        if self._settling:
            self._say(f"{self._settling} {says}.", net=did.won)
            self._settling = ""
            return
        told = self.chapter.told[-1]
        if told.net is None:
            # The hand was shown.
            told.says, told.net = f"{told.says} {says}.", did.won
        else:
            told.says, told.net = f"{told.says.removesuffix('.')}, {says}.", told.net + did.won

    def _round_said(self) -> str:
        """What the house won or lost in a round, and of how much."""
        chapter, house = self.chapter, self.state.bank.house_won
        stands = f"{money(abs(house))} {'up' if house > 0 else 'down'}" if house else "even"
        back = f"{money(chapter.given_back)} given back unplayed" if chapter.given_back else ""
        if back and not chapter.staked:
            return f"The house wins nothing this round ({back}); {stands} since the opening."
        won = chapter.staked - chapter.returned
        does = f"{'wins' if won > 0 else 'loses'} {money(abs(won))}" if won else "stands even"
        sums = [f"{money(chapter.staked)} wagered", f"{money(chapter.returned)} returned"]
        said = ", ".join([*sums, *filter(None, [back])])
        return f"The house {does} this round ({said}); {stands} since the opening."

    # Naming ---------------------------------------------------------------------------------------

    def who(self, place: int) -> str:
        if not place:
            return "the dealer"
        return self.comes(place, self.state.seats[place].player)

    def comes(self, place: int, player: str) -> str:
        return f"{player} ({self.seat(place)})" if place in self.state.seats else player

    def staff(self, post: str) -> str:
        words = super().staff(post)
        staff = self.state.staff or {"pit-boss": self.book.setup.staff.pit_boss}
        name = staff.get(post, words)
        return words if name == words else f"{name} ({plain(post)})"

    @property
    def device(self) -> Device:
        return self.course.device(self.state)

    def pack(self, pack: int) -> str:
        if self.device.packs > 1 and self._backs:
            return f"the {self._backs[pack * self.device.decks]} deck"
        return super().pack(pack)

    def played(self, place: int, cards: str) -> str:
        held = cards.split()
        return " ".join([held[n] for n in self.state.seats[place].plays])

    def ruling(self, declared: acts.Declare) -> tuple[Irregularity, Ruling]:
        return self.course.ruling(self.state, declared)


def _chips(did: acts.Settled) -> str:
    """The chips that the dealer takes or pays, and with which hand."""
    if not did.returned:
        taken = Chips()
        for move in did.moves:
            if move.target == FLOAT:
                taken = dict(move.chips)
        with_hand = "" if "either" in did.hand else f" with the {did.hand}"
        return f"{chips_text(taken)} taken{with_hand}"
    if did.won > 0:
        paid = did.moves[0]
        to = " to the tip box" if paid.target == TIPS else ""
        hand = did.hand if "either" in did.hand else f"the {did.hand}"
        return f"{chips_text(paid.chips)}{to}, with {hand}"
    return ""
