"""What is told of wagers when they are settled, and of what goes wrong."""

from tablewright.rules.procedure import Concerns, Effect
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import FLOAT, TIPS, Chips, chips_text, money, spot
from tablewright.table.story.chapters import Chapter, Story, tells
from tablewright.table.story.words import became, named
from tablewright.table.verdict import is_given_back

OVER = " goes back."
"""With this ends what an event says of a wager over the maximum; the story says it in its own way."""


@tells(c.Settle)
def settle(s: Story, event: c.Settle) -> None:
    seat, person = s.state.seats[event.place], s.person(event.place)
    if s.chapter.told and s.chapter.told[-1].event == "show":
        return  # The hand that was just turned is this one.
    decision = s.book.contest.decision.get(seat.decision) if seat.decision else None
    given_up = decision is not None and decision.gives_up and not s.state.is_void
    s.settling = f"{person} has {decision.done}:" if decision and given_up else f"{person}:"


@tells(e.Settled)
def settled(s: Story, event: e.Settled) -> None:
    chapter, won = s.chapter, event.returned - event.stake
    if is_given_back(event, is_void=s.state.is_void):
        chapter.given_back += event.stake
    else:
        chapter.staked += event.stake
        chapter.returned += event.returned
    if s.is_full:
        _settled_in_full(s, event, won)
    else:
        _settled_in_short(s, event, won)


def _settled_in_full(s: Story, event: e.Settled, won: int) -> None:
    """A line for each wager, with its chips, the dealer's manner and the rule."""
    if s.settling:
        s.say(s.settling)
        s.settling = ""
    says, over = _what_became(s, event), _excess(s, event)
    if which := _chips(event, won):
        says = f"{says}. Chips: {which}" if over else f"{says}: {which}"
    stays = event.returned and not any(m.source.startswith("spot:") for m in event.moves)
    more = event.says.partition(OVER)[2].strip() if over else event.says
    said = [f"{says}.", "The wager stays." if stays else "", event.how, more]
    s.say(" ".join(filter(None, said)), s.rule(event.rule), won)


def _settled_in_short(s: Story, event: e.Settled, won: int) -> None:
    """A line for each place, with all its wagers."""
    says = _what_became(s, event)
    if s.settling:
        s.say(f"{s.settling} {says}.", net=won)
        s.settling = ""
        return
    told = s.chapter.told[-1]
    if told.net is None:
        # The hand was shown.
        told.says, told.net = f"{told.says} {says}.", won
    else:
        told.says, told.net = f"{told.says.removesuffix('.')}, {says}.", told.net + won


def _excess(s: Story, event: e.Settled) -> int:
    """What lies over the maximum, and goes back."""
    lies = s.state.bank.cents(spot(event.place, event.wager, event.for_dealer))
    return max(0, lies - event.stake)


def _what_became(s: Story, event: e.Settled) -> str:
    """A wager and what became of it, without a full stop."""
    name, stake = s.name(event.wager), money(event.stake)
    for_dealer = " for the dealer" if event.for_dealer else ""
    outcome = became(event, is_void=s.state.is_void)
    if not (over := _excess(s, event)):
        return f"{name} {stake}{for_dealer} {outcome}"
    lies, back = f"{name} {money(event.stake + over)}{for_dealer}", f"{money(over)} goes back"
    if s.is_full:
        return f"{lies}, over the maximum: {stake} plays and {outcome}; {back}"
    return f"{lies} {outcome} (over the maximum: {stake} plays, {back})"


def _chips(event: e.Settled, won: int) -> str:
    """The chips that the dealer takes or pays, and with which hand."""
    if not event.returned:
        taken = Chips()
        for move in event.moves:
            if move.target == FLOAT:
                taken = dict(move.chips)
        with_hand = "" if "either" in event.hand else f" with the {event.hand}"
        return f"{chips_text(taken)} taken{with_hand}"
    if won > 0:
        paid = event.moves[0]
        to = " to the tip box" if paid.target == TIPS else ""
        hand = event.hand if "either" in event.hand else f"the {event.hand}"
        return f"{chips_text(paid.chips)}{to}, with {hand}"
    return ""


@tells(c.Approve)
def approve(s: Story, event: c.Approve) -> None:
    s.say(f"{s.who()} approves the payment to {s.person(event.place)}.")


@tells(c.Clear)
def clear(s: Story, event: c.Clear) -> None:
    chapter, house = s.chapter, s.house()
    chapter.is_void = s.state.is_void
    stands = f"{money(abs(house))} {'up' if house > 0 else 'down'}" if house else "even"
    s.say(f"{_round_said(chapter)}; {stands} since the opening.")


def _round_said(chapter: Chapter) -> str:
    """What the house won or lost in a round, and of how much."""
    back = f"{money(chapter.given_back)} given back unplayed" if chapter.given_back else ""
    if back and not chapter.staked:
        return f"The house wins nothing this round ({back})"
    won = chapter.staked - chapter.returned
    does = f"{'wins' if won > 0 else 'loses'} {money(abs(won))}" if won else "stands even"
    sums = [f"{money(chapter.staked)} wagered", f"{money(chapter.returned)} returned"]
    return f"The house {does} this round ({', '.join([*sums, *filter(None, [back])])})"


# Irregularities ------------------------------------------------------------------------------------


@tells(c.Overlook)
def overlook(s: Story, event: c.Overlook) -> None:
    s.say(f"The dealer leaves out the {event.step} that is due.")


@tells(c.Declare)
def declare(s: Story, event: c.Declare) -> None:
    irregularity, ruling = s.fold.ruling(s.state, event)
    about = ""
    if event.wager:
        about = f" about the {s.name(event.wager)} of {s.person(event.place)}"
    elif event.place or irregularity.concerns is Concerns.PLACE:
        about = f" about {s.person(event.place)}"
    card = f", {named(event.card)}" if event.card else ""
    s.say(
        f"IRREGULARITY, declared by {s.who()}{about}: {irregularity.title}{card}."
        f" Ruling: {ruling.says}",
        f"{ruling.source} ({irregularity.id})",
    )
    if ruling.effect is Effect.VOID and not s.fold.needs_second(s.state, ruling):
        s.begin_round()
        s.chapter.is_void = True
