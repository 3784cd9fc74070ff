"""What a typed line answers: a number or words for a choice, cards, an amount, chips, a call."""

import re
from collections.abc import Sequence
from typing import Any

from tablewright.rules.cards import card
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.school.marking import LONGEST_ANSWER, heard
from tablewright.school.questions import Amount, AnyPart, Choose, GiveChips, Option, PickCards, Say
from tablewright.table.chips import Chips, money

AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})(?:\.([0-9]{1,2}))?")
STACK = re.compile(r"(?:([0-9]{1,4})\s*[x*×]\s*)?(\$?[0-9.,]+)", re.IGNORECASE)
MOST_NAMED = 5
"""So many choices are named where what was typed fits several."""


def answered(part: AnyPart, line: str) -> Any:
    """The answer that a line gives to a part; refused with what may be typed."""
    match part:
        case Choose():
            return chosen(part.options, line)
        case PickCards():
            return picked(part, line)
        case Amount():
            return cents(line)
        case GiveChips():
            return chips(part, line)
        case Say():
            return words(part, line)


def chosen(options: Sequence[Option], line: str) -> str:
    """A choice by its number, or by its words as far as they are typed."""
    if line.isdecimal() and len(line) <= 4 and 1 <= int(line) <= len(options):
        return options[int(line) - 1].id
    typed = heard(line)
    exact = [each for each in options if heard(each.says) == typed]
    begin = [each for each in options if heard(each.says).startswith(typed)]
    within = [each for each in options if typed in heard(each.says)]
    spelt = [each for each in options if _is_spelt(typed, heard(each.says))]
    found = (exact or begin or within or spelt) if typed else []
    if len(found) == 1:
        return found[0].id
    if found:
        fitting = [f"{options.index(each) + 1} {each.says}" for each in found[:MOST_NAMED]]
        more = " and more" if len(found) > MOST_NAMED else ""
        raise Refused(f"That fits {'; '.join(fitting)}{more}. Type the number of one.")
    raise Refused(f"Type a number from 1 to {len(options)}, or the words of one choice.")


def _is_spelt(typed: str, says: str) -> bool:
    """Whether the words that were typed begin words of a choice, in their order.

    >>> _is_spelt("se 3", "settle seat 3"), _is_spelt("3 se", "settle seat 3")
    (True, False)
    """
    words = iter(says.split())
    return all(any(word.startswith(each) for word in words) for each in typed.split())


def picked(part: PickCards, line: str) -> list[int]:
    """Cards by where they lie, counted from 1, or by name: `1 3 4`, `9h 9c 6s`."""
    example = " ".join(map(str, range(1, part.count + 1)))
    said = line.replace(",", " ").split()
    found: list[int] = []
    for each in said:
        if each.isdecimal() and len(each) <= 3:
            found.append(int(each) - 1)
        else:
            found.append(_where(part.cards, each, found))
    is_whole = len(found) == part.count == len(set(found))
    if not is_whole or not all(0 <= n < len(part.cards) for n in found):
        raise Refused(
            f"Type {part.count} different cards by their numbers, 1 to {len(part.cards)},"
            f" as in {example}."
        )
    return found


def _where(cards: Sequence[str], name: str, taken: Sequence[int]) -> int:
    """Where a card lies that is named; one of two alike that is not taken yet."""
    try:
        text = card(name).text
    except Refused:
        raise Refused(f"{quoted(name)} is not a card here. Type numbers, or as in 9h.") from None
    places = [n for n, each in enumerate(cards) if each == text and n not in taken]
    if not places:
        raise Refused(f"{card(name).face} does not lie here.")
    return places[0]


def cents(line: str) -> int:
    """An amount in dollars, as people write it.

    >>> cents("7.50"), cents("$1,250"), cents("0")
    (750, 125000, 0)
    """
    found = AMOUNT.fullmatch(line.strip())
    if not found:
        raise Refused("Type an amount in dollars, as in 7.50.")
    whole, part = found.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "0").ljust(2, "0"))


def chips(part: GiveChips, line: str) -> Chips:
    """Chips as they are counted: `2x25 1x5`; one of each that has no number; `0` for none."""
    rack = [money(value) for value, count in sorted(part.rack.items()) if count]
    refused = Refused(f"Type chips of {listed(rack)}, as in 2x25 1x5; 0 for none.")
    text = line.strip().lower()
    if text in ("0", "none", "nothing"):
        return {}
    found: Chips = {}
    rest = STACK.sub("", text).replace("+", " ").replace(",", " ")
    if rest.strip():
        raise refused
    for many, each in STACK.findall(text):
        try:
            value = cents(each.rstrip(",."))
        except Refused:
            raise refused from None
        count = int(many or 1)
        if not part.rack.get(value):
            raise refused
        found[value] = found.get(value, 0) + count
        if found[value] > part.rack[value]:
            raise Refused(f"The rack holds {part.rack[value]} chips of {money(value)}.")
    if not found:
        raise refused
    return {value: count for value, count in found.items() if count}


def words(part: Say, line: str) -> str:
    """What is said: one of the choices by number, or any words."""
    if part.options and line.isdecimal() and len(line) <= 4:
        return chosen(part.options, line)
    if not heard(line):
        raise Refused("Type what you say.")
    if len(line) > LONGEST_ANSWER:
        raise Refused(f"Type up to {LONGEST_ANSWER} characters.")
    for option in part.options:
        if heard(option.says) == heard(line):
            return option.id
    return line
