"""Alerts in words: what is wrong and what to do about it, in the language that is spoken."""

from typing import NamedTuple

from tablewright.house.screens.alert_pages import KINDS, Alert, AlertShown, Slots, TakingShown
from tablewright.rules.language import say, worded
from tablewright.table.acts.forms import form_named
from tablewright.table.chips import money
from tablewright.table.words import joined, post_named

LONG_MINUTES = 120
"""What is longer is told in hours."""


def shown(alert: Alert) -> AlertShown:
    """An alert in the language that is spoken."""
    kind = KINDS[alert.kind]
    title, says, do = in_words(alert.kind, alert.slots)
    line = alert.slots.get("line", 0)
    return AlertShown(
        id=alert.id,
        kind=alert.kind,
        title=title,
        says=says,
        do=do,
        where=kind.where,
        line=line if isinstance(line, int) else 0,
        urgency=kind.urgency,
        table=alert.table,
        table_name=say("the house") if kind.is_of_house else alert.table_name,
        is_practice=alert.is_practice,
        raised=alert.raised.isoformat(),
        taken=[TakingShown(each.name, each.at.isoformat()) for each in alert.taken],
        may_dismiss=kind.is_event and alert.cleared is None,
        cleared=alert.cleared.isoformat() if alert.cleared else "",
        dismissed_by=alert.dismissed.name if alert.dismissed else "",
        reason=alert.reason,
    )


class InWords(NamedTuple):
    """An alert's name, what is wrong, and what to do about it."""

    title: str
    says: str
    do: str


def in_words(kind: str, slots: Slots) -> InWords:
    """What an alert says, in the language that is spoken."""
    return _WORDS[kind](slots)


def _call(of: Slots) -> InWords:
    return InWords(
        say("Inspector called"),
        say("{post} calls: {says}", post=_capital(post_named(str(of["post"]))), says=of["says"]),
        say("Go to the table and mark the call there as seen to."),
    )


def _irregularity(of: Slots) -> InWords:
    title = say("Irregularity pending")
    if "slip" in of:
        return InWords(
            title,
            say(
                "The round is held: {form} {slip} waits for its second signature.",
                form=form_named(str(of["form"])),
                slip=of["slip"],
            ),
            say("Have the slip signed or cancelled: play goes on only then."),
        )
    return InWords(
        title,
        say(
            "{post} calls about “{irregularity}”: {says}",
            post=_capital(post_named(str(of["post"]))),
            irregularity=worded(str(of["irregularity"])),
            says=of["says"],
        ),
        say("Go to the table, rule on it, and mark the call there as seen to."),
    )


def _dealer_absent(of: Slots) -> InWords:
    name = of["name"]
    if of["is_playing"]:
        says = (
            say("The dealer {name} is away in mid-round.", name=name)
            if name
            else say("No dealer has come, and a round is under way.")
        )
    else:
        says = (
            say("The dealer {name} is away while players wait.", name=name)
            if name
            else say("No dealer has come, and players wait.")
        )
    return InWords(
        say("Dealer absent"), says, say("Send a dealer, or relieve the post at the table.")
    )


def _signature(of: Slots) -> InWords:
    form, names = form_named(str(of["form"])), of.get("signed", [])
    signed = joined([str(each) for each in names]) if isinstance(names, list) else str(names)
    says = (
        say(
            "{form} {slip}, signed by {signed}, waits for its second signature.",
            form=_capital(form),
            slip=of["slip"],
            signed=signed,
        )
        if "slip" in of
        else say(
            "The {form}, signed by {signed}, waits for its next signature.",
            form=form,
            signed=signed,
        )
    )
    return InWords(
        say("Signature awaited"), says, say("Have it signed at the table, or the slip cancelled.")
    )


def _card_change(of: Slots) -> InWords:
    return InWords(
        say("Card change overdue"),
        say("The cards have been in play for {minutes} minutes or more.", minutes=of["minutes"]),
        say("Have the cards changed, or put the change off with a reason."),
    )


def _card_change_later(of: Slots) -> InWords:
    return InWords(
        say("Card change put off"),
        say(
            "The card change is put off until {until}: {reason}",
            until=of["until"],
            reason=of["reason"],
        ),
        say("Have the cards changed by then."),
    )


def _big_win(of: Slots) -> InWords:
    return InWords(
        say("Big win"),
        say(
            "{player} won {amount} net in round {round}.",
            player=of["player"],
            amount=money(_whole(of, "cents")),
            round=of["round"],
        ),
        say("Check the round in the journal and on camera, then dismiss with what you found."),
    )


def _out_of_band(of: Slots) -> InWords:
    return InWords(
        say("Out of band at 99 %"),
        say(
            "The house won {won} of the amount staked; 99 % of the time it is between {low} and"
            " {high} after {rounds} rounds like these.",
            won=of["won"],
            low=of["low"],
            high=of["high"],
            rounds=of["rounds"],
        ),
        say("Review payments and procedure: chance alone does this at one table in 100."),
    )


def _players_edge(of: Slots) -> InWords:
    edges = of["edges"] if isinstance(of["edges"], list) else []
    return InWords(
        say("A player’s edge in force"),
        say(
            "By the rules in force here players can have an edge: {edges}.",
            edges="; ".join(_edge(str(each)) for each in edges),
        ),
        say("Check the readings and the pay tables; close the table if this was not intended."),
    )


def _edge(said: str) -> str:
    """One edge: what it is of and how high it is, as they were found."""
    of, _, edge = said.rpartition("|")
    return f"{worded(of, 'wager')} {edge}"


def _rack_low(of: Slots) -> InWords:
    return InWords(
        say("Rack low"),
        say("The rack holds {percent} % of the opening float.", percent=of["percent"]),
        say("Ask for a fill."),
    )


def _rack_heavy(of: Slots) -> InWords:
    return InWords(
        say("Rack heavy"),
        say("The rack holds {percent} % of the opening float.", percent=of["percent"]),
        say("Ask for a credit."),
    )


def _post_lost(of: Slots) -> InWords:
    post = str(of["post"])
    return InWords(
        say("Post without its duty"),
        say(
            "{post} {name} no longer has that duty.",
            post=_capital(post_named(post)),
            name=of["name"],
        ),
        say("A person with that duty can take the post at the table."),
    )


def _uncertified(of: Slots) -> InWords:
    return InWords(
        say("Dealer not certified"),
        say(
            "The dealer {name} may no longer deal here: they need {lacks}.",
            name=of["name"],
            lacks=of["lacks"],
        ),
        say("Relieve them after the round."),
    )


def _approval(of: Slots) -> InWords:
    what = worded(str(of["what"]))
    return InWords(
        say("Approval lapsed"),
        say("{what} has expired.", what=_capital(what))
        if of["is_expired"]
        else say("{what} is no longer on record.", what=_capital(what)),
        say(
            "The table may finish its gaming day; none opens for money until it is recorded again."
        ),
    )


def _idle(of: Slots) -> InWords:
    return InWords(
        say("Table idle"),
        say("No round has been played for {minutes} minutes or more.", minutes=of["minutes"]),
        say("Close the table, or move its dealer."),
    )


def _clock_behind(of: Slots) -> InWords:
    minutes = _whole(of, "minutes")
    by = (
        say("{minutes} min", minutes=minutes)
        if minutes < LONG_MINUTES
        else say("{hours} h", hours=minutes // 60)
    )
    return InWords(
        say("Clock behind the journal"),
        say(
            "The clock is behind the journal by {by}: new lines bear the time of the last one.",
            by=by,
        ),
        say("Have the clock of the server looked at. The audit says when each line was written."),
    )


def _heads_not_taken(of: Slots) -> InWords:
    return InWords(
        say("Signed statements not taken"),
        say(
            "{party} takes none of the statements that the house signs ({why}). Waiting: {waiting}.",
            party=of["party"],
            why=of["why"],
            waiting=of["waiting"],
        ),
        say(
            "Have an administrator check that folder or address; Keys on the page of accounts says"
            " more. What waits is handed out as soon as it is taken again."
        ),
    )


_WORDS = {
    "call": _call,
    "irregularity": _irregularity,
    "dealer-absent": _dealer_absent,
    "signature": _signature,
    "card-change": _card_change,
    "card-change-later": _card_change_later,
    "big-win": _big_win,
    "out-of-band": _out_of_band,
    "players-edge": _players_edge,
    "rack-low": _rack_low,
    "rack-heavy": _rack_heavy,
    "post-lost": _post_lost,
    "uncertified": _uncertified,
    "clock-behind": _clock_behind,
    "heads-not-taken": _heads_not_taken,
    "approval": _approval,
    "idle": _idle,
}
assert _WORDS.keys() == KINDS.keys()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _whole(of: Slots, name: str) -> int:
    found = of[name]
    assert isinstance(found, int)
    return found
