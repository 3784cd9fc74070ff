"""Read it: name the hand, say whether it is on a pay table, pick the cards that make it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from tablewright.rules.cards import Card
from tablewright.rules.contest import Contest
from tablewright.rules.facts import plain
from tablewright.rules.ranked import ranking_id, rankings_of, slug
from tablewright.rules.rankings import Ranking
from tablewright.rules.sources import DealerShows
from tablewright.rules.views import Hand, View
from tablewright.rules.wagers import made_said
from tablewright.school.hands import (
    Kind,
    hand_shown,
    kind_of,
    kinds,
    occurs,
    some_hand,
    texts,
    why_read,
)
from tablewright.school.keys import asked as one_stage
from tablewright.school.keys import key
from tablewright.school.made_hands import picks, strengths_of
from tablewright.school.paytables import tables_read
from tablewright.school.questions import Choose, Option, PickCards, Question
from tablewright.school.skills import Skill, Topic
from tablewright.school.syllabus import Syllabus
from tablewright.school.twins import change_one

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
TWIN_TRIES = 200
NOT_PAID = "not-on-table"


class Naming(NamedTuple):
    """A view in which hands are named, and the names there are, weakest first."""

    asks: str
    title: str
    view: View
    options: tuple[Option, ...]
    named: dict[int, str]
    """The name of each strength that can occur, by the option's id."""
    skills: dict[str, Skill]
    """The skill that each name is."""


class Picking(NamedTuple):
    """A ranking whose hands lie within a larger hand."""

    view: View
    ranking: Ranking
    skills: dict[str, Skill]
    """By the id of the shape."""


class Case(NamedTuple):
    """What one skill asks for."""

    asked: Naming | Picking
    strengths: list[int]


class Read:
    """Hands are named, and their cards picked."""

    id = "read"
    title = "Read the hand"
    about = "Name the hand that the cards make, or pick the cards that make it."
    seconds = 8.0

    def skills(self, syllabus: Syllabus) -> Iterable[Skill]:
        return [skill for skill, _ in cases(syllabus).values()]

    def ask(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question:
        case = cases(syllabus)[skill.id][1]
        return _question(syllabus, skill, case.asked, _dealt(syllabus, case, rng))

    def twin(self, syllabus: Syllabus, skill: Skill, rng: Random) -> Question | None:
        """One card is another, and the hand has another name."""
        case = cases(syllabus)[skill.id][1]
        cards = _dealt(syllabus, case, rng)
        first = _shows(case.asked, cards)
        for _ in range(TWIN_TRIES):
            other = list(cards)
            change_one([other], syllabus.deal.decks, rng)
            shows = _shows(case.asked, other)
            if shows and shows != first:
                return _question(syllabus, skill, case.asked, tuple(other))
        return None


READ = Read()


def _dealt(syllabus: Syllabus, case: Case, rng: Random) -> tuple[Card, ...]:
    return some_hand(syllabus, case.asked.view, case.strengths, rng)


def _shows(asked: Naming | Picking, cards: Sequence[Card]) -> str:
    """What the cards are called in what is asked; nothing, where it cannot be asked of them."""
    strength = Hand(cards).strength(asked.view)
    if isinstance(asked, Naming):
        return asked.named.get(strength, "")
    seen = asked.view.seen(strength)
    is_asked = seen is not None and seen.ranking is asked.ranking
    return seen.standing.shape.id if seen and is_asked else ""


# Questions -----------------------------------------------------------------------------------------


def _question(
    syllabus: Syllabus, skill: Skill, asked: Naming | Picking, cards: tuple[Card, ...]
) -> Question:
    shown = asked.skills[_shows(asked, cards)]
    strength = Hand(cards).strength(asked.view)
    part: Choose | PickCards
    right: Any
    also: list[list[int]] = []
    if isinstance(asked, Naming):
        part = Choose(id="hand", asks=asked.asks, options=list(asked.options))
        right, title = asked.named[strength], asked.title
    else:
        count = NUMBERS[asked.ranking.cards]
        asks = f"{asked.ranking.name}: which {count} cards make the best hand?"
        part = PickCards(id="cards", asks=asks, cards=texts(cards), count=asked.ranking.cards)
        right, *also = [list(each) for each in picks(asked.ranking, cards)]
        title = "The hand"
    answer = key(shown, right, also=also, missed=why_read(asked.view, cards))
    return one_stage(skill, part.asks, hand_shown(syllabus, title, cards), part, answer)


# What there is to ask ------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def cases(syllabus: Syllabus) -> dict[str, tuple[Skill, Case]]:
    """Every skill with what it asks for, by its id."""
    found: dict[str, tuple[Skill, Case]] = {}
    for skill, case in chain(
        _of_shapes(syllabus), _of_tables(syllabus), _of_dealers(syllabus), _of_picks(syllabus)
    ):
        found.setdefault(skill.id, (skill, case))
    return found


def _skill(syllabus: Syllabus, rule: str, case: str, says: str, group: str) -> Skill:
    said = f"{says} {syllabus.rules[rule].sentence}"
    return syllabus.skill("read", rule, Topic.HANDS, group, says=said, case=case)


def _of_shapes(syllabus: Syllabus) -> Iterator[tuple[Skill, Case]]:
    """Every kind of hand in every view in which the game speaks of cards."""
    views = syllabus.ruleset.spoken_views
    for view in views:
        every = kinds(syllabus, view)
        skills = {
            kind.id: _skill(syllabus, kind.rule(syllabus), kind.case, f"{kind.says}.", view.name)
            for kind in every
        }
        asks = "What is this hand?" if len(views) == 1 else f"{view.name}: what is this hand?"
        named = {strength: kind.id for kind in every for strength in kind.strengths}
        options = tuple(kind.option for kind in every)
        naming = Naming(asks, "The hand", view, options, named, skills)
        for kind in every:
            yield skills[kind.id], Case(naming, kind.strengths)


def _of_tables(syllabus: Syllabus) -> Iterator[tuple[Skill, Case]]:
    """Every row of every pay table that names hands in words of its own, and what is not on it."""
    shapes = {shape.name for ranking in rankings_of(syllabus.ruleset) for shape in ranking.shapes}
    for read in tables_read(syllabus):
        if {made_said(made) for made in read.table.rows} <= shapes:
            continue
        labels = strengths_of(read.shows.view, read.shows.label)
        rows = [(made.value, made_said(made), labels.get(made, [])) for made in read.table.rows]
        off = [s for label, some in labels.items() if label not in read.table.rows for s in some]
        rows = [each for each in rows if each[2]]
        if off and occurs(syllabus, read.shows.view, off):
            rows.append((NOT_PAID, "Not a paying hand", off))
        skills = {
            id: _skill(
                syllabus,
                read.not_paid if id == NOT_PAID else read.paid,
                f"{read.table.prefix}{id}",
                f"{read.table.name}: {says.lower()}.",
                read.table.name,
            )
            for id, says, _ in rows
        }
        naming = Naming(
            f"What is this hand on the {read.table.name}?",
            "The hand",
            read.shows.view,
            tuple(Option(id, says) for id, says, _ in rows),
            {strength: id for id, _, some in rows for strength in some},
            skills,
        )
        for id, _, some in rows:
            yield skills[id], Case(naming, some)


def _of_dealers(syllabus: Syllabus) -> Iterator[tuple[Skill, Case]]:
    """What the dealer's hand is called, where that is coarser than its kind and more than yes or no."""
    if not isinstance(syllabus.deal, Contest):
        return
    for field, source in syllabus.deal.sources.items():
        if not isinstance(source, DealerShows):
            continue
        labels = strengths_of(source.view, source.label)
        if any(isinstance(label, bool) for label in labels):
            continue
        says = {label: _covers(syllabus, source.view, some) for label, some in labels.items()}
        rule = ranking_id(syllabus.game, source.view)
        ids = {label: slug(str(plain(label))) for label in labels}
        skills = {
            ids[label]: _skill(
                syllabus, rule, f"{slug(field)}-{ids[label]}", f"{says[label]}.", source.view.name
            )
            for label in labels
        }
        naming = Naming(
            "What does the dealer have?",
            "The dealer's hand",
            source.view,
            tuple(Option(ids[label], says[label]) for label in labels),
            {strength: ids[label] for label, some in labels.items() for strength in some},
            skills,
        )
        for label, some in labels.items():
            yield skills[ids[label]], Case(naming, some)


def _covers(syllabus: Syllabus, view: View, strengths: list[int]) -> str:
    """What strengths are called together: a whole ranking by its name, else every kind."""
    found: dict[str, list[Kind]] = {}
    for strength in strengths:
        kind = kind_of(syllabus, view, strength)
        found.setdefault(kind.ranking.name if kind.ranking else kind.says, []).append(kind)
    named: list[str] = []
    for name, some in found.items():
        ranking = some[0].ranking
        of_it = [kind for kind in kinds(syllabus, view) if kind.ranking is ranking]
        is_whole = {kind.id for kind in of_it} == {kind.id for kind in some}
        named += [name] if is_whole else dict.fromkeys(kind.says for kind in some)
    return " or ".join(named)


def _of_picks(syllabus: Syllabus) -> Iterator[tuple[Skill, Case]]:
    """The cards of every kind of hand that lies within a larger one."""
    if not isinstance(syllabus.deal, Contest):
        return
    asked: set[Ranking] = set()
    for view in syllabus.ruleset.views:
        for ranking in view.rankings:
            if ranking.cards >= syllabus.deal.hand_cards:
                continue
            within = f"-{slug(view.name)}" if ranking in asked else ""
            asked.add(ranking)
            of_it = [each for each in kinds(syllabus, view) if each.ranking is ranking]
            rule = ranking_id(syllabus.game, ranking)
            skills = {
                kind.case: _skill(
                    syllabus,
                    rule,
                    f"pick-{kind.case}{within}",
                    f"Pick the {NUMBERS[ranking.cards]} cards: {ranking.name}, {kind.case_said}.",
                    view.name,
                )
                for kind in of_it
            }
            picking = Picking(view, ranking, skills)
            for kind in of_it:
                yield skills[kind.case], Case(picking, kind.strengths)
