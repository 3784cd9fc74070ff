"""Lessons from the rule book: what the game is, its hands, its wagers, and what they pay."""

from collections.abc import Iterator
from typing import Any

from tablewright.rules.contest import Contest
from tablewright.rules.ranked import ladders_of, ranking_id, rankings_of
from tablewright.rules.said import table_rows
from tablewright.rules.sources import VoidRound
from tablewright.rules.wagers import Decided
from tablewright.school.lessons import connecting as so
from tablewright.school.lessons.paragraphs import Paragraph, Writer
from tablewright.school.lines import LineCase, line_cases
from tablewright.school.skills import Topic
from tablewright.table.chips import money

ABOUT_WAGERS, ABOUT_PAYING, MANNERS = "wagers", "paying", "manner"
"""The topics under which clauses stand in the register: `GAME.TOPIC.CLAUSE`."""
RANKED = ["Highest first"]


# What it is ----------------------------------------------------------------------------------------


def what_it_is(w: Writer) -> Iterator[Paragraph]:
    of, game = w.of, w.of.game
    yield Paragraph(says=game.summary, title=game.name)
    yield Paragraph(says=so.IN_SHORT)
    yield from explained(w)
    yield w.rule(f"{game.id}.places")
    yield from decisions(w)
    rows = [[r.question, r.option(of.ruleset.rulings[r.id]).means] for r in game.readings]
    if rows:
        yield Paragraph(says=so.READINGS, title="Readings", rows=[["Question", "Here"], *rows])
    printed = [[document.title] for document in game.documents]
    yield Paragraph(says=so.PRINTED, title="The manual", rows=[["Document"], *printed])


def explained(w: Writer) -> Iterator[Paragraph]:
    """What a new player is told, with the limits of a practice table."""
    minimum = {id: money(limits_of(w, id)[0]) for id in w.of.book.offer.placed}
    for each in w.of.procedure.explanation_under(w.of.ruleset.rulings):
        yield Paragraph(says=each.says.format_map(minimum), source=w.cited(each.source))


def limits_of(w: Writer, wager: str) -> tuple[int, int]:
    """The posted limits of a wager."""
    return w.of.book.setup.limits[w.of.ruleset.wagers[wager].wager.kind]


def decisions(w: Writer) -> Iterator[Paragraph]:
    """What a player may decide, where there is anything."""
    if isinstance(w.of.deal, Contest) and w.of.deal.decisions:
        yield Paragraph(says=so.CHOICES, title="Decisions")
        for each in w.of.deal.decisions:
            yield Paragraph(says=each.says, source=w.cited(each.source))


# Hands ---------------------------------------------------------------------------------------------


def hands(w: Writer) -> Iterator[Paragraph]:
    """Each ranking with its hands, which goes before which, then every hand with an example."""
    game = w.of.game
    for ranking in rankings_of(w.of.ruleset):
        shapes = [[shape.name] for shape in reversed(ranking.shapes)]
        yield w.rule(ranking_id(game, ranking), title=ranking.name, rows=[RANKED, *shapes])
    for view in ladders_of(w.of.ruleset):
        names = [[ranking.name] for ranking in reversed(view.rankings)]
        yield w.rule(ranking_id(game, view), title=view.name, rows=[RANKED, *names])
    yield from examples(w, Topic.HANDS)


def examples(w: Writer, topic: Topic, *drills: str) -> Iterator[Paragraph]:
    """Every skill of a topic with its example, under a heading for each group."""
    group = ""
    for skill in w.skills(topic, *drills):
        yield w.of_skill(skill, title=skill.group if skill.group != group else "")
        group = skill.group


# Wagers --------------------------------------------------------------------------------------------


def wagers(w: Writer) -> Iterator[Paragraph]:
    game = w.of.game.id
    for id, decided in w.of.ruleset.wagers.items():
        yield w.rule(f"{game}.{id}", title=decided.wager.name, **w.example(_usually_won(w, id)))
    yield from decisions(w)
    names = {d.wager.kind: d.wager.title for d in w.of.ruleset.wagers.values()}
    rows = [
        [names[kind], money(least), money(most)]
        for kind, (least, most) in w.of.book.setup.limits.items()
        if kind in names
    ]
    head = ["Wager", "Minimum", "Maximum"]
    yield Paragraph(says=so.LIMITS, title="Limits", rows=[head, *rows])
    yield from provisions(w, ABOUT_WAGERS, "At the table")


def _usually_won(w: Writer, wager: str) -> str:
    """The skill of the line by which a wager is won in most cases, no round being void."""
    deal, decided = w.of.deal, w.of.ruleset.wagers[wager]
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    voids = [name for name, each in sources.items() if isinstance(each, VoidRound)]

    def won(case: LineCase) -> int:
        facts = [(n, decided.space.possible[n]) for n in case.numbers.get(wager, ())]
        played = [n for n, each in facts if not any(getattr(each, v, False) for v in voids)]
        return sum((decided.outcomes[n].net or 0) > 0 for n in played)

    return max(line_cases(w.of).values(), key=won).skill.id


def provisions(w: Writer, topic: str, title: str) -> Iterator[Paragraph]:
    """What the register says of a topic beside the lines: `GAME.TOPIC.CLAUSE`."""
    prefix = f"{w.of.game.id}.{topic}."
    lines = {line.rule for decided in w.of.ruleset.wagers.values() for line in decided.lines}
    yield from w.rules(
        [id for id in w.of.rules if id.startswith(prefix) and id not in lines], title
    )


# Payments ------------------------------------------------------------------------------------------


def payments(w: Writer) -> Iterator[Paragraph]:
    """The lines of each kind of wager, its pay tables, then the order and manner of payment."""
    seen: set[str] = set()
    for decided in w.of.ruleset.wagers.values():
        if decided.wager.kind not in seen:
            seen.add(decided.wager.kind)
            yield from _lines(w, decided)
    game, rulings = w.of.game.id, w.of.ruleset.rulings
    stages = [f"{game}.stage.{stage.id}" for stage in w.of.procedure.stages_under(rulings)]
    yield from w.rules(stages, "Order of settlement")
    yield from provisions(w, ABOUT_PAYING, "Paying and taking")
    yield from provisions(w, MANNERS, "Manner of payment")


def _lines(w: Writer, decided: Decided[Any]) -> Iterator[Paragraph]:
    """The lines in the order in which they are read, each with an example; then the pay tables."""
    yield Paragraph(says=so.IN_ORDER, title=decided.wager.title)
    for line in decided.lines:
        yield w.with_example(line.rule)
    for table in decided.tables:
        made = [list(row) for row in table_rows(table)]
        yield Paragraph(
            says=so.TABLE,
            title=table.name,
            source=w.cited(table.source),
            rows=[["Hand", "Pays"], *made],
        )
