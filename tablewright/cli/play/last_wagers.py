"""The wagers of last time, kept so that the person can repeat them with one key."""

from tablewright.cli.play.offers import Offers
from tablewright.table.machine import Table


class LastWagers:
    """The wagers when bets were last closed: at the start of a round, and between its cards."""

    def __init__(self) -> None:
        self._before_round: dict[str, int] = {}
        self._between_cards: dict[str, int] = {}

    def remember(self, table: Table, place: int) -> None:
        """Keep what is on the felt now that bets are closed."""
        stakes = dict(table.stakes(place))
        on_card = {id: cents for id, cents in stakes.items() if id in table.book.on_card}
        if stakes and not table.state.is_begun:
            self._before_round = stakes
        if on_card:
            self._between_cards = on_card

    def missing(self, offers: Offers) -> dict[str, int]:
        """What the felt lacks of the wagers of last time."""
        table = offers.table
        last = self._between_cards if table.state.is_begun else self._before_round
        partners = {partner for id in last for partner in offers.partners(id)}
        stakes = table.stakes(offers.place)
        return {
            id: cents - stakes.get(id, 0)
            for id, cents in last.items()
            if id not in partners and cents > stakes.get(id, 0)
        }
