"""What a hand makes and what it would win, in words, before anything is decided.

To read one's own hand is not advice: every player could. Each hand is looked at once, since it does not
change: what was found is kept by the cards, what was decided and what lies there.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tablewright.rules.cards import Card, cards, faces
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.draw_prospects import Standing, standings
from tablewright.rules.english import capital
from tablewright.rules.facts import FactSpace
from tablewright.rules.game import Ruleset
from tablewright.rules.language import cached_by_language, say, worded
from tablewright.rules.making import Makes, makes
from tablewright.rules.prospects import Depends, Own, Prospect, prospects
from tablewright.rules.rankings import ALL_DIFFERENT
from tablewright.rules.sources import PlayerShows
from tablewright.rules.views import View
from tablewright.rules.wagers import Decided, Times
from tablewright.table.some_cards import any_of
from tablewright.table.words import joined

if TYPE_CHECKING:
    from tablewright.table.machine import Table

KEPT = 2048
"""How many hands are kept that were looked at."""


class Holding(msgspec.Struct, frozen=True):
    """What cards make, in one way of looking at them."""

    says: str
    """As a sentence begins: `4-Card Duki, pair of nines`."""
    cards: list[str]
    """The cards that make it, to be lit."""
    core: list[str]
    """Those of them that it is called after: the pair of a pair."""
    seen_in: str
    """The way of looking, where there are several: `Best three cards`."""


class PayMark(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a pay table, or fixed odds, that a wager would be paid by."""

    wager: str
    table: str
    """The table's name; empty where the wager has fixed odds."""
    hand: str
    """The row as the felt prints it."""
    odds: str
    is_certain: bool
    """Whether nothing can take it away any more: no card, no hand of the dealer's, no decision."""
    when: str
    """What it depends on, as a sentence goes on; or that it depends on nothing."""


# A player's own hand -------------------------------------------------------------------------------


def held_by(t: "Table", place: int, held: Sequence[str]) -> list[Holding]:
    """What a player's cards make."""
    seat = t.state.seats[place]
    return hand_makes(t.book.ruleset, held, seat.decision, seat.plays)


def hand_makes(
    ruleset: Ruleset, held: Sequence[str], decision: str = "", plays: Sequence[int] = ()
) -> list[Holding]:
    """What cards make; in the game chosen those put in play by themselves, and first."""
    return _hand_makes(ruleset, tuple(held), decision, tuple(plays))


@cached_by_language(KEPT)
def _hand_makes(
    ruleset: Ruleset, held: tuple[str, ...], decision: str, plays: tuple[int, ...]
) -> list[Holding]:
    contest, hand = ruleset.deal, cards(" ".join(held))
    assert isinstance(contest, Contest)
    spoken = dict(contest.spoken)
    if decision in spoken:
        spoken = {decision: spoken.pop(decision), **spoken}
    found: list[tuple[View, Makes]] = []
    for name, view in spoken.items():
        in_play = [hand[n] for n in plays] if plays and name == decision else hand
        found.append((view, makes(view, in_play)))
    lit = {made.cards for _, made in found}
    for name, source in contest.sources.items():
        if isinstance(source, PlayerShows) and source.view not in spoken.values():
            made = makes(source.view, hand)
            is_named = made.cards not in lit and _is_telling(contest.space, name, source, made)
            if is_named:
                found.append((source.view, made))
    return [_holding(view, made, hand, several=len(found) > 1) for view, made in found]


def _holding(view: View, made: Makes, held: Sequence[Card], *, several: bool) -> Holding:
    says = view.spoken(made.strength) if made.strength else _nothing_said(view, held)
    return Holding(
        capital(says),
        [card.text for card in made.cards],
        [card.text for card in made.core],
        worded(view.name) if several else "",
    )


def _is_telling(space: FactSpace[Any], name: str, source: PlayerShows, made: Makes) -> bool:
    """Whether a hand is more to a fact than what it is when nobody looks."""
    label = source.view.labels(source.label)[made.strength]
    return bool(label != getattr(space.record(), name))


def _nothing_said(view: View, held: Sequence[Card]) -> str:
    """Why nothing is seen: `no Duki: 3 suits are needed, and there are 2`."""
    weakest = view.rankings[0]
    have = len({card.suit for card in held})
    nothing = worded(view.nothing)
    if weakest.suits is not ALL_DIFFERENT or have >= weakest.cards:
        return nothing
    return say(
        "hand.suits-needed",
        "{nothing}: {needed} suits are needed, and there {have}",
        nothing=nothing,
        needed=weakest.cards,
        have=say("hand.one-suit", "is 1") if have == 1 else say("hand.suits", "are {n}", n=have),
    )


def would_win(t: "Table", place: int, held: Sequence[str]) -> list[PayMark]:
    """What a player's wagers would be paid by: those that lie there, and those that may follow."""
    state, seat = t.state, t.state.seats[place]
    if state.is_void or not held:
        return []
    contest, stakes = t.book.contest, t.stakes(place)
    decides = contest.decided_by in stakes
    open_to: tuple[str | None, ...] = (None,)
    if decides:
        open_to = (seat.decision,) if seat.decision else tuple(contest.decision)
    turned = state.dealer_cards.split()
    return hand_wins(t.book.ruleset, held, open_to, stakes, plays=seat.plays, turned=turned)


def hand_wins(
    ruleset: Ruleset,
    held: Sequence[str],
    decisions: Sequence[str | None],
    wagers: Collection[str],
    *,
    plays: Sequence[int] = (),
    turned: Sequence[str] = (),
) -> list[PayMark]:
    """What a hand would win on these wagers, and on those that follow from a decision.

    Where a decision was made it is the only one; the dealer's hand counts once it is turned.
    """
    stakes = frozenset(wagers)
    return _hand_wins(ruleset, tuple(held), tuple(decisions), tuple(plays), tuple(turned), stakes)


@cached_by_language(KEPT)
def _hand_wins(
    ruleset: Ruleset,
    held: tuple[str, ...],
    decisions: tuple[str | None, ...],
    plays: tuple[int, ...],
    dealer: tuple[str, ...],
    stakes: frozenset[str],
) -> list[PayMark]:
    hand = cards(" ".join(held))
    own = Own(hand, decisions, tuple(hand[n] for n in plays), cards(" ".join(dealer)))
    following = _following(ruleset, decisions, stakes)
    return [
        PayMark(
            wager=each.wager,
            table=worded(each.row[0]),
            hand=worded(each.row[1]),
            odds=each.row[2],
            is_certain=each.is_certain,
            when=_when(ruleset, each, is_turned=bool(dealer)),
        )
        for each in prospects(ruleset, own, stakes | following)
    ]


def _following(
    ruleset: Ruleset, decisions: Collection[str | None], stakes: frozenset[str]
) -> set[str]:
    """The wagers that a decision still open puts beside those that lie there."""
    stake_of = {id: decided.wager.stake for id, decided in ruleset.wagers.items()}
    return {
        id
        for id, stake in stake_of.items()
        if isinstance(stake, Times)
        and stake.wager in stakes
        and len(decisions) > 1
        and stake.by_decision.keys() & decisions
    }


def _when(ruleset: Ruleset, found: Prospect, *, is_turned: bool) -> str:
    """What a payment depends on, in words; nothing, once the dealer's hand is turned."""
    contest = ruleset.deal
    assert isinstance(contest, Contest)
    if is_turned:
        return ""
    if set(found.depends.values()) == {Depends.NOTHING} and found.lost_by and not found.plays:
        lost = [worded(contest.decision[id].name, "decision").lower() for id in found.lost_by]
        return say(
            "pays.unless", "unless you {decision}", decision=joined(lost, say("cards.or", "or"))
        )
    said = {decision: _depends_said(ruleset, found, on) for decision, on in found.depends.items()}
    if found.plays:
        put = say("pays.put-in-play", "if {cards} are put in play", cards=faces(found.plays))
        said = {decision: f"{put}, {each}" for decision, each in said.items()}
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    names = {id: worded(each.name, "decision") for id, each in contest.decision.items()}
    return "; ".join(
        say("pays.for", "for {decision} {when}", decision=names[id], when=each) if id else each
        for id, each in said.items()
    )


def _depends_said(ruleset: Ruleset, found: Prospect, on: Depends) -> str:
    """What a payment depends on after one decision; by the lines themselves, if nothing is shorter."""
    match on:
        case Depends.NOTHING:
            return say("pays.certain", "whatever the dealer holds")
        case Depends.BEATS:
            return say("pays.beats", "if it beats the dealer's hand")
        case Depends.UNQUALIFIED:
            return say("pays.unqualified", "if the dealer does not qualify")
        case Depends.BEATS_QUALIFIED:
            return say(
                "pays.beats-qualified", "if the dealer qualifies and it beats the dealer's hand"
            )
        case Depends.BEATS_UNQUALIFIED:
            return say(
                "pays.beats-unqualified",
                "if the dealer does not qualify and it beats the dealer's hand",
            )
        case Depends.EITHER:
            return say(
                "pays.beats-or-unqualified",
                "if it beats the dealer's hand or the dealer does not qualify",
            )
    decided: Decided[Any] = ruleset.wagers[found.wager]
    lines = {line.rule: line.sentence for line in decided.lines}
    return " ".join(worded(lines[rule]) for rule in found.rules)


# Cards drawn for everyone --------------------------------------------------------------------------


def drawn_makes(ruleset: Ruleset, drawn: Sequence[str]) -> list[Holding]:
    """What the cards drawn make so far."""
    return _drawn_makes(ruleset, tuple(drawn)) if drawn else []


@cached_by_language(KEPT)
def _drawn_makes(ruleset: Ruleset, drawn: tuple[str, ...]) -> list[Holding]:
    draw, lie = ruleset.deal, cards(" ".join(drawn))
    assert isinstance(draw, Draw)
    made = makes(draw.spoken, lie)
    says = draw.spoken.spoken(made.strength)
    if len(drawn) < draw.cards:
        says = say("hand.so-far", "{hand} so far", hand=says)
    judged = {
        name: source
        for name, source in draw.round_sources.items()
        if isinstance(source, PlayerShows) and source.view is draw.spoken
    }
    if not any(_is_telling(draw.round_space, n, each, made) for n, each in judged.items()):
        says = say("hand.not-paying", "{hand}: not a paying hand", hand=says)
    lit, core = [card.text for card in made.cards], [card.text for card in made.core]
    return [Holding(capital(says), lit, core, "")]


def drawn_wins(
    ruleset: Ruleset, drawn: Sequence[str], wagers: Collection[str], *, in_action: bool
) -> list[PayMark]:
    """How the wagers that lie on the felt stand after these cards."""
    if not drawn:
        return []
    return [mark for mark in _drawn_wins(ruleset, tuple(drawn), in_action) if mark.wager in wagers]


@cached_by_language(KEPT)
def _drawn_wins(ruleset: Ruleset, drawn: tuple[str, ...], in_action: bool) -> list[PayMark]:
    return [
        PayMark(
            wager=each.wager,
            table=worded(each.row[0]),
            hand=worded(each.row[1]),
            odds=each.row[2],
            is_certain=each.is_certain,
            when=_next_said(each),
        )
        for each in standings(ruleset, cards(" ".join(drawn)), in_action=in_action)
    ]


def _next_said(found: Standing) -> str:
    """What a payment waits for."""
    if found.next:
        return say("pays.next", "if the next card is {cards}", cards=any_of(found.next))
    if found.is_paid:
        return ""
    if found.is_certain:
        return say("pays.at-least", "at least")
    return say("pays.if-stays", "if it stays so")
