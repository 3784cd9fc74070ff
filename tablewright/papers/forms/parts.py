"""The parts that forms share: head, fields, chips by denomination, signatures.

Each is made the same way for a form that a journal fills and for a blank one; where nothing is known
there is a line to write on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

from tablewright.papers.documents import Align, Aside, Block, Fields, FormHead, Table, Text
from tablewright.papers.editions import Edition
from tablewright.papers.forms.entries import Form, Signature
from tablewright.papers.forms.kinds import PURPOSES, TITLES
from tablewright.rules.english import capital
from tablewright.table.actors import THE_HOUSE
from tablewright.table.chips import Chips, money, worth
from tablewright.table.words import plain

EMPTY = ""
"""Where something is to be written."""
Named = tuple[str, Text]


def to_the_cent(cents: int, *, signed: bool = False) -> str:
    """An amount as it stands on a form, always with its cents.

    >>> to_the_cent(-150), to_the_cent(2_745_000), to_the_cent(500, signed=True)
    ('-$1.50', '$27,450.00', '+$5.00')
    """
    sign = "-" if cents < 0 else "+" if signed and cents > 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def clock(at: datetime) -> str:
    """A time of day to the second."""
    return at.strftime("%H:%M:%S")


def day_and_clock(at: datetime) -> Text:
    """A moment of a night, which may end on another day."""
    return (Aside(f"{at:%Y-%m-%d} {clock(at)}"),)


def zone(at: datetime) -> str:
    """The time zone in which a journal keeps its times."""
    return at.tzname() or ""


# The head ------------------------------------------------------------------------------------------


def head(form: str, number: str, edition: Edition, filled: Form | None) -> Iterator[Block]:
    """What every form begins with: its name and number, and table, game, date and time."""
    yield FormHead(text=TITLES[form], number=number, under=PURPOSES[form])
    table, day, time, its_zone = EMPTY, EMPTY, EMPTY, EMPTY
    if filled:
        table, day, time = edition.book.setup.table, f"{filled.at:%Y-%m-%d}", clock(filled.at)
        its_zone = f" ({zone(filled.at)})"
    yield fields(
        ("Table", table),
        ("Game", edition.game.name),
        ("Date", dated(day)),
        (f"Time{its_zone}", dated(time)),
    )


def dated(words: str) -> Text:
    """A date, a time or a hash, marked as such; nothing, where there is none."""
    return (Aside(words),) if words else EMPTY


def fields(*named: Named, widths: Sequence[float] = ()) -> Fields:
    """What is stated, side by side."""
    names, values = zip(*named, strict=True)
    return Fields(names=names, values=values, widths=tuple(widths))


# Chips and amounts ---------------------------------------------------------------------------------


def chips_table(
    edition: Edition, columns: Mapping[str, Chips | None], *, differs: bool = False, title: str = ""
) -> Table:
    """Chips by denomination, and what they come to; several counts beside each other."""
    counts = list(columns.values())
    found = {value for each in counts if each for value in each}
    values = sorted({*edition.book.setup.denominations, *found}, reverse=True)
    head: list[str] = ["Denomination"]
    for name in columns:
        head += [name, "Amount"]
    rows = [_chips_row(value, counts, differs=differs) for value in values]
    sums: list[str] = ["In all"]
    for each in counts:
        sums += [EMPTY, EMPTY if each is None else to_the_cent(worth(each))]
    if differs:
        head.append("Difference")
        sums.append(_difference(counts, worth))
    amounts: list[Align] = ["right" for _ in head[1:]]
    return Table(
        head=tuple(head),
        rows=(*rows, tuple(sums)),
        align=("left", *amounts),
        widths=(1.2, *(1.0,) * (len(head) - 1)),
        title=title,
        sums=1,
        is_blank=None in counts,
    )


def _chips_row(value: int, counts: list[Chips | None], *, differs: bool) -> tuple[str, ...]:
    row: list[str] = [money(value)]
    for each in counts:
        count = None if each is None else each.get(value, 0)
        row += [EMPTY, EMPTY] if count is None else [f"{count:,}", to_the_cent(count * value)]
    if differs:
        row.append(_difference(counts, lambda each: value * each.get(value, 0)))
    return tuple(row)


def _difference(counts: Sequence[Chips | None], of: Callable[[Chips], int]) -> str:
    """What the second count has more than the first; nothing, where one is still to be made."""
    known = [of(each) for each in counts if each is not None]
    return to_the_cent(known[1] - known[0], signed=True) if len(known) == len(counts) else EMPTY


def amounts_table(
    rows: Sequence[tuple[str, int | None]],
    *,
    head: tuple[str, str] = ("", "Amount"),
    title: str = "",
) -> Table:
    """Amounts under each other, the last of them their sum."""
    return Table(
        head=head,
        rows=tuple((name, EMPTY if cents is None else to_the_cent(cents)) for name, cents in rows),
        align=("left", "right"),
        widths=(3, 1),
        title=title,
        sums=1,
        is_blank=all(cents is None for _, cents in rows),
    )


# Signatures ----------------------------------------------------------------------------------------


def signed_by(signature: Signature) -> Text:
    """A name under an act, with the time; that no person did it, where the house did."""
    name = "the house (no person)" if signature.name == THE_HOUSE else signature.name
    return (f"{name}, ", Aside(clock(signature.at)))


def signatures(signed: Sequence[Signature], posts: Sequence[str]) -> Fields:
    """Who signed, each under the post; a line for each that is to sign and has not."""
    done = [(capital(plain(each.post)), signed_by(each)) for each in signed]
    missing = [(post, EMPTY) for post in posts[len(done) :]]
    return fields(*done, *missing)


BOTH = ("Dealer", "Supervisor")
