"""The two cookies: the session's secret, and a signed note that a person has signed in on this device.

The first is nothing but a random text, which only the house can match with a session. The second is
read when a password is tried, and spares its owner the waiting that others have caused.
"""

import hashlib
import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

from itsdangerous import BadData, TimestampSigner, URLSafeTimedSerializer

from tablewright.house.books.at_rest import COOKIE_SETTING, fresh_text
from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting
from tablewright.signing.sealing import Unreadable

log = logging.getLogger(__name__)

SESSION = "tablewright"
DEVICE = "tablewright-device"
DEVICE_DAYS = 180
DEVICE_SECONDS = DEVICE_DAYS * 24 * 60 * 60
MOST_NAMES = 10
"""How many people a device is known to be used by, the last ones first."""
_SALT = "tablewright.device"


class KnownDevice(NamedTuple):
    """A device that people have signed in on; of their names only marks are kept."""

    id: str = ""
    marks: tuple[str, ...] = ()

    def known_to(self, name: str) -> str:
        """The device's id if a person has signed in on it under that name, as names are compared."""
        return self.id if _mark(name) in self.marks else ""

    def after(self, name: str) -> "KnownDevice":
        """The same device after a sign-in."""
        mark = _mark(name)
        others = [each for each in self.marks if each != mark]
        return KnownDevice(self.id or secrets.token_hex(8), (mark, *others)[:MOST_NAMES])


def _mark(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


class Cookies:
    """Writes and reads the cookie of a device. Use `open`."""

    def __init__(self, secret: str, clock: Callable[[], float] | None = None) -> None:
        class Signer(TimestampSigner):
            def get_timestamp(self) -> int:
                return int(clock()) if clock else super().get_timestamp()

        self.secret = secret
        """What only the house knows."""
        self._serializer = URLSafeTimedSerializer(secret, salt=_SALT, signer=Signer)

    @classmethod
    async def open(cls, database: Database) -> "Cookies":
        """Cookies signed with a text of this house's own, which is made once and kept sealed."""
        name, secret = COOKIE_SETTING, database.secret
        kept = await database.setting(name, lambda: secret.seal(fresh_text(), name))
        try:
            return cls(secret.open(kept, name))
        except Unreadable as wrong:
            # Devices are known again once their people have signed in.
            log.error("%s; it is made anew", wrong)
            made = fresh_text()
            async with database.writing() as connection:
                await put_setting(connection, name, secret.seal(made, name))
            return cls(made)

    def write(self, device: KnownDevice) -> str:
        """The cookie's value."""
        written = self._serializer.dumps({"d": device.id, "m": list(device.marks)})
        return written if isinstance(written, str) else written.decode()

    def read(self, value: str) -> KnownDevice:
        """The device that a cookie was written for; an unknown one if it is not ours or too old."""
        try:
            kept = self._serializer.loads(value, max_age=DEVICE_SECONDS)
        except BadData:
            return KnownDevice()
        match kept:
            case {"d": str(id), "m": list(marks)} if all(isinstance(each, str) for each in marks):
                return KnownDevice(id, tuple(marks[:MOST_NAMES]))
        return KnownDevice()
