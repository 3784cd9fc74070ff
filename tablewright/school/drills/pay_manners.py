"""How a payment is made, as part of `pay`: with which hand, where the chips go, sized in or made up."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec

from tablewright.rules.english import capital
from tablewright.rules.manners import Asked, asked, hand_id, prescribed_hands, where_id
from tablewright.rules.procedure import Manner, Payment, UsesHand, Where
from tablewright.rules.ranked import slug
from tablewright.school.keys import key, question
from tablewright.school.made_hands import NotFound
from tablewright.school.places import Paid, Place, Wanted, manner, paid, payment, set_out, shown
from tablewright.school.questions import Choose, Key, Option, Question, Stage
from tablewright.school.situations import situation
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus
from tablewright.table.chips import money

TRIES = 60
GROUP = "How payments are made"


class MannerCase(NamedTuple):
    """A skill, and payments in which it decides."""

    skill: Skill
    payments: list[Asked]


@lru_cache(maxsize=16)
def _every(syllabus: Syllabus) -> tuple[Asked, ...]:
    return tuple(asked(syllabus.ruleset, syllabus.procedure))


@lru_cache(maxsize=16)
def manner_cases(syllabus: Syllabus) -> dict[str, MannerCase]:
    """Every manner of payment there is, where there are several; by the skill's id."""
    every = _every(syllabus)
    found: dict[str, MannerCase] = {}
    wheres = {each.manner.where for each in every}
    for each in every:
        ids = []
        if len(wheres) > 1:
            ids.append(_where_rule(syllabus, each.manner))
        if prescribed_hands(list(every)):
            ids.append((f"{syllabus.game.id}.manner.{hand_id(each.manner.hand)}", ""))
        for rule, case in ids:
            skill = syllabus.skill("pay", rule, Topic.PAYMENTS, GROUP, case=case)
            found.setdefault(skill.id, MannerCase(skill, [])).payments.append(each)
    return {id: _said_apart(syllabus, case) for id, case in found.items()}


def _said_apart(syllabus: Syllabus, case: MannerCase) -> MannerCase:
    """A passage on payments that are out of the ordinary says so: its rule names the ordinary ones."""
    if not case.skill.case or any(each.is_plain for each in case.payments):
        return case
    names = dict.fromkeys(
        syllabus.ruleset.wagers[each.payment.wager].wager.title for each in case.payments
    )
    kinds = max(len(each.payment.stake) for each in case.payments)
    reasons = [f"the wager lies in {kinds} denominations"] if kinds > 1 else []
    if any(each.payment.needs_approval for each in case.payments):
        reasons.append("the payment waits for approval")
    where = capital(case.payments[0].manner.where.value)
    says = f"{where}, where {' or '.join(reasons)}: {', '.join(names)}."
    return case._replace(skill=msgspec.structs.replace(case.skill, says=says))


@lru_cache(maxsize=1024)
def _where_rule(syllabus: Syllabus, manner: Manner) -> tuple[str, str]:
    """The rule on where a payment goes, and which of its passages where there are several."""
    alike = [each.manner for each in _every(syllabus) if each.manner.where is manner.where]
    several = len({each.source for each in alike}) > 1
    rule = f"{syllabus.game.id}.manner.{where_id(manner.where)}"
    return rule, slug(manner.source.clause or manner.source.section) if several else ""


@lru_cache(maxsize=16)
def _hows(syllabus: Syllabus) -> tuple[str, ...]:
    """The ways in which chips are set down, in one order for all questions."""
    return tuple(sorted({each.manner.how for each in _every(syllabus)}))


def ask_manner(syllabus: Syllabus, case: MannerCase, rng: Random) -> Question:
    """A payment that is made in this manner."""
    for _ in range(TRIES):
        wanted = rng.choice(case.payments)
        place = _set_out(syllabus, wanted, rng)
        if place is None:
            continue
        wager = wanted.payment.wager
        done = paid(syllabus, place, wager)
        made = manner(syllabus, place, wager, done)
        if case.skill.id in _skills(syllabus, made).values() and made.how in _hows(syllabus):
            return _question(syllabus, case.skill, place, wager, made, rng)
    raise NotFound(f"no payment was found for {case.skill.id}")


def _set_out(syllabus: Syllabus, wanted: Asked, rng: Random) -> Place | None:
    payment = wanted.payment
    decided = syllabus.ruleset.wagers[payment.wager]
    numbers = [n for n, outcome in decided.outcomes.items() if outcome.net == payment.net]
    try:
        case = situation(syllabus, payment.wager, numbers, rng)
    except NotFound:
        return None
    kinds = len(payment.stake) if len(payment.stake) > 1 else 0
    out = Wanted(payment.wager, kinds=kinds)
    return set_out(syllabus, case, out, rng, payment.place)


def _skills(syllabus: Syllabus, made: Manner) -> dict[str, str]:
    """The skills that a payment shows, by the part that asks for them."""
    rule, case = _where_rule(syllabus, made)
    where = f"pay {rule}/{case}" if case else f"pay {rule}"
    hand = f"pay {syllabus.game.id}.manner.{hand_id(made.hand)}"
    known = manner_cases(syllabus)
    parts = {"hand": hand, "where": where, "how": where}
    return {part: id for part, id in parts.items() if id in known}


def _question(
    syllabus: Syllabus, skill: Skill, place: Place, wager: str, made: Manner, rng: Random
) -> Question:
    done = paid(syllabus, place, wager)
    name = syllabus.ruleset.wagers[wager].wager.name
    assert done.net is not None
    odds = f"{done.net.numerator}-{done.net.denominator}"
    told = f"{name} is paid {odds}: {money(done.winnings)}."
    facts = []
    if syllabus.setup.approval_from is not None:
        facts.append(f"Payments of {money(syllabus.setup.approval_from)} or more are approved.")
    seen = shown(syllabus, place)
    options = _options(syllabus, made, rng)
    right = {"hand": made.hand.name.lower(), "where": where_id(made.where), "how": slug(made.how)}
    skills = _skills(syllabus, made)
    parts = [Choose(id=id, asks=ASKS[id], options=options[id]) for id in skills]
    lies = f"{name} lies at {syllabus.game.place} {place.number}."
    keys: dict[str, Key] = {}
    for id, skill_id in skills.items():
        known = manner_cases(syllabus)[skill_id].skill
        if id == "hand":
            keys[id] = key(known, right[id], missed=lies)
            continue
        source = str(syllabus.book.texts.cited(made.source))
        because = _because(syllabus, place, wager, done, id)
        says = f"{capital(made.where.value)}: {name} at {odds}, since {because}." if because else ""
        missed = capital(f"{because}.") if because else told
        keys[id] = key(known, right[id], says=says, source=source, missed=missed)
    stage = Stage(
        asks="How do you make this payment?",
        shown=msgspec.structs.replace(seen, told=[*seen.told, told], facts=facts),
        parts=[*parts],
    )
    return msgspec.structs.replace(
        question(skill, [stage], [keys]), round=place.round, result=place.result
    )


def _because(syllabus: Syllabus, place: Place, wager: str, done: Paid, part: str) -> str:
    """Why a payment does not go where others at its odds go, or is not set down as they are."""
    asks = payment(syllabus, place, wager, done)
    made, threshold = syllabus.procedure.manner, syllabus.setup.approval_from

    def is_other(plain: Payment, of: str) -> bool:
        return bool(getattr(made(plain), of) != getattr(made(asks), of))

    reasons = []
    if is_other(msgspec.structs.replace(asks, stake={max(asks.stake): 1}), "where"):
        reasons.append(f"the wager lies in {len(asks.stake)} denominations")
    unapproved = msgspec.structs.replace(asks, needs_approval=False)
    if asks.needs_approval and threshold and is_other(unapproved, part):
        reasons.append(f"{money(done.winnings)} is {money(threshold)} or more")
    return " and ".join(reasons)


ASKS = {
    "hand": "With which hand do you pay it?",
    "where": "Where does the payment go?",
    "how": "How do you set it down?",
}


HOWS_OFFERED = 6


def _options(syllabus: Syllabus, made: Manner, rng: Random) -> dict[str, list[Option]]:
    """What there is to choose from: every hand and place there is, and some ways of setting it down."""
    every = _every(syllabus)
    hands = [hand for hand in UsesHand if any(each.manner.hand is hand for each in every)]
    wheres = [where for where in Where if any(each.manner.where is where for each in every)]
    others = [how for how in _hows(syllabus) if how != made.how]
    hows = sorted([made.how, *rng.sample(others, min(HOWS_OFFERED - 1, len(others)))])
    return {
        "hand": [Option(each.name.lower(), capital(each.value)) for each in hands],
        "where": [Option(where_id(each), capital(each.value)) for each in wheres],
        "how": [Option(slug(how), how) for how in hows],
    }
