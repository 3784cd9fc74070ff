"""Why a wager ended as it did: the rule, its source, the odds, the chips and the dealer's hands."""

from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.citations import HOUSE
from tablewright.rules.language import cached_by_language, say, worded
from tablewright.rules.wagers import Line, made_said
from tablewright.table import acts
from tablewright.table.acts.payments import as_posted
from tablewright.table.chips import FLOAT, TIPS, Chips, Move, add_chips, chips_text, rail
from tablewright.table.setup import Book


class Why(msgspec.Struct, frozen=True):
    """The answer to a question about a payment, each part a sentence or nothing."""

    sentence: str
    """What the rule says."""
    odds: str
    """The odds and the row of the pay table, where the rule does not say them itself."""
    chips: str
    """Where the chips went."""
    manner: str
    """Which hand the dealer used, where and how, and who says so."""
    source: str
    rule: str


class PaymentShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager that was settled at the place in question, with why. What is nothing is left out."""

    wager: str
    name: str
    stake: int
    returned: int = 0
    net: int
    odds: str = ""
    result: Literal["win", "push", "lose"]
    for_dealer: bool = False
    says: str = ""
    why: Why | UnsetType = UNSET
    """For the player who was paid, and for staff."""
    hand: str | UnsetType = UNSET
    where: str | UnsetType = UNSET
    how: str | UnsetType = UNSET
    """For the dealer who makes it: with which hand, where and how."""
    does: str | UnsetType = UNSET
    """For the dealer: what is done with it, in a word."""
    rack: Chips | UnsetType = UNSET
    """For the dealer: the chips that leave the rack for it, or come into it."""


def why(book: Book, settled: acts.Settled, *, is_own: bool = False) -> Why:
    """Why a wager ended so, said to its owner (`is_own`) or to anyone."""
    sentence, source, odds = _said(book, settled.wager, settled.rule, settled.net)
    return Why(
        f"{sentence or settled.said} {worded(settled.ruled)}".strip(),
        odds,
        _chips(settled, is_own=is_own),
        _manner(settled),
        source,
        settled.rule,
    )


@cached_by_language(4096)
def _said(book: Book, wager: str, rule: str, net: str) -> tuple[str, str, str]:
    """The rule, its source and its odds: the same for everybody who is settled by it."""
    line = _line_of(book, wager, rule)
    sentence, source = _rule_of(book, rule)
    says_odds = bool(net) and as_posted(net) not in sentence
    return sentence, source, _odds(net, line) if says_odds else ""


def payment(book: Book, settled: acts.Settled, *, is_own: bool = False) -> PaymentShown:
    """A wager that was settled, with why it was."""
    won = settled.won
    return PaymentShown(
        wager=settled.wager,
        name=worded(book.wagers[settled.wager].name, "wager"),
        stake=settled.stake,
        returned=settled.returned,
        net=won,
        odds=posted(settled) if settled.net else "",
        result="win" if won > 0 else "push" if settled.returned else "lose",
        for_dealer=settled.for_dealer,
        says=settled.explained,
        why=why(book, settled, is_own=is_own),
    )


def over_the_rack(settled: acts.Settled) -> Chips:
    """The chips that leave the rack in a payment, or come into it where a wager is taken."""
    found: Chips = {}
    for move in settled.moves:
        if (move.source if settled.won > 0 else move.target) == FLOAT:
            found = add_chips(found, move.chips)
    return found


def posted(settled: acts.Settled) -> str:
    """What a wager came to, as it is posted."""
    if settled.net:
        return as_posted(settled.net)
    return worded("push" if settled.returned else "lose")


def _line_of(book: Book, wager: str, rule: str) -> Line[Any] | None:
    for line in book.ruleset.wagers[wager].lines:
        if line.rule == rule:
            return line
    return None


def rule_said(book: Book, rule: str) -> str:
    """What a rule says, and its id."""
    known = book.rules.get(rule)
    return f"{worded(known.sentence)} ({rule})" if known else f"({rule})"


def _rule_of(book: Book, rule: str) -> tuple[str, str]:
    """What a rule says, and where it stands; a setting of the house says what it did by itself."""
    found = book.rules.get(rule)
    return (worded(found.sentence), str(found.source)) if found else ("", HOUSE)


def _odds(odds: str, line: Line[Any] | None) -> str:
    net = Fraction(odds)
    words = say("Odds {odds}", odds=as_posted(odds))
    tables = line.tables if line else ()
    if not tables:
        return f"{words}."
    if len(tables) > 1:
        names = f" {worded('and')} ".join(worded(table.name) for table in tables)
        return say("{odds}, from {tables}.", odds=words, tables=names)
    (table,) = tables
    rows = [
        made_said(made).lower()
        for made, odds in table.rows.items()
        if odds.fraction - table.counts_stake == net
    ]
    made = f", {rows[0]}" if len(rows) == 1 else ""
    return f"{words} ({worded(table.name)}{made})."


def _chips(settled: acts.Settled, *, is_own: bool) -> str:
    """Where the chips went."""
    said = [_move_said(move, settled.place, is_own=is_own) for move in settled.moves]
    if settled.stays and not any(move.target.startswith("spot:") for move in settled.moves):
        said.append(say("the wager stays where it lies"))
    return f"{'; '.join(said)}."


def _move_said(move: Move, place: int, *, is_own: bool) -> str:
    chips = chips_text(move.chips)
    if move.source == FLOAT:
        if move.target == rail(place):
            target = say("you") if is_own else say("the player")
        else:
            target = say("the tip box") if move.target == TIPS else say("the wager's spot")
        return say("{chips} from the rack to {target}", chips=chips, target=target)
    if move.target == rail(place):
        if is_own:
            return say("your {chips} back to you", chips=chips)
        return say("the player's {chips} back to the player", chips=chips)
    if move.target == TIPS:
        if is_own:
            return say("your {chips} to the tip box", chips=chips)
        return say("the player's {chips} to the tip box", chips=chips)
    if is_own:
        return say("your {chips} to the rack", chips=chips)
    return say("the player's {chips} to the rack", chips=chips)


def _manner(settled: acts.Settled) -> str:
    how = ", ".join(worded(each) for each in (settled.hand, settled.where) if each)
    if not how:
        return ""
    says = f" {worded(settled.how)}" if settled.how else ""
    source = f" ({settled.source})" if settled.source else ""
    return f"{how}.{says}{source}"
