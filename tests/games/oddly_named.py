"""Three Card Poker under names that no other game has, for tests only.

Its wagers, its decisions and its places are called what nobody would guess, so that whatever knows a
wager or a decision by its name fails on it. Everything else is Three Card Poker's.
"""

from dataclasses import replace

from tablewright.rules.contest import Contest
from tablewright.rules.readings import Rulings
from tablewright.rules.sources import Against, Choice
from tablewright.rules.wagers import Times
from tests.games.three_card_poker import GAME as THREE_CARD_POKER
from tests.games.three_card_poker import POSITIONS
from tests.games.three_card_poker import deal as dealt_plainly

ID = "puzzle"
WAGERS = {"ante": "upfront", "play": "yes-then", "pair-plus": "x-3"}
DECISIONS = {"play": "stay-on", "fold": "sag"}
PERCHES = replace(POSITIONS, id=f"{ID}.perches")


def deal(rulings: Rulings) -> Contest:
    plain = dealt_plainly(rulings)
    stay_on, sag = plain.decisions
    folded, versus = plain.sources["folded"], plain.sources["versus"]
    assert isinstance(folded, Choice)
    assert isinstance(versus, Against)
    return replace(
        plain,
        decisions=(
            stay_on._replace(
                id=DECISIONS[stay_on.id], name="Stay on", does="stays on", done="stayed on"
            ),
            sag._replace(id=DECISIONS[sag.id], name="Sag", does="sags", done="sagged"),
        ),
        decided_by=WAGERS[plain.decided_by],
        sources={
            **plain.sources,
            "folded": Choice({_named(id): value for id, value in folded.values.items()}),
            "versus": Against({_named(id): view for id, view in versus.views.items()}),
        },
    )


def _named(decision: str | None) -> str | None:
    return decision if decision is None else DECISIONS[decision]


GAME = replace(
    THREE_CARD_POKER,
    id=ID,
    name="Puzzle",
    wagers=tuple(
        each._replace(
            id=WAGERS[each.id],
            name=f"The {WAGERS[each.id]}",
            lines=tuple(
                line._replace(rule=f"{ID}.{WAGERS[each.id]}.{line.rule.rpartition('.')[2]}")
                for line in each.lines
            ),
            stake=Times(
                WAGERS[each.stake.wager],
                {DECISIONS[id]: times for id, times in each.stake.by_decision.items()},
            )
            if isinstance(each.stake, Times)
            else None,
        )
        for each in THREE_CARD_POKER.wagers
    ),
    provisions=(),
    readings=(PERCHES,),
    claims=tuple(
        each._replace(of=WAGERS.get(each.of, each.of)) for each in THREE_CARD_POKER.claims
    ),
    deal=deal,
    places=PERCHES,
    place="perch",
)
