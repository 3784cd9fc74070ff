"""Compare it: two hands, cards up: which is higher, by what, and whether the dealer qualifies."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.contest import Contest
from tablewright.rules.ranked import ranking_id
from tablewright.rules.sources import Against, DealerShows
from tablewright.rules.views import Hand, View
from tablewright.school.comparing import SAYS, Compared, Decides, compared, neighbour
from tablewright.school.dealing import seats
from tablewright.school.hands import Kind, kind_of, kinds, some_hand, spoken, texts
from tablewright.school.keys import key
from tablewright.school.made_hands import NotFound, picks, strengths_of
from tablewright.school.questions import (
    Choose,
    HandShown,
    Key,
    Option,
    Question,
    Shown,
    Stage,
)
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus
from tablewright.school.twins import change_one

QUALIFIES, DOES_NOT = "dealer-qualifies", "dealer-does-not-qualify"
PLAYER, DEALER, COPY = "player", "dealer", "copy"
CLOSE = 40
"""How many strengths on either side of a line are close to it."""
TWIN_TRIES = 200
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


class Compare:
    """Two hands are compared."""

    id = "compare"
    title = "Compare the hands"
    about = "Two hands, cards up: say which is higher and what decides."
    seconds = 10.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in _cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        case = _cases(syllabus)[skill.id][1]
        return _question(syllabus, skill, case, _dealt(syllabus, case, rng))

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """One card is another, and something else decides."""
        case = _cases(syllabus)[skill.id][1]
        first = _dealt(syllabus, case, rng)
        answers = _answers(syllabus, case, first)
        for _ in range(TWIN_TRIES):
            player, dealer = list(first.player), list(first.dealer)
            change_one([player, dealer], syllabus.deal.decks, rng)
            pair = Pair(case.meeting, tuple(player), tuple(dealer))
            other = _answers(syllabus, case, pair)
            if other and other != answers:
                return _question(syllabus, skill, case, pair)
        return None


COMPARE = Compare()


# Cards ---------------------------------------------------------------------------------------------


def _dealt(syllabus: Syllabus, case: Case, rng: Random, pairs: int = PAIRS) -> Pair:
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
    qualifies = _contest(syllabus).qualifies
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


# Questions -----------------------------------------------------------------------------------------


def _answers(syllabus: Syllabus, case: Case, pair: Pair) -> dict[str, str]:
    """What is right for each part."""
    mine, theirs = pair.strengths()
    if not isinstance(syllabus.deal, Contest):  # Hands drawn for everyone meet nobody's: by kind.
        view = pair.meeting.view
        mine = kind_of(syllabus, view, mine).strengths[0]
        theirs = kind_of(syllabus, view, theirs).strengths[0]
    higher = PLAYER if mine > theirs else DEALER if mine < theirs else COPY
    if not isinstance(syllabus.deal, Contest):
        return {"higher": higher}
    if case.wanted is None:
        return {"qualifies": QUALIFIES if _does(syllabus, pair) else DOES_NOT, "higher": higher}
    found = compared(syllabus, pair.meeting.view, mine, theirs)
    return {"higher": higher, "by": _reason(found)}


def _reason(found: Compared) -> str:
    return found.case if found.by is Decides.RANKING else str(found.by)


def _does(syllabus: Syllabus, pair: Pair) -> bool:
    """Whether the dealer's hand qualifies."""
    source = _contest(syllabus).qualifies
    return bool(source.view.labels(source.label)[Hand(pair.dealer).strength(source.view)])


def _question(syllabus: Syllabus, skill: Skill, case: Case, pair: Pair) -> Question:
    is_contest = isinstance(syllabus.deal, Contest)
    answers = _answers(syllabus, case, pair)
    options = {
        "higher": [
            Option(PLAYER, "The player's" if is_contest else "The first"),
            Option(DEALER, "The dealer's" if is_contest else "The second"),
            Option(COPY, "Neither: a copy" if is_contest else "Neither: the same kind of hand"),
        ],
        "by": _reasons(syllabus, pair.meeting.view),
        "qualifies": [Option(QUALIFIES, "It qualifies"), Option(DOES_NOT, "It does not qualify")],
    }
    asks = {
        "higher": "Which hand is higher?",
        "by": "What decides?",
        "qualifies": "Does the dealer's hand qualify?",
    }
    parts = [Choose(id=id, asks=asks[id], options=options[id]) for id in answers]
    keys = {id: _key(syllabus, skill, id, answers[id], pair) for id in answers}
    titles = ("The player", "The dealer") if is_contest else ("The first", "The second")
    shown = Shown(
        hands=[_hand(syllabus, titles[0], pair), HandShown(titles[1], texts(pair.dealer))],
        facts=_told(syllabus, pair.meeting),
    )
    return Question(
        drill=COMPARE.id,
        skill=skill.id,
        rule=skill.rule,
        source=skill.source,
        stages=[Stage(asks="Compare the hands.", shown=shown, parts=[*parts])],
        keys=[keys],
    )


def _hand(syllabus: Syllabus, title: str, pair: Pair) -> HandShown:
    """The player's hand; where only some of its cards play, those that make the best of it do."""
    meeting = pair.meeting
    decision = _contest(syllabus).decision[meeting.decision] if meeting.decision else None
    if decision is None or decision.plays is None:
        return HandShown(title, texts(pair.player))
    for ranking in reversed(meeting.view.rankings):
        best = picks(ranking, pair.player)
        if best and ranking.cards == decision.plays:
            return HandShown(title, texts(pair.player), list(best[0]))
    return HandShown(title, texts(pair.player))


def _told(syllabus: Syllabus, meeting: Meeting) -> list[str]:
    """What was decided, where that says in which view the hands meet."""
    deal = syllabus.deal
    if not isinstance(deal, Contest) or not meeting.decision or len(_meetings(syllabus)) == 1:
        return []
    return [f"The player {deal.decision[meeting.decision].does}."]


def _reasons(syllabus: Syllabus, view: View) -> list[Option]:
    """What can decide in a view, in one order for all questions."""
    found = []
    for high, low in _ladder(syllabus, view):
        step = Compared(Decides.RANKING, high, low)
        found.append(Option(step.case, step.says.removesuffix(".")))
    outside = any(ranking.outside_card_breaks_ties for ranking in view.rankings)
    for by, says in SAYS.items():
        if by is not Decides.OUTSIDE or outside:
            found.append(Option(str(by), says))
    return found


def _key(syllabus: Syllabus, skill: Skill, part: str, right: str, pair: Pair) -> Key:
    mine, theirs = pair.strengths()
    view = pair.meeting.view
    cases = _cases(syllabus)
    if part == "qualifies":
        qualifies = _contest(syllabus).qualifies.view
        shown = cases[_skill_id(syllabus, right)][0]
        missed = f"The dealer's hand: {spoken(qualifies, Hand(pair.dealer).strength(qualifies))}"
    else:
        found = neighbour(syllabus, compared(syllabus, view, mine, theirs))
        id = f"compare {found.rule(syllabus)}/{found.case}"
        shown = cases[id][0] if id in cases else skill
        one, other = (
            ("Player", "Dealer") if isinstance(syllabus.deal, Contest) else ("First", "Second")
        )
        missed = f"{one}: {spoken(view, mine)} {other}: {spoken(view, theirs)}"
    return key(shown, right, missed=missed)


# What there is to ask ------------------------------------------------------------------------------


def _contest(syllabus: Syllabus) -> Contest:
    assert isinstance(syllabus.deal, Contest)
    return syllabus.deal


def _skill_id(syllabus: Syllabus, case: str) -> str:
    return f"compare {_qualifying_rule(syllabus)}/{case}"


@lru_cache(maxsize=16)
def _meetings(syllabus: Syllabus) -> tuple[Meeting, ...]:
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


def _ladder(syllabus: Syllabus, view: View) -> Iterator[tuple[Kind, Kind]]:
    """Each ranking of a view over each below it, and over nothing."""
    rungs: dict[Any, Kind] = {}
    for kind in kinds(syllabus, view):
        rungs.setdefault(kind.ranking, kind)
    for low, high in combinations(rungs.values(), 2):
        yield high, low


@lru_cache(maxsize=16)
def _cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Case]]:
    """Every skill with what it asks for, by its id."""
    found: dict[str, tuple[Skill, Case]] = {}
    for meeting in _meetings(syllabus):
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
            found[skill.id] = skill, Case(_meetings(syllabus)[-1], None, bool(does))
    return found


def _comparisons(syllabus: Syllabus, view: View) -> Iterator[Compared]:
    """Every comparison to be known in a view: kinds next to each other, and within each kind."""
    every = kinds(syllabus, view)
    for low, high in pairwise(every):
        if low.ranking is high.ranking:
            yield Compared(Decides.KIND, high, low)
    if not isinstance(syllabus.deal, Contest):
        return
    for high, low in _ladder(syllabus, view):
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
        _dealt(syllabus, case, Random(0), PAIRS_TO_OCCUR)
    except NotFound:
        return False
    return True


@lru_cache(maxsize=16)
def _qualifying_rule(syllabus: Syllabus) -> str:
    """The rule that says what becomes of wagers if the dealer does not qualify: the broadest of them.

    Where no line asks for it, the rule that ranks the dealer's hand.
    """
    contest = _contest(syllabus)
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
