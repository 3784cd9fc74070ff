"""The dealer's post at a live table: who deals, and what becomes of a table whose dealer has gone.

A dealer follows the table by a connection. Without one the dealer is away: the pit and the players see
it, nobody new sits down, and at a practice table the house deals on after a while, until a person takes
the post again. At a table for money, and where cards are entered by hand, people see to it.

That the house has taken over is said by the journal alone, so that a restart knows it: the post has
passed to "the house", as which no person may be known.
"""

from collections.abc import Collection

from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.pace import Ending, Pace
from tablewright.rules.roles import DEALER
from tablewright.table.actors import THE_HOUSE
from tablewright.table.machine import Table
from tablewright.table.setup import AUTOMATIC, Staff


class DealersPost:
    """The dealer's post at one table: what is true of it now."""

    def __init__(self, table: Table, pace: Pace, conduct: Conduct) -> None:
        self._table, self._pace, self._conduct = table, pace, conduct

    # Who deals ------------------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        """Who holds the post."""
        return self._table.state.staff.get(DEALER.value, Staff().dealer)

    @property
    def is_automatic(self) -> bool:
        """Whether the house deals by the table's set-up."""
        return "no-more-bets" in self._table.book.automatic

    @property
    def is_taken_over(self) -> bool:
        """Whether the house deals in place of a dealer."""
        return not self.is_automatic and self.dealer == THE_HOUSE

    @property
    def is_by_house(self) -> bool:
        """Whether the house deals."""
        return self.is_automatic or self.is_taken_over

    @property
    def steps(self) -> Collection[str]:
        """The steps that the house does by itself."""
        return AUTOMATIC if self.is_taken_over else self._table.book.automatic

    @property
    def is_held(self) -> bool:
        """Whether the post is a person's, and not the house's or still nobody's."""
        return not self.is_by_house and self.dealer != Staff().dealer

    # Who is away ----------------------------------------------------------------------------------

    @property
    def is_away(self) -> bool:
        """Whether the person who holds the post is not there."""
        return self.is_held and self._pace.dealer_gone is not None

    def ending(self) -> Ending | None:
        """When the house sees to a table without its dealer; between rounds a pause is left alone."""
        is_own = self._table.book.setup.is_practice and not self._table.is_keyed
        is_left_alone = self._conduct.is_paused or self._conduct.is_closing
        if not is_own or (is_left_alone and self._pace.is_between_rounds):
            return None
        return self._pace.dealer_ends()
