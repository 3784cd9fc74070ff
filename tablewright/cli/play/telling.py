"""What happens at the table, told to a player as it happens, and why each wager ended as it did."""

from collections.abc import Sequence

from tablewright.cli.play.screen import (
    Screen,
    board,
    faces,
    folded,
    gain,
    packed,
    spread,
)
from tablewright.cli.sheets import Sheet
from tablewright.rules.cards import cards
from tablewright.rules.devices import Device
from tablewright.rules.english import capital
from tablewright.rules.irregularities import Irregularity, Ruling
from tablewright.rules.roles import PLAYER
from tablewright.rules.views import Hand
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.acts.dealing import sayings
from tablewright.table.chips import money
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.scene import Scene
from tablewright.table.status import IN_PLAY
from tablewright.table.views import CardsSeen
from tablewright.table.why import posted, why
from tablewright.table.words import CALL, JOURNAL, OWNER, You
from tablewright.table.words import TROUBLE as WRONG

TROUBLE, QUIET = "bold yellow", "dim"
RESULTS_AT = 22
"""Where a line about a player's results begins to say what they are of."""
NARROW = 60
NUMBERS = {3: "three", 4: "four", 5: "five"}


TOLD: dict[type[Record], str] = {
    acts.BuyIn: QUIET,
    acts.ChangeColour: QUIET,
    acts.Tip: QUIET,
    acts.LateWager: TROUBLE,
    acts.Advised: TROUBLE,
    acts.TakeBack: TROUBLE,
    acts.NoMoreBets: "",
    acts.Deal: "",
    acts.Decide: QUIET,
    acts.Burn: QUIET,
    acts.Called: "bold",
    acts.CutCardSeen: "",
    acts.OrderShuffle: TROUBLE,
    acts.Shuffled: QUIET,
    acts.Approve: QUIET,
    acts.RemoveCards: "",
    acts.Overlook: TROUBLE,
    acts.Declare: TROUBLE,
    acts.TakenBack: TROUBLE,
    acts.ReportChips: TROUBLE,
    acts.ChipsRuled: TROUBLE,
    acts.Mend: TROUBLE,
    acts.Substitute: TROUBLE,
    acts.CardHeld: "",
}
"""What a player hears as it happens, and how it is shown; wagers and cards are seen on the felt."""


class PlayerScene(Scene):
    """A table as it stands, from one player's place."""

    tells_chips = True

    def __init__(self, table: Table, own: int) -> None:
        super().__init__(table.book)
        self.table, self.own = table, own

    def who(self, place: int) -> str:
        if place == self.own:
            return You("you")
        seat = self.table.state.seats.get(place)
        return seat.player if seat else super().who(place)

    @property
    def actor(self) -> str:
        """By their post: the house plays the staff, and a player learns who does what."""
        return self.who(self.by.place) if self.by.role is PLAYER else self.staff(self.by.role.value)

    @property
    def device(self) -> Device:
        return self.table.device

    def ruling(self, declared: acts.Declare) -> tuple[Irregularity, Ruling]:
        return self.table.course.ruling(self.table.state, declared)


class Teller:
    """Tells what happens from one player's place."""

    def __init__(self, screen: Screen, table: Table, own: int) -> None:
        self.screen, self.table, self.own = screen, table, own
        self.is_telling = False
        """Whether there is a listener: opening and closing a table takes one sentence."""
        self.settled: list[acts.Settled] = []
        """The player's own wagers that were settled last, for those who ask why."""
        self.rounds = 0
        self._scene = PlayerScene(table, own)
        self._bought_in: set[int] = set()
        self._due: list[acts.Settled] = []
        self._hands: dict[int, acts.Show] = {}
        self._decided: dict[int, acts.Decide] = {}
        self._round_net = 0
        self._has_told_of_stays = False

    # What happens ---------------------------------------------------------------------------------

    def hear(self, records: Sequence[Record], by: Actor) -> None:
        """Everything that one act led to."""
        self._scene.by, self._scene.is_void = by, self.table.state.is_void
        for record in records:
            if self.is_telling:
                self._note(record)
                if type(record) in TOLD and not self._is_known(record, by):
                    self._tell(record)
            if isinstance(record, acts.BuyIn):
                self._bought_in.add(record.place)
            elif isinstance(record, acts.Leave):
                self._bought_in.discard(record.place)

    def _note(self, record: Record) -> None:
        """What is shown as it lies, or kept for the results."""
        match record:
            case acts.Decide():
                self._decided[record.place] = record
            case acts.Reveal():
                self._show_dealer(record)
            case acts.Draw():
                self._show_board()
            case acts.Show():
                self._hands[record.place] = record
            case acts.Settled():
                self._due.append(record)
            case acts.TakenBack():
                at = record.place, record.wager, record.for_dealer
                self._due = [s for s in self._due if (s.place, s.wager, s.for_dealer) != at]
            case acts.CardHeld():
                self._tell_results()
            case acts.Clear():
                self._end_round()

    def _is_known(self, record: Record, by: Actor) -> bool:
        """Whether the player knows it without being told, or need not."""
        match record:
            case acts.Decide():
                return record.place == self.own
            case acts.ChangeColour():
                return record.place != self.own
            case acts.TakeBack():
                return by.role is PLAYER
            case acts.Called():
                return not self.table.book.is_draw
            case acts.Shuffled():
                return self.table.device.rounds_between_shuffles == 1
            case acts.RemoveCards():
                return self.table.state.status != IN_PLAY
        return False

    def _tell(self, record: Record) -> None:
        style = TOLD[type(record)]
        if isinstance(record, acts.Declare):
            self.screen.line()
        for told in record.tell(self._scene):
            if told.to == JOURNAL or (told.to == OWNER and told.place != self.own):
                continue
            if isinstance(record, acts.BuyIn) and record.place in self._bought_in:
                told = told._replace(case="again")
            says = self._scene.says(record, told)
            if told.kind == CALL:
                self.screen.line(f'Dealer: "{says}."', style)
            elif told.kind == WRONG:
                self.screen.line(f"! {says}", style)
            else:
                self.screen.line(says, style)
        if isinstance(record, acts.Declare):
            irregularity, ruling = self._scene.ruling(record)
            self.screen.line(
                f"  {self.table.book.texts.cited(ruling.source)} ({irregularity.id})", QUIET
            )

    def who(self, place: int) -> str:
        """A player as they are spoken of."""
        return capital(self._scene.who(place))

    def wager(self, id: str) -> str:
        return self._scene.name(id)

    def _show_dealer(self, event: acts.Reveal) -> None:
        contest = self.table.book.contest
        held = cards(event.cards)
        several = len(contest.spoken) > 1
        said = [
            f"{view.name.lower()}: {view.spoken(view.strength(held))}"
            if several
            else view.spoken(view.strength(held))
            for view in contest.spoken.values()
        ]
        shows = contest.qualifies
        does = shows.label(shows.view.seen(shows.view.strength(held)))
        self.screen.line()
        self.screen.line(f"Dealer's hand   {spread(event.cards.split())}", "bold")
        self.screen.line(
            f"  {sentence('; '.join(said))} The dealer {'qualifies' if does else 'does NOT qualify'}."
        )

    def _show_board(self) -> None:
        drawn, burns = self.table.state.drawn, self.table.state.burns
        self.screen.line()
        self.screen.lines(
            board(
                CardsSeen(drawn[-1], list(drawn[:-1]), list(burns), [], [], []),
                self.screen.width,
            )
        )

    # What was won and lost ------------------------------------------------------------------------

    def _end_round(self) -> None:
        self._tell_results()
        self.rounds += 1
        if self.table.book.is_draw and self._round_net:
            self.screen.line(f"Over the whole round: {gain(self._round_net)}.")
        self._round_net = 0
        self._hands, self._decided = {}, {}

    def _tell_results(self) -> None:
        """Everybody's results since the last time: a line for each of the others, a table for you."""
        due, self._due = self._due, []
        own = [each for each in due if each.place == self.own]
        by_place: dict[int, list[acts.Settled]] = {}
        for each in due:
            by_place.setdefault(each.place, []).append(each)
        for place, settled in by_place.items():
            if place != self.own:
                self.screen.lines(self._result_of(place, settled))
        if not own:
            return
        self.settled = own
        self._tell_own(own)

    def _result_of(self, place: int, settled: list[acts.Settled]) -> list[str]:
        """What a player won or lost, each wager or the hand beside it or beneath it."""
        net, width = sum(each.won for each in settled), self.screen.width
        who = f"  {place} {self.who(place)[:9]:<9} {gain(net):>7}  "
        if self.table.book.is_draw:
            parts = [f"{self.wager(s.wager)} {outcome(s)}" for s in settled]
        else:
            shown = self._hands.get(place)
            parts = [self._hand_said(place, shown) if shown else self._without_hand(settled)]
        at = RESULTS_AT if width >= NARROW else 4
        lines = [line for part in packed(parts, width - at) for line in folded(part, width - at)]
        if width >= NARROW or (len(lines) == 1 and len(who) + len(lines[0]) <= width):
            return [f"{'' if n else who:<{at}}{line}" for n, line in enumerate(lines)]
        return [who.rstrip(), *(f"{'':<{at}}{line}" for line in lines)]

    def _without_hand(self, settled: list[acts.Settled]) -> str:
        """Why a hand was not turned."""
        return "void" if any(each.rule.endswith("void") for each in settled) else "folded"

    def _hand_said(self, place: int, shown: acts.Show) -> str:
        """A hand in the game that it was played in."""
        said, held = self._sayings(shown), spread(shown.cards.split())
        decided = self._decided.get(place)
        if decided is None or decided.decision not in said:
            return f"{held}  {said['hand']}"
        return f"{held}  {self._played_said(shown, decided)}"

    def _played_said(self, shown: acts.Show, decided: acts.Decide) -> str:
        """The cards that were put in play, and what they are."""
        held = shown.cards.split()
        played = faces([held[n] for n in decided.cards])
        return f"plays {played}: {self._sayings(shown)[decided.decision]}"

    def _tell_own(self, own: list[acts.Settled]) -> None:
        screen = self.screen
        shown = self._hands.get(self.own)
        screen.line()
        if shown:
            screen.line(f"Your hand       {spread(shown.cards.split())}", "bold")
            screen.line(f"  {sentence(self._own_hand_said(shown))}")
        net = sum(each.won for each in own)
        self._round_net += net
        rows = [[self.wager(s.wager), money(s.stake), posted(s), gain(s.won)] for s in own]
        stake = sum(each.stake for each in own)
        screen.sheet(
            Sheet(
                "Your wagers (w tells why)",
                [*rows, ["in all", money(stake), "", gain(net)]],
                header=("wager", "stake", "pays", "result"),
                amounts=(1, 2, 3),
                is_summed=True,
            )
        )
        for each in own:
            if each.explained:
                screen.line(f"  {self.wager(each.wager)}: {each.explained}", TROUBLE)
        stays = [each for each in own if self._stays(each)]
        if stays and not self._has_told_of_stays:
            self._has_told_of_stays = True
            screen.line(
                "  A wager that was not lost stays for the next card; x takes it back.", QUIET
            )

    def _sayings(self, shown: acts.Show) -> dict[str, str]:
        """A hand that was turned, as it is said in each way of looking at it."""
        decided = self._decided.get(shown.place)
        chosen, plays = (decided.decision, decided.cards) if decided else ("", ())
        return sayings(self.table.book.contest, Hand(cards(shown.cards)), chosen, plays)

    def _own_hand_said(self, shown: acts.Show) -> str:
        said = self._sayings(shown)
        decided = self._decided.get(shown.place)
        if len(said) == 1:
            return said["hand"]
        if decided and decided.cards:
            count = NUMBERS.get(len(shown.cards.split()), "the")
            return f"{self._played_said(shown, decided)} (all {count}: {said['hand']})"
        views = self.table.book.contest.spoken
        return "; ".join([f"{views[name].name.lower()}: {words}" for name, words in said.items()])

    def _stays(self, settled: acts.Settled) -> bool:
        draws = self.table.book.is_draw and len(self.table.state.drawn) < self.table.book.draw.cards
        return draws and settled.stays

    # Why ------------------------------------------------------------------------------------------

    def why(self, number: int | None = None) -> None:
        """The rule, its source, the odds, the chips and the dealer's hands, for each wager settled."""
        if not self.settled:
            self.screen.line("Nothing of yours has been settled yet.")
            return
        for n, each in enumerate(self.settled, start=1):
            if number in (None, n):
                self._why(n, each)

    def _why(self, number: int, settled: acts.Settled) -> None:
        title = f"{number}. {self.wager(settled.wager)} {money(settled.stake)}"
        self.screen.line(f"{title}: {gain(settled.won)}", "bold")
        said = why(self.table.book, settled, is_own=True)
        self._under(f"{said.sentence} {said.odds}".rstrip())
        self._under(f"Chips: {said.chips}")
        if said.manner:
            self._under(f"Dealer: {said.manner}")
        self._under(f"{said.source} ({said.rule})", QUIET)

    def _under(self, text: str, style: str = "") -> None:
        self.screen.line(f"   {text}", style, 3)


def sentence(words: str) -> str:
    """Words as a sentence.

    >>> sentence("pair of nines")
    'Pair of nines.'
    """
    return f"{capital(words)}."


def outcome(settled: acts.Settled) -> str:
    """What a player gained by a wager; a standoff gains nothing, and is called what it is."""
    return gain(settled.won) if settled.won else "push"
