"""The settle command: rounds on standard input, results on standard output."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.cli.interrupts import so_far, unbroken
from tablewright.cli.sheets import Sheet, dollars, show
from tablewright.games import game
from tablewright.rules.cards import cards, faces
from tablewright.rules.contest import Contest
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.money import LARGEST_STAKE_CENTS, HouseSettings
from tablewright.rules.readings import parse_choices
from tablewright.settling import settler
from tablewright.settling.lines import SettledLine, bounded_lines, settle_lines


def settle(
    id: str,
    readings: list[str],
    maximum_payouts: list[str],
    smallest_chip: str | None,
    *,
    as_json: bool,
) -> int:
    """Settle every round on standard input; 2 if any of them could not be."""
    of = game(id)
    chosen = parse_choices(of.readings, readings)
    ruleset = of.ruleset(chosen)
    house = house_settings(ruleset, maximum_payouts, smallest_chip)
    if sys.stdin is None:
        raise Refused("there is no standard input: expected rounds, one JSON object a line")
    warn(ruleset, chosen)
    if sys.stdin.isatty():
        print("One round a line as JSON (see --help); end with Ctrl-D.", file=sys.stderr)
    rounds = settle_lines(settler(ruleset, house), bounded_lines(sys.stdin.buffer))
    if as_json or not sys.stdout.isatty():
        return write_json(with_progress(rounds))
    status, written = 0, ResultsWritten()
    for settled in rounds:
        with unbroken():
            show(round_sheets(settled, ruleset))
            print()
            written.count += 1
        if "error" in settled.result:
            status = 2
    return status


class ResultsWritten:
    """How many results have been written in full, to be said on an interrupt."""

    def __init__(self) -> None:
        self.count = 0
        so_far(lambda: f"with {self.count:,} result{'s'[: self.count != 1]} written")


def warn(ruleset: Ruleset, chosen: dict[str, str]) -> None:
    """Say loudly what must be said of the readings in force."""
    for warning in ruleset.warnings:
        print(f"tablewright: WARNING: {warning}", file=sys.stderr)
    for id, option in ruleset.undecided_without(chosen).items():
        taken = f"{id} is undecided and taken as {option}"
        print(f"tablewright: {taken}; --reading chooses it", file=sys.stderr)


def house_settings(
    ruleset: Ruleset, maximum_payouts: list[str], smallest_chip: str | None
) -> HouseSettings:
    """What the house posts about payments, from the command line."""
    maximums: dict[str, int] = {}
    for text in maximum_payouts:
        kind, equals, cents = text.partition("=")
        if not (kind and equals):
            raise Refused(f"--maximum-payout is {quoted(text)}: expected WAGER=CENTS")
        ruleset.game.refuse_maximum(kind)
        most = whole_cents(cents, f"--maximum-payout {kind}")
        if maximums.setdefault(kind, most) != most:
            raise Refused(f"--maximum-payout {kind} is given twice: expected it once")
    chip = whole_cents(smallest_chip, "--smallest-chip") if smallest_chip is not None else 1
    return HouseSettings(smallest_chip_cents=chip, maximum_payouts=maximums)


def whole_cents(text: str, option: str) -> int:
    digits = text.lstrip("0")
    if text.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST_STAKE_CENTS)):
        amount = int(digits)
        if amount <= LARGEST_STAKE_CENTS:
            return amount
    raise Refused(
        f"{option} is {quoted(text)}: expected whole cents from 1 to {LARGEST_STAKE_CENTS}"
    )


def write_json(rounds: Iterable[SettledLine]) -> int:
    """One result a line, each written out before the next round is read."""
    import msgspec

    encode, out, status = msgspec.json.Encoder().encode, sys.stdout.buffer, 0
    written, whole = ResultsWritten(), unbroken()
    for settled in rounds:
        with whole:
            out.write(encode(settled.result) + b"\n")
            out.flush()
            written.count += 1
        if "error" in settled.result:
            status = 2
    return status


def with_progress(rounds: Iterable[SettledLine]) -> Iterator[SettledLine]:
    """The same rounds; while a file is written, a terminal shows how many are done."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from rounds
        return
    said, next_said = "", time.monotonic() + 2
    try:
        for count, settled in enumerate(rounds, start=1):
            yield settled
            if time.monotonic() > next_said:
                said, next_said = f"\r{count:,} rounds settled", time.monotonic() + 0.5
                print(said, end="", file=sys.stderr, flush=True)
    finally:
        if said:
            print(file=sys.stderr)


def round_sheets(settled: SettledLine, ruleset: Ruleset) -> Iterator[Sheet]:
    """One round for a person: the cards, what they are, and each wager with its rule."""
    result, given = settled.result, settled.given
    if "error" in result:
        yield Sheet(f"Line {settled.line}: {result['error']}", is_warning=True)
        return
    void = "VOID " if result.get("void") else ""
    yield Sheet(f"Line {settled.line}: {void}{table_said(given, result, ruleset)}".rstrip(": "))
    place = ruleset.game.place
    places = ruleset.game.place_plural
    for entry, player in zip(given[places], result[places], strict=True):
        rows = [_wager_row(ruleset, id, each) for id, each in player["wagers"].items()]
        for number, on_card in enumerate(player.get("actions", []), start=1):
            for id, each in on_card.items():
                rows.append(_wager_row(ruleset, id, each, f"card {number} "))
        amounts = [dollars(player["staked"]), dollars(player["returned"]), _net(player["net"])]
        yield Sheet(
            f"{place.title()} {player[place]}{player_said(entry, player)}",
            rows=[*rows, ["in all", *amounts, "", ""]],
            header=("wager", "stake", "returned", "net", "why", "rule"),
            amounts=(1, 2, 3),
            tucked=(5,),
            is_summed=True,
        )


def table_said(given: dict[str, Any], result: dict[str, Any], ruleset: Ruleset) -> str:
    """The cards on the table, and what they make."""
    if "dealer" not in result:
        hand = f"  {result['hand']}" if "hand" in result else ""
        return faces(cards(given.get("cards", ""))) + hand
    dealer = result["dealer"]
    said = [dealer["hand"]]
    if isinstance(ruleset.deal, Contest):
        held = cards(dealer["cards"])
        for name, view in ruleset.deal.spoken.items():
            if name != "hand":
                said.append(f"{view.name.lower()}: {view.spoken(view.strength(held))}")
    said.append("qualifies" if dealer["qualifies"] else "does not qualify")
    return f"dealer {faces(cards(dealer['cards']))}  {'; '.join(said)}"


def player_said(entry: dict[str, Any], player: dict[str, Any]) -> str:
    """A player's cards, what was decided and what was held."""
    said = [faces(cards(entry.get("cards", "")))]
    decision = entry.get("decision", "")
    if decision:
        played = f" with {faces(cards(entry[decision]))}" if decision in entry else ""
        said.append(f"{decision}{played}")
    said.append(player.get(decision) or player.get("hand", ""))
    told = ", ".join(each for each in said if each)
    return f": {told}" if told else ""


def _wager_row(ruleset: Ruleset, id: str, each: dict[str, Any], on: str = "") -> list[str]:
    amounts = [dollars(each["stake"]), dollars(each["returned"])]
    net = each["returned"] - each["stake"]
    name = on + ruleset.wagers[id].wager.name
    return [name, *amounts, _net(net) if net else "push", each["line"], each["rule"]]


def _net(cents: int) -> str:
    return dollars(0) if cents == 0 else f"{'+' if cents > 0 else '-'}{dollars(abs(cents))}"
