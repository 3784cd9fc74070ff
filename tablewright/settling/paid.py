"""What comes back, as JSON writes it: one wager's result, and the sum of a player's."""

from typing import Any

from tablewright.rules.cashier import Paid

Result = dict[str, Any]


def as_result(paid: Paid) -> Result:
    """One wager's result."""
    return {"stake": paid.stake, "returned": paid.returned, "rule": paid.rule, "line": paid.line}


def totals(results: list[Result]) -> Result:
    """What a player staked in all, got back, and is up or down."""
    staked = returned = 0
    for result in results:
        staked += result["stake"]
        returned += result["returned"]
    return {"staked": staked, "returned": returned, "net": returned - staked}
