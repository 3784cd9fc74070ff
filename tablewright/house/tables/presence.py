"""Who is at a table: which players are connected, and since when its dealer has been gone."""

from tablewright.house.screens.changes import Changes
from tablewright.house.tables.audience import Audience
from tablewright.house.tables.clock import Ticker
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.pace import Pace
from tablewright.house.tables.seating import Seating
from tablewright.rules.roles import DEALER
from tablewright.table.actors import Actor


class Presence:
    """Keeps the clocks of one table informed of who is there."""

    def __init__(
        self,
        ticker: Ticker,
        seating: Seating,
        audience: Audience,
        pace: Pace,
        post: DealersPost,
        changes: Changes,
    ) -> None:
        self._ticker, self._seating, self._audience = ticker, seating, audience
        self._pace, self._post, self._changes = pace, post, changes
        self._seen: tuple[dict[int, str], set[int], set[int]] | None = None
        """Who had which place when it was last noticed, which of them had gone, who was ready."""

    def look(self) -> None:
        """A player or a connection has come or gone: notice who is there.

        One who only looks on is nothing to show the others, of whom there may be many.
        """
        now, pace, people = self._ticker.now(), self._pace, self._seating.people
        here = self._audience.keys
        pace.people = set(people)
        gone = {place for place, key in people.items() if key not in here}
        pace.gone = {place: pace.gone.get(place, now) for place in gone}
        pace.ready &= pace.people
        self.look_for_dealer(now)
        seen = dict(people), gone, set(pace.ready)
        if seen != self._seen:
            self._seen = seen
            self._changes.change_anywhere()

    def look_for_dealer(self, now: float) -> None:
        """Notice since when the dealer has been gone; a post that nobody holds only players miss."""
        pace, post, name = self._pace, self._post, self._post.dealer
        if self._audience.has_account(name):
            is_here, pace.dealer_acted = True, None
        else:
            until = pace.options.dealer_away_seconds
            is_here = pace.dealer_acted is not None and now < pace.dealer_acted + until
        is_missed = post.is_held or (not post.is_by_house and bool(pace.people))
        before, is_same = pace.dealer_gone, name == pace.dealer_name
        if is_here or not is_missed:
            pace.dealer_gone = None
        elif before is None or not is_same:
            pace.dealer_gone = now if pace.dealer_acted is None else pace.dealer_acted
        pace.dealer_name = name
        if (before is None) != (pace.dealer_gone is None):
            self._changes.change(is_urgent=True)

    def hear_from(self, by: Actor) -> None:
        """People who act are not gone for good, even if they follow the table by no connection."""
        if by.place in self._pace.gone:
            self._pace.gone[by.place] = self._ticker.now()
        elif by.role is DEALER:
            self._pace.dealer_acted = self._ticker.now()
