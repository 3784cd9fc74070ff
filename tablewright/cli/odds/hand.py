"""One hand: what each decision is worth."""

from collections.abc import Iterator

from tablewright.cli.odds.opening import analysed, opening
from tablewright.cli.sheets import Sheet, show_as
from tablewright.odds.advice import Advice, hand_of
from tablewright.odds.analysis import Analysis
from tablewright.odds.report import Document
from tablewright.rules.cards import cards, faces
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused
from tablewright.rules.game import Ruleset


def show_hand(ruleset: Ruleset, text: str, *, fresh: bool, as_json: bool) -> int:
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
