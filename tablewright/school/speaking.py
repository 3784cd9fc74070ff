"""What the dealer says to players: the welcome, the explanation, the limits, and no more bets."""

from collections.abc import Iterator
from random import Random

from tablewright.rules.errors import Forbidden
from tablewright.rules.procedure import OffLimits
from tablewright.rules.protection import HANDS_BACK_RULE
from tablewright.school.keys import asked, key
from tablewright.school.marking import as_answer
from tablewright.school.questions import Choose, Option, Question, Say, Shown
from tablewright.school.skills import Skill, Topic
from tablewright.school.spoken import altered, offered, told_apart, variants
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.acts.wagers import limits, limits_to_say, unmet
from tablewright.table.chips import fewest_chips, money, rail, spot
from tablewright.table.instructing import explanation
from tablewright.table.machine import Table
from tablewright.table.patrons import NAMES
from tablewright.table.words import ABOUT, ENGLISH, HAPPENED

SAY = "say"
UNDER, OVER, AGAIN = "under", "over", "under-again"


def _device(syllabus: Syllabus, rng: Random) -> str:
    return rng.choice(syllabus.devices).id


# No more bets --------------------------------------------------------------------------------------


def skills_of_no_more_bets(syllabus: Syllabus) -> Iterator[Skill]:
    """The call that closes the betting, and what is said before it where the manual asks for it."""
    game, topic, group = syllabus.game.id, Topic.CALLS, "No more bets"
    yield syllabus.skill(SAY, f"{game}.phase.wagers", topic, group, case="no-more-bets")
    if syllabus.procedure.protection.hands_back:
        yield syllabus.skill(SAY, f"{game}.{HANDS_BACK_RULE}", topic, group)


def ask_no_more_bets(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """Everybody has bet: what is said."""
    if is_twin:
        return None
    table = DrillTable(syllabus, _device(syllabus, rng), rng)
    table.seat_some(2, 4)
    table.bet()
    table.forget_told()
    tag, plain = acts.NoMoreBets().name, ENGLISH.say(acts.NoMoreBets().name, HAPPENED)
    right = ENGLISH.say(tag, HAPPENED, acts.NoMoreBets.call_case(table.table.book))
    shown = table.shown()
    asks = "Everybody has bet. What do you say before the cards come?"
    missed = "Everybody has bet, and no card has come yet."
    if rng.random() < 0.5:
        part = Say(id="call", asks="The call")
        in_part = {}
        if right != plain:
            in_part = {as_answer(part, each): skill.says for each in (plain, *variants(plain))}
        return asked(
            skill,
            asks,
            shown,
            part,
            key(skill, right, also=variants(right), in_part=in_part, missed=missed),
        )
    wrong = _wrong_calls(right, plain)
    options, id = offered(right, wrong, rng)
    part = Say(id="call", asks="The call", options=options)
    return asked(skill, asks, shown, part, key(skill, id, also=[right], missed=missed, said=right))


def _wrong_calls(right: str, plain: str) -> list[str]:
    """What is said too early, too late or not at all."""
    before = right.removesuffix(plain).strip(" .")
    shuffled = [f"{plain}. {before}"] if before else []
    return [
        *shuffled,
        plain,
        before or "Last bets",
        "Place your bets",
        "Any more bets",
        "Good luck",
    ]


# Limits --------------------------------------------------------------------------------------------


def limit_rule(syllabus: Syllabus, case: str) -> str:
    """The rule on a wager outside a limit: of its own for the maximum, where the game has one."""
    game = syllabus.game.id
    if syllabus.procedure.off_limits is OffLimits.REFUSED:
        return f"{game}.wagers.limits"
    over = f"{game}.wagers.over-maximum"
    return over if case == OVER and over in syllabus.rules else f"{game}.wagers.under-minimum"


def skills_of_limits(syllabus: Syllabus) -> Iterator[Skill]:
    """What is said of a wager under the minimum or over the maximum."""
    cases = [UNDER, OVER]
    if syllabus.procedure.off_limits is OffLimits.STANDS and syllabus.setup.returns_small_wagers:
        cases.append(AGAIN)
    for case in cases:
        yield syllabus.skill(
            SAY, limit_rule(syllabus, case), Topic.CALLS, "Limits said aloud", case=case
        )


def ask_limit(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """A wager lies outside a limit: what its player is told. The twin lies outside the other one."""
    case = skill.case
    if is_twin:
        case = OVER if case != OVER else UNDER
        skill = next(each for each in skills_of_limits(syllabus) if each.case == case)
    table = DrillTable(syllabus, _device(syllabus, rng), rng)
    (place,) = rng.sample(table.places, 1)
    table.seat((place,))
    if case == AGAIN:
        table.stack([])
    table.forget_told()
    is_refused = syllabus.procedure.off_limits is OffLimits.REFUSED
    says = _refused if is_refused else _advised
    right, wrong, facts, missed = says(table, place, case)
    options, id = offered(right, wrong, rng)
    asks = "What do you tell the player?"
    part = Say(id="words", asks="The words", options=options)
    answer = key(skill, id, also=[right], missed=missed, said=right)
    return asked(skill, asks, table.shown(facts), part, answer)


def _outside(cents: int, low: int, high: int, case: str) -> str:
    """Which limit a wager lies outside of."""
    if case == OVER:
        return f"{money(cents)} is over the maximum of {money(high)}."
    again = ", and the player was told so before" if case == AGAIN else ""
    return f"{money(cents)} is under the minimum of {money(low)}{again}."


def off_limits(low: int, high: int, case: str, rng: Random) -> int:
    """An amount outside the limits."""
    if case == OVER:
        return high + rng.choice((1, 2, 5)) * max(low, 100)
    return max(50, low // rng.choice((2, 5)) // 50 * 50)


def _refused(table: DrillTable, place: int, case: str) -> tuple[str, list[str], list[str], str]:
    """A wager that is not taken: what the machine says, what else might be, and what is known."""
    t, rng = table.table, table.source
    free = [id for id in t.book.offer.placed if t.book.wagers[id].stake is None]
    wager = rng.choice([id for id in free if not unmet(t, place, id)])
    low, high = limits(t, place, wager)
    cents = off_limits(low, high, case, rng)
    chips = fewest_chips(cents, sorted(t.state.bank.chips(rail(place))))
    refused = table.refusal(acts.Wager(place, wager, chips), player(place))
    assert isinstance(refused, Forbidden), f"{cents} on {wager} is taken"
    right = str(refused)
    name = t.book.wagers[wager].name
    bounds = (money(low), money(high))
    plays = f"Of your {money(cents)}, {bounds[1]} plays."
    if cents < low:
        plays = f"Your {money(cents)} is paid or taken as it lies."
    wrong = [f"{right.partition('. ')[0]}. {plays}", *_ending_otherwise(right, cents, low, high)]
    return (
        right,
        wrong,
        [
            f"{t.state.seats[place].player} puts {money(cents)} on the {name}.",
            f"Limits of the {name}: {bounds[0]} to {bounds[1]}.",
        ],
        _outside(cents, low, high, case),
    )


def _advised(table: DrillTable, place: int, case: str) -> tuple[str, list[str], list[str], str]:
    """A wager that stands: what the dealer says aloud of its limit, and what else might be said."""
    t, rng = table.table, table.source
    on_card = sorted(t.book.on_card)
    opens = {need.wager for each in t.book.ruleset.wagers.values() for need in each.needs}
    for wager in sorted(opens):
        table.lay(place, {wager: limits(t, place, wager)[0]})
    wager = rng.choice(on_card)
    low, high = limits(t, place, wager)
    cents = off_limits(low, high, case, rng)
    _bet(table, place, wager, cents)
    if case == AGAIN:
        table.run_until(lambda one: bool(one.state.drawn) and one.course.takes_wagers(one.state))
        if spot(place, wager) in t.state.bank.accounts:
            table.do(acts.TakeBack(place, wager), player(place))
        _bet(table, place, wager, cents)
    (right,) = limits_to_say(t)
    name = t.book.wagers[wager].name
    ways = {
        _said_otherwise(t.place(place), name, other, low, high, cents)
        for other in (UNDER, AGAIN)
        if case != OVER
    }
    wrong = [*sorted(ways - {right}), *_ending_otherwise(right, cents, low, high)]
    facts = [f"Limits of {name}: {money(low)} to {money(high)}."]
    return right, wrong, facts, _outside(cents, low, high, case)


def _ending_otherwise(right: str, cents: int, low: int, high: int) -> list[str]:
    """The same limit, and what other games do about a wager outside it."""
    says, lies = right.partition(". ")[0], money(cents)
    if cents > high:
        ends = [
            f"All of your {lies} plays this once",
            f"Of your {lies}, {money(cents - high)} plays",
        ]
    else:
        ends = [
            f"Your {lies} is made up to {money(low)}",
            f"Your {lies} is taken if it loses and returned if it wins",
        ]
    return [f"{says}. {each}." for each in (*ends, "You sit this one out")]


def _bet(table: DrillTable, place: int, wager: str, cents: int) -> None:
    held = sorted(table.table.state.bank.chips(rail(place)))
    table.do(acts.Wager(place, wager, fewest_chips(cents, held)), player(place))
    table.told.pop()  # What the dealer tells the player is what is asked for.


def _said_otherwise(place: str, wager: str, case: str, low: int, high: int, lies: int) -> str:
    """What is said of a limit that the wager does keep to, or in another case."""
    words = {UNDER: "minimum", OVER: "maximum", AGAIN: "returned"}[case]
    cents = high if case == OVER else low
    slots = {"place": place, "wager": wager, "cents": money(cents), "lies": money(lies)}
    return ENGLISH.say("advised", ABOUT, words, slots)


# A new player --------------------------------------------------------------------------------------


def skills_of_explanation(syllabus: Syllabus) -> Iterator[Skill]:
    """Every sentence of what a new player is told."""
    told = syllabus.procedure.explanation_under(syllabus.ruleset.rulings)
    book = syllabus.book
    minimum = {id: money(book.setup.limits[book.wagers[id].kind][0]) for id in book.offer.placed}
    for number, each in enumerate(told, 1):
        yield Skill(
            drill=SAY,
            rule=f"{syllabus.game.id}.welcome",
            says=each.says.format_map(minimum),
            topic=Topic.CALLS,
            group="New players",
            source=str(syllabus.book.texts.cited(each.source)),
            case=f"sentence-{number}",
        )


def ask_explanation(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """A new player has the game explained: which sentence is true and is still to be said."""
    if is_twin:
        return None
    table = DrillTable(syllabus, _device(syllabus, rng), rng)
    (place,) = rng.sample(table.places, 1)
    table.seat((place,))
    table.forget_told()
    sentences = explanation(table.table, place)
    number = int(skill.case.removeprefix("sentence-")) - 1
    right = sentences[number]
    said = [f"“{each}”" for n, each in enumerate(sentences) if n < number]
    wrong = [*altered(right), *_not_in_force(syllabus, table, place)]
    options, id = offered(right, wrong, rng)
    asks = "A player is new to the game, and you explain it. What do you say next?"
    if not said:
        asks = "A player is new to the game, and you explain it. What do you say first?"
    part = Say(id="words", asks="The words", options=options)
    shown = Shown(told=said, facts=posted(table.table))
    refusals = {as_answer(part, each.id): told_apart(each.says, right) for each in options}
    answer = key(skill, id, also=[right], refusals=refusals, says=right, said=right)
    return asked(skill, asks, shown, part, answer)


def posted(t: Table) -> list[str]:
    """The limits on the sign."""
    found = []
    for id in t.book.offer.placed:
        low, high = t.book.setup.limits[t.book.wagers[id].kind]
        found.append(f"{t.book.wagers[id].name}: {money(low)} to {money(high)}")
    return found


def _not_in_force(syllabus: Syllabus, table: DrillTable, place: int) -> list[str]:
    """What would be said under readings that are not in force."""
    t, rulings = table.table, syllabus.ruleset.rulings
    minimum = {id: money(limits(t, place, id)[0]) for id in t.book.offer.placed}
    return [
        each.says.format_map(minimum)
        for each in syllabus.procedure.explanation
        if each.under is not None and not rulings.hold(each.under)
    ]


def skills_of_welcome(syllabus: Syllabus) -> Iterator[Skill]:
    """That a new player is welcomed and the game explained."""
    rule = f"{syllabus.game.id}.welcome"
    yield syllabus.skill(SAY, rule, Topic.CALLS, "New players", case="who")


def ask_welcome(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """Players sit down: to whom is the game explained. Those who have sat here before know it."""
    if is_twin:
        return None
    table = DrillTable(syllabus, _device(syllabus, rng), rng)
    places = table.seat_some(3, 5)
    back, new = rng.sample(places, 2)
    t = table.table
    known = t.state.seats[back].player
    table.do(acts.Leave(back), player(back))
    table.forget_told()
    stranger = rng.choice([name for name in NAMES if name not in t.state.met])
    table.do(acts.Leave(new), player(new))
    coming = [acts.Sit(back, known), acts.Sit(new, stranger)]
    for sits in rng.sample(coming, 2):
        table.do(sits, player(sits.place))
    (right,) = t.state.new_at
    nobody = "Nobody: they have all sat here before"
    options = [
        Option(str(place), f"{t.state.seats[place].player}, {t.place(place)}")
        for place in sorted(t.state.seats)
    ]
    options.append(Option("0", nobody))
    facts = [f"{known} has played at this table before."]
    asks = "Two players sit down. Whom do you welcome with an explanation of the game?"
    part = Choose(id="place", asks="Whom?", options=options)
    who = f"{t.state.seats[right].player}, {t.place(right)}"
    missed = f"{t.state.seats[right].player} sits here for the first time."
    return asked(
        skill, asks, table.shown(facts), part, key(skill, str(right), missed=missed, said=who)
    )
