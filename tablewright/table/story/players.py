"""What is told of the players: who comes and goes, their money, their wagers and decisions."""

from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import chips_text, money, rail, spot
from tablewright.table.story.chapters import Story, tells
from tablewright.table.story.words import amount, joined

# Coming, going, money ------------------------------------------------------------------------------


@tells(c.Sit)
def sit(s: Story, event: c.Sit) -> None:
    s.say(f"{event.player} takes {s.book.game.place} {event.place}.")


@tells(c.Leave)
def leave(s: Story, event: c.Leave) -> None:
    chips = s.state.bank.chips(rail(event.place))
    s.say(f"{s.person(event.place)} leaves with {s.amount(dict(chips))}.")


@tells(c.BuyIn)
def buy_in(s: Story, event: c.BuyIn) -> None:
    cash, told = money(event.cash), s.chapter.told
    if s.is_full:
        s.say(f"{s.person(event.place)} buys in for {cash}: {chips_text(event.chips)}.")
    elif told and (told[-1].event, told[-1].line) == ("sit", s.line.n - 1):
        told[-1].says = f"{told[-1].says.removesuffix('.')} and buys in for {cash}."
    else:
        s.say(f"{s.person(event.place)} buys in for {cash}.")


@tells(c.ChangeColour)
def change_colour(s: Story, event: c.ChangeColour) -> None:
    gives, takes = chips_text(event.give), chips_text(event.take)
    s.say(f"{s.person(event.place)} changes {gives} for {takes}.")


@tells(c.Tip)
def tip(s: Story, event: c.Tip) -> None:
    s.say(f"{s.person(event.place)} tips the dealer {s.amount(event.chips)}.")


@tells(c.AgreeLimits)
def agree_limits(s: Story, event: c.AgreeLimits) -> None:
    who, person = s.who(), s.person(event.place)
    if not event.limits:
        s.say(f"{who} takes away the marker of {person}: the posted limits hold again.")
        return
    limits = [f"{k} {money(low)} to {money(high)}" for k, (low, high) in event.limits.items()]
    s.say(f"{who} agrees limits with {person} and sets a marker: {', '.join(limits)}.")


@tells(c.Correct)
def correct(s: Story, event: c.Correct) -> None:
    person, to = s.person(event.place), bool(event.to_player)
    chips = amount(event.to_player or event.from_player)
    moved = f"{chips} to {person}" if to else f"{chips} from {person}"
    s.say(f"CORRECTION asked for by {s.who()}: {moved}. The reason: {event.reason}.")


# Wagers --------------------------------------------------------------------------------------------


@tells(c.Wager)
def wager(s: Story, event: c.Wager) -> None:
    s.begin_round()
    bet = s.wagered(event.wager, event.chips, for_dealer=event.for_dealer)
    s.bet(s.person(event.place), bet)


@tells(e.Advised)
def advised(s: Story, event: e.Advised) -> None:
    name, limit = s.name(event.wager), money(event.cents)
    s.say(f"{s.person(event.place)} is told that the {event.limit} of {name} is {limit}.")


@tells(c.LateWager)
def late_wager(s: Story, event: c.LateWager) -> None:
    name, chips = s.name(event.wager), s.amount(event.chips)
    s.say(
        f"LATE WAGER: {s.person(event.place)} puts {chips} on {name} after the bets are"
        " closed. It is pushed back and recorded."
    )


@tells(c.TakeBack)
def take_back(s: Story, event: c.TakeBack) -> None:
    lies = s.state.bank.chips(spot(event.place, event.wager, for_dealer=event.for_dealer))
    person, name, chips = s.person(event.place), s.name(event.wager), s.amount(dict(lies))
    for_dealer = ", bet for the dealer," if event.for_dealer else ""
    if s.line.by == "dealer":
        s.say(f"The dealer gives back {name}{for_dealer} to {person}: {chips}.")
    else:
        s.say(f"{person} takes back {name}{for_dealer} {chips}.")


@tells(c.NoMoreBets)
def no_more_bets(s: Story, event: c.NoMoreBets) -> None:
    s.begin_round()
    s.say("The dealer calls no more bets.")


# Decisions -----------------------------------------------------------------------------------------


@tells(c.Decide)
def decide(s: Story, event: c.Decide) -> None:
    named = joined([str(n + 1) for n in event.cards])
    which = f" (cards {named} of the hand)" if named else ""
    s.say(f"{s.person(event.place)} {s.book.contest.decision[event.decision].does}{which}.")


@tells(e.Staked)
def staked(s: Story, event: e.Staked) -> None:
    (move,) = event.moves
    for_dealer = move.target.endswith(":dealer")
    bet = s.wagered(event.wager, move.chips, for_dealer=for_dealer)
    told = s.chapter.told[-1]
    is_first = told.event == "decide" and told.line == s.line.n - 1
    told.says = f"{told.says.removesuffix('.')}{', with' if is_first else ','} {bet}."
