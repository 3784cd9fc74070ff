"""What the manuals say, as hashes: enough to check a quotation, too little to read.

The manuals are not in the repository. `manuals.txt` has, for every document and section, a line for
each sentence: the truncated hashes of its runs of three words, sorted, marked `*` where it rules
something, and before it a line marked `+` with the runs over the end of the sentence before. A
quotation stands in a sentence if all its runs do. Words are compared in small letters and without
punctuation, so that the noise of a copy does not matter. With the manuals at hand:

    python -m tests.laws.manuals FOLDER
"""

import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

KEPT = Path(__file__).parent / "manuals.txt"
RUN = 3
"""How many words are hashed together; a shorter sentence is hashed whole."""
NOISE = re.compile(r"<\|[^|]*\|>|</?sup>|[®™]|\\(?=\$)")
WORD = re.compile(r"[a-z0-9]+")
BULLET = re.compile(r"\s*(?:(?:[-•\uf0b7]|\(?[a-z]\)|\d+\.)\s+)+")
RULES = re.compile(
    r"\b(must|will|shall|should|may|can|only|never|not|no|responsibl\w*|responsibility|permitted"
    r"|(is|are) to be|(is|are) (paid|lost|taken|settled|placed|declared|dealt|made|returned|ranked)"
    r"|wins|loses|pushes|is a push|are pushes)\b"
)
"""The words of a sentence that rules something."""


class Sentence(NamedTuple):
    """A sentence of a section, or an item of a list, as its hashes."""

    is_rule: bool
    runs: frozenset[str]

    def has(self, quotation: str) -> bool:
        """Whether these words stand in it."""
        return set(hashes(words(quotation))) <= self.runs


class Printed(NamedTuple):
    """A document among the manuals: its file, the line it begins with, its headings as printed."""

    title: str
    file: str
    begins: str
    headings: dict[str, str]
    """As they are cited, and as they are printed, if otherwise."""


DUKI4 = dict.fromkeys(
    (
        "Playing the game",
        "Qualifying hands",
        "Examples",
        "Paying the bets",
        "Betting for the dealer",
        "How is the game dealt",
        "Physical characteristics of the table and equipment",
        "Irregularities",
    ),
    "",
)
GUIDELINES = {
    "Procedures & Training Guidelines": "Procedures & Training Guidelines for Duki 4 Poker"
}
DOCUMENTS = (
    Printed(
        "Duki 4 Poker, Procedures & Training",
        "000",
        "",
        {**GUIDELINES, **DUKI4, "Opening the table for play": ""},
    ),
    Printed(
        "Duki 4 Poker, one-page summary",
        "000",
        "Duki 4 Poker",
        {
            "The play": "The Play:",
            "Qualifying hands": "Qualifying Hands:",
            "Player vs. Dealer": "Player vs. Dealer:",
            "3-Card Duki Bonus": "3-Card Duki Bonus:",
            "House advantage": "House Advantage:",
        },
    ),
    Printed(
        "Procedures & Training Guidelines for Duki 4 Poker (Washington)",
        "001",
        "",
        {**GUIDELINES, **DUKI4},
    ),
    Printed(
        "Washington State Gambling Commission, letter of 28 November 2007",
        "002",
        "",
        {
            "Opening paragraph": "Thank you for requesting:",
            "Commercial card rooms": "",
            "Tribal casinos": "",
            "Closing paragraphs": "Please be advised:",
        },
    ),
    Printed(
        "Duki 4 Poker, Procedures & Training for the State of Washington",
        "002",
        "Duki 4 Poker",
        {"Title page": "Procedures & Training For the State of Washington", **GUIDELINES, **DUKI4},
    ),
    Printed(
        "King High, Dealers Manual & Pit Procedures",
        "003",
        "",
        dict.fromkeys(
            (
                "1. Definitions",
                "2. Basic game outline",
                "3. Physical characteristics of table, layout and equipment",
                "4. The cards",
                "5. Card checking procedure",
                "6. Shuffle procedure",
                "7. Permissible wagers",
                "8. Payout odds",
                "9. Dealing the cards",
                "10. Procedure for paying and taking wagers",
                "11. Calling the game",
                "12. Irregularities",
                "10. Game protection",
                "11. Appendices",
            ),
            "",
        ),
    ),
    Printed(
        "Pick 2 Poker, Procedures & Training",
        "004",
        "",
        {
            "Playing the game": "",
            "Optional 5 Card Bonus Only": "",
            "Betting for the dealer": "",
            "How is the game dealt": "",
            "Hand rankings for 5 Card": "Pick 2 Poker: hand rankings for 5 card",
            "Hand rankings for 3 Card": "Pick 2 Poker: hand rankings for 3 card",
            "Wagers": "",
            "Procedures for completion for a round of play": "",
            "Irregularities": "",
            "3-5 Bonus wager": "",
            "Optional 5 Card Bonus Only wager": "",
        },
    ),
)


def words(text: str) -> list[str]:
    """The words of a text, in small letters, without punctuation and marks."""
    plain = NOISE.sub("", text).replace("’", "'").replace("'", "").lower()
    return WORD.findall(plain)


def hashes(of: Sequence[str]) -> Iterator[str]:
    """The hashes of every run of words; of all of them, if they are fewer than a run."""
    for start in range(max(1, len(of) - RUN + 1)):
        run = " ".join(of[start : start + RUN])
        yield hashlib.blake2b(run.encode("ascii"), digest_size=2, key=b"tablewright").hexdigest()


@cache
def sections() -> dict[str, dict[str, tuple[Sentence, ...]]]:
    """Every section of every document by its title, as its sentences' hashes."""
    found: dict[str, dict[str, tuple[Sentence, ...]]] = {}
    for line in KEPT.read_text("utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "document":
            document = found.setdefault(rest, {})
        elif mark == "section":
            section = rest
            document[section] = ()
        elif mark in ("*", "-"):
            document[section] += (Sentence(mark == "*", frozenset(rest.split())),)
    return found


COPIED = 8
"""So many words in a row, and they are the manual's own."""


@cache
def stretches() -> dict[str, tuple[int, ...]]:
    """Where the hash of each run of words stands: in which stretches of the manuals.

    A stretch is a sentence with what follows it in its section, as far as words that begin in it and
    are copied from there can go on.
    """
    found: dict[str, list[int]] = {}
    groups: list[list[list[str]]] = []
    for line in KEPT.read_text("utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "section":
            groups.append([])
        elif mark in ("*", "-", "+"):
            groups[-1].append(rest.split())
    number = 0
    for section in groups:
        for start in range(0, len(section), 2):
            number += 1
            beyond = 0
            for n, runs in enumerate(section[start:]):
                for run in runs:
                    found.setdefault(run, []).append(number)
                beyond += len(runs) if n else 0
                if beyond >= COPIED:
                    break
    return {run: tuple(numbers) for run, numbers in found.items()}


def copied(text: str) -> Iterator[str]:
    """The runs of words in a text that are a manual's own."""
    known, of = stretches(), words(text)
    runs, length = list(hashes(of)), COPIED - RUN + 1
    for start in range(len(of) - COPIED + 1):
        shared = set.intersection(
            *(set(known.get(run, ())) for run in runs[start : start + length])
        )
        if shared:
            yield " ".join(of[start : start + COPIED])


# Reading the manuals -------------------------------------------------------------------------------


def read(folder: Path) -> Iterator[str]:
    """The lines of `manuals.txt`, from the manuals themselves."""
    for document in DOCUMENTS:
        file = next(folder.glob(f"{document.file}_*.txt"), None)
        if file is None:
            raise SystemExit(f"{folder}: expected the manuals, {document.file}_*.txt among them")
        yield f"document {document.title}"
        for section, lines in _cut(document, file.read_text("utf-8").splitlines()):
            yield f"section {section}"
            before: list[str] = []
            for is_rule, of in sentences(lines):
                if before:
                    yield f"+ {' '.join(hashes([*before, *of[: RUN - 1]]))}"
                yield f"{'*' if is_rule else '-'} {' '.join(sorted(set(hashes(of))))}"
                before = [*before, *of][1 - RUN :]


def _cut(document: Printed, lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """A document's sections with their lines; the last line like a heading is the heading."""
    lines = lines[_first(document, lines) : _last(document, lines)]
    starts: list[tuple[int, str]] = []
    for cited, printed in document.headings.items():
        is_inline = printed.endswith(":")
        asked = words(printed or cited)
        at = [
            n
            for n, line in enumerate(lines)
            if (words(line)[: len(asked)] if is_inline else words(line)) == asked
        ]
        if not at:
            raise SystemExit(f"{document.title}: expected the heading {printed or cited!r}")
        starts.append((at[-1] + (not is_inline), cited))
    starts.sort()
    for (start, cited), (end, _) in zip(starts, [*starts[1:], (len(lines) + 1, "")], strict=True):
        yield cited, lines[start : end - 1]


def _first(document: Printed, lines: list[str]) -> int:
    if not document.begins:
        return 0
    return _begins(document.begins, lines)


def _begins(heading: str, lines: list[str]) -> int:
    """Where the last line like this stands."""
    return max(n for n, line in enumerate(lines) if words(line) == words(heading))


def _last(document: Printed, lines: list[str]) -> int:
    if document.begins:
        return len(lines)
    after = [each for each in DOCUMENTS if each.file == document.file and each.begins]
    return _begins(after[0].begins, lines) if after else len(lines)


def sentences(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """The sentences of a section and whether each rules something.

    An item of a list that a rule opens, with a colon, is part of that rule.
    """
    opens_rules = False
    for is_item, block in _blocks(lines):
        for part in re.split(r"(?<=[.!?;:])(?<!vs\.)(?<!e\.g\.)[\"”’)]*\s+", block):
            of = words(part)
            if not of:
                continue
            is_rule = bool(RULES.search(" ".join(of))) or (is_item and opens_rules)
            if not is_item:
                opens_rules = is_rule and part.rstrip("* ").endswith((":", ":-", ","))
            yield is_rule, of


def _blocks(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """Paragraphs and items of lists; a line broken in the middle of a sentence is put together."""
    is_double_spaced = sum(not line.strip() for line in lines) > 0.45 * len(lines)
    block, is_item, is_open, is_numbered = "", False, False, False
    for line in lines:
        plain = NOISE.sub("", line)
        if not plain.strip():
            is_whole = block.endswith((".", ":", ";")) or is_numbered
            is_open = is_open and is_double_spaced and not is_whole
            continue
        bullet = BULLET.match(plain)
        if bullet or not is_open or line.startswith("#"):
            if block:
                yield is_item, block
            block, is_item = "", bool(bullet)
            is_numbered = bool(bullet) and plain.strip()[0].isdigit()
        block, is_open = f"{block} {plain[bullet.end() if bullet else 0 :].strip()}".strip(), True
        is_open = not line.startswith("#")
    if block:
        yield is_item, block


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("tests.laws.manuals: expected one folder, with the manuals")
    found = list(read(Path(sys.argv[1])))
    KEPT.write_text("".join(f"{line}\n" for line in found), "utf-8")
    for document in DOCUMENTS:
        kept = sections.__wrapped__()[document.title]
        every = [sentence for section in kept.values() for sentence in section]
        rules = sum(sentence.is_rule for sentence in every)
        print(f"{document.title}: {len(kept)} sections, {len(every)} sentences, {rules} that rule")
