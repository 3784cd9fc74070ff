"""The simulated players at a live table, for a dealer who practises: they bet and decide in company."""

from contextlib import suppress

from tablewright.house.tables.audience import Audience
from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.desk import LiveDesk
from tablewright.house.tables.pace import Pace
from tablewright.house.tables.seating import PATRON, Seating
from tablewright.rules.errors import Refused
from tablewright.rules.phases import PhaseId
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron


class SeatedPatrons:
    """The patrons of one table."""

    def __init__(
        self,
        desk: LiveDesk,
        seating: Seating,
        audience: Audience,
        conduct: Conduct,
        pace: Pace,
        post: DealersPost,
    ) -> None:
        self._desk, self._table, self._seating = desk, desk.table, seating
        self._audience, self._conduct, self._pace, self._post = audience, conduct, pace, post
        self._patrons = {place: _patron(name) for place, name in seating.patrons.items()}
        self._asked: set[int] = set()
        """Those who have bet in this part of the round."""

    def invite(self, count: int) -> None:
        """They take the first free places."""
        desk, held = self._desk, self._seating.holders
        names = [name for name in NAMES if name not in self._table.state.staff.values()]
        free = [n for n in range(1, self._table.book.ruleset.places + 1) if n not in held]
        for place, name in zip(free, desk.source.sample(names, count), strict=False):
            self._patrons[place] = patron = _patron(name)
            patron.arrive(desk, place)
            desk.seat(place, f"{PATRON}{name}")

    def begin_part(self) -> None:
        """Another part of the round has begun."""
        self._asked.clear()

    def move(self, now: float) -> bool:
        """One of them bets or decides, once there is a person to play with."""
        table, phase = self._table, self._table.state.phase
        if not self._patrons or not self._has_company() or self._conduct.is_paused:
            return False
        if phase == PhaseId.WAGERS:
            for place, patron in self._patrons.items():
                if place in table.state.seats and place not in self._asked:
                    self._asked.add(place)
                    with suppress(Refused):  # Where the rack cannot change their chips.
                        patron.bet(self._desk, place)
                    return True
        if phase == PhaseId.DECIDE:
            for place in table.course.undecided(table.state):
                if place in self._patrons:
                    self._patrons[place].decide(self._desk, place)
                    return True
        return False

    def _has_company(self) -> bool:
        """Whether a player is there, or a dealer of flesh and blood."""
        is_dealt_to = bool(self._pace.present)
        return is_dealt_to or (not self._post.is_by_house and bool(self._audience.listeners))


def _patron(name: str) -> Patron:
    """A simulated player, who has the same habits whenever they come."""
    return Patron(name, EVERY_HABIT[NAMES.index(name) % len(EVERY_HABIT)])
