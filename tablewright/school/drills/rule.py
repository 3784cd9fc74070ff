"""Rule on it: something goes wrong at a live table. What it is, who rules, and what each wager gets.

The table is a real one, at a moment at which the irregularity can be declared there. What is right is
the procedure's own data, and what the wagers come to on a copy of the table on which it was declared.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tablewright.rules.cards import DECK
from tablewright.rules.devices import Device
from tablewright.rules.english import capital
from tablewright.rules.irregularities import Concerns, Effect, Irregularity, Ruling
from tablewright.rules.register import ruling_ids
from tablewright.rules.roles import DEALER, PIT_BOSS, SUPERVISORS, SURVEILLANCE, WATCHERS, Role
from tablewright.school.going_wrong import (
    PAID,
    RETURNED,
    STANDS,
    STAYS,
    TAKEN,
    Fate,
    declared,
    fates,
    moments,
    table_at,
)
from tablewright.school.keys import key, question
from tablewright.school.marking import as_answer
from tablewright.school.questions import Choose, Key, Option, Question, Shown, Stage
from tablewright.school.rulings import (
    can_happen_with,
    choices,
    effects_known,
    effects_said,
    in_force,
    ruled_on,
)
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.school.tables import DrillTable
from tablewright.table.views import View
from tablewright.table.words import joined, named, post_named

RULE = "rule"
NOBODY = {"player": "a player", "place": "a place", "wager": "wager"}
MOST_WAGERS = 4
"""Of so many wagers at most it is asked what they get."""


# Skills --------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """What a skill is about: an irregularity with a device, and a ruling on it, if one is named."""

    device: Device
    irregularity: Irregularity
    ruling: Ruling | None


def _rule_of(irregularity: Irregularity, ruling: Ruling, device: Device) -> str:
    """The rule that a ruling is where cards come from a device."""
    ids = ruling_ids(irregularity, ruling)
    return ids[ruling.devices.index(device.id)] if ruling.devices else ids[0]


def _cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Case]]:
    return _cases_of(syllabus_of(syllabus.setup))


@lru_cache(maxsize=16)
def _cases_of(syllabus: Syllabus) -> dict[str, tuple[Skill, Case]]:
    """Every skill with what it is about: what each irregularity is, and every ruling on it."""
    found = {}
    for device in syllabus.devices:
        for each in can_happen_with(syllabus, device):
            rulings = each.rulings_with(device, syllabus.ruleset.rulings)
            for ruling in (None, *rulings):
                skill = syllabus.skill(
                    RULE,
                    _rule_of(each, ruling, device) if ruling else each.id,
                    Topic.IRREGULARITIES,
                    capital(device.name),
                    device=device.id,
                )
                found[skill.id] = skill, Case(device, each, ruling)
    return found


def _skill(syllabus: Syllabus, case: Case) -> Skill:
    device, irregularity, ruling = case
    rule = _rule_of(irregularity, ruling, device) if ruling else irregularity.id
    return _cases(syllabus)[f"{RULE} {rule}@{device.id}"][0]


# What is asked -------------------------------------------------------------------------------------


class Happening(NamedTuple):
    """Something that has gone wrong: where, what one sees of it, and what each wager gets."""

    case: Case
    ruling: Ruling
    table: DrillTable | None
    place: int
    looks: str
    fates: dict[str, Fate]
    view: View | None = None


def _happening(syllabus: Syllabus, case: Case, rng: Random) -> Happening:
    """A table on which it happens; none, where the ruleset leaves no moment for it."""
    device, irregularity, ruling = case
    if ruling is None:
        ruling = rng.choice(irregularity.rulings_with(device, syllabus.ruleset.rulings))
    known = moments(syllabus, device.id).get(irregularity.id, ())
    if not known:
        seen = named(rng.choice(DECK).text)
        looks = irregularity.looks.format_map({**NOBODY, "card": seen})
        return Happening(case, ruling, None, 0, looks, {})
    table = table_at(syllabus, device.id, rng.choice(known), rng)
    t = table.table
    laid = [place for place in t.state.seats if t.stakes(place)]
    in_round = [place for place in t.state.seats if t.state.seats[place].slots or place in laid]
    is_wager = irregularity.concerns is Concerns.A_WAGER
    place = rng.choice(laid if is_wager else in_round or list(t.state.seats))
    concerns = irregularity.concerns
    about = place if concerns in (Concerns.PLACE, Concerns.A_WAGER) else 0
    stakes = sorted(t.stakes(place))
    wager = rng.choice(stakes) if concerns is Concerns.A_WAGER else ""
    card, found = fates(table, declared(irregularity, ruling, about, wager), place)
    looks = irregularity.looks.format_map(
        {
            "player": t.state.seats[place].player,
            "place": t.place(place),
            "wager": t.book.wagers[wager].name if wager else "",
            "card": named(card) if card else "",
        }
    )
    return Happening(case, ruling, table, place, looks, found, table.view())


class RuleOnIt:
    """What is done when something goes wrong."""

    id = RULE
    title = "Rule on it"
    about = (
        "Something goes wrong at a live table: say what it is, who rules on it, and what each wager"
        " gets."
    )
    seconds = 40.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in _cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        _, case = _cases(syllabus)[skill.id]
        return _asked(syllabus, skill, _happening(syllabus, case, rng), rng)

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """Something else that can go wrong with the same device at such a moment."""
        _, case = _cases(syllabus)[skill.id]
        known = moments(syllabus, case.device.id)
        phases = {each.phase for each in known.get(case.irregularity.id, ())}
        others = [
            each
            for each in can_happen_with(syllabus, case.device)
            if each is not case.irregularity
            and (not phases or any(one.phase in phases for one in known.get(each.id, ())))
        ]
        if not others:
            return None
        other = Case(case.device, rng.choice(others), None)
        twin = _skill(syllabus, other)
        return _asked(syllabus, twin, _happening(syllabus, other, rng), rng)


def _asked(syllabus: Syllabus, skill: Skill, happening: Happening, rng: Random) -> Question:
    """First what it is, then the ruling, then what it comes to."""
    stages, keys = [], []
    for stage, right in (
        _what_it_is(syllabus, happening),
        _the_ruling(syllabus, happening),
        _what_follows(syllabus, happening, rng),
    ):
        if stage.parts:
            stages.append(stage)
            keys.append(right)
    return question(skill, stages, keys)


def _shown(happening: Happening, *more: str) -> Shown:
    told = [happening.looks, *more] if happening.looks else list(more)
    return Shown(device=happening.case.device.name, told=told, view=happening.view)


Asked = tuple[Stage, dict[str, Key]]


# What it is ----------------------------------------------------------------------------------------


def _what_it_is(syllabus: Syllabus, happening: Happening) -> Asked:
    """Its name, and who may declare it."""
    device, irregularity, _ = happening.case
    skill = _skill(syllabus, Case(device, irregularity, None))
    options = [
        Option(str(n), each.title) for n, each in enumerate(can_happen_with(syllabus, device))
    ]
    right = next(option.id for option in options if option.says == irregularity.title)
    named_so = key(skill, right, missed=happening.looks, said=irregularity.title)
    who, by = _posts(irregularity.declared_by)
    parts = [Choose(id="name", asks="What is it?", options=options)]
    keys = {"name": named_so}
    if not irregularity.looks:
        parts, keys = [], {}  # Nothing tells it from others but its name.
    parts.append(Choose(id="who", asks="Who may declare it?", options=who))
    keys["who"] = key(skill, by)
    asks = "Something has gone wrong at the table."
    seen = () if irregularity.looks else (f"{irregularity.title}.",)
    return Stage(asks=asks, shown=_shown(happening, *seen), parts=list(parts)), keys


_POSTS: tuple[tuple[Role, ...], ...] = (
    (DEALER,),
    SUPERVISORS,
    (PIT_BOSS,),
    (SURVEILLANCE,),
    WATCHERS,
)


def _named(roles: Sequence[Role]) -> str:
    return joined([post_named(role.value) for role in roles], "or")


def _posts(right: Sequence[Role]) -> tuple[list[Option], str]:
    """Who might be asked for, and who it is."""
    known = list(dict.fromkeys([*_POSTS, tuple(right)]))
    options = [Option(str(n), capital(_named(each))) for n, each in enumerate(known)]
    return options, str(known.index(tuple(right)))


# The ruling ----------------------------------------------------------------------------------------


def _the_ruling(syllabus: Syllabus, happening: Happening) -> Asked:
    """What becomes of the round; the ruling itself where there is one, who chooses where several."""
    device, irregularity, _ = happening.case
    rulings = irregularity.rulings_with(device, syllabus.ruleset.rulings)
    skill = _skill(syllabus, Case(device, irregularity, happening.ruling))
    effects = choices(rulings)
    known = effects_known(syllabus, device)
    options = [Option(str(n), effects_said(each)) for n, each in enumerate(known)]
    parts = [Choose(id="effect", asks="What becomes of the round?", options=options)]
    says = " ".join(each.says for each in rulings)
    keys = {"effect": key(skill, str(known.index(effects)), says=says, missed=says)}
    if len(rulings) > 1:
        who, by = _posts(SUPERVISORS)
        parts.append(Choose(id="rules", asks="Who chooses the ruling?", options=who))
        keys["rules"] = key(skill, by, says=says, missed=says)
    else:
        said = list(dict.fromkeys(each.says for each in in_force(syllabus, device)))
        listed = [Option(str(n), each) for n, each in enumerate(said)]
        right = str(said.index(rulings[0].says))
        part = Choose(id="ruling", asks="What is the ruling?", options=listed, is_long=True)
        parts.append(part)
        refusals = {
            as_answer(
                part, each.id
            ): f"That is the ruling on: {ruled_on(syllabus, device, each.says)}."
            for each in listed
        }
        keys["ruling"] = key(
            skill,
            right,
            refusals=refusals,
            missed=f"{irregularity.title}.",
            said=rulings[0].says,
        )
    asks = f"{irregularity.title}. What is done?"
    return Stage(asks=asks, shown=_shown(happening), parts=list(parts)), keys


# What follows --------------------------------------------------------------------------------------


def _what_follows(syllabus: Syllabus, happening: Happening, rng: Random) -> Asked:
    """What each wager of one place gets, and what is done with the cards before they are dealt on."""
    device, irregularity, _ = happening.case
    skill = _skill(syllabus, Case(device, irregularity, happening.ruling))
    ruled = f"Ruling: {happening.ruling.effect.value}."
    parts: list[Choose] = []
    keys: dict[str, Key] = {}
    wagers = list(happening.fates)
    for wager in sorted(rng.sample(wagers, min(MOST_WAGERS, len(wagers))), key=wagers.index):
        fate = happening.fates[wager]
        name = syllabus.book.wagers[wager].name
        options = _fate_options(syllabus, wager, fate)
        parts.append(
            Choose(id=f"wager-{wager}", asks=f"{name}: what becomes of it?", options=options)
        )
        line = syllabus.rules.get(fate.rule)
        keys[f"wager-{wager}"] = key(
            skill,
            fate.id,
            rule=fate.rule,
            says=line.sentence if line else happening.ruling.says,
            source=str(line.source) if line else "",
            missed=line.sentence if line else happening.ruling.says,
        )
    options, right, also = _next_steps(syllabus, device, happening.ruling)
    parts.append(Choose(id="cards", asks="What follows for the cards?", options=options))
    keys["cards"] = key(skill, right, also=also, missed=happening.ruling.says)
    where = ""
    if happening.table is not None and wagers:
        t = happening.table.table
        where = f" Look at {t.place(happening.place)}."
    asks = f"{irregularity.title}.{where}"
    return Stage(asks=asks, shown=_shown(happening, ruled), parts=list(parts)), keys


def _fate_options(syllabus: Syllabus, wager: str, fate: Fate) -> list[Option]:
    """What can become of a wager: it stays, goes back, is taken, or is paid at some of its odds."""
    decided = syllabus.ruleset.wagers[wager]
    nets = sorted({each.net for each in decided.outcomes.values() if each.net and each.net > 0})
    odds = [f"{net.numerator}-{net.denominator}" for net in nets]
    if fate.odds and fate.odds not in odds:
        odds.append(fate.odds)
    at = odds.index(fate.odds) if fate.odds else 0
    near = odds[max(0, at - 1) : max(0, at - 1) + 3]
    return [
        Option(STAYS, "It stays in play as it lies."),
        Option(RETURNED, "It goes back to the player."),
        Option(TAKEN, "It is taken."),
        Option(STANDS, "It was settled before, and that stands."),
        *(Option(f"{PAID}-{each}", f"It is paid at {each}.") for each in near),
    ]


RESHUFFLES = "reshuffles"
_NEXT = (
    (RESHUFFLES, "The cards are shuffled before they are dealt again."),
    ("breaks_device", "The device is out of use until it is checked, mended or replaced."),
    ("fouls_cards", "The cards are inspected or changed before the next round."),
)
"""What a ruling asks for before cards are dealt again."""


def _asked_for(ruling: Ruling) -> tuple[str, ...]:
    """What follows by a ruling; cards that are shuffled at once are shuffled by its effect."""
    is_shuffled = ruling.effect is Effect.RESHUFFLED
    return tuple(
        name for name, _ in _NEXT if getattr(ruling, name) or (name == RESHUFFLES and is_shuffled)
    )


def _next_steps(
    syllabus: Syllabus, device: Device, ruling: Ruling
) -> tuple[list[Option], str, list[str]]:
    """What may follow for the cards, what does, and what may be said as well."""
    says = dict(_NEXT)
    usual: list[tuple[str, ...]] = [(), *((name,) for name in says), tuple(list(says)[:2])]
    known = list(
        dict.fromkeys([*usual, *(_asked_for(each) for each in in_force(syllabus, device))])
    )
    options = [
        Option(str(n), " ".join(says[name] for name in each) or "Nothing more: they are dealt on.")
        for n, each in enumerate(known)
    ]
    # A card that goes back into a device is mixed in again.
    also = [str(known.index((RESHUFFLES,)))] if ruling.effect is Effect.CARD_RETURNED else []
    return options, str(known.index(_asked_for(ruling))), also


RULE_ON_IT = RuleOnIt()
