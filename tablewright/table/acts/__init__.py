"""Everything that happens at a table: acts, and the events that follow from them, one file a topic.

An act's file holds all there is to it: what is sent, the guard from which both the refusal and the
listing in `legal` come, what follows, which chips move, what it does to the state, and its words.
"""

from typing import Any, Union

from tablewright.table.acts.approvals import RecordApprovals
from tablewright.table.acts.card_changes import PutOffCardChange
from tablewright.table.acts.closing import BeginClosing, Close, Closed, RemoveDropBox
from tablewright.table.acts.countersigning import CancelSlip, Countersign
from tablewright.table.acts.dealing import Called, Clear, Deal, Reveal, Show
from tablewright.table.acts.deciding import Decide, Staked
from tablewright.table.acts.decks import BringDecks, CardsRejected, Examine, RemoveCards, Wash
from tablewright.table.acts.devices import Mend, ReplaceCards, Substitute
from tablewright.table.acts.drawing import Burn, CardHeld, CutCardSeen, Draw, ShowCutCard
from tablewright.table.acts.equipment import CheckEquipment, DisplaySign, SignDisplayed
from tablewright.table.acts.forms import CountFloat, FormCompleted, ReportError, Sign
from tablewright.table.acts.inspections import Inspect, OrderInspection
from tablewright.table.acts.irregular import Declare, Overlook
from tablewright.table.acts.loading import HandShuffle
from tablewright.table.acts.money import BuyIn, ChangeColour, Moved, Tip
from tablewright.table.acts.no_more_bets import NoMoreBets
from tablewright.table.acts.opening import Open, Opened, SetUp, UnlockRack
from tablewright.table.acts.payments import Settled
from tablewright.table.acts.players import AgreeLimits, Leave, Sit
from tablewright.table.acts.protection import ChipsRuled, LookOver, ReportChips
from tablewright.table.acts.putting_right import Reckoned
from tablewright.table.acts.settling import Approve, Settle
from tablewright.table.acts.shuffling import Cut, OrderShuffle, Shuffle, Shuffled, Unsealed
from tablewright.table.acts.slips import Correct, Credit, Fill, SlipPrepared
from tablewright.table.acts.staff import Relieve
from tablewright.table.acts.taking_back import TakeBack
from tablewright.table.acts.voiding import TakenBack
from tablewright.table.acts.wagers import Advised, LateWager, Wager
from tablewright.table.acts.welcoming import Welcome
from tablewright.table.record import ACTS, EVENTS, Record

JOURNALLED: tuple[type[Record], ...] = (*(kind for kind in ACTS if kind is not Shuffle), *EVENTS)
"""All that a journal may hold; a shuffle stands in it sealed."""
RECORDS: Any = Union[JOURNALLED]  # noqa: UP007 - a union of a list of types
"""The type of any record, for decoding."""

__all__ = [
    "JOURNALLED",
    "RECORDS",
    "Advised",
    "AgreeLimits",
    "Approve",
    "BeginClosing",
    "BringDecks",
    "Burn",
    "BuyIn",
    "Called",
    "CancelSlip",
    "CardHeld",
    "CardsRejected",
    "ChangeColour",
    "CheckEquipment",
    "ChipsRuled",
    "Clear",
    "Close",
    "Closed",
    "Correct",
    "CountFloat",
    "Countersign",
    "Credit",
    "Cut",
    "CutCardSeen",
    "Deal",
    "Decide",
    "Declare",
    "DisplaySign",
    "Draw",
    "Examine",
    "Fill",
    "FormCompleted",
    "HandShuffle",
    "Inspect",
    "LateWager",
    "Leave",
    "LookOver",
    "Mend",
    "Moved",
    "NoMoreBets",
    "Open",
    "Opened",
    "OrderInspection",
    "OrderShuffle",
    "Overlook",
    "PutOffCardChange",
    "Reckoned",
    "RecordApprovals",
    "Relieve",
    "RemoveCards",
    "RemoveDropBox",
    "ReplaceCards",
    "ReportChips",
    "ReportError",
    "Reveal",
    "SetUp",
    "Settle",
    "Settled",
    "Show",
    "ShowCutCard",
    "Shuffle",
    "Shuffled",
    "Sign",
    "SignDisplayed",
    "Sit",
    "SlipPrepared",
    "Staked",
    "Substitute",
    "TakeBack",
    "TakenBack",
    "Tip",
    "UnlockRack",
    "Unsealed",
    "Wager",
    "Wash",
    "Welcome",
]
