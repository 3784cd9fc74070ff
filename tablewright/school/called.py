"""What is called with a step of a round, as a question: among what is called at other times."""

from collections.abc import Callable, Sequence
from random import Random

from tablewright.rules.cards import DECK
from tablewright.rules.english import capital
from tablewright.rules.phases import PhaseId
from tablewright.school.calling import called_otherwise
from tablewright.school.deciding import card_said
from tablewright.school.keys import key
from tablewright.school.questions import Key, Say
from tablewright.school.skills import Skill
from tablewright.school.spoken import offered, variants
from tablewright.table import acts
from tablewright.table.acts.dealing import said_of
from tablewright.table.machine import Table
from tablewright.table.record import Act, Record
from tablewright.table.words import ENGLISH, HAPPENED

CALL = "call"
CALLED_IN = (PhaseId.WAGERS, PhaseId.REVEAL, PhaseId.DRAW)
"""The phases in which the dealer calls something."""
OFFERED = 5
NOTHING = "Nothing is called"


def call_part(
    t: Table,
    act: Act,
    records: Sequence[Record],
    skill: Callable[[], Skill],
    rng: Random,
    *,
    may_be_nothing: bool = False,
) -> tuple[Say, Key] | None:
    """What is called with a step, among what would be called at another time or of other cards.

    Nothing is asked where nothing is called, unless that may be the answer.
    """
    right, wrong = _said(t, act, records, rng)
    if not right and not may_be_nothing:
        return None
    missed = _called_of(t, act) if right else "Nothing is called here."
    if may_be_nothing and right:
        others = [each for each in dict.fromkeys(wrong) if each != right]
        wrong = [*rng.sample(others, min(OFFERED - 2, len(others))), NOTHING]
    elif may_be_nothing:
        right, wrong = NOTHING, _closing()
    options, id = offered(right, wrong, rng, most=OFFERED)
    answer = key(skill(), id, also=[right, *variants(right)], missed=missed, said=right)
    return Say(id=CALL, asks="What do you call?", options=options), answer


def _called_of(t: Table, act: Act) -> str:
    """What is seen when something is called: a card, the dealer's hand, or that bets are in."""
    if isinstance(act, acts.NoMoreBets):
        return "Everyone has bet."
    if isinstance(act, acts.Draw):
        card = t.course.hand(t.state.drawn[-1])[0]
        return card_said(t.book.draw, card, list(t.book.draw.card_sources))
    return f"{capital(said_of(t.book.contest, t.judged(t.state.dealer_cards)))}."


def _said(t: Table, act: Act, records: Sequence[Record], rng: Random) -> tuple[str, list[str]]:
    """The call of a step, and other calls."""
    if isinstance(act, acts.NoMoreBets):
        right = ENGLISH.say(act.name, HAPPENED, acts.NoMoreBets.call_case(t.book))
        return right, _closing()
    called = [each.says for each in records if isinstance(each, acts.Called)]
    if not called:
        return "", []
    if isinstance(act, acts.Draw):
        call = t.book.procedure.call
        assert call is not None
        card = t.course.hand(t.state.drawn[-1])[0]
        near = [each for each in DECK if each.suit is card.suit or each.rank == card.rank]
        return called[0], sorted({call(each) for each in near})
    held = tuple(t.course.hand(t.state.dealer_cards))
    return called[0], called_otherwise(t, held, rng)


def _closing() -> list[str]:
    """Calls before cards come, of this game and of others."""
    name = acts.NoMoreBets().name
    others = [ENGLISH.say(name, HAPPENED), *ENGLISH.cases(name, HAPPENED).values()]
    return [*others, "Place your bets", "Last bets, please"]
