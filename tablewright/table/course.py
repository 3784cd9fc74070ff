"""The course of a table: what each record does to the state, and how a round goes on from there.

`Course.apply` carries out what was decided; it refuses nothing and looks nothing up that is not in the
record, the state or the rules.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules import phases
from tablewright.rules.cards import Card, cards
from tablewright.rules.devices import Device
from tablewright.rules.irregularities import Effect, Irregularity, Ruling
from tablewright.rules.phases import Cause, PhaseId
from tablewright.table.chips import spot, wager_in
from tablewright.table.record import Record
from tablewright.table.setup import Book
from tablewright.table.state import Packs, Paid, Seat, State

if TYPE_CHECKING:
    from tablewright.table.acts.irregular import Declare
    from tablewright.table.acts.payments import Settled


DECIDE, DRAW, SETTLE = PhaseId.DECIDE, PhaseId.DRAW, PhaseId.SETTLE
BEFORE_CARDS = ("", PhaseId.WAGERS)


class Course:
    """Applies records to a state, under the rules of one table."""

    def __init__(self, book: Book) -> None:
        self.book = book
        procedure = book.procedure
        self.irregularities = {each.id: each for each in procedure.irregularities}
        self.incidents = {each.id: each for each in procedure.incidents}
        # Who settles by hand looks over the layout first, where the manual asks for it.
        self._looks_over = (
            procedure.protection.look_over is not None and "settle" not in book.automatic
        )
        self.devices = {each.id: each for each in procedure.devices}
        self.takes_back = bool(
            procedure.takes_back_when_void and book.rulings.hold(procedure.takes_back_when_void)
        )
        """Whether a round that is void takes back what was settled in it."""
        self.has_felt = book.setup.is_keyed or book.setup.is_rehearsal
        """Whether chips lie on a felt, or a rehearsal pretends so: elsewhere none can be moved."""
        self._facts: tuple[tuple[tuple[str, ...], bool] | None, int] = None, 0

    def apply(self, state: State, record: Record, at: datetime) -> None:
        """Carry out one record: its chips move, then what it does beside that is done."""
        state.at = at
        for move in record.moved():
            state.bank.make(move)
        record.apply(state, self)

    def device(self, state: State) -> Device:
        return self.devices[state.packs.device]

    # Phases ---------------------------------------------------------------------------------------

    def begin_play(self, state: State) -> None:
        """The first phase of the first round."""
        state.phase = self.book.procedure.phases[0].id

    def end_play(self, state: State) -> None:
        """No phase any more."""
        state.phase = ""

    def lead_on(self, state: State, cause: Cause) -> None:
        """The phase that follows from here by what has happened."""
        state.phase = self.book.phase[state.phase].leads[cause]

    def takes_wagers(self, state: State) -> bool:
        """Whether wagers are taken for the next cards, or no round has been played yet."""
        return state.phase in BEFORE_CARDS

    def is_deciding(self, state: State) -> bool:
        """Whether players look at their hands and decide."""
        return state.phase == DECIDE

    def is_drawing(self, state: State) -> bool:
        """Whether the next card for everyone is to be drawn."""
        return state.phase == DRAW

    def is_settling(self, state: State) -> bool:
        """Whether wagers are being settled."""
        return state.phase == SETTLE

    # Deciding -------------------------------------------------------------------------------------

    def must_decide(self, state: State, place: int) -> bool:
        """Whether the player at a place must still decide."""
        seat = state.seats[place]
        if seat.decision or not seat.slots:
            return False
        return spot(place, self.book.contest.decided_by) in state.bank.accounts

    def undecided(self, state: State) -> Iterator[int]:
        """The places that must still decide."""
        for place in state.seats:
            if self.must_decide(state, place):
                yield place

    def end_deciding(self, state: State) -> None:
        """Go on, once every place has decided that must."""
        if next(self.undecided(state), None) is None:
            self.lead_on(state, phases.ALL_DECIDED)

    def unnamed(self, seat: Seat) -> int:
        """How many cards of a hand are put in play and not named yet, as keyed ones are not."""
        if not seat.decision or seat.plays:
            return 0
        return self.book.contest.decision[seat.decision].plays or 0

    # Settling -------------------------------------------------------------------------------------

    def hand(self, texts: tuple[str, ...] | str) -> tuple[Card, ...]:
        return cards(" ".join(texts) if isinstance(texts, tuple) else texts)

    def must_show(self, state: State, place: int) -> bool:
        """Whether a player's hand is looked at in the settlement."""
        if self.book.is_draw or state.is_void:
            return False
        looks = self.book.contest.looks[state.seats[place].decision or None]
        return bool(looks.player or looks.against)

    def begin_settling(self, state: State) -> None:
        """List what is to be settled; go on, if nothing is."""
        state.pending = tuple(self._to_settle(state))
        state.is_look_due = self._looks_over and bool(state.pending) and not state.is_void
        self.end_settling(state)

    def end_settling(self, state: State) -> None:
        """Go on, once everything is settled: to the next card, or to the end of the round."""
        if state.pending:
            return
        is_draw = self.book.is_draw and not state.is_void
        more = is_draw and len(state.drawn) < self.book.draw.cards
        self.lead_on(state, phases.MORE_CARDS if more else phases.ALL_SETTLED)

    def _to_settle(self, state: State) -> Iterator[tuple[int, int]]:
        for stage, wagers in enumerate(self.book.stage_wagers):
            from_right = self.book.stages[stage].is_from_right or state.setup.settles_from_right
            for place in state.seats if from_right else reversed(state.seats):
                if self._has_due(state, place, wagers):
                    yield stage, place

    def _has_due(self, state: State, place: int, wagers: Iterable[str]) -> bool:
        """Whether one of these wagers is to be settled at a place."""
        for wager in wagers:  # noqa: SIM110 - a generator takes three times as long
            if self.is_due(state, place, wager):
                return True
        return False

    def is_due(self, state: State, place: int, wager: str) -> bool:
        """Whether a wager lies on the felt and what has come decides it."""
        if spot(place, wager) not in state.bank.accounts:
            return False
        if not self.book.is_draw or state.is_void or wager in self.book.on_card:
            return True
        return not self.book.cashier.stands(wager, self.round_facts(state))

    # Chips that staff report -----------------------------------------------------------------------

    def note_settled(self, state: State, settled: "Settled") -> None:
        """What a wager came to, for as long as a report may change it."""
        if self.has_felt:
            place, wager, stake = settled.place, settled.wager, settled.stake
            paid = Paid(
                stake + settled.excess,
                stake,
                settled.returned,
                self._most(state, place, wager),
                settled.is_unplayed,
            )
            state.paid = {**state.paid, spot(place, wager): paid}

    def _most(self, state: State, place: int, wager: str) -> int | None:
        """The most that plays on a wager, with what lies beside it for the dealer."""
        if wager not in self.book.offer.placed:
            return None
        kind = self.book.wagers[wager].kind
        _, high = state.seats[place].limits.get(kind) or self.book.setup.limits[kind]
        return high - state.bank.cents(spot(place, wager, True))

    def settled_as(self, state: State, place: int, wager: str) -> Paid | None:
        """How a wager was settled; nothing, if it is still to be, or stands."""
        known = state.paid.get(spot(place, wager))
        if known or not self.book.is_draw or not state.drawn or self.is_drawing(state):
            return known
        if wager not in self.book.on_card and self.book.cashier.stands(
            wager, self.round_facts(state)
        ):
            return None
        stages = {n for n, wagers in enumerate(self.book.stage_wagers) if wager in wagers}
        waits = any(stage in stages and at == place for stage, at in state.pending)
        return None if waits else Paid(0, 0, 0, self._most(state, place, wager))

    def forget_settled(self, state: State) -> None:
        """Bets are closed for the next card: what the last one came to stands."""
        state.paid = {}
        if state.ruled:
            on_card = self.book.on_card
            state.ruled = {
                at: says for at, says in state.ruled.items() if wager_in(at) not in on_card
            }

    def have_cards_decided(self, state: State) -> bool:
        """Whether cards lie open that decide wagers, so that two people sign for what moves money."""
        return bool(state.dealer_cards or state.drawn)

    def go_on_without(self, state: State) -> None:
        """Go on, where a wager is gone that was to be decided on or settled."""
        if self.is_deciding(state):
            self.end_deciding(state)
        elif self.is_settling(state):
            wagers = self.book.stage_wagers
            state.pending = tuple(
                (stage, place)
                for stage, place in state.pending
                if self._has_due(state, place, wagers[stage])
            )
            state.is_look_due = state.is_look_due and bool(state.pending)
            self.end_settling(state)

    # Facts ----------------------------------------------------------------------------------------

    def round_facts(self, state: State) -> int:
        """The facts of the round so far; asked for by every wager on it, found once a card."""
        of = state.drawn, state.is_void
        if self._facts[0] != of:
            facts = self.book.draw.round_facts(self.hand(state.drawn), is_void=state.is_void)
            self._facts = of, facts
        return self._facts[1]

    # Cards ----------------------------------------------------------------------------------------

    def burns_next(self, state: State) -> bool:
        """Whether the next card of the pack is one that will be burnt."""
        if not self.takes_wagers(state):
            return bool(state.burn_due)
        before_round, before_card = self.device(state).burns_under(self.book.rulings)
        return bool(before_card or (before_round and not state.is_begun))

    def shuffle_due(self, packs: Packs, device: Device) -> str:
        """Why a shoe must be shuffled, by the reading that rules it."""
        due = device.shuffle_due_under(self.book.rulings)
        if packs.cut_card_seen and due.at_cut_card:
            return "the cut card came out"
        if packs.rounds >= device.rounds_between_shuffles and due.at_rounds:
            return f"{device.rounds_between_shuffles} rounds were dealt"
        return ""

    def _lay_aside(self, state: State) -> None:
        """A card that was seen lies face down with the burns of the card that comes next."""
        if self.takes_wagers(state):
            state.set_aside += 1
        else:
            state.burns = (*state.burns[:-1], state.burns[-1] + 1)

    # Irregularities -------------------------------------------------------------------------------

    def ruling(self, state: State, declared: "Declare") -> tuple[Irregularity, Ruling]:
        """What was declared, and the ruling on it."""
        irregularity = self.irregularities[declared.irregularity]
        for ruling in irregularity.rulings_with(self.device(state), self.book.rulings):
            if ruling.id == declared.ruling:
                return irregularity, ruling
        raise AssertionError(f"{declared} has no such ruling")

    def needs_second(self, state: State, ruling: Ruling) -> bool:
        """Whether a ruling waits for two signatures: it would void what the cards have decided."""
        return ruling.effect is Effect.VOID and self.have_cards_decided(state)

    def rule(self, state: State, declared: "Declare") -> None:
        """The ruling on an irregularity is carried out."""
        irregularity, ruling = self.ruling(state, declared)
        state.declared = (*state.declared, irregularity.id)
        state.overlooked -= {irregularity.overlooked}
        packs = state.packs
        if ruling.breaks_device:
            packs.is_broken = True
            # The other pack lies in the device that failed: it is shuffled again too.
            packs.seals = {n: seal for n, seal in packs.seals.items() if n == packs.pack}
        if ruling.reshuffles and self.device(state).rounds_between_shuffles > 1:
            packs.due = packs.due or irregularity.title
        if ruling.fouls_cards:
            state.decks.inspection_due = state.decks.inspection_due or irregularity.title
        match ruling.effect:
            case Effect.VOID:
                state.is_void, state.is_begun = True, True
                self.lead_on(state, phases.VOID)
                self.begin_settling(state)
            case Effect.CARD_RETURNED | Effect.RESHUFFLED:
                packs.unseal(packs.pack)
            case Effect.CARD_BURNT if self.burns_next(state):
                state.burn_was_seen = True
            case Effect.CARD_BURNT:
                packs.next += 1
                self._lay_aside(state)
