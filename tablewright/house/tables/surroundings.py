"""What is seen of a live table that lies in no journal: who is there, what runs out, who deals."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec import UNSET

from tablewright.house.people.own_limits import Stop
from tablewright.house.screens.messages import CallShown, ClockShown, DealerAway
from tablewright.house.tables.clock import Ticker
from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.pace import Ending, Pace
from tablewright.house.tables.players_limits import PlayersLimits
from tablewright.signing.statements import Statement


class LiveSurroundings:
    """The surroundings of one table, read from its clocks and its dealer's post."""

    def __init__(
        self,
        ticker: Ticker,
        conduct: Conduct,
        pace: Pace,
        post: DealersPost,
        limits: PlayersLimits,
        newest_head: Callable[[], Statement | None] = lambda: None,
    ) -> None:
        self._newest_head = newest_head
        self._ticker, self._conduct, self._pace, self._post = ticker, conduct, pace, post
        self._limits = limits

    @property
    def ready(self) -> list[int]:
        """The places that are done with betting."""
        return sorted(self._pace.ready)

    @property
    def present(self) -> list[int]:
        """The places whose players are connected."""
        return self._pace.present

    @property
    def calls(self) -> Sequence[CallShown]:
        return self._conduct.calls

    @property
    def head(self) -> Statement | None:
        """What the house signed last of the table's journal."""
        return self._newest_head()

    @property
    def is_paused(self) -> bool:
        return self._conduct.is_paused

    @property
    def house_deals(self) -> bool:
        return self._post.is_by_house

    def is_present(self, place: int) -> bool:
        """Whether the player of a place is connected, or is one that the house plays."""
        return place not in self._pace.gone

    def clock(self, place: int) -> ClockShown | None:
        """What is running out for a player, or for everybody else (place 0)."""
        ending = self._pace.clock(place)
        return (
            ClockShown(cast(Any, ending.of), ending.places, self._left(ending)) if ending else None
        )

    def stop(self, place: int) -> Stop | None:
        """What keeps the player at a place from any wager, by a limit of their own."""
        return self._limits.stop(place)

    def dealer_away(self) -> DealerAway | None:
        """The dealer whom the table waits for, if it does."""
        if self._pace.dealer_gone is None:
            return None
        ending, post = self._post.ending(), self._post
        return DealerAway(
            post.dealer if post.is_held else "", self._left(ending) if ending else UNSET
        )

    def _left(self, ending: Ending) -> int:
        return max(0, round(1000 * (ending.at - self._ticker.now())))
