"""What a question shows and asks, as lines of text: cards, chips, a whole felt, choices."""

from collections.abc import Iterator, Sequence

import msgspec

from tablewright.cli.play.screen import BACK, face, felt, folded, packed
from tablewright.rules.phases import IN_BRIEF, PhaseId
from tablewright.school.questions import (
    AnyPart,
    Choose,
    GiveChips,
    HandShown,
    LaidWager,
    PickCards,
    Say,
    Shown,
)
from tablewright.school.syllabus import Syllabus
from tablewright.table.chips import chips_text, money
from tablewright.table.views import View

INDENT = "  "
COLUMN = 38
"""How wide a choice may be that stands beside others."""
ONE_LINE = 50
"""Choices that are shorter together stand on one line."""
NONE_OWN = 0
"""No place is the trainee's own: they stand on the dealer's side."""


def news(shown: Shown, before: Shown | None) -> Shown:
    """What is new in a stage since the one before: what still lies there need not be shown again."""
    if before is None:
        return shown
    known = next(
        n
        for n in range(min(len(shown.told), len(before.told)), -1, -1)
        if shown.told[:n] == before.told[len(before.told) - n :]
    )
    return msgspec.structs.replace(
        shown,
        told=shown.told[known:],
        facts=[each for each in shown.facts if each not in before.facts],
        device="" if shown.device == before.device else shown.device,
        view=None if shown.view == before.view else shown.view,
    )


def shown_lines(shown: Shown, of: Syllabus, width: int) -> list[str]:
    """What lies before the trainee."""
    lines: list[str] = []
    if shown.view is not None and shown.view.places:
        lines += _felt(shown.view, of, width)
    lines += [line for each in shown.told for line in folded(f"- {each}", width, 2)]
    if shown.device:
        lines += folded(f"Cards come from: {shown.device}.", width)
    lines += [line for each in _short(shown.facts, width) for line in folded(each, width)]
    named = [HandShown("Drawn", shown.drawn)] if shown.drawn else []
    hands = [*named, *shown.hands]
    longest = max([len(hand.title) for hand in hands], default=0)
    for hand in hands:
        lines += _hand(hand, longest, width)
    lines += _wagers(shown.wagers, of.game.place, width)
    return lines


def _short(facts: Sequence[str], width: int) -> list[str]:
    """Facts one below the other; beside each other, where they are many and short."""
    is_many = len(facts) > 3 and max(map(len, facts)) < width // 2
    return packed(facts, width) if is_many else list(facts)


def _felt(view: View, of: Syllabus, width: int) -> list[str]:
    names = {id: decided.wager.name for id, decided in of.ruleset.wagers.items()}
    is_round = view.phase in list(PhaseId)
    now = IN_BRIEF[PhaseId(view.phase)].name if is_round else view.status
    title = f"{of.game.name} · {now}"
    return felt(view, title, names, NONE_OWN, counts_cards=False, width=width)


def laid_out(cards: Sequence[str]) -> str:
    """Cards in columns of one width, those face down by their backs."""
    return " ".join([f"{face(each) if each else BACK:>3}" for each in cards])


def _hand(hand: HandShown, longest: int, width: int) -> Iterator[str]:
    """A hand beside its title, or beneath it where there is no room; then those cards that play."""
    cards = laid_out(hand.cards)
    is_narrow = len(INDENT) + longest + 2 + len(cards) > width
    under = INDENT * 2 if is_narrow else f"{INDENT}{'':<{longest}}  "
    if is_narrow:
        yield from folded(f"{INDENT}{hand.title}", width)
        yield f"{under}{cards}"
    else:
        yield f"{INDENT}{hand.title:<{longest}}  {cards}"
    if hand.plays:
        played = " ".join([face(hand.cards[n]) for n in hand.plays if hand.cards[n]])
        yield from folded(f"{under}plays {played or len(hand.plays)}", width)


def _wagers(wagers: Sequence[LaidWager], place: str, width: int) -> Iterator[str]:
    """The wagers of each place, with their chips."""
    by_place: dict[int, list[str]] = {}
    for each in wagers:
        on_card = f", card {each.on_card}" if each.on_card else ""
        chips = f" ({chips_text(each.chips)})" if each.chips else ""
        by_place.setdefault(each.place, []).append(
            f"{each.name}{on_card} {money(each.cents)}{chips}"
        )
    for number, said in by_place.items():
        who = f"{INDENT}{place.capitalize()} {number}  "
        for n, line in enumerate(packed(said, width - len(who))):
            yield from folded(f"{'' if n else who:<{len(who)}}{line}", width, len(who))


# What is asked -------------------------------------------------------------------------------------


def part_lines(part: AnyPart, width: int) -> list[str]:
    """What may be answered: choices by number, cards by where they lie, the chips there are."""
    match part:
        case Choose(options=options) | Say(options=options):
            return choices([option.says for option in options], width)
        case PickCards():
            cards = laid_out(part.cards)
            numbers = " ".join([f"{n:>3}" for n in range(1, len(part.cards) + 1)])
            return [f"{INDENT}{cards}", f"{INDENT}{numbers}"]
        case GiveChips():
            held = [money(value) for value, count in sorted(part.rack.items()) if count]
            return folded(f"{INDENT}In the rack: {', '.join(reversed(held))}.", width)
    return []


def choices(says: Sequence[str], width: int) -> list[str]:
    """Numbered choices, in columns where they are short and many."""
    beside = "   ".join([f"{n}  {each}" for n, each in enumerate(says, start=1)])
    if 0 < len(says) < 7 and len(beside) + len(INDENT) <= width and len(beside) < ONE_LINE:
        return [f"{INDENT}{beside}"]
    numbered = [f"{n:>3}  {each}" for n, each in enumerate(says, start=1)]
    columns = max(1, width // COLUMN)
    if len(numbered) < 7 or columns < 2 or max(map(len, numbered)) > COLUMN - 2:
        return [line for each in numbered for line in folded(each, width, 5)]
    rows = -(-len(numbered) // columns)
    return [
        "".join([f"{each:<{COLUMN}}" for each in numbered[row::rows]]).rstrip()
        for row in range(rows)
    ]


def how_to_answer(part: AnyPart) -> str:
    """What is typed for a part, in a few words."""
    match part:
        case Choose():
            return f"1 to {len(part.options)}"
        case PickCards():
            return f"{part.count} cards, as in {' '.join(map(str, range(1, part.count + 1)))}"
        case GiveChips():
            return "chips, as in 2x25 1x5"
        case Say(options=[]):
            return "the words"
        case Say():
            return f"1 to {len(part.options)}, or the words"
    return "amount, as in 7.50"
