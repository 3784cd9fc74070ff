"""A night: a journal that holds, and every form that it fills."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from tablewright.advice.expected import Outlook, outlook
from tablewright.papers.editions import Edition
from tablewright.papers.forms.clerk import Clerk
from tablewright.papers.forms.entries import DropAndTips, Form, Inventory, ShiftReport, Slip
from tablewright.papers.houses import House
from tablewright.rules.errors import Refused
from tablewright.table.acts import slips
from tablewright.table.acts.forms import CLOSER, OPENER
from tablewright.table.chips import DROP, TIPS
from tablewright.table.journal import CutOff, hash_of, read
from tablewright.table.verdict import Verdict


class Night:
    """What a journal says, form by form."""

    def __init__(self, clerk: Clerk, verdict: Verdict) -> None:
        self.verdict = verdict
        self.setup = clerk.story.book.setup
        self.first_hash, self.last_hash = clerk.first, clerk.last
        self.shift: ShiftReport = clerk.shift
        self.boxes: DropAndTips = clerk.boxes
        self.taken = clerk.standing.taken()
        self.opening = clerk.opening
        """What the float was counted to be at the opening, in cents."""
        bank = clerk.story.state.bank
        self.result, self.drop, self.tips = bank.house_won, bank.cents(DROP), bank.cents(TIPS)
        assert self.drop == sum(each.cents for each in self.boxes.drop)
        assert self.tips == sum(each.cents for each in self.boxes.tips)
        self.forms: list[Form] = list(clerk.forms)
        """Every form, as it was completed; then what is not completed yet."""
        if not verdict.is_closed:
            self.shift.at = self.boxes.at = clerk.line.at
            self.boxes.tip_chips = dict(bank.chips(TIPS))
            self.forms += [*clerk.waiting, self.boxes, self.shift]

    def edition(self, house: House | None = None) -> Edition:
        """What its forms are printed for: the table as it was set up."""
        return Edition.of_setup(self.setup, house)

    @cached_property
    def outlook(self) -> Outlook:
        """What the house should have won with these stakes; may take seconds."""
        return outlook(self.taken)

    # Sums over the forms --------------------------------------------------------------------------

    def slips_of(self, form: str) -> list[Slip]:
        """The slips of one kind, signed or not."""
        return [each for each in self.forms if isinstance(each, Slip) and each.form == form]

    def total(self, form: str) -> int:
        """What the signed slips of one kind come to, in cents."""
        return sum(each.cents for each in self.slips_of(form))

    @property
    def corrected(self) -> int:
        """What corrections have brought back to the rack, in cents; less what they paid out."""
        signed = self.slips_of(slips.CORRECTION)
        return sum(-each.cents if each.to_player else each.cents for each in signed)

    @property
    def closer(self) -> Inventory | None:
        """The closing count, if there is one."""
        return self._inventory(CLOSER)

    @property
    def opener(self) -> Inventory | None:
        """The opening count, if it was what the records say."""
        return self._inventory(OPENER)

    def _inventory(self, form: str) -> Inventory | None:
        found = [each for each in self.forms if isinstance(each, Inventory) and each.form == form]
        return found[-1] if found else None


def read_night(
    lines: Iterable[bytes], verdict: Verdict, advance: Callable[[int], None] | None = None
) -> Night:
    """The forms of a journal that was verified; lines that came after that are left out.

    `advance` hears again and again up to which line it has been read.
    """
    clerk: Clerk | None = None
    hashed = _Hashed(lines)
    for line in read(hashed):
        if isinstance(line, CutOff) or line.n > verdict.lines:
            break
        if clerk is None:
            clerk = Clerk(line, hashed.hash)
        clerk.hear(line, hashed.hash)
        if advance and line.n % 256 == 0:
            advance(line.n)
    if clerk is None or clerk.line.n != verdict.lines:
        raise Refused(f"the journal has fewer lines by now: expected {verdict.lines:,}")
    return Night(clerk, verdict)


class _Hashed(Iterator[bytes]):
    """The lines, and the hash of the one that was read last."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self.hash = ""

    def __next__(self) -> bytes:
        line = next(self._lines)
        self.hash = hash_of(line)
        return line
