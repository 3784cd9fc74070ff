"""An edition: the ruleset, the jurisdiction, the house and the day that papers are printed for.

Everything that a document says is asked of an edition: rules and sources of the register as they are
cited there, limits and settings of the checked set-up, figures of the exact report. None of it is
written here a second time.
"""

from collections.abc import Mapping
from datetime import date
from functools import cached_property, lru_cache

import msgspec

from tablewright import __version__
from tablewright.odds import store
from tablewright.odds.analysis import Analysis
from tablewright.odds.report import Report
from tablewright.papers.houses import House
from tablewright.rules.citations import Passage, Texts
from tablewright.rules.devices import Device
from tablewright.rules.errors import Refused, listed, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.jurisdictions import Approval, Jurisdiction
from tablewright.rules.on_record import Records, approval_of
from tablewright.rules.procedure import Procedure
from tablewright.rules.readings import Reading
from tablewright.rules.register import Rule
from tablewright.rules.submissions import Submission
from tablewright.rules.wagers import Odds
from tablewright.school.syllabus import Syllabus, syllabus_of
from tablewright.table.setup import Book, Setup

ANYWHERE = "general"
"""The jurisdiction that asks for nothing."""


@lru_cache(maxsize=4)
def _analysed(ruleset: Ruleset) -> Analysis:
    """A ruleset counted and solved, once for all editions of it."""
    return Analysis(ruleset, made_before=store.KeptCounts())


class TaughtBefore(Syllabus):
    """What is taught of rules that no table may open with yet: as they will be dealt there."""

    def __init__(self, setup: Setup, edition: "Edition") -> None:
        super().__init__(setup)
        self.rules = edition.rules
        self.__dict__["devices"] = edition.devices


class Edition:
    """What the papers of a game are printed for."""

    def __init__(
        self,
        game: str,
        *,
        day: date,
        readings: Mapping[str, str] | None = None,
        pay: Mapping[str, str] | None = None,
        jurisdiction: str = ANYWHERE,
        house: House | None = None,
        on_record: Records = (),
    ) -> None:
        """`on_record` is what the house has on record there: its letters are approvals too."""
        of = house or House()
        odds = {key: str(Odds.parse(text)) for key, text in (pay or {}).items()}
        setup = of.set_up(game, readings or {}, odds, jurisdiction, day)
        if on_record:
            setup = msgspec.structs.replace(setup, on_record=on_record)
        self._take_up(setup, of)

    @classmethod
    def of_setup(cls, setup: Setup, house: House | None = None) -> "Edition":
        """The edition of a table that was set up: its own rules, limits, settings and day."""
        made = cls.__new__(cls)
        made._take_up(setup, house or House())
        return made

    def _take_up(self, setup: Setup, house: House) -> None:
        self.day = setup.day
        self.house = house
        self.book = Book(setup)
        self.game: Game = self.book.game
        self.ruleset: Ruleset = self.book.ruleset
        self.procedure: Procedure = self.book.procedure
        self.jurisdiction: Jurisdiction = self.book.jurisdiction
        self.rules: Mapping[str, Rule] = self.book.rules
        self.texts: Texts = self.book.texts
        self.version = __version__

    @property
    def fingerprint(self) -> str:
        """The ruleset's."""
        return self.ruleset.fingerprint

    def cited(self, source: Passage) -> str:
        """A source in words, as it is cited in this jurisdiction."""
        return str(self.texts.cited(source))

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What each kind of wager is called."""
        return {each.wager.kind: each.wager.title for each in self.ruleset.wagers.values()}

    # What may be dealt here -----------------------------------------------------------------------

    @cached_property
    def devices(self) -> tuple[Device, ...]:
        """What may deal the game in this jurisdiction."""
        return tuple(each for each in self.procedure.devices if self._is_allowed(each))

    def _is_allowed(self, device: Device) -> bool:
        try:
            self.book.refuse_device(device)
        except Refused:
            return False
        return True

    @property
    def refused_devices(self) -> tuple[Device, ...]:
        """What the manual knows and the jurisdiction does not allow."""
        return tuple(each for each in self.procedure.devices if each not in self.devices)

    @cached_property
    def approval(self) -> Approval | None:
        """The approval under which the ruleset may be played here on the day, if there is one."""
        return approval_of(self.ruleset, self.jurisdiction, self.book.setup.on_record, self.day)

    @cached_property
    def submission(self) -> Submission | None:
        """What the jurisdiction asks of a submission of the kind that the house makes."""
        known = {each.id: each for each in self.jurisdiction.submissions_on(self.day)}
        wanted = self.house.submission
        if not wanted:
            return next(iter(known.values()), None)
        if wanted not in known:
            expected = listed(known) if known else "none"
            raise Refused(
                f"{self.jurisdiction.name} knows no submission {quoted(wanted)}: expected {expected}"
            )
        return known[wanted]

    @property
    def open_readings(self) -> tuple[Reading, ...]:
        """The readings that nothing decides."""
        return tuple(self.ruleset.undecided)

    # What the school and the mathematics know ------------------------------------------------------

    @cached_property
    def syllabus(self) -> Syllabus:
        """The same ruleset and settings as they are taught, at a table where nothing is at stake."""
        may_open = self.jurisdiction.approves_everything or self.approval is not None
        setup = msgspec.structs.replace(
            self.book.setup,
            is_practice=True,
            is_rehearsal=True,
            automatic=None,
            jurisdiction=self.jurisdiction.id if may_open else ANYWHERE,
        )
        return syllabus_of(setup) if may_open else TaughtBefore(setup, self)

    @cached_property
    def analysis(self) -> Analysis:
        """Every deal counted and every hand decided; counts that were made before are kept."""
        return _analysed(self.ruleset)

    @cached_property
    def report(self) -> Report:
        """The exact report, as it was kept or made."""
        return store.kept_or_made(self.ruleset, lambda: self.analysis.report())
