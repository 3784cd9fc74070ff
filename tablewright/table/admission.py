"""Why an act is not taken, whatever it says: the wrong time, the wrong person, the wrong moment."""

from datetime import datetime
from typing import TYPE_CHECKING

from tablewright.rules.errors import Forbidden
from tablewright.rules.language import say, worded
from tablewright.rules.roles import Role
from tablewright.table.acts.countersigning import SIGN_FIRST
from tablewright.table.allowed import No
from tablewright.table.record import Act
from tablewright.table.words import BUTTON, ENGLISH, joined, plain, post_named

if TYPE_CHECKING:
    from tablewright.table.machine import Table


def act_named(act: Act) -> str:
    """An act as its button names it."""
    return ENGLISH.say(act.name, BUTTON) or plain(act.name).capitalize()


def refuse_time(t: "Table", at: datetime) -> None:
    """Refuse a time without a zone, and time that goes back."""
    before = t.state.at
    if at.tzinfo is None:
        raise Forbidden(f"{at} names no time zone: expected one, as in UTC", "house.time")
    if before is not None and at < before:
        raise Forbidden(
            f"it is {at}, and it was {before} before: expected time to go on", "house.time"
        )


def refuse_day(t: "Table", at: datetime, does: str = say("set up")) -> None:
    """Refuse another day: approvals and limits are those of the gaming day."""
    day = t.book.setup.day
    if abs((at.date() - day).days) > 1:
        instead = "" if does == "set up" else say(" Close this one, and set up another.")
        raise Forbidden(
            say(
                "The gaming day is {day}, and it is {date}. A table is {does} on its gaming"
                " day.{instead}",
                day=day,
                date=at.date(),
                does=does,
                instead=instead,
            ),
            "house.gaming-day",
        )


def not_theirs(t: "Table", act: Act, roles: tuple[Role, ...]) -> No:
    """Why an act is not theirs to do now; `roles` are those who may."""
    state, kind, what = t.state, type(act), act_named(act)
    if state.status not in kind.during:
        when = joined([worded(each, "status") for each in kind.during], "or") or say("being set up")
        return No(
            say(
                "{what}: not while the table is {status}, only while it is {when}.",
                what=what,
                status=worded(state.status, "status"),
                when=when,
            )
        )
    if roles:
        who = joined([post_named(role.value) for role in roles], "or")
        return No(say("{what}: only {who} can do this.", what=what, who=who))
    if state.held:
        return No(
            say(
                "{what}: the round is held. The slip that waits is signed or cancelled first.",
                what=what,
            ),
            SIGN_FIRST,
        )
    now = joined([ENGLISH.say(each, BUTTON).lower() for each in t.phase.allows], "or")
    return No(
        say(
            "{what}: not in this part of the round ({phase}). Next: {now}.",
            what=what,
            phase=worded(t.phase.id, "phase"),
            now=now,
        ),
        t.phase_rule,
    )


def filled_by_table(act: Act, name: str) -> No:
    """That the table itself says something of an act."""
    return No(
        say(
            "{act_named}: the table itself fills in {name}. Leave it out.",
            act_named=act_named(act),
            name=plain(name),
        )
    )
