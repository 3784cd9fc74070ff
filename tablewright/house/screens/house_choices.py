"""What a house may choose at a table of a game, and what holds where it chooses nothing.

The form for a new table is made of it, so that whatever a set-up can say is within the pit's reach.
"""

from datetime import UTC, datetime

import msgspec

from tablewright.house.screens.table_descriptions import Limits
from tablewright.rules.english import capital
from tablewright.rules.game import Game
from tablewright.rules.procedure import OffLimits
from tablewright.table.chips import Chips
from tablewright.table.setup import DEALER_STEPS, KEYED_STEPS, SUPERVISOR_STEPS, Book, Setup
from tablewright.table.words import plain


class PayChoice(msgspec.Struct, frozen=True):
    """One posted payment, by the key under which it can be changed."""

    key: str
    says: str
    odds: str


class HouseChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What the house may choose at a table of a game; each is what holds if nothing is chosen."""

    limits: Limits
    pays: list[PayChoice]
    denominations: list[int]
    float_chips: Chips
    approval_from: int
    card_change_minutes: int
    dealer_steps: list[str]
    """What the house can do by itself in a dealer's place, by the acts' tags."""
    keyed_steps: list[str]
    """Those of them that are left to the house at a physical table."""
    supervisor_steps: list[str]
    """The same in a supervisor's place; at practice tables only."""
    chooses_deal_order: bool
    """Whether no manual says who gets the first card."""
    chooses_settle_order: bool
    """Whether no manual says who is settled first, for some wagers at least."""
    may_return_small_wagers: bool
    """Whether a wager under the minimum stands, so that further ones may be given back."""
    knows_posted_limits_only: bool
    """Whether other limits are agreed with one player by the house's own rule, or not at all."""


def house_choices(of: Game, approval_from: int) -> HouseChoices:
    """What the house may choose at a table of a game with its default readings."""
    book = Book(Setup(table="a table", game=of.id, day=datetime.now(UTC).date(), is_practice=True))
    setup, procedure = book.setup, book.procedure
    in_rounds = {tag for phase in procedure.phases for tag in phase.allows}
    other_games = {"deal", "reveal", "draw", "burn"} - in_rounds
    return HouseChoices(
        limits=dict(setup.limits),
        pays=_pays(book),
        denominations=sorted(setup.denominations),
        float_chips=dict(setup.float_chips),
        approval_from=approval_from,
        card_change_minutes=setup.card_change_minutes,
        dealer_steps=[step for step in DEALER_STEPS if step not in other_games],
        keyed_steps=list(KEYED_STEPS),
        supervisor_steps=list(SUPERVISOR_STEPS),
        chooses_deal_order=not book.is_draw,
        chooses_settle_order=not all(stage.is_from_right for stage in book.stages),
        may_return_small_wagers=procedure.off_limits is OffLimits.STANDS,
        knows_posted_limits_only=procedure.personal_limits is None,
    )


def _pays(book: Book) -> list[PayChoice]:
    """Every posted payment once, wager by wager."""
    found: dict[str, PayChoice] = {}
    for decided in book.ruleset.wagers.values():
        for key, odds in decided.pay_keys().items():
            for_what = plain(key.partition(".")[2].replace(".", ", "))
            says = f"{decided.wager.title}: {for_what}"
            found.setdefault(key, PayChoice(key, capital(says), str(odds)))
    return list(found.values())
