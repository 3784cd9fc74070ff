"""What a game's author may get wrong: each ends in one line that says what was written and expected."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablewright.games import REGISTRY, at_tables, every_game, game, procedure
from tablewright.games.king_high_procedure import PROCEDURE as KING_HIGH
from tablewright.games.pick2_procedure import PROCEDURE as PICK2
from tablewright.odds.analysis import Analysis
from tablewright.rules.contest import Contest, Decision
from tablewright.rules.draw import Draw
from tablewright.rules.errors import BadDefinition
from tablewright.rules.facts import FactSpace
from tablewright.rules.game import Game
from tablewright.rules.procedure import Procedure, refuse_misfit
from tablewright.rules.readings import Option, Rulings
from tablewright.rules.sources import Against, Choice, PlayerShows
from tablewright.rules.wagers import SameAs, Times
from tests.games.three_card_poker import (
    ANTE,
    DECIDING,
    GAME,
    PAIR_PLUS,
    PLAY,
    POSITIONS,
    THREE_CARDS,
    ThreeCardFacts,
    deal,
    facts_that_occur,
)
from tests.games.unfinished import register_unfinished

CONTEST = deal(Rulings(GAME.readings, {}))


def dealt(**changes: object) -> Game:
    """Three Card Poker with its deal changed."""
    return replace(GAME, deal=lambda rulings: replace(deal(rulings), **changes), claims=())  # type: ignore[arg-type]


def wagered(*wagers: Any) -> Game:
    return replace(GAME, wagers=wagers, claims=())


def sources(**changed: Any) -> Mapping[str, Any]:
    return {**CONTEST.sources, **changed}


class Other(NamedTuple):
    """Facts of no deal."""

    void: bool = False


class NoDefault(NamedTuple):
    """A fact of which nobody says what it is when nobody looks."""

    void: bool


ODD: dict[str, tuple[Callable[[], Game], str]] = {
    "a stake multiple that names an unknown decision": (
        lambda: wagered(ANTE, PLAY._replace(stake=Times("ante", {"plya": 1})), PAIR_PLUS),
        "the stake of play follows from the decision 'plya': expected play or fold",
    ),
    "a stake multiple of nothing": (
        lambda: wagered(ANTE, PLAY._replace(stake=Times("ante", {"play": 0})), PAIR_PLUS),
        "the stake of play after play is 0 times ante: expected a whole number from 1 on",
    ),
    "a stake that follows from no decision": (
        lambda: wagered(ANTE, PLAY._replace(stake=Times("ante", {})), PAIR_PLUS),
        "the stake of play follows from no decision: expected play or fold",
    ),
    "a stake equal to itself": (
        lambda: wagered(ANTE._replace(stake=SameAs("ante")), PLAY, PAIR_PLUS),
        "the stake of ante equals that of ante: expected another wager that players place",
    ),
    "a misspelt decided_by": (
        lambda: dealt(decided_by="anet"),
        "decided_by is 'anet': expected a wager that players place, ante or pair-plus",
    ),
    "a wager that follows, in decided_by": (
        lambda: dealt(decided_by="play"),
        "decided_by is 'play': expected a wager that players place, ante or pair-plus",
    ),
    "a contest without decisions": (
        lambda: dealt(decisions=()),
        "a contest has no decisions: expected one at least, after which its hands meet",
    ),
    "two decisions of one name": (
        lambda: dealt(decisions=(CONTEST.decisions[0], CONTEST.decisions[0])),
        "the decisions are play, play: expected a name for each",
    ),
    "a decision that cannot be typed": (
        lambda: dealt(
            decisions=(
                *CONTEST.decisions,
                Decision("Raise it", "Raise.", DECIDING, "Raise", "raises", "raised", "raising"),
            ),
            sources=sources(
                folded=Choice({None: False, "play": False, "fold": True, "Raise it": False})
            ),
        ),
        "a decision is called 'Raise it': expected small letters, digits and hyphens, as in pair-plus",
    ),
    "more cards in play than held": (
        lambda: dealt(decisions=(CONTEST.decisions[0]._replace(plays=4), CONTEST.decisions[1])),
        "play plays 4 cards: expected 1 to 3",
    ),
    "hands of no cards": (
        lambda: dealt(hand_cards=0),
        "hands have 0 cards: expected one at least",
    ),
    "more hands than cards": (
        lambda: replace(
            dealt(),
            readings=(MANY := replace(POSITIONS, options=(Option("17", "x"), Option("6", "y"))),),
            places=MANY,
        ),
        "three-card-poker deals 3 cards to 17 players and the dealer:"
        " expected at most the 52 cards there are",
    ),
    "a view that is not spoken of as a hand": (
        lambda: dealt(spoken={"three": THREE_CARDS}),
        "hands are spoken of as three: expected hand first",
    ),
    "a view called as a written round calls something else": (
        lambda: dealt(spoken={"hand": THREE_CARDS, "net": THREE_CARDS}),
        "a hand or a decision is called net: expected another name, since written rounds use this one",
    ),
    "a choice that leaves a decision out": (
        lambda: dealt(sources=sources(folded=Choice({None: False, "play": False}))),
        "fact folded does not say what fold means:"
        " expected every decision, and None for a seat that decides nothing",
    ),
    "hands that meet after an unknown decision": (
        lambda: dealt(sources=sources(versus=Against({None: THREE_CARDS, "raise": THREE_CARDS}))),
        "fact versus names the decision 'raise':"
        " expected play or fold, or None for a seat that decides nothing",
    ),
    "a fact without a source": (
        lambda: dealt(sources={n: s for n, s in CONTEST.sources.items() if n != "hand"}),
        "fact hand of ThreeCardFacts: expected a source for it",
    ),
    "a source of no fact": (
        lambda: dealt(sources=sources(hnad=CONTEST.sources["hand"])),
        "there is a source for 'hnad': expected the facts of ThreeCardFacts,"
        " void, folded, dealer_qualifies, versus or hand",
    ),
    "a label that is no value of its fact": (
        lambda: dealt(sources=sources(hand=PlayerShows(THREE_CARDS, lambda seen: Odd.ONE))),
        "fact hand is given as <Odd.ONE: 'one'>: expected high-card, one-pair, flush, straight,"
        " three-of-a-kind or straight-flush",
    ),
    "a fact without a default": (
        lambda: dealt(space=FactSpace(NoDefault, lambda f: True)),
        "NoDefault: NoDefault.__new__() missing 1 required positional argument: 'void':"
        " expected a default for every fact",
    ),
    "a void round of which more is left than the decision": (
        lambda: dealt(
            space=FactSpace(
                ThreeCardFacts, lambda f: facts_that_occur(f) or f == (True, False, True, *f[3:])
            )
        ),
        "ThreeCardFacts(void=True, folded=False, dealer_qualifies=True, versus=lower,"
        " hand=high-card) is called possible: expected only what a void round leads to",
    ),
    "a wager settled by facts of another deal": (
        lambda: wagered(ANTE._replace(facts=Other), PLAY, PAIR_PLUS),  # type: ignore[arg-type]
        "wager ante is settled by Other: expected the facts of the deal, ThreeCardFacts",
    ),
    "a line that asks for an unknown fact": (
        lambda: wagered(
            ANTE._replace(
                lines=(
                    ANTE.lines[0]._replace(
                        when=lambda f: f.viod  # type: ignore[attr-defined]
                    ),
                )
            ),
            PLAY,
            PAIR_PLUS,
        ),
        "line three-card-poker.ante.void cannot be asked about ThreeCardFacts(void=False,",
    ),
    "a need of an unknown wager": (
        lambda: wagered(PLAY),
        "wager play names the wager 'ante': expected play",
    ),
    "two wagers of one name": (
        lambda: wagered(ANTE, ANTE, PLAY),
        "two wagers are called ante: expected a name for each",
    ),
    "a deal that asks for an unknown reading": (
        lambda: replace(GAME, deal=lambda rulings: rulings["three-card-poker.aces"]),  # type: ignore[arg-type,return-value]
        "the reading 'three-card-poker.aces' is asked for: expected three-card-poker.positions",
    ),
    "a deal that is none": (
        lambda: replace(GAME, deal=lambda rulings: None),  # type: ignore[arg-type,return-value]
        "three-card-poker: deal() gives None: expected a Contest or a Draw",
    ),
    "places that are no number": (
        lambda: replace(
            GAME,
            readings=(
                ODDLY := replace(POSITIONS, options=(Option("many", "x"), Option("6", "y"))),
            ),
            places=ODDLY,
        ),
        "three-card-poker.positions has the option 'many': expected a number of players",
    ),
    "places that are no reading of the game": (
        lambda: replace(GAME, readings=()),
        "places is the reading three-card-poker.positions:"
        " expected one of three-card-poker's readings",
    ),
    "no document": (
        lambda: replace(GAME, documents=()),
        "three-card-poker names no document: expected the game's manual first",
    ),
}


class Odd(Enum):
    """A value of no fact."""

    ONE = "one"


@pytest.mark.parametrize("what", list(ODD))
def test_a_mistake_in_a_game_s_file_is_said_in_one_line(what: str) -> None:
    write, says = ODD[what]
    with pytest.raises(BadDefinition) as wrong:
        write().ruleset()
    assert str(wrong.value).startswith(says)
    assert "\n" not in str(wrong.value)


def test_three_card_poker_as_it_stands_is_whole() -> None:
    assert GAME.ruleset().places == 7


# What is possible, and what occurs -----------------------------------------------------------------


@pytest.mark.parametrize("of", [*every_game(), GAME], ids=lambda of: of.id)
def test_the_counts_lead_to_all_that_a_game_calls_possible(of: Game) -> None:
    assert Analysis(of.ruleset()).figured.wagers


def test_more_called_possible_than_occurs_is_found_by_the_counts() -> None:
    wider = FactSpace(
        ThreeCardFacts, lambda f: facts_that_occur(f) or (not f.void and not f.folded)
    )
    with pytest.raises(
        BadDefinition, match=r"versus=lower, hand=one-pair\) is called possible \(a"
    ):
        Analysis(dealt(space=wider).ruleset())


def test_more_called_possible_of_a_round_of_cards_than_occurs_is_found_by_the_counts() -> None:
    king_high = game("king-high")

    def wider(rulings: Rulings) -> Draw:
        draw = king_high.deal(rulings)
        assert isinstance(draw, Draw)
        possible = set(draw.round_space.possible.values())
        one_more = next(
            facts
            for facts in FactSpace(draw.round_space.record, lambda f: True).possible.values()
            if facts not in possible and not facts.void
        )
        space = FactSpace(draw.round_space.record, lambda f: f in possible or f == one_more)
        return replace(draw, round_space=space)

    with pytest.raises(BadDefinition, match=r"is called possible: expected only what a deal"):
        Analysis(replace(king_high, deal=wider).ruleset())


def test_more_called_possible_of_a_card_than_occurs_is_found_at_once() -> None:
    king_high = game("king-high")
    draw = king_high.deal(king_high.ruleset().rulings)
    assert isinstance(draw, Draw)
    every = FactSpace(draw.card_space.record, lambda f: True)
    with pytest.raises(BadDefinition, match="is called possible: expected only what a card, or no"):
        replace(draw, card_space=every)


# Procedures ----------------------------------------------------------------------------------------


def with_changes(of: Procedure, **changes: object) -> Procedure:
    return replace(of, **changes)  # type: ignore[arg-type]


def test_a_stage_that_settles_no_wager_of_the_game_is_an_error() -> None:
    odd = KING_HIGH.stages[0]._replace(kinds=("hihg",))
    with pytest.raises(
        BadDefinition, match="stage action settles 'hihg': expected pokerpot, high-run"
    ):
        with_changes(KING_HIGH, stages=(odd, *KING_HIGH.stages[1:]))


def test_a_wager_that_no_stage_settles_is_an_error() -> None:
    with pytest.raises(BadDefinition, match="the stages settle pokerpot 0 times: expected once"):
        with_changes(KING_HIGH, stages=KING_HIGH.stages[:-1])


def test_a_wager_that_no_stage_settles_under_one_reading_is_an_error() -> None:
    with pytest.raises(
        BadDefinition, match=r"ante 0 times under pick2.settle-order=first: expecte"
    ):
        with_changes(PICK2, stages=PICK2.stages[:1])


def test_an_unknown_device_is_an_error() -> None:
    odd = KING_HIGH.irregularities[0]._replace(devices=("shufler",))
    with pytest.raises(
        BadDefinition, match="names the device 'shufler': expected six-deck-shuffle"
    ):
        with_changes(KING_HIGH, irregularities=(odd,))


def test_an_unknown_phase_is_an_error() -> None:
    odd = KING_HIGH.irregularities[0]._replace(phases=("deal",))
    with pytest.raises(
        BadDefinition, match="names the phase 'deal': expected wagers, draw, settle"
    ):
        with_changes(KING_HIGH, irregularities=(odd,))


def test_a_round_that_is_over_cannot_be_void() -> None:
    void = next(each for each in KING_HIGH.irregularities if each.id.endswith("not-delivered"))
    with pytest.raises(BadDefinition, match="voids a round in clear: expected it earlier"):
        with_changes(KING_HIGH, irregularities=(void._replace(phases=("clear",)),))


def test_the_phases_of_a_draw_do_not_run_a_contest() -> None:
    contest = PICK2.game.ruleset().deal
    assert isinstance(contest, Contest)
    with pytest.raises(
        BadDefinition, match=r"king-high has the phases .*: expected those of a conte"
    ):
        refuse_misfit(KING_HIGH, contest)


# The registry --------------------------------------------------------------------------------------


def test_a_game_whose_file_is_missing_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "faro", "tablewright.games.faro")
    with pytest.raises(
        BadDefinition, match=r"the file of faro is missing: expected tablewright.game"
    ):
        game("faro")


def test_a_game_whose_procedure_is_missing_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, GAME.id, "tests.games.without_procedure")
    with pytest.raises(
        BadDefinition,
        match=r"the procedure of three-card-poker is missing: expected tests\.games\.without_proc",
    ):
        procedure(GAME)


def test_a_file_that_cannot_be_read_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_unfinished(tmp_path, monkeypatch)
    with pytest.raises(BadDefinition, match=r"faro_unfinished cannot be read: NameError: name"):
        game("faro")


def test_a_file_without_a_game_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "faro", "tests.games")
    with pytest.raises(BadDefinition, match=r"tests.games has no GAME: expected the game there"):
        game("faro")


def test_a_game_under_another_id_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "faro", "tests.games.three_card_poker")
    with pytest.raises(
        BadDefinition, match="holds the game three-card-poker: expected faro, as reg"
    ):
        game("faro")


def test_a_game_without_a_procedure_is_left_out_of_the_tables_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [each.game.id for each in at_tables().procedures]
    register_unfinished(tmp_path, monkeypatch)
    found = at_tables()
    assert [each.game.id for each in found.procedures] == before
    assert found.left_out == (
        "faro is not dealt here: faro_unfinished cannot be read: NameError: name"
        " 'undefined' is not defined",
    )
