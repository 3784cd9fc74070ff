"""A physical pack, simulated: the cards of a table whose machine does not know them, with faults.

Nothing here asks the machine what the cards are. Decks come with a card too few, a card twice or a card
that is none of theirs; a shuffle leaves one face up, or leaves cards out of the shoe; a device jams; a
dealer gives a hand too many cards or too few. `Pack` says what people at the table would find.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK

ONE_DECK = tuple(card.text for card in DECK)
NO_CARDS = ("joker", "blank card")


class Card(NamedTuple):
    """One physical card."""

    face: str
    is_up: bool = False
    is_strange: bool = False
    """Whether it is of another pack, though its face could be one of this."""

    @property
    def is_no_card(self) -> bool:
        """Whether nobody can enter it."""
        return self.face in NO_CARDS

    @property
    def is_foreign(self) -> bool:
        return self.is_no_card or self.is_strange


class Rates(NamedTuple):
    """How often each fault comes about."""

    in_a_deck: float = 0.2
    """A deck as it is brought: a card missing, twice, or none of its own."""
    fouled: float = 0.01
    """A pack that was right, as it is shuffled."""
    face_up: float = 0.04
    """A card of a shuffled pack."""
    short: float = 0.02
    """Most of a shuffled pack is left out of the device."""
    jam: float = 0.02
    """Before a card is wanted, and while hands are out."""
    wrong_count: float = 0.02
    """Each hand that is dealt."""
    exposed: float = 0.03
    """A card of the dealer's, while it should lie face down."""


class Pack:
    """All the cards of a table: in the device, on the felt and used."""

    def __init__(self, rng: Random, rates: Rates) -> None:
        self.rng, self.rates = rng, rates
        self.cards: dict[int, list[Card]] = {}
        """What lies in the device, pack by pack; the next card is the last."""
        self.used: dict[int, list[Card]] = {}
        """What was left out, discarded or burnt."""
        self.hands: dict[int, list[Card]] = {}
        """What lies before the places; 0 is the dealer."""
        self.drawn: list[Card] = []
        self.is_jammed = False
        self.is_up = False
        """Whether a card of the last shuffle lies face up."""
        self.is_miscounted = False
        """Whether a hand of this round was dealt another number of cards."""
        self.seen = ""
        """A card of the dealer's that was seen too early."""
        self.cut_at = 0
        """How many cards lie below the cut card."""

    def _happens(self, rate: float) -> bool:
        return self.rng.random() < rate

    # Decks ----------------------------------------------------------------------------------------

    def bring(self, packs: int, decks: int) -> None:
        """New decks, one of which may not be what it should."""
        self.cards = {n: [Card(face) for face in ONE_DECK * decks] for n in range(packs)}
        self.used = {n: [] for n in range(packs)}
        self.hands, self.drawn, self.seen = {}, [], ""
        for cards in self.cards.values():
            if self._happens(self.rates.in_a_deck):
                self._foul(cards)

    def _foul(self, cards: list[Card]) -> None:
        """One card is missing, there twice, or none of the pack's."""
        at = self.rng.randrange(len(cards))
        match self.rng.choice(["missing", "twice", "no card", "strange"]):
            case "missing":
                del cards[at]
            case "twice":
                cards[at] = cards[at - 1]
            case "no card":
                cards[at] = Card(self.rng.choice(NO_CARDS))
            case "strange":
                cards[at] = cards[at - 1]._replace(is_strange=True)

    def is_whole(self, decks: int) -> bool:
        """Whether every pack has the cards that it should have."""
        whole = sorted(Card(face) for face in ONE_DECK * decks)
        return all(
            sorted(card._replace(is_up=False) for card in self._all_of(n)) == whole
            for n in self.cards
        )

    def make_whole(self, decks: int) -> None:
        """What is wrong with the decks is put right, between rounds."""
        self.cards = {n: [Card(face) for face in ONE_DECK * decks] for n in self.cards}
        self.used = {n: [] for n in self.cards}

    def _all_of(self, pack: int) -> list[Card]:
        return [*self.cards[pack], *self.used[pack]]

    # The device -----------------------------------------------------------------------------------

    def shuffle(self, pack: int) -> None:
        """Everything that does not lie on the felt is shuffled and loaded, as a rule."""
        cards = [card._replace(is_up=False) for card in self._all_of(pack)]
        if cards and self._happens(self.rates.fouled):
            self._foul(cards)
        self.rng.shuffle(cards)
        if cards and self._happens(self.rates.face_up):
            at = self.rng.randrange(max(0, len(cards) - 30), len(cards))
            cards[at] = cards[at]._replace(is_up=True)
            self.is_up = True
        self.used[pack] = []
        if self._happens(self.rates.short):
            kept = self.rng.randrange(12)
            self.used[pack], cards = cards[kept:], cards[:kept]
        self.cards[pack] = cards

    def put_right(self, pack: int) -> None:
        """A supervisor has the device mended and what was left out of it put in."""
        self.is_jammed = False
        cards = [card._replace(is_up=False) for card in self._all_of(pack)]
        self.rng.shuffle(cards)
        self.cards[pack], self.used[pack] = cards, []

    def insert_cut_card(self, pack: int) -> None:
        self.cut_at = max(0, len(self.cards[pack]) - self.rng.randint(45, 55))

    def is_past_cut_card(self, pack: int) -> bool:
        return len(self.cards[pack]) < self.cut_at

    def may_jam(self) -> None:
        self.is_jammed = self.is_jammed or self._happens(self.rates.jam)

    def gives(self, pack: int, count: int) -> bool:
        """Whether so many cards come out of the device."""
        return not self.is_jammed and len(self.cards[pack]) >= count

    def face_up_among(self, pack: int, count: int) -> Card | None:
        """A card of the deck that lies face up among the next ones."""
        found = [card for card in self.cards[pack][-count:] if card.is_up and not card.is_no_card]
        return found[-1] if found else None

    def turn_down(self, pack: int) -> None:
        """A card that was seen lies face down again."""
        self.is_up = False
        self.cards[pack] = [card._replace(is_up=False) for card in self.cards[pack]]

    def lay_aside(self, pack: int, count: int) -> None:
        """So many cards are burnt, as far as there are any."""
        for _ in range(min(count, len(self.cards[pack]))):
            self.used[pack].append(self.cards[pack].pop())

    def next(self, pack: int) -> Card | None:
        return self.cards[pack][-1] if self.cards[pack] else None

    # The felt -------------------------------------------------------------------------------------

    def deal(self, pack: int, places: tuple[int, ...], size: int) -> None:
        """A hand each; now and then one card too many or too few."""
        for place in (*places, 0):
            count = size
            if self._happens(self.rates.wrong_count):
                count += self.rng.choice([-1, 1])
                self.is_miscounted = True
            cards = self.cards[pack]
            self.hands[place] = [cards.pop() for _ in range(min(count, len(cards)))]
        if self.hands[0] and self._happens(self.rates.exposed):
            self.seen = self.rng.choice(self.hands[0]).face

    def count_right(self, pack: int, size: int) -> None:
        """Hands get what they lack, and what they have too much goes back."""
        self.is_miscounted = False
        for hand in self.hands.values():
            while len(hand) > size:
                self.cards[pack].insert(0, hand.pop())
            while len(hand) < size and self.cards[pack]:
                hand.append(self.cards[pack].pop())

    def wrong_hands(self, size: int) -> list[int]:
        """The places whose hands have too many cards or too few."""
        return [place for place, hand in self.hands.items() if len(hand) != size]

    def is_fouled(self, decks: int) -> bool:
        """Whether a card lies in a hand that is none of the pack's, or too often."""
        faces = Counter(card.face for hand in self.hands.values() for card in hand)
        is_foreign = any(card.is_foreign for hand in self.hands.values() for card in hand)
        return is_foreign or any(times > decks for times in faces.values())

    def has_fault(self, pack: int) -> bool:
        """Whether there is something to declare that people may have noticed."""
        card = self.next(pack) if pack in self.cards else None
        is_foreign = (card and card.is_foreign) or any(each.is_foreign for each in self.drawn)
        return bool(is_foreign or self.is_jammed or self.seen or self.is_up or self.is_miscounted)

    def accept_drawn(self) -> None:
        """What was drawn stands as it was read."""
        self.drawn = [card._replace(is_strange=False) for card in self.drawn]

    def clear(self, pack: int) -> None:
        """All cards on the felt are taken up."""
        for hand in self.hands.values():
            self.used[pack] += hand
        self.used[pack] += self.drawn
        self.hands, self.drawn, self.seen, self.is_miscounted = {}, [], "", False
