"""Which choices changed: readings of the manual, payments, and settings of the house."""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import NamedTuple

import msgspec

from tablewright.papers.editions import Edition
from tablewright.papers.settings import settings
from tablewright.rules.said import fixed_odds
from tablewright.rules.wagers import made_said
from tablewright.table.chips import chips_text, money

NONE = "none"
"""What is said where one side has no such setting."""


class ReadingChange(msgspec.Struct, frozen=True, kw_only=True):
    """A passage that is read otherwise."""

    reading: str
    question: str
    before: str
    after: str
    means_before: str
    means_after: str
    source: str
    """The passages that it reads."""
    moves_money: bool
    warning: str
    """What must be said loudly of the option that is taken now."""


class PayChange(msgspec.Struct, frozen=True, kw_only=True):
    """A payment that is another now; nothing stands for a side on which it is not paid at all."""

    key: str
    wager: str
    """What the wager is called."""
    on: str
    """What is paid: a hand, or the case."""
    before: str
    after: str


class SettingChange(msgspec.Struct, frozen=True, kw_only=True):
    """A setting of the house that is another now."""

    setting: str
    before: str
    after: str


def changed_readings(before: Edition, after: Edition) -> tuple[ReadingChange, ...]:
    """The readings that are taken otherwise, in the order of the game."""
    was, now = before.ruleset.rulings, after.ruleset.rulings
    return tuple(
        ReadingChange(
            reading=each.id,
            question=each.question,
            before=was[each.id],
            after=now[each.id],
            means_before=each.option(was[each.id]).means,
            means_after=each.option(now[each.id]).means,
            source=after.cited(reduce(and_, each.conflict)) if each.conflict else "",
            moves_money=each.moves_money,
            warning=each.option(now[each.id]).warning,
        )
        for each in after.game.readings
        if was[each.id] != now[each.id]
    )


# Payments ------------------------------------------------------------------------------------------


class _Paid(NamedTuple):
    """A payment as it is posted."""

    wager: str
    on: str
    odds: str


def changed_pays(before: Edition, after: Edition) -> tuple[PayChange, ...]:
    """The payments that are others, by the key under which each is changed."""
    return tuple(_changed_pays(_posted(before), _posted(after)))


def _changed_pays(was: dict[str, _Paid], now: dict[str, _Paid]) -> Iterator[PayChange]:
    gone = {key: each for key, each in was.items() if key not in now}
    for key, named in (now | gone).items():
        old, new = was.get(key), now.get(key)
        if (old.odds if old else "") != (new.odds if new else ""):
            yield PayChange(
                key=key,
                wager=named.wager,
                on=named.on,
                before=old.odds if old else "",
                after=new.odds if new else "",
            )


def _posted(edition: Edition) -> dict[str, _Paid]:
    """Everything that is paid, row by row of the tables, and the odds of single lines."""
    found: dict[str, _Paid] = {}
    for decided in edition.ruleset.wagers.values():
        wager = decided.wager
        for table in decided.tables:
            for made in table.rows:
                key = wager.pay_key(table, made)
                found[key] = _Paid(wager.title, made_said(made), table.printed(made))
        for case, odds in fixed_odds(decided).items():
            key = f"{wager.kind}.{case}"
            found[key] = _Paid(wager.title, case.replace("-", " ").capitalize(), str(odds))
    return found


# The house -----------------------------------------------------------------------------------------


def changed_settings(before: Edition, after: Edition) -> tuple[SettingChange, ...]:
    """The settings of the house that are others: limits, maximum payouts, and what else it sets."""
    was, now = dict(_settings(before)), dict(_settings(after))
    return tuple(
        SettingChange(setting=each, before=was.get(each, NONE), after=now.get(each, NONE))
        for each in (now | was)
        if was.get(each) != now.get(each)
    )


def _settings(edition: Edition) -> Iterator[tuple[str, str]]:
    setup, book = edition.book.setup, edition.book
    yield "Jurisdiction", edition.jurisdiction.name
    yield "Table", setup.table
    yield "Cards come from", book.device.name
    for kind, (low, high) in setup.limits.items():
        yield f"Limits of the {edition.titles[kind]}", f"{money(low)} to {money(high)}"
    yield from settings(edition)
    yield "Chips in the float", chips_text(setup.float_chips)
