"""Passwords and PINs that are tried first are refused; others are not."""

import pytest

from tablewright.house.people.passwords import made_up, refuse_weak, refuse_weak_pin
from tablewright.rules.errors import Refused


@pytest.mark.parametrize(
    "password",
    [
        "1234567890", "0987654321", "12345678901234", "abcdefghij", "qwertyuiop", "qwertyuiop12",
        "1q2w3e4r5t", "asdfghjkl;", "abc123abc123", "aaaaabbbbbccccc", "horsehorse", "ab12ab12ab12",
        "112233445566", "password123", "Password2026!", "P@ssw0rd2026", "passwordpassword",
        "letmein2026!", "welcome-12", "iloveyou!!", "adminadmin1", "Administrator", "summer2026!!",
        "casino-dealer-99", "JackpotCasino",
        "28.11.1975", "2811197536", "tablewright", "table.wright", "Ann.Lee.1234", "annlee-2026",
    ],
)  # fmt: skip
def test_a_password_that_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(Refused, match="password") as refused:
        refuse_weak(password, "Ann Lee")
    assert password not in str(refused.value)


@pytest.mark.parametrize(
    "password",
    [
        "seven brown horses", "nine grey donkeys", "correct horse", "9 kites over Leith",
        "tr0ub4dor&3x", "münchner kindl", "пять белых коней", "x7#kQ2!vLw",
        "Ann Lee and the eleven geese",
    ],
)  # fmt: skip
def test_a_password_that_takes_thought_is_taken(password: str) -> None:
    refuse_weak(password, "Ann Lee")


def test_a_password_that_we_make_up_would_be_taken() -> None:
    for _ in range(200):
        refuse_weak(made_up(), "Ann Lee")


@pytest.mark.parametrize(
    "pin",
    [
        "", "12345", "1234567890123", "123456", "654321", "111111", "121212", "123123", "112233",
        "000001", "999999999", "1234 56", "abcdef", "１２３４５６", "-12345",
    ],
)  # fmt: skip
def test_a_pin_that_is_none_or_tried_first_is_refused(pin: str) -> None:
    with pytest.raises(Refused, match="PIN"):
        refuse_weak_pin(pin)


@pytest.mark.parametrize("pin", ["482915", "907311", "250719842611"])
def test_another_pin_is_taken(pin: str) -> None:
    refuse_weak_pin(pin)
