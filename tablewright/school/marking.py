"""Marking: what was right, what was wrong and why. One way of marking for all drills."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from tablewright.rules.cards import cards, faces
from tablewright.rules.errors import Refused, quoted
from tablewright.school.questions import (
    Amount,
    AnyPart,
    Choose,
    GiveChips,
    Given,
    Key,
    PickCards,
    Question,
    Say,
    Stage,
)
from tablewright.table.chips import chips_text, money, worth

LONGEST_ANSWER = 400
"""More than any call or explanation needs."""
RIGHT, IN_PART, WRONG = Fraction(1), Fraction(1, 2), Fraction(0)


class PartMarked(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One part as it was marked."""

    id: str
    asks: str
    mark: Fraction
    given: str
    """What was answered, in words."""
    right: str
    """What is right, in words."""
    skill: str
    rule: str
    says: str
    source: str
    missed: str = ""
    """What was overlooked, or is still wrong with an answer that is right in part."""


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """A stage, or a whole question, as it was marked."""

    parts: list[PartMarked]

    @property
    def mark(self) -> Fraction:
        """From 0 to 1: the mean over its parts."""
        if not self.parts:
            return RIGHT
        return sum((part.mark for part in self.parts), Fraction(0)) / len(self.parts)

    @property
    def is_right(self) -> bool:
        return self.mark == 1

    def by_skill(self) -> dict[str, Fraction]:
        """What each skill was worth: the least of its parts, since it was not known if one failed."""
        found: dict[str, Fraction] = {}
        for part in self.parts:
            found[part.skill] = min(found.get(part.skill, RIGHT), part.mark)
        return found


def mark_stage(stage: Stage, keys: Mapping[str, Key], given: Given) -> Marked:
    """Mark what was answered in one stage; a part left out is wrong, an unknown one is refused."""
    known = [part.id for part in stage.parts]
    for id in given:
        if id not in known:
            raise Refused(f"{quoted(id)} is not asked: expected {', '.join(known)}")
    return Marked(parts=[_marked(part, keys[part.id], given.get(part.id)) for part in stage.parts])


def mark_question(question: Question, given: Iterable[Given]) -> Marked:
    """Mark a whole question: what was answered in each stage."""
    parts: list[PartMarked] = []
    for stage, keys, answered in zip(question.stages, question.keys, given, strict=True):
        parts += mark_stage(stage, keys, answered).parts
    return Marked(parts=parts)


def _marked(part: AnyPart, key: Key, given: Any) -> PartMarked:
    answer = None if given is None else read(part, given)
    mark, missed = WRONG, key.missed
    if answer is not None:
        right = [_compared(part, each) for each in (key.right, *key.also)]
        compared = _compared(part, answer)
        if compared in right:
            mark, missed = RIGHT, ""
        elif (why := key.in_part.get(_as_json(compared))) is not None:
            mark, missed = IN_PART, why
        elif key.other_chips and isinstance(part, GiveChips) and worth(answer) == worth(key.right):
            mark, missed = IN_PART, key.other_chips
        else:
            missed = key.refusals.get(_as_json(compared)) or key.missed
    return PartMarked(
        id=part.id,
        asks=part.asks,
        mark=mark,
        given=said(part, answer) if answer is not None else "nothing",
        right=key.said or said(part, key.right),
        skill=key.skill,
        rule=key.rule,
        says=key.says,
        source=key.source,
        missed=missed,
    )


# What was answered ---------------------------------------------------------------------------------


def read(part: AnyPart, given: Any) -> Any:
    """What was answered, refused in one line if it is no answer to this part."""
    match part:
        case Choose():
            ids = [option.id for option in part.options]
            if given not in ids:
                raise Refused(f"{part.id} is {quoted(given)}: expected one of {', '.join(ids)}")
            return given
        case PickCards():
            if (
                not isinstance(given, list)
                or not all(type(n) is int and 0 <= n < len(part.cards) for n in given)
                or len(set(given)) != len(given)
                or len(given) != part.count
            ):
                raise Refused(
                    f"{part.id} is {quoted(given)}: expected {part.count} different places"
                    f" from 0 to {len(part.cards) - 1}"
                )
            return given
        case Amount():
            if type(given) is not int or not 0 <= given <= 10**12:
                raise Refused(f"{part.id} is {quoted(given)}: expected whole cents")
            return given
        case GiveChips():
            return _chips(part, given)
        case Say():
            if not isinstance(given, str) or len(given) > LONGEST_ANSWER:
                raise Refused(f"{part.id}: expected up to {LONGEST_ANSWER} characters")
            return given


def _chips(part: GiveChips, given: Any) -> dict[int, int]:
    """Chips by denomination, which JSON writes as text."""
    if not isinstance(given, dict):
        raise Refused(f"{part.id} is {quoted(given)}: expected chips by denomination")
    found: dict[int, int] = {}
    for value, count in given.items():
        is_chip = str(value).isdecimal() and int(value) in part.rack
        if not is_chip or type(count) is not int or not 0 <= count <= part.rack[int(value)]:
            raise Refused(
                f"{part.id} has {quoted(count)} chips of {quoted(value)}:"
                f" expected chips that are in the rack, {chips_text(part.rack)}"
            )
        if count:
            found[int(value)] = count
    return found


def _compared(part: AnyPart, answer: Any) -> Any:
    """An answer as it is compared: cards in any order, chips by denomination, words as they sound."""
    match part:
        case PickCards():
            return sorted(answer)
        case GiveChips():
            return {str(value): count for value, count in sorted(answer.items()) if count}
        case Say():
            return heard(answer)
    return answer


def heard(words: str) -> str:
    """Words as they sound: case, stops and spaces are not heard.

    >>> heard("No more bets, please.")
    'no more bets please'
    """
    return " ".join("".join(c if c.isalnum() else " " for c in words.lower()).split())


def _as_json(compared: Any) -> str:
    return msgspec.json.encode(compared, order="sorted").decode()


def as_answer(part: AnyPart, answer: Any) -> str:
    """An answer as `Key.in_part` and `Key.refusals` name it."""
    return _as_json(_compared(part, answer))


# In words ------------------------------------------------------------------------------------------


def said(part: AnyPart, answer: Any) -> str:
    """An answer in words."""
    match part:
        case Choose():
            return next((each.says for each in part.options if each.id == answer), str(answer))
        case PickCards():
            return faces(cards(" ".join(part.cards[n] for n in sorted(answer))))
        case Amount():
            return money(answer)
        case GiveChips():
            return f"{chips_text(answer)} ({money(worth(answer))})" if answer else "no chips"
        case Say():
            options = {each.id: each.says for each in part.options}
            return options.get(answer, answer) or "nothing"
