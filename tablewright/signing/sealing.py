"""What is sealed with a house's secret, so that a copy of where it lies does not give it away.

Each text is sealed (AES-256-GCM) for the place that it stands in, so that none can be put in another's.
"""

import base64
import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tablewright.rules.errors import Refused

KEY_BYTES, NONCE_BYTES = 32, 12
MARK = "sealed:"
"""What everything begins with that is sealed."""


class Unreadable(Refused):
    """Something was sealed with another secret, or for another place, or is not sealed at all."""


class Secret:
    """Seals what is kept, and opens it again; tags what nobody else may write.

    Without a key, everything is kept as it is, and nothing is tagged.
    """

    def __init__(self, key: bytes = b"") -> None:
        self._cipher = AESGCM(key) if key else None
        self._tagging = hashlib.sha256(b"tablewright tag\0" + key).digest() if key else b""
        self.id = hashlib.sha256(b"tablewright secret\0" + key).hexdigest()[:16] if key else ""

    def seal(self, plain: str, of: str) -> str:
        """A text as it is kept in one place."""
        if self._cipher is None:
            return plain
        nonce = secrets.token_bytes(NONCE_BYTES)
        kept = nonce + self._cipher.encrypt(nonce, plain.encode(), of.encode())
        return MARK + base64.b64encode(kept).decode()

    def open(self, kept: str, of: str) -> str:
        """The text that was kept in a place; refused, if it was not sealed for it with this secret."""
        if self._cipher is None:
            if kept.startswith(MARK):
                raise Unreadable(f"{of} is sealed: expected the house's secret")
            return kept
        if not kept.startswith(MARK):
            raise Unreadable(f"{of} is not sealed: expected what this house has sealed")
        try:
            sealed = base64.b64decode(kept.removeprefix(MARK), validate=True)
            plain = self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], of.encode())
            return plain.decode()
        except (InvalidTag, ValueError):
            raise Unreadable(f"{of} was sealed otherwise: expected the house's secret") from None

    def tag(self, text: str) -> str:
        """What shows that a text was written by those who have the secret; nothing, without a key."""
        return hmac.digest(self._tagging, text.encode(), "sha256").hex() if self._tagging else ""


UNSEALED = Secret()
