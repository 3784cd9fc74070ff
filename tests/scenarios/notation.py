"""The notation of the scenario files: rounds written as a dealer would tell them.

A title, which cites the passage
  under READING=OPTION           a reading that is not at its default
  void                           the round was declared void
  dealer 9h 9c 6s Jd | what it is called
  seat 1 7s 8h 9c 10d | what it is called
  decides three with 7s 8h 9c
    ante 5.00 wins 50.00  rule.id
    play 5.00 pushes      rule.id

A title
  cards Kh 7d 2c 9s Ah | what they make       (or `so far`, while cards are to come)
  box 1
    pokerpot 1.00 loses        rule.id
    card 1 high 1.00 wins 1.50 rule.id
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WAGER = re.compile(
    r"(?:card (?P<card>\d) )?(?P<name>[\w-]+) +(?P<stake>[\d.]+)"
    r" (?P<ends>wins (?P<won>[\d,.]+)|loses|pushes|stands) +(?P<rule>[\w.-]+)"
)


@dataclass(frozen=True)
class Told:
    """One wager as a scenario tells it."""

    player: int
    card: int | None
    name: str
    stake: int
    returned: int | None
    rule: str


@dataclass
class Scenario:
    """One round: what goes in, and everything that is told of what comes out."""

    title: str
    readings: dict[str, str] = field(default_factory=dict)
    round_: dict[str, Any] = field(default_factory=dict)
    is_so_far: bool = False
    spoken: dict[int | str, str] = field(default_factory=dict)
    wagers: list[Told] = field(default_factory=list)


def read(game: str) -> list[Scenario]:
    """The scenarios of a game's file, which opens with a line about the file."""
    path = Path(__file__).parent / f"{game.replace('-', '_')}.txt"
    return [_scenario(block) for block in path.read_text("utf-8").strip().split("\n\n")[1:]]


def cents(text: str) -> int:
    """An amount written with two decimals."""
    return int(text.replace(",", "").replace(".", ""))


def _scenario(block: str) -> Scenario:
    title, *lines = block.splitlines()
    scenario = Scenario(title)
    players: list[dict[str, Any]] = []
    for line in lines:
        words = line.strip()
        if match := WAGER.fullmatch(words):
            _wager(scenario, players[-1], match)
            continue
        keyword, _, rest = words.partition(" ")
        given, _, spoken = (part.strip() for part in rest.partition("|"))
        match keyword:
            case "under":
                reading, _, option = rest.partition("=")
                scenario.readings[reading] = option
            case "void":
                scenario.round_["void"] = True
            case "dealer":
                scenario.round_["dealer"] = given
                scenario.spoken["dealer"] = spoken
            case "cards" | "so":
                scenario.is_so_far = keyword == "so"
                scenario.round_["cards"] = given.removeprefix("far").strip()
                scenario.spoken["cards"] = spoken
            case "seat" | "box":
                number, _, held = given.partition(" ")
                players.append({keyword: int(number), "wagers": {}})
                if held:
                    players[-1]["cards"] = held
                    scenario.spoken[int(number)] = spoken
                scenario.round_.setdefault("seats" if keyword == "seat" else "boxes", players)
            case "decides":
                decision, _, named = given.partition(" with ")
                players[-1]["decision"] = decision
                if named:
                    players[-1][decision] = named
            case _:
                raise ValueError(f"{title}: cannot read {words!r}")
    return scenario


def _wager(scenario: Scenario, player: dict[str, Any], match: re.Match[str]) -> None:
    number = player.get("seat") or player["box"]
    stake = cents(match["stake"])
    back = {"loses": 0, "pushes": stake, "stands": None}
    returned = stake + cents(match["won"]) if match["won"] else back[match["ends"]]
    card = int(match["card"]) if match["card"] else None
    told = Told(number, card, match["name"], stake, returned, match["rule"])
    scenario.wagers.append(told)
    if card is not None:
        is_void = scenario.round_.get("void", False)
        drawn = len(scenario.round_["cards"].split())
        actions = player.setdefault("actions", [{} for _ in range(drawn + is_void)])
        actions[card - 1][told.name] = stake
    elif told.name != "play":
        player["wagers"][told.name] = stake
