"""Every citation names a section that its document has; the headings are listed from the manuals."""

from collections.abc import Iterator

from tablewright.games import every_game
from tablewright.rules.citations import Passage
from tablewright.rules.game import Game

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


def test_every_citation_names_a_section_that_its_document_has() -> None:
    for of in every_game():
        assert {document.title for document in of.documents} <= set(SECTIONS)
        for passage in passages(of):
            assert passage.section in SECTIONS[passage.document], passage
