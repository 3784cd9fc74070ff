"""What is told of the cards: dealt, drawn, turned and called; shuffled, cut and replaced."""

from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.story.chapters import Story, tells
from tablewright.table.story.words import counted, joined, named
from tablewright.table.views import announced

# Dealing -------------------------------------------------------------------------------------------


@tells(c.Deal)
def deal(s: Story, event: c.Deal) -> None:
    places = [p for p in s.state.seats if s.state.stakes(p, s.book.wagers)]
    size = s.book.contest.hand_cards
    seats = f"{s.book.game.place}{'' if len(places) == 1 else 's'}"
    to = f"{seats} {joined([str(place) for place in places])}"
    s.say(f"{size} cards each are dealt to {to} and to the dealer.")


@tells(c.Reveal)
def reveal(s: Story, event: c.Reveal) -> None:
    s.say(f"The dealer turns {named(event.cards)}.")


@tells(e.Called)
def called(s: Story, event: e.Called) -> None:
    s.add(f" “{event.says}.”")


@tells(c.Show)
def show(s: Story, event: c.Show) -> None:
    seat = s.state.seats[event.place]
    held = event.cards.split()
    played = named(" ".join([held[n] for n in seat.plays]))
    plays = f", playing {played}" if played else ""
    s.settling = ""
    s.say(f"{s.person(event.place)} shows {named(event.cards)}{plays}: {event.hand}.")


@tells(c.Burn)
def burn(s: Story, event: c.Burn) -> None:
    s.say(f"The dealer burns {counted(s.state.burn_due, 'card')}.")


@tells(c.Draw)
def draw(s: Story, event: c.Draw) -> None:
    number = len(s.state.drawn) + 1
    s.say(f"Card {number}: the dealer draws {named(event.card)}.")


@tells(e.CutCardSeen)
def cut_card_seen(s: Story, event: e.CutCardSeen) -> None:
    s.add(" The cut card comes out: the cards are shuffled after this round.")


@tells(e.CardHeld)
def card_held(s: Story, event: e.CardHeld) -> None:
    beneath = f", {counted(event.burns, 'burnt card')} beneath" if event.burns else ""
    if s.is_full:
        s.say(f"{named(event.card)} goes to holding box {event.box}{beneath}.")
    says = announced(s.book, s.fold, s.state)
    if says:
        s.say(f"The dealer announces: {' '.join(f'“{each}.”' for each in says)}")


# Shuffling -----------------------------------------------------------------------------------------


@tells(c.Shuffled)
def shuffled(s: Story, event: c.Shuffled) -> None:
    device = s.fold.device(s.state)
    who = f"The {device.name}" if device.is_machine else "The dealer"
    sealed = f": {event.cards} cards, sealed {event.seal[:12]}" if s.is_full else ""
    s.say(f"{who} shuffles {s.pack(event.pack)}{sealed}.")


@tells(c.Cut)
def cut(s: Story, event: c.Cut) -> None:
    within = s.fold.device(s.state).has_cut_card_within
    how = "The cut card goes in" if within else "The deck is cut"
    s.say(f"{how} {event.at} cards down.")


@tells(e.Unsealed)
def unsealed(s: Story, event: e.Unsealed) -> None:
    told = s.chapter.told
    if not s.is_full:
        return
    if told and told[-1].event == "shuffled":
        s.add(" The order they had before is opened.")
    else:
        s.add(f" The order of {s.pack(event.pack)} is opened.")


@tells(c.OrderShuffle)
def order_shuffle(s: Story, event: c.OrderShuffle) -> None:
    s.say(f"{s.who()} orders a shuffle before the next round: {event.reason}.")


@tells(c.ReplaceCards)
def replace_cards(s: Story, event: c.ReplaceCards) -> None:
    s.say(f"{s.who()} has {named(event.cards)} replaced: {event.reason}.")


@tells(c.Mend)
def mend(s: Story, event: c.Mend) -> None:
    name = s.fold.device(s.state).name
    s.say(
        f"By now the {name} has been mended: {s.who()} has its cards checked, and it stays in use"
        " after all."
    )


@tells(c.Substitute)
def substitute(s: Story, event: c.Substitute) -> None:
    name = s.book.procedure.device(event.device).name
    which = f"another {name}" if event.device == s.state.packs.device else f"the {name}"
    s.say(f"{s.who()} has {which} take over.")
