"""Dealing: hands and draws, burns, decisions, turning the cards, clearing them."""

from collections.abc import Iterable, Sequence

from tablewright.rules.contest import Contest
from tablewright.rules.errors import Forbidden, listed, quoted
from tablewright.rules.procedure import DEALER, PLAYER
from tablewright.rules.views import Hand
from tablewright.table import commands as c
from tablewright.table import events as e
from tablewright.table.chips import Chips, Move, made_of, money, rail, spot, take
from tablewright.table.handlers.devices import not_ready
from tablewright.table.handlers.forms import CARDS
from tablewright.table.legal import Allowed, are_cards
from tablewright.table.machine import Actor, Table, handles, offers


@handles(c.Deal, "GAME.phase.deal")
def deal(t: Table, command: c.Deal, by: Actor) -> list[e.Record]:
    missing = not_ready(t)
    if missing:
        raise Forbidden(f"the cards are not ready: expected {missing}", CARDS)
    return [command]


@offers(c.Deal)
def may_deal(t: Table, by: Actor) -> Iterable[Allowed]:
    if not not_ready(t):
        yield Allowed("deal")


def following(t: Table, place: int, decision: str) -> list[tuple[str, bool, int]]:
    """The wagers that a decision puts on the felt: which, whether for the dealer, how much."""
    found = []
    for id, (first, by_decision) in t.book.offer.following.items():
        times = by_decision.get(decision, 0)
        for for_dealer in (False, True):
            stake = t.state.bank.cents(spot(place, first, for_dealer))
            if times and stake:
                found.append((id, for_dealer, stake * times))
    return found


def staked(t: Table, place: int, decision: str) -> list[e.Record] | None:
    """The events that put them there; None if the player has not the chips."""
    held: Chips = dict(t.state.bank.chips(rail(place)))
    events: list[e.Record] = []
    for id, for_dealer, cents in following(t, place, decision):
        made = made_of(cents, held)
        if made is None:
            return None
        take(held, made)
        move = Move(rail(place), spot(place, id, for_dealer), made)
        events.append(e.Staked(place, id, (move,)))
    return events


@handles(c.Decide, "GAME.phase.decide")
def decide(t: Table, command: c.Decide, by: Actor) -> list[e.Record]:
    place, rule = command.place, t.phase_rule
    t.seat(place)
    if place not in t.fold.undecided(t.state):
        raise Forbidden(f"{t.place(place)} decides: expected a place that has to, once", rule)
    decision = t.book.contest.decision.get(command.decision)
    if decision is None:
        known = listed(t.book.contest.decision)
        raise Forbidden(f"the decision is {quoted(command.decision)}: expected {known}", rule)
    if by.role is not PLAYER and not t.book.offer.is_free(decision):
        free = listed([each.id for each in t.book.contest.decisions if t.book.offer.is_free(each)])
        raise Forbidden(
            f"{by} decides {decision.id} for {t.place(place)}: expected {free} only", rule
        )
    _refuse_named(t, command, decision.plays, rule)
    events = staked(t, place, decision.id)
    if events is None:
        needed = sum(cents for _, _, cents in following(t, place, decision.id))
        raise Forbidden(
            f"{decision.id} needs {money(needed)} in chips that can be laid down:"
            " expected a buy-in or a colour change first",
            f"{t.book.game.id}.play",
        )
    return [command, *events]


def _refuse_named(t: Table, command: c.Decide, plays: int | None, rule: str) -> None:
    size = len(t.state.seats[command.place].slots)
    expected = plays if plays and not t.device.is_keyed else 0
    named = command.cards
    if (
        len(named) != expected
        or len(set(named)) != expected
        or not all(0 <= n < size for n in named)
    ):
        what = f"{expected} different cards of the hand" if expected else "no cards named"
        raise Forbidden(f"{command.decision} names {quoted(list(named))}: expected {what}", rule)


@offers(c.Decide)
def may_decide(t: Table, by: Actor) -> Iterable[Allowed]:
    size = 0 if t.device.is_keyed else t.book.contest.hand_cards
    for place in t.fold.undecided(t.state):
        if by.role is PLAYER and place != by.place:
            continue
        for id, decision in t.book.contest.decision.items():
            may = by.role is PLAYER or t.book.offer.is_free(decision)
            if may and staked(t, place, id) is not None:
                yield Allowed("decide", place, choices=(id,), cards=size)


def refuse_named(t: Table, given: str, count: int, what: str) -> None:
    """Refuse cards that cannot lie there, and any that are named where the pack knows them."""
    if not are_cards(t, count, given):
        some = f"{count} card{'s'[: count != 1]} that can lie there"
        asked = some if count else "none to be named, since they come from the pack"
        raise Forbidden(f"{what} is {quoted(given)}: expected {asked}", CARDS)


@handles(c.Reveal, "GAME.phase.reveal")
def reveal(t: Table, command: c.Reveal, by: Actor) -> list[e.Record]:
    if not t.knows_cards:
        raise Forbidden(
            "the dealer's hand is not known here: expected the order of the pack", CARDS
        )
    refuse_named(t, command.cards, t.must_name(t.book.contest.hand_cards), "the dealer's hand")
    turned = command.cards or t.cards_at(t.state.dealer_slots)
    return [c.Reveal(turned), e.Called(dealer_says(t, turned))]


def dealer_says(t: Table, turned: str) -> str:
    """The dealer's hand as it is called."""
    contest = t.book.contest
    hand = t.judged(turned)
    said = said_of(contest, hand)
    qualifies = contest.qualifies
    does = qualifies.view.labels(qualifies.label)[hand.strength(qualifies.view)]
    return f"Dealer has {said}, and {'qualifies' if does else 'does not qualify'}"


def sayings(contest: Contest, hand: Hand, decision: str, plays: Sequence[int]) -> dict[str, str]:
    """What a hand is in each way of looking at it; in the game chosen, the cards put in play."""
    played = Hand([hand.cards[n] for n in plays]) if plays else hand
    return {
        name: view.spoken((played if name == decision else hand).strength(view))
        for name, view in contest.spoken.items()
    }


def said_of(contest: Contest, hand: Hand, decision: str = "", plays: Sequence[int] = ()) -> str:
    """A hand as the dealer says it: each way of looking at it is named where there are several."""
    said = sayings(contest, hand, decision, plays)
    if len(said) == 1:
        return next(iter(said.values()))
    seen_in = {name: view.name.lower() for name, view in contest.spoken.items()}
    if plays and decision in seen_in:
        seen_in[decision] = "the cards played"
    return " and ".join(f"{each} in {seen_in[name]}" for name, each in said.items())


@offers(c.Reveal)
def may_reveal(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.knows_cards:
        yield Allowed("reveal", cards=t.must_name(t.book.contest.hand_cards))


def may_be_turned(t: Table, place: int) -> bool:
    """Whether a player's hand may be turned: the settlement looks at it, and it lies face down."""
    seat = t.state.seats.get(place)
    return (
        t.knows_cards
        and t.state.phase == "settle"
        and not t.state.is_void
        and seat is not None
        and bool(seat.slots)
        and not seat.cards
        and t.fold.must_show(t.state, place)
        and any(waiting == place for _, waiting in t.state.pending)
    )


@handles(c.Show, "GAME.phase.settle", (DEALER,))
def show(t: Table, command: c.Show, by: Actor) -> list[e.Record]:
    place = command.place
    seat = t.seat(place)
    if not may_be_turned(t, place):
        raise Forbidden(
            f"the hand at {t.place(place)} is turned: expected one that plays, while settling, once",
            t.phase_rule,
        )
    if command.hand:
        raise Forbidden(
            f"the hand is called {quoted(command.hand)}: expected nothing to be filled in",
            t.phase_rule,
        )
    count = t.must_name(t.book.contest.hand_cards)
    refuse_named(t, command.cards, count, f"the hand at {t.place(place)}")
    turned = command.cards or t.cards_at(seat.slots)
    return [c.Show(place, turned, hand_says(t, place, turned))]


def hand_says(t: Table, place: int, cards: str) -> str:
    """A player's hand as the dealer says it."""
    seat = t.state.seats[place]
    return said_of(t.book.contest, t.judged(cards), seat.decision, t.fold.played(seat))


@offers(c.Show)
def may_show(t: Table, by: Actor) -> Iterable[Allowed]:
    for place in t.state.seats:
        if may_be_turned(t, place):
            yield Allowed("show", place, cards=t.must_name(t.book.contest.hand_cards))


def passed_cut_card(t: Table, cards: int) -> list[e.Record]:
    """Whether the cut card comes out with so many cards."""
    packs = t.state.packs
    if not t.device.has_cut_card_within or packs.cut_card_seen or packs.cut is None:
        return []
    return [e.CutCardSeen()] if packs.next + cards > packs.cut else []


@handles(c.Burn, "GAME.phase.draw")
def burn(t: Table, command: c.Burn, by: Actor) -> list[e.Record]:
    if not t.state.burn_due:
        raise Forbidden("cards are burnt: expected none before this card", CARDS)
    return [command, *passed_cut_card(t, t.state.burn_due)]


@offers(c.Burn)
def may_burn(t: Table, by: Actor) -> Iterable[Allowed]:
    if t.state.burn_due:
        yield Allowed("burn")


def not_drawing(t: Table) -> str:
    """What must come before the next card is drawn."""
    if t.state.burn_due:
        return f"{t.state.burn_due} cards burnt first"
    if not t.device.is_keyed and t.state.packs.pack not in t.state.packs.seals:
        return "a shuffle, since a card went back"
    if not t.knows_cards:
        return "the order of the pack, which is not known here"
    return ""


@handles(c.Draw, "GAME.phase.draw")
def draw(t: Table, command: c.Draw, by: Actor) -> list[e.Record]:
    missing = not_drawing(t)
    if missing:
        raise Forbidden(f"a card is drawn: expected {missing}", CARDS)
    refuse_named(t, command.card, t.must_name(1), "the card")
    card = command.card or t.card_at(t.state.packs.next)
    events: list[e.Record] = [c.Draw(card), *passed_cut_card(t, 1)]
    call = t.book.procedure.call
    if call:
        events.append(e.Called(call(t.fold.hand(card)[0])))
    return events


@offers(c.Draw)
def may_draw(t: Table, by: Actor) -> Iterable[Allowed]:
    if not not_drawing(t):
        yield Allowed("draw", cards=t.must_name(1))


@handles(c.Clear, "GAME.phase.clear")
def clear(t: Table, command: c.Clear, by: Actor) -> list[e.Record]:
    """Wagers that won and stayed go back to their owners; a pack that is out of play is unsealed."""
    moves = []
    for name, account in t.state.bank.accounts.items():
        if name.startswith("spot:"):
            place = int(name.split(":")[1])
            moves.append(Move(name, rail(place), dict(account.chips)))
    events: list[e.Record] = [command]
    if moves:
        events.append(e.Moved(tuple(moves)))
    if t.device.rounds_between_shuffles == 1:
        events += t.opened(t.state.packs.pack)
    return events


@offers(c.Clear)
def may_clear(t: Table, by: Actor) -> Iterable[Allowed]:
    yield Allowed("clear")
