"""The limits that players set for themselves: how they change, and what one says once it is reached.

A limit is made stricter at once and looser only a day later, so that nobody talks themselves out of it
in the heat of an evening. Until then the looser one can be withdrawn. A break lasts until its end:
it can be made longer and never shorter.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.errors import Refused
from tablewright.rules.language import say, worded
from tablewright.table.chips import money
from tablewright.table.words import counted

LOOSER_AFTER = timedelta(hours=24)
"""How long a player waits for a looser limit of their own."""
LONGEST_BREAK = timedelta(days=366)
NAMES = ("loss", "minutes", "check")
RULE = "house.own-limits"

Name = Literal["loss", "minutes", "check"]
Kind = Literal["break", "time", "loss", "check"]


class Coming(msgspec.Struct, frozen=True):
    """A looser limit that waits for its time; no limit any more, if it has no value."""

    value: int | None
    since: datetime
    """From when on it holds."""


class OwnLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player has set; none, where there is nothing."""

    loss: int | None = None
    """The most they mean to lose in a day, in cents; money and practice are counted apart."""
    minutes: int | None = None
    """How long they mean to play in a day."""
    check: int | None = None
    """After how many minutes they are to be told how they stand."""
    break_until: datetime | None = None
    coming: dict[str, Coming] = {}

    def at(self, now: datetime) -> "OwnLimits":
        """As they are now: looser ones hold once their time has come, a break ends."""
        due = {name: each for name, each in self.coming.items() if each.since <= now}
        is_over = self.break_until is not None and self.break_until <= now
        if not due and not is_over:
            return self
        return msgspec.structs.replace(
            self,
            break_until=None if is_over else self.break_until,
            coming={name: each for name, each in self.coming.items() if name not in due},
            **{name: each.value for name, each in due.items()},
        )

    def changed(self, asked: Mapping[str, int | None], now: datetime) -> "OwnLimits":
        """After a player has asked for other limits; what is asked for again is not put off anew."""
        made = self.at(now)
        for name, value in asked.items():
            held, coming = getattr(made, name), dict(made.coming)
            waiting = coming.pop(name, None)
            if is_looser(value, held):
                is_same = waiting is not None and waiting.value == value
                coming[name] = waiting if is_same and waiting else Coming(value, now + LOOSER_AFTER)
                value = held
            made = msgspec.structs.replace(made, coming=coming, **{name: value})
        return made

    def with_break(self, until: datetime, now: datetime) -> "OwnLimits":
        """After a player has decided to take a break; one that is shorter than theirs is refused."""
        made = self.at(now)
        if until <= now:
            raise Refused("A break ends in the future: choose a later time.")
        if until > now + LONGEST_BREAK:
            raise Refused(
                say(
                    "A break lasts up to {days} days: choose an earlier end.",
                    days=LONGEST_BREAK.days,
                )
            )
        if made.break_until is not None and until < made.break_until:
            raise Refused(
                say(
                    "Your break lasts until {when} and cannot be made shorter: choose a later end.",
                    when=when(made.break_until),
                )
            )
        return msgspec.structs.replace(made, break_until=until)


NONE_SET = OwnLimits()


def is_looser(asked: int | None, held: int | None) -> bool:
    """Whether a limit lets a player do more than another: none lets them do most.

    >>> is_looser(5000, 2000), is_looser(None, 2000), is_looser(2000, None), is_looser(2000, 2000)
    (True, True, False, False)
    """
    if held is None:
        return False
    return asked is None or asked > held


class PlayedToday(NamedTuple):
    """What a player has won or lost on a day, in cents, and how long they have had a seat."""

    money: int = 0
    practice: int = 0
    seconds: float = 0.0
    unchecked: float = 0.0
    """Since they were last told how they stand."""

    def net(self, *, is_practice: bool) -> int:
        return self.practice if is_practice else self.money


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Why no new wager of a player is taken, in a sentence for them alone."""

    kind: Kind
    why: str
    minutes: int
    """How long they have played today."""
    net: int
    """What they have won today at tables like this one; less than nothing, if lost."""
    until: datetime | UnsetType = UNSET
    """When wagers are taken again; for a check, as soon as they have answered it."""


class AtRisk(NamedTuple):
    """What a player has on felts like this one and would add to it, in cents."""

    lies: int = 0
    adds: int = 0
    least: int = 1
    """The smallest wager there is."""


def stop(
    limits: OwnLimits,
    played: PlayedToday,
    risk: AtRisk,
    day_ends: datetime,
    *,
    is_practice: bool,
) -> Stop | None:
    """What keeps a player from a wager now, if anything of their own does."""
    net = played.net(is_practice=is_practice)
    minutes = int(played.seconds // 60)

    def stopped(kind: Kind, why: str, until: datetime | UnsetType = UNSET) -> Stop:
        return Stop(kind=kind, why=why, minutes=minutes, net=net, until=until)

    if limits.break_until is not None:
        why = say(
            "You are taking a break until {when}: new bets are taken after it.",
            when=when(limits.break_until),
        )
        return stopped("break", why, limits.break_until)
    if limits.minutes is not None and played.seconds >= 60 * limits.minutes:
        why = say(
            "You have reached the time limit that you set, {lasting} a day: new bets are taken"
            " from {when}.",
            lasting=lasting(limits.minutes),
            when=when(day_ends),
        )
        return stopped("time", why, day_ends)
    if limits.loss is not None:
        left = limits.loss + net - risk.lies
        if left < risk.least and not risk.lies:
            why = say(
                "You have reached the loss limit that you set, {loss} a day: you are down {lost}. New"
                " bets are taken from {when}.",
                loss=money(limits.loss),
                lost=money(-net),
                when=when(day_ends),
            )
            return stopped("loss", why, day_ends)
        if risk.adds > left:
            why = say(
                "This bet could take you past the loss limit that you set, {loss} a day: {left} of"
                " it is left. Bet no more than that.",
                loss=money(limits.loss),
                left=money(max(left, 0)),
            )
            return stopped("loss", why, day_ends)
    if limits.check is not None and played.unchecked >= 60 * limits.check:
        why = say(
            "You have played {lasting} today, {standing}: choose to play on, or leave.",
            lasting=lasting(minutes),
            standing=standing(net),
        )
        return stopped("check", why)
    return None


def lasting(minutes: int) -> str:
    """A length of time in words.

    >>> lasting(1), lasting(45), lasting(60), lasting(150)
    ('1 minute', '45 minutes', '1 hour', '2 hours 30 minutes')
    """
    hours, rest = divmod(minutes, 60)
    parts = [counted(count, unit) for count, unit in ((hours, "hour"), (rest, "minute")) if count]
    return " ".join(parts) or say("0 minutes")


def standing(net: int) -> str:
    """How a player stands, in words.

    >>> standing(-4500), standing(1500), standing(0)
    ('net -$45', 'net +$15', 'even')
    """
    if not net:
        return say("even")
    return say("net {net}", net=f"{'+' if net > 0 else ''}{money(net)}")


def when(at: datetime) -> str:
    """A moment in words; the page says it again in the player's own time."""
    return say(
        "{day} {month}, {time} UTC", day=at.day, month=worded(f"{at:%B}"), time=f"{at:%H:%M}"
    )
