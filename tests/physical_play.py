"""Random play at a table with keyed cards, over a physical pack that has faults.

Everything that is done was listed by `legal`, and is true: cards are entered as they lie there, nothing
is dealt or drawn that the device does not give, and an irregularity is declared only where it happened.
So a round that ends shows that every state on its way had a legal way on; one that does not end, or
from which nobody can truly go on, is `Stuck`.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import accumulate
from random import Random
from typing import NamedTuple

from tablewright.rules.irregularities import Effect
from tablewright.table import acts
from tablewright.table.actors import Actor, player
from tablewright.table.acts.taking_back import unmatched
from tablewright.table.allowed import Allowed
from tablewright.table.machine import Keeper, Table
from tablewright.table.record import Act
from tablewright.table.setup import Setup
from tests.physical_pack import Pack, Rates
from tests.table_play import FINISHING, KINDS, STAFF, START, WHEN, built, lacking, money_holds

MOST_ACTS = 600
"""No round takes so many."""
ENOUGH_ACTS = 120
"""After so many a round is brought to its end."""
PLACES = (1, 2, 3)


class Stuck(AssertionError):
    """A state from which nobody can truly go on by what is legal."""


# What is true --------------------------------------------------------------------------------------

Truth = Callable[["PhysicalPlay", int], str | None]
"""The card that an irregularity about a place names, if any; None where it has not happened."""


def _of_next_card(play: "PhysicalPlay", place: int) -> str | None:
    card = play.pack.next(play.number)
    return card.face if card and card.is_up and not card.is_no_card else None


def _face_up(play: "PhysicalPlay", place: int) -> str | None:
    card = play.pack.face_up_among(play.number, play.cards_to_deal)
    return card.face if card else None


def _wrong_count(play: "PhysicalPlay", place: int) -> str | None:
    if not play.pack.hands:
        is_out = not play.table.device.is_machine and not play.gives_hands
        return "" if is_out else None
    return "" if place in play.pack.wrong_hands(play.size) else None


def _malfunction(play: "PhysicalPlay", place: int) -> str | None:
    is_out = play.table.state.phase == "deal" and not play.gives_hands
    return "" if is_out or play.pack.is_jammed else None


def _jammed(play: "PhysicalPlay", place: int) -> str | None:
    return "" if play.pack.is_jammed else None


def _exposed(play: "PhysicalPlay", place: int) -> str | None:
    return play.pack.seen or None


def _not_delivered(play: "PhysicalPlay", place: int) -> str | None:
    wanted = play.table.state.burn_due or 1
    return None if play.pack.gives(play.number, wanted) else ""


def _foreign(play: "PhysicalPlay", place: int) -> str | None:
    table, pack = play.table, play.pack
    if table.book.is_draw:
        card = pack.next(play.number)
        return "" if card and card.is_foreign else None
    coming = pack.cards[play.number][-play.cards_to_deal :] if not pack.hands else []
    is_fouled = any(card.is_foreign for card in coming) or pack.is_fouled(table.device.decks)
    return "" if is_fouled else None


def _foreign_drawn(play: "PhysicalPlay", place: int) -> str | None:
    return "" if any(card.is_foreign for card in play.pack.drawn) else None


def _runs_out(play: "PhysicalPlay", place: int) -> str | None:
    is_dealt = bool(play.pack.hands)
    is_out = len(play.pack.cards[play.number]) < play.cards_to_deal
    return "" if is_out and not is_dealt else None


def _left_out(play: "PhysicalPlay", place: int) -> str | None:
    """The machine itself knows that a step was left out."""
    return ""


def _harmless(play: "PhysicalPlay", place: int) -> str | None:
    """It can happen at any time, and leads nowhere."""
    return "" if play.rng.random() < 0.002 else None


TRUTHS: dict[str, Truth] = {
    "a-face-up": _face_up,
    "b-wrong-count": _wrong_count,
    "c-dealer-exposed": _exposed,
    "d-malfunction": _malfunction,
    "d-malfunction-after-deal": _jammed,
    "touched-wager": _harmless,
    "cards-out-of-view": _harmless,
    "face-up-in-shuffler": _of_next_card,
    "not-delivered": _not_delivered,
    "missed-burn": _left_out,
    "exposed-burn": _of_next_card,
    "exposed-after-call": _of_next_card,
    "exposed-before-call": _of_next_card,
    "unshuffled-round": _left_out,
    "shuffle-left-out": _left_out,
    "shoe-runs-out": _not_delivered,
    "hand-near-wagers": _harmless,
    "foreign-card": _foreign,
    "foreign-card-drawn": _foreign_drawn,
    "pack-runs-out": _runs_out,
}
"""When each irregularity has happened, by the end of its id."""

LIKELY = {
    "no-more-bets": 4.0, "wager": 1.0, "buy-in": 0.03, "sit": 0.03, "fill": 0.005,
    "approve": 1.0, "declare": 0.1, "overlook": 0.2, "take-back": 0.1,
    "substitute": 0.002, "remove-cards": 0.005, "order-shuffle": 0.005, "leave": 0.005,
}  # fmt: skip
OFTEN = ("deal", "decide", "reveal", "show", "settle", "burn", "draw", "clear")
OF_CARDS = ("bring-decks", "examine", "sign", "wash")
"""What brings new cards to the table."""
OPENING = ("count-float", "report-error", "check-equipment", "display-sign", "shuffle")
SELDOM = 0.008
"""How often anything else is done."""


class Ways(NamedTuple):
    """Who might do what in one part of a round, and how likely each is."""

    pairs: list[tuple[type[Act], Actor]]
    weights: list[float]


class PhysicalPlay:
    """A keyed table with people at it who do what is legal and true."""

    def __init__(
        self, setup: Setup, rng: Random, keeper: Keeper | None = None, rates: Rates | None = None
    ) -> None:
        assert setup.is_keyed
        self.table = Table(setup, keeper)
        self.rng, self.now = rng, START
        self.pack = Pack(rng, rates or Rates())
        self.acts_in_round = 0
        self.declared: Counter[str] = Counter()
        self._ways: dict[tuple[object, ...], Ways] = {}
        self.table.set_up(self.now)

    # What lies there ------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The pack in use."""
        return self.table.state.packs.pack

    @property
    def size(self) -> int:
        """How many cards a hand has."""
        return self.table.book.contest.hand_cards

    @property
    def cards_to_deal(self) -> int:
        dealt_to = [place for place in self.table.state.seats if self.table.stakes(place)]
        return (len(dealt_to) + 1) * self.size

    @property
    def gives_hands(self) -> bool:
        """Whether the device gives the cards for every hand."""
        return self.pack.gives(self.number, self.cards_to_deal)

    # Playing --------------------------------------------------------------------------------------

    def open(self) -> None:
        """From the locked rack to the open table."""
        while self.table.state.status == "opening":
            self._wait()
            assert self._at_random() or self._anything(), "a table that cannot open"

    def _wait(self) -> None:
        self.now += timedelta(seconds=self.rng.choice([0, 1, 5, 20]))
        self.table.now = self.now

    def play_round(self) -> None:
        """From here to the end of the round, whatever happens."""
        table, was = self.table, self.table.state.round
        self.acts_in_round = 0
        while table.state.round == was:
            self.step()

    def step(self) -> None:
        """One act that is legal and true; once a round has begun for long, one that ends it."""
        self._wait()
        self.acts_in_round += 1
        if self.acts_in_round > MOST_ACTS:
            raise Stuck(f"{self} goes on for ever")
        state = self.table.state
        if not state.is_begun and self.table.is_felt_bare():
            self.acts_in_round = 0
            if not self._at_random() and not self._anything():
                raise Stuck(f"{self}: no round can begin")
            return
        if self.acts_in_round < ENOUGH_ACTS and self._at_random():
            return
        if not self._to_the_end():
            raise Stuck(f"{self}: nobody can go on")

    def __str__(self) -> str:
        state, pack = self.table.state, self.pack
        known = (len(pack.cards.get(self.number, ())), pack.hands, pack.drawn, pack.is_jammed)
        return (
            f"{self.table.book.game.id} {state.packs.device} {state.status} {state.phase}: {known}"
        )

    def _at_random(self) -> bool:
        """Something that may be done, the likelier the sooner; False if little was found."""
        ways = self._known_ways()
        for _ in range(25):
            kind, by = ways.pairs[bisect(ways.weights, self.rng.random() * ways.weights[-1])]
            found = self._offers(kind, by)
            if found and self._do(self.rng.choice(found), by):
                return True
        return False

    def _offers(self, kind: type[Act], by: Actor) -> list[Allowed]:
        """What may be done; of wagers only those that another waits for, as long as one does."""
        table, found = self.table, self.table.offers(kind, by)
        if kind is acts.Wager and any(unmatched(table, place) for place in table.state.seats):
            return [each for each in found if lacking(table, each) > 0]
        return found

    def _anything(self) -> bool:
        """Anything that may be done, however unlikely."""
        pairs = self._known_ways().pairs
        for kind, by in self.rng.sample(pairs, len(pairs)):
            found = self.table.offers(kind, by)
            if kind is not acts.BeginClosing and found and self._do(self.rng.choice(found), by):
                return True
        return False

    def _known_ways(self) -> Ways:
        table, state = self.table, self.table.state
        places = tuple(state.seats)
        key = state.status, state.phase, state.held is None, places, self._wanted()
        known = self._ways.get(key)
        if known is None:
            people = (*STAFF, *(player(place) for place in PLACES))
            pairs = [
                (kind, by)
                for by in people
                for kind in table.acts_for(by.role)
                if by.place in (0, *places) or kind is acts.Sit
            ]
            likely = [self._likely(kind, by) for kind, by in pairs]
            known = self._ways[key] = Ways(pairs, list(accumulate(likely)))
        return known

    def _wanted(self) -> frozenset[str]:
        """What is likely to be wanted beside the round's own acts; only to find it sooner."""
        state, device = self.table.state, self.table.device
        packs, found = state.packs, set[str]()
        if not state.decks.is_washed:
            found.update(OF_CARDS)
        elif packs.is_broken:
            found.add("mend")
        elif len(packs.seals) < device.packs or packs.due:
            found.add("shuffle")
        elif device.cut and packs.cut is None:
            found.add("cut")
        if state.slips:
            found.add("countersign")
        if packs.cut is not None and self.pack.is_past_cut_card(packs.pack):
            found.add("show-cut-card")
        if state.overlooked or self.pack.has_fault(packs.pack):
            found.add("declare")
        return frozenset(found)

    def _likely(self, kind: type[Act], by: Actor) -> float:
        state, name = self.table.state, str(kind.__struct_config__.tag)
        if name == "begin-closing" or (name == "show" and state.phase != "settle"):
            return 0.0
        if name in OFTEN or name in self._wanted():
            if name == "declare":
                return 2.0  # Now and then nobody notices.
            return 0.1 if name == "decide" and by in STAFF else 10.0
        if state.status == "opening":
            return 10.0 if kind.is_awaited or name in OPENING else SELDOM
        if name == "sit" and not state.seats:
            return 10.0
        if name == "wager" and state.phase != "wagers":
            return SELDOM
        if name == "approve" and state.phase != "settle":
            return 0.0
        return LIKELY.get(name, SELDOM)

    def _to_the_end(self) -> bool:
        """The first thing that brings the round to its end."""
        people = [*STAFF, *map(player, self.table.state.seats)]
        names = ("declare", *FINISHING)
        for name in names:
            if name in WHEN and not WHEN[name](self.table):
                continue
            for by in people:
                found = self.table.offers(KINDS[name], by)
                self.rng.shuffle(found)
                if any(self._do(allowed, by) for allowed in found):
                    return True
        return False

    # One act --------------------------------------------------------------------------------------

    def _do(self, allowed: Allowed, by: Actor) -> bool:
        """Do something as it is true; False where it is not, or the machine takes it otherwise."""
        command = self._true(allowed)
        if command is None or command.check(self.table, allowed) is not None:
            return False
        number, burns = self.number, self.table.course.burns_next(self.table.state)
        burnt = self.table.state.burn_due
        self.table.act(command, by, self.now)
        money_holds(self.table.state)
        self._follow(command, number, burnt, burns=burns)
        return True

    def _true(self, allowed: Allowed) -> Act | None:
        """The act as it is true of the cards that lie there; None, where it cannot be."""
        pack, table = self.pack, self.table
        match allowed.command:
            case "deal":
                return acts.Deal() if self.gives_hands else None
            case "burn":
                return acts.Burn() if pack.gives(self.number, table.state.burn_due) else None
            case "draw":
                card = pack.next(self.number)
                is_given = card and pack.gives(self.number, 1) and not card.is_no_card
                return acts.Draw(card.face) if card and is_given else None
            case "reveal":
                cards = self._entered(0)
                return acts.Reveal(cards) if cards else None
            case "show":
                cards = self._entered(allowed.place)
                plays = tuple(self.rng.sample(range(self.size), allowed.plays))
                return acts.Show(allowed.place, cards, plays=plays) if cards else None
            case "show-cut-card":
                return acts.ShowCutCard() if pack.is_past_cut_card(self.number) else None
            case "examine":
                is_found = not pack.is_whole(table.device.decks) and self.rng.random() < 0.5
                return acts.Examine("a card too many or too few" if is_found else "")
            case "declare":
                return self._declared(allowed)
        return built(table, allowed, self.rng)

    def _entered(self, place: int) -> str:
        """A hand as it is keyed in; nothing, where it is not one of this game's."""
        hand = self.pack.hands.get(place, [])
        is_hand = len(hand) == self.size and not any(card.is_no_card for card in hand)
        return " ".join(card.face for card in hand) if is_hand else ""

    def _declared(self, allowed: Allowed) -> Act | None:
        (id,) = allowed.choices
        card = TRUTHS[id.rpartition(".")[2]](self, allowed.place)
        if card is None:
            return None
        wager = self.rng.choice(sorted(self.table.stakes(allowed.place))) if allowed.wager else ""
        named = card if allowed.cards else ""
        return acts.Declare(id, self.rng.choice(allowed.rulings), allowed.place, wager, named)

    # What follows ---------------------------------------------------------------------------------

    def _follow(self, command: Act, number: int, burnt: int, *, burns: bool) -> None:
        """What an act does to the cards; what it was about has happened by then."""
        pack, device = self.pack, self.table.device
        match command:
            case acts.BringDecks():
                pack.bring(device.packs, device.decks)
            case acts.Shuffle():
                pack.shuffle(command.pack)
            case acts.Cut() if device.has_cut_card_within:
                pack.insert_cut_card(number)
            case acts.NoMoreBets() if device.is_machine:
                pack.may_jam()
            case acts.Deal():
                places = tuple(p for p, seat in self.table.state.seats.items() if seat.slots)
                pack.deal(number, places, self.size)
                if device.is_machine and device.packs > 1:
                    pack.may_jam()
            case acts.Burn():
                pack.lay_aside(number, burnt + self.rng.choice([-1, 0, 0, 0, 0, 0, 0, 1]))
            case acts.Draw():
                pack.drawn.append(pack.cards[number].pop())
            case acts.Clear():
                pack.clear(number)
            case acts.Mend():
                for each in pack.cards:
                    pack.put_right(each)
            case acts.Substitute():
                pack.is_jammed = False
            case acts.ReplaceCards():
                pack.make_whole(device.decks)
            case acts.Declare():
                self._rule(command, number, burns=burns)

    def _rule(self, command: acts.Declare, number: int, *, burns: bool) -> None:
        """What a ruling does to the cards that lie there."""
        pack, table = self.pack, self.table
        name = command.irregularity.rpartition(".")[2]
        irregularity = table.course.irregularities[command.irregularity]
        found = irregularity.rulings_with(table.device, table.book.rulings)
        ruling = next(each for each in found if each.id == (command.ruling or found[0].id))
        self.declared[f"{name} {ruling.id}"] += 1
        match ruling.effect:
            case Effect.CARD_RETURNED | Effect.CARD_USED:
                pack.turn_down(number)
            case Effect.CARD_BURNT:
                pack.turn_down(number)
                pack.lay_aside(number, 0 if burns else 1)
            case Effect.PLAY_ON if name == "foreign-card":
                pack.cards[number].pop()
            case Effect.PLAY_ON if name == "foreign-card-drawn":
                pack.accept_drawn()
            case Effect.PLAY_ON if not ruling.breaks_device and not irregularity.overlooked:
                pack.put_right(number)
                pack.seen = ""
                if pack.hands:
                    pack.count_right(number, self.size)
