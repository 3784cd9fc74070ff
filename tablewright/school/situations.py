"""A player's place as a wager on it comes to be settled: the cards, what was decided, what lies there.

    wager, facts -> cards -> wagers beside it -> the round as `settle` reads it

In a draw a wager is settled as soon as the cards decide it, so what is shown ends with that card; the
round goes on, since it is settled as a whole.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.cards import Card, written
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.wagers import Times
from tablewright.school.dealing import SeatDealt, seats
from tablewright.school.deciding import card_said, deciding, framing, round_said, seat_said
from tablewright.school.drawing import RoundDealt, rounds
from tablewright.school.made_hands import NotFound
from tablewright.school.staking import with_needs
from tablewright.school.syllabus import Syllabus
from tablewright.school.twins import change_one, twin_seat
from tablewright.table.chips import Chips, worth

TWIN_TRIES = 200


class Situation(NamedTuple):
    """The cards of a seat, or those of a round so far."""

    seat: SeatDealt | None = None
    so_far: RoundDealt | None = None
    whole: tuple[Card, ...] = ()
    """All cards of the round, as it is settled."""
    is_void: bool = False
    """Whether the whole round is void."""

    @property
    def is_void_now(self) -> bool:
        """Whether it is void where it is shown."""
        return self.seat.is_void if self.seat else bool(self.so_far and self.so_far.is_void)


# Cards ---------------------------------------------------------------------------------------------


def situation(syllabus: Syllabus, wager: str, numbers: Sequence[int], rng: Random) -> Situation:
    """Cards by which a wager is settled, or left to stand, by one of these facts."""
    deal = syllabus.deal
    if isinstance(deal, Contest):
        return Situation(seat=_seat(syllabus, deal, wager, numbers, rng))
    if syllabus.ruleset.wagers[wager].space is deal.card_space:
        return _on_card(deal, rng.choice(numbers), rng)
    return settled_early(syllabus, wager, rounds(deal).round_of(numbers, rng), rng)


def _seat(
    syllabus: Syllabus, contest: Contest, wager: str, numbers: Sequence[int], rng: Random
) -> SeatDealt:
    found, allowed = seats(contest), decisions_with(syllabus, contest, wager)
    usual = [each for each in allowed if each is not None]
    fits = [n for n in numbers if set(found.decisions(n)) & {*usual}]
    if fits:
        return found.seat_of(fits, rng, usual)
    fits = [n for n in numbers if set(found.decisions(n)) & {*allowed}]
    if not fits:
        raise NotFound(f"{wager} cannot lie there with any of these facts")
    return found.seat_of(fits, rng, allowed)


def decisions_with(syllabus: Syllabus, contest: Contest, wager: str) -> list[str | None]:
    """What may have been decided where a wager lies; None, where there was nothing to decide."""
    stake = syllabus.ruleset.wagers[wager].wager.stake
    if isinstance(stake, Times):
        return [*stake.by_decision]
    obliges = contest.decided_by in with_needs(syllabus, [wager])
    return [*contest.decision] if obliges else [*contest.decision, None]


def _on_card(draw: Draw, facts: int, rng: Random) -> Situation:
    """A wager on one card, or on the card that never came."""
    found = rounds(draw)
    card = found.card(facts, rng)
    if card is None:
        drawn = found.goes_on((), rng)[: rng.randrange(draw.cards)]
        so_far = RoundDealt(drawn, True, draw.round_facts(drawn, is_void=True))
        return Situation(so_far=so_far, whole=drawn, is_void=True)
    before = found.goes_on((card,), rng)[1:]
    drawn = (*before[: rng.randrange(draw.cards)], card)
    return Situation(
        so_far=RoundDealt(drawn, False, draw.round_facts(drawn)), whole=found.goes_on(drawn, rng)
    )


def settled_early(syllabus: Syllabus, wager: str, dealt: RoundDealt, rng: Random) -> Situation:
    """A round as far as the card that decides a wager; the rest of it comes too."""
    draw, decided = syllabus.deal, syllabus.ruleset.wagers[wager]
    assert isinstance(draw, Draw)
    whole = dealt.drawn if dealt.is_void else rounds(draw).goes_on(dealt.drawn, rng)
    for count in range(1, len(dealt.drawn) + 1):
        drawn = dealt.drawn[:count]
        facts = draw.round_facts(drawn)
        if decided.outcomes[facts].net is not None:
            so_far = RoundDealt(drawn, False, facts)
            return Situation(so_far=so_far, whole=whole, is_void=dealt.is_void)
    return Situation(so_far=dealt, whole=whole, is_void=dealt.is_void)


# Facts ---------------------------------------------------------------------------------------------


def facts_of(syllabus: Syllabus, case: Situation, wager: str) -> int:
    """The facts by which a wager is settled, or left to stand."""
    if case.seat:
        return case.seat.facts
    draw, so_far = syllabus.deal, case.so_far
    assert isinstance(draw, Draw)
    assert so_far
    if syllabus.ruleset.wagers[wager].space is not draw.card_space:
        return so_far.facts
    return draw.card_facts(_card(so_far))


def _card(so_far: RoundDealt) -> Card | None:
    """The card that wagers on a card are settled by; none, where it never came."""
    return so_far.drawn[-1] if so_far.drawn and not so_far.is_void else None


def why(syllabus: Syllabus, case: Situation, wager: str) -> str:
    """The facts that decide a wager, in words."""
    deal, number = syllabus.deal, facts_of(syllabus, case, wager)
    decided = syllabus.ruleset.wagers[wager]
    names = deciding(decided, framing(deal), number)
    if isinstance(deal, Contest):
        assert case.seat
        return seat_said(deal, case.seat, names)
    assert case.so_far
    if decided.space is deal.card_space:
        return card_said(deal, _card(case.so_far), names)
    return round_said(deal, case.so_far, names)


def may_lie(syllabus: Syllabus, case: Situation) -> list[str]:
    """The wagers that may lie there now and are still to be settled; those that follow left out."""
    found = []
    for id in syllabus.book.offer.placed:
        decided = syllabus.ruleset.wagers[id]
        if facts_of(syllabus, case, id) in decided.outcomes and _still_lies(syllabus, case, id):
            found.append(id)
    return found


def _still_lies(syllabus: Syllabus, case: Situation, wager: str) -> bool:
    deal = syllabus.deal
    if isinstance(deal, Contest):
        assert case.seat
        return case.seat.decision in decisions_with(syllabus, deal, wager)
    assert case.so_far
    decided, drawn = syllabus.ruleset.wagers[wager], case.so_far.drawn
    if decided.space is deal.card_space:
        return case.so_far.is_void or bool(drawn)
    before = drawn if case.so_far.is_void else drawn[:-1]
    return not before or decided.outcomes[deal.round_facts(before)].net is None


# As `settle` reads it --------------------------------------------------------------------------------


def round_of(
    syllabus: Syllabus, case: Situation, place: int, placed: dict[str, Chips]
) -> dict[str, Any]:
    """The round of one place."""
    stakes = {id: worth(chips) for id, chips in placed.items()}
    name, places = syllabus.game.place, syllabus.game.place_plural
    if not case.seat:
        return _draw_round(syllabus, case, place, stakes)
    seat: dict[str, Any] = {name: place, "cards": written(case.seat.player), "wagers": stakes}
    if case.seat.decision is not None:
        seat["decision"] = case.seat.decision
        if case.seat.played is not None:
            seat[case.seat.decision] = written(case.seat.played)
    round_: dict[str, Any] = {"dealer": written(case.seat.dealer), places: [seat]}
    return {**round_, "void": True} if case.seat.is_void else round_


def _draw_round(
    syllabus: Syllabus, case: Situation, place: int, stakes: dict[str, int]
) -> dict[str, Any]:
    draw, so_far = syllabus.deal, case.so_far
    assert isinstance(draw, Draw)
    assert so_far
    wagers = syllabus.ruleset.wagers
    on_card = {id: cents for id, cents in stakes.items() if wagers[id].space is draw.card_space}
    on_round = {id: cents for id, cents in stakes.items() if id not in on_card}
    actions: list[dict[str, int]] = [{} for _ in case.whole]
    if so_far.is_void and on_card:
        actions.append(on_card)
    elif on_card:
        actions[len(so_far.drawn) - 1] = on_card
    box = {syllabus.game.place: place, "wagers": on_round, "actions": actions}
    round_: dict[str, Any] = {"cards": written(case.whole), syllabus.game.place_plural: [box]}
    return {**round_, "void": True} if case.is_void else round_


def settled_wager(syllabus: Syllabus, case: Situation, result: dict[str, Any], wager: str) -> Any:
    """What `settle` found for one wager of the place."""
    (seat,) = result[syllabus.game.place_plural]
    if wager in seat["wagers"]:
        return seat["wagers"][wager]
    assert case.so_far
    drawn = len(case.so_far.drawn)
    return seat["actions"][drawn if case.so_far.is_void else drawn - 1][wager]


# Near twins ----------------------------------------------------------------------------------------


def twin_situation(
    syllabus: Syllabus,
    wager: str,
    case: Situation,
    is_other: Callable[[int], bool],
    rng: Random,
) -> Situation | None:
    """The same with one card changed, or another decision, so that a wager is settled otherwise."""
    deal = syllabus.deal
    if isinstance(deal, Contest):
        assert case.seat
        after = decisions_with(syllabus, deal, wager)
        if case.seat.decision is not None:
            after = [each for each in after if each is not None]
        seat = twin_seat(deal, case.seat, is_other, after, rng)
        return Situation(seat=seat) if seat else None
    assert case.so_far
    is_on_card = syllabus.ruleset.wagers[wager].space is deal.card_space
    if case.so_far.is_void:
        return _not_void(syllabus, wager, case.so_far, is_other, rng)
    for _ in range(TWIN_TRIES if case.so_far.drawn else 0):
        drawn = list(case.so_far.drawn)
        last = [drawn[-1]]
        change_one([last if is_on_card else drawn], deal.decks, rng)
        drawn = [*drawn[:-1], *last] if is_on_card else drawn
        so_far = RoundDealt(tuple(drawn), False, deal.round_facts(drawn))
        whole = (*drawn, *case.whole[len(drawn) :])
        found = Situation(so_far=so_far, whole=whole, is_void=case.is_void)
        lies = _still_lies(syllabus, found, wager)
        if _holds(whole, deal.decks) and lies and is_other(facts_of(syllabus, found, wager)):
            return found
    return None


def _not_void(
    syllabus: Syllabus,
    wager: str,
    so_far: RoundDealt,
    is_other: Callable[[int], bool],
    rng: Random,
) -> Situation | None:
    """The same cards in a round that was not declared void; a card that never came does come."""
    draw = syllabus.deal
    assert isinstance(draw, Draw)
    whole = rounds(draw).goes_on(so_far.drawn, rng)
    is_on_card = syllabus.ruleset.wagers[wager].space is draw.card_space
    drawn = whole[: len(so_far.drawn) + is_on_card]
    found = Situation(so_far=RoundDealt(drawn, False, draw.round_facts(drawn)), whole=whole)
    lies = _still_lies(syllabus, found, wager)
    return found if lies and is_other(facts_of(syllabus, found, wager)) else None


def _holds(cards: Sequence[Card], decks: int) -> bool:
    """Whether so many decks hold these cards."""
    return max(Counter(cards).values(), default=0) <= decks
