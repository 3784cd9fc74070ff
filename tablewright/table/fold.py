"""The fold: what each event does to the state of a table.

`Fold.apply` carries out what was decided; it refuses nothing and looks nothing up that is not in the
events, the state or the rules.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from tablewright.rules.cards import Card, cards
from tablewright.rules.procedure import Device, Effect, Irregularity, Ruling
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import CAGE, DROP, FLOAT, PATRONS, TIPS, Move, rail, spot
from tablewright.table.setup import Book
from tablewright.table.state import CLOSED, CLOSING, IN_PLAY, Decks, Packs, Seat, State


def tag_of(kind: type) -> str:
    """The name under which a record is written."""
    return e.hyphenated(kind.__name__)


class Fold:
    """Applies events to a state, under the rules of one table."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._appliers: dict[type, Callable[[State, Any], None]] = {
            kind: getattr(self, f"_{tag_of(kind).replace('-', '_')}", self._moves)
            for kind in e.every_event()
        }
        procedure = book.procedure
        self.irregularities = {each.id: each for each in procedure.irregularities}
        self._devices = {each.id: each for each in procedure.devices}
        self._facts: tuple[tuple[tuple[str, ...], bool] | None, int] = None, 0

    def apply(self, state: State, event: e.Record, at: datetime) -> None:
        """Carry out one event."""
        state.at = at
        self._appliers[type(event)](state, event)

    def device(self, state: State) -> Device:
        return self._devices[state.packs.device]

    def ruling(self, state: State, declared: c.Declare) -> tuple[Irregularity, Ruling]:
        irregularity = self.irregularities[declared.irregularity]
        for ruling in irregularity.rulings_with(self.device(state), self.book.rulings):
            if ruling.id == declared.ruling:
                return irregularity, ruling
        raise AssertionError(f"{declared} has no such ruling")

    # What moves chips only ------------------------------------------------------------------------

    def _moves(self, state: State, event: Any) -> None:
        for move in getattr(event, "moves", ()):
            state.bank.make(move)

    def _buy_in(self, state: State, event: c.BuyIn) -> None:
        state.bank.make(Move(PATRONS, DROP, cash=event.cash))
        state.bank.make(Move(FLOAT, rail(event.place), event.chips))

    def _change_colour(self, state: State, event: c.ChangeColour) -> None:
        state.bank.make(Move(rail(event.place), FLOAT, event.give))
        state.bank.make(Move(FLOAT, rail(event.place), event.take))

    def _tip(self, state: State, event: c.Tip) -> None:
        state.bank.make(Move(rail(event.place), TIPS, event.chips))

    # Opening and closing --------------------------------------------------------------------------

    def _set_up(self, state: State, event: c.SetUp) -> None:
        staff = event.setup.staff
        state.staff = {
            "dealer": staff.dealer,
            "inspector": staff.inspector,
            "pit-boss": staff.pit_boss,
            "surveillance": staff.surveillance,
        }
        state.bank.make(Move(CAGE, FLOAT, dict(event.setup.float_chips)))

    def _unlock_rack(self, state: State, event: c.UnlockRack) -> None:
        state.is_unlocked = True

    def _count_float(self, state: State, event: c.CountFloat) -> None:
        state.counted, state.error = dict(event.chips), ""
        # What was signed before was signed for another count.
        unsigned = ("opener", "error-notification", "closer")
        state.signatures = {f: who for f, who in state.signatures.items() if f not in unsigned}

    def _report_error(self, state: State, event: c.ReportError) -> None:
        state.error = event.nature

    def _sign(self, state: State, event: c.Sign) -> None:
        signed = {**state.signatures.get(event.form, {}), event.post: event.who}
        state.signatures = {**state.signatures, event.form: signed}

    def _form_completed(self, state: State, event: e.FormCompleted) -> None:
        state.completed = (*(f for f in state.completed if f != event.form), event.form)
        state.signatures = {f: who for f, who in state.signatures.items() if f != event.form}

    def _slip_prepared(self, state: State, event: e.SlipPrepared) -> None:
        state.slips = {**state.slips, event.slip: event}
        state.slips_made = event.slip

    def _countersign(self, state: State, event: c.Countersign) -> None:
        if event.differs:
            times = state.miscounts.get(event.slip, 0) + 1
            state.miscounts = {**state.miscounts, event.slip: times}
            return
        self._put_away(state, event.slip)
        if event.form == e.VOID:
            declared, state.held = state.held, None
            assert declared is not None
            self._rule(state, declared)

    def _cancel_slip(self, state: State, event: c.CancelSlip) -> None:
        if state.slips[event.slip].form == e.VOID:
            state.held = None
        self._put_away(state, event.slip)

    def _put_away(self, state: State, slip: int) -> None:
        state.slips = {n: each for n, each in state.slips.items() if n != slip}
        state.miscounts = {n: times for n, times in state.miscounts.items() if n != slip}

    def _check_equipment(self, state: State, event: c.CheckEquipment) -> None:
        state.has_equipment = True

    def _display_sign(self, state: State, event: c.DisplaySign) -> None:
        state.has_sign = True

    def _bring_decks(self, state: State, event: c.BringDecks) -> None:
        state.decks = Decks(event.backs)
        state.cards_out = False
        self._forget(state, "card-and-dice-slip-in", "card-and-dice-slip-out")

    def _forget(self, state: State, *forms: str) -> None:
        state.completed = tuple(form for form in state.completed if form not in forms)
        state.signatures = {f: who for f, who in state.signatures.items() if f not in forms}

    def _examine(self, state: State, event: c.Examine) -> None:
        state.decks.examined = (*state.decks.examined, event.post)

    def _cards_rejected(self, state: State, event: e.CardsRejected) -> None:
        state.decks = Decks()

    def _wash(self, state: State, event: c.Wash) -> None:
        state.decks.is_washed = True
        state.decks.since = state.at
        state.packs.seals = {}

    def _opened(self, state: State, event: e.Opened) -> None:
        state.status, state.phase = IN_PLAY, self.book.procedure.phases[0].id

    def _begin_closing(self, state: State, event: c.BeginClosing) -> None:
        state.status = CLOSING
        state.counted, state.error = None, ""

    def _remove_cards(self, state: State, event: c.RemoveCards) -> None:
        state.decks, state.cards_out = Decks(), True
        state.packs = Packs(state.packs.device, is_broken=state.packs.is_broken)
        state.overlooked -= {"shuffle"}

    def _remove_drop_box(self, state: State, event: c.RemoveDropBox) -> None:
        state.drop_out = True

    def _closed(self, state: State, event: e.Closed) -> None:
        state.status, state.phase = CLOSED, ""

    # Staff and players ----------------------------------------------------------------------------

    def _relieve(self, state: State, event: c.Relieve) -> None:
        state.staff = {**state.staff, event.post: event.who}

    def _sit(self, state: State, event: c.Sit) -> None:
        state.seats[event.place] = Seat(event.player)
        state.seats = dict(sorted(state.seats.items()))
        if state.was_vacant:
            state.was_vacant = False
            if self.book.procedure.shuffle_after_vacancy and self._is_shoe(state):
                state.packs.due = "the table was vacant"

    def _is_shoe(self, state: State) -> bool:
        device = self.device(state)
        return device.has_cut_card_within and bool(state.packs.seals)

    def _leave(self, state: State, event: c.Leave) -> None:
        chips = state.bank.chips(rail(event.place))
        if chips:
            state.bank.make(Move(rail(event.place), PATRONS, dict(chips)))
        del state.seats[event.place]
        state.was_vacant = not state.seats

    def _agree_limits(self, state: State, event: c.AgreeLimits) -> None:
        state.seats[event.place].limits = dict(event.limits)

    # Wagers ---------------------------------------------------------------------------------------

    def _wager(self, state: State, event: c.Wager) -> None:
        target = spot(event.place, event.wager, event.for_dealer)
        state.bank.make(Move(rail(event.place), target, event.chips))

    def _advised(self, state: State, event: e.Advised) -> None:
        if event.limit != "minimum":
            return
        seat = state.seats[event.place]
        if event.wager in seat.advised:
            seat.small |= {event.wager}
        seat.advised |= {event.wager}

    def _late_wager(self, state: State, event: c.LateWager) -> None:
        pass  # It was never in play: the journal remembers it.

    def _take_back(self, state: State, event: c.TakeBack) -> None:
        source = spot(event.place, event.wager, event.for_dealer)
        state.bank.make(Move(source, rail(event.place), dict(state.bank.chips(source))))

    def _no_more_bets(self, state: State, event: c.NoMoreBets) -> None:
        first = not state.is_begun
        state.is_begun = True
        if self.book.is_draw:
            before_round, before_card = self.device(state).burns_under(self.book.rulings)
            state.burn_due = before_card + (before_round if first else 0)
            state.burns = (*state.burns, 0)
        self._go_on(state)

    def _go_on(self, state: State) -> None:
        """The phase that follows."""
        phase = self.book.phase[state.phase]
        is_last = self.book.is_draw and (state.is_void or len(state.drawn) == self.book.draw.cards)
        state.phase = phase.then_at_last if is_last and phase.then_at_last else phase.then

    # Dealing --------------------------------------------------------------------------------------

    def _deal(self, state: State, event: c.Deal) -> None:
        """One card at a time to each place that wagered, the dealer last."""
        places = [p for p in state.seats if state.stakes(p, self.book.wagers)]
        if not state.setup.deals_from_right:
            places.reverse()
        hands, first = len(places) + 1, state.packs.next
        size = self.book.contest.hand_cards
        for n, place in enumerate(places):
            state.seats[place].slots = tuple(range(first + n, first + n + hands * size, hands))
        state.dealer_slots = tuple(
            range(first + hands - 1, first + hands - 1 + hands * size, hands)
        )
        state.packs.next = first + hands * size
        self._go_on(state)
        self._end_deciding(state)

    def undecided(self, state: State) -> Iterator[int]:
        """The places that must still decide."""
        by = self.book.contest.decided_by
        for place, seat in state.seats.items():
            if seat.slots and not seat.decision and spot(place, by) in state.bank.accounts:
                yield place

    def _end_deciding(self, state: State) -> None:
        if next(self.undecided(state), None) is None:
            self._go_on(state)

    def _decide(self, state: State, event: c.Decide) -> None:
        seat = state.seats[event.place]
        seat.decision, seat.plays = event.decision, event.cards
        self._end_deciding(state)

    def _reveal(self, state: State, event: c.Reveal) -> None:
        state.dealer_cards = event.cards
        self._go_on(state)
        self._begin_settling(state)

    def _show(self, state: State, event: c.Show) -> None:
        seat = state.seats[event.place]
        seat.cards, seat.plays = event.cards, self.played(seat)

    def played(self, seat: Seat) -> tuple[int, ...]:
        """Which cards of a hand are in play; of keyed cards the first, where some are."""
        if seat.plays or not seat.decision:
            return seat.plays
        return tuple(range(self.book.contest.decision[seat.decision].plays or 0))

    def _burn(self, state: State, event: c.Burn) -> None:
        state.packs.next += state.burn_due
        state.burns = (*state.burns[:-1], state.burns[-1] + state.burn_due)
        state.burn_due, state.burn_was_seen = 0, False

    def _draw(self, state: State, event: c.Draw) -> None:
        state.packs.next += 1
        state.drawn = (*state.drawn, event.card)
        self._go_on(state)
        self._begin_settling(state)

    def _cut_card_seen(self, state: State, event: e.CutCardSeen) -> None:
        state.packs.cut_card_seen = True

    def _card_held(self, state: State, event: e.CardHeld) -> None:
        pass  # A drawn card that is settled lies in its holding box.

    def _called(self, state: State, event: e.Called) -> None:
        pass  # Words leave no trace on the felt.

    # Settling -------------------------------------------------------------------------------------

    def hand(self, texts: tuple[str, ...] | str) -> tuple[Card, ...]:
        return cards(" ".join(texts) if isinstance(texts, tuple) else texts)

    def must_show(self, state: State, place: int) -> bool:
        """Whether a player's hand is looked at in the settlement."""
        if self.book.is_draw or state.is_void:
            return False
        looks = self.book.contest.looks[state.seats[place].decision or None]
        return bool(looks.player or looks.against)

    def _begin_settling(self, state: State) -> None:
        state.pending = tuple(self._to_settle(state))
        if not state.pending:
            self._go_on(state)

    def _to_settle(self, state: State) -> Iterator[tuple[int, int]]:
        for stage, wagers in enumerate(self.book.stage_wagers):
            from_right = self.book.stages[stage].is_from_right or state.setup.settles_from_right
            for place in state.seats if from_right else reversed(state.seats):
                if any(self.is_due(state, place, wager) for wager in wagers):
                    yield stage, place

    def is_due(self, state: State, place: int, wager: str) -> bool:
        """Whether a wager lies on the felt and what has come decides it."""
        if spot(place, wager) not in state.bank.accounts:
            return False
        if not self.book.is_draw or state.is_void or wager in self.book.on_card:
            return True
        return not self.book.cashier.stands(wager, self.round_facts(state))

    def round_facts(self, state: State) -> int:
        """The facts of the round so far; asked for by every wager on it, found once a card."""
        of = state.drawn, state.is_void
        if self._facts[0] != of:
            facts = self.book.draw.round_facts(self.hand(state.drawn), is_void=state.is_void)
            self._facts = of, facts
        return self._facts[1]

    def _settle(self, state: State, event: c.Settle) -> None:
        state.pending, state.has_settled = state.pending[1:], True
        state.seats[event.place].is_approved = False
        if not state.pending:
            self._go_on(state)

    def _settled(self, state: State, event: e.Settled) -> None:
        for move in event.moves:
            state.bank.make(move)
        small = state.seats[event.place].small
        if small:
            state.seats[event.place].small = small - {event.wager}

    def _approve(self, state: State, event: c.Approve) -> None:
        state.seats[event.place].is_approved = True

    def _clear(self, state: State, event: c.Clear) -> None:
        device, packs = self.device(state), state.packs
        for seat in state.seats.values():
            seat.slots, seat.cards, seat.decision, seat.plays = (), "", "", ()
        state.dealer_slots, state.dealer_cards = (), ""
        state.drawn, state.burns, state.burn_due = (), (), 0
        state.is_void, state.is_begun, state.pending = False, False, ()
        state.has_settled, state.burn_was_seen = False, False
        state.exposed, state.declared, state.overlooked = (), (), frozenset()
        state.round += 1
        packs.rounds += 1
        if device.rounds_between_shuffles == 1:
            packs.unseal(packs.pack)
            packs.pack = (packs.pack + 1) % device.packs
            packs.next, packs.cut, packs.rounds = 0, None, 0
        elif not packs.due:
            packs.due = self._due(packs, device)
        self._go_on(state)

    def _due(self, packs: Packs, device: Device) -> str:
        """Why a shoe must be shuffled, by the reading that rules it."""
        due = device.shuffle_due_under(self.book.rulings)
        if packs.cut_card_seen and due.at_cut_card:
            return "the cut card came out"
        if packs.rounds >= device.rounds_between_shuffles and due.at_rounds:
            return f"{device.rounds_between_shuffles} rounds were dealt"
        return ""

    # Cards and devices ----------------------------------------------------------------------------

    def _shuffled(self, state: State, event: c.Shuffled) -> None:
        packs = state.packs
        packs.seals = {**packs.seals, event.pack: event.seal}
        packs.sizes = {**packs.sizes, event.pack: event.cards}
        if event.pack == packs.pack:
            packs.next, packs.cut, packs.rounds = 0, None, 0
            packs.cut_card_seen, packs.due = False, ""
            state.overlooked -= {"shuffle"}

    def _cut(self, state: State, event: c.Cut) -> None:
        state.packs.cut = event.at

    def _unsealed(self, state: State, event: e.Unsealed) -> None:
        pass  # For whoever verifies: the seal named before was of this order.

    def _order_shuffle(self, state: State, event: c.OrderShuffle) -> None:
        state.packs.due = event.reason

    def _replace_cards(self, state: State, event: c.ReplaceCards) -> None:
        state.packs.due = "cards were replaced"

    def _mend(self, state: State, event: c.Mend) -> None:
        state.packs.is_broken = False

    def _substitute(self, state: State, event: c.Substitute) -> None:
        state.packs = Packs(event.device)
        state.overlooked -= {"shuffle"}

    # Irregularities -------------------------------------------------------------------------------

    def burns_next(self, state: State) -> bool:
        """Whether the next card of the pack is one that will be burnt."""
        if state.phase != "wagers":
            return bool(state.burn_due)
        before_round, before_card = self.device(state).burns_under(self.book.rulings)
        return bool(before_card or (before_round and not state.is_begun))

    def _overlook(self, state: State, event: c.Overlook) -> None:
        state.overlooked |= {event.step}
        if event.step == "burn":
            state.burn_due = 0

    def needs_second(self, state: State, ruling: Ruling) -> bool:
        """Whether a ruling waits for two signatures: it would void what the cards have decided."""
        return ruling.effect is Effect.VOID and bool(state.dealer_cards or state.drawn)

    def _declare(self, state: State, event: c.Declare) -> None:
        if self.needs_second(state, self.ruling(state, event)[1]):
            state.held = event
        else:
            self._rule(state, event)

    def _rule(self, state: State, event: c.Declare) -> None:
        """The ruling on an irregularity is carried out."""
        irregularity, ruling = self.ruling(state, event)
        state.declared = (*state.declared, irregularity.id)
        state.overlooked -= {irregularity.overlooked}
        packs = state.packs
        if event.card:
            state.exposed = (*state.exposed, event.card)
        if ruling.breaks_device:
            packs.is_broken = True
            # The other pack lies in the device that failed: it is shuffled again too.
            packs.seals = {n: seal for n, seal in packs.seals.items() if n == packs.pack}
        if ruling.reshuffles and self.device(state).rounds_between_shuffles > 1:
            packs.due = packs.due or irregularity.title
        match ruling.effect:
            case Effect.VOID:
                state.is_void, state.is_begun = True, True
                state.phase = "settle"
                self._begin_settling(state)
            case Effect.CARD_RETURNED:
                packs.unseal(packs.pack)
            case Effect.CARD_BURNT if self.burns_next(state):
                state.burn_was_seen = True
            case Effect.CARD_BURNT:
                packs.next += 1
