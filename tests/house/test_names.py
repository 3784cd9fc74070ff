"""Names: a person's, in one alphabet, seen as they are, and never to be taken for another's."""

import asyncio

import pytest

from tablewright.house.books.database import Database
from tablewright.house.people.accounts import Accounts
from tablewright.house.people.names import cleaned_name, skeleton
from tablewright.house.people.passwords import Passwords
from tablewright.rules.errors import Refused
from tests.house.test_accounts import PASSWORD, QUICK


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "a" * 41, "Ann\n", "A\u200bnn", "Ann\x00",
        "Guest", "guest 7", "GUEST  Ann", "Guest-Ann", "Dealer", "the dealer", "Pit-Boss",
        "pit boss", "Player 3", "player3", "Surveillance", "The House", "Inspector", "Ｄealer",
    ],
)  # fmt: skip
def test_a_name_that_is_no_persons_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        cleaned_name(name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["A", "a" * 40, "Jo-Ann O’Neil", "Guesting", "Dealer Dan", "李"])
def test_a_name_that_is_a_persons_is_taken(name: str) -> None:
    assert cleaned_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u3164", "\u3164", "Ann\u115f", "A\u034fnn", "Ann\ufe0f", "Ann\u2800", "Ann\uffa0",
        "Ann\u202e", "A\u200dnn", "\u2066Ann", "Ann\U000e0041", "Ann\ufffc",
    ],
)  # fmt: skip
def test_a_name_with_a_character_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        cleaned_name(name)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "name",
    [
        "P\u0430ul", "\u0391nn", "Ann\u0410", "\u13aann", "Z\u0335\u0336\u0337o", "\u0301Ann",
        "A\u20ddnn", "...", "42", "Bo (guest)", "Ann/Lee", "Ann\u2044Lee", "Ann <b>", "\u2764 Ann",
    ],
)  # fmt: skip
def test_a_name_that_misleads_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        cleaned_name(name)


@pytest.mark.parametrize(
    "name", ["Dea1er", "P1t B0ss", "The lnspector", "lnspector 2", "gu\u00ebst ann"]
)
def test_a_name_that_looks_like_a_post_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="the name of a post"):
        cleaned_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Зоя Белова", "Ελένη", "かな漢字カナ", "김철수", "हिन्दी", "ไก่", "محمد", "Nguyễn Ðức",
        "Ann_2", "A. B-C",
    ],
)  # fmt: skip
def test_every_alphabet_may_be_written_by_itself(name: str) -> None:
    assert cleaned_name(name) == name


def test_letters_of_another_width_or_weight_are_the_plain_ones() -> None:
    assert cleaned_name("ＡＮＮ") == "ANN"
    assert cleaned_name("\U0001d400nn") == "Ann"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Milo", "Mi1o"), ("Milo", "Mil0"), ("Ian", "lan"), ("Barny", "Bamy"), ("Wim", "VVim"),
        ("Ann Lee", "AnnLee"), ("Ann Lee", "Ann-Lee"), ("Zoë", "Zoe"),
        ("Coco", "\u0421\u043e\u0441\u043e"), ("O'Hara", "O’Hara"),
    ],
)  # fmt: skip
def test_nobody_is_called_what_looks_like_another_s_name(
    ready_address: str, one: str, other: str
) -> None:
    async def run() -> None:
        database = await Database.open(ready_address)
        try:
            accounts = Accounts(database, Passwords(QUICK))
            await accounts.create(one, [], PASSWORD)
            with pytest.raises(Refused, match="already an account"):
                await accounts.create(other, [], PASSWORD)
            assert [each.name for each in await accounts.all()] == [one]
        finally:
            await database.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Dan", "Don"), ("Mia", "Max"), ("Ann 2", "Ann 3")]
)
def test_names_that_differ_to_the_eye_may_both_be_had(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
