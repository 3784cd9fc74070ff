"""What the pit must see to at a live table, as it stands now: each cause of an alert.

Nothing here is remembered: the register (`alert_register.py`) keeps what was raised and who has it.
What takes long to find out, the win against its band and what an approval or a certificate is worth
today, comes from `slow_alerts.py`.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from math import ceil

from tablewright.house.people.person import stranded
from tablewright.house.screens.alert_pages import KINDS, AlertThresholds, Cause
from tablewright.house.screens.alert_words import in_words
from tablewright.house.tables.clock_marks import behind
from tablewright.house.tables.live import LiveTable
from tablewright.table.acts.card_changes import change_due_at
from tablewright.table.acts.slips import HOLDS
from tablewright.table.chips import FLOAT, worth
from tablewright.table.machine import Table
from tablewright.table.status import IN_PLAY

MOST_OF_A_KIND = 10
"""So many calls, slips or wins of a table are alerts at once; the next when one of them is over."""
RACK_SLACK_PERCENT = 5
"""A rack that was low or heavy is so until it is so much better than that."""
WINS_FOR = timedelta(hours=24)
"""A win that is longer ago is no alert any more."""


def causes(
    live: LiveTable, limits: AlertThresholds, now: datetime, raised: Collection[str]
) -> list[Cause]:
    """Every alert that there should be at a table now; `raised` are the kinds that there are.

    Times are told by the clock of `now`.
    Of these, a rack counts as low or heavy a little longer, so that no alert comes and goes.
    """
    is_practice = live.table.book.setup.is_practice
    return [
        each
        for each in _causes(live, limits, now, raised)
        if not is_practice or KINDS[each.kind].is_at_practice
    ]


def _causes(
    live: LiveTable, limits: AlertThresholds, now: datetime, raised: Collection[str]
) -> Iterator[Cause]:
    yield from _calls(live)
    yield from _slips(live, limits, now)
    yield from _forms(live, limits, now)
    yield from _posts(live)
    yield from _wins(live, limits, now)
    yield from _clock(live)
    if live.table.state.status == IN_PLAY:
        yield from _dealer(live, limits.dealer_away_seconds)
        yield from _cards(live, now)
        yield from _rack(live.table, limits, raised)
        yield from _idle(live, limits, now)


def _calls(live: LiveTable) -> Iterator[Cause]:
    """Those that wait, the oldest first; one that names an irregularity is one."""
    known = live.table.course.irregularities
    for call in live.room.conduct.calls[:MOST_OF_A_KIND]:
        said: dict[str, str | int | list[str]] = {"post": call.by, "says": call.says}
        found = known.get(call.irregularity) if call.irregularity else None
        if found is None:
            yield Cause("call", str(call.number), said)
        else:
            yield Cause("irregularity", f"call {call.number}", said | {"irregularity": found.title})


def _slips(live: LiveTable, limits: AlertThresholds, now: datetime) -> Iterator[Cause]:
    """A slip that holds the round at once, another when it has waited for long."""
    since = live.room.screen.sums.waits.slips
    late = timedelta(minutes=limits.signature_minutes)
    for number, slip in list(live.table.state.slips.items())[:MOST_OF_A_KIND]:
        if slip.form in HOLDS:
            yield Cause("irregularity", f"slip {number}", {"form": slip.form, "slip": number})
        elif now - since.get(number, now) >= late:
            signed = [slip.who]
            yield Cause(
                "signature", f"slip {number}", {"form": slip.form, "slip": number, "signed": signed}
            )


def _forms(live: LiveTable, limits: AlertThresholds, now: datetime) -> Iterator[Cause]:
    """A form that was signed by one and waits for the other."""
    since = live.room.screen.sums.waits.forms
    late = timedelta(minutes=limits.signature_minutes)
    for form, signed in live.table.state.signatures.items():
        if form in since and now - since[form] >= late:
            yield Cause("signature", form, {"form": form, "signed": list(signed.values())})


def _posts(live: LiveTable) -> Iterator[Cause]:
    for post, name in stranded(live.table, live.room.house.roster).items():
        yield Cause("post-lost", post, {"post": post, "name": name})


def _wins(live: LiveTable, limits: AlertThresholds, now: datetime) -> Iterator[Cause]:
    large = [
        win
        for win in live.room.screen.sums.sittings.wins
        if win.cents >= limits.big_win_cents and now - win.at < WINS_FOR
    ]
    for win in large[-MOST_OF_A_KIND:]:
        yield Cause(
            "big-win",
            f"{win.round} {win.place}",
            {"player": win.player, "cents": win.cents, "round": win.round, "line": win.line},
        )


def _clock(live: LiveTable) -> Iterator[Cause]:
    """A journal that is ahead of the clock: its next lines bear the later time."""
    late = behind(live.table.state.at, live.room.house.clock)
    if late:
        yield Cause("clock-behind", "", {"minutes": ceil(late / timedelta(minutes=1))})


def _dealer(live: LiveTable, after_seconds: float) -> Iterator[Cause]:
    """A dealer who has been away so long while players sit there or a round is played."""
    room, state = live.room, live.table.state
    gone = room.pace.dealer_gone
    is_playing = state.status == IN_PLAY and not room.pace.is_between_rounds
    if gone is None or not (state.seats or is_playing):
        return
    if room.ticker.now() - gone >= after_seconds:
        name = room.post.dealer if room.post.is_held else ""
        yield Cause("dealer-absent", "", {"name": name, "is_playing": int(is_playing)})


def _cards(live: LiveTable, now: datetime) -> Iterator[Cause]:
    """Cards that stay in play beyond their time, where people change them."""
    state, due = live.table.state, change_due_at(live.table.state)
    if due is None or "change-cards" in live.room.post.steps:
        return
    if now >= due:
        yield Cause("card-change", "", {"minutes": state.setup.card_change_minutes})
    elif state.decks.put_off_until is not None:
        until = state.decks.put_off_until.astimezone(now.tzinfo).strftime("%H:%M")
        yield Cause("card-change-later", "", {"until": until, "reason": state.decks.put_off_reason})


def _rack(table: Table, limits: AlertThresholds, raised: Collection[str]) -> Iterator[Cause]:
    """What is in the rack beside what it was opened with."""
    par = worth(table.book.setup.float_chips)
    if not par:
        return
    percent = 100 * table.state.bank.cents(FLOAT) // par
    low = limits.rack_low_percent + RACK_SLACK_PERCENT * ("rack-low" in raised)
    heavy = limits.rack_heavy_percent - RACK_SLACK_PERCENT * ("rack-heavy" in raised)
    if percent < low:
        yield Cause("rack-low", "", {"percent": percent})
    elif percent > heavy:
        yield Cause("rack-heavy", "", {"percent": percent})


def _idle(live: LiveTable, limits: AlertThresholds, now: datetime) -> Iterator[Cause]:
    played = live.room.screen.sums.waits.played
    late = timedelta(minutes=limits.idle_minutes)
    if played is not None and live.room.pace.is_between_rounds and now - played >= late:
        yield Cause("idle", "", {"minutes": limits.idle_minutes})


# What a row of the pit says ------------------------------------------------------------------------


def said_at_once(live: LiveTable, now: datetime) -> list[str]:
    """What stands in a table's own row without waiting: a dealer who is away, a post, cards put off.

    Times are told by the clock of `now`.
    """
    found = [*_dealer(live, 0), *_cards(live, now), *_posts(live), *_clock(live)]
    return [in_words(each.kind, each.slots).says for each in found]
