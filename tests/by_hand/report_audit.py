"""A naive reading of a journal for a shift report: floats, fills, credits and who was on which post.

It reads the JSON lines and adds up, and knows nothing of the product.
"""

from collections.abc import Iterable
from datetime import datetime

from tests.by_hand.floor_audit import Line, worth


def rack_at(lines: Iterable[Line], moment: datetime | None) -> int:
    """What is in the rack at a moment, or in the end."""
    rack = 0
    for line in lines:
        if moment is not None and datetime.fromisoformat(line["at"]) >= moment:
            break
        did = line["did"]
        match did["event"]:
            case "set-up":
                rack = worth(did["setup"]["float_chips"])
            case "buy-in":
                rack -= worth(did["chips"])
            case "change-colour":
                rack += worth(did["give"]) - worth(did["take"])
        for move in did.get("moves", ()) if did["event"] != "slip-prepared" else ():
            cents = worth(move.get("chips", {}))
            rack += cents * ((move["target"] == "float") - (move["source"] == "float"))
    return rack


def by_slips(lines: Iterable[Line], begin: datetime, end: datetime) -> tuple[int, int]:
    """Fills and credits that were signed for in a period."""
    fills = credits = 0
    for line in lines:
        did = line["did"]
        if not begin <= datetime.fromisoformat(line["at"]) < end or did["event"] != "moved":
            continue
        for move in did["moves"] if did["why"] == "slip" else ():
            cents = worth(move.get("chips", {}))
            fills += cents * ((move["source"], move["target"]) == ("cage", "float"))
            credits += cents * ((move["source"], move["target"]) == ("float", "cage"))
    return fills, credits


def on_posts(lines: Iterable[Line], begin: datetime, end: datetime) -> set[tuple[str, str]]:
    """Who was on which post at any time of a period."""
    now: dict[str, str] = {}
    found: set[tuple[str, str]] = set()
    for line in lines:
        at, did = datetime.fromisoformat(line["at"]), line["did"]
        if at >= end:
            break
        if at > begin:
            found |= set(now.items())
        if did["event"] == "set-up":
            staff = did["setup"]["staff"]
            now = {post.replace("_", "-"): name for post, name in staff.items()}
        elif did["event"] == "relieve":
            now[did["post"]] = did["who"]
    return found | set(now.items())
