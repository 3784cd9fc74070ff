"""How cards become facts, described as plain data for a fingerprint: effects, not names.

A ranking is described by the strength it gives every case, a label by what it calls every strength, a
test of cards by its answer for each of the 52. Renaming a class changes nothing here; moving a boundary
by one rank does.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import groupby

from tablewright.rules.cards import DECK
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.facts import FactSpace, Value, plain
from tablewright.rules.rankings import Ranking
from tablewright.rules.sources import (
    Against,
    Choice,
    DealerShows,
    Drawn,
    Leading,
    OfCard,
    PlayerShows,
    VoidRound,
)
from tablewright.rules.views import View

Source = VoidRound | Choice | PlayerShows | DealerShows | Against | OfCard | Drawn | Leading


def deal_digest(deal: Contest | Draw) -> str:
    """The SHA-256 of everything about a deal that decides a fact, what nobody looks at included."""
    spaces = [deal.space] if isinstance(deal, Contest) else [deal.card_space, deal.round_space]
    unseen = [space.index(space.record()) for space in spaces]
    described = json.dumps([described_deal(deal), unseen], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(described.encode("ascii")).hexdigest()


def described_deal(deal: Contest | Draw) -> dict[str, object]:
    """Everything about a deal that decides a fact."""
    if isinstance(deal, Contest):
        return {
            "hand_cards": deal.hand_cards,
            "decks": deal.decks,
            "decided_by": deal.decided_by,
            "decisions": [[each.id, each.plays, each.shows_hand] for each in deal.decisions],
            "facts": [_described_facts(deal.space, deal.sources)],
            "qualifies": _described_source(deal.qualifies),
        }
    return {
        "cards": deal.cards,
        "decks": deal.decks,
        "facts": [
            _described_facts(deal.card_space, deal.card_sources),
            _described_facts(deal.round_space, deal.round_sources),
        ],
    }


def _described_facts(space: FactSpace[object], sources: Mapping[str, Source]) -> list[object]:
    return [
        [name, [plain(value) for value in values], _described_source(sources[name])]
        for name, values in space.fields.items()
    ]


def _described_source(source: Source) -> object:
    match source:
        case VoidRound():
            return "void"
        case Drawn():
            return "drawn"
        case Choice(values):
            return {"choice": {str(id): plain(value) for id, value in values.items()}}
        case PlayerShows(view, label, only_cards_played):
            labels = _runs(view.labels(label))
            return {"player": _described_view(view), "labels": labels, "played": only_cards_played}
        case DealerShows(view, label):
            return {"dealer": _described_view(view), "labels": _runs(view.labels(label))}
        case Against(views):
            return {"against": {str(id): _described_view(view) for id, view in views.items()}}
        case OfCard(label):
            return {"card": _runs([label(card) for card in DECK])}
        case Leading(test):
            return {"leading": _runs([test(card) for card in DECK])}


def _runs(values: Sequence[Value]) -> list[object]:
    """Values in order, each with how often it stands in a row."""
    return [[plain(value), len(list(same))] for value, same in groupby(values)]


def _described_view(view: View) -> list[object]:
    return [_described_ranking(ranking) for ranking in view.rankings]


def _described_ranking(ranking: Ranking) -> dict[str, object]:
    return {
        "cards": ranking.cards,
        "suits": ranking.suits.value,
        "outside_card_breaks_ties": ranking.outside_card_breaks_ties,
        "cases": ranking.digest,
    }
