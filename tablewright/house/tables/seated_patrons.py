"""The simulated players at a live table: company for a dealer who practises, or for a player who asks.

They bet and decide once there is a person to play with. Asked to leave, they play their round to its
end; at a full table they give their place to a person who wants it. Where a player asked for them,
they leave when nobody is left to play with.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress

from tablewright.house.tables.audience import Audience
from tablewright.house.tables.conduct import Conduct
from tablewright.house.tables.dealers_post import DealersPost
from tablewright.house.tables.desk import LiveDesk
from tablewright.house.tables.pace import Pace
from tablewright.house.tables.seating import LEAVING, PATRON, Seating
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say
from tablewright.rules.phases import PhaseId
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.acts.taking_back import returnable
from tablewright.table.patrons import EVERY_HABIT, NAMES, Patron
from tablewright.table.session import Desk

MOST_ASKED = 6
"""How many a player may ask for."""
SIMULATED = "{name} (bot)"
"""What a patron is called at the table: no person has brackets in their name."""


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

    # Coming and going -----------------------------------------------------------------------------

    def invite(self, count: int) -> None:
        """They take the first free places."""
        newcomers = self._newcomers(count)
        arrive(self._desk, newcomers)
        self._seat(newcomers)

    def _newcomers(self, count: int) -> dict[int, str]:
        """Who would sit down where."""
        held = self._seating.holders
        here = {*self._table.state.staff.values(), *self._seating.patrons.values()}
        names = [name for name in NAMES if name not in here]
        free = [n for n in range(1, self._table.book.ruleset.places + 1) if n not in held]
        return dict(zip(free, self._desk.source.sample(names, count), strict=False))

    def _seat(self, newcomers: Mapping[int, str]) -> None:
        for place, name in newcomers.items():
            self._patrons[place] = _patron(name)
            self._desk.seat(place, f"{PATRON}{name}")

    def have(self, count: int, whole: Callable[[Callable[[Desk], None]], None]) -> None:
        """Have just so many of them, as far as there are free places; the last come leave first.

        `whole` does what they do when they arrive, all of it or nothing.
        """
        if not 0 <= count <= MOST_ASKED:
            raise Refused(say("You can ask for up to {most} simulated players.", most=MOST_ASKED))
        seating = self._seating
        staying = [place for place in seating.patrons if place not in seating.leaving]
        back = seating.leaving[: max(0, count - len(staying))]
        more = count - len(staying) - len(back)
        if more > 0:
            if seating.is_full(self._table):
                raise Forbidden(
                    "Every seat is taken: no simulated player can join until one is free.",
                    "house.places",
                )
            newcomers = self._newcomers(more)
            whole(lambda desk: arrive(desk, newcomers))
            self._seat(newcomers)
        for place in back:
            self._desk.seat(place, f"{PATRON}{seating.patrons[place]}")
        for place in sorted(staying)[count:]:
            self._ask_to_leave(place)

    def make_room(self, place: int) -> None:
        """A person wants the place of one of them, and there is no other: it is theirs."""
        name = SIMULATED.format(name=self._seating.patrons[place])
        self._ask_to_leave(place)
        if not self._pace.is_between_rounds:
            raise Forbidden(
                say(
                    "{name} plays this round to its end and then leaves: take the seat after it.",
                    name=name,
                ),
                "house.places",
            )
        self._leave(place)

    def _ask_to_leave(self, place: int) -> None:
        self._desk.seat(place, f"{PATRON}{self._seating.patrons[place]}{LEAVING}")

    def go(self, now: float) -> bool:
        """One who was asked to, or has nobody left to play with, leaves between rounds."""
        if not self._patrons or not self._pace.is_between_rounds:
            return False
        is_alone = not self._pace.people and not self._pace.options.patrons
        for place in list(self._seating.patrons if is_alone else self._seating.leaving):
            self._leave(place)
            return True
        return False

    def _leave(self, place: int) -> None:
        while back := returnable(self._table, place, player(place)):
            self._desk.do(acts.TakeBack(place, *back[0]), player(place))
        self._desk.do(acts.Leave(place), player(place))
        self._patrons.pop(place, None)

    # Playing --------------------------------------------------------------------------------------

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


def arrive(desk: Desk, newcomers: Mapping[int, str]) -> None:
    """Simulated players sit down and buy in."""
    for place, name in newcomers.items():
        _patron(name).arrive(desk, place)


def _patron(name: str) -> Patron:
    """A simulated player, who has the same habits whenever they come."""
    habits = EVERY_HABIT[NAMES.index(name) % len(EVERY_HABIT)]
    return Patron(SIMULATED.format(name=name), habits)
