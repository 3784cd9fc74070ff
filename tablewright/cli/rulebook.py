"""The commands that show the rule book: games, rules, readings, jurisdictions."""

import sys
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from tablewright.cli.sheets import Sheet, dollars, show_as
from tablewright.games import every_game, game
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Game, Ruleset, pays_plainly
from tablewright.rules.readings import Reading, parse_choices
from tablewright.rules.said import pays_said, source_said, stake_said, table_rows
from tablewright.rules.wagers import Decided, parse_pay

if TYPE_CHECKING:
    from tablewright.rules.jurisdictions import Jurisdiction


# games ---------------------------------------------------------------------------------------------


def show_games(*, as_json: bool) -> int:
    return show_as(games_json, games_sheets, as_json=as_json)


def games_json() -> list[dict[str, Any]]:
    return [
        {
            "game": each.id,
            "name": each.name,
            "summary": each.summary,
            "wagers": [wager.id for wager in each.wagers],
            "readings": len(each.readings),
            "undecided": [reading.id for reading in each.readings if reading.is_undecided],
            "sources": [document.title for document in each.documents],
        }
        for each in every_game()
    ]


def games_sheets() -> Iterator[Sheet]:
    yield Sheet(
        "Games",
        [
            [
                each["game"],
                each["name"],
                str(each["readings"]),
                ", ".join(each["undecided"]) or "none",
                ", ".join(each["wagers"]),
                each["summary"],
            ]
            for each in games_json()
        ],
        header=("game", "name", "readings", "undecided", "wagers", "in a sentence"),
    )


# rules ---------------------------------------------------------------------------------------------


def chosen_ruleset(id: str, readings: Iterable[str], pay: Iterable[str] = ()) -> Ruleset:
    """The game with the readings and the odds that the command line chose."""
    of = game(id)
    return of.ruleset(parse_choices(of.readings, readings), parse_pay(pay))


def show_rules(id: str, readings: list[str], *, as_json: bool, canonical: bool) -> int:
    ruleset = chosen_ruleset(id, readings)
    if canonical:
        sys.stdout.buffer.write(ruleset.canonical())
        return 0
    return show_as(rules_json, rules_sheets, ruleset, as_json=as_json)


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
                "name": ranking.name,
                "cards": ranking.cards,
                "aces_in_straights": ranking.aces.value,
                "suits": ranking.suits.value,
                "strongest_first": [shape.id for shape in reversed(ranking.shapes)],
                "says": view.says,
                "source": str(ranking.source),
            }
            for view in ruleset.spoken_views
            for ranking in view.rankings
        ],
        "wagers": {id: _wager_json(decided) for id, decided in ruleset.wagers.items()},
        "provisions": [
            {"rule": each.rule, "line": each.sentence, "source": str(each.source)}
            for each in ruleset.game.provisions
        ],
        "claims": [
            {"text": claim.text, "published": claim.published, "source": str(claim.source)}
            for claim in ruleset.game.claims
        ],
    }


def _wager_json(decided: Decided[Any]) -> dict[str, Any]:
    wager = decided.wager
    return {
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
    for view in ruleset.spoken_views:
        for ranking in reversed(view.rankings):
            names = [shape.name for shape in reversed(ranking.shapes)]
            yield Sheet(
                f"{ranking.name}, highest first",
                [[str(n), name] for n, name in enumerate(names, start=1)],
                note=f"{ranking.cards} cards, suits {ranking.suits.value}, aces in straights"
                f" {ranking.aces.value} ({source_said(of, ranking.source)})",
            )
        if view.says:
            yield Sheet(view.name, note=view.says)
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


def warning_sheets(warnings: Iterable[str]) -> Iterator[Sheet]:
    """What must be said loudly."""
    for warning in warnings:
        yield Sheet(f"WARNING: {warning}", is_warning=True)


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


# readings ------------------------------------------------------------------------------------------


def show_readings(id: str | None, *, as_json: bool) -> int:
    games = every_game() if id is None else (game(id),)
    return show_as(readings_json, readings_sheets, games, as_json=as_json)


def readings_json(games: tuple[Game, ...]) -> dict[str, Any]:
    return {
        "readings": [_reading_json(of, reading) for of in games for reading in of.readings],
        "errata": [
            {
                "game": of.id,
                "source": str(erratum.passage),
                "slip": erratum.slip,
                "read_as": erratum.read_as,
            }
            for of in games
            for erratum in of.errata
        ],
    }


def _reading_json(of: Game, reading: Reading) -> dict[str, Any]:
    return {
        "reading": reading.id,
        "game": of.id,
        "question": reading.question,
        "acts_on": reading.acts_on.value,
        "moves_money": reading.moves_money,
        "default": reading.default,
        "options": {option.id: option.means for option in reading.options},
        "warnings": {option.id: option.warning for option in reading.options if option.warning},
        "conflict": [
            {"source": str(quote.passage), "words": quote.words} for quote in reading.conflict
        ],
        "evidence": reading.evidence.value,
        "undecided": reading.is_undecided,
        "why": reading.why,
    }


def readings_sheets(games: tuple[Game, ...]) -> Iterator[Sheet]:
    for of in games:
        for reading in of.readings:
            yield _reading_sheet(of, reading)
        if of.errata:
            yield Sheet(
                f"{of.name}: slips of the printer",
                [[source_said(of, each.passage), each.slip, each.read_as] for each in of.errata],
                header=("source", "printed", "read as"),
            )


def _reading_sheet(of: Game, reading: Reading) -> Sheet:
    money = "moves money" if reading.moves_money else "moves no money"
    rows = [["acts on", f"{reading.acts_on.value}, {money}"]]
    for quote in reading.conflict:
        said = f"“{quote.words}” ({source_said(of, quote.passage)})"
        rows.append(["conflict" if len(rows) == 1 else "", said])
    for option in reading.options:
        label = "default" if option.id == reading.default else "or"
        warning = f" WARNING: {option.warning}." if option.warning else ""
        rows.append([label, f"{option.id}: {option.means}.{warning}"])
    rows += [["evidence", reading.evidence.value], ["why", reading.why]]
    return Sheet(f"{reading.id}: {reading.question}", rows=rows, is_warning=reading.is_undecided)


# jurisdictions -------------------------------------------------------------------------------------


def show_jurisdictions(id: str | None, on: str | None, *, as_json: bool) -> int:
    from tablewright.rules.jurisdictions import jurisdiction, jurisdictions

    places = tuple(jurisdictions()) if id is None else (jurisdiction(id),)
    return show_as(jurisdictions_json, jurisdictions_sheets, places, day(on), as_json=as_json)


def day(text: str | None) -> date:
    """The day asked about, today if none is given."""
    if text is None:
        return date.today()
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise Refused(f"{quoted(text)} is not a day: expected one such as 2009-01-31") from None


def jurisdictions_json(places: "tuple[Jurisdiction, ...]", on: date) -> list[dict[str, Any]]:
    return [
        {
            "jurisdiction": place.id,
            "name": place.name,
            "authority": place.authority,
            "on": on.isoformat(),
            "approves_everything": place.approves_everything,
            "approvals": [
                {
                    "game": approval.game,
                    "ruleset": approval.ruleset,
                    "date": approval.date.isoformat(),
                    "source": approval.source,
                    "leaves_open": list(approval.leaves_open),
                }
                for approval in place.approvals
                if approval.date <= on
            ],
            "limits_are": place.limits_are,
            "limits": [
                {
                    "maximum_cents": limit.maximum_cents,
                    "applies_to": limit.applies_to,
                    "source": limit.source,
                    "note": limit.note,
                }
                for limit in place.limits_on(on)
            ],
            "conditions": [
                {"condition": each.id, "says": each.says, "source": each.source}
                for each in place.conditions_on(on)
            ],
        }
        for place in places
    ]


def jurisdictions_sheets(places: "tuple[Jurisdiction, ...]", on: date) -> Iterator[Sheet]:
    for place in jurisdictions_json(places, on):
        rows = [
            ["id", place["jurisdiction"]],
            ["authority", place["authority"]],
            ["on", place["on"]],
        ]
        if place["approves_everything"]:
            rows.append(["approves", "every game in every ruleset"])
        for approval in place["approvals"]:
            said = f"{approval['game']} as {approval['ruleset'][:12]}... since {approval['date']}"
            rows.append(["approves", f"{said}, subject to the conditions ({approval['source']})"])
            rows.append(["left open", ", ".join(approval["leaves_open"])])
        for limit in place["limits"]:
            most = f"{dollars(limit['maximum_cents'])} {limit['applies_to']}"
            rows.append(["limit", f"{most} ({limit['source']}; {limit['note']})"])
        if not place["limits"]:
            unknown = place["limits_are"] != "none"
            rows.append(["limit", "unknown: not in our sources" if unknown else "no limits set"])
        for each in place["conditions"]:
            rows.append(["condition", f"{each['says']} ({each['source']})"])
        yield Sheet(place["name"], rows)
