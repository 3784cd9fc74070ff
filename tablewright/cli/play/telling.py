"""What happens at the table, told to a player as it happens, and why each wager ended as it did."""

from collections.abc import Iterable, Sequence

from tablewright.cli.play.screen import (
    Screen,
    board,
    face,
    faces,
    folded,
    gain,
    packed,
    spread,
)
from tablewright.cli.sheets import Sheet
from tablewright.rules.cards import cards
from tablewright.rules.procedure import PLAYER, SURVEILLANCE
from tablewright.rules.views import Hand
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.acts.dealing import sayings
from tablewright.table.chips import chips_text, money, worth
from tablewright.table.machine import Table
from tablewright.table.record import Record
from tablewright.table.status import IN_PLAY
from tablewright.table.views import CardsSeen
from tablewright.table.why import posted, why

TROUBLE = "bold yellow"
QUIET = "dim"
RESULTS_AT = 22
"""Where a line about somebody's results begins to say what they are of."""
NARROW = 60
NUMBERS = {3: "three", 4: "four", 5: "five"}
DOES = {"fold": "folds", "play": "plays"}


class Teller:
    """Tells what happens from one player's place."""

    def __init__(self, screen: Screen, table: Table, own: int) -> None:
        self.screen, self.table, self.own = screen, table, own
        self.is_telling = False
        """Whether anybody listens: opening and closing a table is told in a sentence."""
        self.settled: list[acts.Settled] = []
        """The player's own wagers that were settled last, for whoever asks why."""
        self.rounds = 0
        self._bought_in: set[int] = set()
        self._due: list[acts.Settled] = []
        self._hands: dict[int, acts.Show] = {}
        self._decided: dict[int, acts.Decide] = {}
        self._round_net = 0
        self._has_told_of_stays = False

    # What happens ---------------------------------------------------------------------------------

    def hear(self, events: Sequence[Record], by: Actor) -> None:
        """Everything that one command led to."""
        for event in events:
            if isinstance(event, acts.Leave):
                self._bought_in.discard(event.place)
            told = getattr(self, f"_{event.name.replace('-', '_')}", None)
            if told and self.is_telling:
                told(event, by)
            if isinstance(event, acts.BuyIn):
                self._bought_in.add(event.place)

    def who(self, place: int) -> str:
        """Somebody as he is spoken of."""
        if place == self.own:
            return "You"
        seat = self.table.state.seats.get(place)
        return seat.player if seat else self.table.place(place)

    def wager(self, id: str) -> str:
        return str(self.table.book.wagers[id].name)

    def _does(self, place: int, does: str, do: str) -> str:
        return f"{self.who(place)} {do if place == self.own else does}"

    def _buy_in(self, event: acts.BuyIn, by: Actor) -> None:
        says = self._does(event.place, "buys in", "buy in")
        says += " again" if event.place in self._bought_in else ""
        self.screen.line(f"{says} for {money(event.cash)}: {chips_text(event.chips)}.", QUIET)

    def _change_colour(self, event: acts.ChangeColour, by: Actor) -> None:
        if event.place == self.own:
            self.screen.line(
                f"The dealer changes your {chips_text(event.give)} for {chips_text(event.take)}.",
                QUIET,
            )

    def _tip(self, event: acts.Tip, by: Actor) -> None:
        says = self._does(event.place, "tips", "tip")
        self.screen.line(f"{says} the dealer {money(worth(event.chips))}. Thank you.", QUIET)

    def _late_wager(self, event: acts.LateWager, by: Actor) -> None:
        what = f"{money(worth(event.chips))} on {self.wager(event.wager)}"
        says = self._does(event.place, "bets", "bet")
        self.screen.line(
            f"! {says} {what} after no more bets: it is pushed back and recorded.", TROUBLE
        )

    def _advised(self, event: acts.Advised, by: Actor) -> None:
        says = f"The {event.limit} for {self.wager(event.wager)} is {money(event.cents)}."
        whom = "you" if event.place == self.own else self.who(event.place)
        self.screen.line(f'Dealer to {whom}: "{says}"', TROUBLE)
        if event.place == self.own:
            how = "as it lies" if event.limit == "minimum" else f"up to {money(event.cents)}"
            self.screen.line(f"  The wager will be paid or taken {how}.", QUIET)

    def _take_back(self, event: acts.TakeBack, by: Actor) -> None:
        if by.role is PLAYER:
            return
        owner = "your" if event.place == self.own else f"{self.who(event.place)}'s"
        self.screen.line(
            f"The dealer pushes back {owner} {self.wager(event.wager)}: another wager is missing.",
            TROUBLE,
        )

    def _no_more_bets(self, event: acts.NoMoreBets, by: Actor) -> None:
        self.screen.line('Dealer: "No more bets."')

    def _deal(self, event: acts.Deal, by: Actor) -> None:
        count = self.table.book.contest.hand_cards
        self.screen.line(f"The dealer deals {count} cards to each hand, one at a time.")

    def _decide(self, event: acts.Decide, by: Actor) -> None:
        self._decided[event.place] = event
        if event.place != self.own:
            does = DOES.get(event.decision, f"plays {event.decision} cards")
            self.screen.line(f"{self.who(event.place)} {does}.", QUIET)

    def _reveal(self, event: acts.Reveal, by: Actor) -> None:
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

    def _burn(self, event: acts.Burn, by: Actor) -> None:
        burnt = self.table.state.burns[-1]
        self.screen.line(f"The dealer burns {burnt} card{'s'[: burnt != 1]}.", QUIET)

    def _draw(self, event: acts.Draw, by: Actor) -> None:
        drawn, burns = self.table.state.drawn, self.table.state.burns
        self.screen.line()
        self.screen.lines(
            board(
                CardsSeen(drawn[-1], list(drawn[:-1]), list(burns), []),
                self.screen.width,
            )
        )

    def _called(self, event: acts.Called, by: Actor) -> None:
        if self.table.book.is_draw:
            self.screen.line(f'Dealer: "{event.says}."', "bold")

    def _cut_card_seen(self, event: acts.CutCardSeen, by: Actor) -> None:
        self.screen.line("The cut card is out: the cards are shuffled after this round.")

    def _order_shuffle(self, event: acts.OrderShuffle, by: Actor) -> None:
        self.screen.line(f"A shuffle is ordered: {event.reason}.", TROUBLE)

    def _shuffled(self, event: acts.Shuffled, by: Actor) -> None:
        if self.table.device.rounds_between_shuffles > 1:
            self.screen.line("The dealer shuffles the shoe and puts the cut card in.", QUIET)

    def _approve(self, event: acts.Approve, by: Actor) -> None:
        whose = "your" if event.place == self.own else f"{self.who(event.place)}'s"
        self.screen.line(f"The inspector approves {whose} payment.", QUIET)

    def _remove_cards(self, event: acts.RemoveCards, by: Actor) -> None:
        if self.table.state.status == IN_PLAY:
            self.screen.line("The cards are due for a change: old ones out, new ones in.")

    # What goes wrong ------------------------------------------------------------------------------

    def _overlook(self, event: acts.Overlook, by: Actor) -> None:
        self.screen.line(f"! The dealer leaves out a step that was due: the {event.step}.", TROUBLE)

    def _declare(self, event: acts.Declare, by: Actor) -> None:
        irregularity, ruling = self.table.course.ruling(self.table.state, event)
        about = [self.table.place(event.place)] if event.place else []
        about += [self.wager(event.wager)] if event.wager else []
        where = f" ({', '.join(about)})" if about else ""
        seen = f": {face(event.card)}" if event.card else ""
        self.screen.line()
        self.screen.line(f"! {irregularity.title}{where}{seen}.", TROUBLE)
        article = "" if by.role is SURVEILLANCE else "the "
        who = by.role.value.replace("-", " ")
        self.screen.line(f"  Declared by {article}{who}. Ruling: {ruling.says}")
        self.screen.line(f"  {ruling.source} ({irregularity.id})", QUIET)

    def _mend(self, event: acts.Mend, by: Actor) -> None:
        self.screen.line("The inspector has the device mended and its cards checked.", TROUBLE)

    def _substitute(self, event: acts.Substitute, by: Actor) -> None:
        name = self.table.book.procedure.device(event.device).name
        self.screen.line(f"The {name} takes over.", TROUBLE)

    # What was won and lost ------------------------------------------------------------------------

    def _show(self, event: acts.Show, by: Actor) -> None:
        self._hands[event.place] = event

    def _settled(self, event: acts.Settled, by: Actor) -> None:
        self._due.append(event)

    def _card_held(self, event: acts.CardHeld, by: Actor) -> None:
        self._tell_results()
        for each in self._announcements():
            self.screen.line(f'Dealer: "{each}."')

    def _announcements(self) -> Iterable[str]:
        from tablewright.table.views import announcements

        return announcements(self.table)

    def _clear(self, event: acts.Clear, by: Actor) -> None:
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
        """What somebody won or lost, each wager or the hand beside it or beneath it."""
        net, width = sum(each.returned - each.stake for each in settled), self.screen.width
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
        net = sum(each.returned - each.stake for each in own)
        self._round_net += net
        rows = [
            [self.wager(s.wager), money(s.stake), posted(s), gain(s.returned - s.stake)]
            for s in own
        ]
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
            if each.says:
                screen.line(f"  {self.wager(each.wager)}: {each.says}", TROUBLE)
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
        left = any(move.source.startswith("spot:") for move in settled.moves)
        return draws and settled.returned > 0 and not left

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
        self.screen.line(f"{title}: {gain(settled.returned - settled.stake)}", "bold")
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
    return f"{words[:1].upper()}{words[1:]}."


def outcome(settled: acts.Settled) -> str:
    """What somebody gained by a wager; a standoff gains nothing, and is called what it is."""
    net = settled.returned - settled.stake
    return gain(net) if net else "push"
