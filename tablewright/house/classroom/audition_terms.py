"""The terms that the house has set for auditions of each game; the usual ones, where it has not."""

from collections.abc import Mapping

import msgspec

from tablewright.house.books.database import Database
from tablewright.house.books.settings import put_setting, setting
from tablewright.rules.errors import Refused
from tablewright.school.auditions.terms import STEPS, StepPace, Terms, refuse_terms, usual_terms
from tablewright.school.syllabus import Syllabus

SETTING = "audition-terms"

_by_game = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_terms = msgspec.json.Decoder(Terms).decode


class AuditionTerms:
    """The terms of a house."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, course: Syllabus) -> Terms:
        """The terms of a game."""
        found = (await self._all()).get(course.game.id)
        if found is None:
            return usual_terms(course)
        try:
            terms = _terms(found)
            refuse_terms(terms, course.ruleset.places)
        except (msgspec.MsgspecError, Refused):
            return usual_terms(course)  # A row that cannot be read sets nothing.
        return terms

    async def set(self, course: Syllabus, terms: Terms) -> Terms:
        """The house sets the terms of a game; they hold for auditions that begin from now on."""
        terms = complete(terms)
        refuse_terms(terms, course.ruleset.places)
        async with self.database.writing() as connection:
            kept = await setting(connection, SETTING)
            found: dict[str, msgspec.Raw | Terms] = dict(_read(kept))
            found[course.game.id] = terms
            value = msgspec.json.encode(found).decode()
            await put_setting(connection, SETTING, value)
        return terms

    async def _all(self) -> Mapping[str, msgspec.Raw]:
        async with self.database.reading() as connection:
            return _read(await setting(connection, SETTING))


def complete(terms: Terms) -> Terms:
    """Terms with a pace for every step: one that is left out takes no time."""
    paces = {step: terms.paces.get(step, StepPace(mean=0.0, spread=0.0)) for step in STEPS}
    return msgspec.structs.replace(terms, paces=paces | terms.paces)


def _read(kept: object) -> Mapping[str, msgspec.Raw]:
    try:
        return _by_game(kept) if isinstance(kept, str) else {}
    except (msgspec.MsgspecError, ValueError):
        return {}
