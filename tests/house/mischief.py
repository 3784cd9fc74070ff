"""A person who sends to a table whatever comes to their mind: broken, forged, replayed, out of turn."""

import json
import random
from typing import Any

import msgspec

from tablewright.house.screens.orders import TAKEN

WORDS = (
    "", "x", "x" * 300, "\0", "\u202e", "<script>", "ante", "bonus", "play", "pokerpot", "high",
    "bonus-5", "fold", "three", "five", "dealer", "inspector", "pit-boss", "surveillance", "player",
    "opening-count", "shuffler", "hand", "burn", "shuffle", "Bo (guest)", "the dealer",
    "AsKsQsJs", "2c 3c 4c 5c", "duki4.irregularities.exposed", "house.void",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 3, 4, 5, 6, 7, 8, 99, 100, 101, 500, 2**31, 2**63, -(2**63), 10**20)
CHIPS: tuple[dict[str, int], ...] = (
    {}, {"500": 1}, {"500": 2}, {"100": 5}, {"2500": 1}, {"500": 0}, {"500": -3}, {"7": 1},
    {"500": 10**12}, {"-500": 1}, {"50": 1, "100": 1}, {"10000": 1_000_001},
)  # fmt: skip
LONGEST = 7_000
"""A longer message ends the connection, which is tried apart."""
ROLES = (
    "",
    "player",
    "watch",
    "dealer",
    "inspector",
    "pit-boss",
    "surveillance",
    "house",
    "Player",
)


class Mischief:
    """Makes up messages; the same ones again for the same seed."""

    def __init__(self, seed: int, words: tuple[str, ...] = ()) -> None:
        self.random = random.Random(seed)
        self.words = WORDS + words
        self.ids: list[str] = ["same"]
        """Ids that anybody has used."""
        self.without: tuple[str, ...] = ()
        """What is never tried: who sits down no longer holds a post."""
        self._count = 0

    def message(self, seq: int, place: int) -> str | bytes:
        """Something to send, for a person at a place who has seen the table at a number."""
        pick = self.random.random()
        whole = json.dumps(self.forged(seq, place))[:LONGEST]
        if pick < 0.70:
            return whole
        if pick < 0.75:
            return whole[: self.random.randrange(len(whole))]
        if pick < 0.80:
            return whole.encode()
        if pick < 0.85:
            return self.random.randbytes(self.random.randrange(60))
        if pick < 0.90:
            at = self.random.randrange(len(whole))
            return whole[:at] + chr(self.random.randrange(1, 0x3000)) + whole[at + 1 :]
        if pick < 0.93:
            return whole + " " * 9000
        odd = ("", "null", "[]", "{}", "[" * 5000, '{"id":1}', "NaN", '{"ready":true}', "\ufeff{}")
        return self.random.choice(odd)

    def forged(self, seq: int, place: int) -> dict[str, Any]:
        """A message that can be read, or nearly."""
        r = self.random
        self._count += 1
        fresh = f"{r.getrandbits(48):x}-{self._count}"
        id = r.choice(self.ids[-50:]) if r.random() < 0.15 else fresh
        self.ids.append(id)
        at = seq if r.random() < 0.7 else r.choice((0, -1, seq - 1, seq + 1, seq - 20, 10**12))
        message: dict[str, Any] = {"id": id, "seq": at, "do": self.command(place)}
        if r.random() < 0.3:
            message["as"] = r.choice(ROLES)
        if r.random() < 0.03:
            message[r.choice(("by", "place", "id", "seq", "do"))] = r.choice((None, 1, "x", [], {}))
        return message

    def command(self, place: int) -> dict[str, Any]:
        r = self.random
        kind = r.choice([each for each in TAKEN if each.__struct_config__.tag not in self.without])
        do: dict[str, Any] = {"event": kind.__struct_config__.tag}
        for field in msgspec.structs.fields(kind):
            do[field.encode_name] = self._value(field.encode_name, str(field.type), place)
        if r.random() < 0.04:
            events = ("shuffled", "set-up", "late-wager", "unsealed", "closed", "settled", "moved")
            do["event"] = r.choice(events)
        if r.random() < 0.05 and len(do) > 1:
            do.pop(r.choice(list(do)))
        if r.random() < 0.03:
            do["order"] = "AsKs"
        return do

    def _value(self, name: str, type: str, place: int) -> Any:
        r = self.random
        if r.random() < 0.04:
            return r.choice((None, "1", 1.5, [], {}, True, [[]], "x" * 7000))
        if name == "place":
            return place if r.random() < 0.5 else r.choice(NUMBERS)
        if "dict[int" in type:
            return r.choice(CHIPS)
        if "dict[str, int" in type:
            return {r.choice(self.words): r.choice(NUMBERS) for _ in range(r.randrange(4))}
        if "dict[str" in type:
            return {r.choice(self.words): [r.choice(NUMBERS), r.choice(NUMBERS)]}
        if "tuple[int" in type:
            return [r.choice((0, 1, 2, 3, 4, 5, -1, 10**20)) for _ in range(r.randrange(6))]
        if "tuple" in type:
            return [r.choice(self.words) for _ in range(r.randrange(4))]
        if "bool" in type:
            return r.random() < 0.5
        return r.choice(NUMBERS) if "int" in type else r.choice(self.words)
