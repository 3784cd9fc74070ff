"""Lessons of the school as pages of a manual: rules numbered, cases in tables, examples worked out.

A lesson's rule is printed once with its id, wherever it comes first. What a drill would ask of a hand
or a payment is printed with its answer, which the rules that settle money have given.
"""

from collections.abc import Iterator, Sequence

import msgspec

from tablewright.papers.documents import Block, Drawing, Heading, Paragraph, Table
from tablewright.papers.editions import Edition
from tablewright.papers.in_force import same_ruling
from tablewright.rules.cards import cards, faces
from tablewright.school.lessons import Lesson
from tablewright.school.lessons import Paragraph as Taught
from tablewright.school.lessons import connecting as so
from tablewright.school.lessons.at_the_table import DEALT_FROM
from tablewright.school.lessons.paragraphs import ANSWERED
from tablewright.school.questions import HandShown, LaidWager, Shown
from tablewright.table.chips import chips_text, money

WORKED_OUT = ("hands", "wagers", "payments", "calls")
"""The lessons whose examples are printed; what others ask of a table is tried there."""
PASSING = (so.RULED, so.DEALT_FROM)
"""Sentences that lead on where a page leads on by itself."""
INK = "#1c1917"
"""The colour of drawings on paper; on a screen they take the colour of the text."""
DRAWN_MM = 48
LONGEST = 120
"""Characters of what is told before an example."""
SHORT = 40
"""Characters of a cell that is short."""
FACE_DOWN = "face down"


class LessonPrinter:
    """Prints lessons one after another, and knows which rules it has printed."""

    def __init__(self, edition: Edition) -> None:
        self.of = edition
        self.printed: set[str] = set()

    def blocks(self, lesson: Lesson, *, leaving_out: Sequence[str] = ()) -> Iterator[Block]:
        """A lesson; sentences that are true of a practice table only are left out."""
        cases: list[Taught] = []
        for each in lesson.paragraphs:
            if each.says in leaving_out:
                continue
            is_case = self._is_case(each)
            is_shown = is_case and lesson.id in WORKED_OUT and _is_short(each)
            new = self._heading(each, is_printed=is_shown or not is_case)
            if cases and (new or not is_case):
                yield self._cases(cases)
                cases = []
            yield from new
            if is_case and each.rule in self.of.rules and each.rule not in self.printed:
                yield self.rule(each.rule)
            if is_shown:
                cases.append(each)
            elif not is_case:
                yield from self._paragraph(each, is_worked_out=lesson.id in WORKED_OUT)
        if cases:
            yield self._cases(cases)

    def _heading(self, taught: Taught, *, is_printed: bool) -> list[Block]:
        """The heading over a paragraph, where something of it is printed."""
        is_new = taught.rule in self.of.rules and taught.rule not in self.printed
        return (
            [Heading(text=taught.title, level=2)] if taught.title and (is_printed or is_new) else []
        )

    def _is_case(self, taught: Taught) -> bool:
        """Whether it is a case of a rule that a drill asks for, and not a rule that is new here."""
        if not taught.skill or taught.drawing or taught.says in PASSING:
            return False
        return taught.rule in self.printed or not self._is_rule(taught)

    def _is_rule(self, taught: Taught) -> bool:
        rule = self.of.rules.get(taught.rule)
        return rule is not None and rule.sentence == taught.says

    def rule(self, id: str) -> Paragraph:
        """A rule in its own words, numbered, with its id and source."""
        also = tuple(each for each in same_ruling(self.of).get(id, ()) if each != id)
        self.printed |= {id, *also}
        rule = self.of.rules[id]
        return Paragraph(
            text=rule.sentence, rule=id, also=also, source=str(rule.source), is_numbered=True
        )

    def _paragraph(self, taught: Taught, *, is_worked_out: bool) -> Iterator[Block]:
        drawing = self._drawing(taught)
        if taught.rule and taught.rule not in self.printed:
            yield msgspec.structs.replace(self.rule(taught.rule), drawing=drawing)
            if not self._is_rule(taught) and taught.says not in PASSING:
                yield Paragraph(text=taught.says)
        elif taught.says not in PASSING:
            yield Paragraph(text=taught.says, source=taught.source, drawing=drawing)
        if taught.shown:
            if is_worked_out:
                yield self._example(taught)
        elif taught.rows and taught.rows[0] == DEALT_FROM:
            names = [name for (name,) in taught.rows[1:]]
            if len(names) < len(self.of.devices):
                yield Paragraph(text=f"{DEALT_FROM[0]}: {'; '.join(names).lower()}.", is_small=True)
        elif taught.rows:
            head, *rows = taught.rows
            yield Table(head=tuple(head), rows=tuple(map(tuple, rows)), widths=_widths(taught.rows))

    def _drawing(self, taught: Taught) -> Drawing | None:
        if not taught.drawing:
            return None
        svg = taught.drawing.replace("currentColor", INK)
        svg = svg.replace('font-family="sans-serif"', 'font-family="Source Sans Pro"')
        return Drawing(svg=svg, shows=taught.says, width_mm=DRAWN_MM)

    def _example(self, taught: Taught) -> Table:
        """One example: what lies there, then what is right."""
        assert taught.shown is not None
        return Table(
            head=("Example", ""),
            rows=(*self._shown(taught.shown), *_answers(taught)),
            widths=(2, 3),
            is_small=True,
            is_example=True,
        )

    def _cases(self, cases: Sequence[Taught]) -> Table:
        """Cases of one rule, a row each; what each case is, unless that is the rule itself."""
        rows = []
        for each in cases:
            assert each.shown is not None
            lies = "; ".join(f"{name}: {what}" for name, what in self._shown(each.shown))
            right = "; ".join(answer for _, answer in _answers(each))
            rows.append((each.says, lies, right))
        if all(self._is_rule(each) for each in cases):
            return Table(
                head=("Example", "Right"),
                rows=tuple(row[1:] for row in rows),
                widths=(1, 1),
                is_small=True,
            )
        return Table(
            head=("Case", "Example", "Right"), rows=tuple(rows), widths=(2, 3, 2), is_small=True
        )

    # What lies there ------------------------------------------------------------------------------

    def _shown(self, shown: Shown) -> Iterator[tuple[str, str]]:
        """What an example shows, each with its name."""
        if shown.device:
            yield "Cards come from", shown.device
        if known := (*shown.facts, *shown.told):
            yield "It is known", " ".join(known)
        if shown.drawn:
            yield "Drawn", _faces(shown.drawn)
        for hand in shown.hands:
            yield hand.title, _hand(hand)
        by_place: dict[int, list[str]] = {}
        for wager in shown.wagers:
            by_place.setdefault(wager.place, []).append(_wager(wager))
        for place, said in by_place.items():
            yield f"{self.of.game.place.capitalize()} {place} bets", ", ".join(said)


def _widths(rows: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """Columns share the width where a cell is long; short ones stand close together."""
    if max(len(cell) for row in rows for cell in row) <= SHORT:
        return ()
    return (1,) if len(rows[0]) == 1 else (3, *(2,) * (len(rows[0]) - 1))


def _is_short(taught: Taught) -> bool:
    """Whether an example can be read at a glance: no story of a whole table."""
    shown = taught.shown
    return shown is not None and max(map(len, shown.told), default=0) <= LONGEST


def _answers(taught: Taught) -> Iterator[tuple[str, str]]:
    """What was asked of an example, and what is right."""
    if taught.rows and taught.rows[0] == ANSWERED:
        yield from ((asked, right) for asked, right in taught.rows[1:])


def _faces(held: Sequence[str]) -> str:
    if not any(held):
        return FACE_DOWN
    return faces(cards(" ".join(each for each in held if each)))


def _hand(hand: HandShown) -> str:
    played = _faces([hand.cards[n] for n in hand.plays]) if hand.plays else ""
    return f"{_faces(hand.cards)}, plays {played}" if played else _faces(hand.cards)


def _wager(wager: LaidWager) -> str:
    on_card = f" on card {wager.on_card}" if wager.on_card else ""
    chips = f" ({chips_text(wager.chips)})" if wager.chips else ""
    return f"{wager.name}{on_card} {money(wager.cents)}{chips}"
