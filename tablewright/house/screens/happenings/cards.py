"""What is said of cards: dealt, drawn, turned and called; shuffled, cut, brought and removed."""

from tablewright.house.screens.happenings.scene import (
    CALL,
    CARDS,
    JOURNAL,
    TROUBLE,
    Happening,
    Scene,
    says,
)
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.machine import Actor
from tablewright.table.story.words import counted, named, spelled


@says(c.Deal)
def deal(s: Scene, event: c.Deal, by: Actor) -> Happening:
    each = spelled(s.book.contest.hand_cards, "card")
    return Happening(CARDS, f"The dealer deals {each} to each hand.")


@says(c.Reveal)
def reveal(s: Scene, event: c.Reveal, by: Actor) -> Happening:
    hand = s.dealers_hand(event.cards)
    return Happening(CARDS, f"The dealer turns {named(event.cards)}.", 0, event.cards, hand)


@says(e.Called)
def called(s: Scene, event: e.Called, by: Actor) -> Happening:
    return Happening(CALL, event.says)


@says(c.Show)
def show(s: Scene, event: c.Show, by: Actor) -> Happening:
    place, cards, hand = event.place, event.cards, event.hand
    return Happening(CARDS, f"{s.who(place)} shows {named(cards)}: {hand}.", place, cards, hand)


@says(c.Burn)
def burn(s: Scene, event: c.Burn, by: Actor) -> Happening:
    return Happening(CARDS, f"The dealer burns {s.burnt()}.")


@says(c.Draw)
def draw(s: Scene, event: c.Draw, by: Actor) -> Happening:
    return Happening(CARDS, f"The dealer draws {named(event.card)}.", 0, event.card)


@says(e.CardHeld)
def card_held(s: Scene, event: e.CardHeld, by: Actor) -> Happening:
    if said := s.announcements():
        return Happening(CALL, ". ".join(said))
    return Happening(CARDS, f"{named(event.card)} goes to holding box {event.box}.", to=JOURNAL)


@says(e.CutCardSeen)
def cut_card_seen(s: Scene, event: e.CutCardSeen, by: Actor) -> Happening:
    return Happening(CARDS, "The cut card comes out: the cards are shuffled after this round.")


@says(c.Shuffled)
def shuffled(s: Scene, event: c.Shuffled, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.shuffler()} shuffles.")


@says(c.Cut)
def cut(s: Scene, event: c.Cut, by: Actor) -> Happening:
    return Happening(CARDS, "The cut card goes in." if s.cuts_within() else "The deck is cut.")


@says(e.Unsealed)
def unsealed(s: Scene, event: e.Unsealed, by: Actor) -> Happening:
    order = " ".join([event.order[n : n + 2] for n in range(0, len(event.order), 2)])
    return Happening(CARDS, f"The order of a pack out of play is opened: {order}.", to=JOURNAL)


@says(c.OrderShuffle)
def order_shuffle(s: Scene, event: c.OrderShuffle, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.staff(by)} orders a shuffle: {event.reason}.")


@says(c.ReplaceCards)
def replace_cards(s: Scene, event: c.ReplaceCards, by: Actor) -> Happening:
    some = counted(len(event.cards.split()), "card")
    return Happening(CARDS, f"{s.staff(by)} has {some} replaced: {event.reason}.")


@says(c.Mend)
def mend(s: Scene, event: c.Mend, by: Actor) -> Happening:
    return Happening(TROUBLE, "The device is mended and its cards are checked.")


@says(c.Substitute)
def substitute(s: Scene, event: c.Substitute, by: Actor) -> Happening:
    name = s.book.procedure.device(event.device).name
    return Happening(TROUBLE, f"{s.staff(by)} has the {name} take over.")


@says(c.BringDecks)
def bring_decks(s: Scene, event: c.BringDecks, by: Actor) -> Happening:
    decks = counted(len(event.backs), "sealed deck")
    return Happening(CARDS, f"{s.staff(by)} brings {decks}.")


@says(c.Examine)
def examine(s: Scene, event: c.Examine, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.staff(by)} looks the cards through: {event.found or 'all good'}.")


@says(e.CardsRejected)
def cards_rejected(s: Scene, event: e.CardsRejected, by: Actor) -> Happening:
    return Happening(CARDS, "The cards are rejected: others must be brought.")


@says(c.Wash)
def wash(s: Scene, event: c.Wash, by: Actor) -> Happening:
    return Happening(CARDS, "The dealer washes the cards.")


@says(c.RemoveCards)
def remove_cards(s: Scene, event: c.RemoveCards, by: Actor) -> Happening:
    return Happening(CARDS, "The cards are taken from the table.")


@says(c.Clear)
def clear(s: Scene, event: c.Clear, by: Actor) -> Happening:
    return Happening(CARDS, "The dealer takes up the cards: the round is over.")
