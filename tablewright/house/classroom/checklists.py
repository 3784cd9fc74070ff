"""The practical checklist: hand skills that an instructor has seen at a real table, and signed.

An item is signed by its rule, or by its sentence where it is no rule of its own. What was signed last
holds: what was signed by mistake, or is no longer good enough, is signed so.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.register import Register
from tablewright.house.people.person import Person
from tablewright.house.screens.instructor_pages import ChecklistRow, ChecklistShown, HandSkill
from tablewright.rules.errors import Refused, quoted
from tablewright.school.lessons import Paragraph
from tablewright.school.signed import ChecklistSigned, Entry
from tablewright.table.allowed import LONGEST_TEXT, is_text


class Signature(NamedTuple):
    """Who has signed an item last, when, and whether it was good enough."""

    by: str
    at: datetime
    is_passed: bool
    words: str


class Checklists:
    """The checklists of a house."""

    def __init__(self, courses: Courses, register: Register) -> None:
        self._courses, self._register = courses, register

    async def shown(self, person: Person, game: str) -> ChecklistShown:
        """The checklist of a game, as far as it is signed for a person."""
        items = await self._items(game)
        signed = signatures(await self._entries(person.key), game)
        return ChecklistShown(
            game=game,
            game_name=self._courses.of(game).game.name,
            name=person.name,
            items=[_item(each, signed.get(item_of(each))) for each in items],
        )

    async def rows(self, person: Person) -> list[ChecklistRow]:
        """How far the checklist of each game is signed for a person."""
        await self._courses.ready()
        entries, found = await self._entries(person.key), []
        for game, course in self._courses.by_game.items():
            items = {item_of(each) for each in await self._items(game)}
            signed = signatures(entries, game)
            passed = sum(item in items and each.is_passed for item, each in signed.items())
            found.append(
                ChecklistRow(game=game, game_name=course.game.name, signed=passed, items=len(items))
            )
        return [each for each in found if each.items]

    async def sign(
        self,
        by: Person,
        pupil: Person,
        game: str,
        items: Sequence[str],
        *,
        is_passed: bool,
        words: str = "",
    ) -> None:
        """An instructor signs what they have seen, each item by itself."""
        if by.key == pupil.key:
            raise Refused("You cannot sign your own checklist: ask another instructor.")
        known = {item_of(each) for each in await self._items(game)}
        words = " ".join(words.split())
        for item in items:
            if item not in known:
                raise Refused(
                    f"There is no item {quoted(item)} in this checklist: reload the page."
                )
        if not items:
            raise Refused("No item is named: choose what you have seen.")
        if not (is_passed and not words) and not is_text(words):
            raise Refused(f"Say what was not good enough, in up to {LONGEST_TEXT} characters.")
        for item in dict.fromkeys(items):
            act = ChecklistSigned(game=game, item=item, is_passed=is_passed, words=words)
            await self._register.add(pupil.key, by, act)

    async def _items(self, game: str) -> list[Paragraph]:
        return [each for lesson in await self._courses.lessons(game) for each in lesson.checklist]

    async def _entries(self, key: str) -> list[Entry]:
        return await self._register.of(key) if key.startswith("a:") else []


def item_of(paragraph: Paragraph) -> str:
    """What an item of a checklist is signed by."""
    return paragraph.rule or paragraph.says


def signatures(entries: Sequence[Entry], game: str) -> dict[str, Signature]:
    """What was signed last for each item of a game's checklist; the entries are the oldest first."""
    found = {}
    for entry in entries:
        try:
            act = entry.act
        except Refused:
            continue  # Another version wrote it; `check` of the register finds it.
        if isinstance(act, ChecklistSigned) and act.game == game:
            found[act.item] = Signature(entry.name, entry.time, act.is_passed, act.words)
    return found


def _item(paragraph: Paragraph, signed: Signature | None) -> HandSkill:
    is_passed = signed is not None and signed.is_passed
    return HandSkill(
        item=item_of(paragraph),
        says=paragraph.says,
        source=paragraph.source,
        signed_by=signed.by if signed and is_passed else "",
        signed_at=signed.at if signed and is_passed else None,
        lacks=signed.words if signed and not is_passed else "",
    )
