"""A table driven step by step, so that a scenario reads as what people do at it.

    table = at_table("duki4", seats=(1, 2))
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")      # stacks, closes bets, deals
    table.decide(1, "play")
    assert table.finish() == {(1, "ante"): 1500, (1, "play"): 1000}

    table = at_table("king-high", seats=(1,), device="shoe")
    table.next_draws("Kh 7c 2d 9s Ac")                          # burns are filled in between
    table.wager(1, "pokerpot", 100)
    table.draw_next()                                           # closes bets, burns, draws

Every command goes through the machine, and `legal` must have listed it. After each the accounts are
checked: together nothing, and none overdrawn. `refused` gives a command that must be refused: nothing
has changed, and `legal` does not list it.
Cards that a scenario does not name come from a seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from tablewright.rules.errors import Forbidden
from tablewright.table import acts
from tablewright.table.actors import (
    THE_CAMERAS,
    THE_DEALER,
    THE_INSPECTOR,
    THE_PIT_BOSS,
    Actor,
    actor,
    player,
)
from tablewright.table.allowed import Allowed, pairs
from tablewright.table.chips import Chips, made_of, rail, spot, worth
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record
from tablewright.table.setup import Setup
from tests.table_play import covers

DAY = date(2026, 11, 16)
FLOAT: Chips = {50_000: 20, 10_000: 100, 2500: 400, 500: 1000, 100: 1000, 50: 500}
BUY_IN: Chips = {2500: 8, 500: 40, 100: 80, 50: 40}
"""Fifty thousand cents, with small chips for any wager."""

DEALER, INSPECTOR, PIT_BOSS, CAMERAS = THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, THE_CAMERAS
Settlement = dict[tuple[int, str], int]
"""What came back of each wager, by place and wager, in cents."""
E = TypeVar("E", bound=Record)


class Line(NamedTuple):
    """One event as it was written down."""

    event: Record
    rule: str
    by: str
    round: int
    at: datetime


class Driver:
    """A table, everything that was written down about it, and short ways to act at it."""

    def __init__(self, game: str, **setup: Any) -> None:
        chosen: dict[str, Any] = {
            "table": "7",
            "day": DAY,
            "is_practice": True,
            "is_rehearsal": True,
            "float_chips": dict(FLOAT),
        }
        self.lines: list[Line] = []
        if setup.get("is_keyed"):
            chosen["automatic"] = ()  # People stand at a physical table, and sign for themselves.
        chosen |= setup
        chosen["is_rehearsal"] &= chosen["is_practice"]
        self.table = Table(Setup(game=game, **chosen), self)
        self.rng = Random(f"tests {game}")
        day = self.table.book.setup.day
        self.now = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
        self.table.set_up(self.now)

    # What was written down ------------------------------------------------------------------------

    def seen(self, by: Actor) -> Any:
        """What a role sees, as JSON says it."""
        return msgspec.to_builtins(self.table.view(by))

    def add(self, event: Record, rule: str, by: str, round: int, at: datetime) -> None:
        """Keep a line: the driver is the table's own keeper."""
        self.lines.append(Line(event, rule, by, round, at))

    def events(self, kind: type[E]) -> list[E]:
        """Every event of a kind so far."""
        return [line.event for line in self.lines if isinstance(line.event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return self.events(kind)[-1]

    def rule(self) -> str:
        """The rule of the last line."""
        return self.lines[-1].rule

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def phase(self) -> str:
        return self.table.state.phase

    def cents(self, account: str) -> int:
        return self.table.state.bank.cents(account)

    def rail(self, place: int) -> int:
        """What a player has before him, in cents."""
        return self.cents(rail(place))

    def spot(self, place: int, wager: str, *, for_dealer: bool = False) -> int:
        """What lies on a wager's spot, in cents."""
        return self.cents(spot(place, wager, for_dealer=for_dealer))

    def can(self, command: str, by: Actor) -> bool:
        """Whether a person may give a command now."""
        return any(allowed.command == command for allowed in self.table.legal(by))

    def offered(self, command: str, by: Actor) -> Allowed:
        """The first way in which a person may give a command now."""
        return next(allowed for allowed in self.table.legal(by) if allowed.command == command)

    def is_listed(self, command: Act, by: Actor) -> bool:
        """Whether a command keeps to something that a person may do now."""
        return any(covers(self.table, allowed, command) for allowed in self.table.legal(by))

    # Acting ---------------------------------------------------------------------------------------

    def do(self, command: Act, by: Actor) -> list[Record]:
        """Give a command that must be accepted, and check the accounts."""
        self.now += timedelta(seconds=1)
        self.table.now = self.now
        was_listed = self.is_listed(command, by)
        events = self.table.act(command, by, self.now)
        assert was_listed, f"{command} was accepted from the {by}, and `legal` did not list it"
        bank = self.table.state.bank
        assert bank.total() == 0
        assert not bank.overdrawn()
        return events

    def refused(self, command: Act, by: Actor) -> Forbidden:
        """Give a command that must be refused and change nothing; the answer is the refusal."""
        before, lines, vault = deepcopy(self.table.state), len(self.lines), dict(self.table.vault)
        with pytest.raises(Forbidden) as refusal:
            self.table.act(command, by, self.now + timedelta(seconds=1))
        assert self.table.state == before
        assert self.table.vault == vault
        assert len(self.lines) == lines
        assert not self.is_listed(command, by), f"`legal` lists what is refused: {refusal.value}"
        self._assert_speaks_plainly(refusal.value)
        return refusal.value

    def _assert_speaks_plainly(self, refusal: Forbidden) -> None:
        """Every refusal is a sentence for the person who reads it, under a rule of the register.

        What only a program can bring about says what was expected instead.
        """
        says = str(refusal)
        assert refusal.rule in self.table.book.rules, f"{refusal.rule} is no rule: {says}"
        if ": expected " in says:
            return
        assert says[0].isupper() or says[0] in "$'0123456789", f"no capital begins it: {says}"
        assert says.endswith("."), f"no full stop ends it: {says}"

    def wait(self, **time: float) -> None:
        """Let time go by: minutes=5."""
        self.now += timedelta(**time)

    # Opening and closing --------------------------------------------------------------------------

    def open(self) -> None:
        """Everything from the locked rack to the open table."""
        self.open_float()
        self.open_equipment()
        self.new_cards()
        self.do(acts.Open(), INSPECTOR)

    def open_float(self) -> None:
        """The rack is unlocked, counted and found right, and the opener signed."""
        self.do(acts.UnlockRack(), INSPECTOR)
        self.do(acts.CountFloat(self.float_chips()), DEALER)
        self.sign("opener")

    def open_equipment(self) -> None:
        """Equipment and sign."""
        self.do(acts.CheckEquipment(self.offered("check-equipment", DEALER).choices), DEALER)
        self.do(acts.DisplaySign(), DEALER)

    def new_cards(self) -> None:
        """Decks brought, examined by both, signed for where that is asked, washed and shuffled."""
        self.bring_decks()
        self.do(acts.Examine(), INSPECTOR)
        self.do(acts.Examine(), DEALER)
        if self.table.book.procedure.slip:
            self.sign("card-and-dice-slip-in")
        self.do(acts.Wash(), DEALER)
        self.shuffle_all()

    def bring_decks(self) -> None:
        self.do(acts.BringDecks(self.offered("bring-decks", INSPECTOR).choices), INSPECTOR)

    def sign(self, form: str, *by: Actor) -> None:
        """A form is signed, by dealer and inspector if nobody is named."""
        for each in by or (DEALER, INSPECTOR):
            self.do(acts.Sign(form), each)

    def float_chips(self) -> Chips:
        return dict(self.table.state.bank.chips("float"))

    def close(self) -> acts.Closed:
        """Everybody leaves, the cards go, the float is counted and found right."""
        self.do(acts.BeginClosing(), INSPECTOR)
        self.leave(*self.table.state.seats)
        self.do(acts.RemoveCards(), DEALER)
        if self.table.book.procedure.slip:
            self.sign("card-and-dice-slip-out", INSPECTOR)
        self.do(acts.CountFloat(self.float_chips()), DEALER)
        self.sign("closer")
        self.do(acts.RemoveDropBox(), INSPECTOR)
        self.do(acts.Close(), INSPECTOR)
        return self.last(acts.Closed)

    # Players --------------------------------------------------------------------------------------

    def sit(self, *places: int, chips: Chips | None = None) -> None:
        """Players sit down and buy in."""
        bought = BUY_IN if chips is None else chips
        for place in places:
            self.do(acts.Sit(place, f"player {place}"), player(place))
            if bought:
                self.do(acts.BuyIn(place, worth(bought), dict(bought)), player(place))

    def leave(self, *places: int) -> None:
        for place in places:
            self.do(acts.Leave(place), player(place))

    def chips_for(self, place: int, cents: int) -> Chips:
        """An amount in as few of a player's chips as can be."""
        made = made_of(cents, self.table.state.bank.chips(rail(place)))
        assert made, f"player {place} has not the chips for {cents} cents"
        return made

    def wager(
        self, place: int, wager: str, cents: int | Chips, *, for_dealer: bool = False
    ) -> list[Record]:
        """A player puts chips on a wager; a late one comes back as `LateWager`."""
        return self.do(self.wagered(place, wager, cents, for_dealer=for_dealer), player(place))

    def wagered(
        self, place: int, wager: str, cents: int | Chips, *, for_dealer: bool = False
    ) -> acts.Wager:
        """The command that does so, for `refused`."""
        chips = self.chips_for(place, cents) if isinstance(cents, int) else cents
        return acts.Wager(place, wager, chips, for_dealer=for_dealer)

    def take_back(self, place: int, wager: str, *, for_dealer: bool = False) -> None:
        self.do(acts.TakeBack(place, wager, for_dealer), player(place))

    # Cards ----------------------------------------------------------------------------------------

    def shuffle(self, pack: int, top: Sequence[str] = ()) -> None:
        """One pack is shuffled so that these cards come first, whether it will be cut or not.

        Of a physical table's cards it is only recorded that they were shuffled.
        """
        self.shuffle_by_hand()
        if self.table.is_keyed:
            assert not top, "nobody stacks the cards of a physical table"
            self.do(acts.Shuffle(pack, "", ""), DEALER)
            return
        rest = pairs(self.table.to_shuffle(pack))
        for card in top:
            rest.remove(card)
        self.rng.shuffle(rest)
        order = [*top, *rest]
        device = self.table.device
        if device.cut and not device.has_cut_card_within:
            below = len(order) - self.cut_at
            order = [*order[below:], *order[:below]]
        self.do(acts.Shuffle(pack, "".join(order), f"salt {len(self.lines)}"), DEALER)

    @property
    def cut_at(self) -> int:
        """Where the driver cuts: in the middle by hand, fifty cards down a shoe; unsaid, if keyed."""
        if self.table.is_keyed:
            return 0
        return 50 if self.table.device.has_cut_card_within else 26

    def cut(self, at: int | None = None) -> None:
        self.do(acts.Cut(self.cut_at if at is None else at), DEALER)

    def shuffle_by_hand(self) -> None:
        """All decks are shuffled by hand before they are loaded, where that is due."""
        if self.can("hand-shuffle", DEALER):
            self.do(acts.HandShuffle(), DEALER)

    def shuffle_all(self) -> None:
        """Every pack that may be shuffled now is, by hand first where that is due."""
        self.shuffle_by_hand()
        for pack in self._packs_to_shuffle():
            self.shuffle(pack)

    def _packs_to_shuffle(self) -> list[int]:
        """The packs that the dealer may shuffle now."""
        return [each.pack for each in self.table.legal(DEALER) if each.command == "shuffle"]

    def stack(self, top: Iterable[str]) -> None:
        """The pack in use is shuffled, by an inspector's order if need be, with these cards first."""
        pack = self.table.state.packs.pack
        self.shuffle_by_hand()
        if pack not in self._packs_to_shuffle():
            self.do(acts.OrderShuffle("the next cards are named by a test"), INSPECTOR)
            self.shuffle_by_hand()
        self.shuffle(pack, list(top))
        self.ready()

    def ready(self) -> None:
        """Packs that lack a shuffle get one, and a pack that lacks a cut is cut."""
        self.shuffle_all()
        if self.can("cut", DEALER):
            self.cut()

    def stack_hands(self, hands: Mapping[int, str], dealer: str = "") -> None:
        """The pack in use is stacked so that these hands are dealt to the places that wagered."""
        places = [place for place in self.table.state.seats if self.table.stakes(place)]
        assert set(hands) <= set(places), "a hand is named for a place without a wager"
        size = self.table.book.contest.hand_cards
        named = {place: hands.get(place, "").split() for place in places} | {0: dealer.split()}
        taken = [card for hand in named.values() for card in hand]
        assert len(set(taken)) == len(taken), "a card is named twice"
        spare = [card for card in _deck() if card not in taken]
        self.rng.shuffle(spare)
        order = [*places, 0]
        full = {place: named[place] or [spare.pop() for _ in range(size)] for place in order}
        assert all(len(hand) == size for hand in full.values()), f"a hand is not {size} cards"
        self.stack(full[place][n] for n in range(size) for place in order)

    # A round of hands -----------------------------------------------------------------------------

    def no_more_bets(self) -> None:
        self.ready()
        self.do(acts.NoMoreBets(), DEALER)

    def deal(self, hands: Mapping[int, str] | None = None, dealer: str = "") -> None:
        """The pack is stacked, bets are closed and the hands dealt. Keyed cards are only dealt."""
        self.close_bets(hands, dealer)
        self.do(acts.Deal(), DEALER)

    def close_bets(self, hands: Mapping[int, str] | None = None, dealer: str = "") -> None:
        """As `deal`, but stops before the first card."""
        if not self.table.is_keyed:
            self.stack_hands(hands or {}, dealer)
        self.no_more_bets()

    def decide(self, place: int, decision: str, named: str = "") -> list[Record]:
        """A player decides; the cards he puts in play, if he names some, are written out."""
        return self.do(self.decided(place, decision, named), player(place))

    def decided(self, place: int, decision: str, named: str = "") -> acts.Decide:
        """The command that does so, for `refused`."""
        hand = self.table.cards_at(self.table.state.seats[place].slots).split()
        return acts.Decide(place, decision, tuple(hand.index(card) for card in named.split()))

    def reveal(self, cards: str = "") -> str:
        """The dealer turns his hand; the answer is what he says."""
        self.do(acts.Reveal(cards), DEALER)
        return self.last(acts.Called).says

    def offered_cards(self) -> str:
        """A hand of cards that lie nowhere, as a physical table's dealer enters one; else none."""
        asked = self.offered("reveal", DEALER).cards
        return " ".join(self.rng.sample(_deck(), asked))

    def show(self, place: int, cards: str = "", plays: str = "") -> None:
        """A hand is turned; a keyed one is entered, with the cards that play where not all do."""
        self.do(self.shown(place, cards, plays), DEALER)

    def shown(self, place: int, cards: str, plays: str = "") -> acts.Show:
        """The command that does so, for `refused`."""
        held = cards.split()
        return acts.Show(place, cards, plays=tuple(held.index(card) for card in plays.split()))

    def turn(self, place: int) -> None:
        """The hand of a place is turned, if the settlement looks at it and it lies face down."""
        seat, fold = self.table.state.seats.get(place), self.table.course
        is_down = seat is not None and seat.slots and not seat.cards
        if is_down and not self.table.is_keyed and fold.must_show(self.state, place):
            self.show(place)

    def settle(self, place: int | None = None) -> list[acts.Settled]:
        """The next place is settled, or the one that is named; its hand is turned first."""
        next_place = self.table.state.pending[0][1] if place is None else place
        self.turn(next_place)
        events = self.do(acts.Settle(next_place), DEALER)
        return [event for event in events if isinstance(event, acts.Settled)]

    def settle_all(self) -> Settlement:
        """Everything that is due is settled; what came back of each of the players' own wagers."""
        returned: Settlement = {}
        while self.phase == "settle":
            for settled in self.settle():
                if not settled.for_dealer:
                    returned[settled.place, settled.wager] = settled.returned
        return returned

    def clear(self) -> None:
        self.do(acts.Clear(), DEALER)

    def finish(self) -> Settlement:
        """From the dealer's hand, if he has to turn it, to the cleared table."""
        if self.phase == "reveal":
            self.reveal()
        returned = self.settle_all()
        self.clear()
        return returned

    # Cards drawn for everyone ---------------------------------------------------------------------

    def next_draws(self, cards: str) -> None:
        """The pack is shuffled so that these cards are drawn next, with burns between as is due.

        More than a round's cards may be named for a shoe. Within a round it works only where a pack
        has to be shuffled again, after a card went back.
        """
        before_round, before_card = self.table.device.burns_under(self.table.book.rulings)
        named = cards.split()
        a_round, drawn = self.table.book.draw.cards, len(self.table.state.drawn)
        fillers = [card for card in _deck() if card not in named]
        top: list[str] = []
        for n, card in enumerate(named, drawn):
            burns = before_card + (before_round if n % a_round == 0 else 0)
            top += [fillers[(len(top) + k) % len(fillers)] for k in range(burns)]
            top.append(card)
        self.stack(top)

    def burn(self) -> None:
        self.do(acts.Burn(), DEALER)

    def draw(self, card: str = "") -> str:
        """One card is drawn, or entered; the answer is the dealer's call."""
        self.do(acts.Draw(card), DEALER)
        return self.last(acts.Called).says

    def draw_next(self, card: str = "") -> str:
        """Bets are closed, burns made where due, and a card drawn."""
        self.no_more_bets()
        if self.table.state.burn_due:
            self.burn()
        return self.draw(card)

    def play_card(self, card: str = "") -> Settlement:
        """`draw_next`, and everything that the card decides is settled."""
        self.draw_next(card)
        return self.settle_all()

    # Slips ------------------------------------------------------------------------------------------

    def countersign(self, by: Actor | None = None) -> list[Record]:
        """The slip that waits longest is signed by a second person, who counts what it says."""
        number, slip = next(iter(self.table.state.slips.items()))
        awaited = actor(self.table.book.second_signers(slip.post)[0])
        return self.do(acts.Countersign(number, slip.to_count), by or awaited)

    def fill(self, chips: Chips) -> None:
        """A fill is ordered and signed for."""
        self.do(acts.Fill(chips), INSPECTOR)
        self.countersign()

    def correct(self, command: acts.Correct) -> None:
        """A payment is put right, signed by both."""
        self.do(command, INSPECTOR)
        self.countersign()

    # What goes wrong ------------------------------------------------------------------------------

    def declare(self, irregularity: str, ruling: str = "", *, by: Actor, **about: Any) -> None:
        """A person declares an irregularity of this game, by the end of its id: `b-wrong-count`."""
        self.do(self.declared(irregularity, ruling, **about), by)
        if self.table.state.held:
            self.countersign()

    def declared(self, irregularity: str, ruling: str = "", **about: Any) -> acts.Declare:
        """The command that does so, for `refused`."""
        return acts.Declare(
            f"{self.table.book.game.id}.irregularity.{irregularity}", ruling, **about
        )


def at_table(game: str, seats: Sequence[int] = (1,), **setup: Any) -> Driver:
    """A table in play with players seated and bought in; `setup` is as in `Setup`."""
    driver = Driver(game, **setup)
    driver.open()
    driver.sit(*seats)
    return driver


def _deck() -> list[str]:
    return [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
