"""Compare it: two hands, cards up: which is higher, by what, and whether the dealer qualifies."""

from collections.abc import Iterable
from random import Random

from tablewright.rules.contest import Contest
from tablewright.rules.views import Hand, View
from tablewright.school.comparing import SAYS, Compared, Decides, compared, neighbour
from tablewright.school.hands import kind_of, spoken, texts
from tablewright.school.keys import key
from tablewright.school.made_hands import picks
from tablewright.school.meetings import (
    DOES_NOT,
    QUALIFIES,
    Case,
    Meeting,
    Pair,
    cases,
    contest_of,
    dealer_qualifies,
    dealt,
    ladder,
    meetings,
    qualifying_skill,
)
from tablewright.school.questions import (
    Choose,
    HandShown,
    Key,
    Option,
    Question,
    Shown,
    Stage,
)
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus
from tablewright.school.twins import change_one

PLAYER, DEALER, COPY = "player", "dealer", "copy"
TWIN_TRIES = 200


class Compare:
    """Two hands are compared."""

    id = "compare"
    title = "Compare the hands"
    about = "Two hands, cards up: say which is higher and what decides."
    seconds = 10.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        case = cases(syllabus)[skill.id][1]
        return _question(syllabus, skill, case, dealt(syllabus, case, rng))

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """One card is another, and something else decides."""
        case = cases(syllabus)[skill.id][1]
        first = dealt(syllabus, case, rng)
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
        return {
            "qualifies": QUALIFIES if dealer_qualifies(syllabus, pair) else DOES_NOT,
            "higher": higher,
        }
    found = compared(syllabus, pair.meeting.view, mine, theirs)
    return {"higher": higher, "by": _reason(found)}


def _reason(found: Compared) -> str:
    return found.case if found.by is Decides.RANKING else str(found.by)


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
    decision = contest_of(syllabus).decision[meeting.decision] if meeting.decision else None
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
    if not isinstance(deal, Contest) or not meeting.decision or len(meetings(syllabus)) == 1:
        return []
    return [f"The player {deal.decision[meeting.decision].does}."]


def _reasons(syllabus: Syllabus, view: View) -> list[Option]:
    """What can decide in a view, in one order for all questions."""
    found = []
    for high, low in ladder(syllabus, view):
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
    known = cases(syllabus)
    if part == "qualifies":
        qualifies = contest_of(syllabus).qualifies.view
        shown = known[qualifying_skill(syllabus, right)][0]
        missed = f"The dealer's hand: {spoken(qualifies, Hand(pair.dealer).strength(qualifies))}"
    else:
        found = neighbour(syllabus, compared(syllabus, view, mine, theirs))
        id = f"compare {found.rule(syllabus)}/{found.case}"
        shown = known[id][0] if id in known else skill
        one, other = (
            ("Player", "Dealer") if isinstance(syllabus.deal, Contest) else ("First", "Second")
        )
        missed = f"{one}: {spoken(view, mine)} {other}: {spoken(view, theirs)}"
    return key(shown, right, missed=missed)
