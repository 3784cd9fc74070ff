"""The cookie of a device: only the house can write one, and it speaks for those who signed in there."""

import asyncio

import pytest
from itsdangerous import URLSafeTimedSerializer

from tablewright.house.books.database import Database
from tablewright.house.people.cookies import DEVICE_SECONDS, MOST_NAMES, Cookies, KnownDevice

KNOWN = KnownDevice().after("ann").after("zoë")


def test_a_device_is_known_to_those_who_signed_in_on_it() -> None:
    cookies = Cookies("secret")
    device = cookies.read(cookies.write(KNOWN))
    assert device == KNOWN
    assert device.known_to("ann") == device.known_to("zoë") == KNOWN.id
    assert device.known_to("bob") == device.known_to("") == ""
    assert KnownDevice().known_to("ann") == ""
    assert "ann" not in cookies.write(KNOWN)


def test_a_device_forgets_who_signed_in_on_it_longest_ago() -> None:
    device = KNOWN
    for number in range(MOST_NAMES - 1):
        device = device.after(f"name {number}").after("ann")
    assert device.id == KNOWN.id
    assert device.known_to("ann")
    assert not device.known_to("zoë")
    assert len(device.marks) == MOST_NAMES


def test_a_cookie_of_another_hand_is_not_read() -> None:
    cookies = Cookies("secret")
    good = cookies.write(KNOWN)
    forged = Cookies("guess").write(KNOWN)
    body, _, rest = good.partition(".")
    others = cookies.write(KNOWN.after("bob")).partition(".")[0]
    unsalted = URLSafeTimedSerializer("secret").dumps({"d": "1", "m": []})
    for bad in ("", "x", ".", forged, f"{others}.{rest}", body, good[:-1], unsalted, "\x00é"):
        assert cookies.read(str(bad)) == KnownDevice(), bad


@pytest.mark.parametrize("kept", [{"d": 1, "m": []}, {"d": "1"}, [], None, {"d": "1", "m": [1]}])
def test_a_signed_cookie_of_another_shape_is_not_read(kept: object) -> None:
    cookies = Cookies("secret")
    written = str(cookies._serializer.dumps(kept))
    assert cookies.read(written) == KnownDevice()


def test_a_device_is_forgotten_in_time() -> None:
    now = [1_000_000.0]
    cookies = Cookies("secret", lambda: now[0])
    written = cookies.write(KNOWN)
    now[0] += DEVICE_SECONDS
    assert cookies.read(written) == KNOWN
    now[0] += 1
    assert cookies.read(written) == KnownDevice()


def test_a_restarted_house_reads_its_cookies(ready_address: str) -> None:
    async def opened() -> Cookies:
        database = await Database.open(ready_address)
        cookies = await Cookies.open(database)
        secret = await database.setting("cookie-secret", lambda: "")
        assert len(bytes.fromhex(secret)) == 32
        await database.close()
        return cookies

    written = asyncio.run(opened()).write(KNOWN)
    assert asyncio.run(opened()).read(written) == KNOWN
