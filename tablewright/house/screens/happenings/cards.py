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
from tablewright.table import acts
from tablewright.table.machine import Actor
from tablewright.table.story.words import counted, named, spelled


@says(acts.Deal)
def deal(s: Scene, event: acts.Deal, by: Actor) -> Happening:
    each = spelled(s.book.contest.hand_cards, "card")
    return Happening(CARDS, f"The dealer deals {each} to each hand.")


@says(acts.Reveal)
def reveal(s: Scene, event: acts.Reveal, by: Actor) -> Happening:
    hand = s.dealers_hand(event.cards)
    return Happening(CARDS, f"The dealer turns {named(event.cards)}.", 0, event.cards, hand)


@says(acts.Called)
def called(s: Scene, event: acts.Called, by: Actor) -> Happening:
    return Happening(CALL, event.says)


@says(acts.Show)
def show(s: Scene, event: acts.Show, by: Actor) -> Happening:
    place, cards, hand = event.place, event.cards, event.hand
    return Happening(CARDS, f"{s.who(place)} shows {named(cards)}: {hand}.", place, cards, hand)


@says(acts.Burn)
def burn(s: Scene, event: acts.Burn, by: Actor) -> Happening:
    return Happening(CARDS, f"The dealer burns {s.burnt()}.")


@says(acts.Draw)
def draw(s: Scene, event: acts.Draw, by: Actor) -> Happening:
    return Happening(CARDS, f"The dealer draws {named(event.card)}.", 0, event.card)


@says(acts.CardHeld)
def card_held(s: Scene, event: acts.CardHeld, by: Actor) -> Happening:
    if said := s.announcements():
        return Happening(CALL, ". ".join(said))
    return Happening(CARDS, f"{named(event.card)} goes to holding box {event.box}.", to=JOURNAL)


@says(acts.CutCardSeen)
def cut_card_seen(s: Scene, event: acts.CutCardSeen, by: Actor) -> Happening:
    return Happening(CARDS, "The cut card comes out: the cards are shuffled after this round.")


@says(acts.Shuffled)
def shuffled(s: Scene, event: acts.Shuffled, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.shuffler()} shuffles.")


@says(acts.Cut)
def cut(s: Scene, event: acts.Cut, by: Actor) -> Happening:
    return Happening(CARDS, "The cut card goes in." if s.cuts_within() else "The deck is cut.")


@says(acts.Unsealed)
def unsealed(s: Scene, event: acts.Unsealed, by: Actor) -> Happening:
    order = " ".join([event.order[n : n + 2] for n in range(0, len(event.order), 2)])
    return Happening(CARDS, f"The order of a pack out of play is opened: {order}.", to=JOURNAL)


@says(acts.OrderShuffle)
def order_shuffle(s: Scene, event: acts.OrderShuffle, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.staff(by)} orders a shuffle: {event.reason}.")


@says(acts.ReplaceCards)
def replace_cards(s: Scene, event: acts.ReplaceCards, by: Actor) -> Happening:
    some = counted(len(event.cards.split()), "card")
    return Happening(CARDS, f"{s.staff(by)} has {some} replaced: {event.reason}.")


@says(acts.Mend)
def mend(s: Scene, event: acts.Mend, by: Actor) -> Happening:
    return Happening(TROUBLE, "The device is mended and its cards are checked.")


@says(acts.Substitute)
def substitute(s: Scene, event: acts.Substitute, by: Actor) -> Happening:
    name = s.book.procedure.device(event.device).name
    return Happening(TROUBLE, f"{s.staff(by)} has the {name} take over.")


@says(acts.BringDecks)
def bring_decks(s: Scene, event: acts.BringDecks, by: Actor) -> Happening:
    decks = counted(len(event.backs), "sealed deck")
    return Happening(CARDS, f"{s.staff(by)} brings {decks}.")


@says(acts.Examine)
def examine(s: Scene, event: acts.Examine, by: Actor) -> Happening:
    return Happening(CARDS, f"{s.staff(by)} looks the cards through: {event.found or 'all good'}.")


@says(acts.CardsRejected)
def cards_rejected(s: Scene, event: acts.CardsRejected, by: Actor) -> Happening:
    return Happening(CARDS, "The cards are rejected: others must be brought.")


@says(acts.Wash)
def wash(s: Scene, event: acts.Wash, by: Actor) -> Happening:
    return Happening(CARDS, "The dealer washes the cards.")


@says(acts.RemoveCards)
def remove_cards(s: Scene, event: acts.RemoveCards, by: Actor) -> Happening:
    return Happening(CARDS, "The cards are taken from the table.")


@says(acts.Clear)
def clear(s: Scene, event: acts.Clear, by: Actor) -> Happening:
    return Happening(CARDS, "The dealer takes up the cards: the round is over.")
