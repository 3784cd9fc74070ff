"""The strategy command: what to learn of a game, and what it costs to play by it."""

from collections.abc import Iterator, Sequence

from tablewright.cli.odds.opening import analysed, opening, shares_said
from tablewright.cli.progress import waiting
from tablewright.cli.rulebook import chosen_ruleset
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds.analysis import Analysis
from tablewright.odds.forensics import edges
from tablewright.odds.printing import percent
from tablewright.odds.report import Document
from tablewright.odds.solving import Solved, Strategy
from tablewright.odds.strategy import DEAREST, Compared, Listed, compared, taught
from tablewright.rules.cards import faces, written
from tablewright.rules.errors import Refused, listed, quoted


def show_strategy(id: str, readings: Sequence[str], pay: Sequence[str], *, as_json: bool) -> int:
    analysis = analysed(chosen_ruleset(id, readings, pay))
    if analysis.solved is None:
        return show_as(no_decision_document, no_decision_sheets, analysis, as_json=as_json)
    with waiting("searching for lists to learn"):
        lists = taught(analysis.solved)
    return show_as(strategy_document, strategy_sheets, analysis, lists, as_json=as_json)


def named(solved: Solved, name: str | None) -> tuple[str, Strategy]:
    """A strategy by its name: the best, a list that is taught, or always the same decision."""
    if name is None or name == "optimal":
        return "optimal", solved.best
    if name in solved.decisions:
        return name, solved.always(name)
    lists = {each.name: each for each in taught(solved)}
    if name in lists:
        return name, lists[name].strategy
    expected = listed(["optimal", *lists, *solved.decisions])
    raise Refused(f"there is no strategy {quoted(name)} here: expected {expected}")


def strategy_document(analysis: Analysis, lists: list[Listed]) -> Document:
    solved = analysis.solution
    return {
        "game": analysis.ruleset.game.id,
        "ruleset": analysis.ruleset.fingerprint,
        "warnings": list(analysis.warnings),
        "optimal": {
            "expectation": str(solved.worth(solved.best)),
            "decisions": {
                decision: str(part) for decision, part in solved.played(solved.best).items()
            },
        },
        "lists": [
            {
                "name": each.name,
                "rules": [
                    {"decision": rule.decision, "view": rule.view.name, "at_least": str(rule)}
                    for rule in each.rules
                ],
                "otherwise": each.otherwise,
                "expectation": str(each.expectation),
                "cost": str(each.cost),
                "exceptions": {
                    "hands": str(each.exceptions.hands),
                    "dearest": [
                        {
                            "cards": written(mistake.cards),
                            "list": mistake.listed,
                            "best": mistake.best,
                            "cost": str(mistake.cost),
                            "hands": str(mistake.alike),
                        }
                        for mistake in each.exceptions.dearest(DEAREST)
                    ],
                },
            }
            for each in lists
        ],
        "always": {
            decision: str(solved.worth(solved.always(decision))) for decision in solved.decisions
        },
    }


def strategy_sheets(analysis: Analysis, lists: list[Listed]) -> Iterator[Sheet]:
    solved, of = analysis.solution, analysis.ruleset.game
    first = analysis.ruleset.wagers[solved.wagers[0]].wager.name
    yield from opening(f"{of.name}: how to play", analysis.ruleset, [], analysis.warnings)
    for each in lists:
        rules = [
            [str(n), decision, at_least]
            for n, (decision, at_least) in enumerate(each.lines, start=1)
        ]
        yield Sheet(
            f"{each.name}: the first line that applies decides",
            [*rules, ["", each.otherwise, "otherwise"]],
            note=f"Costs {percent(each.cost, 6)} of the {first} compared with the best decisions.",
        )
        exceptions = each.exceptions
        if not exceptions.hands:
            yield Sheet("It is right for every hand", note="There are no exceptions.")
            continue
        yield Sheet(
            f"Exceptions: {exceptions.hands:,} of {solved.counted.hands.total:,} hands should"
            " be played differently; the costliest",
            [
                [
                    faces(mistake.cards),
                    mistake.listed,
                    mistake.best,
                    f"{float(mistake.cost):.6f}",
                    str(mistake.alike),
                ]
                for mistake in exceptions.dearest(DEAREST)
            ],
            header=("hand", "the list says", "best", "costs", "hands like it"),
            amounts=(3, 4),
        )
    yield Sheet(
        "The house edge of each strategy",
        [
            [each.name, percent(-each.expectation), percent(each.cost), _played_said(each)]
            for each in compared(solved, lists)
        ],
        header=("strategy", "house edge", "costs", "decisions"),
        amounts=(1, 2),
        note=f"Of the {first}.",
    )


def _played_said(strategy: Compared) -> str:
    played = strategy.played
    return f"always {strategy.name}" if strategy.name in played else shares_said(played)


def no_decision_document(analysis: Analysis) -> Document:
    cheapest_first = sorted(edges(analysis.figured).items(), key=lambda each: each[1])
    return {
        "game": analysis.ruleset.game.id,
        "ruleset": analysis.ruleset.fingerprint,
        "warnings": list(analysis.warnings),
        "decisions": [],
        "cheapest_first": [
            {"wager": kind, "house_edge": str(edge)} for kind, edge in cheapest_first
        ],
    }


def no_decision_sheets(analysis: Analysis) -> Iterator[Sheet]:
    figured = analysis.figured
    rows = []
    for kind, edge in sorted(edges(figured).items(), key=lambda each: each[1]):
        wagered = figured.wagers[kind]
        decided_by = "each card" if figured.counted_in[kind] == "cards" else "each round"
        hits = percent(wagered.hit_frequency)
        rows.append([wagered.decided.wager.title, percent(edge), hits, decided_by])
    title = f"{analysis.ruleset.game.name}: how to play"
    yield from opening(title, analysis.ruleset, [], analysis.warnings)
    free = (
        " These readings also let a player bet late or take a wager back;"
        " the figures assume they do so whenever it pays."
    )
    yield Sheet(
        f"{analysis.ruleset.game.name} has no decision: only what is wagered can be chosen",
        rows,
        header=("wager", "house edge", "wins", "decided by"),
        amounts=(1, 2),
        note="The cheapest wager per unit staked comes first." + (free if figured.informed else ""),
    )
