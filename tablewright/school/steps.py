"""Steps as questions: what comes next at a table, and who does it.

What is right is what is due there (`table/automation`). Every other step is a wrong answer, and the
table itself says why: the refusal that it would give. A step that it would take, but that is not the
next one, is right in part.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from tablewright.rules.english import capital
from tablewright.rules.errors import Forbidden
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS
from tablewright.school.keys import key
from tablewright.school.marking import as_answer
from tablewright.school.questions import Choose, Key, Option
from tablewright.school.skills import Skill
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor
from tablewright.table.acts.decks import backs
from tablewright.table.acts.equipment import equipment
from tablewright.table.acts.forms import CLOSER, ERROR, OPENER, SLIP_IN, SLIP_OUT, form_named
from tablewright.table.automation import Step
from tablewright.table.chips import FLOAT
from tablewright.table.machine import OTHER_GAMES, Table
from tablewright.table.record import ACTS, Act
from tablewright.table.status import IN_PLAY
from tablewright.table.words import BUTTON, DO, EACH, ENGLISH, post_named

WAIT = "wait"
WAIT_SAYS = "Nothing yet: the players act"
WHO = (DEALER, INSPECTOR, PIT_BOSS)
STAFF_CASE = "staff"


class Choice(NamedTuple):
    """A step that may be named as the next one."""

    id: str
    says: str
    step: Step | None
    """None, for waiting."""


# The steps of dealer and supervisors ---------------------------------------------------------------


def _shuffles(t: Table) -> Iterator[Act]:
    pack = t.state.packs.pack
    yield acts.Shuffle(pack, t.to_shuffle(pack), "salt")


def _at_places(kind: Callable[[int], Act]) -> Callable[[Table], Iterable[Act]]:
    return lambda t: [kind(place) for place in t.state.seats]


def _slips(t: Table) -> list[Act]:
    return [acts.Countersign(number, slip.to_count) for number, slip in t.state.slips.items()] or [
        acts.Countersign(1, {})
    ]


def _least_fill(t: Table) -> list[Act]:
    return [acts.Fill({min(t.book.setup.denominations): 40})]


BY_DEALER: Mapping[type[Act], Callable[[Table], Iterable[Act]]] = {
    acts.NoMoreBets: lambda t: [acts.NoMoreBets()],
    acts.Deal: lambda t: [acts.Deal()],
    acts.Reveal: lambda t: [acts.Reveal()],
    acts.Burn: lambda t: [acts.Burn()],
    acts.Draw: lambda t: [acts.Draw()],
    acts.LookOver: lambda t: [acts.LookOver()],
    acts.Show: _at_places(acts.Show),
    acts.Settle: _at_places(acts.Settle),
    acts.Clear: lambda t: [acts.Clear()],
    acts.HandShuffle: lambda t: [acts.HandShuffle()],
    acts.Shuffle: _shuffles,
    acts.Cut: lambda t: [acts.Cut(t.device.cut[0] if t.device.cut else 0)],
    acts.Wash: lambda t: [acts.Wash()],
    acts.Examine: lambda t: [acts.Examine()],
    acts.Inspect: lambda t: [acts.Inspect()],
    acts.CountFloat: lambda t: [acts.CountFloat(dict(t.state.bank.chips(FLOAT)))],
    acts.CheckEquipment: lambda t: [acts.CheckEquipment(equipment(t))],
    acts.DisplaySign: lambda t: [acts.DisplaySign()],
    acts.Sign: lambda t: [acts.Sign(form) for form in (OPENER, CLOSER, ERROR, SLIP_IN, SLIP_OUT)],
    acts.Leave: _at_places(acts.Leave),
    acts.Countersign: _slips,
}
BY_SUPERVISOR: Mapping[type[Act], Callable[[Table], Iterable[Act]]] = {
    acts.UnlockRack: lambda t: [acts.UnlockRack()],
    acts.ReportError: lambda t: [acts.ReportError("a count that differs")],
    acts.BringDecks: lambda t: [acts.BringDecks(backs(t))],
    acts.Open: lambda t: [acts.Open()],
    acts.Approve: _at_places(acts.Approve),
    acts.Fill: _least_fill,
    acts.RemoveCards: lambda t: [acts.RemoveCards()],
    acts.Mend: lambda t: [acts.Mend()],
    acts.BeginClosing: lambda t: [acts.BeginClosing()],
    acts.RemoveDropBox: lambda t: [acts.RemoveDropBox()],
    acts.Close: lambda t: [acts.Close()],
}
ORDER = {kind: n for n, kind in enumerate(ACTS)}


def steps_of(t: Table, kinds: Collection[type[Act]]) -> list[Step]:
    """Steps of these kinds at a table, each by the person who usually does it."""
    found: list[Step] = []
    for kinds_by, by in ((BY_DEALER, THE_DEALER), (BY_SUPERVISOR, THE_INSPECTOR)):
        for kind, made in kinds_by.items():
            if kind in kinds:
                found += [(act, by) for act in made(t)]
    return found


def dealers_kinds(t: Table) -> list[type[Act]]:
    """What the dealers of this game do with cards and wagers while the table is open."""
    of_game = {ACTS[kind] for kind in BY_DEALER if t.rule_of(kind) != OTHER_GAMES}
    return [
        kind
        for kind in BY_DEALER
        if IN_PLAY in kind.during
        and kind not in (acts.Sign, acts.Countersign, acts.Leave)
        and ACTS[kind] in of_game
        and not (kind is acts.Show and t.book.is_draw)
        and not (kind is acts.HandShuffle and not t.book.procedure.shuffled_before_loading)
    ]


# In words ------------------------------------------------------------------------------------------


def step_id(act: Act) -> str:
    """A step by its name, with where it is done: `settle 3`."""
    where = [getattr(act, "place", 0) or "", getattr(act, "form", "")]
    return " ".join([act.name, *(str(each) for each in where if each)])


def step_says(t: Table, act: Act) -> str:
    """A step as its button names it, with where it is done."""
    each = ENGLISH.say(act.name, BUTTON, EACH)
    place, form = getattr(act, "place", 0), getattr(act, "form", "")
    if isinstance(act, acts.Countersign):
        slip = t.state.slips.get(act.slip)
        return each.format(choice=f"the {form_named(slip.form)}") if slip else kind_says(type(act))
    if form and each:
        return each.format(choice=form_named(form))
    if place and "{place}" in each:
        return each.format(place=t.place(place))
    return f"{kind_says(type(act))}: {t.place(place)}" if place else kind_says(type(act))


def kind_says(kind: type[Act]) -> str:
    """A kind of step as its button names it."""
    name = ACTS[kind]
    return ENGLISH.say(name, BUTTON, STAFF_CASE) or ENGLISH.say(name, BUTTON)


def prompted(t: Table, act: Act) -> tuple[str, str]:
    """A step as it is said to the person who must do it, and where that is printed.

    What a place is paid is not said: that is asked next.
    """
    if isinstance(act, acts.Settle):
        source = t.book.stages[t.state.pending[0][0]].source
        return f"{capital(step_says(t, act))}.", str(t.book.texts.cited(source))
    prompt = None if isinstance(act, acts.Approve) else act.prompt(t)
    if prompt is None:
        return f"{capital(step_says(t, act))}.", ""
    says = ENGLISH.say(act.name, DO, prompt.case, prompt.slots)
    return says, str(t.book.texts.cited(prompt.source))


# What comes next -----------------------------------------------------------------------------------


def choices(t: Table, steps: Iterable[Step], right: Step | None) -> list[Choice]:
    """Steps to choose from, the right one among them, in the order of the house's own list."""
    found = {step_id(act): Choice(step_id(act), step_says(t, act), (act, by)) for act, by in steps}
    if right:
        id = step_id(right[0])
        found[id] = Choice(id, step_says(t, right[0]), right)
    return sorted(found.values(), key=_natural)


def _natural(choice: Choice) -> tuple[int, int, str]:
    assert choice.step is not None
    act = choice.step[0]
    return ORDER[type(act)], getattr(act, "place", 0), choice.id


def next_part(
    table: DrillTable,
    right: Step | None,
    among: Iterable[Step],
    skill: Skill,
    *,
    asks: str = "What do you do next?",
    may_wait: bool = False,
    id: str = "next",
) -> tuple[Choose, Key]:
    """What comes next, with what the table says to every other step."""
    t = table.table
    offered = choices(t, among, right)
    options = [Option(each.id, each.says) for each in offered]
    if may_wait:
        options.append(Option(WAIT, WAIT_SAYS))
    part = Choose(id=id, asks=asks, options=options, is_long=len(options) > 12)
    right_id = step_id(right[0]) if right else WAIT
    says, source = _explained(table, right[0]) if right else (skill.says, skill.source)
    first = f"First: {prompted(t, right[0])[0]}" if right else "The players still have to act."
    refusals: dict[str, str] = {}
    in_part: dict[str, str] = {}
    for each in offered:
        if each.id == right_id or each.step is None:
            continue
        refused = table.refusal(*each.step)
        if refused is None:
            in_part[as_answer(part, each.id)] = (
                f"It may be done, but something comes before it. {first}"
            )
        else:
            refusals[as_answer(part, each.id)] = _refused(t, each, refused, first)
    answer = key(
        skill,
        right_id,
        in_part=in_part,
        refusals=refusals,
        says=says,
        source=source,
        missed="" if first == f"First: {says}" else first,
    )
    return part, answer


def _explained(table: DrillTable, act: Act) -> tuple[str, str]:
    """Why a step is the next one: what its person is told, or the rule where that only names it."""
    t, rules = table.table, table.syllabus.rules
    says, source = prompted(t, act)
    if isinstance(act, acts.Settle):
        stage = t.book.stages[t.state.pending[0][0]].id
        return rules[f"{t.book.game.id}.stage.{stage}"].sentence, source
    rule = rules.get(t.rule_of(type(act)))
    if rule and says == f"{capital(step_says(t, act))}.":
        return rule.sentence, source
    return says, source


def _refused(t: Table, choice: Choice, refused: Forbidden, first: str) -> str:
    """Why a step is not the next one: the table's words, unless they name only a part of the round."""
    assert choice.step is not None
    if refused.rule == t.phase_rule and choice.step[0].name not in t.phase.allows:
        return f"{choice.says}: that comes in another part of the round. {first}"
    return str(refused)


def who_part(
    table: DrillTable, right: Step, skill: Skill, asks: str = "Who does it?"
) -> tuple[Choose, Key]:
    """Who does what comes next; those who may as well are right too."""
    act, by = right
    says, source = _explained(table, act)
    options = [Option(role.value, capital(post_named(role.value))) for role in WHO]
    part = Choose(id="who", asks=asks, options=options)
    others = {role: table.refusal(act, Actor(role)) for role in WHO if role is not by.role}
    answer = key(
        skill,
        by.role.value,
        also=[role.value for role, refused in others.items() if refused is None],
        refusals={
            as_answer(part, role.value): str(refused) for role, refused in others.items() if refused
        },
        says=says,
        source=source,
    )
    return part, answer
