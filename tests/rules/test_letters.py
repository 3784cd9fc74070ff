"""Letters: they approve a ruleset as the package's approvals do, and go to a file and back."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tablewright.games import every_game, game
from tablewright.rules.errors import Refused
from tablewright.rules.game import Ruleset
from tablewright.rules.jurisdictions import ApprovalCondition, jurisdiction
from tablewright.rules.letter_files import letters_text, read_letters
from tablewright.rules.on_record import (
    Answered,
    Evidence,
    Letter,
    Met,
    OnRecord,
    approval_of,
    expired_approval,
    lacking,
    refuse_claim,
    refuse_evidence,
    refuse_records,
    with_letters,
)
from tablewright.rules.wagers import Odds

NEVADA, CARD_ROOMS = jurisdiction("nevada"), jurisdiction("washington-card-rooms")
DAY = date(2026, 11, 3)
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
AT = datetime(2026, 11, 4, 9, 30, tzinfo=UTC)
CAMERA = ApprovalCondition(title="a camera", says="The table stands in view of a camera.")


def letter(ruleset: Ruleset, **more: Any) -> Letter:
    usual: dict[str, Any] = {
        "dated": DAY,
        "readings": {each.id: ruleset.rulings[each.id] for each in ruleset.changed},
        "pay": dict(ruleset.pay_plainly),
    }
    return Letter(game=ruleset.game.id, ruleset=ruleset.fingerprint, **(usual | more))


def recorded(claim: Any, number: int = 1, **more: Any) -> OnRecord:
    usual: dict[str, Any] = {
        "jurisdiction": NEVADA.id,
        "evidence": Evidence(f"NGCB {number}", sha256=HASH),
        "attested_by": "Pit",
        "attested_at": AT,
        "confirmed_by": "Ina",
        "confirmed_at": AT,
    }
    return OnRecord(number=number, claim=claim, **(usual | more))


# What a letter approves ----------------------------------------------------------------------------


@pytest.mark.parametrize("of", every_game(), ids=lambda of: of.id)
def test_a_letter_approves_its_ruleset_from_its_day_through_its_last(of: Any) -> None:
    last = DAY + timedelta(days=30)
    records = (recorded(letter(of.ruleset()), until=last),)
    for day, holds in ((DAY - timedelta(days=1), False), (DAY, True), (last, True)):
        found = approval_of(of.ruleset(), NEVADA, records, day)
        assert (found is not None) is holds, day
    after = last + timedelta(days=1)
    assert approval_of(of.ruleset(), NEVADA, records, after) is None
    expired = expired_approval(of.ruleset(), NEVADA, records, after)
    assert expired is not None
    assert (expired.source, expired.until) == (f"NGCB 1 of {DAY}, record 1", last)
    assert expired_approval(of.ruleset(), NEVADA, records, last) is None
    other = next(each for each in every_game() if each.id != of.id)
    assert approval_of(other.ruleset(), NEVADA, records, DAY) is None


def test_another_payment_or_reading_is_not_approved_by_it() -> None:
    duki4 = game("duki4")
    approved = duki4.ruleset({"duki4.ace": "high-only"}, {"bonus.straight": Odds(6)})
    records = (recorded(letter(approved)),)
    assert approval_of(approved, NEVADA, records, DAY)
    for other in (
        duki4.ruleset(),
        duki4.ruleset({"duki4.ace": "high-only"}),
        duki4.ruleset(pay={"bonus.straight": Odds(6)}),
        duki4.ruleset({"duki4.ace": "high-only"}, {"bonus.straight": Odds(7)}),
    ):
        assert approval_of(other, NEVADA, records, DAY) is None


def test_a_reading_that_it_leaves_open_may_be_taken_otherwise_than_it_approves() -> None:
    """Also back at its default: as approved is not always as printed."""
    duki4 = game("duki4")
    approved = duki4.ruleset({"duki4.positions": "6", "duki4.ace": "high-only"})
    loose = {"leaves_open": ("duki4.positions",), "needs_answer": ("duki4.ace",)}
    records = (recorded(letter(approved, **loose)),)
    seven = duki4.ruleset({"duki4.positions": "7", "duki4.ace": "high-only"})
    assert lacking_of(seven, records) == []
    printed = duki4.ruleset()
    (lack,) = lacking_of(printed, records)
    assert lack == "answer duki4.ace=high-and-low"
    answer = Answered("duki4.ace", "high-and-low", "the Board", DAY)
    cited = recorded(answer, 2, evidence=Evidence("answer of the Board"))
    refuse_records((*records, cited), NEVADA)
    assert lacking_of(printed, (*records, cited)) == []


def lacking_of(ruleset: Ruleset, records: tuple[OnRecord, ...]) -> list[str]:
    """What its approval lacks; the limit, which Nevada asks for of every game, is left out."""
    assert approval_of(ruleset, NEVADA, records, DAY)
    return [each.subject for each in lacking(ruleset, NEVADA, records, DAY)[1:]]


def test_its_conditions_are_attested_under_its_reference() -> None:
    duki4 = game("duki4").ruleset()
    records = (recorded(letter(duki4, conditions=(CAMERA,))),)
    assert lacking_of(duki4, records) == ["condition a camera of NGCB 1"]
    met = recorded(Met("a camera", "NGCB 1"), 2, evidence=Evidence("photograph 3"))
    refuse_records((*records, met), NEVADA)
    assert lacking_of(duki4, (*records, met)) == []
    for wrong in (Met("a camera", "NGCB 2"), Met("a guard", "NGCB 1"), Met("a camera")):
        with pytest.raises(Refused):
            refuse_claim(wrong, with_letters(NEVADA, records))


def test_of_several_approvals_the_one_that_lacks_least_counts() -> None:
    """The package's approval asks for an answer; a letter that names the very ruleset does not."""
    high_only = game("duki4").ruleset({"duki4.ace": "high-only"})
    package = approval_of(high_only, CARD_ROOMS, (), DAY)
    assert package is not None
    assert not package.number
    there = {"jurisdiction": CARD_ROOMS.id}
    plain = recorded(letter(high_only), 3, **there)
    found = approval_of(high_only, CARD_ROOMS, (plain,), DAY)
    assert found is not None
    assert found.number == 3
    answer = recorded(Answered("duki4.ace", "high-only", "the Commission", DAY), 4, **there)
    bound = recorded(letter(high_only, conditions=(CAMERA,)), 5, **there)
    found = approval_of(high_only, CARD_ROOMS, (answer, bound), DAY)
    assert found is not None
    assert not found.number


def test_a_letter_on_a_reading_that_only_another_version_knows_approves_nothing() -> None:
    duki4 = game("duki4").ruleset()
    for named in ({"leaves_open": ("duki4.gone",)}, {"readings": {"duki4.gone": "yes"}}):
        assert approval_of(duki4, NEVADA, (recorded(letter(duki4, **named)),), DAY) is None


# What is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"ruleset": "12"}, "The ruleset is no fingerprint"),
        ({"game": " "}, "Write a few printable words"),
        ({"readings": {"duki4.ace": "\n"}}, "Write a few printable words"),
        ({"pay": {"bonus.straight": ""}}, "A payment is"),
        ({"leaves_open": ("a", "a")}, "'a' is named twice"),
        ({"leaves_open": ("a",), "needs_answer": ("a",)}, "'a' is named twice"),
        ({"conditions": (CAMERA, CAMERA)}, "each with a title of its own"),
        ({"conditions": (ApprovalCondition(title="", says="x"),)}, "The title of a condition"),
        ({"conditions": (ApprovalCondition(title="x", says=""),)}, "What a condition says"),
    ],
    ids=str,
)
def test_a_letter_that_cannot_be_one_is_refused(more: dict[str, Any], said: str) -> None:
    whole: dict[str, Any] = {"game": "duki4", "ruleset": HASH, "dated": DAY}
    with pytest.raises(Refused, match=said):
        refuse_claim(Letter(**(whole | more)), NEVADA)


def test_no_letter_is_needed_where_everything_is_approved() -> None:
    with pytest.raises(Refused, match="no letter is needed there"):
        refuse_claim(letter(game("duki4").ruleset()), jurisdiction("general"))


@pytest.mark.parametrize(
    ("evidence", "is_enough"),
    [
        (Evidence("NGCB 1", sha256=HASH), True),
        (Evidence("NGCB 1", "letter.pdf", HASH, 900), True),
        (Evidence("NGCB 1"), False),
        (Evidence("", "letter.pdf", HASH, 900), False),
        (Evidence("NGCB 1", sha256=HASH.upper()), False),
        (Evidence("NGCB 1", "letter.pdf", HASH, 0), False),
        (Evidence("NGCB 1", "", HASH, 900), False),
    ],
    ids=str,
)
def test_of_a_letter_the_reference_and_the_hash_of_its_text_are_kept(
    evidence: Evidence, is_enough: bool
) -> None:
    claim = letter(game("duki4").ruleset())
    if is_enough:
        refuse_evidence(evidence, claim)
    else:
        with pytest.raises(Refused):
            refuse_evidence(evidence, claim)


# The file ------------------------------------------------------------------------------------------


def some_letters() -> tuple[OnRecord, ...]:
    pick2 = game("pick2").ruleset({"pick2.unqualified": "push"})
    duki4 = game("duki4").ruleset({"duki4.ace": "high-only"}, {"bonus.straight": Odds(6)})
    says = 'They said "yes", \\ and: 50 % – ♠'
    conditions = (CAMERA, ApprovalCondition(title="a guard", says=says))
    loose = {"leaves_open": ("duki4.positions",), "needs_answer": ("duki4.bonus-odds",)}
    return (
        recorded(letter(pick2), 9, until=DAY),
        recorded(letter(duki4, conditions=conditions, **loose), 7),
        recorded(letter(duki4), 8, evidence=Evidence("A 1", "a letter.pdf", HASH, 900)),
    )


def test_letters_go_to_a_file_and_back() -> None:
    letters = some_letters()
    text = letters_text((*letters, recorded(Met("x"))))
    assert text.count("[[letter]]") == 3
    assert {each.number: each for each in read_letters(text, "letters.toml")} == {
        each.number: each for each in letters
    }


def test_the_same_letters_give_the_same_text_in_whatever_order() -> None:
    letters = some_letters()
    assert letters_text(letters) == letters_text(reversed(letters))
    assert letters_text(read_letters(letters_text(letters), "")) == letters_text(letters)
    numbers = [each.number for each in read_letters(letters_text(letters), "")]
    assert numbers == [8, 7, 9], "by place, game, day and reference"


def test_a_letter_is_a_block_that_a_person_can_read() -> None:
    text = letters_text(some_letters()[:1])
    assert text.splitlines()[2:9] == [
        "[[letter]]",
        'jurisdiction = "nevada"',
        'game = "pick2"',
        'reference = "NGCB 9"',
        "date = 2026-11-03",
        f'sha256 = "{HASH}"',
        f'ruleset = "{game("pick2").ruleset({"pick2.unqualified": "push"}).fingerprint}"',
    ]


@pytest.mark.parametrize(
    "text",
    ["[[letter]", "[[letter]]\ngame = 3", "[[note]]\nx = 1", "letter = 1", "[[letter]]\nx = 1"],
)
def test_a_file_that_holds_no_letters_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(Refused, match=r"^'mine.toml' is no file of letters: [^\n]+$"):
        read_letters(text, "mine.toml")
