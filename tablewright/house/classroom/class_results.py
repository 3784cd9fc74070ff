"""What came of a question for a whole class: how many were right, and what was answered how often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tablewright.house.screens.class_screen_pages import (
    ClassTally,
    PartResult,
    ShareShown,
    StageResult,
)
from tablewright.school.marking import RIGHT, WRONG, Marked, PartMarked, mark_stage
from tablewright.school.questions import AnyPart, Given, Key, Say, Stage

MOST_SHARES = 6
"""How many different answers are shown; the rest are counted together."""
NO_ANSWER, OTHER_WORDS, OTHERS = "No answer", "Other words", "Other answers"


def result_of(
    stage: Stage,
    keys: Mapping[str, Key],
    answers: Sequence[tuple[Given, Marked]],
    people: int,
) -> StageResult:
    """A stage that is closed, from what everyone answered and its marks."""
    blank = mark_stage(stage, keys, {}).parts  # Of one who gave no answer: it says what is right.
    return StageResult(
        answered=len(answers),
        right=sum(marked.is_right for _, marked in answers),
        people=people,
        parts=[
            _part_result(
                part,
                blank[i],
                [marked.parts[i] if part.id in given else None for given, marked in answers],
            )
            for i, part in enumerate(stage.parts)
        ],
    )


PartGiven = PartMarked | None
"""What a person answered in a part, as it was marked; nothing, where they left it out."""


def _part_result(part: AnyPart, right: PartMarked, given: Sequence[PartGiven]) -> PartResult:
    return PartResult(
        asks=right.asks,
        right=right.right,
        says=right.says,
        rule=right.rule,
        source=right.source,
        missed=right.missed,
        right_count=sum(each is not None and each.mark == RIGHT for each in given),
        shares=_shares(part, right, given),
    )


def _shares(part: AnyPart, right: PartMarked, given: Sequence[PartGiven]) -> list[ShareShown]:
    """What was answered, the most frequent first."""
    counts: Counter[tuple[str, Fraction]] = Counter()
    for each in given:
        counts[_says(part, right, each), WRONG if each is None else each.mark] += 1
    shares = [ShareShown(says, count, float(mark)) for (says, mark), count in counts.items()]
    shares.sort(key=lambda each: (-each.count, -each.mark))
    rest = [each for each in shares[MOST_SHARES:] if each.mark < 1]
    if len(rest) < 2:
        return shares
    others = ShareShown(OTHERS, sum(each.count for each in rest), 0.0)
    return [*(each for each in shares if each not in rest), others]


def _says(part: AnyPart, right: PartMarked, given: PartGiven) -> str:
    """An answer as the room reads it. What was typed freely is not shown to a whole room."""
    if given is None:
        return NO_ANSWER
    if isinstance(part, Say) and not part.options:
        return right.right if given.mark == RIGHT else OTHER_WORDS
    return given.given


def tally_of(results: Sequence[StageResult]) -> ClassTally:
    """How the class has done so far."""
    answered = [each for each in results if each.answered]
    return ClassTally(
        answered=sum(each.answered for each in answered),
        right=sum(each.right for each in answered),
        percents=[round(100 * each.right / each.answered) for each in answered],
    )
