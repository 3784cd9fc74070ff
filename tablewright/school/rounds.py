"""A round at a drill's table, written as `settle` reads it: cards, stakes, decisions."""

from typing import Any

from tablewright.school.tables import DrillTable
from tablewright.settling import settler
from tablewright.table import acts
from tablewright.table.machine import Table

Written = dict[str, Any]


class RoundNotes:
    """What is noted of a round while it is played: a card's wagers are gone once it is settled."""

    def __init__(self, table: DrillTable) -> None:
        self._table = table
        self._on_round: dict[int, dict[str, int]] = {}
        self._on_cards: list[dict[int, dict[str, int]]] = []
        self._places: dict[int, Written] = {}
        self.dealer = ""
        self.is_void = False

    def note_card(self) -> None:
        """A card is about to be drawn: note what lies there for it, and for the round."""
        t, draw = self._table.table, self._table.table.book
        lies = {place: t.stakes(place) for place in t.state.seats}
        if not t.state.drawn:
            self._on_round = {
                place: {id: cents for id, cents in each.items() if id not in draw.on_card}
                for place, each in lies.items()
            }
        self._on_cards.append(
            {
                place: {id: cents for id, cents in each.items() if id in draw.on_card}
                for place, each in lies.items()
            }
        )

    def note_hands(self) -> None:
        """Every hand is dealt and decided on: note the cards, the stakes and the decisions."""
        t = self._table.table
        self.dealer = t.state.dealer_cards or t.cards_at(t.state.dealer_slots)
        for place, seat in t.state.seats.items():
            if not seat.slots:
                continue
            hand = seat.cards or t.cards_at(seat.slots)
            stakes = t.stakes(place)
            placed = {id: stakes[id] for id in t.book.offer.placed if id in stakes}
            written: Written = {t.place_word: place, "cards": hand, "wagers": placed}
            if seat.decision:
                written["decision"] = seat.decision
            if seat.plays:
                held = hand.split()
                written[seat.decision] = " ".join([held[n] for n in seat.plays])
            self._places[place] = written

    def written(self) -> Written:
        """The whole round."""
        t = self._table.table
        places = t.book.game.place_plural
        if not t.book.is_draw:
            return {"dealer": self.dealer, places: list(self._places.values())}
        drawn = [each.card for each in self._table.happened if isinstance(each, acts.Draw)]
        void: Written = {"void": True} if self.is_void else {}
        return void | {
            "cards": " ".join(drawn),
            places: [
                {
                    t.place_word: place,
                    "wagers": on_round,
                    "actions": [each.get(place, {}) for each in self._on_cards],
                }
                for place, on_round in self._on_round.items()
                if on_round or any(each.get(place) for each in self._on_cards)
            ],
        }


def result(t: Table, written: Written) -> Written:
    """What `settle` prints for a round."""
    return settler(t.book.ruleset, t.book.house).settle(written)
