"""The dealer's post at a live table: who deals, and what becomes of a table whose dealer has gone.

A dealer follows the table by a connection. Without one the dealer is away: the pit and the players are
told, nobody new sits down, and at a practice table the house deals on after a while, until somebody
takes the post again. At a table for money, and where cards are entered by hand, people see to it.

That the house has taken over is said by the journal alone, so that a restart knows it: the post has
passed to "the house", as which no person may be known.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from tablewright.house.tables.pace import Ending
from tablewright.rules.procedure import DEALER
from tablewright.table import acts
from tablewright.table.actors import THE_HOUSE, THE_PIT_BOSS
from tablewright.table.setup import AUTOMATIC, Staff
from tablewright.table.status import IN_PLAY

if TYPE_CHECKING:
    from tablewright.house.tables.live import LiveTable

ACCOUNT = "a:"
"""What people with an account are known by: only they hold posts."""


class DealersPost:
    """The dealer's post at one table."""

    def __init__(self, live: "LiveTable") -> None:
        self.live, self.table = live, live.table

    # Who deals ------------------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        """Who holds the post."""
        return self.table.state.staff.get(DEALER.value, Staff().dealer)

    @property
    def is_automatic(self) -> bool:
        """Whether the house deals by the table's set-up."""
        return "no-more-bets" in self.table.book.automatic

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
        return AUTOMATIC if self.is_taken_over else self.table.book.automatic

    @property
    def is_held(self) -> bool:
        """Whether the post is a person's, and not the house's or still nobody's."""
        return not self.is_by_house and self.dealer != Staff().dealer

    # Who is away ----------------------------------------------------------------------------------

    @property
    def is_away(self) -> bool:
        """Whether the person who holds the post is not there."""
        return self.is_held and self.live.dealing.pace.dealer_gone is not None

    def look(self, now: float) -> None:
        """Notice since when the dealer has been gone; a post that is nobody's only players miss."""
        pace, name = self.live.dealing.pace, self.dealer
        if any(
            listener.person.name == name and listener.person.key.startswith(ACCOUNT)
            for listener in self.live.listeners
        ):
            is_here, pace.dealer_acted = True, None
        else:
            until = pace.options.dealer_away_seconds
            is_here = pace.dealer_acted is not None and now < pace.dealer_acted + until
        is_missed = self.is_held or (not self.is_by_house and bool(pace.people))
        before, known = pace.dealer_gone, name == pace.dealer_name
        if is_here or not is_missed:
            pace.dealer_gone = None
        elif before is None or not known:
            pace.dealer_gone = now if pace.dealer_acted is None else pace.dealer_acted
        pace.dealer_name = name
        if (before is None) != (pace.dealer_gone is None):
            self.live.shown.change(is_urgent=True)

    def alert(self) -> str:
        """What the pit is told of a dealer who is away while somebody sits there; empty, if nothing."""
        gone, seated = self.live.dealing.pace.dealer_gone, bool(self.table.state.seats)
        is_playing = self.table.state.status == IN_PLAY and not self.live.dealing.is_between_rounds
        if gone is None or not (seated or is_playing):
            return ""
        seconds = int(self.live.ticker.now() - gone)
        since = f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s"
        who = f"the dealer {self.dealer} has been away" if self.is_held else "no dealer has come"
        where = " in mid-round" if is_playing else ""
        return f"{self.table.book.setup.table}: {who} for {since}{where}"

    # Taking over ----------------------------------------------------------------------------------

    def ending(self) -> Ending | None:
        """When the house sees to a table without its dealer; between rounds a pause is left alone."""
        dealing = self.live.dealing
        is_own = self.table.book.setup.is_practice and not self.table.device.is_keyed
        if not is_own or (self.live.is_paused and dealing.is_between_rounds):
            return None
        return (
            None
            if self.live.is_closing and dealing.is_between_rounds
            else dealing.pace.dealer_ends()
        )

    def replace(self, now: float) -> bool:
        """A dealer who has been gone for long is waited for no longer: the house deals, or closes."""
        dealing, ending = self.live.dealing, self.ending()
        if dealing.pace.dealer_gone is None or ending is None or now < ending.at:
            return False
        if not dealing.is_between_rounds or dealing.pace.people:
            self.take_over()
        self.live.is_closing |= not dealing.pace.people
        return True

    def take_over(self) -> None:
        """The house deals on in place of the dealer, until somebody takes the post again."""
        self.live.do(acts.Relieve(DEALER.value, THE_HOUSE), THE_PIT_BOSS.house)
        self.live.is_paused = False
        self.live.dealing.pace.dealer_gone = None
