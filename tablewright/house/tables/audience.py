"""Those who follow a table, each by a connection, and when each of them is shown what has changed.

A person who has just acted sees it at once, and so does everybody when another part of the round
begins. What others do at their places meanwhile is shown a few times a second. What is a seated
player's own is looked at again only where something has happened that it may depend on.

Passers-by, who have not come in, may be many and see all the same. They are shown it after the others
and a few at a time, each time as the table stands by then, so that no answer waits for all of them.
"""

import logging
from collections import deque
from collections.abc import Collection, Iterable, Sequence

from tablewright.house.people.accounts import ACCOUNT
from tablewright.house.people.person import WATCH
from tablewright.house.screens.changes import Changes
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.news import Heard
from tablewright.house.screens.screen import Screen
from tablewright.house.screens.sent_state import Changed, Common, Own, State, whole
from tablewright.house.tables.clock import Ticker
from tablewright.house.tables.seating import Seating
from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say, speaking, worded
from tablewright.rules.roles import PLAYER

log = logging.getLogger(__name__)

QUIET, QUIET_EACH, LONGEST_QUIET = 0.1, 0.001, 0.8
"""In seconds: alone, more for each connection to the house, and at most."""
RECENT = 40
"""How many of the last happenings a newcomer gets."""
PORTION = 25
"""How many passers-by are shown a table at one go."""


class Audience:
    """The connections to one table; `crowd` holds those to every table of the house."""

    def __init__(self, id: str, seating: Seating, ticker: Ticker, crowd: set[Listener]) -> None:
        self.listeners: set[Listener] = set()
        self.languages: set[str] = set()
        """Those that a person at the table has spoken."""
        self._id, self._seating, self._ticker, self._crowd = id, seating, ticker, crowd
        self._known: set[Listener] = set()
        """The connections of those who have come in."""
        self._passers_by: dict[Listener, None] = {}
        """Those of all others, who was shown something last at the end."""
        self._are_served = True
        """Whether none of these waits for the rest of them to be shown what has changed."""
        self._recent: deque[Heard] = deque(maxlen=RECENT)
        self._commons: dict[str, Common] = {}
        self._onlookers: dict[tuple[str, str], Own] = {}
        """What was last shown to everybody, and to those who are nobody here, by language."""
        self._acted: set[str] = set()
        """The keys of those who have just acted."""
        self._quiet_until = 0.0

    # Who is there ---------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """A connection comes, and gets what happened last."""
        self.languages.add(listener.language)
        listener.told = self._told_to(listener, self._recent)
        self.listeners.add(listener)
        self._crowd.add(listener)
        if listener.person.is_known:
            self._known.add(listener)
        else:
            self._passers_by[listener] = None

    def leave(self, listener: Listener) -> None:
        """A connection has gone."""
        self.listeners.discard(listener)
        self._crowd.discard(listener)
        self._known.discard(listener)
        self._passers_by.pop(listener, None)

    @property
    def places(self) -> set[int]:
        """The places of the players who are connected."""
        playing = [each for each in self._known if each.acting == PLAYER.value]
        return {self._seating.place_of(each.person) for each in playing} - {0}

    @property
    def keys(self) -> set[str]:
        """What the house knows those by who are connected."""
        return {listener.person.key for listener in self._known}

    def has_account(self, name: str) -> bool:
        """Whether the person whose account has that name is connected."""
        return any(
            listener.person.name == name and listener.person.key.startswith(ACCOUNT)
            for listener in self._known
        )

    def end(self, code: int, why: str) -> None:
        """End every connection."""
        for listener in list(self.listeners):
            listener.end(code, why)

    # What happened --------------------------------------------------------------------------------

    def hear(self, told: Sequence[Heard]) -> None:
        """Something is written, so that everybody may be told."""
        self._recent += told
        for listener in self._known:
            listener.hear(self._told_to(listener, told))
        said: dict[tuple[str, str], list[bytes]] = {}
        for listener in self._passers_by:
            key = listener.language, listener.acting
            if key not in said:
                said[key] = self._told_to(listener, told)
            listener.hear(said[key])

    def forget(self) -> None:
        """What newcomers would be told may not have happened."""
        self._recent.clear()

    def _told_to(self, listener: Listener, told: Iterable[Heard]) -> list[bytes]:
        """What one connection gets: a player why they were paid, and of others only what."""
        if listener.acting not in (PLAYER.value, WATCH):
            return [each.written(listener.language, is_full=True) for each in told]
        place = self._seating.place_of(listener.person)
        return [
            each.written(listener.language, is_full=each.place == place or not place)
            for each in told
            if not each.is_for_staff and (each.place == place or not each.is_for_owner)
        ]

    # Showing --------------------------------------------------------------------------------------

    def hurry(self, acted: Collection[str]) -> None:
        """These have just acted, and are shown at once what came of it."""
        self._acted.update(acted)

    def publish(
        self, changes: Changes, screen: Screen, *, is_last: bool = False
    ) -> tuple[float | None, bool]:
        """Give everybody who can take it what has changed; those still reading get it later.

        When the others are to be shown it, by the server's own clock, if some were held back; and
        whether more passers-by are to be shown it as soon as answers allow. If it is the last that is
        shown of the table, nobody waits.
        """
        now = self._ticker.now()
        if changes.is_changed:
            self._mark(changes)
        changes.note_marked()
        is_everybody = changes.is_urgent or now >= self._quiet_until
        changed: dict[str, Changed] = {}
        is_held_back = False
        for listener in list(self._known):
            if not (listener.is_behind and listener.is_idle):
                continue
            if is_everybody or listener.state is None or listener.person.key in self._acted:
                self._give_or_end(listener, screen, changed)
            else:
                is_held_back = True
        self._are_served = self._are_served and not is_everybody
        portion, are_left = self._portion(len(self._passers_by) if is_last else PORTION)
        for listener in portion:
            self._give_or_end(listener, screen, changed)
        is_more = are_left and not self._are_served
        later = self._quiet_until if is_held_back or (are_left and not is_more) else None
        if is_everybody and changed:
            self._quiet_until = now + self._quiet_seconds()
        changes.note_shown()
        self._acted.clear()
        return later, is_more

    def _mark(self, changes: Changes) -> None:
        """Something is to be shown to everybody, and what is their own may have changed."""
        for listener in self._known:
            listener.is_behind = True
            if changes.is_for(self._seating.place_of(listener.person)):
                listener.has_own = False
        for listener in self._passers_by:
            listener.is_behind = True
            listener.has_own = False

    def _portion(self, most: int) -> tuple[list[Listener], bool]:
        """The passers-by who are shown the table now, and whether others could take it too."""
        found: list[Listener] = []
        are_left = False
        for listener in self._passers_by:
            if not (listener.is_behind and listener.is_idle):
                continue
            if len(found) < most and (not self._are_served or listener.state is None):
                found.append(listener)
                continue
            are_left = True
            if len(found) >= most:
                break
        if not are_left:
            self._are_served = True
        for listener in found:
            self._passers_by[listener] = self._passers_by.pop(listener)
        return found, are_left

    def _quiet_seconds(self) -> float:
        """How long what others do at their places may wait to be shown: longer in a full house."""
        return min(LONGEST_QUIET, QUIET + len(self._crowd) * QUIET_EACH)

    def _give_or_end(self, listener: Listener, screen: Screen, changed: dict[str, Changed]) -> None:
        """One connection's fault keeps no other from its state; what all are shown is written once."""
        spoken = listener.language
        with speaking(spoken):
            if spoken not in changed:
                common = screen.common().or_same(self._commons.get(spoken))
                changed[spoken] = Changed(common, screen.clock(0))
                self._commons[spoken] = common
            try:
                self._give(listener, screen, changed[spoken])
            except Forbidden as refused:
                listener.end(4403, worded(str(refused)))  # The post has passed to another person.
            except Exception:
                log.exception("table %s could not be shown on one connection", self._id)
                why = say("The table could not be shown. Open it again.")
                listener.end(4409, why)

    def _give(self, listener: Listener, screen: Screen, changed: Changed) -> None:
        """The next state: all of it to a newcomer, to others what has changed since their last."""
        before = listener.state
        if before is not None and listener.has_own:
            own = before.own
        else:
            own = self._own(listener, screen, changed)
        if listener.person.is_known:
            state = State(changed.common, own, screen.clock(own.place))
            listener.give(state, self._message(listener, screen, changed, state))
            return
        # Many have seen the same until now, and get the same: it is written once.
        alike = (id(before.common), id(before.own), before.clock) if before else ()
        key = (alike, id(own), listener.has_gap, *listener.told)
        known = changed.to_onlookers.get(key)
        if known is None:
            state = State(changed.common, own, changed.clock)
            known = state, self._message(listener, screen, changed, state)
            changed.to_onlookers[key] = known
        listener.give(*known)

    def _message(self, listener: Listener, screen: Screen, changed: Changed, state: State) -> bytes:
        """How a connection is told of a state after its last."""
        before, news = listener.state, screen.news(listener.told, has_gap=listener.has_gap)
        return whole(state, news) if before is None else changed.message(before, state, news)

    def _own(self, listener: Listener, screen: Screen, changed: Changed) -> Own:
        """What is a person's own; those who have not come in see the same, and there may be many."""
        if listener.person.is_known:
            return screen.own(listener.person, listener.acting)
        known = changed.for_onlookers.get(listener.acting)
        if known is None:
            key = listener.language, listener.acting
            own, last = screen.own(listener.person, listener.acting), self._onlookers.get(key)
            known = self._onlookers[key] = last if own == last else own
            changed.for_onlookers[listener.acting] = known
        return known
