"""The discard holder: how many cards lie in it, and never which."""

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from tablewright.rules.language import say
from tablewright.table.words import counted

if TYPE_CHECKING:
    from tablewright.table.machine import Table


class HolderSeen(msgspec.Struct, frozen=True):
    """The cards in the discard holder: how many, never which."""

    cards: int
    has_cut_card: bool
    """Whether the cut card lies on top of them."""
    says: str


def holder_seen(t: "Table") -> HolderSeen | UnsetType:
    """What lies in the discard holder: a stub after a deal by hand, or the rounds dealt from a shoe."""
    state, packs = t.state, t.state.packs
    if t.device.rounds_between_shuffles > 1:
        on_felt = len(state.drawn) + sum(state.burns) + state.set_aside
        cards = packs.next - on_felt
        says = say("Discard holder: {cards}.", cards=counted(cards, "card"))
        return HolderSeen(cards, False, says) if cards else UNSET
    if t.device.cut and state.dealer_slots:
        cards = packs.sizes[packs.pack] - packs.next
        says = say(
            "Discard holder: the stub, {cards}, the cut card on top.", cards=counted(cards, "card")
        )
        return HolderSeen(cards, True, says)
    return UNSET
