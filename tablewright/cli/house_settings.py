"""The house's settings as the command line gives them: `--house NAME=VALUE`, each at most once.

--house takes-tips=no                yes or no
--house card-change-minutes=90       a number
--house approval-from=none           cents, or none
--house limits.high=500-20000        minimum and maximum of a kind of wager, in cents
--house maximum-payouts.pokerpot=500000
--house pay.high.king=2-1            odds by the key that `tablewright rules` prints
--house denominations=100,500,2500   cents
--house float-chips.500=200          how many chips of so many cents
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tablewright.cli.numbers import whole
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.money import LARGEST_STAKE_CENTS
from tablewright.table.setup import usual_float

Parser = Callable[[str, str], object]
"""Reads a value; the option is named in refusals."""
MOST_CHIPS = 1_000_000


def _yes(option: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise Refused(f"{option} is {quoted(text)}: expected yes or no")
    return text == "yes"


def _cents(option: str, text: str) -> int:
    return whole(option, text, 1, LARGEST_STAKE_CENTS)


def _cents_or_none(option: str, text: str) -> int | None:
    return None if text == "none" else _cents(option, text)


def _text(option: str, text: str) -> str:
    return text


def _range(option: str, text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    if not dash:
        raise Refused(f"{option} is {quoted(text)}: expected two amounts in cents, as in 500-20000")
    return _cents(option, low), _cents(option, high)


PLAIN: Mapping[str, Parser] = {
    "jurisdiction": _text,
    "approval_from": _cents_or_none,
    "deals_from_right": _yes,
    "settles_from_right": _yes,
    "dealer_wagers": _yes,
    "takes_tips": _yes,
    "returns_small_wagers": _yes,
    "personal_limits": _yes,
    "card_change_minutes": lambda option, text: whole(option, text, 1, 10_000),
    "denominations": lambda option, text: tuple(_cents(option, each) for each in text.split(",")),
}
KEYED: Mapping[str, Parser] = {
    "limits": _range,
    "maximum_payouts": _cents,
    "pay": _text,
    "float_chips": lambda option, text: whole(option, text, 0, MOST_CHIPS),
}
"""Settings of which there is one for each kind of wager, payment or chip."""
NAMES = sorted(name.replace("_", "-") for name in (*PLAIN, *KEYED))


def chosen_settings(texts: Iterable[str]) -> dict[str, Any]:
    """The fields of a set-up that were chosen."""
    chosen: dict[str, Any] = {}
    for text in texts:
        said, equals, value = text.partition("=")
        name, dot, key = said.replace("_", "-").partition(".")
        field = name.replace("-", "_")
        if not (equals and value) or field not in (KEYED if dot and key else PLAIN):
            raise Refused(f"--house is {quoted(text)}: expected NAME=VALUE, of {listed(NAMES)}")
        option = f"--house {said}"
        if not dot:
            found: object = PLAIN[field](option, value)
            is_new = chosen.setdefault(field, found) == found
        else:
            by = whole(option, key, 1, LARGEST_STAKE_CENTS) if field == "float_chips" else key
            found = KEYED[field](option, value)
            is_new = chosen.setdefault(field, {}).setdefault(by, found) == found
        if not is_new:
            raise Refused(f"{option} is given twice: expected it once")
    if "denominations" in chosen:
        chosen.setdefault("float_chips", usual_float(chosen["denominations"]))
    return chosen
