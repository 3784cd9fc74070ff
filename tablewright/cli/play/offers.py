"""What a table offers a person now, as keys: everything here comes from what the table allows."""

from collections.abc import Iterator
from itertools import combinations

from tablewright.cli.play import keys as k
from tablewright.cli.play.screen import faces
from tablewright.rules.cards import DECK, Card, cards
from tablewright.rules.errors import Refused
from tablewright.rules.views import Hand
from tablewright.rules.wagers import SameAs
from tablewright.table import purse
from tablewright.table.actors import player
from tablewright.table.acts.deciding import following
from tablewright.table.acts.taking_back import unmatched
from tablewright.table.acts.wagers import limits
from tablewright.table.allowed import Allowed
from tablewright.table.chips import money
from tablewright.table.machine import Table
from tablewright.table.views import own

Rows = Iterator[tuple[str, str]]
"""Keys, and what each does."""


class Offers:
    """What one player may do at a table."""

    def __init__(self, table: Table, place: int) -> None:
        self.table, self.place = table, place

    # Wagers ---------------------------------------------------------------------------------------

    def may(self, command: str, *, is_late: bool = False) -> dict[str, Allowed]:
        """What the table allows, by wager."""
        return {
            each.wager: each
            for each in self.table.legal(player(self.place))
            if each.command == command and not each.for_dealer and each.is_late == is_late
        }

    @property
    def wager_keys(self) -> dict[str, str]:
        """The keys of the wagers that are placed by themselves."""
        book = self.table.book
        alone = [id for id in book.offer.placed if not isinstance(book.wagers[id].stake, SameAs)]
        return k.wager_keys(alone)

    def open_keys(self) -> dict[str, str]:
        """The keys of the wagers that may be placed now."""
        may = self.may("wager")
        return {id: key for id, key in self.wager_keys.items() if id in may}

    def partners(self, wager: str) -> list[str]:
        """The wagers whose stake must equal this one's: they go down and come up with it."""
        return purse.partners(self.table, wager)

    def name(self, wager: str) -> str:
        return str(self.table.book.wagers[wager].name)

    def refuse_unmatched(self) -> None:
        """Refuse wagers that cannot stand as they lie."""
        for id, why in unmatched(self.table, self.place).items():
            raise Refused(f"{why} Bet that too, or take it back with x {self.wager_keys[id]}.")

    def least_to_bet(self) -> int:
        """The smallest wager there is, with what must lie beside it."""
        needs = {id: each.needs for id, each in self.table.book.ruleset.wagers.items()}
        return min(
            limits(self.table, self.place, id)[0] * (1 + len(self.partners(id)))
            for id in self.wager_keys
            if not needs[id] or self.partners(id)
        )

    # Decisions ------------------------------------------------------------------------------------

    def decisions(self) -> list[str]:
        """The decisions that the table allows."""
        allowed = self.table.legal(player(self.place))
        return [each.choices[0] for each in allowed if each.command == "decide"]

    @property
    def decision_keys(self) -> dict[str, str]:
        return k.decision_keys(self.table.book.contest.decision)

    def needed(self, decision: str) -> int:
        """What a decision puts on the felt."""
        return sum(cents for _, _, cents in following(self.table, self.place, decision))

    def lost_by(self, decision: str) -> int:
        """What giving a hand up loses at once, no matter what the dealer holds."""
        book, held = self.table.book, self.held()
        dealer = [each for each in DECK if each not in held][: book.contest.hand_cards]
        facts = book.contest.facts(Hand(dealer), Hand(held), decision)
        outcomes = {
            id: book.ruleset.wagers[id].outcomes.get(facts) for id in self.table.stakes(self.place)
        }
        stakes = self.table.stakes(self.place)
        return sum(stakes[id] for id, each in outcomes.items() if each and each.net == -1)

    def held(self) -> tuple[Card, ...]:
        """The player's hand."""
        return cards(" ".join(own(self.table, self.place).cards))

    def best_cards(self, decision: str) -> tuple[Card, ...]:
        """The highest cards to put in play."""
        contest = self.table.book.contest
        view = contest.spoken.get(decision, contest.spoken["hand"])
        count = contest.decision[decision].plays or 0
        return max(combinations(self.held(), count), key=view.strength)

    @property
    def names_cards(self) -> bool:
        """Whether a decision of this game names cards of the hand."""
        book = self.table.book
        return not book.is_draw and any(each.plays for each in book.contest.decisions)

    # Words ----------------------------------------------------------------------------------------

    def bet_parts(self) -> list[str]:
        """The wagers that are open, each after its key."""
        names = self.table.book.wagers
        return [f"{key} {names[id].name}" for id, key in self.open_keys().items()]

    def decision_parts(self) -> list[str]:
        """The decisions that are allowed, each after its key, with what it costs."""
        keys, parts = self.decision_keys, []
        for id in self.decisions():
            needed = self.needed(id)
            parts.append(f"{keys[id]} {id}{f' ({money(needed)} more)' if needed else ''}")
        return parts

    def decision_notes(self) -> Iterator[str]:
        """What must be known of a decision: chips that lack, or the cards it would play."""
        allowed, keys = self.decisions(), self.decision_keys
        for id, decision in self.table.book.contest.decision.items():
            if id not in allowed:
                yield f"{id} needs {money(self.needed(id))}: buy chips first, as in buy 100"
            elif decision.plays:
                best = faces([each.text for each in self.best_cards(id)])
                named = example(decision.plays)
                yield f"{keys[id]} alone plays {best}; {keys[id]} {named} plays the cards so numbered."

    def bet_help(self) -> Rows:
        """The keys of wagers, in full."""
        names, keys = self.table.book.wagers, self.open_keys()
        for id, key in keys.items():
            low, high = limits(self.table, self.place, id)
            beside = [names[each].name for each in self.partners(id)]
            also = f", and as much on the {' and the '.join(beside)}" if beside else ""
            yield f"{key} 5", f"$5 on {names[id].name}{also} ({money(low)} to {money(high)})"
        if keys:
            first = next(iter(keys.values()))
            yield first, f"alone bets the minimum; a line may hold several, as in {first} 5 ..."

    def decision_help(self) -> Rows:
        """The keys of decisions, in full."""
        for id in self.decisions():
            decision, key = self.table.book.contest.decision[id], self.decision_keys[id]
            yield key, decision.says
            if decision.plays:
                yield f"{key} {example(decision.plays)}", "the same with the cards so numbered"


def example(count: int) -> str:
    """Some cards by number, to show how they are named."""
    return " ".join("12534"[:count])
