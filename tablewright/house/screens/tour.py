"""How a game plays, as the page draws it: a round in four pictures, and the words explained."""

from typing import Literal

from tablewright.house.screens.game_descriptions import (
    DecisionPictured,
    PictureDescription,
    TermDescription,
    WagerPictured,
)
from tablewright.rules.cashier import Paid
from tablewright.rules.citations import Texts
from tablewright.rules.game import Ruleset
from tablewright.rules.house_tour import tour_of
from tablewright.rules.language import worded
from tablewright.rules.procedure import Procedure
from tablewright.rules.terms import TERM, forms_spoken, terms_of
from tablewright.rules.tour import TOUR, Pictured, pictured


def tour_description(
    procedure: Procedure, ruleset: Ruleset, texts: Texts
) -> list[PictureDescription]:
    """The pictures of a game under one ruleset, as its documents are cited there."""
    return [_picture(each, texts) for each in pictured(tour_of(procedure, ruleset), ruleset)]


def _picture(of: Pictured, texts: Texts) -> PictureDescription:
    return PictureDescription(
        id=of.picture.id,
        title=worded(of.picture.title, TOUR),
        caption=of.caption,
        cards=[each.text for each in of.cards],
        played=[each.text for each in of.played],
        hand=of.hand,
        dealer=[each.text for each in of.dealer],
        dealer_face_down=of.dealer_face_down,
        dealer_hand=of.dealer_hand,
        wagers=[_wager(id, stake, of.paid.get(id)) for id, stake in of.stakes.items()],
        decisions=[
            DecisionPictured(worded(each.decision.name, "decision"), each.cost, each.is_taken)
            for each in of.offered
        ],
        net=of.net,
        source=texts.said(of.picture.source),
    )


def _wager(id: str, stake: int, paid: Paid | None) -> WagerPictured:
    if paid is None:
        return WagerPictured(id, stake, "", 0, "")
    net = paid.returned - paid.stake
    result: Literal["win", "lose", "push"] = "win" if net > 0 else "lose" if net < 0 else "push"
    return WagerPictured(id, stake, result, net, worded(paid.line))


def term_descriptions(procedure: Procedure, texts: Texts) -> list[TermDescription]:
    """Every word that a game explains, in the language that is spoken."""
    return [
        TermDescription(
            each.id, list(forms_spoken(each)), worded(each.says, TERM), texts.said(each.source)
        )
        for each in terms_of(procedure.terms)
    ]
