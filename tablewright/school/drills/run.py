"""Run it: what comes next in an opening, a round, a change of cards, a closing; and what goes with it.

The steps are found by going through each course with each device (`school/courses`), so that what is
taught is what is due at a table. A step that goes the same way with every device is one skill, else it
is one for each of them. Beside the steps it asks for what the manual adds to them: instructions, what
lies on the table, what stands on its sign.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.devices import Device
from tablewright.rules.english import capital
from tablewright.rules.instructions import Instruction
from tablewright.rules.procedure import Item
from tablewright.rules.register import instruction_id
from tablewright.school.courses import COURSE, COURSES, VARIANTS, Course, step_label, walk
from tablewright.school.instructed import instruction_part
from tablewright.school.keys import asked, key, question
from tablewright.school.marking import as_answer
from tablewright.school.payments import Asked, approval_said
from tablewright.school.questions import Amount, Choose, Key, Option, Question, Shown, Stage
from tablewright.school.skills import Skill, Topic
from tablewright.school.steps import (
    BY_DEALER,
    BY_SUPERVISOR,
    kind_says,
    next_part,
    prompted,
    step_id,
    steps_of,
    who_part,
)
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.acts.slips import COUNTED
from tablewright.table.automation import Step
from tablewright.table.chips import FLOAT, Chips, chips_text, money, worth
from tablewright.table.machine import OTHER_GAMES, Table
from tablewright.table.record import ACTS, Act
from tablewright.table.words import counted, joined, post_named

MOST_STAGES = 3
OFFERED = 7
ROUND = "round"
NEAR = 4
"""How many wrong steps come from the same course, if there are so many."""
NOW = {
    "opening": "The table is being opened.",
    "open": "The table is open.",
    "closing": "The table is being closed.",
}


class RunIt:
    """The next step, and who does it."""

    id = "run"
    title = "Run the table"
    about = (
        "Say what comes next at the table and who does it, from the locked rack to the last count."
    )
    seconds = 20.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        yield from (each.skill for each in plan(syllabus).values())
        for told in syllabus.instructions:
            yield _plain_skill(syllabus, instruction_id(syllabus.procedure, told), "How it is done")
        for kind, item in _items(syllabus):
            title = "On the table" if kind == EQUIPMENT else "On the sign"
            yield _plain_skill(syllabus, f"{syllabus.game.id}.{kind}.{item.id}", title)

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        planned = plan(syllabus).get(skill.id)
        if planned:
            return _ask_step(syllabus, planned, rng)
        for told in syllabus.instructions:
            if skill.rule == instruction_id(syllabus.procedure, told):
                return _ask_instruction(syllabus, skill, told, rng)
        for kind, item in _items(syllabus):
            if skill.rule == f"{syllabus.game.id}.{kind}.{item.id}":
                asks = _ask_equipment if kind == EQUIPMENT else _ask_sign
                return asks(syllabus, skill, item, rng)
        raise AssertionError(f"{skill.id} cannot be asked")

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """The same at another table: another device, other players, another moment."""
        rng.random()
        return self.ask(syllabus, skill, rng)


def _plain_skill(syllabus: Syllabus, rule: str, group: str) -> Skill:
    return syllabus.skill("run", rule, Topic.DEAL, group)


# The steps -----------------------------------------------------------------------------------------


class Planned(NamedTuple):
    """A step that is a skill, where it comes up and with which devices."""

    skill: Skill
    course: Course
    label: str
    devices: tuple[str, ...]


class _Seen(NamedTuple):
    """A step as it was met in a course, as far as it can differ from one device to another."""

    rule: str
    who: str
    says: str


@lru_cache(maxsize=16)
def plan(syllabus: Syllabus) -> dict[str, Planned]:
    """Every step that can be due, by the id of its skill."""
    found: dict[str, Planned] = {}
    for course in COURSES:
        met: dict[str, dict[str, _Seen]] = {}
        for device in syllabus.devices:
            for label, seen in steps_met(syllabus, course, device):
                met.setdefault(label, {}).setdefault(device.id, seen)
        for label, by_device in met.items():
            for planned in _planned(syllabus, course, label, by_device):
                found[planned.skill.id] = planned
    return found


def steps_met(syllabus: Syllabus, course: Course, device: Device) -> Iterator[tuple[str, _Seen]]:
    """The steps of a course with a device."""
    missing = set(course.teaches)
    for variant in range(VARIANTS if course.teaches else 1):
        if course.teaches and not missing:
            return
        table = course.begun(syllabus, device.id, Random(variant))
        if table is None:
            continue
        for step in walk(course, table):
            t, act = table.table, step[0]
            if course.teaches and not isinstance(act, course.teaches):
                continue
            missing.discard(type(act))
            rule = t.rule_of(type(act))
            says = f"{kind_says(type(act))}."
            if rule.endswith(SAID_IN_FULL):
                says, _ = prompted(t, act)
            yield step_label(step, t), _Seen(rule, step[1].role.value, says)


SAID_IN_FULL = (".opening", ".cards")
"""The rules whose steps are said alike at every table; others name a place or chips."""


def _planned(
    syllabus: Syllabus, course: Course, label: str, by_device: dict[str, _Seen]
) -> Iterator[Planned]:
    is_same = len(set(by_device.values())) == 1 and len(by_device) == len(syllabus.devices)
    groups = [("", tuple(by_device))] if is_same else [(id, (id,)) for id in by_device]
    for device, devices in groups:
        seen = by_device[devices[0]]
        says = f"{course.title}. {capital(post_named(seen.who))}: {seen.says}"
        skill = syllabus.skill(
            "run",
            seen.rule,
            Topic.DEAL,
            course.title,
            says=says,
            case=f"{course.id}-{label}",
            device=device,
        )
        yield Planned(skill, course, label, devices)


def _skill_of(syllabus: Syllabus, course: Course, step: Step, t: Table) -> Skill | None:
    """The skill of a step that is due in a course."""
    known, label, rule = plan(syllabus), step_label(step, t), t.rule_of(type(step[0]))
    for id in (course.id, ROUND):
        stem = f"run {rule}/{id}-{label}"
        found = known.get(stem) or known.get(f"{stem}@{t.device.id}")
        if found:
            return found.skill
    return None


def _ask_step(syllabus: Syllabus, planned: Planned, rng: Random) -> Question:
    for _ in range(40):
        stages, keys = _stages(syllabus, planned, rng)
        if stages:
            break
    assert stages, f"{planned.skill.id} cannot be asked"
    return question(planned.skill, stages, keys)


def _stages(
    syllabus: Syllabus, planned: Planned, rng: Random
) -> tuple[list[Stage], list[dict[str, Key]]]:
    """The step itself, and up to two that follow it in its course."""
    stages: list[Stage] = []
    keys: list[dict[str, Key]] = []
    course, most = planned.course, rng.randint(1, MOST_STAGES)
    table = course.begun(syllabus, rng.choice(planned.devices), rng)
    if table is None:
        return stages, keys
    for step in walk(course, table):
        label = step_label(step, table.table)
        if not stages and label != planned.label:
            continue
        skill = _skill_of(syllabus, course, step, table.table)
        if skill is None or len(stages) == most:
            break
        found, shown = _asked(table, step, skill, course)
        stages.append(Stage(asks=NOW[table.table.state.status], shown=shown, parts=found.parts))
        keys.append(found.keys)
    return stages, keys


def _asked(table: DrillTable, step: Step, skill: Skill, course: Course) -> tuple[Asked, Shown]:
    found = Asked([], {})
    among = _others(table, step, course)
    found.add(*next_part(table, step, among, skill, asks="What comes next?"))
    found.add(*who_part(table, step, skill))
    to_count = _counted(table.table, step[0])
    facts = [*_facts(table)]
    if to_count is not None:
        facts.append(f"The chips that are to be counted: {chips_text(to_count)}.")
        who = found.keys["who"]
        found.add(
            Amount(id="count", asks="What are these chips worth?"),
            key(skill, worth(to_count), says=who.says, source=who.source, missed=_summed(to_count)),
        )
    return found, table.shown(facts)


def _summed(chips: Chips) -> str:
    """What chips are worth, denomination by denomination."""
    values = [f"{money(value)}: {money(value * chips[value])}" for value in sorted(chips)[::-1]]
    return f"{', '.join(values)}."


def _counted(t: Table, act: Act) -> Chips | None:
    """The chips that are counted with a step, if any are."""
    if isinstance(act, acts.CountFloat):
        return act.chips
    if isinstance(act, acts.Countersign) and t.state.slips[act.slip].form in COUNTED:
        return act.chips
    return None


def _others(table: DrillTable, step: Step, course: Course) -> list[Step]:
    """Other steps, some of the same course."""
    t, rng = table.table, table.source
    kinds = [kind for kind in (*BY_DEALER, *BY_SUPERVISOR) if t.state.status in kind.during]
    kinds = [kind for kind in kinds if kind is not acts.Show or not t.book.is_draw]
    near = {ACTS[kind] for kind in _kinds_of(table.syllabus, course.id)}
    pool: dict[str, list[Step]] = {}
    for other in steps_of(t, kinds):
        if step_id(other[0]) != step_id(step[0]) and t.rule_of(type(other[0])) != OTHER_GAMES:
            pool.setdefault(other[0].name, []).append(other)
    names = [name for name in pool if name in near]
    far = [name for name in pool if name not in near]
    names = rng.sample(names, min(NEAR, len(names)))
    names += rng.sample(far, min(OFFERED - 1 - len(names), len(far)))
    return [rng.choice(pool[name]) for name in names]


@lru_cache(maxsize=256)
def _kinds_of(syllabus: Syllabus, course: str) -> frozenset[type[Act]]:
    """The kinds of step of a course."""
    labels = [each.label for each in plan(syllabus).values() if each.course is COURSE[course]]
    return frozenset(
        kind for kind, name in ACTS.items() if any(label.startswith(name) for label in labels)
    )


def _facts(table: DrillTable) -> Iterator[str]:
    """What a dealer knows and does not see: how long cards have been in play, what is approved."""
    state, device = table.table.state, table.table.device
    if state.decks.since:
        minutes = int((table.now - state.decks.since).total_seconds()) // 60
        yield f"These cards have been in play for {counted(minutes, 'minute')}."
    if device.rounds_between_shuffles > 1 and state.status == "open":
        yield f"Rounds since the last shuffle: {state.packs.rounds}."
    if state.phase == "wagers" and not table.table.is_felt_bare():
        yield "Everyone has bet."
    if state.phase == "settle":
        yield from _about_payments(table.table)


def _about_payments(t: Table) -> Iterator[str]:
    """From what on a payment is approved, and which chips are left where the rack runs low."""
    yield from approval_said(t)
    held = t.state.bank.chips(FLOAT)
    if not all(held.get(value) for value in t.book.setup.denominations):
        yield f"In the rack: {chips_text(held)}."


# What goes with a step -----------------------------------------------------------------------------

EQUIPMENT, SIGN = "equipment", "sign"


def _items(syllabus: Syllabus) -> list[tuple[str, Item]]:
    """What lies on the table and stands on its sign, as far as it is in force."""
    of, rulings = syllabus.procedure, syllabus.ruleset.rulings
    both = [(EQUIPMENT, each) for each in of.equipment] + [(SIGN, each) for each in of.sign]
    return [(kind, each) for kind, each in both if each.under is None or rulings.hold(each.under)]


def _ask_instruction(syllabus: Syllabus, skill: Skill, told: Instruction, rng: Random) -> Question:
    device = rng.choice([each for each in syllabus.devices if told.holds_with(each)])
    step = rng.choice(told.steps)
    kind = next(kind for kind, name in ACTS.items() if name == step)
    part, right = instruction_part(syllabus, device, told, step, skill, rng)
    facts = ["A card of the round has been drawn."] if told.after_card else []
    who = post_named(rng.choice(told.by).value)
    stage = Stage(
        asks=f"{capital(who)} is at this step: {kind_says(kind).lower()}.",
        shown=Shown(device=device.name, facts=facts),
        parts=[part],
    )
    return question(skill, [stage], [{part.id: right}])


NEEDED, OPTIONAL, NOT_NEEDED = (
    Option("needed", "It must be there"),
    Option("optional", "It may be there"),
    Option("not-needed", "It is not needed"),
)


def _ask_equipment(syllabus: Syllabus, skill: Skill, item: Item, rng: Random) -> Question:
    device = rng.choice(syllabus.devices)
    right = NOT_NEEDED if item.devices and device.id not in item.devices else NEEDED
    if right is NEEDED and item.is_optional:
        right = OPTIONAL
    part = Choose(
        id="needed",
        asks="Does it have to be on the table before it opens?",
        options=[NEEDED, OPTIONAL, NOT_NEEDED],
    )
    names = [each.name for each in syllabus.devices if each.id in item.devices]
    missed = "It goes with whatever the cards come from."
    if names:
        missed = f"It goes with the {joined(names, 'and the')} only."
    shown = Shown(device=device.name, facts=[item.says])
    return asked(
        skill, "The equipment is checked.", shown, part, key(skill, right.id, missed=missed)
    )


def _ask_sign(syllabus: Syllabus, skill: Skill, item: Item, rng: Random) -> Question:
    """What stands on the sign, among what would under other readings and what staff are told."""
    others = {
        each.says: "So it would read under another reading of the manual."
        for each in syllabus.procedure.sign
        if each.under is not None and not syllabus.ruleset.rulings.hold(each.under)
    }
    told = [each.says for each in syllabus.instructions]
    more = rng.sample(told, min(len(told), max(0, 3 - len(others))))
    others |= dict.fromkeys(more, "That is for the staff, and stands on no sign.")
    texts = sorted([item.says, *list(others)[:3]])
    ids = {says: f"text-{n}" for n, says in enumerate(texts)}
    part = Choose(
        id="stands",
        asks="Which of these stands on the table's sign?",
        options=[Option(id, says) for says, id in ids.items()],
    )
    refusals = {as_answer(part, id): others[says] for says, id in ids.items() if says in others}
    right = key(skill, ids[item.says], refusals=refusals)
    return asked(skill, "The sign is put up.", Shown(), part, right)


RUN = RunIt()
