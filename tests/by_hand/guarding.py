"""Watching a table, by hand: who may do what with chips, read from what is told of each frame.

King High, "Dealers Manual & Pit Procedures": 7. Permissible wagers (round wagers before the first card
only; changes once a box is settled), 10. Game protection. Duki 4 Poker and Pick 2 Poker, Playing the
game: wagers are placed before the cards. The rest is the house's. The product never imports it.
"""

import re
from typing import NamedTuple

# Each incident: the usual ruling, and what a supervisor may find instead.
INCIDENTS = {
    "late": ("the chips go back", "it lay there before"),
    "capped": ("the added chips go back", "all lay there before"),
    "pinched": ("the wager plays as it was", "taken off before"),
    "moved": ("the chips play where they lay", "it lay there before"),
    "wrong-box": ("the chips go back", ""),
}
ROUND_WAGERS = ("the Pokerpot", "the High Run", "the Low Run")
"""King High, 7. Permissible wagers: these are closed with the first card of a round."""

BETS = re.compile(r"^(\w+) (?:bets|adds|lays) \$([\d,.]+)(?: in notes)? (?:on|to) (.+?)\.?$")
TAKES = re.compile(r"^(\w+) (?:takes \$[\d,.]+ off|takes back) (.+?)\.$")
PUSHES = re.compile(r"^(\w+) pushes \$[\d,.]+ from (.+) to (.+)\.$")
SETTLED = re.compile(r"^(\w+)'s .+ (?:wins|loses|pushes|is given back)")


class Watch(NamedTuple):
    """What was seen: the number of the frame, and what is wrong there."""

    frame: int
    fault: str


def cents(text: str) -> int:
    return round(float(text.replace(",", "")) * 100)


def watch(
    game: str, told: list[list[str]], phases: list[str], limits: dict[str, tuple[int, int]]
) -> Watch | None:
    """The first thing that is wrong with chips; nothing, if nothing is.

    `phases` are the parts of the round that the frames end in; `limits` are by the wager's name.
    """
    is_closed, has_begun, settled = False, False, set[str]()
    for number, lines in enumerate(told):
        if number and phases[number - 1] == "wagers":
            is_closed = False
        for line in lines:
            if "No more bets" in line:
                is_closed = has_begun = True
                settled = set()
            if done := SETTLED.match(line):
                settled.add(done[1])
            fault = wrong_with(game, line, is_closed, has_begun, settled, limits)
            if fault:
                return Watch(number, fault)
    return None


def wrong_with(
    game: str,
    line: str,
    is_closed: bool,
    has_begun: bool,
    settled: set[str],
    limits: dict[str, tuple[int, int]],
) -> str:
    """What is wrong with one thing that a player does; nothing, if it is proper."""
    if "in notes" in line:
        return "cash"
    if re.search(r" at (?:seat|box) \d", line) and BETS.match(line):
        return "wrong-box"
    for pattern, name in ((BETS, "late"), (TAKES, "pinched"), (PUSHES, "moved")):
        found = pattern.match(line)
        if not found:
            continue
        player = found[1]
        wager = found[3] if name == "late" else found[2]
        wager = wager.partition(":")[0]
        is_round = wager in ROUND_WAGERS
        may = not is_closed or (game == "king-high" and player in settled)
        if game == "king-high" and is_round and has_begun:
            may = False
        if not may:
            return "capped" if " adds " in line else name
        if name == "late" and " adds " not in line:
            low, high = limits[wager.removeprefix("the ")]
            if cents(found[2]) < low:
                return "under"
            if cents(found[2]) > high:
                return "over"
    return ""


class Payment(NamedTuple):
    """What a dealer does with one wager: what comes back of it in all."""

    wager: str
    returned: int


def payments(line: str, stakes: dict[str, int]) -> list[Payment]:
    """What is told of a settlement: `Seat 3: pay $10 on the Ante; take the Play.`

    `stakes` are by the wager's name.
    """
    found = []
    for each in line.partition(": ")[2].rstrip(".").split("; "):
        if paid := re.fullmatch(r"pay \$([\d,.]+) on (?:the )?(.+)", each):
            found.append(Payment(paid[2], stakes[paid[2]] + cents(paid[1])))
        elif taken := re.fullmatch(r"take (?:the )?(.+)", each):
            found.append(Payment(taken[1], 0))
        elif pushed := re.fullmatch(r"(?:the )?(.+) pushes: .+", each):
            found.append(Payment(pushed[1], stakes[pushed[1]]))
        else:
            raise ValueError(each)
    return found


def misplaced(done: dict[str, int], right: dict[str, int], stakes: dict[str, int]) -> str:
    """How a settlement is wrong: too much, too little, a push paid, or the wrong wager."""
    wrong = [wager for wager in done if done[wager] != right[wager]]
    if not wrong:
        return ""
    if len(wrong) > 1:
        return "wrong-wager"
    (wager,) = wrong
    if right[wager] == stakes[wager]:
        return "push-paid"
    return "too-much" if done[wager] > right[wager] else "too-little"
