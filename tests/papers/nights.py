"""Nights whose forms are printed: rehearsed, played at random by people, and one played for money.

What a journal says is read here from its raw lines, as JSON and by hand, so that forms are never held
against the code that fills them.
"""

import json
import re
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from tablewright.papers.documents import Document
from tablewright.papers.forms.book import filled_book, forms_of
from tablewright.papers.forms.kinds import KINDS, Kind
from tablewright.papers.forms.night import Night, read_night
from tablewright.papers.printing import to_pdf
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.journal import Journal
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.setup import Staff
from tablewright.table.verify import verify
from tests.papers.reading import Printed
from tests.table.driving import DEALER, INSPECTOR, PIT_BOSS, Driver
from tests.table_play import RandomPlay, finish_table, random_setup

PEOPLE = Staff("Dee Poe", "Ines Ott", "Pia Roy", "Sue Lim")
REHEARSED = (
    ("duki4", "shuffler"),
    ("king-high", "six-deck-shuffler"),
    ("king-high", "shoe"),
    ("pick2", "one-deck-shuffler"),
)
PLAYED = (("king-high", "physical shoe"), ("duki4", "hand"))
STEPS = 260
READINGS = {"duki4": {"duki4.void-after-payment": "taken-back"}}
"""What was paid in a void round, and went to the tip box, is taken back."""
SMALL_FLOAT = {10_000: 10, 2500: 40, 500: 100, 100: 60, 50: 20}
"""Not enough for a night: chips must come from the cage."""
FOR_MONEY = "duki4 for money"
NIGHTS = [
    *(f"{of} {device}" for of, device in REHEARSED),
    *(f"{of} {device} at random" for of, device in PLAYED),
    FOR_MONEY,
]
"""Every night by its name."""


@cache
def journal(name: str) -> tuple[bytes, ...]:
    """The lines of a night."""
    if name == FOR_MONEY:
        return tuple(for_money())
    lines: list[bytes] = []
    game, _, device = name.partition(" ")
    if device.endswith(" at random"):
        rng = Random(f"forms {name}")
        setup = random_setup(game, device.removesuffix(" at random"), rng)
        setup = msgspec.structs.replace(setup, staff=PEOPLE)
        play = RandomPlay(setup, rng, Journal(lines.append))
        play.open()
        for _ in range(STEPS):
            play.step()
        finish_table(play.table, rng, play.now)
    else:
        setup = rehearsal_setup(game, device=device, readings=dict(READINGS.get(game, {})))
        setup = msgspec.structs.replace(setup, float_chips=dict(SMALL_FLOAT))
        rounds = 18 if game in READINGS else 9
        rehearse(setup, rounds, seed=5, seats=4, irregularities=0.9, keeper=Journal(lines.append))
    return tuple(lines)


def for_money() -> list[bytes]:
    """A table for money on a felt, where people sign; all that a slip can come to happens."""
    t = Driver("duki4", is_practice=False, is_keyed=True, staff=PEOPLE, personal_limits=True)
    t.do(acts.UnlockRack(), INSPECTOR)
    short = t.float_chips() | {500: 999}
    t.do(acts.CountFloat(short), DEALER)
    t.do(acts.ReportError("one red chip is missing"), INSPECTOR)
    t.sign("error-notification")
    t.open_equipment()
    t.new_cards()
    t.do(acts.Open(), INSPECTOR)
    t.sit(1, 2)
    t.do(acts.AgreeLimits(1, {"ante": (500, 50_000)}), PIT_BOSS)
    t.do(acts.Fill({10_000: 2, 50: 3}), PIT_BOSS)
    t.do(acts.Countersign(1, {10_000: 1}), DEALER)
    t.do(acts.Countersign(1, {10_000: 2, 50: 3}), DEALER)
    t.do(acts.Credit({2500: 4}), INSPECTOR)
    t.do(acts.CancelSlip(2, "the cage is closed"), PIT_BOSS)
    t.do(acts.Credit({2500: 2}), INSPECTOR)
    t.countersign()
    _one_round(t)
    t.do(acts.Correct(1, "paid one chip too few", to_player={500: 1}), INSPECTOR)
    t.countersign()
    t.do(acts.Correct(2, "paid half a dollar too much", from_player={50: 1}), INSPECTOR)
    t.countersign()
    t.do(acts.Tip(2, {100: 2}), player(2))
    t.do(acts.AgreeLimits(1, {}), PIT_BOSS)
    t.do(acts.Relieve("dealer", "Ned Fay"), INSPECTOR)
    t.do(acts.BeginClosing(), INSPECTOR)
    t.leave(1, 2)
    t.do(acts.RemoveCards(), DEALER)
    t.do(acts.CountFloat(t.float_chips() | {50: t.float_chips()[50] + 1}), DEALER)
    t.do(acts.ReportError("half a dollar too much"), PIT_BOSS)
    t.sign("error-notification", DEALER, PIT_BOSS)
    t.do(acts.CountFloat(t.float_chips()), DEALER)
    t.sign("closer")
    t.do(acts.RemoveDropBox(), INSPECTOR)
    t.do(acts.Close(), INSPECTOR)
    written: list[bytes] = []
    keeper = Journal(written.append)
    for line in t.lines:
        keeper.add(*line)
    return written


def _one_round(t: Driver) -> None:
    t.wager(1, "ante", 2500)
    t.wager(2, "ante", 500)
    t.deal()
    t.decide(1, "play")
    t.decide(2, "fold")
    t.reveal("9d 9s 5h 8c")
    t.show(1, "9h 9c 6s Jd")
    t.finish()


# Their forms ---------------------------------------------------------------------------------------


@cache
def night(name: str) -> Night:
    """The forms of a night."""
    lines = journal(name)
    return read_night(lines, verify(lambda: lines))


def kind_of(form: str) -> Kind:
    """The kind that a form is filed under."""
    return next(kind for kind in KINDS if form in kind.forms)


@cache
def document(name: str, kind: Kind) -> Document:
    return filled_book(night(name), kind, night(name).edition())


@cache
def printed(name: str, kind: Kind) -> Printed:
    """The forms of one kind, printed and read back."""
    assert forms_of(night(name), kind)
    return Printed(to_pdf(document(name, kind), night(name).edition()))


# The raw lines -------------------------------------------------------------------------------------


@cache
def raw(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in journal(name))


def did(name: str, *events: str) -> list[dict[str, Any]]:
    """What the lines of some events say, each with its line's number as `n`."""
    found = [line["did"] | {"n": line["n"]} for line in raw(name)]
    return [each for each in found if each["event"] in events]


def cents(text: str) -> int:
    """An amount as it is written, by hand: `-$1,234.50`."""
    found = re.fullmatch(r"([+-]?)\$([\d,]+)(?:\.(\d\d))?", text)
    assert found, text
    whole = 100 * int(found[2].replace(",", "")) + int(found[3] or 0)
    return -whole if found[1] == "-" else whole


def worth(chips: dict[str, int]) -> int:
    return sum(int(value) * count for value, count in chips.items())


def counted(text: str) -> int:
    """What chips come to that are written as `20 x $500, 3 x $0.50`."""
    if text == "nothing":
        return 0
    return sum(
        int(count) * cents(value) for count, value in re.findall(r"(\d+) x (\$[\d.]+)", text)
    )


class Money(NamedTuple):
    """What a night comes to by its raw lines, in cents."""

    opening: int
    closing: int
    fills: int
    credits: int
    drop: int
    tips: int
    staked: int
    returned: int
    corrected: int
    over: int
    owed: int
    result: int


def money(name: str) -> Money:
    """Everything added up by hand."""
    signed = did(name, "form-completed")

    def total(form: str, **says: str) -> int:
        found = [each["says"] for each in signed if each["form"] == form]
        return sum(cents(each["total"]) for each in found if says.items() <= each.items())

    errors = [each["says"] for each in signed if each["form"] == "error-notification"]
    openers = [each for each in signed if each["form"] == "opener"]
    # A float that was not what the records say was signed for on a notification instead.
    is_right = bool(openers)
    opening = cents(openers[0]["says"]["total"]) if is_right else counted(errors.pop(0)["counted"])
    (closer,) = [each["says"] for each in signed if each["form"] == "closer"]
    settled = [each for each in did(name, "settled") if not each.get("is_unplayed")]
    taken, reckoned = did(name, "taken-back"), did(name, "reckoned")
    back = [each for each in taken if each["returned"] == each["stake"]]
    tips = sum(worth(each["chips"]) for each in did(name, "tip"))
    for each in did(name, "settled", "taken-back"):
        for move in each.get("moves", ()):
            tips += worth(move.get("chips", {})) * (
                (move["target"] == "tips") - (move["source"] == "tips")
            )
    (closed,) = did(name, "closed")
    return Money(
        opening=opening,
        closing=cents(closer["total"]),
        fills=total("fill"),
        credits=total("credit"),
        drop=sum(each["cash"] for each in did(name, "buy-in")),
        tips=tips,
        staked=sum(each["stake"] for each in settled)
        + sum(each["stake"] - each["was_stake"] for each in reckoned)
        - sum(each["stake"] for each in back),
        returned=sum(each["returned"] for each in settled)
        + sum(each["returned"] - each["was"] for each in reckoned)
        + sum(each["returned"] - each["was"] for each in taken)
        - sum(each["returned"] for each in back),
        corrected=total("correction", way="from the player")
        - total("correction", way="to the player"),
        over=sum(cents(each["difference"]) for each in errors),
        owed=sum(each.get("short", 0) for each in taken),
        result=closed["result"],
    )
