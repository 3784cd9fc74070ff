"""The odds command: the report on a game, one hand, the readings, the next card, and the charts."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.progress import bar, waiting
from tablewright.cli.rulebook import chosen_ruleset, warning_sheets
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds import store
from tablewright.odds.advice import Advice, hand_of
from tablewright.odds.forensics import Forensics, Reproduced, Tried
from tablewright.odds.hold import ROUNDS, Band
from tablewright.odds.ledger import Wagered
from tablewright.odds.printing import percent
from tablewright.odds.report import Analysis, Document, wager_document
from tablewright.rules.cards import Card, cards, faces, written
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Ruleset


def show_odds(
    id: str,
    readings: Sequence[str],
    pay: Sequence[str],
    *,
    fresh: bool,
    hand: str | None,
    exposed: str | None,
    plot: str | None,
    every_reading: bool,
    as_json: bool,
) -> int:
    asked = {"--hand": hand, "--exposed": exposed, "--plot": plot, "--readings": every_reading}
    given = [name for name, value in asked.items() if value not in (None, False)]
    if len(given) > 1:
        raise Refused(f"{' and '.join(given)} were given together: expected one of them")
    ruleset = chosen_ruleset(id, readings, pay)
    if every_reading:
        return _show_readings(ruleset, fresh=fresh, as_json=as_json)
    if hand is not None:
        return _show_hand(ruleset, hand, fresh=fresh, as_json=as_json)
    if exposed is not None:
        return _show_exposed(ruleset, exposed, fresh=fresh, as_json=as_json)
    if plot is not None:
        return _show_plot(ruleset, Path(plot), fresh=fresh, as_json=as_json)
    return show_as(report, report_sheets, ruleset, fresh, as_json=as_json)


def analysed(ruleset: Ruleset, *, fresh: bool = False) -> Analysis:
    """The ruleset counted and solved, with counts made before unless they are to be fresh."""
    with waiting("counting every deal (the first time this compiles its loops)"):
        return Analysis(ruleset, made_before=store.KeptCounts(fresh=fresh))


def report(ruleset: Ruleset, fresh: bool) -> Document:
    """The report on a ruleset, kept from before or made now."""
    document = None if fresh else store.kept_report(ruleset.fingerprint)
    if document is not None:
        return {**document, "pay": ruleset.pay_plainly, "cached": True}
    document = analysed(ruleset, fresh=fresh).document()
    store.keep_report(document)
    return {**document, "cached": False}


# The report ----------------------------------------------------------------------------------------


def report_sheets(ruleset: Ruleset, fresh: bool) -> Iterator[Sheet]:
    document = report(ruleset, fresh)
    seconds = document["seconds"]
    took = f"counted in {seconds['count']:.2f} s, solved in {seconds['solve']:.2f} s"
    if document["cached"]:
        took += "; kept from then, --fresh counts again"
    title = f"{document['name']}: what the house holds"
    yield from opening(title, ruleset, [["exact", took]], document["warnings"])
    if contest := document.get("contest"):
        yield _contest_sheet(document, contest)
    yield _wagers_sheet(document)
    if document["claims"]:
        yield Sheet(
            "Figures the manual publishes",
            [
                [each["published"], each["computed_percent"], each["verdict"], each["text"]]
                for each in document["claims"]
            ],
            header=("published", "computed", "verdict", "figure"),
            amounts=(0, 1),
        )
    for wager in document["wagers"].values():
        yield _lines_sheet(wager)
    if contest:
        names = _names(document, contest["wagers"])
        yield Sheet(
            f"Net result of {names} together, in units of the {names.partition(' ')[0]}",
            [
                [net, f"{int(deals):,}", percent(Fraction(int(deals), _total(contest)), 6)]
                for net, deals in contest["distribution"].items()
            ],
            header=("net", "deals", "probability"),
            amounts=(0, 1, 2),
        )
    yield from _covariance_sheets(document)


def opening(
    title: str, ruleset: Ruleset, rows: Sequence[Sequence[str]], warnings: Sequence[str]
) -> Iterator[Sheet]:
    """What every sheet on a ruleset opens with: which ruleset it is, and what to beware of."""
    taken, changed = ruleset.rulings, ruleset.changed
    yield Sheet(
        title,
        [
            ["ruleset", ruleset.fingerprint],
            *(["reading", f"{reading.id}={taken[reading.id]}"] for reading in changed),
            *(
                ["undecided", f"{r.id}={taken[r.id]}"]
                for r in ruleset.undecided
                if r not in changed
            ),
            *(["pay", f"{key}={odds}"] for key, odds in ruleset.pay_plainly.items()),
            *rows,
        ],
    )
    yield from warning_sheets(warnings)


def _total(of: dict[str, Any]) -> int:
    return sum(int(deals) for deals in of["distribution"].values())


def _names(document: Document, ids: Sequence[str]) -> str:
    return " + ".join(document["wagers"][id]["name"] for id in ids)


def shares_said(played: Mapping[str, Fraction]) -> str:
    """Which part of all hands gets each decision."""
    return ", ".join(f"{decision} {percent(part, 2)}" for decision, part in played.items())


def _contest_sheet(document: Document, contest: dict[str, Any]) -> Sheet:
    first = document["wagers"][contest["wagers"][0]]["name"]
    decisions = shares_said({each: Fraction(part) for each, part in contest["decisions"].items()})
    average = float(Fraction(contest["average_wager"]))
    rows = [
        ["house edge", percent(Fraction(contest["house_edge"])), f"of the {first}"],
        [
            "element of risk",
            percent(Fraction(contest["element_of_risk"])),
            "of all that is wagered",
        ],
        ["average wager", f"{average:.4f}", f"units for each unit of {first}"],
        ["standard deviation", f"{contest['standard_deviation']:.4f}", f"units of {first}"],
        ["hit frequency", percent(Fraction(contest["hit_frequency"])), "the player gains"],
    ]
    return Sheet(
        f"{_names(document, contest['wagers'])}, each hand decided for the best",
        rows,
        note=f"Best decisions, of all hands: {decisions}",
        amounts=(1,),
    )


def _wagers_sheet(document: Document) -> Sheet:
    inside = document.get("contest", {}).get("wagers", [])
    return Sheet(
        "Wager by wager",
        [
            [
                wager["name"],
                percent(Fraction(wager["house_edge"])),
                percent(Fraction(wager["hit_frequency"])),
                f"{wager['standard_deviation']:.4f}",
                f"{float(Fraction(wager['average_wager'])):.4f}",
                f"{int(wager['total']):,}",
                wager["counted_in"],
            ]
            for wager in document["wagers"].values()
        ],
        header=("wager", "house edge", "hits", "deviation", "staked", "counted over", ""),
        amounts=(1, 2, 3, 4, 5),
        note=f"In units of the {document['wagers'][inside[0]]['name']}." if inside else "",
    )


def _lines_sheet(wager: dict[str, Any]) -> Sheet:
    total = int(wager["total"])
    return Sheet(
        f"{wager['name']}, line by line",
        [
            [
                line["pays"],
                f"{int(line['count']):,}",
                percent(Fraction(int(line["count"]), total), 6),
                percent(Fraction(line["contribution"])),
                _made_or_line(line),
                line["rule"],
            ]
            for line in wager["lines"]
        ]
        + _not_made(wager)
        + [["in all", f"{total:,}", "", percent(Fraction(wager["expectation"])), "", ""]],
        header=("pays", wager["counted_in"], "probability", "contributes", "line", "rule"),
        amounts=(1, 2, 3),
        tucked=(5,),
        is_summed=True,
    )


def _not_made(wager: dict[str, Any]) -> list[list[str]]:
    count = int(wager["not_made"])
    part = percent(Fraction(count, int(wager["total"])), 6)
    return [["", f"{count:,}", part, percent(Fraction(0)), "Not made.", ""]] if count else []


def _made_or_line(line: dict[str, Any]) -> str:
    made = str(line["made"])
    if not made:
        return str(line["line"])
    words = made.replace("-card-", "_Card ").replace("-", " ").replace(".", ": ").replace("_", "-")
    return words[0].upper() + words[1:]


def _covariance_sheets(document: Document) -> Iterator[Sheet]:
    groups: dict[tuple[str, ...], None] = {}
    for row in document["covariance"].values():
        groups.setdefault(tuple(row))
    for ids in groups:
        if len(ids) > 1:
            yield Sheet(
                "How the wagers of one hand vary together: covariance",
                [
                    [one, *(f"{float(Fraction(document['covariance'][one][n])):.4f}" for n in ids)]
                    for one in ids
                ],
                header=("", *ids),
                amounts=tuple(range(1, len(ids) + 1)),
            )


# One hand ------------------------------------------------------------------------------------------


def _show_hand(ruleset: Ruleset, text: str, *, fresh: bool, as_json: bool) -> int:
    if isinstance(ruleset.deal, Draw):
        raise Refused(
            f"--hand is given and {ruleset.game.name} has no decision: expected a game that has one"
        )
    held = hand_of(cards(text), ruleset.deal)
    analysis = analysed(ruleset, fresh=fresh)
    advice = Advice(analysis.solution, held)
    return show_as(hand_document, hand_sheets, analysis, advice, as_json=as_json)


def hand_document(analysis: Analysis, advice: Advice) -> Document:
    return {**advice.document(), "warnings": list(analysis.warnings)}


def hand_sheets(analysis: Analysis, advice: Advice) -> Iterator[Sheet]:
    contest = advice.solved.counted.contest
    several = len(contest.spoken) > 1
    seen = [
        f"{view.name.lower()}: {said}" if several else said
        for view in contest.spoken.values()
        for said in [view.spoken(view.strength(advice.cards))]
    ]
    ruleset = analysis.ruleset
    yield from opening(f"{ruleset.game.name}: one hand", ruleset, [], analysis.warnings)
    first = advice.solved.ruleset.wagers[contest.decided_by].wager.name
    rows = []
    for decision, value in sorted(advice.values.items(), key=lambda each: -each[1]):
        named = advice.plays(decision)
        how = f"{decision} with {faces(named)}" if named else decision
        cost = (
            "the best" if decision == advice.best else f"costs {float(advice.cost(decision)):.6f}"
        )
        rows.append([how, f"{float(value):+.6f}", cost, str(value)])
    yield Sheet(
        f"{faces(advice.cards)}  {'; '.join(seen)}",
        rows,
        header=("decision", "worth", "", "exactly"),
        note=f"In units of the {first}, all wagers that are decided together.",
        amounts=(1,),
    )


# The next card -------------------------------------------------------------------------------------


def _show_exposed(ruleset: Ruleset, text: str, *, fresh: bool, as_json: bool) -> int:
    if not isinstance(ruleset.deal, Draw):
        raise Refused(
            f"--exposed is given and the hands of {ruleset.game.name} are dealt, not drawn:"
            " expected a game whose cards are drawn one by one"
        )
    exposed = cards(text)
    analysis = analysed(ruleset, fresh=fresh)
    counts = analysis.draws
    entries = counts.next_card(exposed)
    document: Document = {
        "game": ruleset.game.id,
        "ruleset": ruleset.fingerprint,
        "warnings": list(analysis.warnings),
        "exposed": written(exposed),
        "left": str(sum(entry.deals for entry in entries)),
        "wagers": {
            id: wager_document(Wagered(decided, entries), "cards") | {"name": decided.wager.name}
            for id, decided in ruleset.wagers.items()
            if decided.space is ruleset.deal.card_space
        },
        "live": {
            id: str(counts.live(decided, exposed))
            for id, decided in ruleset.wagers.items()
            if exposed and decided.space is ruleset.deal.round_space
        },
    }
    return show_as(
        lambda: document, lambda: exposed_sheets(document, exposed, ruleset), as_json=as_json
    )


def exposed_sheets(
    document: Document, exposed: Sequence[Card], ruleset: Ruleset
) -> Iterator[Sheet]:
    wagers = sorted(document["wagers"].values(), key=lambda each: Fraction(each["house_edge"]))
    title = f"{ruleset.game.name}: {faces(exposed) or 'no card'} exposed"
    yield from opening(title, ruleset, [], document["warnings"])
    yield Sheet(
        f"The next card after {faces(exposed) or 'none'}, {document['left']} cards left",
        [
            [
                wager["name"],
                percent(Fraction(wager["house_edge"])),
                percent(Fraction(wager["hit_frequency"])),
                wager["expectation"],
            ]
            for wager in wagers
        ],
        header=("wager", "house edge", "wins", "player's expectation, exactly"),
        amounts=(1, 2),
        note="The wager that costs least first.",
    )
    if document["live"]:
        yield Sheet(
            "What the wagers on the round are worth now, if they were made before the first card",
            [
                [ruleset.wagers[id].wager.name, f"{float(Fraction(worth)):+.6f}", worth]
                for id, worth in document["live"].items()
            ],
            header=("wager", "for each unit staked", "exactly"),
            amounts=(1,),
        )
    yield from warning_sheets(
        f"{wager['name']} gives the PLAYER an edge now"
        for wager in wagers
        if Fraction(wager["expectation"]) > 0
    )


# Readings ------------------------------------------------------------------------------------------


def _show_readings(ruleset: Ruleset, *, fresh: bool, as_json: bool) -> int:
    forensics = Forensics(ruleset, store.KeptCounts(fresh=fresh))
    options = forensics.options()
    tried = []
    with bar("pricing every option", len(options)) as advance:
        for done, (reading, option) in enumerate(options):
            advance(done)
            tried.append(forensics.tried(reading, option))
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
    columns = list(tried[0].edges)
    rows = []
    for each in tried:
        default = " (default)" if each.option == each.reading.default else ""
        edges = [percent(each.edges[id]) for id in columns]
        agree = sum(verdict.value != "disagrees" for verdict in each.verdicts)
        claims = [f"{agree} of {len(each.verdicts)}"] if each.verdicts else []
        loud = "PLAYER'S EDGE" if each.warnings else ""
        rows.append([each.reading.id, f"{each.option}{default}", *edges, *claims, loud])
    header = ["reading", "option", *columns, *(["printed figures"] if of.claims else []), ""]
    yield Sheet(
        "The house edge under each option of each reading",
        rows,
        header=header,
        amounts=tuple(range(2, 2 + len(columns))),
        note="One reading changed at a time, the others as chosen.",
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


# Charts --------------------------------------------------------------------------------------------


def _show_plot(ruleset: Ruleset, file: Path, *, fresh: bool, as_json: bool) -> int:
    from tablewright.odds import plot

    plot.kind_of(file)
    document = report(ruleset, fresh)
    with waiting("drawing the charts"), unbroken():
        shown = plot.draw(document, file)
        so_far(f"with {quoted(str(file))} drawn; nothing was printed")
    held = {
        id: (title, [band for band in shown[id] if band.rounds in ROUNDS])
        for id, (title, _) in plot.results_of(document).items()
    }
    return show_as(
        lambda: plot_document(document, file, held),
        lambda: plot_sheets(ruleset, document, file, held),
        as_json=as_json,
    )


def plot_document(
    document: Document, file: Path, held: dict[str, tuple[str, list[Band]]]
) -> Document:
    return {
        "game": document["game"],
        "ruleset": document["ruleset"],
        "file": str(file),
        "warnings": document["warnings"],
        "hold": {
            id: [
                {
                    "rounds": band.rounds,
                    "expected": band.expected,
                    **{str(level): list(bounds) for level, bounds in band.bounds.items()},
                    "bell_curve": band.is_bell_curve,
                }
                for band in shown
            ]
            for id, (_, shown) in held.items()
        },
    }


def plot_sheets(
    ruleset: Ruleset, document: Document, file: Path, held: dict[str, tuple[str, list[Band]]]
) -> Iterator[Sheet]:
    title = f"{document['name']}: drawn in {file}"
    yield from opening(title, ruleset, [], document["warnings"])
    for title, shown in held.values():
        yield Sheet(
            f"{title}: actual hold to be expected, in per cent",
            [
                [
                    f"{band.rounds:,}",
                    f"{100 * band.expected:.2f}",
                    *(
                        f"{100 * low:.2f} to {100 * high:.2f}"
                        for low, high in (band.bounds[level] for level in sorted(band.bounds))
                    ),
                ]
                for band in shown
            ],
            header=("rounds", "expected", "95 % of the time", "99 % of the time"),
            amounts=(0, 1, 2, 3),
            note=_bell_curve_said(shown),
        )


def _bell_curve_said(shown: Sequence[Band]) -> str:
    rounds = [band.rounds for band in shown if band.is_bell_curve]
    return f"By the bell curve from {min(rounds):,} rounds on." if rounds else ""
