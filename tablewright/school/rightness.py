"""What is right of a skill under a ruleset and with a device, as plain data.

What it is made of depends on what the skill is about:

    read, compare   the hands themselves: which ranks make the kind, in the order in which they beat
    pay             the facts that the line settles, and at which odds; how the payment is made
    settle          the order of the passes, of the wagers in each, and how they are paid
    deal, run       the steps with this device; what it burns and when it is shuffled; who bets when
    rule, guard     every ruling in force with this device, and what a void round gives each wager
    say             the words
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from tablewright.rules.contest import Contest
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.facts import plain
from tablewright.rules.irregularities import Effect, Irregularity
from tablewright.rules.protection import Seen
from tablewright.rules.sources import PlayerShows, VoidRound
from tablewright.rules.views import View
from tablewright.school import guarding, meetings
from tablewright.school.announced import NOTHING, announced, kinds_of
from tablewright.school.calling import hands_said
from tablewright.school.comparing import Decides
from tablewright.school.courses import Course
from tablewright.school.drills import read, run
from tablewright.school.drills.pay_manners import manner_cases
from tablewright.school.hands import Kind
from tablewright.school.improper import Sort
from tablewright.school.lines import line_cases
from tablewright.school.skills import Skill
from tablewright.school.syllabus import Syllabus, syllabus

Right = Any
"""What is right, as plain lists, texts and numbers."""


def what_is_right(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    """What a digest is made of."""
    return _BY_DRILL[skill.drill](syllabus, skill, device)


def _ruled(syllabus: Syllabus, skill: Skill) -> list[Right]:
    """The rule, and what the skill says of it."""
    rule = syllabus.rules[skill.rule]
    return [rule.sentence, str(rule.source), skill.says]


# Hands ---------------------------------------------------------------------------------------------


def _hands(view: View, strengths: Iterable[int]) -> Right:
    """Hands as the ranks that make them, the weakest first."""
    found: list[Right] = []
    for strength in strengths:
        seen = view.seen(strength)
        if seen is None:
            found.append(view.nothing)
            continue
        shape, (groups, ranks, is_suited, straight_to) = seen.standing
        of = [seen.ranking.name, shape.id]
        found.append([*of, list(groups), [int(each) for each in ranks], is_suited, straight_to])
    return found


def _kind(kind: Kind) -> Right:
    breaks_ties = bool(kind.ranking and kind.ranking.outside_card_breaks_ties)
    return [kind.view.name, kind.view.says, breaks_ties, _hands(kind.view, kind.strengths)]


def _read(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    asked, strengths = read.cases(syllabus)[skill.id][1]
    deal = syllabus.deal
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    judged = [
        each.only_cards_played
        for each in sources.values()
        if isinstance(each, PlayerShows) and each.view is asked.view
    ]
    return [asked.view.name, asked.view.says, judged, _hands(asked.view, strengths)]


def _compare(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    _, case = meetings.cases(syllabus)[skill.id]
    if case.wanted is None:
        source = meetings.contest_of(syllabus).qualifies
        labels = source.view.labels(source.label)
        strengths = [n for n, does in enumerate(labels) if bool(does) is case.qualifies]
        return [source.view.name, source.view.says, _hands(source.view, strengths)]
    by, high, low = case.wanted
    if by is Decides.RANKING:
        rungs = [each.ranking.name if each.ranking else each.view.nothing for each in (high, low)]
        return [by.value, high.view.says, rungs]
    return [by.value, _kind(high), _kind(low)]


# Payments ------------------------------------------------------------------------------------------


def _pay(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    if skill.id in manner_cases(syllabus):
        return _made(syllabus, [*syllabus.ruleset.wagers], skill.rule)
    wagers = syllabus.ruleset.wagers
    if skill.id in line_cases(syllabus):
        numbers = line_cases(syllabus)[skill.id].numbers
        settled = {id: _settled(syllabus, id, some) for id, some in numbers.items()}
        return [*_ruled(syllabus, skill), settled]
    id = skill.rule.split(".")[1]
    paid = sorted({str(each.net) for each in wagers[id].outcomes.values()})
    return [*_ruled(syllabus, skill), wagers[id].cap.value, paid]


def _settled(syllabus: Syllabus, wager: str, numbers: Iterable[int]) -> Right:
    """What decides in the facts of some numbers, and what a wager gets there."""
    decided, fields = syllabus.ruleset.wagers[wager], _deciding(syllabus, wager)
    found: dict[str, list[Any]] = {}
    for number in numbers:
        net = str(decided.outcomes[number].net)
        found.setdefault(net, []).append(decided.space.possible[number])
    return {net: sorted(_cut(facts, fields)) for net, facts in sorted(found.items())}


@lru_cache(maxsize=256)
def _deciding(syllabus: Syllabus, wager: str) -> tuple[str, ...]:
    """The fields of the facts without which it could not be told what becomes of a wager."""
    decided = syllabus.ruleset.wagers[wager]
    possible, fields = decided.space.possible, tuple(decided.space.fields)
    for field in reversed(fields):
        fewer = tuple(each for each in fields if each != field)
        found: dict[frozenset[tuple[str, ...]], object] = {}
        if all(
            found.setdefault(frozenset(_cut([possible[n]], fewer)), outcome) == outcome
            for n, outcome in decided.outcomes.items()
        ):
            fields = fewer
    return fields


def _cut(facts: Iterable[Any], fields: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Facts by some of their fields."""
    return {tuple(str(plain(getattr(each, field))) for field in fields) for each in facts}


def _made(syllabus: Syllabus, wagers: Iterable[str], rule: str = "") -> Right:
    """How payments on some wagers are made; only those of a rule, if one is named."""
    found: dict[tuple[Any, ...], dict[tuple[str, ...], list[int]]] = {}
    for case in manner_cases(syllabus).values():
        for pay, how, _ in case.payments:
            if pay.wager in wagers and rule in ("", case.skill.rule):
                paid = (pay.wager, str(pay.net), len(pay.stake), pay.needs_approval)
                made = (how.hand.value, how.where.value, how.how)
                found.setdefault(paid, {}).setdefault(made, []).append(pay.place)
    return [
        [*paid, *made, "everywhere" if len(ways) == 1 else sorted({*places})]
        for paid, ways in sorted(found.items())
        for made, places in sorted(ways.items())
    ]


def _settle(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    of_rule = skill.rule.split(".")
    passes = [
        [stage.id, list(wagers), stage.takes_first, stage.is_from_right, [*map(list, stage.alike)]]
        for stage, wagers in zip(syllabus.book.stages, syllabus.book.stage_wagers, strict=True)
    ]
    found = _ruled(syllabus, skill)
    if of_rule[1] == "phase":
        return [*found, passes, _when_void(syllabus) if skill.case == "void" else ""]
    if of_rule[1] == "stage":
        found += [each for each in passes if each[0] == of_rule[2]]
        if skill.case in ("hand", "manner"):
            found.append(list(syllabus.procedure.right_hand_only))
            found.append(_made(syllabus, found[-2][1]))
    return found


def _when_void(syllabus: Syllabus) -> Right:
    """What a void round gives each wager, by line, and whether what was settled in it is taken back."""
    deal, procedure = syllabus.deal, syllabus.procedure
    sources = deal.sources if isinstance(deal, Contest) else deal.round_sources
    fields = [name for name, source in sources.items() if isinstance(source, VoidRound)]
    void: set[tuple[str, str]] = set()
    for decided in syllabus.ruleset.wagers.values():
        for number, outcome in decided.outcomes.items():
            facts = decided.space.possible[number]
            if any(getattr(facts, name, False) is True for name in fields):
                line = decided.lines[outcome.line]
                void.add((f"{line.rule}: {line.sentence}", str(outcome.net)))
    back = procedure.takes_back_when_void
    return [sorted(void), bool(back and syllabus.ruleset.rulings.hold(back))]


# Cards ---------------------------------------------------------------------------------------------


def _device(syllabus: Syllabus, device: Device) -> Right:
    """What a dealer does with a device by its nature."""
    rulings = syllabus.ruleset.rulings
    due = device.shuffle_due_under(rulings)
    return [
        device.says, device.decks, device.packs, device.is_machine, device.returns_cards,
        list(device.cut or ()), device.has_cut_card_within, device.rounds_between_shuffles,
        due.at_cut_card, due.at_rounds, list(device.burns_under(rulings)),
    ]  # fmt: skip


def _betting(syllabus: Syllabus) -> Right:
    """Who may bet what, and when: what a dealer looks to while wagers are made."""
    deal = syllabus.deal
    late = [deal.takes_late_wagers, deal.may_take_back] if isinstance(deal, Draw) else []
    wagers = {
        id: [each.wager.name, syllabus.rules[f"{syllabus.game.id}.{id}"].sentence]
        for id, each in syllabus.ruleset.wagers.items()
    }
    return [wagers, syllabus.ruleset.places, _limits(syllabus), late]


def _limits(syllabus: Syllabus) -> Right:
    """What becomes of a wager outside its limits, and whether others may be made beside it."""
    needed = syllabus.procedure.needed_at_minimum
    at_minimum = bool(needed and syllabus.ruleset.rulings.hold(needed))
    return [syllabus.procedure.off_limits.value, at_minimum]


def _deal(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    found, part = _ruled(syllabus, skill), skill.rule.split(".")[-1]
    if skill.case:
        return found
    if part == "wagers":
        return [*found, _betting(syllabus)]
    if part in ("deal", "draw", "cards"):
        return [*found, syllabus.ruleset.places, _device(syllabus, device)]
    return found


IN_ORDER = ("opening", "miscount", "card-change", "inspection", "unfit", "closing")
"""The courses whose steps follow each other in one order, whatever cards come."""


def _run(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    planned = run.plan(syllabus).get(skill.id)
    if planned is None:
        return [*_ruled(syllabus, skill), *_needed(syllabus, skill.rule.split(".")[-1], device)]
    found = [*_ruled(syllabus, skill), planned.course.id]
    if planned.course.id in IN_ORDER:
        order = _steps(syllabus, planned.course, device)
        at = order.index(planned.label)
        found.append(order[at - 1] if at else "")
    elif skill.rule.split(".")[-1] in ("deal", "draw", "cards"):
        found.append(_device(syllabus, device))
    return found


@lru_cache(maxsize=256)
def _steps(syllabus: Syllabus, course: Course, device: Device) -> tuple[str, ...]:
    """The steps of a course in their order."""
    return tuple(dict.fromkeys(label for label, _ in run.steps_met(syllabus, course, device)))


def _needed(syllabus: Syllabus, id: str, device: Device) -> Iterable[Right]:
    """What an instruction goes with, and whether an item must be there with this device."""
    procedure = syllabus.procedure
    for told in procedure.instructions_under(syllabus.ruleset.rulings):
        if told.id == id:
            yield [list(told.steps), [each.value for each in told.by], told.holds_with(device)]
    for item in (*procedure.equipment, *procedure.sign):
        if item.id == id:
            yield [not item.devices or device.id in item.devices, item.is_optional]


# What goes wrong -----------------------------------------------------------------------------------


def _irregular(syllabus: Syllabus, each: Irregularity, device: Device) -> Right:
    rulings = each.rulings_with(device, syllabus.ruleset.rulings)
    return [
        each.title, list(each.phases), [role.value for role in each.declared_by],
        each.concerns.value, each.overlooked, each.after_cut_card, each.only_unfinished, each.looks,
        [[r.says, r.effect.value, r.reshuffles, r.breaks_device, r.fouls_cards] for r in rulings],
        _when_void(syllabus) if any(r.effect is Effect.VOID for r in rulings) else "",
    ]  # fmt: skip


def _rule(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    about = [
        _irregular(syllabus, each, device)
        for each in syllabus.procedure.irregularities
        if skill.rule == each.id or skill.rule.startswith(f"{each.id}.")
    ]
    return [*_ruled(syllabus, skill), about]


def _guard(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    _, fault = guarding.cases(syllabus)[skill.id]
    found = [*_ruled(syllabus, skill), fault.sort.value, fault.title, fault.case]
    if fault.incident:
        rulings = [[each.says, each.remedy.value] for each in fault.incident.rulings]
        found += [fault.incident.looks, rulings, _closes(syllabus, fault.incident.seen)]
    if fault.irregularity:
        found.append(_irregular(syllabus, fault.irregularity, device))
    if fault.sort is Sort.LIMIT:
        found.append(_limits(syllabus))
    return found


def _closes(syllabus: Syllabus, seen: Seen) -> Right:
    """Until when wagers are made or taken back, where that makes something improper."""
    deal = syllabus.deal
    if not isinstance(deal, Draw) or seen is Seen.WRONG_BOX:
        return ""
    return deal.takes_late_wagers if seen in (Seen.LATE, Seen.CAPPED) else deal.may_take_back


# Words ---------------------------------------------------------------------------------------------


def _say(syllabus: Syllabus, skill: Skill, device: Device) -> Right:
    about = skill.rule.split(".")[1]
    if about in syllabus.ruleset.wagers:
        return _announced(syllabus).get((about, skill.case), [])
    found = _ruled(syllabus, skill)
    if about == "wagers":
        return [*found, _limits(syllabus)]
    if isinstance(syllabus.deal, Contest) and skill.rule.endswith(".reveal"):
        name, strengths, does = hands_said(syllabus.deal)[skill.case]
        return [*found, name, does, _hands(syllabus.deal.spoken[name], strengths)]
    return found


@lru_cache(maxsize=16)
def _announced(of: Syllabus) -> Mapping[tuple[str, str], list[Right]]:
    """What is announced about each wager after the same cards under every ruleset of a game."""
    usual = kinds_of(syllabus(of.game.id))
    found: dict[tuple[str, str], list[Right]] = {}
    for cards in dict.fromkeys(each.cards for examples in usual.values() for each in examples):
        drawn, every = [card.text for card in cards], announced(of, cards)
        for said in every:
            for wager in said.about:
                found.setdefault((wager, said.kind), []).append([drawn, said.says])
        for wager in {said.wager for said in usual}:
            if not any(wager in said.about for said in every):
                found.setdefault((wager, NOTHING), []).append(drawn)
    return found


_BY_DRILL: Mapping[str, Callable[[Syllabus, Skill, Device], Right]] = {
    "read": _read,
    "compare": _compare,
    "pay": _pay,
    "settle": _settle,
    "deal": _deal,
    "run": _run,
    "rule": _rule,
    "guard": _guard,
    "say": _say,
}
