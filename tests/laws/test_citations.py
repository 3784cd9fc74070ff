"""Every citation names a section that its document has; the headings are listed from the manuals."""

from collections.abc import Iterator
from fractions import Fraction

from tablewright.games import every_game
from tablewright.games.duki4_procedure import PROCEDURE as DUKI4
from tablewright.games.king_high_procedure import PROCEDURE as KING_HIGH
from tablewright.games.pick2_procedure import PROCEDURE as PICK2
from tablewright.rules.citations import HOUSE, Passage
from tablewright.rules.game import Game
from tablewright.rules.procedure import Payment, Procedure

PROCEDURES = (DUKI4, KING_HIGH, PICK2)

DUKI4_MANUAL = {
    "Procedures & Training Guidelines",
    "Playing the game",
    "Qualifying hands",
    "Examples",
    "Paying the bets",
    "Betting for the dealer",
    "How is the game dealt",
    "Physical characteristics of the table and equipment",
    "Irregularities",
}

SECTIONS = {
    "Duki 4 Poker, Procedures & Training": DUKI4_MANUAL | {"Opening the table for play"},
    "Duki 4 Poker, one-page summary": {
        "The play",
        "Qualifying hands",
        "Player vs. Dealer",
        "3-Card Duki Bonus",
        "House advantage",
    },
    "Procedures & Training Guidelines for Duki 4 Poker (Washington)": DUKI4_MANUAL,
    "Duki 4 Poker, Procedures & Training for the State of Washington": DUKI4_MANUAL
    | {"Title page"},
    "Washington State Gambling Commission, letter of 28 November 2007": {
        "Commercial card rooms",
        "Tribal casinos",
        "Commercial card rooms and Tribal casinos",
    },
    "King High, Dealers Manual & Pit Procedures": {
        "1. Definitions",
        "2. Basic game outline",
        "3. Physical characteristics of table, layout and equipment",
        "4. The cards",
        "5. Card checking procedure",
        "6. Shuffle procedure",
        "7. Permissible wagers",
        "8. Payout odds",
        "9. Dealing the cards",
        "10. Procedure for paying and taking wagers",
        "11. Calling the game",
        "12. Irregularities",
        "10. Game protection",
        "10. Game protection and 11. Appendices",
        "11. Appendices",
    },
    "Pick 2 Poker, Procedures & Training": {
        "Playing the game",
        "Optional 5 Card Bonus Only",
        "Betting for the dealer",
        "How is the game dealt",
        "Hand rankings for 5 Card",
        "Hand rankings for 3 Card",
        "Wagers",
        "Procedures for completion for a round of play",
        "Irregularities",
        "3-5 Bonus wager",
        "Optional 5 Card Bonus Only wager",
    },
}


def passages(of: Game) -> Iterator[Passage]:
    """Every passage that a game's file cites."""
    for wager in of.wagers:
        yield wager.source
        yield from (need.source for need in wager.needs)
        for line in wager.lines:
            yield line.source
            yield from (table.source for table in line.tables)
    for view in of.ruleset().spoken_views:
        yield from (ranking.source for ranking in view.rankings)
    for reading in of.readings:
        yield from (quote.passage for quote in reading.conflict)
    yield from (provision.source for provision in of.provisions)
    yield from (erratum.passage for erratum in of.errata)
    yield from (claim.source for claim in of.claims)


def passages_of_procedure(of: Procedure) -> Iterator[Passage]:
    """Every passage that a game's procedure cites."""
    for part in (of.phases, of.devices, of.stages, of.equipment, of.sign):
        yield from (each.source for each in part)
    for irregularity in of.irregularities:
        yield irregularity.source
        yield from (ruling.source for ruling in irregularity.rulings)
    yield from (of.opening, of.examining, of.limits_source, of.card_change_source)
    may_cite = (of.slip, of.chips_only, of.for_the_dealer, of.shuffle_after_vacancy)
    yield from (passage for passage in (*may_cite, of.calls_source) if passage is not None)
    yield from (of.manner(payment).source for payment in payments(of))


def payments(of: Procedure) -> Iterator[Payment]:
    """A payment of every wager, small and large, at the first place and another."""
    for wager in of.game.wagers:
        for place in (1, 2):
            for net in (Fraction(1), Fraction(3, 2), Fraction(3), Fraction(11)):
                for stake in ({500: 2}, {100: 1, 500: 1, 2500: 1}):
                    for approved, total in ((False, False), (True, False), (False, True)):
                        yield Payment(place, wager.id, wager.kind, net, stake, approved, total)


def test_every_citation_names_a_section_that_its_document_has() -> None:
    for of in every_game():
        assert {document.title for document in of.documents} <= set(SECTIONS)
        for passage in passages(of):
            assert passage.section in SECTIONS[passage.document], passage


def test_every_citation_of_a_procedure_names_a_section_or_the_house() -> None:
    assert {of.game.id for of in PROCEDURES} == {of.id for of in every_game()}
    for of in PROCEDURES:
        titles = {document.title for document in of.game.documents}
        for passage in passages_of_procedure(of):
            assert passage.section, "the house's settings are named"
            if passage.document != HOUSE:
                assert passage.document in titles, passage
                assert passage.section in SECTIONS[passage.document], passage
