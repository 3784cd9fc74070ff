"""A head that the house handed to a player, as they keep it: with the seal of the shuffle they play.

    {"ring":[...],"seal":"...","statement":{...},"table":"D1-3"}

The seal tells nothing of the cards. When the order is opened later, it fits the seal or it does not.
The head says up to which line the journal can no longer be another.
"""

import msgspec

from tablewright.signing.rings import Ring, checked_ring
from tablewright.signing.statements import DoesNotHold, Statement, canonical


class HandedHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player keeps."""

    table: str
    seal: str
    """Of the shuffle that they play; nothing, where the cards lie on a physical table."""
    statement: Statement
    """The head that was signed last of the table's journal."""
    ring: tuple[Statement, ...]

    @property
    def keys(self) -> Ring:
        """The ring in it; refused unless it holds."""
        return checked_ring(self.ring)

    def written(self) -> bytes:
        return canonical(self) + b"\n"


_decode = msgspec.json.Decoder(HandedHead).decode


def read_handed(content: bytes) -> HandedHead:
    """What a player has kept; refused, if it is something else."""
    try:
        found = _decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise DoesNotHold(f"the head cannot be read ({wrong})") from None
    said = found.statement.text("seal")
    if found.statement.of != found.table or (said and found.seal and said != found.seal):
        raise DoesNotHold("the head was put together from several: expected it as it was saved")
    return found
