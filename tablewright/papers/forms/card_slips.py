"""Card and dice slips: the cards that went into play, and those that left the table."""

from collections.abc import Iterator

from tablewright.papers.documents import Block
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import CardSlip
from tablewright.papers.forms.parts import BOTH, EMPTY, Named, dated, fields, head, signatures
from tablewright.table.acts.forms import SLIP_IN


def card_slip(form: str, number: str, edition: Edition, filled: CardSlip | None) -> Iterator[Block]:
    """Which cards, when, and who signs for them."""
    yield from head(form, number, edition, filled)
    says = filled.says if filled else {}
    named: list[Named]
    if form == SLIP_IN:
        named = [
            ("Cards", says.get("cards", EMPTY)),
            ("Put into play", dated(says.get("put into play", EMPTY))),
        ]
    else:
        named = [
            ("Removed", dated(says.get("removed", EMPTY))),
            ("Came in with slip", dated(filled.goes_with if filled else EMPTY)),
        ]
    yield fields(*named)
    posts = BOTH if form == SLIP_IN else ("Dealer or supervisor",)
    yield signatures(filled.signed if filled else [], posts)
