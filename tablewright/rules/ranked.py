"""What beats what, as rules: each ranking in a sentence, and each view that has several rankings.

GAME.ranking.NAME    the hands of a ranking, lowest first; or which ranking goes before which
"""

from collections.abc import Iterator
from functools import reduce
from operator import and_

from tablewright.rules.citations import Passage
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.rankings import ALL_DIFFERENT, Aces, Ranking
from tablewright.rules.views import View

ACES = {
    Aces.HIGH_AND_LOW: "In a straight an ace stands above the king or below the two.",
    Aces.HIGH_ONLY: "In a straight an ace stands above the king only.",
    Aces.LOW_ONLY: "In a straight an ace stands below the two only.",
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def slug(name: str) -> str:
    """A name as it stands in an id.

    >>> slug("4-Card Duki")
    '4-card-duki'
    """
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def ranking_id(game: Game, of: Ranking | View) -> str:
    """The rule that a ranking or a view is; a view with a single ranking is that ranking's."""
    if isinstance(of, View) and len(of.rankings) == 1:
        of = of.rankings[0]
    return f"{game.id}.ranking.{slug(of.name)}"


def rankings_of(ruleset: Ruleset) -> tuple[Ranking, ...]:
    """Every ranking by which cards are judged, each once."""
    found = [ranking for view in ruleset.views for ranking in view.rankings]
    return tuple(dict.fromkeys(found))


def ladders_of(ruleset: Ruleset) -> tuple[View, ...]:
    """The views in which one ranking goes before another."""
    return tuple(view for view in ruleset.views if len(view.rankings) > 1)


def ranking_said(ruleset: Ruleset, ranking: Ranking) -> str:
    """A ranking in words: its hands, lowest first, what aces do, and what is said beside it."""
    count = NUMBERS[ranking.cards] if ranking.cards < len(NUMBERS) else str(ranking.cards)
    suits = ", each of another suit" if ranking.suits is ALL_DIFFERENT else ""
    hands = ", ".join(shape.name.lower() for shape in ranking.shapes)
    plural = "s" if ranking.cards != 1 else ""
    said = [f"{ranking.name}: {count} card{plural}{suits}. Lowest first: {hands}."]
    if any(shape.is_decided_by_top for shape in ranking.shapes):
        said.append(ACES[ranking.aces])
    if ranking.outside_card_breaks_ties:
        said.append("Of two equal hands, the one with the higher card left outside it is higher.")
    alone = [view.says for view in ruleset.views if view.rankings == (ranking,) and view.says]
    return " ".join([*said, *dict.fromkeys(alone)])


def ladder_said(view: View) -> str:
    """Which ranking goes before which, in words."""
    names = ", ".join([view.nothing, *(ranking.name for ranking in view.rankings)])
    return f"{view.name}, lowest first: {names}. {view.says}".strip()


def ladder_source(view: View) -> Passage:
    return reduce(and_, [ranking.source for ranking in view.rankings])


def ranked(ruleset: Ruleset) -> Iterator[tuple[str, str, Passage]]:
    """Every rule on what beats what: its id, its sentence and its source."""
    for ranking in rankings_of(ruleset):
        said = ranking_said(ruleset, ranking)
        yield ranking_id(ruleset.game, ranking), said, ranking.source
    for view in ladders_of(ruleset):
        yield ranking_id(ruleset.game, view), ladder_said(view), ladder_source(view)
