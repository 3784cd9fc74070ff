"""The screen of terminal play: lines out, lines in, and the felt as a small picture.

Colours appear in a terminal and nowhere else; the words are the same in a pipe. Lines keep within the
terminal, down to some forty columns. What is drawn comes from a player's view of the table, so no card
is on the screen that the player may not see.
"""

import contextlib
import os
import re
import select
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

from msgspec import UnsetType

from tablewright.cli.sheets import SUITS, Sheet, plain_lines
from tablewright.rules.cards import card
from tablewright.rules.errors import Refused
from tablewright.table.chips import money, worth
from tablewright.table.views import CardsSeen, DealerSeen, HandSeen, PlaceSeen, View

WIDTH = 79
"""How long a line may be, in a pipe and in any terminal that is wide enough."""
NARROWEST = 39
FRAME = 4
LONGEST_LINE_BYTES = 1000
BACK = "▒▒"
"""A card that lies face down."""
BOXES = 5
WIDE_BOARD = 52
"""The room that the boxes need beside each other at their full size."""


class Screen:
    """Where a person reads and types."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdout.isatty()
        self.lost: OSError | None = None
        """Why the output can no longer be written."""
        self._is_asking = False
        """Whether a line is waited for, and Ctrl-C leads out of the wait at once."""
        self._is_counting = False
        """Whether something is counted meanwhile, and Ctrl-C breaks the wait for it off."""
        self.is_interrupted = False
        """Whether Ctrl-C was pressed while the table was busy."""
        self._console: Any = None
        self._signals: int | None = None

    @contextlib.contextmanager
    def interruptible(self, handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
        """Have Ctrl-C handled; every signal leaves a byte in a pipe, so that no wait can miss it."""
        self._signals, written = os.pipe()
        for end in (self._signals, written):
            os.set_blocking(end, False)
        before = signal.signal(signal.SIGINT, handler)
        woken = signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(woken)
            signal.signal(signal.SIGINT, before)
            os.close(self._signals)
            os.close(written)
            self._signals = None

    def breaks_off(self) -> bool:
        """Whether Ctrl-C breaks off a wait; it is raised only where `ask` expects it, and once."""
        if self._is_asking:
            self._is_asking = False
            raise KeyboardInterrupt
        was_counting, self._is_counting = self._is_counting, False
        return was_counting

    def has_waited_for(self, work: Callable[[], object]) -> bool:
        """Wait for something that takes a while; False if Ctrl-C broke the wait off.

        The work goes on by itself, as nothing can be raised in the middle of it, and is there for the
        next who asks. If it fails, the next who asks hears of it.
        """

        def quietly() -> None:
            with contextlib.suppress(Exception):
                work()

        worker = threading.Thread(target=quietly, daemon=True)
        self._is_counting = True
        worker.start()
        while self._is_counting and worker.is_alive():
            worker.join(0.05)
        was_broken_off, self._is_counting = not self._is_counting, False
        return not was_broken_off

    @property
    def width(self) -> int:
        """How long a line may be now; the window may be resized during play."""
        if not self.is_terminal:
            return WIDTH
        return max(NARROWEST, min(WIDTH, shutil.get_terminal_size().columns - 1))

    # Out ------------------------------------------------------------------------------------------

    def line(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """One line, or a paragraph where it is too long for one."""
        for each in folded(text, self.width, indent):
            self._print(each, style)

    def lines(self, texts: Iterable[str], style: str = "") -> None:
        for text in texts:
            self._print(text, style)

    def sheet(self, sheet: Sheet) -> None:
        """A table, as compact as it can be: the felt and it should fit a screen."""
        title, *rows = plain_lines(sheet)
        self.line(title, "bold cyan")
        if max(len(row) for row in rows) > self.width:
            self._one_below_the_other(sheet)
            return
        for n, row in enumerate(rows):
            self._print(row, "dim" if n == 0 else "")

    def _one_below_the_other(self, sheet: Sheet) -> None:
        """A table that is too wide: each row a paragraph, its cells named."""
        for first, *cells in sheet.rows:
            named = [f"{name} {cell}" for name, cell in zip(sheet.header[1:], cells, strict=True)]
            self._print(f"  {first}", "")
            shown = [each for each, cell in zip(named, cells, strict=True) if cell]
            self.lines([f"    {each}" for each in packed(shown, self.width - 4)])

    def _print(self, text: str, style: str, end: str = "\n") -> None:
        if self.lost:
            return
        try:
            if self.is_terminal:
                self._print_coloured(text, style, end)
            else:
                print(text, end=end)
        except OSError as error:
            self.lost = error

    def _print_coloured(self, text: str, style: str, end: str) -> None:
        from rich.console import Console
        from rich.text import Text

        if self._console is None:
            self._console = Console(highlight=False)
        shown = Text(text, style=style)
        for suit, colour in SUITS.items():
            shown.highlight_regex(rf"(10|[2-9JQKA]){suit}", f"bold {colour}")
        shown.highlight_regex(r"\+\$[\d,.]*\d", "green")
        shown.highlight_regex(r"-\$[\d,.]*\d|(?<= )lose(?= )", "red")
        shown.highlight_regex(rf"[╭╮╰╯│┌┐└┘─{BACK[0]}]+", "dim")
        shown.highlight_regex(r"▸ +\d+ \S+", "bold cyan")
        self._console.print(shown, end=end, soft_wrap=True)

    # In -------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str | None:
        """The next line that is typed; None when no more will come."""
        try:
            typed = b"" if self.is_interrupted else self._read(f"{prompt}> ")
        except KeyboardInterrupt:
            typed = b""
        if not typed:
            self._print("", "")
            return None
        text = typed.decode("utf-8", "replace").strip()
        is_whole = len(typed) < LONGEST_LINE_BYTES or typed.endswith(b"\n")
        if not sys.stdin.isatty():
            # What was typed was not echoed: the line is repeated, so that a record reads on.
            self._print(text if text.isprintable() and is_whole else "...", "dim")
        if not is_whole:
            raise Refused("the line is too long: expected a key and an amount, as in a 5")
        return text

    def _read(self, prompt: str) -> bytes:
        """A line as it was typed, of one that is too long only the beginning."""
        self._print(prompt, "bold", end="")
        try:
            if not self.lost:
                sys.stdout.flush()
        except OSError as error:
            self.lost = error
        if self.lost or sys.stdin is None:
            return b""
        self._is_asking = True
        try:
            if self.is_interrupted:
                return b""
            self._wait()
            typed = rest = sys.stdin.buffer.readline(LONGEST_LINE_BYTES)
            while len(rest) == LONGEST_LINE_BYTES and not rest.endswith(b"\n"):
                rest = sys.stdin.buffer.readline(LONGEST_LINE_BYTES)
        except OSError:
            typed = b""  # The terminal has gone.
        self._is_asking = False
        return typed

    def _wait(self) -> None:
        """Wait at a terminal for a line, or for a Ctrl-C that may have come just before."""
        if self._signals is not None and sys.stdin.isatty():
            self.has_key()

    def has_key(self, seconds: float | None = None) -> bool:
        """Whether something was typed at the terminal within so many seconds; Ctrl-C ends the wait."""
        signals = [] if self._signals is None else [self._signals]
        for each in signals:
            with contextlib.suppress(BlockingIOError):
                os.read(each, LONGEST_LINE_BYTES)
        if self.is_interrupted:
            return False
        try:
            ready, _, _ = select.select([sys.stdin.fileno(), *signals], [], [], seconds)
        except OSError:
            return True  # The terminal has gone: what is read next says so.
        return sys.stdin.fileno() in ready


def folded(text: str, width: int = WIDTH, indent: int = 0) -> list[str]:
    """A text as lines that fit, the later ones under the beginning of its words."""
    if len(text) <= width:
        return [text]
    start = min(indent or len(text) - len(text.lstrip()), width // 3)
    return textwrap.wrap(
        text, width, subsequent_indent=" " * start, break_on_hyphens=False, drop_whitespace=True
    )


# Words ---------------------------------------------------------------------------------------------


def face(text: str) -> str:
    """A card as it is printed for people."""
    return card(text).face


def faces(texts: Iterable[str]) -> str:
    return " ".join([face(text) for text in texts])


def gain(cents: int) -> str:
    """How far a player is up or down.

    >>> gain(500), gain(-250), gain(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"+{money(cents)}" if cents > 0 else money(cents)


# The felt ------------------------------------------------------------------------------------------


def felt(
    seen: View,
    title: str,
    names: Mapping[str, str],
    own: int,
    *,
    counts_cards: bool,
    width: int = WIDTH,
) -> list[str]:
    """The felt as a player sees it: the dealer or the drawn cards, then the places.

    `names` are the wagers' names by id; `counts_cards` numbers the player's own cards.
    """
    inside = width - FRAME
    lines = []
    if seen.cards:
        lines += [*board(seen.cards, inside), ""]
    elif seen.dealer and (seen.dealer.face_down or seen.dealer.cards):
        lines += [f"  {'Dealer':<11}{_hand(seen.dealer)}", ""]
    for place, at in seen.places.items():
        is_own = place == own
        hand = _own_hand(seen) if is_own else _hand(at.hand)
        below = _numbers(hand) if is_own and counts_cards else ""
        lines += _place(place, at, names, hand, below, is_own, inside)
    return framed(title, lines, width)


def framed(title: str, lines: Iterable[str], width: int) -> list[str]:
    """Lines in a box with a title."""
    head = f"╭─ {title[: width - 5].rstrip()} "
    return [
        f"{head}{'─' * (width - len(head) - 1)}╮",
        *(f"│ {line:<{width - FRAME}} │" for line in lines),
        f"╰{'─' * (width - 2)}╯",
    ]


def _place(
    number: int,
    at: PlaceSeen,
    names: Mapping[str, str],
    hand: str,
    below: str,
    is_own: bool,
    inside: int,
) -> list[str]:
    """One place: who sits there, with their cards, wagers and chips."""
    who = f"{'▸' if is_own else ' '} {number} {'You' if is_own else at.player[:9]:<9}"
    cards = f"{hand}  " if hand else ""
    purse = f"  chips {money(worth(at.chips))}"
    room = inside - len(who) - len(cards) - len(purse)
    staked = [f"{names[id]} {money(worth(held))}" for id, held in at.wagers.items()]
    shown = [part for part in (at.marker, _decided(at), *staked) if part]
    if room < max([0, *map(len, shown)]):
        # Too narrow for one line: the name and chips, then the cards, then the wagers.
        under = [hand, below, *packed(shown, inside - 4)]
        top = f"{who}{purse.strip():>{inside - len(who)}}"
        return [top, *(f"    {each}" for each in under if each)]
    first, *more = packed(shown, room) or [""]
    lines = [f"{who}{cards}{first:<{room}}{purse}"]
    for n in range(max(len(more), 1 if below else 0)):
        beneath = below if n == 0 else ""
        rest = more[n] if n < len(more) else ""
        lines.append(f"{'':<{len(who)}}{beneath:<{len(cards)}}{rest}".rstrip())
    return lines


def _decided(at: PlaceSeen) -> str:
    """What was decided, and of a turned hand the cards that play, where not all of them do."""
    if not at.plays or not at.hand or len(at.plays) == len(at.hand.cards):
        return at.decision
    return f"{at.decision}: {faces(at.plays)}"


def packed(parts: Sequence[str], room: int, gap: str = " · ") -> list[str]:
    """Parts set one after another, on as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(gap) + len(part) <= room:
            lines[-1] += f"{gap}{part}"
        else:
            lines.append(part)
    return lines


def spread(texts: Iterable[str]) -> str:
    """Cards laid out in columns of one width."""
    return " ".join([f"{face(text):>3}" for text in texts])


def _hand(hand: HandSeen | DealerSeen | UnsetType) -> str:
    if isinstance(hand, UnsetType):
        return ""
    return spread(hand.cards) if hand.cards else " ".join([f" {BACK}"] * hand.face_down)


def _own_hand(seen: View) -> str:
    return spread(seen.own.cards) if seen.own else ""


def _numbers(hand: str) -> str:
    """The numbers of the cards, each under its card."""
    return " ".join([f"{n:>3}" for n in range(1, len(hand.split()) + 1)])


def board(cards: CardsSeen, room: int = WIDTH) -> list[str]:
    """The action box and the holding boxes, burns beneath; the dealer's right is the player's left."""
    is_wide = room >= WIDE_BOARD
    inner, gap, margin = (4, "         ", " ") if is_wide else (3, "", "")
    held, burns = cards.holding_boxes, cards.burns
    boxes = [face(each) for each in held] + [""] * (BOXES - len(held))
    action = face(cards.action_box) if cards.action_box else ""
    edge = "─" * inner

    def row(of: Callable[[str], str]) -> str:
        return f"{margin}{' '.join([of(box) for box in boxes])}{gap} {of(action)}"

    over = len(row(lambda box: f"┌{edge}┐")) - (len(edge) + 2 if is_wide else len("action"))
    lines = [
        f"{f'{margin}holding boxes, 1 to 5':<{over}}action{' box' if is_wide else ''}",
        row(lambda box: f"┌{edge}┐"),
        row(lambda box: f"│{box:^{inner}}│"),
        row(lambda box: f"└{edge}┘"),
    ]
    under = [f"+{burnt}" if burnt else "" for burnt in burns[: len(held)]]
    if any(under):
        under += [""] * (BOXES - len(under))
        counted = " ".join([f"{each:^{inner + 2}}" for each in under])
        lines.append(f"{margin}{counted} {'  burnt beneath' if is_wide else 'burnt'}")
    return lines


def plain(text: str) -> str:
    """A text on one line, as a message is."""
    return re.sub(r"\s+", " ", text).strip()
