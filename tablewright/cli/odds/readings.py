"""The readings priced: the edge under each option, and which combinations give the printed figures."""

from collections.abc import Iterator

from tablewright.cli.odds.opening import opening
from tablewright.cli.progress import bar
from tablewright.cli.rulebook import warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds import store
from tablewright.odds.forensics import Forensics, Reproduced, Tried
from tablewright.odds.printing import PLAYERS_EDGE, percent
from tablewright.odds.report import Document
from tablewright.rules.game import Ruleset

UNPRICED = " Unpriced: it matters in rounds that are not counted, as void ones."


def show_readings(ruleset: Ruleset, *, fresh: bool, as_json: bool) -> int:
    forensics = Forensics(ruleset, store.KeptCounts(fresh=fresh))
    with bar("pricing every option", len(forensics.options())) as advance:
        tried = forensics.priced(advance)
    reproduced = None
    if ruleset.game.claims:
        with bar("trying all combinations", 100) as advance:
            reproduced = forensics.reproduced(lambda done, of: advance(100 * done // of))
    return show_as(readings_document, readings_sheets, ruleset, tried, reproduced, as_json=as_json)


def readings_document(
    ruleset: Ruleset, tried: list[Tried], reproduced: Reproduced | None
) -> Document:
    return {
        "game": ruleset.game.id,
        "ruleset": ruleset.fingerprint,
        "readings": dict(ruleset.rulings),
        "pay": ruleset.pay_plainly,
        "options": [
            {
                "reading": each.reading.id,
                "option": each.option,
                "default": each.option == each.reading.default,
                "undecided": each.reading.is_undecided,
                "unpriced": each.reading.is_unpriced,
                "house_edge": {id: str(edge) for id, edge in each.edges.items()},
                "element_of_risk": None
                if each.element_of_risk is None
                else str(each.element_of_risk),
                "verdicts": [verdict.value for verdict in each.verdicts],
                "warnings": list(each.warnings),
            }
            for each in tried
        ],
        "claims": [
            {"text": claim.text, "published": claim.published} for claim in ruleset.game.claims
        ],
        "combinations": {
            "readings": [reading.id for reading in reproduced.readings],
            "tried": reproduced.tried,
            "agree": [dict(each) for each in reproduced.agree],
        }
        if reproduced
        else None,
    }


def readings_sheets(
    ruleset: Ruleset, tried: list[Tried], reproduced: Reproduced | None
) -> Iterator[Sheet]:
    of = ruleset.game
    yield from opening(f"{of.name}: the readings priced", ruleset, [], [])
    columns = list(dict.fromkeys(id for each in tried for id in each.edges))
    rows = []
    for each in tried:
        default = " (default)" if each.option == each.reading.default else ""
        is_unpriced = each.reading.is_unpriced
        edges = ["unpriced" if is_unpriced else percent(each.edges[id]) for id in columns]
        agree = "" if is_unpriced else f"{each.agreeing} of {len(each.verdicts)}"
        claims = [agree] if of.claims else []
        loud = PLAYERS_EDGE if each.warnings else ""
        rows.append([each.reading.id, f"{each.option}{default}", *edges, *claims, loud])
    header = ["reading", "option", *columns, *(["printed figures"] if of.claims else []), ""]
    yield Sheet(
        "The house edge under each option of each reading",
        rows,
        header=header,
        amounts=tuple(range(2, 2 + len(columns))),
        note="One reading changed at a time, the others as chosen."
        + (UNPRICED if any(each.reading.is_unpriced for each in tried) else ""),
    )
    yield from warning_sheets(
        f"{each.reading.id}={each.option}: {warning}" for each in tried for warning in each.warnings
    )
    if reproduced:
        yield Sheet(
            f"Of {reproduced.tried} combinations these give every figure the manual prints",
            [
                [", ".join(f"{id.partition('.')[2]}={option}" for id, option in each.items())]
                for each in reproduced.agree
            ]
            or [["none"]],
        )
