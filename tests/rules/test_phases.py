"""The phases of both kinds of round: one table each, and the picture that is drawn from them."""

import pytest

from docs.phases_picture import PHASES, phases_drawn
from tablewright.games.duki4_procedure import PROCEDURE
from tablewright.rules.citations import Document
from tablewright.rules.errors import BadDefinition
from tablewright.rules.phases import CONTEST, DRAW, Cause, Phase, PhaseId, Round, draw_phases

SAID = "A sentence.", Document("manual", "A manual").at("A section")
EACH = pytest.mark.parametrize("round", [CONTEST, DRAW], ids=["contest", "draw"])


def test_the_picture_in_the_docs_is_drawn_from_these_tables() -> None:
    assert PHASES.read_text("utf-8") == phases_drawn(), "draw it anew: make picture"


@EACH
def test_every_phase_leads_to_one_of_the_same_round(round: Round) -> None:
    for steps in round.values():
        assert steps.allows
        assert set(steps.leads.values()) <= set(round)


def test_a_contest_can_be_void_until_its_cards_are_cleared() -> None:
    for steps in CONTEST.values():
        assert steps.leads[Cause.VOID] == PhaseId.SETTLE


def test_a_draw_can_be_void_until_it_is_settled() -> None:
    for id, steps in DRAW.items():
        assert steps.leads.get(Cause.VOID) == (PhaseId.SETTLE if id != "clear" else None)


def test_every_phase_and_every_cause_stands_in_a_table() -> None:
    both = [*CONTEST.items(), *DRAW.items()]
    assert {id for id, _ in both} == set(PhaseId)
    assert {cause for _, steps in both for cause in steps.leads} == set(Cause)


def test_after_a_card_the_draw_goes_on_or_ends() -> None:
    settle, draw = phase(PhaseId.SETTLE).leads, phase(PhaseId.DRAW).leads
    assert (settle[Cause.MORE_CARDS], settle[Cause.ALL_SETTLED]) == ("wagers", "clear")
    assert draw[Cause.DRAWN] == "settle"


def phase(id: PhaseId) -> Phase:
    described = draw_phases(wagers=SAID, draw=SAID, settle=SAID, clear=SAID)
    return next(each for each in described if each.id is id)


def test_a_phase_that_the_round_has_not_is_an_error_of_the_game() -> None:
    with pytest.raises(BadDefinition, match="phase 'deal' is described: expected wagers, draw, se"):
        draw_phases(wagers=SAID, deal=SAID, settle=SAID, clear=SAID)


def test_a_phase_of_which_nothing_is_said_is_an_error_of_the_game() -> None:
    with pytest.raises(BadDefinition, match="phase settle is not described: expected a sentence"):
        draw_phases(wagers=SAID, draw=SAID, clear=SAID)


def test_a_procedure_runs_through_one_kind_of_round_and_no_other() -> None:
    with pytest.raises(BadDefinition, match="duki4 has the phases wagers, deal: expected wagers, "):
        type(PROCEDURE)(**{**vars(PROCEDURE), "phases": PROCEDURE.phases[:2]})
