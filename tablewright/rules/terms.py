"""Words of the trade, each explained in a sentence where it stands: the same in every game.

What means something of its own in one game (its wagers, what qualifies) is explained by that game,
and goes before what is said here. A form is looked for as it is written, or with a capital.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tablewright.rules.citations import Passage, house
from tablewright.rules.language import worded

TRADE = house("words of the trade")
TERM = "term"
"""In the keys of what is explained."""


class Term(NamedTuple):
    """A word that players may not know."""

    id: str
    forms: tuple[str, ...]
    """As it occurs in sentences: `push`, `pushes`."""
    says: str
    """What it means, to a person who has never played."""
    source: Passage = TRADE

    @property
    def listed(self) -> str:
        """Its forms as a catalogue has them: other languages have others, and more or fewer."""
        return "|".join(self.forms)


def forms_spoken(term: Term) -> tuple[str, ...]:
    """The forms of a term in the language that is spoken."""
    return tuple(filter(None, worded(term.listed, TERM).split("|")))


GENERAL = (
    Term("push", ("push", "pushes"), "A tie: your bet comes back, with nothing won or lost."),
    Term("copy", ("copy",), "Your hand and the dealer's are exactly equal."),
    Term(
        "qualify",
        ("qualify", "qualifies"),
        "The dealer needs a hand of a certain strength; without it some bets are settled differently.",
    ),
    Term(
        "even-money",
        ("1-1",),
        "You win as much as you bet, and your bet comes back too.",
    ),
    Term(
        "void",
        ("void",),
        "The round is called off because something went wrong.",
    ),
    Term(
        "no-more-bets",
        ("no more bets",),
        "From this call on, chips on the felt must not be touched until they are settled.",
    ),
    Term(
        "burn",
        ("burn", "burnt", "burns"),
        "A card is set aside face down, out of play.",
    ),
    Term(
        "cut-card",
        ("cut card",),
        "A coloured plastic card that marks a place in the pack.",
    ),
    Term("shoe", ("shoe",), "The box from which cards are dealt one by one."),
    Term("shuffler", ("shuffler",), "A machine that shuffles the cards."),
    Term("pair", ("pair", "one pair"), "Two cards of the same rank, such as two nines."),
    Term("two-pair", ("two pair",), "Two cards of one rank and two of another."),
    Term("three-of-a-kind", ("three of a kind",), "Three cards of the same rank."),
    Term("four-of-a-kind", ("four of a kind",), "Four cards of the same rank."),
    Term("straight", ("straight",), "Cards in sequence, such as seven, eight, nine."),
    Term("flush", ("flush",), "Cards that are all of one suit."),
    Term("full-house", ("full house",), "Three cards of one rank and two of another."),
    Term("straight-flush", ("straight flush",), "Cards in sequence that are all of one suit."),
    Term("royal-flush", ("royal flush",), "The highest straight of one suit, up to the ace."),
    Term(
        "high-card",
        ("high card",),
        "No pair or better: the highest card counts, then the next.",
    ),
)


def terms_of(own: Iterable[Term]) -> tuple[Term, ...]:
    """Every term of a game: its own, then those of the trade that it does not explain itself."""
    own = tuple(own)
    known = {term.id for term in own}
    taken = {form for term in own for form in term.forms}
    return own + tuple(
        term._replace(forms=tuple(form for form in term.forms if form not in taken))
        for term in GENERAL
        if term.id not in known
    )
