"""The cookie that says who somebody is, signed so that nobody can write one himself."""

import secrets
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from itsdangerous import BadData, TimestampSigner, URLSafeTimedSerializer

from tablewright.house.database import Database

NAME = "tablewright"
DAYS = 7
MAX_AGE_SECONDS = DAYS * 24 * 60 * 60
_SALT = "tablewright.cookie"


class SignedIn(NamedTuple):
    """The cookie of an account; it ends when the account's epoch goes on."""

    account: int
    epoch: int


class Guest(NamedTuple):
    """The cookie of somebody without an account."""

    id: str
    name: str


Who: TypeAlias = SignedIn | Guest


class Cookies:
    """Writes and reads cookies. Use `open`."""

    def __init__(self, secret: str, clock: Callable[[], float] | None = None) -> None:
        class Signer(TimestampSigner):
            def get_timestamp(self) -> int:
                return int(clock()) if clock else super().get_timestamp()

        self._serializer = URLSafeTimedSerializer(secret, salt=_SALT, signer=Signer)

    @classmethod
    async def open(cls, database: Database) -> "Cookies":
        """Cookies signed with the secret of this house, which is made once."""
        return cls(await database.setting("cookie-secret", lambda: secrets.token_hex(32)))

    def write(self, who: Who) -> str:
        """The cookie's value."""
        if isinstance(who, SignedIn):
            kept: dict[str, object] = {"a": who.account, "e": who.epoch}
        else:
            kept = {"g": who.id, "n": who.name}
        written = self._serializer.dumps(kept)
        return written if isinstance(written, str) else written.decode()

    def read(self, value: str) -> Who | None:
        """Who a cookie was written for; None if it is not ours or too old."""
        try:
            kept = self._serializer.loads(value, max_age=MAX_AGE_SECONDS)
        except BadData:
            return None
        match kept:
            case {"a": int(account), "e": int(epoch)}:
                return SignedIn(account, epoch)
            case {"g": str(id), "n": str(name)}:
                return Guest(id, name)
        return None
