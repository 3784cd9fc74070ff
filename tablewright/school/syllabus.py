"""The syllabus: a game under one ruleset, as it is taught, with the skills that follow from it.

Everything is derived: the skills from the rule book, the procedure and the register; the tables that
drills are played on from one set-up. Two syllabuses of the same ruleset and house are the same one.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache

import msgspec

from tablewright.rules.contest import Contest
from tablewright.rules.devices import Device
from tablewright.rules.draw import Draw
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.instructions import Instruction
from tablewright.rules.procedure import Procedure
from tablewright.rules.register import Rule
from tablewright.school.skills import Skill, Topic
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup


class Syllabus:
    """What is taught of a game under one ruleset."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.book = Book(setup)
        self.game: Game = self.book.game
        self.ruleset: Ruleset = self.book.ruleset
        self.procedure: Procedure = self.book.procedure
        self.deal: Contest | Draw = self.ruleset.deal
        self.rules: Mapping[str, Rule] = self.book.rules

    @property
    def fingerprint(self) -> str:
        return self.ruleset.fingerprint

    @cached_property
    def devices(self) -> tuple[Device, ...]:
        """The devices that may deal the game here."""
        found = []
        for device in self.procedure.devices:
            try:
                self.book.refuse_device(device)
            except Refused:
                continue
            found.append(device)
        return tuple(found)

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """What people are told with each step here; nothing of a device that may not deal here."""
        return tuple(
            each
            for each in self.procedure.instructions_under(self.ruleset.rulings)
            if any(each.holds_with(device) for device in self.devices)
        )

    def set_up(self, device: str, *, is_keyed: bool = False) -> Setup:
        """A rehearsal with a device; with keyed cards a drill says which cards come."""
        return msgspec.structs.replace(self.setup, device=device, is_keyed=is_keyed)

    def skill(
        self,
        drill: str,
        rule: str,
        topic: Topic,
        group: str,
        *,
        says: str = "",
        case: str = "",
        device: str = "",
    ) -> Skill:
        """A skill that is a rule of the register: its sentence and source are the rule's."""
        known = self.rules[rule]
        return Skill(
            drill=drill,
            rule=rule,
            says=says or known.sentence,
            topic=topic,
            group=group,
            source=str(known.source),
            case=case,
            device=device,
        )

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """Every skill of the game by its id, in the order of the path."""
        from tablewright.school.drills import DRILLS  # A drill reads a syllabus.

        found: dict[str, Skill] = {}
        for drill in DRILLS.values():
            for skill in drill.skills(self):
                if found.setdefault(skill.id, skill) != skill:
                    raise AssertionError(f"skill {skill.id} stands twice and differs")
        order = list(Topic)
        return dict(sorted(found.items(), key=lambda each: order.index(each[1].topic)))

    def find(self, id: str) -> Skill:
        """The skill of this id."""
        if id not in self.skills:
            raise Refused(f"there is no skill {quoted(id)} under this ruleset of {self.game.name}")
        return self.skills[id]


@lru_cache(maxsize=16)
def _syllabus(canonical: bytes) -> Syllabus:
    return Syllabus(msgspec.json.decode(canonical, type=Setup))


def syllabus(game: str, readings: Mapping[str, str] | None = None) -> Syllabus:
    """The syllabus of a game under these readings, with the usual limits of a practice table."""
    return syllabus_of(rehearsal_setup(game, readings=dict(readings or {})))


def syllabus_of(setup: Setup) -> Syllabus:
    """The syllabus of a set-up; one for all who learn by it."""
    return _syllabus(msgspec.json.encode(msgspec.to_builtins(setup, str_keys=True), order="sorted"))
