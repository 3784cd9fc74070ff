"""The four short papers: on the pages they promise, whole, and true for any game and any house."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from tablewright.games import REGISTRY
from tablewright.papers.cards import fan, spoken
from tablewright.papers.documents import Block, Document, Notice, Table, every_block
from tablewright.papers.editions import Edition
from tablewright.papers.houses import House
from tablewright.papers.pack import written
from tablewright.papers.payouts import limits_table, pay_tables
from tablewright.papers.printing import fitted, pages_of, to_pdf
from tablewright.papers.rounds import simple_strategy
from tablewright.rules.cards import DECK, cards
from tablewright.rules.contest import Contest
from tablewright.rules.wagers import Odds
from tablewright.table.acts.equipment import sign_lines
from tablewright.table.machine import Table as AtTable
from tests.games import thirty_wagers
from tests.papers.boxes import sheets
from tests.papers.copies import DAY, document, edition, every, read
from tests.papers.numbers import numbers
from tests.papers.reading import Printed, words
from tests.registry import GAMES

SHORT = ("summary", "rack-card", "sign", "pocket-card")
SECTIONS = {
    "summary": {"play", "hands", "payouts", "figures"},
    "rack-card": {"wagers", "payouts", "play"},
    "sign": {"limits", "payouts", "statements"},
    "pocket-card": {"steps", "payouts", "calls"},
}
LONG_NAME = ("The Grand Cedar and Sycamore Card Room, Hotel and Conference House " * 4)[
    :200
].strip()
NAMES = {
    "none": "",
    "long": LONG_NAME,
    "one-word": "Q" * 200,
    "arabic": "كازينو شجرة الأرز (الفرع الثاني)",
    "hebrew": "קזינו הארז, אולם א",
}


def quickly(paper: Document) -> Document:
    """A paper in its smallest type, which need not be searched for."""
    sheet = msgspec.structs.replace(paper.sheet, text_pt=paper.sheet.least_pt, pages=0)
    return msgspec.structs.replace(paper, sheet=sheet)


def printed(of: Edition, paper: Document) -> Printed:
    """A paper, read back."""
    return Printed(to_pdf(paper, of))


# Whole ---------------------------------------------------------------------------------------------


def said_in(blocks: tuple[Block, ...]) -> Iterator[str]:
    """Every text that blocks have to show."""
    for block in every_block(blocks):
        if isinstance(block, Table):
            yield from (
                cell for row in (block.head, *block.rows) for cell in row if isinstance(cell, str)
            )
            yield block.title
            if isinstance(block.note, str):
                yield block.note
            continue
        for field in ("text", "title", "under"):
            value = getattr(block, field, "")
            if isinstance(value, str):
                yield value
        for item in getattr(block, "items", ()):
            if isinstance(item, str):
                yield item
            else:
                yield from (run for run in item if isinstance(run, str))


def refuse_lost_words(of: Document, found: Printed) -> None:
    """Refuse a paper that leaves out, cuts off or overprints anything of its document."""
    shown = words(found.tree.text)
    for text in said_in((*of.front, *of.blocks)):
        assert words(text) in shown, text
    for sheet in sheets(found.content):
        assert sheet.outside() == []
        assert list(sheet.overlapping()) == []


@pytest.mark.proof  # What has no house's name and no changed rule is a law's matter (test_laws).
@every(SHORT)
def test_everything_is_on_the_page_and_nothing_lies_over_it(game: str, name: str) -> None:
    refuse_lost_words(document(game, name), read(game, name))
    assert set(document(game, name).sections) >= SECTIONS[name]


@pytest.mark.parametrize("name", SHORT)
def test_thirty_wagers_flow_on_and_lose_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(REGISTRY, thirty_wagers.ID, "tests.games.thirty_wagers")
    of = Edition(thirty_wagers.ID, day=DAY)
    paper = quickly(written(of, name))
    shown = printed(of, paper)
    refuse_lost_words(paper, shown)
    for table in pay_tables(of):
        rows = [list(map(str, row)) for row in table.rows]
        assert any(rows == found[1:] for found in shown.tables), table.title


@pytest.mark.parametrize("module", ["three_card_poker", "oddly_named"])
def test_any_other_game_is_printed_too(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    id = {"three_card_poker": "three-card-poker", "oddly_named": "puzzle"}[module]
    monkeypatch.setitem(REGISTRY, id, f"tests.games.{module}")
    of = Edition(id, day=DAY)
    for name in SHORT:
        paper = quickly(written(of, name))
        refuse_lost_words(paper, printed(of, paper))


# On the pages they promise -------------------------------------------------------------------------


@every(("summary", "rack-card", "sign"))
def test_a_summary_a_rack_card_and_a_sign_have_one_page(game: str, name: str) -> None:
    assert len(read(game, name).pdf.pages) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_pocket_card_is_cut_from_two_sheets_at_most(game: str) -> None:
    assert len(read(game, "pocket-card").pdf.pages) <= 2


def test_the_type_is_as_large_as_the_page_allows() -> None:
    of = edition("duki4")
    sign = written(of, "sign")
    chosen = fitted(sign, of).sheet
    assert sign.sheet.least_pt < chosen.text_pt < sign.sheet.text_pt
    larger = msgspec.structs.replace(chosen, text_pt=chosen.text_pt + 1)
    assert pages_of(msgspec.structs.replace(sign, sheet=larger), of) > 1


def test_what_a_jurisdiction_finds_lacking_does_not_push_a_sign_onto_a_second_page() -> None:
    of = edition("king-high")
    sign = written(of, "sign")
    lacking = Notice(title="This is asked for and lacking", items=("A drawing",), is_loud=True)
    whole = msgspec.structs.replace(sign, front=(lacking, *sign.front))
    shown = printed(of, whole)
    assert len(shown.pdf.pages) == 1
    refuse_lost_words(whole, shown)


def test_a_card_keeps_what_it_lacks_off_its_panels() -> None:
    of = edition("duki4")
    card = written(of, "rack-card")
    lacking = Notice(title="This is asked for and lacking", is_loud=True)
    shown = printed(of, quickly(msgspec.structs.replace(card, front=(lacking,)))).shown
    first = [each for each in shown if each.page == 0]
    assert words("".join(each.text for each in first)) == words(lacking.title)


# The house -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", NAMES)
@pytest.mark.parametrize("name", ["sign", "rack-card"])
def test_any_name_of_a_house_gives_a_good_page(name: str, house: str) -> None:
    of = Edition("duki4", day=DAY, house=House(name=NAMES[house]))
    shown = printed(of, written(of, name))
    assert len(shown.pdf.pages) == 1
    refuse_lost_words(written(of, name), shown)
    assert {*words(shown.tree.text)} >= {*words(NAMES[house])}


@pytest.mark.parametrize("name", SHORT)
def test_a_house_may_print_on_a4(name: str) -> None:
    of = Edition("pick2", day=DAY, house=House(paper="a4"))
    paper = quickly(written(of, name))
    shown = printed(of, paper)
    refuse_lost_words(paper, shown)
    _, _, *size = map(float, shown.pdf.pages[0].MediaBox)
    assert sorted(round(each) for each in size) == [595, 842]


@pytest.mark.parametrize("name", ["summary", "sign", "rack-card"])
def test_limits_are_those_of_the_house(name: str) -> None:
    house = House(settings={"limits": {"ante": (1700, 1_234_500)}})
    of = Edition("duki4", day=DAY, house=house)
    rows = [list(map(str, row)) for row in limits_table(of).rows]
    assert ["Ante", "$17", "$12,345"] in rows
    assert any(found[1:] == rows for found in printed(of, quickly(written(of, name))).tables)


def test_no_amount_runs_into_the_wager_beside_it() -> None:
    limits = dict.fromkeys(edition("king-high").titles, (100_000_000, 1_000_000_000))
    house = House(settings={"limits": limits})
    of = Edition("king-high", day=DAY, house=house)
    for name in ("sign", "rack-card"):
        paper = written(of, name)
        refuse_lost_words(paper, printed(of, paper))


# True ----------------------------------------------------------------------------------------------


@every(SHORT)
def test_pay_tables_are_the_rulesets_also_where_it_was_changed(game: str, name: str) -> None:
    plain = edition(game).ruleset
    key = next(each for each, odds in reversed(_odds(game).items()) if odds.win > 1)
    of = Edition(game, day=DAY, pay={key: "17"})
    assert of.ruleset.fingerprint != plain.fingerprint
    found = [str(row[-1]) for table in _tables(written(of, name)) for row in table.rows]
    posted = [str(row[-1]) for table in pay_tables(of) for row in table.rows]
    assert "17-1" in found
    assert [each for each in posted if each not in found] == []


def _odds(game: str) -> dict[str, Odds]:
    wagers = edition(game).ruleset.wagers.values()
    return {key: odds for decided in wagers for key, odds in decided.pay_keys().items()}


def _tables(of: Document) -> list[Table]:
    return [each for each in every_block(of.blocks) if isinstance(each, Table)]


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_states_what_the_tables_own_sign_states(game: str) -> None:
    of = edition(game)
    _, *lines = sign_lines(AtTable(of.book.setup))
    shown = {number.text for number in numbers(read(game, "sign").tree.text)}
    for line in lines:
        assert {number.text for number in numbers(line)} <= shown, line
    for item in of.procedure.sign:
        if item.under is None or of.ruleset.rulings.hold(item.under):
            assert words(item.says) in words(read(game, "sign").tree.text)


def test_what_the_house_must_know_stands_on_the_summary_and_not_on_what_players_read() -> None:
    of = Edition("pick2", day=DAY, readings={"unqualified": "both-paid"})
    summary = written(of, "summary")
    titles = [each.title for each in summary.front if isinstance(each, Notice) and each.is_loud]
    assert titles == ["The player has an edge", "Undecided in the manual"]
    for name in ("rack-card", "sign"):
        paper = written(of, name)
        assert not [each for each in (*paper.front, *paper.blocks) if isinstance(each, Notice)]
        assert "PLAYER" not in printed(of, quickly(paper)).tree.text


def test_a_ruleset_without_open_questions_has_no_notice() -> None:
    assert not [each for each in document("duki4", "summary").front if isinstance(each, Notice)]


@pytest.mark.parametrize("game", GAMES)
def test_the_summary_has_the_figures_of_the_report(game: str) -> None:
    of = edition(game)
    figures = next(table for table in read(game, "summary").tables if "House edge" in table[0])
    beside = of.report.contest.wagers if of.report.contest else []
    alone = [wager for kind, wager in of.report.wagers.items() if kind not in beside]
    assert len(figures) - 1 == len(alone) + bool(beside)
    for wager in alone:
        (row,) = (row for row in figures if row[0] == wager.name)
        assert row[1:] == [
            f"{float(each) * 100:.2f} %" for each in (wager.house_edge, wager.hit_frequency)
        ]


@pytest.mark.parametrize("game", GAMES)
def test_a_rack_card_advises_where_there_is_something_to_decide(game: str) -> None:
    of = edition(game)
    has_choice = isinstance(of.ruleset.deal, Contest)
    assert (simple_strategy(of) is not None) is has_choice
    assert ("Any other hand" in read(game, "rack-card").tree.text) is has_choice


@pytest.mark.parametrize("game", GAMES)
def test_a_pocket_card_has_every_step_and_everything_that_can_go_wrong(game: str) -> None:
    of, shown = edition(game), words(read(game, "pocket-card").tree.text)
    for phase in of.procedure.phases:
        assert words(phase.says) in shown
    for irregularity in of.procedure.irregularities:
        assert words(irregularity.says) in shown
    for incident in of.procedure.incidents:
        assert words(incident.title) in shown


def test_a_pocket_card_leaves_out_a_device_that_may_not_deal_there() -> None:
    def ruled(jurisdiction: str) -> str:
        of = Edition("duki4", day=DAY, jurisdiction=jurisdiction)
        return " ".join(printed(of, quickly(written(of, "pocket-card"))).tree.text.split())

    assert "Deal by hand: a supervisor rules" in ruled("general")
    assert "Deal by hand" not in ruled("washington-card-rooms")


# Cards ---------------------------------------------------------------------------------------------


def test_any_card_can_be_drawn_without_a_font() -> None:
    for first, second in pairwise(DECK):
        svg = fan((first, second))
        assert "<text" not in svg
        assert svg.count("<rect") == 2


def test_a_fan_is_said_in_words() -> None:
    assert spoken(cards("9c 9d")) == "nine of clubs, nine of diamonds"
