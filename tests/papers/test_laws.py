"""Laws that hold for every document of every game, checked on real PDFs that are read back.

Every rule is printed, every number is one of the report, the rule book or the house, no sentence of a
manual stands in a paper, nothing that a document says is lost on its way to paper, and every paper can
be kept (PDF/A-2a), read by everyone (PDF/UA-1), searched and copied.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from tablewright.odds.printing import percent
from tablewright.papers.documents import (
    Aside,
    Document,
    Heading,
    Paragraph,
    Quoted,
    Rule,
    Sheet,
    Strong,
    Table,
)
from tablewright.papers.printing import to_pdf
from tablewright.school.lessons import lessons
from tests.by_hand.journal_audit import audit
from tests.laws import manuals
from tests.papers.boxes import selected
from tests.papers.copies import DAY, NAMES, document, edition, every, pdf, read
from tests.papers.examples import is_example, paid_by_hand, wrong_examples
from tests.papers.laws import (
    badly_set,
    copied_runs,
    false_asides,
    foreign_codes,
    foreign_numbers,
    known,
    lost_words,
    table_heads,
    unprinted_rules,
)
from tests.papers.mathematics_sums import wrong_sums
from tests.papers.reading import Printed, words
from tests.papers.structure import (
    bookmarks_expected,
    links_expected,
    wrong_headings,
    wrong_links,
    wrong_metadata,
    wrong_tags,
)
from tests.papers.walking import journals
from tests.registry import GAMES

EACH = every(NAMES)
GAME = pytest.mark.parametrize("game", GAMES)
SIGNED = ("Dealer", "Instructor")
"""Who signs a line of a practical checklist."""


# Rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rules-of-play", "training-manual"])
@GAME
def test_every_rule_of_the_game_and_its_procedure_is_printed_in_its_own_words(
    game: str, name: str
) -> None:
    assert unprinted_rules(read(game, name), edition(game)) == []


def test_a_rule_that_is_left_out_is_missed() -> None:
    whole = document("duki4", "rules-of-play")
    left = [each for each in whole.blocks if getattr(each, "rule", "") != "duki4.ante.folded"]
    assert unprinted_rules(printed(replace(whole, blocks=tuple(left))), edition("duki4")) == [
        "duki4.ante.folded"
    ]


# Numbers -------------------------------------------------------------------------------------------


@EACH
def test_every_number_is_one_of_the_report_the_ruleset_or_the_house(game: str, name: str) -> None:
    found = foreign_numbers(read(game, name), document(game, name), known(game, name))
    assert found == []


@EACH
def test_only_rules_readings_and_rulesets_are_set_as_code(game: str, name: str) -> None:
    assert foreign_codes(read(game, name), edition(game)) == []


@EACH
def test_only_dates_dimensions_versions_and_hashes_are_asides(game: str, name: str) -> None:
    assert false_asides(read(game, name), edition(game), name) == []


@GAME
def test_every_printed_example_is_worked_out_again_and_money_is_paid_by_hand(game: str) -> None:
    assert paid_by_hand(game, {}) > 40
    shown = [rows for rows in read(game, "training-manual").tables if is_example(rows)]
    assert len(shown) > 30
    assert [wrong for rows in shown for wrong in wrong_examples(game, rows)] == []


@GAME
def test_the_tables_that_are_walked_in_the_manual_pass_an_audit_by_hand(game: str) -> None:
    for journal in journals(edition(game)):
        assert audit(journal) == []


def saying(text: object, name: str = "summary", game: str = "duki4") -> list[str]:
    """The foreign numbers of a document that says something."""
    said = (text,) if not isinstance(text, tuple) else text
    made = Document(name=name, title="Trial", blocks=(Paragraph(text=said),))
    return foreign_numbers(printed(made, game), made, known(game, name))


def test_a_number_that_nobody_states_is_caught() -> None:
    assert saying("The Ante is limited to $100, and 53 players watch.") == ["53"]
    assert saying("The limit is $101.") == ["$101"]
    assert saying("A straight pays 11-1.") == ["11-1"]
    assert saying("Any 5-Card Duki wins.") == ["5-Card"]
    assert saying(("Printed on ", Aside("2031-04-05"), ".")) == []
    assert saying("Printed on 2031-04-05.") == ["2031-04-05"]


def test_every_wrong_digit_of_an_edge_is_caught() -> None:
    report = edition("duki4").report
    edges = [percent(each.house_edge, 2) for each in report.wagers.values()]
    shown = {cell for rows in read("duki4", "summary").tables for row in rows for cell in row}
    edges = [each.replace(" ", "") for each in edges if each in shown]
    assert edges
    for right in edges:
        assert saying(right) == []
        for place in (0, 2, 3):
            wrong = [f"{right[:place]}{digit}{right[place + 1 :]}" for digit in "0123456789"]
            caught = saying("; ".join(each for each in wrong if each != right))
            assert len(caught) >= 8, "another figure may lie there by chance, not more"


def test_an_example_with_a_wrong_amount_is_caught() -> None:
    right = next(rows for rows in read("duki4", "training-manual").tables if _pays(rows))
    amount = next(cell for row in right for cell in row[1:] if cell.startswith("$"))
    wrong = [[cell if cell != amount else "$9,999" for cell in row] for row in right]
    assert list(wrong_examples("duki4", right)) == []
    assert len(list(wrong_examples("duki4", wrong))) == 1


def _pays(rows: list[list[str]]) -> bool:
    return is_example(rows) and any(cell.startswith("$") for row in rows for cell in row[1:])


@GAME
def test_tables_of_the_mathematics_add_up_as_they_are_printed(game: str) -> None:
    summed, wrong = wrong_sums(read(game, "mathematics").tables)
    assert summed > 2 * len(edition(game).report.wagers)
    assert wrong == []


# The manuals' own words ----------------------------------------------------------------------------


@EACH
def test_no_sentence_of_a_manual_stands_in_a_paper_unless_it_is_quoted(
    game: str, name: str
) -> None:
    assert copied_runs(read(game, name), document(game, name)) == []


def test_eight_words_of_a_manual_in_a_row_are_caught_unless_they_are_marked_as_quoted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentence = "Whoever sits at the head of the table pours the tea for all."
    others = "They drink it while it is hot. Nobody speaks."
    stretch = dict.fromkeys(manuals.hashes(manuals.words(f"{sentence} {others}")), (1,))
    monkeypatch.setattr(manuals, "stretches", lambda: stretch)
    said = {
        f"It is said: {sentence}": True,
        "Here sits at the head of the table he.": False,
        "The guest sits at the head of the table.": False,
        "At the head of the table pours nobody, but she pours the tea for all. They drink it.": True,
    }
    for text, is_caught in said.items():
        for run in (text, Quoted(text), Strong(text)):
            made = Document(name="trial", title="Trial", blocks=(Paragraph(text=(run,)),))
            expected = is_caught and not isinstance(run, Quoted)
            assert bool(copied_runs(printed(made), made)) == expected


# Nothing is lost -----------------------------------------------------------------------------------


@EACH
def test_what_is_printed_is_word_for_word_what_the_document_says(game: str, name: str) -> None:
    assert not lost_words(read(game, name), document(game, name), edition(game))


def test_a_word_that_is_lost_or_added_is_missed() -> None:
    whole = document("duki4", "sign")
    for said, blocks in (("Another", whole.blocks), ("", whole.blocks[:-1])):
        other = (*blocks, Paragraph(text=said)) if said else blocks
        assert lost_words(read("duki4", "sign"), replace(whole, blocks=other), edition("duki4"))


@EACH
def test_each_page_names_its_document_and_its_number_at_its_foot(game: str, name: str) -> None:
    """Beside it, only heads of tables that run over and dots in the contents are artifacts."""
    found, of, whole = read(game, name), edition(game), document(game, name)
    said = f"{of.game.name}: {whole.title} · ruleset {of.fingerprint[:12]} · General · {DAY}"
    pages = len(found.pdf.pages)
    for n in range(pages):
        others = [each.text for each in found.artifacts if each.page == n and each.text.strip(".")]
        foot = words(f"{said}{n + 1} of {pages}") if whole.sheet.has_foot else ""
        assert words("".join(others)).endswith(foot)
        assert words("".join(others)).removesuffix(foot) in {"", *table_heads(whole, of)}


@EACH
def test_all_text_can_be_selected_in_another_reader(game: str, name: str) -> None:
    shown = read(game, name).tree.without(lambda node: node.tag == "Figure")
    lost = Counter(words(shown.text)) - Counter(words(selected(pdf(game, name))))
    assert not lost


@EACH
def test_no_text_leaves_the_paper_or_its_margins_or_lies_upon_other_text(
    game: str, name: str
) -> None:
    assert badly_set(read(game, name), document(game, name)) == []


def test_text_upon_text_is_caught() -> None:
    row = ("unbreakable" * 4, "beside" * 3)
    made = Document(
        name="trial",
        title="Trial",
        sheet=Sheet(wide_mm=60, high_mm=60, margin_mm=2, has_head=False, has_foot=False),
        blocks=(Table(head=("a", "b"), rows=(row,), widths=(0.01, 1)),),
    )
    assert badly_set(printed(made), made)


@GAME
def test_what_is_signed_stands_on_the_page_of_its_signatures(game: str) -> None:
    shown = [each for each in read(game, "training-manual").tree.shown if each.text.strip()]
    signed = [
        (before, each)
        for before, each, after in zip(shown, shown[1:], shown[2:], strict=False)
        if (each.text.strip(), after.text.strip()) == SIGNED
    ]
    assert len(signed) == len(lessons(edition(game).syllabus)[-1].checklist)
    assert [before.text for before, each in signed if before.page != each.page] == []


# The same on any machine ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("duki4", ["rules-of-play", "summary", "pocket-card", "layout"]),
        *(pytest.param(game, NAMES, marks=pytest.mark.proof) for game in GAMES),
    ],
)
def test_the_same_inputs_give_the_same_bytes_elsewhere(
    game: str, names: Sequence[str], tmp_path: Path
) -> None:
    """In another process, home, folder, time zone and language; a whole pack counts everything anew."""
    kept = tmp_path if "mathematics" in names else Path(os.environ["TABLEWRIGHT_CACHE"])
    elsewhere = {
        "HOME": str(tmp_path),
        "TABLEWRIGHT_CACHE": str(kept),
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "PYTHONHASHSEED": "4711",
        "PATH": os.environ["PATH"],
    }
    only = [word for name in names for word in ("--only", name)]
    command = ["papers", game, *only, "--date", DAY.isoformat(), "--out", "printed"]
    subprocess.run(
        [sys.executable, "-m", "tablewright", *command],
        cwd=tmp_path,
        env=elsewhere,
        check=True,
        capture_output=True,
    )
    for name in names:
        content = (tmp_path / "printed" / f"{game}-{name}.pdf").read_bytes()
        assert content == pdf(game, name), name
    again = to_pdf(document(game, names[0]), edition(game))
    assert again == pdf(game, names[0])


# To be kept, and to be read by everyone ------------------------------------------------------------


@EACH
def test_it_is_a_pdf_a_2a_and_a_pdf_ua_1_and_says_what_it_is(game: str, name: str) -> None:
    title = f"{edition(game).game.name}: {document(game, name).title}"
    assert list(wrong_metadata(read(game, name), title, "Tablewright", DAY)) == []


@EACH
def test_its_tags_are_known_figures_have_words_and_tables_have_heads(game: str, name: str) -> None:
    assert list(wrong_tags(read(game, name))) == []


@EACH
def test_headings_are_in_order_and_each_is_a_bookmark(game: str, name: str) -> None:
    found = read(game, name)
    assert list(wrong_headings(found)) == []
    assert [each[:2] for each in found.bookmarks] == bookmarks_expected(found)


@EACH
def test_every_rule_that_is_named_leads_to_where_it_is_printed(game: str, name: str) -> None:
    found = read(game, name)
    assert links_expected(document(game, name)) == len(found.links)
    assert list(wrong_links(found)) == []


def test_a_link_leads_to_the_paragraph_of_its_rule() -> None:
    blocks = (
        Heading(text="One"),
        Paragraph(text=("See ", Rule("duki4.ante"), "."), is_numbered=True),
        Paragraph(text="It is so.", rule="duki4.ante", is_numbered=True),
    )
    sheet = Sheet(is_numbered=True)
    found = printed(Document(name="trial", title="Trial", sheet=sheet, blocks=blocks))
    (link,) = found.links
    assert link.text == "1.2 (duki4.ante)"
    assert list(wrong_links(found)) == []


def printed(made: Document, game: str = "duki4") -> Printed:
    return Printed(to_pdf(made, edition(game)))
