"""Where each prompt, rule and payment is printed: in the passage that says it, or by the house.

In Washington the state's own text is cited wherever it has the passage.
"""

from functools import cache

import msgspec
import pytest

from tablewright.games import game, procedure
from tablewright.games.duki4 import IN_WASHINGTON, MANUAL, SUMMARY, WASHINGTON_MANUAL
from tablewright.house.screens.describe_game import game_description
from tablewright.house.screens.prompts import said
from tablewright.rules.citations import HOUSE, Passage, Texts
from tablewright.rules.errors import Forbidden
from tablewright.rules.register import register
from tablewright.table import acts
from tablewright.table.actors import Actor
from tablewright.table.patrons import EVERY_HABIT, Patron
from tablewright.table.randomness import seeded
from tablewright.table.record import Act, Record
from tablewright.table.session import SeededClock, Session
from tablewright.table.why import why
from tests.laws.manuals import sections
from tests.laws.test_citations import passages
from tests.table_play import START, set_up_at

WASHINGTON = IN_WASHINGTON[0]


class Noted(Session):
    """A table that is run, and where everything that is asked for is printed."""

    def __init__(self, of: str, device: str, jurisdiction: str) -> None:
        setup = msgspec.structs.replace(
            set_up_at(of, device), jurisdiction=jurisdiction, approval_from=1000
        )
        super().__init__(setup, seeded(f"{of} {device}"), SeededClock(seeded("clock"), START))
        self.prompted: dict[str, set[Passage]] = {}
        self.paid: set[str] = set()
        self.irregularities = 0.5

    def do(self, command: Act, by: Actor) -> list[Record]:
        try:
            prompt = command.prompt(self.table)
        except Forbidden:
            prompt = None
        if prompt:
            self.prompted.setdefault(command.name, set()).add(said(self.table, command)[1])
        done = super().do(command, by)
        for each in done:
            if isinstance(each, acts.Settled):
                self.paid.add(why(self.table.book, each).source)
        return done


@cache
def noted(of: str, device: str, jurisdiction: str = "general") -> Noted:
    """A table with players, opened, played at with all kinds of trouble, and closed."""
    session = Noted(of, device, jurisdiction)
    session.open()
    for place, habit in enumerate(EVERY_HABIT[:3], 1):
        session.seat(place, Patron(f"P{place}", habit))
    for _ in range(25):
        session.play_round()
    session.close()
    return session


def places(of: str, device: str, act: str, jurisdiction: str = "general") -> set[str]:
    """Where an act is printed that a person was prompted for, document and section."""
    found = noted(of, device, jurisdiction).prompted[act]
    assert found, act
    return {
        HOUSE if each.document == HOUSE else each.section
        for passage in found
        for each in passage.places
    }


EQUIPMENT = "Physical characteristics of the table and equipment"


@pytest.mark.parametrize(
    ("of", "device", "act", "expected"),
    [
        (
            "king-high",
            "six-deck-shuffler",
            "check-equipment",
            {"3. Physical characteristics of table, layout and equipment"},
        ),
        ("king-high", "six-deck-shuffler", "display-sign", {"7. Permissible wagers"}),
        (
            "king-high",
            "six-deck-shuffler",
            "approve",
            {"10. Procedure for paying and taking wagers"},
        ),
        ("king-high", "six-deck-shuffler", "shuffle", {"6. Shuffle procedure"}),
        ("king-high", "shoe", "shuffle", {"6. Shuffle procedure"}),
        ("king-high", "shoe", "cut", {"9. Dealing the cards"}),
        ("king-high", "six-deck-shuffler", "wash", {HOUSE}),
        ("king-high", "six-deck-shuffler", "bring-decks", {HOUSE, "5. Card checking procedure"}),
        ("king-high", "six-deck-shuffler", "examine", {"5. Card checking procedure"}),
        ("duki4", "shuffler", "check-equipment", {EQUIPMENT}),
        ("duki4", "shuffler", "display-sign", {EQUIPMENT}),
        ("duki4", "shuffler", "unlock-rack", {"Opening the table for play"}),
        ("duki4", "shuffler", "wash", {"How is the game dealt"}),
        ("duki4", "shuffler", "deal", {"Playing the game", HOUSE}),
        ("duki4", "shuffler", "show", {HOUSE}),
        ("duki4", "shuffler", "approve", {HOUSE}),
        ("pick2", "hand", "check-equipment", {HOUSE}),
        ("pick2", "hand", "display-sign", {HOUSE}),
        ("pick2", "hand", "wash", {HOUSE}),
        ("pick2", "hand", "shuffle", {"How is the game dealt"}),
        ("pick2", "hand", "deal", {"Playing the game", HOUSE}),
    ],
)
def test_a_prompt_is_printed_where_its_manual_asks_for_it(
    of: str, device: str, act: str, expected: set[str]
) -> None:
    assert places(of, device, act) == expected


@pytest.mark.parametrize(
    ("of", "device", "section", "clause"),
    [
        (
            "king-high",
            "six-deck-shuffler",
            "12. Irregularities",
            "mechanical shuffle device, third rule",
        ),
        ("duki4", "shuffler", "Irregularities", "(d)"),
        ("duki4", "one-deck-shuffler", "Irregularities", "(d)"),
        ("pick2", "shuffler", "Irregularities", "(d)"),
    ],
)
def test_a_device_is_mended_by_the_clause_on_what_fails(
    of: str, device: str, section: str, clause: str
) -> None:
    run_by = procedure(game(of))
    source = run_by.mending_source(run_by.device(device))
    assert (source.section, source.clause) == (section, clause)


def cites(of: str, rule: str, readings: dict[str, str] | None = None) -> str:
    """Where a rule is printed."""
    return str(register(game(of).ruleset(readings or {}), procedure(game(of)))[rule].source)


@pytest.mark.parametrize(
    ("of", "rule", "readings", "begins"),
    [
        ("king-high", "king-high.sign.pair-of-jacks", {"pokerpot-pair": "jacks"}, "1. Definitions"),
        ("king-high", "king-high.sign.pair-of-tens", {}, "8. Payout odds"),
        ("king-high", "king-high.high.no-card", {}, HOUSE),
        ("king-high", "king-high.suit.no-card", {}, HOUSE),
        ("duki4", "duki4.ante.void", {}, HOUSE),
        ("duki4", "duki4.bonus.void", {}, HOUSE),
        ("duki4", "duki4.ante.void-folded", {"void-after-fold": "stays-lost"}, "Playing the game"),
        ("pick2", "pick2.play.void", {}, HOUSE),
        ("pick2", "pick2.ante.unqualified-higher", {}, "Reading: pick2.unqualified; "),
        ("pick2", "pick2.ante.unqualified-lower", {}, "Reading: pick2.unqualified; "),
        ("pick2", "pick2.play.unqualified-push", {}, "Reading: pick2.unqualified; "),
        ("pick2", "pick2.play.unqualified-paid", {"unqualified": "both-paid"}, "Reading: pick2."),
        ("king-high", "king-high.high-run.void-early", {}, "Reading: king-high.void-run; "),
        ("king-high", "king-high.low-run.void-early-paid", {"void-run": "paid-three"}, "Reading: "),
        ("duki4", "duki4.irregularity.a-face-up.play-on.hand", {}, HOUSE),
    ],
)
def test_a_consequence_that_no_manual_states_is_a_reading_or_the_houses(
    of: str, rule: str, readings: dict[str, str], begins: str
) -> None:
    chosen = {f"{of}.{id}": option for id, option in readings.items()}
    cited = cites(of, rule, chosen)
    own = game(of).documents[0].title
    assert cited.removeprefix(f"{own}: ").startswith(begins)


def test_the_lowest_pair_of_jacks_is_cited_where_jacks_are_printed() -> None:
    cited = cites("king-high", "king-high.sign.pair-of-jacks", {"king-high.pokerpot-pair": "jacks"})
    assert "2. Basic game outline" in cited
    assert "Payout" not in cited


# Washington ----------------------------------------------------------------------------------------


def is_printed_in(title: str, place: Passage) -> bool:
    """Whether a document has the words of a passage in the section of that name."""
    there = sections()[title].get(place.section, ())
    return any(sentence.has(place.words) for sentence in there)


@pytest.mark.parametrize("jurisdiction", IN_WASHINGTON)
def test_washington_cites_its_own_text_exactly_where_that_has_the_passage(
    jurisdiction: str,
) -> None:
    of = game("duki4")
    texts = Texts(of.documents, jurisdiction)
    own = set()
    for place in passages(of):
        if place.document == MANUAL.title:
            (cited,) = texts.cited(place).places
            assert cited.place == place.place
            assert (cited.document == WASHINGTON_MANUAL.title) == is_printed_in(
                WASHINGTON_MANUAL.title, place
            ), place
            own.add(cited.document)
    assert own == {MANUAL.title, WASHINGTON_MANUAL.title}


def test_elsewhere_the_general_manual_is_cited() -> None:
    of = game("duki4")
    for place in passages(of):
        assert Texts(of.documents, "general").cited(place) == place


LACKED = (
    "How is the game dealt, New deck",
    "How is the game dealt, Deck in play",
    "How is the game dealt, Deal By Hand",
    "Opening",
)


def is_for_washington(cited: str) -> bool:
    """Whether the general manual is cited only for what the state's text leaves out."""
    general = [part for part in cited.split("; ") if part.startswith(f"{MANUAL.title}: ")]
    return SUMMARY.title not in cited and all(
        part.removeprefix(f"{MANUAL.title}: ").startswith(LACKED) for part in general
    )


def test_a_table_in_washington_cites_its_text_in_prompts_payments_and_register() -> None:
    table = noted("duki4", "shuffler", WASHINGTON)
    shown = [str(each) for found in table.prompted.values() for each in found]
    shown += table.paid
    shown += [str(rule.source) for rule in table.table.book.rules.values()]
    assert all(map(is_for_washington, shown))
    assert any(WASHINGTON_MANUAL.title in each for each in table.paid)
    assert not any(WASHINGTON_MANUAL.title in each for each in noted("duki4", "shuffler").paid)
    assert any(each.startswith(f"{MANUAL.title}: Opening") for each in shown)


def test_the_rules_shown_at_a_table_in_washington_are_those_of_its_text() -> None:
    of = game("duki4")
    shown = msgspec.to_builtins(
        game_description(of, of.ruleset(), procedure(of), WASHINGTON), str_keys=True
    )
    phases = {each["source"] for each in shown["phases"]} - {f"{HOUSE}: clearing the table"}
    assert all(each.startswith(WASHINGTON_MANUAL.title) for each in phases)
    lines = [line for section in shown["rules"] for line in section["lines"]]
    assert {line["source"] for line in lines if line["rule"] == "duki4.ante.folded"} == {
        "Playing the game, third paragraph"
    }
    assert not any(SUMMARY.title in line["source"] for line in lines)
