"""Written rounds of a draw: the cards that came, and the boxes that bet on them."""

from typing import Any

from tablewright.rules.cards import Card
from tablewright.rules.cashier import Cashier
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused, listed
from tablewright.rules.game import Ruleset
from tablewright.rules.money import HouseSettings
from tablewright.rules.stakes import Offer
from tablewright.settling import checks
from tablewright.settling.paid import Result, as_result, totals


class DrawSettler:
    """Settles written rounds in which cards are drawn one at a time for everyone."""

    def __init__(self, ruleset: Ruleset, draw: Draw, house: HouseSettings) -> None:
        self._ruleset = ruleset
        self._draw = draw
        self._cashier = Cashier(ruleset, house)
        wagers = [(decided.space, decided.wager) for decided in ruleset.wagers.values()]
        self._on_card = Offer.of([w for space, w in wagers if space is draw.card_space])
        self._on_round = Offer.of([w for space, w in wagers if space is draw.round_space])

    def settle(self, given: Any) -> Result:
        """The result of a round, or a refusal that says what is wrong with it."""
        name, places = self._ruleset.game.place, self._ruleset.game.place_plural
        round_ = checks.an_object(given, "the round", ("cards", places, "void"))
        is_void = checks.a_flag(round_.get("void", False), "void")
        drawn = self._drawn(round_.get("cards", "" if is_void else checks.MISSING), is_void)
        boxes = checks.a_list(round_.get(places, checks.MISSING), places)
        if not boxes:
            raise Refused(f"{places} is empty: expected at least one {name} with a wager")
        view = self._draw.spoken
        result: Result = {"game": self._ruleset.game.id, "ruleset": self._ruleset.fingerprint}
        if is_void:
            result["void"] = True
        result["hand"] = view.spoken(view.strength(drawn))
        settled: dict[int, Result] = {}
        facts = self._draw.round_facts(drawn, is_void=is_void)
        for place, each in enumerate(boxes, start=1):
            box = checks.an_object(each, f"entry {place} of {places}", (name, "wagers", "actions"))
            number = checks.a_place(box, self._ruleset, settled)
            try:
                settled[number] = self._box(box, number, drawn, facts, is_void)
            except Refused as refused:
                raise Refused(f"{name} {number}: {refused}") from None
        result[places] = list(settled.values())
        return result

    def _drawn(self, given: Any, is_void: bool) -> tuple[Card, ...]:
        """All the cards of a round; a void round ended before the last of them."""
        last = self._draw.cards
        if not is_void:
            drawn = checks.some_cards(given, "cards", last)
        else:
            drawn = checks.any_cards(given, "cards")
            if len(drawn) >= last:
                raise Refused(
                    f"cards has {len(drawn)} cards in a void round: expected fewer than {last}"
                )
        checks.within_decks({"the cards": drawn}, self._draw.decks)
        return drawn

    def _box(
        self, box: dict[str, Any], number: int, drawn: tuple[Card, ...], facts: int, is_void: bool
    ) -> Result:
        placed = checks.stakes(box.get("wagers", {}), "wagers", self._on_round)
        actions = self._actions(box, len(drawn), is_void)
        if not placed and not any(actions):
            raise Refused(f"wagers is empty: expected a stake on {listed(self._on_round.placed)}")
        checks.belongs_together(placed, "wagers", self._ruleset)
        for card_number, on_card in enumerate(actions, start=1):
            what = f"actions for card {card_number}"
            checks.belongs_together({**on_card, **placed}, what, self._ruleset)
        wagers = {
            id: as_result(self._cashier.settle(id, stake, facts)) for id, stake in placed.items()
        }
        came: list[Card | None] = [*drawn, None]
        by_card = [
            {
                id: as_result(self._cashier.settle(id, stake, self._draw.card_facts(card)))
                for id, stake in on_card.items()
            }
            for card, on_card in zip(came, actions, strict=False)
        ]
        everything = [*wagers.values(), *(result for on in by_card for result in on.values())]
        settled = {"wagers": wagers, "actions": by_card, **totals(everything)}
        return {self._ruleset.game.place: number, **settled}

    def _actions(self, box: dict[str, Any], drawn: int, is_void: bool) -> list[dict[str, int]]:
        """The wagers on each card. A void round may hold wagers on the card that never came."""
        given = checks.a_list(box.get("actions", [{}] * drawn), "actions")
        if len(given) != drawn and not (is_void and len(given) == drawn + 1):
            raise Refused(
                f"actions has {len(given)} for {drawn} cards: expected one object for each card drawn"
            )
        return [
            checks.stakes(on_card, f"actions for card {number}", self._on_card)
            for number, on_card in enumerate(given, start=1)
        ]
