"""Verifying a journal: any changed byte is found, the rules catch a forger, a cut is reported.

Many tests change one byte or line in so many; `make proof` changes every one.
"""

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tablewright.table.journal import FIRST, CutOff, Journal, OtherFormat, WrongLine, read
from tablewright.table.rehearsal import prepare, rehearsal_setup, rehearse
from tablewright.table.verdict import Verdict
from tablewright.table.verify import verify
from tests.by_hand.journal_audit import audit
from tests.registry import GAMES
from tests.table.thinning import one_in

REPLACEMENTS = b"0x} \n\x00\xff"
"""A digit, a letter, what ends a line, whitespace, what no text holds."""


@cache
def journal(game: str, rounds: int = 1, seats: int = 1, device: str = "") -> bytes:
    """A whole journal, from the set-up to the closing line."""
    kept = Journal()
    setup = rehearsal_setup(game, device=device)
    rehearse(setup, rounds, seed=3, seats=seats, irregularities=0.3, keeper=kept)
    return b"".join(kept.lines)


def verified(data: bytes) -> Verdict:
    """What a file of these bytes is found to hold."""
    return verify(lambda: io.BytesIO(data))


def is_found(data: bytes) -> bool:
    """Whether a change is reported: as a wrong line, or as a line that was not written to its end."""
    try:
        return verified(data).cut_off > 0
    except WrongLine as wrong:
        return str(wrong).startswith(f"line {wrong.line}: ")


def is_seen(data: bytes) -> bool:
    """The same by reading alone, which comes before the rules are asked and is quicker."""
    try:
        return any(isinstance(line, CutOff) for line in read(io.BytesIO(data)))
    except WrongLine:
        return True


# Single changes ------------------------------------------------------------------------------------


def test_a_journal_that_was_not_touched_holds() -> None:
    for game in GAMES:
        data = journal(game)
        verdict = verified(data)
        assert verdict.is_closed
        assert verdict.lines == data.count(b"\n")
        assert (verdict.game, verdict.rounds) == (game, 1)
        assert (verdict.cut_off, verdict.still_sealed) == (0, 0)


def changed(data: bytes, at: int, byte: int) -> bytes:
    return data[:at] + bytes([byte]) + data[at + 1 :]


@one_in(5)
def test_any_single_changed_byte_is_found(step: int) -> None:
    data = journal("duki4")
    for at in range(0, len(data), step):
        byte = REPLACEMENTS[at % len(REPLACEMENTS)]
        byte = byte if byte != data[at] else ord("1")
        assert is_seen(changed(data, at, byte)), (at, byte)
        if at % (61 * step) == 0 or at > len(data) - 120:
            assert is_found(changed(data, at, byte)), (at, byte)


@pytest.mark.parametrize("which", [0, 20, -2, -1])
@one_in(5)
def test_any_other_byte_at_any_place_of_a_line_is_found(which: int, step: int) -> None:
    data = journal("king-high")
    lines = data.splitlines(keepends=True)
    start = sum(map(len, lines[: which % len(lines)]))
    for at in range(start, start + len(lines[which]), step):
        for byte in REPLACEMENTS:
            if byte != data[at]:
                assert is_seen(changed(data, at, byte)), (at, byte)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_bit_of_a_journal_is_found(game: str) -> None:
    data = journal(game)
    for at, old in enumerate(data):
        for bit in range(8):
            assert is_seen(changed(data, at, old ^ (1 << bit))), (at, bit)
        if at % 3 == 0:
            assert is_found(changed(data, at, old ^ (1 << at % 8))), at


@one_in(23)
def test_a_lost_or_added_byte_is_found(step: int) -> None:
    data = journal("pick2")
    for at in range(0, len(data), step):
        found = is_found if at % (19 * step) == 0 else is_seen
        assert found(data[:at] + data[at + 1 :]), at
        added = bytes([REPLACEMENTS[at % len(REPLACEMENTS)]])
        assert found(data[:at] + added + data[at:]), at
    assert is_found(data + b"x")
    assert is_found(data + b"\n")


def test_lines_that_are_lost_repeated_or_swapped_are_found() -> None:
    lines = journal("duki4").splitlines(keepends=True)
    for n in range(len(lines)):
        wrong = b"".join([*lines[:n], lines[n], *lines[n:]])
        assert line_refused(wrong) == n + 2
        if n < len(lines) - 1:
            assert line_refused(b"".join(lines[:n] + lines[n + 1 :])) == n + 1
            swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
            assert line_refused(b"".join(swapped)) == n + 1
    without_last = verified(b"".join(lines[:-1]))
    assert not without_last.is_closed


def line_refused(data: bytes) -> int:
    with pytest.raises(WrongLine) as refused:
        verified(data)
    return refused.value.line


def test_lines_of_another_journal_are_found() -> None:
    lines = journal("duki4").splitlines(keepends=True)
    kept = Journal()
    rehearse(rehearsal_setup("duki4"), 1, seed=4, seats=1, keeper=kept)
    assert line_refused(b"".join([*lines[:20], *kept.lines[20:]])) == 21


# A forger who makes every hash fit again -----------------------------------------------------------


def forged(data: bytes, change: Callable[[int, dict[str, Any]], None]) -> bytes:
    """A journal changed by a person who knows how lines are sealed, and seals all of them again."""
    found, last = [], FIRST
    for number, raw in enumerate(data.splitlines(), start=1):
        line = json.loads(raw)
        change(number, line)
        line["prev"] = last
        found.append(sealed_again(line))
        last = hash_of(found[-1])
    return b"".join(found)


def sealed_again(line: dict[str, Any]) -> bytes:
    del line["hash"]
    body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
    return body + b',"hash":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def hash_of(raw: bytes) -> str:
    return str(json.loads(raw)["hash"])


def numbered(data: bytes, event: str) -> list[int]:
    """The numbers of the lines that hold such an event."""
    mark = f'"event":"{event}"'.encode()
    return [n for n, raw in enumerate(data.splitlines(), start=1) if mark in raw]


def only(number: int, change: Callable[[dict[str, Any]], None]) -> Callable[..., None]:
    """A change to one line."""

    def at(n: int, line: dict[str, Any]) -> None:
        if n == number:
            change(line)

    return at


def bent_at(number: int, *path: Any, by: Any = None) -> Callable[..., None]:
    """One value of one line made another."""
    return only(number, lambda line: bend(line, path, by))


def test_sealing_again_without_a_change_gives_the_same_bytes() -> None:
    for game in GAMES:
        assert forged(journal(game), lambda n, line: None) == journal(game)


@pytest.mark.parametrize("game", GAMES)
@one_in(4)
def test_a_forged_payment_is_refused_by_the_rules(game: str, step: int) -> None:
    data = journal(game, rounds=3, seats=2)
    for number in numbered(data, "settled")[::step]:
        assert line_refused(forged(data, bent_at(number, "did", "returned"))) == number


@pytest.mark.parametrize("game", GAMES)
def test_the_audit_by_hand_finds_what_is_forged(game: str) -> None:
    data = journal(game, rounds=3, seats=2)
    assert audit(io.BytesIO(data)) == []
    lines = data.splitlines(keepends=True)
    assert audit([*lines[:9], *lines[10:]])
    for event, *path in (
        ("settled", "returned"),
        ("settled", "stake"),
        ("settled", "moves", 0, "source"),
        ("wager", "place"),
        ("unsealed", "salt"),
        ("shuffled", "seal"),
        ("closed", "result"),
        ("closed", "lines"),
    ):
        for number in numbered(data, event)[-2:]:
            did = json.loads(lines[number - 1])["did"]
            if path[0] in did:
                assert audit(io.BytesIO(forged(data, bent_at(number, "did", *path)))), (event, path)


@pytest.mark.parametrize("game", GAMES)
@one_in(3)
def test_whatever_followed_from_a_command_cannot_be_forged(game: str, step: int) -> None:
    data = journal(game, rounds=3, seats=2)
    events = (
        "settled", "staked", "moved", "shown", "called", "card-held", "form-completed",
        "sign-displayed", "opened", "unsealed", "closed",
    )  # fmt: skip
    rng = Random(game)
    for event in events:
        for number in rng.sample(lines := numbered(data, event), min(3 // step, len(lines))):
            line = json.loads(data.splitlines()[number - 1])
            for path in leaves(line["did"]):
                if path[-1] == "event":
                    continue
                wrong = forged(data, bent_at(number, "did", *path))
                refused = line_refused(wrong)
                earlier = event == "unsealed"  # The order is needed where the pack was shuffled.
                assert refused == number or (earlier and refused < number), (event, path)


@pytest.mark.parametrize("name", ["by", "rule", "round", "n"])
def test_who_acted_in_which_round_by_which_rule_cannot_be_forged(name: str) -> None:
    data = journal("king-high")
    for number in range(1, data.count(b"\n") + 1, 7):
        wrong = forged(data, bent_at(number, name))
        assert line_refused(wrong) == number


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to every plain value in a line."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def bend(value: Any, path: tuple[Any, ...], by: Any = None) -> None:
    """Change the plain value at the end of a way."""
    for key in path[:-1]:
        value = value[key]
    old = value[path[-1]]
    if by is not None:
        value[path[-1]] = by
    elif isinstance(old, bool):
        value[path[-1]] = not old
    elif isinstance(old, int):
        value[path[-1]] = old + 1
    elif isinstance(old, str):
        value[path[-1]] = f"{old}x"
    else:
        value[path[-1]] = 1


STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, "", "x", "9h", [], {}, [[]], {"": 1}, "\x00", "ü" * 300,
    "2026-01-05", "2026-01-05T18:00:00", "2026-01-05T18:00:00+14:00", "player 1", "player 99",
    "void", {"500": 1}, {"500": -1}, {"7": 1}, {"500": 10**12},
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
@one_in(3)
def test_whatever_a_forger_writes_is_judged_and_never_breaks_the_verifier(
    game: str, step: int
) -> None:
    data = journal(game, rounds=2, seats=2)
    raw, rng = data.splitlines(), Random(f"strange {game}")
    refused = 0
    tries = 150 // step
    for _ in range(tries):
        number = rng.choice([1, 2, rng.randint(1, len(raw)), rng.randint(1, len(raw))])
        line = json.loads(raw[number - 1])
        top = rng.choice(["did", "did", "did", "at", "by", "rule", "round", "n"])
        path = rng.choice(list(leaves(line[top], (top,))))
        strange = rng.choice(STRANGE)
        try:
            verified(forged(data, bent_at(number, *path, by=strange)))
        except (WrongLine, OtherFormat):
            refused += 1
    assert refused > tries * 11 / 15


def test_a_changed_shuffle_is_refused() -> None:
    data = journal("duki4", rounds=3, seats=2)
    number = numbered(data, "unsealed")[0]

    def swap(line: dict[str, Any]) -> None:
        order = line["did"]["order"]
        line["did"]["order"] = order[2:4] + order[:2] + order[4:]

    assert line_refused(forged(data, only(number, swap))) <= number


def test_a_changed_shuffle_with_a_seal_that_fits_deals_other_cards() -> None:
    data = journal("duki4", rounds=3, seats=2)
    raw = [json.loads(line) for line in data.splitlines()]
    number = numbered(data, "unsealed")[0]
    did = raw[number - 1]["did"]
    order = did["order"][2:] + did["order"][:2]
    seals = [
        hashlib.sha256(f"{did['salt']}:{each}".encode()).hexdigest()
        for each in (did["order"], order)
    ]

    def other(n: int, line: dict[str, Any]) -> None:
        if line["did"].get("seal") == seals[0]:
            line["did"]["seal"] = seals[1]
        if n == number:
            line["did"]["order"] = order

    with pytest.raises(WrongLine, match="cards is"):
        verified(forged(data, other))


def test_a_wrong_count_in_the_last_line_is_refused() -> None:
    data = journal("pick2")
    last = data.count(b"\n")
    for wrong in (last - 1, last + 1, 0):
        forgery = forged(data, bent_at(last, "did", "lines", by=wrong))
        assert line_refused(forgery) == last


def test_rounds_taken_out_whole_are_refused() -> None:
    """One who drops a round and seals the rest again has lines with numbers, rounds and cards amiss."""
    data = journal("duki4", rounds=3, seats=2)
    raw = data.splitlines(keepends=True)
    first, second = numbered(data, "clear")[:2]
    assert line_refused(forged(b"".join(raw[:first] + raw[second:]), lambda n, line: None)) > 0


def renumbered(data: bytes) -> bytes:
    def number(n: int, line: dict[str, Any]) -> None:
        line["n"] = n

    return forged(data, number)


def test_rounds_taken_out_and_numbered_again_are_refused_by_the_rules() -> None:
    data = journal("duki4", rounds=3, seats=2)
    raw = data.splitlines(keepends=True)
    first, second = numbered(data, "clear")[:2]
    assert line_refused(renumbered(b"".join(raw[:first] + raw[second:]))) >= first


@pytest.mark.parametrize("of", GAMES)
def test_an_order_that_is_never_opened_is_missed_where_its_pack_goes_out_of_play(of: str) -> None:
    data = journal(of, rounds=3, seats=2)
    raw = data.splitlines(keepends=True)
    opened = numbered(data, "unsealed")
    for number in opened:
        without = renumbered(b"".join(raw[: number - 1] + raw[number:]))
        assert number - 4 < line_refused(without) < number
    never = renumbered(b"".join(line for n, line in enumerate(raw, 1) if n not in opened))
    assert line_refused(never) < opened[0]


def test_a_line_is_taken_only_as_it_would_have_been_written() -> None:
    """The same content in other words (spaces, an entry twice) is not the line that was written."""
    data = journal("duki4")
    raw = data.splitlines(keepends=True)
    number = numbered(data, "settled")[0]
    for old, new in (
        (b'"returned":', b'"returned":1,"returned":'),
        (b'"did":{', b'"did": {'),
        (b'"place":1', b'"place":1.0'),
    ):
        body = raw[number - 1].rpartition(b',"hash":"')[0]
        assert old in body
        body = body.replace(old, new, 1)
        digest = hashlib.sha256(body).hexdigest().encode()
        lines = [*raw[: number - 1], body + b',"hash":"' + digest + b'"}\n']
        last = digest.decode()
        for each in raw[number:]:
            line = json.loads(each)
            line["prev"] = last
            lines.append(sealed_again(line))
            last = hash_of(lines[-1])
        assert line_refused(b"".join(lines)) == number, new


@pytest.mark.parametrize("number", [1, 2, 5, 30])
@pytest.mark.parametrize("time", ["2026-01-05T18:00:00", "2026-01-05", "0001-01-01T00:00:00Z", ""])
def test_a_time_that_is_none_or_goes_back_is_refused(number: int, time: str) -> None:
    data = journal("duki4")
    if number > 1 or not time.startswith("0001"):
        assert line_refused(forged(data, bent_at(number, "at", by=time))) == number


# Files that end early, and files that are no journals ----------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@one_in(20)
def test_a_cut_off_last_line_is_reported_and_the_rest_verified(game: str, step: int) -> None:
    data = journal(game)
    lines = data.splitlines(keepends=True)
    boundaries = [len(data) - len(lines[-1]), len(data)]
    start = len(data) - len(lines[-1]) - len(lines[-2])
    for end in range(start + 1, len(data)):
        if (
            end % step
            and end not in range(boundaries[0] - 3, boundaries[0] + 3)
            and end < boundaries[1] - 3
        ):
            assert [type(line) for line in read(io.BytesIO(data[:end]))][-1] is CutOff
            continue
        verdict = verified(data[:end])
        assert not verdict.is_closed
        if end in boundaries:
            assert (verdict.cut_off, verdict.lines) == (0, len(lines) - 1)
        else:
            whole = len(lines) - 2 if end < boundaries[0] else len(lines) - 1
            assert (verdict.cut_off, verdict.lines) == (whole + 1, whole)


@pytest.mark.parametrize("game", GAMES)
@one_in(11)
def test_a_journal_holds_wherever_it_ends(game: str, step: int) -> None:
    data = journal(game, rounds=2, seats=2)
    lines = data.splitlines(keepends=True)
    for count in range(1, len(lines), step):
        verdict = verified(b"".join(lines[:count]))
        assert (verdict.lines, verdict.cut_off, verdict.is_closed) == (count, 0, False)
        cut = verified(b"".join(lines[:count]) + lines[count][:40])
        assert (cut.lines, cut.cut_off) == (count, count + 1)


def test_a_journal_holds_that_ends_when_a_hand_is_about_to_be_turned() -> None:
    data = journal("pick2", rounds=2, seats=2)
    lines = data.splitlines(keepends=True)
    for count in numbered(data, "settle"):
        assert verified(b"".join(lines[:count])).lines == count


@pytest.mark.parametrize(
    ("game", "device"),
    [
        ("duki4", "shuffler"),
        ("duki4", "hand"),
        ("king-high", "six-deck-shuffler"),
        ("king-high", "shoe"),
        ("pick2", "hand"),
    ],
)
@one_in(3)
def test_a_table_that_is_not_closed_keeps_its_packs_sealed(
    game: str, device: str, step: int
) -> None:
    kept = Journal()
    session = prepare(rehearsal_setup(game, device=device), 5, 3, 0.0, kept)
    for rounds in range(1, 12):
        while session.table.state.round == rounds:
            session.play_round()
        if rounds % step and rounds > 2:
            continue
        verdict = verified(b"".join(kept.lines))
        assert (verdict.rounds, verdict.is_closed) == (rounds, False)
        assert verdict.still_sealed == len(session.table.vault)


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"not a journal",
        b"not a journal\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\x00" * 100,
        b"\xff\xfe\x00\n" * 10,
        b"\xef\xbb\xbf{}\n",
        bytes(range(256)) * 4,
        b"x" * 5_000_000,
        b"x" * 5_000_000 + b"\n",
        b"[" * 200_000 + b"\n",
        b"\r\n",
    ],
    ids=lambda garbage: f"{garbage[:8]!r}-{len(garbage)}",
)
def test_a_file_that_is_no_journal_is_refused_at_its_first_line(garbage: bytes) -> None:
    assert line_refused(garbage) == 1


@pytest.mark.parametrize(
    "body",
    [
        b'{"n":1',
        b'{"n":1,"at":' + b"[" * 100_000,
        b"[" * 100_000,
        b'{"n":1,"at":"2026-01-05T18:00:00Z","round":1,"by":"pit-boss","rule":"\xff"',
        b'{"n":99999999999999999999999999999999',
        b'{"n":NaN',
        b"",
        b"\xff\xfe",
    ],
    ids=lambda body: f"{body[:12]!r}-{len(body)}",
)
def test_garbage_with_a_hash_that_fits_is_refused_too(body: bytes) -> None:
    digest = hashlib.sha256(body).hexdigest().encode()
    assert line_refused(body + b',"hash":"' + digest + b'"}\n') == 1


def test_a_journal_with_other_line_ends_is_refused() -> None:
    data = journal("duki4")
    assert line_refused(data.replace(b"\n", b"\r\n")) == 1
    assert is_found(data.replace(b"\n", b"\r"))
    assert line_refused(b"\xef\xbb\xbf" + data) == 1


# Seeds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(game: str) -> None:
    def rehearsed(seed: int) -> bytes:
        kept = Journal()
        rehearse(rehearsal_setup(game), 3, seed=seed, seats=3, irregularities=0.5, keeper=kept)
        return b"".join(kept.lines)

    assert rehearsed(1) == rehearsed(1)
    assert len({rehearsed(seed) for seed in range(6)}) == 6


def test_lines_go_to_whatever_takes_them() -> None:
    taken: list[bytes] = []
    rehearse(
        rehearsal_setup("duki4"),
        1,
        seed=3,
        seats=1,
        irregularities=0.3,
        keeper=Journal(taken.append),
    )
    assert b"".join(taken) == journal("duki4")


# Other formats -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "reads"),
    [(1, r"Tablewright 0\.1"), (3, r"Tablewright 0\.3"), (5, "newer"), ("4", "newer")],
)
def test_a_journal_of_another_format_is_refused_with_the_version_that_reads_it(
    format: object, reads: str
) -> None:
    def change(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            line["did"]["format"] = format

    with pytest.raises(OtherFormat, match=f"{reads}.* reads it"):
        verified(forged(journal("duki4"), change))


def test_a_journal_without_a_format_is_the_first() -> None:
    def change(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            del line["did"]["format"]

    with pytest.raises(OtherFormat, match=r"Tablewright 0\.1 reads it"):
        list(read(forged(journal("king-high"), change).splitlines(keepends=True)))
