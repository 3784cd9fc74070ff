"""Who may deal what: every dealer's certificates, held against the rules and devices in use."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from tablewright.games import every_game
from tablewright.house.classroom.courses import Courses
from tablewright.house.classroom.policy import Policies
from tablewright.house.classroom.register import Register
from tablewright.house.people.accounts import Account, Accounts, Duty
from tablewright.house.screens.dealer_pages import DealerRow, MayDealShown, Policy, Standing
from tablewright.rules.errors import Refused
from tablewright.school.certificates import Certificate, Conversion, lacking, why_it_ended
from tablewright.school.signed import Certified, Converted, Entry, Withdrawn
from tablewright.table.rehearsal import rehearsal_setup
from tablewright.table.setup import Book, Setup
from tablewright.table.words import counted, joined

USUAL = "the usual rules"


class Held(NamedTuple):
    """A certificate that was not withdrawn, and what it was converted to."""

    certificate: Certificate
    conversions: tuple[Conversion, ...] = ()

    @property
    def devices(self) -> list[str]:
        """The devices that the holder was examined with."""
        return list(dict.fromkeys([self.certificate.device, *(c.device for c in self.conversions)]))

    def lacks(self, setup: Setup, device: str) -> int:
        """In how many skills the holder was not examined as they are right there."""
        return len(lacking(self.certificate, self.conversions, setup, device))

    def conversion(self, setup: Setup, device: str) -> str:
        """What renews it there, and why; nothing, where it holds."""
        lacks = self.lacks(setup, device)
        if not lacks:
            return ""
        why = why_it_ended(self.certificate, self.conversions, setup, device)
        some = why[0] if len(why) == 1 else f"{why[0]}, and more"
        return f"a conversion in {counted(lacks, 'skill')}, as {some}"

    def until(self, policy: Policy) -> date | None:
        """The last day on which it holds; nothing, if it holds as long as its rules do."""
        months = policy.valid_months
        return None if months is None else months_after(self.certificate.at.date(), months)


class RulesInUse(NamedTuple):
    """Rules that are dealt by: the usual ones of a game, or those of open tables."""

    setup: Setup
    where: str


class Dealers:
    """The dealers of a house. `in_use` gives the set-ups of its open tables for money."""

    def __init__(
        self,
        accounts: Accounts,
        register: Register,
        courses: Courses,
        policy: Policies,
        in_use: Callable[[], Sequence[Setup]],
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.accounts, self.register, self.courses = accounts, register, courses
        self.policy, self._in_use = policy, in_use
        self.now = now or (lambda: datetime.now(UTC))

    # At a table -----------------------------------------------------------------------------------

    async def lacks(self, account: Account, book: Book, device: str) -> str:
        """What a person lacks to deal by a table's book on a device; nothing, if they may."""
        name, policy = book.procedure.device(device).name, await self.policy.now()
        entries = await self.register.of(account.key)
        of_game = [each for each in held(entries) if each.certificate.game == book.game.id]
        if not of_game:
            return f"an audition in {book.game.name} with the {name} that an examiner has signed"
        today = self.now().date()
        valid = [each for each in of_game if (each.until(policy) or today) >= today]
        if not valid:
            ended = max(each.until(policy) or today for each in of_game)
            return f"a new audition, as their certificate for {book.game.name} ended on {ended}"
        return await self.courses.aside(_nearest, valid, book.setup, device)

    # In the pit -----------------------------------------------------------------------------------

    async def rows(self) -> list[DealerRow]:
        """Everyone with the duty of dealer, and what they may deal; who needs something comes first."""
        found = []
        for each, entries in await self._entries():
            deals = await self._deals(entries)
            found.append(DealerRow(number=each.id, name=each.name, deals=deals))
        return sorted(found, key=lambda row: all(each.standing == "holds" for each in row.deals))

    async def _entries(self) -> list[tuple[Account, list[Entry]]]:
        """Everyone with the duty of dealer, with what was signed about them."""
        by_person: dict[str, list[Entry]] = {}
        for entry in await self.register.all():
            by_person.setdefault(entry.about, []).append(entry)
        return [
            (each, by_person.get(each.key, []))
            for each in await self.accounts.all()
            if each.has(Duty.DEALER) and not each.is_disabled
        ]

    async def to_convert(self, setup: Setup) -> list[str]:
        """Whose certificates would not hold by these rules: their names, and what renews them."""
        found = []
        for account, entries in await self._entries():
            of_game = [each for each in held(entries) if each.certificate.game == setup.game]
            for device in dict.fromkeys(id for each in of_game for id in each.devices):
                needs = await self.courses.aside(_nearest, of_game, setup, device)
                if needs:
                    name = Book(setup).procedure.device(device).name
                    found.append(f"{account.name}, {name}: {needs}")
        return found

    async def deals(self, account: Account) -> list[MayDealShown]:
        """What a person may deal, under the usual rules and those of open tables for money."""
        return await self._deals(await self.register.of(account.key))

    async def _deals(self, entries: Iterable[Entry]) -> list[MayDealShown]:
        certificates = held(entries)
        if not certificates:
            return []
        policy, found = await self.policy.now(), []
        for game in dict.fromkeys(each.certificate.game for each in certificates):
            of_game = [each for each in certificates if each.certificate.game == game]
            for rules in self.rules(game):
                book = Book(rules.setup)
                for device in dict.fromkeys(id for each in of_game for id in each.devices):
                    if shown := await self._shown(of_game, rules, book, device, policy):
                        found.append(shown)
        return found

    def rules(self, game: str) -> list[RulesInUse]:
        """The usual rules of a game and those of open tables, each ruleset once."""
        if game not in {each.id for each in every_game()}:
            return []  # Another version knew it.
        usual, tables = rehearsal_setup(game), dict[str, list[Setup]]()
        for setup in self._in_use():
            if setup.game == game:
                tables.setdefault(Book(setup).ruleset.fingerprint, []).append(setup)
        tables.pop(Book(usual).ruleset.fingerprint, None)
        return [
            RulesInUse(usual, USUAL),
            *(
                RulesInUse(each[0], f"the rules of {joined([setup.table for setup in each])}")
                for each in tables.values()
            ),
        ]

    async def _shown(
        self, of_game: Sequence[Held], rules: RulesInUse, book: Book, device: str, policy: Policy
    ) -> MayDealShown | None:
        """How a dealer stands with a device; nothing, where the game is not dealt from it."""
        try:
            book.refuse_device(book.procedure.device(device))
        except Refused:
            return None  # No table there has this device.
        today = self.now().date()
        valid = [each for each in of_game if (each.until(policy) or today) >= today] or of_game
        best, needs = await self.courses.aside(_best, valid, rules.setup, device)
        until = best.until(policy)
        standing, says = _standing(needs, until, today, policy.warn_days)
        return MayDealShown(
            game=book.game.id,
            game_name=book.game.name,
            device=device,
            device_name=book.procedure.device(device).name,
            ruleset=book.ruleset.fingerprint,
            where=rules.where,
            standing=standing,
            says=says,
            until=until,
            certificate=best.certificate.id,
            certified=best.certificate.at,
            examiner=best.certificate.examiner,
        )


def _best(of_game: Sequence[Held], setup: Setup, device: str) -> tuple[Held, str]:
    """The certificate that comes nearest to rules and a device, and what renews it there."""
    best = min(
        of_game, key=lambda each: (each.lacks(setup, device), -each.certificate.at.timestamp())
    )
    return best, best.conversion(setup, device)


def _nearest(valid: Sequence[Held], setup: Setup, device: str) -> str:
    return _best(valid, setup, device)[1]


def held(entries: Iterable[Entry]) -> list[Held]:
    """The certificates among these entries that were not withdrawn; unreadable ones are none."""
    found: dict[str, Held] = {}
    for entry in entries:
        try:
            act = entry.act
        except Refused:
            continue  # The register's own check tells of it.
        match act:
            case Certified(certificate=signed):
                found[signed.id] = Held(signed)
            case Converted(certificate=id, conversion=signed) if id in found:
                found[id] = found[id]._replace(conversions=(*found[id].conversions, signed))
            case Withdrawn(certificate=id):
                found.pop(id, None)
    return list(found.values())


def warnings(rows: Iterable[DealerRow]) -> list[str]:
    """Which certificates have ended, or end soon, in words."""
    return [
        f"{row.name}: {each.game_name}, {each.device_name}, {each.where}: {_warned(each)}"
        for row in rows
        for each in row.deals
        if each.standing != "holds"
    ]


def _warned(deals: MayDealShown) -> str:
    if deals.standing == "conversion":
        return "a conversion is needed."
    return f"ended on {deals.until}." if deals.standing == "ended" else f"ends on {deals.until}."


def _standing(needs: str, until: date | None, today: date, warn_days: int) -> tuple[Standing, str]:
    if until is not None and until < today:
        return "ended", f"It ended on {until}: a new audition renews it."
    if needs:
        return "conversion", f"It needs {needs}."
    if until is not None and until <= today + timedelta(days=warn_days):
        return "soon", f"It ends on {until}: a new audition renews it."
    return "holds", ""


def months_after(day: date, months: int) -> date:
    """The same day so many months later; the last of that month, where it has none.

    >>> months_after(date(2026, 11, 30), 3)
    datetime.date(2027, 2, 28)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = (date(year + (month == 11), (month + 1) % 12 + 1, 1) - timedelta(days=1)).day
    return date(year, month + 1, min(day.day, last))
