"""Written rounds of a contest: the dealer's hand and the seats that met it."""

from typing import Any

from tablewright.rules.cards import Card, written
from tablewright.rules.cashier import Cashier
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.errors import Refused, listed
from tablewright.rules.game import Ruleset
from tablewright.rules.money import HouseSettings
from tablewright.rules.stakes import Offer
from tablewright.rules.views import Hand
from tablewright.settling import checks
from tablewright.settling.paid import Result, as_result, totals


class ContestSettler:
    """Settles written rounds in which seats meet a dealer."""

    def __init__(self, ruleset: Ruleset, contest: Contest, house: HouseSettings) -> None:
        self._ruleset = ruleset
        self._contest = contest
        self._cashier = Cashier(ruleset, house)
        self._offer = Offer.of(ruleset.game.wagers)
        self._naming = [decision.id for decision in contest.decisions if decision.plays]
        self._place, self._places = ruleset.game.place, ruleset.game.place_plural
        self._seat_keys = [self._place, "cards", "wagers", "decision", *self._naming]
        qualifies = contest.qualifies
        self._qualifies = qualifies.view.labels(qualifies.label)

    def settle(self, given: Any) -> Result:
        """The result of a round, or a refusal that says what is wrong with it."""
        round_ = checks.an_object(given, "the round", ("dealer", self._places, "void"))
        is_void = checks.a_flag(round_.get("void", False), "void")
        dealer = self._cards(round_.get("dealer", checks.MISSING), "the dealer's hand", is_void)
        name, places = self._place, self._places
        seats = checks.a_list(round_.get(places, checks.MISSING), places)
        if not seats:
            raise Refused(f"{places} is empty: expected at least one {name} with a wager")
        hands = {"the dealer's hand": dealer}
        entries: dict[int, tuple[dict[str, Any], tuple[Card, ...]]] = {}
        for place, each in enumerate(seats, start=1):
            seat = checks.an_object(each, f"entry {place} of {places}", self._seat_keys)
            number = checks.a_place(seat, self._ruleset, entries)
            held = self._cards(
                seat.get("cards", checks.MISSING), f"{name} {number}: cards", is_void
            )
            entries[number] = seat, held
            hands[f"{name} {number}"] = held
        checks.within_decks(hands, self._contest.decks)
        table = Hand(dealer)
        result: Result = {"game": self._ruleset.game.id, "ruleset": self._ruleset.fingerprint}
        if is_void:
            result["void"] = True
        else:
            result["dealer"] = self._dealer(table)
        result[places] = settled = []
        for number, (seat, held) in entries.items():
            try:
                settled.append(self._seat(seat, number, held, table, is_void))
            except Refused as refused:
                raise Refused(f"{name} {number}: {refused}") from None
        return result

    def _cards(self, given: Any, what: str, is_void: bool) -> tuple[Card, ...]:
        """A hand; in a void round it may be missing, or have the wrong number of cards."""
        if not is_void:
            return checks.some_cards(given, what, self._contest.hand_cards)
        return () if given is checks.MISSING else checks.any_cards(given, what)

    def _dealer(self, hand: Hand) -> Result:
        view = self._contest.spoken["hand"]
        qualifies = self._qualifies[hand.strength(self._contest.qualifies.view)]
        said = view.spoken(hand.strength(view))
        return {"cards": written(hand.cards), "hand": said, "qualifies": qualifies}

    def _seat(
        self,
        seat: dict[str, Any],
        number: int,
        held: tuple[Card, ...],
        dealer: Hand,
        is_void: bool,
    ) -> Result:
        placed = self._wagers(seat)
        decision = self._decision(seat, placed, is_void)
        played = self._cards_named(seat, held, decision)
        result: Result = {self._place: number}
        chose = decision.id if decision else None
        stakes = self._offer.on_the_felt(placed, chose)
        if is_void:
            facts = self._contest.void_facts(chose)
        else:
            hand = Hand(held)
            facts = self._contest.facts(dealer, hand, chose, played)
            for name, view in self._contest.spoken.items():
                is_named = played is not None and decision is not None and name == decision.id
                shown = view.strength(played) if is_named and played else hand.strength(view)
                result[name] = view.spoken(shown)
        said = self._contest.space.plain(facts)
        looked_at = self._contest.looked_at(chose, is_void=is_void)
        result["facts"] = {name: said[name] for name in looked_at}
        wagers = {
            id: as_result(self._cashier.settle(id, stake, facts)) for id, stake in stakes.items()
        }
        result["wagers"] = wagers
        return result | totals(list(wagers.values()))

    def _wagers(self, seat: dict[str, Any]) -> dict[str, int]:
        given = seat.get("wagers", checks.MISSING)
        placed = checks.stakes(given, "wagers", self._offer)
        if not placed:
            raise Refused(f"wagers is empty: expected a stake on {listed(self._offer.placed)}")
        checks.belongs_together(placed, "wagers", self._ruleset)
        return placed

    def _decision(
        self, seat: dict[str, Any], placed: dict[str, int], is_void: bool
    ) -> Decision | None:
        """What the seat decided: always where the wager that obliges to is placed, else never."""
        given = seat.get("decision", checks.MISSING)
        obliging, offered = self._contest.decided_by, self._contest.decision
        if given is checks.MISSING:
            if obliging in placed and not is_void:
                raise Refused(f"the decision is missing: expected {listed(offered)}")
            return None
        if obliging not in placed:
            raise Refused(
                f"there is a decision without the {obliging} wager: expected none for such a seat"
            )
        if type(given) is not str or given not in offered:
            raise Refused(f"the decision is {checks.named(given)}: expected {listed(offered)}")
        return offered[given]

    def _cards_named(
        self, seat: dict[str, Any], held: tuple[Card, ...], decision: Decision | None
    ) -> tuple[Card, ...] | None:
        """The cards the player put in play, where the decision lets them name some and they did."""
        for id in self._naming:
            if id in seat and (decision is None or decision.id != id):
                raise Refused(f"{id} names cards: expected that only with the decision {id}")
        if decision is None or decision.plays is None or decision.id not in seat:
            return None
        named = checks.some_cards(seat[decision.id], decision.id, decision.plays)
        if held and (len(set(named)) < len(named) or not set(named) <= set(held)):
            raise Refused(
                f"{decision.id} names {written(named)}:"
                f" expected {decision.plays} different cards of the hand {written(held)}"
            )
        return named
