"""Hands that meet: every comparison there is to know in a game, and two hands for each of them."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.contest import Contest
from tablewright.rules.ranked import ranking_id
from tablewright.rules.sources import Against, DealerShows
from tablewright.rules.views import Hand, View
from tablewright.school.comparing import Compared, Decides, compared
from tablewright.school.dealing import seats
from tablewright.school.hands import Kind, kinds, some_hand
from tablewright.school.made_hands import NotFound, strengths_of
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus

QUALIFIES, DOES_NOT = "dealer-qualifies", "dealer-does-not-qualify"
CLOSE = 40
"""How many strengths on either side of a line are close to it."""
PAIRS, PAIRS_TO_OCCUR = 100, 12
FEW_TRIES = 40


class Meeting(NamedTuple):
    """A view in which two hands meet, and after which decision."""

    view: View
    decision: str | None


class Pair(NamedTuple):
    """Two hands that meet."""

    meeting: Meeting
    player: tuple[Card, ...]
    dealer: tuple[Card, ...]

    def strengths(self) -> tuple[int, int]:
        view = self.meeting.view
        return Hand(self.player).strength(view), Hand(self.dealer).strength(view)


class Case(NamedTuple):
    """What one skill asks for: how two strengths compare, or whether the dealer qualifies."""

    meeting: Meeting
    wanted: Compared | None
    qualifies: bool = True


# What there is to ask ------------------------------------------------------------------------------


def contest_of(syllabus: Syllabus) -> Contest:
    assert isinstance(syllabus.deal, Contest)
    return syllabus.deal


def qualifying_skill(syllabus: Syllabus, case: str) -> str:
    """The id of the skill for a dealer's hand that qualifies, or does not."""
    return f"compare {_qualifying_rule(syllabus)}/{case}"


@lru_cache(maxsize=16)
def meetings(syllabus: Syllabus) -> tuple[Meeting, ...]:
    """The views in which hands meet, each once; of a draw, the view in which it is spoken of."""
    deal = syllabus.deal
    if not isinstance(deal, Contest):
        return (Meeting(deal.spoken, None),)
    found: dict[View, Meeting] = {}
    for source in deal.sources.values():
        if isinstance(source, Against):
            for decision, view in source.views.items():
                if decision is not None or view not in found:
                    found.setdefault(view, Meeting(view, decision))
    return tuple(found.values())


def ladder(syllabus: Syllabus, view: View) -> Iterator[tuple[Kind, Kind]]:
    """Each ranking of a view over each below it, and over nothing."""
    rungs: dict[Any, Kind] = {}
    for kind in kinds(syllabus, view):
        rungs.setdefault(kind.ranking, kind)
    for low, high in combinations(rungs.values(), 2):
        yield high, low


@lru_cache(maxsize=16)
def cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Case]]:
    """Every skill with what it asks for, by its id."""
    found: dict[str, tuple[Skill, Case]] = {}
    for meeting in meetings(syllabus):
        for wanted in _comparisons(syllabus, meeting.view):
            case = Case(meeting, wanted)
            rule = wanted.rule(syllabus)
            group = f"{meeting.view.name}, compared"
            skill = syllabus.skill(
                "compare", rule, Topic.HANDS, group, says=wanted.says, case=wanted.case
            )
            if skill.id not in found and _occurs(syllabus, case):
                found[skill.id] = skill, case
    if isinstance(syllabus.deal, Contest):
        qualifies = syllabus.deal.qualifies
        for does in strengths_of(qualifies.view, qualifies.label):
            rule = _qualifying_rule(syllabus)
            says = "The dealer's hand qualifies." if does else ""
            named = QUALIFIES if does else DOES_NOT
            skill = syllabus.skill(
                "compare", rule, Topic.HANDS, "Qualifying", says=says, case=named
            )
            found[skill.id] = skill, Case(meetings(syllabus)[-1], None, bool(does))
    return found


def _comparisons(syllabus: Syllabus, view: View) -> Iterator[Compared]:
    """Every comparison to be known in a view: kinds next to each other, and within each kind."""
    every = kinds(syllabus, view)
    for low, high in pairwise(every):
        if low.ranking is high.ranking:
            yield Compared(Decides.KIND, high, low)
    if not isinstance(syllabus.deal, Contest):
        return
    for high, low in ladder(syllabus, view):
        yield Compared(Decides.RANKING, high, low)
    for kind in every:
        if kind.shape:
            for by in (Decides.RANK, Decides.KICKER, Decides.OUTSIDE):
                yield Compared(by, kind, kind)
    for kind in {kind.ranking: kind for kind in reversed(every)}.values():
        yield Compared(Decides.NOTHING, kind, kind)


def _occurs(syllabus: Syllabus, case: Case) -> bool:
    """Whether two hands can compare so; the same answer every time."""
    try:
        dealt(syllabus, case, Random(0), PAIRS_TO_OCCUR)
    except NotFound:
        return False
    return True


@lru_cache(maxsize=16)
def _qualifying_rule(syllabus: Syllabus) -> str:
    """The rule that says what becomes of wagers if the dealer does not qualify: the broadest of them.

    Where no line asks for it, the rule that ranks the dealer's hand.
    """
    contest = contest_of(syllabus)
    source = contest.qualifies
    qualifies = source.view.labels(source.label)
    count: dict[str, int] = {}
    for field, other in contest.sources.items():
        if not (isinstance(other, DealerShows) and other.view is source.view):
            continue
        labels = other.view.labels(other.label)
        without = {label for label, does in zip(labels, qualifies, strict=True) if not does}
        without -= {label for label, does in zip(labels, qualifies, strict=True) if does}
        meets = [n for n in contest.space.possible if _meets(contest, field, n)]
        for decided in syllabus.ruleset.wagers.values():
            held: dict[int, list[bool]] = {}
            for number in meets:
                if number in decided.outcomes:
                    value = getattr(contest.space.possible[number], field)
                    line = decided.outcomes[number].line
                    held.setdefault(line, []).append(value in without)
            for line, values in held.items():
                if all(values):
                    count[decided.lines[line].rule] = len(values)
    fallback = ranking_id(syllabus.game, source.view)
    return max(count, key=lambda rule: count[rule]) if count else fallback


def _meets(contest: Contest, field: str, number: int) -> bool:
    """Whether the dealer's hand is looked at in these facts."""
    found = seats(contest)
    return number not in found.void and any(
        field in contest.looks[decision].names for decision in found.decisions(number)
    )


# Cards ---------------------------------------------------------------------------------------------


def dealt(syllabus: Syllabus, case: Case, rng: Random, pairs: int = PAIRS) -> Pair:
    """Two hands in which the skill decides; either may be the player's."""
    if case.wanted is None:
        return _qualifying(syllabus, case, rng)
    wanted, view = case.wanted, case.meeting.view
    high, low = wanted.high.strengths, wanted.low.strengths
    if wanted.by in (Decides.RANKING, Decides.NOTHING):
        high = [s for kind in _alike(syllabus, wanted.high) for s in kind.strengths]
        low = [s for kind in _alike(syllabus, wanted.low) for s in kind.strengths]
    for _ in range(pairs):
        try:
            one = some_hand(syllabus, view, high, rng)
            met = _to_meet(syllabus, wanted, Hand(one).strength(view), low, rng)
            other = some_hand(syllabus, view, met, rng, one, FEW_TRIES) if met else ()
        except NotFound:
            continue
        if other:
            one, other = rng.sample((one, other), 2)
            return Pair(case.meeting, one, other)
    raise NotFound(f"no two hands were found for {wanted.says}")


def _to_meet(
    syllabus: Syllabus, wanted: Compared, mine: int, low: list[int], rng: Random
) -> list[int]:
    """The strengths that compare with the first as wanted; none, where none was found."""
    if wanted.by is Decides.NOTHING:
        return [mine]
    if wanted.by in (Decides.KIND, Decides.RANKING):
        return low
    place = low.index(mine)
    near = low if wanted.by is Decides.RANK else low[max(0, place - CLOSE) : place + CLOSE]
    for _ in range(FEW_TRIES):
        theirs = near[int(rng.random() * len(near))]
        if compared(syllabus, wanted.high.view, mine, theirs).by is wanted.by:
            return [theirs]
    return []


def _alike(syllabus: Syllabus, kind: Kind) -> list[Kind]:
    """The kinds of the same ranking."""
    return [each for each in kinds(syllabus, kind.view) if each.ranking is kind.ranking]


def _qualifying(syllabus: Syllabus, case: Case, rng: Random) -> Pair:
    """A dealer's hand on one side of the line, mostly close to it, and a hand to meet it."""
    qualifies = contest_of(syllabus).qualifies
    strengths = strengths_of(qualifies.view, qualifies.label)[case.qualifies]
    close = strengths[:CLOSE] if case.qualifies else strengths[-CLOSE:]
    some = close if rng.random() < 0.6 else strengths
    try:
        dealer = some_hand(syllabus, qualifies.view, some, rng)
    except NotFound:
        dealer = some_hand(syllabus, qualifies.view, strengths, rng)
    kind = rng.choice(kinds(syllabus, case.meeting.view))
    try:
        player = some_hand(syllabus, case.meeting.view, kind.strengths, rng, dealer)
    except NotFound:
        everything = list(range(case.meeting.view.strengths))
        player = some_hand(syllabus, case.meeting.view, everything, rng, dealer)
    return Pair(case.meeting, player, dealer)


def dealer_qualifies(syllabus: Syllabus, pair: Pair) -> bool:
    """Whether the dealer's hand qualifies."""
    source = contest_of(syllabus).qualifies
    return bool(source.view.labels(source.label)[Hand(pair.dealer).strength(source.view)])
