"""The forms of a night, printed and read back: they add up to the journal, which is added up by hand.

Every record that fills a form has its form and no other; no number comes twice; no name stands under
what its owner did not do.
"""

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import chain

import msgspec
import pytest

from tablewright.games import REGISTRY
from tablewright.papers.editions import Edition
from tablewright.papers.forms import kinds
from tablewright.papers.forms.book import (
    WRITTEN_BY,
    blank_forms,
    book,
    forms_of,
    manifest_of,
    manifest_of_blanks,
    printed_blanks,
    printed_forms,
)
from tablewright.papers.forms.entries import Report, Slip
from tablewright.papers.forms.kinds import KINDS, PURPOSES, TITLES, used_at
from tablewright.papers.forms.night import read_night
from tablewright.papers.forms.numbers import new_batch, refuse_batch
from tablewright.papers.houses import House
from tablewright.papers.printing import pages_of, to_pdf
from tablewright.rules.errors import Refused
from tablewright.table.acts.forms import FORMS
from tablewright.table.journal import Journal, Line, read
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.verify import verify
from tests.games.oddly_named import ID as ODDLY_NAMED
from tests.papers.nights import (
    FOR_MONEY,
    NIGHTS,
    PEOPLE,
    PLAYED,
    cents,
    did,
    document,
    journal,
    kind_of,
    money,
    night,
    printed,
    raw,
)
from tests.papers.reading import Node, Printed
from tests.registry import GAMES

every_night = pytest.mark.parametrize("name", NIGHTS)
SHIFT, INVENTORY = kind_of(kinds.SHIFT), kind_of("opener")
BOXES, REPORTS = kind_of(kinds.DROP_AND_TIPS), kind_of(kinds.IRREGULARITY)
THE_HOUSE = "the house"
NBSP = "\u00a0"


def stated(text: str, name: str) -> str:
    """What stands under a name on a form."""
    lines = text.splitlines()
    return lines[lines.index(name) + 1]


def sums(rows: list[list[str]]) -> dict[str, int]:
    """A table of amounts, its head left out; the last row must be the sum of those above."""
    found = {row[0]: cents(row[-1]) for row in rows[1:]}
    *parts, total = found.values()
    assert sum(parts) == total
    return found


def pages(of: Printed) -> list[str]:
    """The text of each form, in order: a form begins with the game's name over its heading."""
    texts: list[list[Node]] = []
    for node in of.tree.nodes:
        if any(True for _ in node.every("H1")):
            texts.append([])
        if texts:
            texts[-1].append(node)
    return ["\n".join(node.text for node in nodes) for nodes in texts]


# They add up ---------------------------------------------------------------------------------------


@every_night
def test_the_float_the_drop_and_the_cage_come_to_what_the_table_won(name: str) -> None:
    by_hand = money(name)
    assert by_hand.closing + by_hand.drop + by_hand.credits - by_hand.opening - by_hand.fills == (
        by_hand.result
    )
    closer = printed(name, INVENTORY).tables[-1]
    for rows in (closer, printed(name, SHIFT).tables[0]):
        assert sums(rows) == {
            "Float at the closing, as counted": by_hand.closing,
            "Drop box": by_hand.drop,
            "Credits to the cage": by_hand.credits,
            "Float at the opening, as counted": -by_hand.opening,
            "Fills from the cage": -by_hand.fills,
            "Result: what the table won, or lost (-)": by_hand.result,
        }


@every_night
def test_the_wagers_come_to_the_same(name: str) -> None:
    by_hand = money(name)
    assert sums(printed(name, SHIFT).tables[1]) == {
        "Staked": by_hand.staked,
        "Returned to players": -by_hand.returned,
        "Corrections: from players, or to them (-)": by_hand.corrected,
        "Over in the closing count, or short (-)": by_hand.over,
        "Still owed by players after void rounds": -by_hand.owed,
        "Result: what the table won, or lost (-)": by_hand.result,
    }


@every_night
def test_the_shift_report_states_what_the_journal_holds(name: str) -> None:
    by_hand, text = money(name), printed(name, SHIFT).tree.text
    for what, amount in {
        "Fills": by_hand.fills,
        "Credits": by_hand.credits,
        "Drop": by_hand.drop,
        "Tips": by_hand.tips,
    }.items():
        assert cents(stated(text, what)) == amount
    hold = stated(text, "Hold: won in per cent of the drop")
    of_staked = stated(text, "Won in per cent of the amount staked")
    assert abs(float(hold.split()[0]) - 100 * by_hand.result / by_hand.drop) <= 0.005
    assert abs(float(of_staked.split()[0]) - 100 * by_hand.result / by_hand.staked) <= 0.005
    wrong = did(name, "declare", "report-chips")
    assert stated(text, "Irregularities") == str(len(wrong))
    assert stated(text, "Late wagers").partition(",")[0] == str(len(did(name, "late-wager")))
    assert stated(text, "Rounds") == str(len(did(name, "clear")))
    assert stated(text, "Lines") == f"{len(raw(name)):,}"
    assert stated(text, "Hash of the first line") == raw(name)[0]["hash"]
    assert stated(text, "Hash of the last line: the head of the journal") == raw(name)[-1]["hash"]
    (by_wager,) = [rows for rows in printed(name, SHIFT).tables if rows[0][0] == "Wager"]
    for column, total in ((2, by_hand.staked), (3, by_hand.staked - by_hand.returned)):
        *each, last = (cents(row[column]) for row in by_wager[1:])
        assert sum(each) == last == total


@every_night
def test_both_boxes_hold_what_went_into_them(name: str) -> None:
    drop, tips, chips = printed(name, BOXES).tables
    assert sums(drop)["In all"] == money(name).drop
    assert [cents(row[-1]) for row in drop[1:-1]] == [each["cash"] for each in did(name, "buy-in")]
    assert sum(cents(row[-1]) for row in tips[1:-1]) == cents(tips[-1][-1]) == money(name).tips
    assert sums(chips)["In all"] == money(name).tips


@every_night
def test_chips_on_a_form_are_those_that_were_counted_and_come_to_its_total(name: str) -> None:
    of_line = {line["n"]: line["did"] for line in raw(name)}
    checked = 0
    for kind in KINDS:
        forms = forms_of(night(name), kind)
        if kind.name.endswith("-slips") and forms and isinstance(forms[0], Slip):
            for form, text in zip(forms, pages(printed(name, kind)), strict=True):
                says = of_line[form.line].get("says", {})
                if "total" in says:
                    assert cents(stated(text, "In all")) == cents(says["total"]) == form.cents
                    checked += 1
    assert checked == sum("total" in each["says"] for each in did(name, "form-completed")) - len(
        [each for each in did(name, "form-completed") if each["form"] in ("opener", "closer")]
    )


def test_expected_win_and_deviation_are_those_of_the_exact_figures() -> None:
    """The one round for money: 25 and 5 dollars on the Ante, played for the best by the report."""
    text, found = printed(FOR_MONEY, SHIFT).tree.text, night(FOR_MONEY).edition().report
    assert found.contest is not None
    assert cents(stated(text, "Expected to be won")) == round(3000 * found.contest.house_edge)
    both = 25**2 + 5**2
    deviation = cents(stated(text, "Standard deviation"))
    assert deviation >= 100 * (both * float(found.contest.variance)) ** 0.5


# Each record has its form --------------------------------------------------------------------------


def lines_with_forms(name: str) -> dict[int, str]:
    """The lines that complete a form, with the form, by the raw journal."""
    found = {each["n"]: each["form"] for each in did(name, "form-completed", "cancel-slip")}
    found |= {each["n"]: "irregularity-report" for each in did(name, "declare")}
    found |= {each["n"]: "protection-report" for each in did(name, "report-chips")}
    found |= {each["n"]: "limit-marker" for each in did(name, "agree-limits") if each["limits"]}
    found |= {each["n"]: "drop-and-tips" for each in did(name, "close")}
    return found | {each["n"]: "shift-report" for each in did(name, "closed")}


@every_night
def test_every_record_that_fills_a_form_has_its_form_and_no_other(name: str) -> None:
    assert {form.line: form.form for form in night(name).forms} == lines_with_forms(name)
    slips = [form for form in night(name).forms if isinstance(form, Slip)]
    assert sorted(form.slip for form in slips) == [
        each["slip"] for each in did(name, "slip-prepared")
    ]
    for kind in KINDS:
        forms = forms_of(night(name), kind)
        if forms:
            headings = [node.text for node in printed(name, kind).tree.every("H1")]
            assert headings == [TITLES[form.form] for form in forms]


def test_every_form_came_about_in_some_night() -> None:
    found = {form.form for name in NIGHTS for form in night(name).forms}
    assert found == set(TITLES) == set(FORMS) | set(TITLES)
    assert set(WRITTEN_BY) | {kinds.SHIFT} == set(TITLES) == set(PURPOSES)
    assert set(chain.from_iterable(kind.forms for kind in KINDS)) == set(TITLES)
    slips = [each for name in NIGHTS for each in night(name).forms if isinstance(each, Slip)]
    assert any(slip.cancelled for slip in slips)
    assert any(slip.miscounts for slip in slips)


@every_night
def test_each_form_states_its_own_number_and_begins_on_a_page_of_its_own(name: str) -> None:
    for kind in KINDS:
        forms = forms_of(night(name), kind)
        if not forms:
            continue
        found = printed(name, kind)
        for form, text in zip(forms, pages(found), strict=True):
            assert f"No.{NBSP}{form.number}" in text
            assert stated(text, "Table") == raw(name)[0]["did"]["setup"]["table"]
            at = next(line["at"] for line in raw(name) if line["n"] == form.line)
            assert (stated(text, "Date"), stated(text, "Time (UTC)")) == (at[:10], at[11:19])
        starts = [min(node.pages) for node in found.tree.every("H1")]
        assert starts == sorted(set(starts))


@every_night
def test_a_report_says_what_was_declared_by_whom_and_what_it_did(name: str) -> None:
    lines = {line["n"]: line for line in raw(name)}
    reports = [form for form in night(name).forms if isinstance(form, Report)]
    if not reports:
        assert name == FOR_MONEY
        return
    rules = night(name).edition().rules
    for form, text in zip(reports, pages(printed(name, REPORTS)), strict=True):
        line = lines[form.line]
        happened = line["did"].get("irregularity") or line["did"]["incident"]
        assert line["rule"] == happened == form.rules[0]
        assert form.rules[1].startswith(f"{happened}.{line['did']['ruling']}")
        assert {*form.rules} <= rules.keys()
        assert rules[form.rules[1]].sentence == form.ruling
        flat = " ".join(text.split())
        assert f"{form.rules[0]}, {form.rules[1]}" in flat
        assert form.ruling in flat
        assert form.source in flat
        by = line["by"].removesuffix(" (house)")
        said_by = "Declared by" if form.form == kinds.IRREGULARITY else "Seen by"
        who = stated(text, said_by)
        assert (f"the house as {by.replace('-', ' ')}" == who) == line["by"].endswith(" (house)")


@every_night
def test_what_a_void_round_and_a_ruling_did_to_wagers_is_on_the_report(name: str) -> None:
    """By hand: what is settled between a void and the end of its round, and what is reckoned anew."""
    by_hand: Counter[tuple[str, int, int]] = Counter()
    is_void = False
    for line in raw(name):
        event = line["did"]["event"]
        if event == "clear":
            is_void = False
        elif event in ("taken-back", "reckoned") or (event == "settled" and is_void):
            by_hand[event, line["did"]["stake"], line["did"]["returned"]] += 1
        is_void = is_void or _voids(name, line)
    reports = [form for form in night(name).forms if isinstance(form, Report)]
    found = [effect for form in reports for effect in form.wagers]
    assert Counter((each.staked, each.returned) for each in found) == Counter(
        chain.from_iterable([(stake, back)] * times for (_, stake, back), times in by_hand.items())
    )
    for form in reports:
        assert not form.wagers or form.is_void or form.form == kinds.PROTECTION


def _voids(name: str, line: dict[str, object]) -> bool:
    """Whether a raw line makes the round void, by the ruling's words in the procedure."""
    did_ = line["did"]
    assert isinstance(did_, dict)
    if did_["event"] == "countersign":
        return did_.get("form") == "void-round" and not did_.get("differs")
    if did_["event"] != "declare":
        return False
    following = raw(name)[int(str(line["n"]))]["did"]
    waits = following["event"] == "slip-prepared"
    return not waits and _is_void(name, str(did_["irregularity"]), str(did_["ruling"]))


def _is_void(name: str, irregularity: str, ruling: str) -> bool:
    procedure = night(name).edition().procedure
    (known,) = [each for each in procedure.irregularities if each.id == irregularity]
    effects = {each.effect.value for each in known.rulings if each.id == ruling}
    assert len(effects) == 1
    return effects == {"the round is void"}


# Names ---------------------------------------------------------------------------------------------


@every_night
def test_names_stand_only_under_what_their_people_did(name: str) -> None:
    did_it = {
        (line["n"], line["did"].get("who") or line["did"].get("asked_by"))
        for line in raw(name)
        if line["did"]["event"] in ("sign", "slip-prepared", "countersign", "report-chips")
    }
    signers = {who for _, who in did_it}
    for form in night(name).forms:
        for signature in form.signed:
            assert signature.name in signers
            assert signature.at <= form.at
    of_house = {name for name in signers if name == THE_HOUSE}
    if name.endswith("at random") or name == FOR_MONEY:
        assert not of_house
    else:
        assert signers == of_house, "a rehearsal that names people"
        for kind in KINDS:
            if forms_of(night(name), kind) and kind != SHIFT:
                text = printed(name, kind).tree.text
                assert not re.search(r"\bthe (dealer|inspector|pit boss), \d\d:", text)


def test_who_signed_stands_on_the_form_and_on_the_shift_report() -> None:
    (fill,) = pages(printed(FOR_MONEY, kind_of("fill")))
    assert stated(fill, "Signed first by (pit boss)").startswith(f"{PEOPLE.pit_boss}, ")
    assert stated(fill, "Signed second by (dealer)").startswith(f"{PEOPLE.dealer}, ")
    assert f"{PEOPLE.dealer} (dealer)\n1 x $100" in fill, "the count that differed"
    cancelled, signed = pages(printed(FOR_MONEY, kind_of("credit")))
    assert "The reason: the cage is closed." in " ".join(cancelled.split())
    assert stated(cancelled, "Cancelled by").startswith(f"{PEOPLE.pit_boss} (pit boss), ")
    assert "Signed second by" not in cancelled
    assert "Cancelled" not in signed
    short, over = pages(printed(FOR_MONEY, kind_of("error-notification")))
    assert stated(short, "What is wrong") == "one red chip is missing"
    assert stated(over, "Dealer").startswith("Ned Fay, ")
    (closer,) = pages(printed(FOR_MONEY, INVENTORY))
    assert stated(closer, "Dealer").startswith("Ned Fay, ")
    (marker,) = pages(printed(FOR_MONEY, kind_of(kinds.MARKER)))
    assert "Higher limit" in marker
    assert stated(marker, "How it ended") == "the marker was taken away"
    shift = printed(FOR_MONEY, SHIFT).tree.text
    assert "Ned Fay (dealer), Ines Ott (inspector)" in shift
    assert "Not complete" not in shift


def test_a_correction_says_which_way_the_chips_go() -> None:
    to, back = pages(printed(FOR_MONEY, kind_of("correction")))
    assert (stated(to, "Chips go"), stated(to, "In all")) == ("to the player", "$5.00")
    assert (stated(back, "Chips go"), stated(back, "In all")) == ("from the player", "$0.50")
    assert stated(to, "Reason") == "paid one chip too few"
    text = printed(FOR_MONEY, SHIFT).tree.text
    assert stated(text, "Corrections paid") == "$5.00"


# Numbers -------------------------------------------------------------------------------------------


def test_no_number_comes_twice_and_each_is_a_function_of_the_journal() -> None:
    numbers = Counter(form.number for name in NIGHTS for form in night(name).forms)
    assert set(numbers.values()) == {1}
    for name in NIGHTS:
        hashes = {line["n"]: line["hash"] for line in raw(name)}
        for form in night(name).forms:
            assert form.number == f"{hashes[1][:8]}-{form.line}-{hashes[form.line][:6]}"


def test_a_reprint_has_the_same_numbers_and_the_same_bytes() -> None:
    name = FOR_MONEY
    again = read_night(journal(name), verify(lambda: journal(name)))
    assert [form.number for form in again.forms] == [form.number for form in night(name).forms]
    kind = kind_of("fill")
    assert to_pdf(document(name, kind), again.edition()) == printed(name, kind).content


def test_a_journal_that_goes_on_otherwise_from_a_copy_gives_other_numbers() -> None:
    """A table restored from a copy and played on: what was printed before keeps its number alone."""
    name = f"{' '.join(PLAYED[1])} at random"
    kept = did(name, "form-completed")[4]["n"] - 3
    forked = list(journal(name)[:kept])
    keeper = Journal(forked.append)
    keeper.go_on_after(kept, raw(name)[kept - 1]["hash"])
    for line in read(journal(name)):
        if isinstance(line, Line) and line.n > kept:
            keeper.add(line.did, line.rule, line.by, line.round, line.at + timedelta(hours=1))
    mine = {form.line: form.number for form in night(name).forms}
    theirs = {form.line: form.number for form in read_night(forked, night(name).verdict).forms}
    assert mine.keys() == theirs.keys()
    assert min(mine) < kept < max(mine)
    for line_number, number in mine.items():
        assert (theirs[line_number] == number) == (line_number <= kept)


# Not complete --------------------------------------------------------------------------------------


def test_what_is_not_completed_has_no_number_and_says_so() -> None:
    prepared = did(FOR_MONEY, "slip-prepared")[0]["n"]
    lines = journal(FOR_MONEY)[:prepared]
    found = read_night(lines, verify(lambda: lines))
    assert [form.form for form in found.forms if not form.number] == [
        "fill",
        "drop-and-tips",
        "shift-report",
    ]
    edition = found.edition()
    for paper in printed_forms(found, edition, ["fill-slips", "drop-and-tips", "shift-report"]):
        text = " ".join(Printed(paper.content).tree.text.split())
        assert "not completed: no number" in text
        assert any(each in text for each in ("Not completed", "Not closed", "Not complete:"))


@pytest.mark.parametrize("lines", [1, 2, 7, 30])
def test_a_journal_of_any_length_has_its_forms(lines: int) -> None:
    part = journal(FOR_MONEY)[:lines]
    found = read_night(part, verify(lambda: part))
    papers = list(printed_forms(found, found.edition()))
    assert {paper.name for paper in papers} >= {"shift-report", "drop-and-tips"}


# The manifest --------------------------------------------------------------------------------------


def test_the_manifest_lists_every_form_with_its_document() -> None:
    found = night(FOR_MONEY)
    edition = found.edition(House(name="Cedar Room"))
    papers = list(printed_forms(found, edition))
    manifest = msgspec.json.decode(manifest_of(found, edition, papers))
    assert [each["number"] for each in manifest["forms"]] == [
        form.number for kind in KINDS for form in forms_of(found, kind)
    ]
    assert {each["document"] for each in manifest["forms"]} == {paper.file for paper in papers}
    assert [each["sha256"] for each in manifest["documents"]] == [each.sha256 for each in papers]
    journal_said = manifest["journal"]
    assert journal_said["last_hash"] == raw(FOR_MONEY)[-1]["hash"]
    assert journal_said["result"] == money(FOR_MONEY).result
    assert PEOPLE.dealer not in str(manifest), "a manifest names no people"


def test_the_edition_is_the_table_as_it_was_set_up() -> None:
    setup = raw(FOR_MONEY)[0]["did"]["setup"]
    edition = night(FOR_MONEY).edition()
    assert edition.fingerprint == setup["ruleset"]
    assert edition.day.isoformat() == setup["day"]
    assert {kind: list(limits) for kind, limits in edition.book.setup.limits.items()} == (
        setup["limits"]
    )


# Blank ---------------------------------------------------------------------------------------------

BATCH = "20261117T103005Z-5e0c91d2"


@pytest.mark.parametrize("game", GAMES)
def test_blank_forms_of_every_kind_that_the_game_uses_fit_their_sheets(game: str) -> None:
    edition = Edition(game, day=date(2026, 11, 17), house=House(name="Cedar Room", paper="a4"))
    seen: set[str] = set()
    for kind in KINDS:
        forms = blank_forms(edition, BATCH, 1, kind)
        used = [form for form in kind.forms if used_at(edition.book, form)]
        assert len(forms) == len(used)
        assert not seen & forms.keys()
        seen |= forms.keys()
        if forms:
            whole = book(kind, edition, list(forms.values()))
            most = 2 if kind == SHIFT else len(forms)
            assert pages_of(whole, edition) <= most


def test_a_blank_form_asks_for_what_a_filled_one_states() -> None:
    edition = night(FOR_MONEY).edition()
    (blank,) = blank_forms(edition, BATCH, 1, kind_of("fill")).values()
    text = Printed(to_pdf(book(kind_of("fill"), edition, [blank]), edition)).tree.text
    for name in ("Table", "Date", "Slip at this table", "Round", "Denomination", "In all"):
        assert name in text.splitlines()
    assert f"No.{NBSP}{BATCH}-fill-0001" in text
    assert "$0.00" not in text
    assert PEOPLE.dealer not in text


def test_pads_never_repeat_a_number() -> None:
    edition = Edition("pick2", day=date(2026, 11, 17))
    now = datetime(2026, 11, 17, 10, 30, 5, tzinfo=UTC)
    one, other = new_batch(now), new_batch(now)
    assert one != other
    assert re.fullmatch(r"20261117T103005Z-[0-9a-f]{8}", one)
    only = ["fill-slips", "table-inventory"]
    numbers = [
        number
        for batch in (one, other)
        for _, on_pad in printed_blanks(edition, batch, 3, only)
        for number in on_pad
    ]
    assert len(numbers) == len(set(numbers)) == 2 * 3 * 3
    papers = list(printed_blanks(edition, one, 3, only))
    again = list(printed_blanks(edition, one, 3, only))
    assert [paper.sha256 for paper, _ in papers] == [paper.sha256 for paper, _ in again]
    manifest = msgspec.json.decode(manifest_of_blanks(edition, one, papers))
    assert manifest["batch"] == one
    assert sorted(each["number"] for each in manifest["forms"]) == sorted(numbers[:9])


@pytest.mark.parametrize("batch", ["", "-a", "a b", "x" * 41, "night/1", "Nacht-é"])
def test_a_batch_that_cannot_be_read_off_a_form_is_refused(batch: str) -> None:
    with pytest.raises(Refused, match="expected up to 40 letters"):
        refuse_batch(batch)


# Any game ------------------------------------------------------------------------------------------


def test_a_game_that_nobody_knows_by_name_has_its_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, ODDLY_NAMED, "tests.games.oddly_named")
    lines: list[bytes] = []
    setup = rehearsal_setup(ODDLY_NAMED)
    rehearse(setup, 12, seed=2, seats=3, irregularities=0.6, keeper=Journal(lines.append))
    found = read_night(lines, verify(lambda: lines))
    papers = list(printed_forms(found, found.edition()))
    assert {kind_of(form.form).name for form in found.forms} == {paper.name for paper in papers}
