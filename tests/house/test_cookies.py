"""Cookies: only the house can write one, and none lives longer than a week."""

import asyncio

import pytest
from itsdangerous import URLSafeTimedSerializer

from tablewright.house.cookies import MAX_AGE_SECONDS, Cookies, Guest, SignedIn, Who
from tablewright.house.database import Database


@pytest.mark.parametrize("who", [SignedIn(7, 2), Guest("g1", 'Zoë "Ace"')])
def test_a_cookie_says_who_it_was_written_for(who: Who) -> None:
    cookies = Cookies("secret")
    assert cookies.read(cookies.write(who)) == who


def test_a_cookie_of_another_hand_is_not_read() -> None:
    cookies = Cookies("secret")
    good = cookies.write(SignedIn(7, 2))
    forged = Cookies("guess").write(SignedIn(1, 0))
    body, _, rest = good.partition(".")
    others = Cookies("secret").write(SignedIn(1, 0)).partition(".")[0]
    unsalted = URLSafeTimedSerializer("secret").dumps({"a": 1, "e": 0})
    for bad in ("", "x", ".", forged, f"{others}.{rest}", body, good[:-1], unsalted, "\x00é"):
        assert cookies.read(str(bad)) is None, bad


@pytest.mark.parametrize(
    "kept", [{"a": "1", "e": 0}, {"a": 1}, [], None, "a", {"g": 1, "n": "x"}, {"g": "1"}]
)
def test_a_signed_cookie_of_another_shape_is_not_read(kept: object) -> None:
    cookies = Cookies("secret")
    written = str(cookies._serializer.dumps(kept))
    assert cookies.read(written) is None


def test_a_cookie_ends_after_a_week() -> None:
    now = [1_000_000.0]
    cookies = Cookies("secret", lambda: now[0])
    written = cookies.write(SignedIn(7, 2))
    now[0] += MAX_AGE_SECONDS
    assert cookies.read(written) == SignedIn(7, 2)
    now[0] += 1
    assert cookies.read(written) is None


def test_a_restarted_house_reads_its_cookies(ready_address: str) -> None:
    async def opened() -> Cookies:
        database = await Database.open(ready_address)
        cookies = await Cookies.open(database)
        secret = await database.setting("cookie-secret", lambda: "")
        assert len(bytes.fromhex(secret)) == 32
        await database.close()
        return cookies

    written = asyncio.run(opened()).write(SignedIn(7, 2))
    assert asyncio.run(opened()).read(written) == SignedIn(7, 2)
