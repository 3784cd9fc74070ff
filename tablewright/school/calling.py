"""What the dealer says of cards: calls, announcements, no opinion, and what their own hand is."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from random import Random

import msgspec

from tablewright.rules.cards import DECK, Card, faces, written
from tablewright.rules.contest import Contest
from tablewright.rules.draw import Draw
from tablewright.rules.english import capital
from tablewright.rules.register import instruction_id
from tablewright.rules.sources import PlayerShows
from tablewright.rules.views import Hand
from tablewright.school.announced import NOTHING, Cards, Said, about, kinds_of, like, misannounced
from tablewright.school.deciding import card_said, framing, looked_at, round_said
from tablewright.school.drawing import RoundDealt
from tablewright.school.hands import Kind, kinds_in
from tablewright.school.keys import asked, key
from tablewright.school.made_hands import hand_of, neighbours
from tablewright.school.marking import as_answer
from tablewright.school.questions import HandShown, LaidWager, Question, Say, Shown
from tablewright.school.skills import Skill, Topic
from tablewright.school.spoken import offered, variants
from tablewright.school.syllabus import Syllabus
from tablewright.school.tables import DrillTable
from tablewright.table.acts.dealing import dealer_says, said_of
from tablewright.table.chips import fewest_chips
from tablewright.table.machine import Table

SAY = "say"
NO_OPINION = "no-opinion"
"""The instruction, in games that have it, that no opinion is offered on a card to come."""


def _passage(syllabus: Syllabus, skill: Skill) -> Skill:
    """A skill at the passage on what the dealer calls, where the manual has one."""
    source = syllabus.procedure.calls_source
    if source is None:
        return skill
    return msgspec.structs.replace(skill, source=str(syllabus.book.texts.cited(source)))


def slug(words: str) -> str:
    """Words as a part of an id.

    >>> slug("Seven of Clubs")
    'seven-of-clubs'
    """
    return "-".join(words.lower().split())


# Calls ---------------------------------------------------------------------------------------------


def _calls(syllabus: Syllabus) -> dict[str, list[Card]]:
    """Every call there is, with the cards that are called so."""
    found: dict[str, list[Card]] = {}
    if call := syllabus.procedure.call:
        for card in DECK:
            found.setdefault(call(card), []).append(card)
    return found


def skills_of_calls(syllabus: Syllabus) -> Iterator[Skill]:
    """Every call that tells one kind of card from another."""
    for call, cards in _calls(syllabus).items():
        skill = syllabus.skill(
            SAY,
            f"{syllabus.game.id}.phase.draw",
            Topic.CALLS,
            "The call of a card",
            says=f"{faces(cards)}: “{call}”.",
            case=slug(call),
        )
        yield _passage(syllabus, skill)


def ask_call(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """A card comes: call it. The twin is a card next to it that is called otherwise."""
    call = syllabus.procedure.call
    assert call is not None
    card = rng.choice(next(c for said, c in _calls(syllabus).items() if slug(said) == skill.case))
    is_typed = rng.random() < 0.5
    near = [each for each in DECK if each.suit is card.suit and call(each) != call(card)]
    if is_twin:
        card = min(near, key=lambda each: abs(each.rank - card.rank))
        twin = next(each for each in skills_of_calls(syllabus) if each.case == slug(call(card)))
        skill = twin
    right = call(card)
    shown = Shown(drawn=[card.text])
    assert isinstance(syllabus.deal, Draw)
    missed = card_said(syllabus.deal, card, list(syllabus.deal.card_sources))
    asks = "The card is drawn. Call it."
    if is_typed:
        part = Say(id="call", asks="The call")
        backwards = " ".join(reversed(right.split()))
        in_part = {}
        if " of " not in right:
            in_part = {as_answer(part, backwards): "The suit is called last."}
        answer = key(skill, right, also=variants(right), in_part=in_part, missed=missed)
        return asked(skill, asks, shown, part, answer)
    others = {call(each) for each in DECK if each.suit is card.suit or each.rank == card.rank}
    options, id = offered(right, sorted(others), rng, most=5)
    answer = key(skill, id, also=[right, *variants(right)], missed=missed, said=right)
    return asked(skill, asks, shown, Say(id="call", asks="The call", options=options), answer)


# Announcements -------------------------------------------------------------------------------------


def skills_of_announcements(syllabus: Syllabus) -> Iterator[Skill]:
    """Every kind of announcement about every wager, and having nothing to announce."""
    for said, examples in kinds_of(syllabus).items():
        name = syllabus.ruleset.wagers[said.wager].wager.name
        after, words = faces(examples[0].cards), f"“{examples[0].says}”."
        if said.kind == NOTHING:
            words = f"nothing of the {name}."
        skill = syllabus.skill(
            SAY,
            f"{syllabus.game.id}.{said.wager}",
            Topic.CALLS,
            f"Announcements: {name}",
            says=f"After {after}: {words}",
            case=said.kind,
        )
        yield _passage(syllabus, skill)


def ask_announcement(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """Cards lie there and a wager is alive: what may be announced of it. The twin has another card."""
    wager = skill.rule.removeprefix(f"{syllabus.game.id}.")
    drawn = like(rng.choice(kinds_of(syllabus)[Said(wager, skill.case)]).cards, rng)
    if is_twin:
        drawn, skill = _next_to(syllabus, skill, wager, drawn, rng)
    name = syllabus.ruleset.wagers[wager].wager.name
    may = [each.says for each in about(syllabus, drawn, wager)]
    right = next(
        (each.says for each in about(syllabus, drawn, wager) if each.kind == skill.case),
        NOTHING_TO_SAY,
    )
    shown = Shown(drawn=[card.text for card in drawn], wagers=[_wager_shown(syllabus, wager, rng)])
    asks = f"{_so_far(len(drawn))} What may you announce about the {name}?"
    missed = _lies(syllabus, drawn, wager)
    if right != NOTHING_TO_SAY and len(may) == 1 and rng.random() < 0.4:
        typed = Say(id="announcement", asks="The announcement")
        return asked(
            skill, asks, shown, typed, key(skill, right, also=variants(right), missed=missed)
        )
    wrong = misannounced(syllabus, drawn, Said(wager, skill.case), right, rng)
    if right != NOTHING_TO_SAY:
        wrong.insert(0, NOTHING_TO_SAY)
    if len(wrong) < OFFERED - 1:
        elsewhere = _announced_elsewhere(syllabus, wager, {*may, *wrong})
        wrong += rng.sample(elsewhere, min(len(elsewhere), OFFERED))
    options, id = offered(right, wrong[: OFFERED - 1], rng)
    part = Say(id="announcement", asks="The announcement", options=options)
    answer = key(skill, id, also=[right, *variants(right)], missed=missed, said=right)
    return asked(skill, asks, shown, part, answer)


NOTHING_TO_SAY = "Nothing"
OFFERED = 4


def _so_far(cards: int) -> str:
    return "One card is drawn." if cards == 1 else f"{cards} cards are drawn."


def _next_to(
    syllabus: Syllabus, skill: Skill, wager: str, drawn: Sequence[Card], rng: Random
) -> tuple[tuple[Card, ...], Skill]:
    """The same cards but one, after which something else may be announced; and the skill of it."""
    known = {each.id: each for each in skills_of_announcements(syllabus)}
    for cards in neighbours(drawn, rng, 40):
        found = about(syllabus, cards, wager)
        kinds_now = [each.kind for each in found] or [NOTHING]
        other = msgspec.structs.replace(skill, case=kinds_now[0])
        if skill.case not in kinds_now and other.id in known:
            return cards, known[other.id]
    return tuple(drawn), skill


def _announced_elsewhere(syllabus: Syllabus, wager: str, may: Collection[str]) -> list[str]:
    """What is announced about a wager after other cards, and not after these."""
    found = [
        each.says
        for said, examples in kinds_of(syllabus).items()
        for each in examples
        if said.wager == wager and said.kind != NOTHING and each.says not in may
    ]
    return list(dict.fromkeys(found))


def _lies(syllabus: Syllabus, drawn: Sequence[Card], wager: str) -> str:
    """What the cards are as far as they matter to a wager: a hand, or how many go on a run."""
    draw = syllabus.deal
    assert isinstance(draw, Draw)
    matter = looked_at(syllabus.ruleset.wagers[wager]) - framing(draw)
    names = [name for name in draw.round_sources if name in matter]
    dealt = RoundDealt(tuple(drawn), False, draw.round_facts(drawn))
    suits = {card.suit for card in drawn}
    is_hand = any(isinstance(draw.round_sources[name], PlayerShows) for name in names)
    suited = f" All of one suit: {drawn[0].suit.value}s." if is_hand and len(suits) == 1 else ""
    return f"{round_said(draw, dealt, names)}{suited if len(drawn) > 1 else ''}"


def _wager_shown(syllabus: Syllabus, wager: str, rng: Random) -> LaidWager:
    """The wager that is alive, at some place."""
    book = syllabus.book
    low, high = book.setup.limits[book.wagers[wager].kind]
    cents = min(high, low * rng.choice((1, 2, 5)))
    return LaidWager(
        place=rng.randint(1, syllabus.ruleset.places),
        wager=wager,
        name=book.wagers[wager].name,
        chips=fewest_chips(cents, book.setup.denominations),
        cents=cents,
    )


# Never an opinion ----------------------------------------------------------------------------------

OPINIONS = (
    "The next card will be a {call}.",
    "I have a feeling that a {call} is coming.",
    "There has been no {call} for a while: one is due.",
    "I would not bet on that. I expect a {call}.",
)


def skills_of_opinions(syllabus: Syllabus) -> Iterator[Skill]:
    """That no opinion is offered on the next card, where the manual forbids it."""
    for each in syllabus.instructions:
        if each.id == NO_OPINION and syllabus.procedure.call and kinds_of(syllabus):
            rule = instruction_id(syllabus.procedure, each)
            group = "What is never said"
            yield syllabus.skill(SAY, rule, Topic.CALLS, group, case="asked")
            yield syllabus.skill(SAY, rule, Topic.CALLS, group, case="heard")


def ask_opinion(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """A player asks what will come, or another dealer speaks: an opinion on a card is a fault."""
    call = syllabus.procedure.call
    if is_twin or call is None:
        return None
    assert isinstance(syllabus.deal, Draw)
    to_come = {
        said: [each for each in examples if len(each.cards) < syllabus.deal.cards]
        for said, examples in kinds_of(syllabus).items()
    }
    spoken = [said for said, some in to_come.items() if some and said.kind != NOTHING]
    drawn = like(rng.choice(to_come[rng.choice(spoken)]).cards, rng)
    may = [
        each.says
        for wager in dict.fromkeys(said.wager for said in spoken)
        for each in about(syllabus, drawn, wager)
    ]
    opinions = [each.format(call=call(rng.choice(DECK))) for each in OPINIONS]
    shown = Shown(drawn=[card.text for card in drawn])
    missed = "That is an opinion on the next card."
    if skill.case == "asked":
        asks = "A player asks you what the next card will be. What do you say?"
        right, wrong = rng.choice(may), opinions
    else:
        asks = "Another dealer talks while calling the game. Which of these is a fault?"
        right, wrong = rng.choice(opinions), may
        wrong = [*may, call(drawn[-1])]
    options, id = offered(right, wrong, rng)
    part = Say(id="words", asks="The words", options=options)
    return asked(skill, asks, shown, part, key(skill, id, missed=missed, said=right))


# The dealer's own hand -----------------------------------------------------------------------------

NEAR = 8
"""How many hands that differ in one card are tried."""
OTHER_KINDS = 4
"""How many hands of other kinds are tried after them."""


@lru_cache(maxsize=16)
def hands_said(contest: Contest) -> dict[str, tuple[str, tuple[int, ...], bool]]:
    """Every kind of hand in every way of looking at it, by its case: the view, strengths, qualifies.

    Where some hands of a kind qualify and others do not, each is a case of its own.
    """
    found: dict[str, tuple[str, tuple[int, ...], bool]] = {}
    qualifies = contest.qualifies
    labels = qualifies.view.labels(qualifies.label)
    for name, view in contest.spoken.items():
        prefix = f"{slug(view.name)}-" if len(contest.spoken) > 1 else ""
        for kind in kinds_in(view, contest.hand_cards, contest.decks):
            case, strengths = f"{prefix}{_case_of(kind)}", tuple(kind.strengths)
            if view is not qualifies.view:
                found[case] = name, strengths, True
                continue
            ways = {bool(labels[each]) for each in strengths}
            for does in sorted(ways, reverse=True):
                those = tuple(each for each in strengths if bool(labels[each]) is does)
                apart = "" if len(ways) == 1 or does else "-not-qualifying"
                found[f"{case}{apart}"] = name, those, does
    return found


def _case_of(kind: Kind) -> str:
    """A kind of hand in the id of a skill: its ranking where there are several, and its shape."""
    if kind.ranking is None or kind.shape is None:
        return "nothing"
    ranking = f"{slug(kind.ranking.name)}-" if len(kind.view.rankings) > 1 else ""
    return f"{ranking}{kind.shape.id}"


def skills_of_dealers_hand(syllabus: Syllabus) -> Iterator[Skill]:
    """Every kind of hand that the dealer can turn, as it is called."""
    if isinstance(syllabus.deal, Contest):
        for case in hands_said(syllabus.deal):
            yield syllabus.skill(
                SAY,
                f"{syllabus.game.id}.phase.reveal",
                Topic.CALLS,
                "The dealer's hand",
                case=case,
            )


def ask_dealers_hand(
    syllabus: Syllabus, skill: Skill, rng: Random, is_twin: bool = False
) -> Question | None:
    """The dealer's hand is turned: what is said of it. The twin differs in one card."""
    contest = syllabus.deal
    assert isinstance(contest, Contest)
    name, strengths, _ = hands_said(contest)[skill.case]
    held = hand_of(contest.spoken[name], strengths, contest.hand_cards, rng)
    table = DrillTable(syllabus, syllabus.devices[0].id, rng).table
    if is_twin:
        other = _called_differently(table, held, rng)
        if other is None:
            return None
        held, skill = other, _skill_of(syllabus, contest, name, other)
    right = dealer_says(table, written(held))
    missed = f"{capital(said_of(contest, Hand(held)))}."
    shown = Shown(hands=[HandShown("Dealer", [card.text for card in held])])
    asks = "You turn your hand over. Call it."
    if len(contest.spoken) == 1 and rng.random() < 0.3:
        part = Say(id="call", asks="The call")
        plain = right.replace(",", "")
        also = [*variants(right), plain, plain.replace(" and ", " "), right.partition(" has ")[2]]
        return asked(skill, asks, shown, part, key(skill, right, also=also, missed=missed))
    options, id = offered(right, called_otherwise(table, held, rng), rng)
    part = Say(id="call", asks="The call", options=options)
    return asked(skill, asks, shown, part, key(skill, id, also=[right], missed=missed, said=right))


def _called_differently(table: Table, held: Cards, rng: Random) -> Cards | None:
    """A hand that differs in one card and is called otherwise."""
    right = dealer_says(table, written(held))
    others = neighbours(held, rng, NEAR)
    return next((each for each in others if dealer_says(table, written(each)) != right), None)


def called_otherwise(table: Table, held: Cards, rng: Random) -> list[str]:
    """Calls that a hand of the dealer's does not have: of hands that differ in one card, of this one as
    if it qualified where it does not, and of other kinds of hands where those are too few."""
    contest = table.book.contest
    right = dealer_says(table, written(held))
    others: list[Cards] = neighbours(held, rng, NEAR)
    kept = list(hands_said(contest).values())
    for name, strengths, _ in rng.sample(kept, min(OTHER_KINDS, len(kept))):
        others.append(hand_of(contest.spoken[name], strengths, contest.hand_cards, rng))
    own = said_of(contest, Hand(held))
    found: dict[str, None] = {}
    for each in others:
        says = dealer_says(table, written(each))
        as_if = says.replace(said_of(contest, Hand(each)), own)
        found |= dict.fromkeys((as_if, says))
        if len(found.keys() - {right}) >= OFFERED:
            break
    return [each for each in found if each != right]


def _skill_of(syllabus: Syllabus, contest: Contest, name: str, held: Sequence[Card]) -> Skill:
    """The skill that calling a hand shows, in one way of looking at it."""
    strength = Hand(held).strength(contest.spoken[name])
    case = next(
        case
        for case, (view, strengths, _) in hands_said(contest).items()
        if view == name and strength in strengths
    )
    return next(each for each in skills_of_dealers_hand(syllabus) if each.case == case)
