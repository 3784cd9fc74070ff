"""Both rulesets side by side: readings, payments, settings, and every sentence that changed."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tablewright.papers.change_request.marks import NONE, SIDES, mark
from tablewright.papers.changes.change import Change, Side
from tablewright.papers.changes.sentences import Piece, RuleChange
from tablewright.papers.documents import (
    Aside,
    Block,
    Heading,
    Paragraph,
    Rule,
    Run,
    Strong,
    Table,
    Text,
)
from tablewright.rules.english import capital


def rulesets(change: Change) -> Iterator[Block]:
    yield Heading(text="Both rulesets", id="rulesets")
    sides = (change.before, change.after)
    rows: list[tuple[Text, ...]] = []
    for name, said in (
        ("Ruleset", [(Aside(each.ruleset),) for each in sides]),
        ("House settings, place and day", [(Aside(each.house_settings),) for each in sides]),
        ("As of", [(Aside(each.date.isoformat()),) for each in sides]),
        ("Readings off their default", [_chosen(each) for each in sides]),
        ("Odds off the manual's", [_paid(each) for each in sides]),
    ):
        rows += [(name, SIDES[0], said[0]), ("", SIDES[1], said[1])]
    yield Table(head=("What", "Side", "Value"), rows=tuple(rows), widths=(1, 0, 2.2), is_small=True)
    yield Paragraph(
        text="A ruleset's fingerprint is the SHA-256 of what is played: readings, how every hand ranks,"
        " which line settles each case, and its odds. Limits and settings of the house have a hash of"
        " their own, with the jurisdiction and the day.",
        is_small=True,
    )


def _chosen(side: Side) -> Text:
    runs: list[Run] = []
    for id, option in side.readings.items():
        runs += [", "] if runs else []
        runs.append(Rule(f"{id}={option}"))
    return tuple(runs) or "none"


def _paid(side: Side) -> Text:
    runs: list[Run] = []
    for key, odds in side.pay.items():
        runs += [", "] if runs else []
        runs += [Rule(key), f" {odds}"]
    return tuple(runs) or "none"


# Choices -------------------------------------------------------------------------------------------


def choices(change: Change) -> Iterator[Block]:
    yield Heading(text="Readings, payments and settings", id="choices")
    if change.readings:
        yield Table(
            title="How the manual is read",
            head=("", "Reading", *SIDES, "Passages"),
            rows=tuple(
                (
                    mark("Q", n),
                    (f"{each.question} ", Rule(each.reading)),
                    (f"{capital(each.means_before)}. ", Rule(each.before)),
                    (f"{capital(each.means_after)}. ", Rule(each.after)),
                    each.source or NONE,
                )
                for n, each in enumerate(change.readings, start=1)
            ),
            widths=(0, 3, 3, 3, 3),
            is_small=True,
        )
    if change.pays:
        yield Table(
            title="What is paid",
            head=("", "Wager", "On", *SIDES, "Key"),
            rows=tuple(
                (
                    mark("P", n),
                    each.wager,
                    each.on,
                    each.before or NONE,
                    each.after or NONE,
                    (Rule(each.key),),
                )
                for n, each in enumerate(change.pays, start=1)
            ),
            align=("left", "left", "left", "right", "right", "left"),
            widths=(0, 2, 3, 0, 0, 3),
        )
    if change.settings:
        yield Table(
            title="What the house has set",
            head=("", "Setting", *SIDES),
            rows=tuple(
                (mark("H", n), each.setting, each.before, each.after)
                for n, each in enumerate(change.settings, start=1)
            ),
            widths=(0, 2, 2, 2),
        )
    same = {
        "reading": change.readings,
        "payment": change.pays,
        "setting of the house": change.settings,
    }
    if unchanged := [what for what, found in same.items() if not found]:
        yield Paragraph(text=f"No {' and no '.join(unchanged)} changes.")


# Rules ---------------------------------------------------------------------------------------------


def rules(change: Change) -> Iterator[Block]:
    yield Heading(text="Rules", id="rules")
    if not change.rules:
        yield Paragraph(text="No sentence of the rules changes.")
        return
    yield Paragraph(
        text="Every rule in force that came, went, or says or cites something else. Words that went and"
        " words that came stand out. Every other rule stays word for word."
    )
    yield Table(
        head=("", "Rule and source", *SIDES),
        rows=tuple(_rule_row(n, each) for n, each in enumerate(change.rules, start=1)),
        widths=(0, 3, 4, 4),
        is_small=True,
    )


def _rule_row(n: int, each: RuleChange) -> tuple[Text, ...]:
    before, after = worded(each.words, "gone"), worded(each.words, "new")
    return (
        mark("R", n),
        (Rule(each.rule), f" · {_sources(each)}"),
        "Not in force." if each.kind == "added" else before,
        "No longer in force." if each.kind == "removed" else after,
    )


def _sources(each: RuleChange) -> str:
    if each.source_before and each.source_after and each.source_before != each.source_after:
        return f"{each.source_after} (before: {each.source_before})"
    return each.source


def worded(pieces: Sequence[Piece], changed: Literal["gone", "new"]) -> Text:
    """One side of a sentence, with the words set off that the other has not."""
    runs: list[Run] = []
    for piece in pieces:
        if piece.kind in ("same", changed):
            runs += [" "] if runs else []
            runs.append(piece.text if piece.kind == "same" else Strong(piece.text))
    return tuple(runs)
