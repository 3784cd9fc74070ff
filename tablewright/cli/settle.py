"""The settle command: rounds on standard input, results on standard output."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from tablewright.cli.sheets import Sheet, show
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Ruleset
from tablewright.rules.money import LARGEST_STAKE_CENTS, Cap, HouseSettings
from tablewright.settling import settler
from tablewright.settling.lines import settle_lines


def house_settings(
    ruleset: Ruleset, pokerpot_max: str | None, smallest_chip: str | None
) -> HouseSettings:
    """What the house posts about payments, from the command line."""
    maximum = whole_cents(pokerpot_max, "--pokerpot-max") if pokerpot_max is not None else None
    if maximum and not any(each.cap is not Cap.NONE for each in ruleset.wagers.values()):
        raise Refused(
            f"--pokerpot-max is given and {ruleset.game.name} posts no maximum payout:"
            " expected only with king-high"
        )
    chip = whole_cents(smallest_chip, "--smallest-chip") if smallest_chip is not None else 1
    return HouseSettings(smallest_chip_cents=chip, maximum_payout_cents=maximum)


def whole_cents(text: str, option: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text[:20]) <= LARGEST_STAKE_CENTS:
        return int(text)
    raise Refused(
        f"{option} is {quoted(text)}: expected whole cents from 1 to {LARGEST_STAKE_CENTS}"
    )


def settle(ruleset: Ruleset, house: HouseSettings, *, as_json: bool) -> bool:
    """Settle every round on standard input; whether all of them could be."""
    for warning in ruleset.warnings:
        print(f"tablewright: WARNING: {warning}", file=sys.stderr)
    if sys.stdin.isatty():
        print("One round a line as JSON; end with Ctrl-D.", file=sys.stderr)
    results = settle_lines(settler(ruleset, house), sys.stdin.buffer)
    if as_json or not sys.stdout.isatty():
        return write_json(with_progress(results))
    good = True
    for result in results:
        show(round_sheets(result, ruleset.game.place))
        print()
        good = good and "error" not in result
    return good


def write_json(results: Iterable[dict[str, Any]]) -> bool:
    """One result a line, each written out before the next round is read."""
    import msgspec

    encode, out, good = msgspec.json.Encoder().encode, sys.stdout.buffer, True
    for result in results:
        out.write(encode(result) + b"\n")
        out.flush()
        if "error" in result:
            good = False
    return good


def with_progress(results: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The same results; a person who waits at a terminal for a file is told how far it is."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from results
        return
    shown = time.monotonic() + 2
    count = 0
    for count, result in enumerate(results, start=1):
        yield result
        if time.monotonic() > shown:
            print(f"\r{count:,} rounds settled", end="", file=sys.stderr, flush=True)
            shown = time.monotonic() + 0.5
    if count and time.monotonic() > shown - 0.5 and shown:
        print(f"\r{count:,} rounds settled", file=sys.stderr)


def round_sheets(result: dict[str, Any], place: str) -> Iterator[Sheet]:
    """One round for a person: what was shown, and each wager with the rule that settled it."""
    if "error" in result:
        yield Sheet(f"Line {result['line']}: {result['error']}", is_warning=True)
        return
    if "dealer" in result:
        dealer = result["dealer"]
        qualifies = "qualifies" if dealer["qualifies"] else "does not qualify"
        yield Sheet(f"Dealer: {dealer['cards']}", note=f"{dealer['hand']}; {qualifies}")
    elif "hand" in result:
        yield Sheet(f"Cards: {result['hand']}")
    for player in result.get("seats") or result["boxes"]:
        said = f": {player['hand']}" if "hand" in player else ""
        rows = [_wager_row(id, each) for id, each in player["wagers"].items()]
        for number, on_card in enumerate(player.get("actions", []), start=1):
            rows += [_wager_row(f"card {number} {id}", each) for id, each in on_card.items()]
        yield Sheet(
            f"{place.title()} {player[place]}{said}",
            rows=[*rows, ["in all", dollars(player["staked"]), _net(player["net"]), "", ""]],
            header=("wager", "stake", "net", "line", "rule"),
        )


def _wager_row(name: str, each: dict[str, Any]) -> list[str]:
    net = _net(each["returned"] - each["stake"])
    return [name, dollars(each["stake"]), net, each["line"], each["rule"]]


def dollars(cents: int) -> str:
    """Cents as people write them.

    >>> dollars(123456)
    '$1,234.56'
    """
    return f"${cents // 100:,}.{cents % 100:02}"


def _net(cents: int) -> str:
    return "push" if cents == 0 else f"{'+' if cents > 0 else '-'}{dollars(abs(cents))}"
