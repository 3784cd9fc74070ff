"""What the house says as those read it whom it is sent to: plain JSON."""

import json
from typing import Any

import msgspec


def as_sent(said: Any) -> Any:
    """A struct as its reader gets it."""
    return json.loads(msgspec.json.encode(said))
