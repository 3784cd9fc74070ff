"""`tablewright rules`: how a game pays, how it is run, and any rule by its id, each with its source."""

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from tablewright.cli.rulebook import chosen_ruleset, warning_sheets
from tablewright.cli.rules_at_table import procedure_json, procedure_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.games import procedure
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Ruleset, pays_plainly
from tablewright.rules.ranked import ladder_said, ladder_source, ladders_of, ranking_id
from tablewright.rules.rankings import Ranking
from tablewright.rules.register import Rule, register
from tablewright.rules.said import pays_said, source_said, stake_said, table_rows
from tablewright.rules.views import View
from tablewright.rules.wagers import Decided


def show_rules(
    id: str,
    readings: list[str],
    pay: list[str],
    *,
    as_json: bool,
    canonical: bool = False,
    rule: str | None = None,
) -> int:
    ruleset = chosen_ruleset(id, readings, pay)
    if rule is not None:
        found = find_rule(ruleset, rule)
        return show_as(rule_json, rule_sheets, found, as_json=as_json)
    if canonical:
        sys.stdout.buffer.write(ruleset.canonical())
        return 0
    return show_as(rules_json, rules_sheets, ruleset, as_json=as_json)


# One rule ------------------------------------------------------------------------------------------


def find_rule(ruleset: Ruleset, id: str) -> Rule:
    """The rule of this id; the game's name before the first dot may be left out."""
    rules = register(ruleset, procedure(ruleset.game))
    found = rules.get(id) or rules.get(f"{ruleset.game.id}.{id}")
    if found is None:
        near = get_close_matches(f"{ruleset.game.id}.{id}", rules, n=3, cutoff=0)
        raise Refused(
            f"there is no rule {quoted(id)} in {ruleset.game.name}: expected one such as"
            f" {listed(near)}"
        )
    return found


def rule_json(rule: Rule) -> dict[str, str]:
    return {"rule": rule.id, "line": rule.sentence, "source": str(rule.source)}


def rule_sheets(rule: Rule) -> Iterator[Sheet]:
    yield Sheet(rule.id, [["says", rule.sentence], ["source", str(rule.source)]])


# A whole game --------------------------------------------------------------------------------------


def rules_json(ruleset: Ruleset) -> dict[str, Any]:
    rulings = ruleset.rulings
    return {
        "game": ruleset.game.id,
        "name": ruleset.game.name,
        "ruleset": ruleset.fingerprint,
        "readings": dict(rulings),
        "undecided": [reading.id for reading in ruleset.undecided],
        "warnings": list(ruleset.warnings),
        "sources": [document.title for document in ruleset.game.documents],
        "places": ruleset.places,
        "decisions": [
            {"decision": each.id, "says": each.says, "source": str(each.source)}
            for each in _decisions(ruleset)
        ],
        "rankings": [
            {
                "rule": ranking_id(ruleset.game, ranking),
                "name": ranking.name,
                "cards": ranking.cards,
                "aces_in_straights": ranking.aces.value,
                "suits": ranking.suits.value,
                "strongest_first": [shape.id for shape in reversed(ranking.shapes)],
                "says": view.says,
                "source": str(ranking.source),
            }
            for view, ranking in _ranked_in(ruleset)
        ],
        "ladders": [
            {
                "rule": ranking_id(ruleset.game, view),
                "line": ladder_said(view),
                "source": str(ladder_source(view)),
            }
            for view in ladders_of(ruleset)
        ],
        "wagers": {id: _wager_json(ruleset, decided) for id, decided in ruleset.wagers.items()},
        "provisions": [
            {"rule": each.rule, "line": each.sentence, "source": str(each.source)}
            for each in ruleset.game.provisions
        ],
        "claims": [
            {"text": claim.text, "published": claim.published, "source": str(claim.source)}
            for claim in ruleset.game.claims
        ],
        **procedure_json(ruleset, procedure(ruleset.game)),
    }


def _wager_json(ruleset: Ruleset, decided: Decided[Any]) -> dict[str, Any]:
    wager = decided.wager
    return {
        "rule": f"{ruleset.game.id}.{wager.id}",
        "name": wager.name,
        "needs": [need.wager for need in decided.needs],
        "stake": stake_said(decided),
        "source": str(wager.source),
        "lines": [
            {
                "rule": line.rule,
                "line": line.sentence,
                "pays": pays_plainly(wager, line),
                "source": str(line.source),
            }
            for line in decided.lines
        ],
        "pay": {key: str(odds) for key, odds in decided.pay_keys().items()},
        "pay_tables": [
            {"name": table.name, "source": str(table.source)} for table in decided.tables
        ],
    }


def rules_sheets(ruleset: Ruleset) -> Iterator[Sheet]:
    of = ruleset.game
    seats = f"{ruleset.places} {of.place_plural}"
    yield Sheet(f"{of.name}: {of.summary}", [["ruleset", ruleset.fingerprint], ["table", seats]])
    if ruleset.changed:
        yield Sheet(
            "Readings not at their default",
            [[r.id, ruleset.rulings[r.id]] for r in ruleset.changed],
        )
    yield from warning_sheets(ruleset.warnings)
    for reading in ruleset.undecided:
        yield Sheet(
            f"Undecided: {reading.question}",
            note=f"{reading.id} is taken as {ruleset.rulings[reading.id]}; nothing in the manual"
            " decides it. See `tablewright readings`.",
            is_warning=True,
        )
    yield from _ranking_sheets(ruleset)
    if decisions := _decisions(ruleset):
        rows = [[each.id, each.says, source_said(of, each.source)] for each in decisions]
        yield Sheet("Decisions", rows)
    shown: set[str] = set()
    for decided in ruleset.wagers.values():
        if decided.wager.kind not in shown:
            shown.add(decided.wager.kind)
            yield from _wager_sheets(ruleset, decided)
    rows = [[each.sentence, each.rule, source_said(of, each.source)] for each in of.provisions]
    header = ("provision", "rule", "source")
    yield Sheet("For the house and the table", rows, header, tucked=(1, 2))
    if of.claims:
        rows = [[claim.published, claim.text, str(claim.source)] for claim in of.claims]
        yield Sheet("Figures the manual publishes", rows)
    yield from procedure_sheets(ruleset, procedure(of))


def _ranked_in(ruleset: Ruleset) -> list[tuple[View, Ranking]]:
    """Every ranking once, with the view in which the game speaks of it first."""
    found: dict[Ranking, View] = {}
    for view in ruleset.views:
        for ranking in view.rankings:
            found.setdefault(ranking, view)
    return [(view, ranking) for ranking, view in found.items()]


def _ranking_sheets(ruleset: Ruleset) -> Iterator[Sheet]:
    of, shown = ruleset.game, set[Ranking]()
    for view in ruleset.views:
        for ranking in reversed(view.rankings):
            if ranking in shown:
                continue
            shown.add(ranking)
            names = [shape.name for shape in reversed(ranking.shapes)]
            yield Sheet(
                f"{ranking.name}, highest first",
                [[str(n), name] for n, name in enumerate(names, start=1)],
                note=f"{ranking.cards} cards, suits {ranking.suits.value}, aces in straights"
                f" {ranking.aces.value} ({source_said(of, ranking.source)})"
                f" {ranking_id(of, ranking)}",
            )
        if view.says:
            rule = f" {ranking_id(of, view)}" if len(view.rankings) > 1 else ""
            yield Sheet(view.name, note=f"{view.says}{rule}")


def _wager_sheets(ruleset: Ruleset, decided: Decided[Any]) -> Iterator[Sheet]:
    wager = decided.wager
    alike = [d.wager.name for d in ruleset.wagers.values() if d.wager.kind == wager.kind]
    name = f"{wager.family.title()} ({', '.join(alike)})" if wager.family else wager.name
    yield Sheet(
        name,
        [
            [pays_said(line), line.sentence, line.rule, source_said(ruleset.game, line.source)]
            for line in decided.lines
        ],
        header=("pays", "line", "rule", "source"),
        note=f"{stake_said(decided)} ({source_said(ruleset.game, wager.source)})",
        tucked=(2, 3),
    )
    for table in decided.tables:
        yield Sheet(
            table.name,
            [
                [*row, wager.pay_key(table, made)]
                for row, made in zip(table_rows(table), table.rows, strict=True)
            ],
            header=("hand", "pays", "key"),
            note=f"({source_said(ruleset.game, table.source)})",
        )


def _decisions(ruleset: Ruleset) -> tuple[Any, ...]:
    return ruleset.deal.decisions if isinstance(ruleset.deal, Contest) else ()
