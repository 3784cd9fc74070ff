"""Laws 1 to 6 and 10 at the table: money, replay, refusals, what is legal, what is seen, how it ends.

Two kinds of play: rehearsals, in which patrons bet and things go wrong, and random play, in which
anybody does anything legal (`tests/table_play.py`). `make proof` plays 100 000 rounds of each game.
"""

import copy
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from tablewright.games import game
from tablewright.rules.errors import Forbidden
from tablewright.rules.irregularities import Effect
from tablewright.rules.roles import PLAYER
from tablewright.settling import settler
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, Actor, player
from tablewright.table.acts.decks import backs
from tablewright.table.chips import FLOAT, rail
from tablewright.table.course import Course
from tablewright.table.journal import Journal, Line, read
from tablewright.table.machine import Table
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.seal import sealed
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import Setup
from tablewright.table.state import State, begin
from tablewright.table.trial import copied_table
from tablewright.table.verify import verify
from tests.by_hand.journal_audit import audit
from tests.dealing import random_readings
from tests.table_play import (
    DEVICES,
    START,
    RandomPlay,
    accepts,
    at_every_second_table,
    bent,
    built,
    covers,
    everybody,
    finish_round,
    finish_table,
    is_same,
    money_holds,
    nonsense,
    once_and_often_in_the_proof,
    options,
    random_setup,
)

GAMES = sorted({of for of, _ in DEVICES})
at_every_table = pytest.mark.parametrize(("of", "device"), DEVICES)


# Law 1: money --------------------------------------------------------------------------------------


class Follower:
    """Folds a journal as it is written and holds it against the table: laws 1 and 2."""

    def __init__(self, table: Table, journal: Journal) -> None:
        self.table, self.journal = table, journal
        self.course = Course(table.book)
        self.state = begin(table.book)
        self.read = 0

    def follow(self) -> None:
        """Apply the lines that are new, checking the money after each of them."""
        for raw in self.journal.lines[self.read :]:
            line = msgspec.json.decode(raw.rpartition(b',"hash"')[0] + b"}", type=Line)
            self.course.apply(self.state, line.did, line.at)
            money_holds(self.state)
        self.read = len(self.journal.lines)
        assert self.state == self.table.state


def replayed(table: Table, journal: Journal) -> State:
    """The fold of a journal that is read back from its bytes."""
    fold, state = Course(table.book), begin(table.book)
    for line in read(b"".join(journal.lines).splitlines(keepends=True)):
        assert isinstance(line, Line)
        fold.apply(state, line.did, line.at)
    return state


def journal_holds(table: Table, journal: Journal) -> None:
    """Law 2, and the audits: the journal's own and the one by hand."""
    assert replayed(table, journal) == table.state
    verdict = verify(lambda: journal.lines)
    assert verdict.lines == journal.count == table.lines
    assert verdict.rounds == table.state.round - 1
    assert verdict.is_closed == (table.state.status == "closed")
    assert not verdict.cut_off
    assert audit(journal.lines) == []


@at_every_table
def test_money_is_conserved_after_every_event_and_the_journal_replays(of: str, device: str) -> None:
    rng = Random(f"rehearsed {of} {device}")
    for seed in range(2):
        readings = {} if seed else random_readings(game(of), rng)
        rehearsed(rehearsal_setup(of, device=device, readings=readings), seed)


def rehearsed(setup: Setup, seed: int) -> None:
    """Some rounds with many irregularities, followed line by line."""
    journal = Journal()
    followers: list[Follower] = []

    def after_round(session: Session) -> None:
        if not followers:
            followers.append(Follower(session.table, journal))
            session.on_events = lambda events, by: money_holds(session.table.state)
        followers[0].follow()
        assert session.table.is_felt_bare(), "a wager is left on the felt"

    session = rehearse(
        setup,
        10,
        seed=seed,
        seats=5,
        irregularities=0.5,
        keeper=journal,
        after_round=after_round,
    )
    followers[0].follow()
    assert session.table.state.status == "closed"
    journal_holds(session.table, journal)


# Law 2: replay -------------------------------------------------------------------------------------


@once_and_often_in_the_proof
@at_every_second_table(0)
def test_whatever_happens_the_journal_gives_the_same_state(
    of: str, device: str, tables: int
) -> None:
    rng = Random(f"replayed {of} {device}")
    for _ in range(tables):
        journal = Journal()
        play = RandomPlay(random_setup(of, device, rng), rng, journal)
        follower = Follower(play.table, journal)
        play.open()
        for _ in range(150):
            play.step()
            follower.follow()
        journal_holds(play.table, journal)
        finish_table(play.table, rng, play.now)
        journal_holds(play.table, journal)


# Laws 3 and 4: refusals, and what is legal ---------------------------------------------------------


def some_command(table: Table, by: Actor, rng: Random) -> Act | None:
    """Something that a person may try: what they may do, nearly that, what others may do, nonsense."""
    own, roll = table.legal(by), rng.random()
    if roll < 0.25 and own:
        return built(table, rng.choice(own), rng)
    if roll < 0.6 and own:
        command = built(table, rng.choice(own), rng)
        return None if command is None else bent(table, command, rng)
    if roll < 0.85:
        command = built(table, rng.choice(options(table))[1], rng)
        return bent(table, command, rng) if command and rng.random() < 0.3 else command
    return nonsense(table, rng)


@once_and_often_in_the_proof
@at_every_second_table(1)
def test_the_machine_accepts_exactly_what_legal_lists_and_a_refusal_changes_nothing(
    of: str, device: str, tables: int
) -> None:
    rng = Random(f"legal {of} {device}")
    accepted = refused = 0
    for _ in range(tables):
        play = RandomPlay(random_setup(of, device, rng), rng)
        for _ in range(160):
            play.step()
            table = play.table
            by = rng.choice(everybody(table))
            before = table.state.copied(), dict(table.vault)
            legal = table.legal(by)
            assert (table.state, table.vault) == before, "looking at what is legal changes things"
            for _ in range(4):
                command = some_command(table, by, rng)
                if command is None:
                    continue
                listed = any(covers(table, allowed, command) for allowed in legal)
                taken = accepts(table, command, by, play.now)
                assert taken == listed, (command, str(by), table.state.phase)
                accepted, refused = accepted + taken, refused + (not taken)
    assert accepted > 150
    assert refused > 300


def test_a_post_is_filled_in_and_never_given() -> None:
    play = RandomPlay(rehearsal_setup("duki4"), Random(1))
    table = play.table
    play.act(acts.UnlockRack(), THE_INSPECTOR)
    play.act(acts.CountFloat(dict(table.state.bank.chips(FLOAT))), THE_DEALER)
    command = acts.Sign("opener", "dealer")
    listed = any(covers(table, allowed, command) for allowed in table.legal(THE_DEALER))
    assert accepts(table, command, THE_DEALER, play.now) == listed


@at_every_table
def test_a_copy_of_a_table_shares_nothing_that_changes(of: str, device: str) -> None:
    rng = Random(f"copied {of} {device}")
    play = RandomPlay(random_setup(of, device, rng), rng)
    for step in range(120):
        if step % 20 == 0:
            deep = copy.deepcopy(play.table.state)
            other = copied_table(play.table)
            assert other.state == deep
            branch = RandomPlay.__new__(RandomPlay)
            branch.table, branch.rng, branch.now = other, Random(step), play.now
            for _ in range(30):
                branch.step()
            assert play.table.state == deep
        play.step()


@pytest.mark.parametrize("of", GAMES)
def test_time_never_goes_back(of: str) -> None:
    play = RandomPlay(rehearsal_setup(of), Random(of))
    play.open()
    for by, allowed in options(play.table):
        command = built(play.table, allowed, play.rng)
        if command is None:
            continue
        before = copied_table(play.table)
        with pytest.raises(Forbidden, match="expected time to go on"):
            play.table.act(command, by, play.now - timedelta(microseconds=1))
        assert is_same(before, play.table)


# Law 5: what is seen -------------------------------------------------------------------------------


def disguised(table: Table, by: Actor, rng: Random) -> Table:
    """The same table with every card that a person may not see at another place of its pack."""
    state, other = table.state, copied_table(table)
    for pack, (order, salt) in table.vault.items():
        cards = [order[n : n + 2] for n in range(0, len(order), 2)]
        seen = set()
        if pack == state.packs.pack:
            for place, seat in state.seats.items():
                if seat.cards or (by.role is PLAYER and place == by.place):
                    seen |= set(seat.slots)
            if state.dealer_cards or state.exposed:
                seen |= set(state.dealer_slots)
            if table.book.is_draw:
                seen |= set(range(state.packs.next + bool(state.exposed)))
            if state.packs.cut is not None and not table.device.has_cut_card_within:
                seen = {(slot + state.packs.cut) % len(cards) for slot in seen}
        hidden = [n for n in range(len(cards)) if n not in seen]
        for n, card in zip(
            hidden, rng.sample([cards[n] for n in hidden], len(hidden)), strict=True
        ):
            cards[n] = card
        other.vault[pack] = disguise = "".join(cards), f"{salt}x"
        if pack in state.packs.seals:
            other.state.packs.seals = {**other.state.packs.seals, pack: sealed(*disguise)}
    return other


def as_json(seen: Any) -> bytes:
    return msgspec.json.encode(seen)


@once_and_often_in_the_proof
@at_every_second_table(0)
def test_nobody_sees_a_card_that_he_may_not(of: str, device: str, tables: int) -> None:
    rng = Random(f"seen {of} {device}")
    phases = set()
    for _ in range(tables):
        play = RandomPlay(random_setup(of, device, rng), rng)
        for _ in range(150):
            play.step()
            table = play.table
            phases.add(table.state.phase)
            for by in rng.sample(everybody(table), 4):
                other = disguised(table, by, rng)
                assert as_json(table.view(by)) == as_json(other.view(by)), str(by)
                assert table.legal(by) == other.legal(by), str(by)
    assert phases > {"wagers", "settle", "clear"}


# Law 10: how it ends -------------------------------------------------------------------------------


@once_and_often_in_the_proof
@at_every_second_table(1)
def test_somebody_can_always_end_the_round_and_close_the_table(
    of: str, device: str, tables: int
) -> None:
    rng = Random(f"ended {of} {device}")
    for _ in range(tables):
        play = RandomPlay(random_setup(of, device, rng), rng)
        play.open()
        for step in range(150):
            play.step()
            if step % 6 == 0:
                other = copied_table(play.table)
                finish_round(other, rng)
                assert other.is_felt_bare()
                if step % 30 == 0:
                    finish_table(other, rng)
                    assert other.state.status == "closed"


def test_a_table_whose_new_cards_were_bad_can_close() -> None:
    session = Session(rehearsal_setup("king-high"), seeded(1), SeededClock(seeded(1), START))
    session.open()
    session.do(acts.RemoveCards(), THE_DEALER)
    session.do(acts.Sign("card-and-dice-slip-out"), THE_DEALER)
    session.do(acts.BringDecks(backs(session.table)), THE_INSPECTOR)
    session.do(acts.Examine("a crimp"), THE_INSPECTOR)
    session.do(acts.BeginClosing(), THE_INSPECTOR)
    finish_table(session.table, Random(1))


def test_new_cards_are_shuffled_although_a_shuffle_of_the_old_ones_was_overlooked() -> None:
    setup = rehearsal_setup("king-high", device="shoe")
    session = Session(setup, seeded(1), SeededClock(seeded(1), START))
    session.open()
    session.prepare()
    session.do(acts.OrderShuffle("a spill"), THE_INSPECTOR)
    session.do(acts.Overlook("shuffle"), THE_DEALER)
    session.do(acts.RemoveCards(), THE_DEALER)
    session.prepare()
    assert session.table.state.packs.seals, "new cards lie on the table, and nobody shuffles them"


BURNS = ("two-per-action-round", "also-before-round", "one-per-round")


@pytest.mark.parametrize("burn", BURNS)
@pytest.mark.parametrize("left", range(5, 20))
def test_a_shoe_that_has_enough_for_a_round_has_enough_to_its_end(burn: str, left: int) -> None:
    readings = {"king-high.burn": burn, "king-high.early-exposure": "burn"}
    setup = rehearsal_setup("king-high", device="shoe", readings=readings)
    session = Session(setup, seeded(1), SeededClock(seeded(1), START))
    session.open()
    session.do(acts.Sit(1, "Ada"), player(1))
    session.do(acts.BuyIn(1, 10_000, {500: 20}), player(1))
    session.prepare()
    session.table.state.packs.next = session.table.state.packs.sizes[0] - left
    session.do(acts.Wager(1, "pokerpot", {500: 1}), player(1))
    if any(allowed.command == "no-more-bets" for allowed in session.table.legal(THE_DEALER)):
        session.do(acts.NoMoreBets(), THE_DEALER)
        finish_round(session.table, Random(left))


# Law 6: the table pays what the settlement of the written round pays -------------------------------


class Written(NamedTuple):
    """A round as it is written down, and what each place has won or lost by it at the table."""

    round: dict[str, Any]
    won: dict[int, int]


def all_chips(table: Table, place: int) -> int:
    """What a player has in front of them and on the felt."""
    accounts = table.state.bank.accounts
    mine = (rail(place), f"spot:{place}:")
    return sum(each.cents for name, each in accounts.items() if name.startswith(mine))


def written_round(session: Session, rng: Random, *, is_void: bool) -> Written:
    """Play a round of sensible wagers, and write down what happened."""
    table = session.table
    session.prepare()
    before = {}
    for place in table.state.seats:
        if table.state.bank.chips(rail(place)).get(500, 0) < 250:
            session.do(acts.Fill({500: 250}), THE_INSPECTOR)
            (slip,) = table.state.slips
            session.do(acts.Countersign(slip, {500: 250}), THE_DEALER)
            session.do(acts.BuyIn(place, 125_000, {500: 250}), player(place))
        before[place] = all_chips(table, place)
    play = _written_draw if table.book.is_draw else _written_contest
    round_ = play(session, rng, is_void=is_void)
    while table.state.phase != "clear":
        session.step()
    session.do(acts.Clear(), THE_DEALER)
    return Written(
        round_, {place: all_chips(table, place) - cents for place, cents in before.items()}
    )


def _void(session: Session) -> bool:
    """Void the round, if it can be now."""
    table = session.table
    for by in (THE_DEALER, THE_INSPECTOR):
        for allowed in table.legal(by):
            if allowed.command == "declare" and "void" in allowed.rulings:
                irregularity = table.course.irregularities[allowed.choices[0]]
                assert any(each.effect is Effect.VOID for each in irregularity.rulings)
                session.do(acts.Declare(irregularity.id, "void", allowed.place), by)
                while table.state.held:
                    assert session.step(), "the house signs as well"
                return True
    return False


def _place_wagers(session: Session, rng: Random, wagers: list[str]) -> None:
    table = session.table
    for place in table.state.seats:
        same = rng.randint(1, 6)
        for wager in wagers:
            if f"spot:{place}:{wager}" in table.state.bank.accounts:
                continue
            needed = table.book.wagers[wager].stake is not None or wager in ("ante", "pokerpot")
            if needed or rng.random() < 0.4:
                count = same if needed else rng.randint(1, 6)
                session.do(acts.Wager(place, wager, {500: count}), player(place))


def _written_contest(session: Session, rng: Random, *, is_void: bool) -> dict[str, Any]:
    table = session.table
    _place_wagers(session, rng, list(table.book.offer.placed))
    session.do(acts.NoMoreBets(), THE_DEALER)
    session.do(acts.Deal(), THE_DEALER)
    state, seats = table.state, []
    for place, seat in state.seats.items():
        entry: dict[str, Any] = {"seat": place, "cards": table.cards_at(seat.slots)}
        entry["wagers"] = table.stakes(place)
        chosen = rng.choice(list(table.book.contest.decision))
        plays = table.book.contest.decision[chosen].plays
        named = tuple(rng.sample(range(len(seat.slots)), plays)) if plays else ()
        if named:
            entry[chosen] = " ".join(entry["cards"].split()[n] for n in named)
        entry["decision"] = chosen
        session.do(acts.Decide(place, chosen, named), player(place))
        seats.append(entry)
    round_: dict[str, Any] = {"dealer": table.cards_at(state.dealer_slots), "seats": seats}
    if is_void and _void(session):
        round_["void"] = True
    return round_


def _written_draw(session: Session, rng: Random, *, is_void: bool) -> dict[str, Any]:
    table = session.table
    boxes: dict[int, dict[str, Any]] = {}
    last = rng.randint(0, 4) if is_void else 5
    on_card = [id for id in table.book.offer.placed if id in table.book.on_card]
    for card in range(5):
        on_round = [id for id in table.book.offer.placed if id not in on_card] if not card else []
        _place_wagers(session, rng, [*on_round, *on_card])
        for place in table.state.seats:
            stakes = table.stakes(place)
            if not card:
                kept = {id: cents for id, cents in stakes.items() if id not in on_card}
                boxes[place] = {"box": place, "wagers": kept, "actions": []}
            boxes[place]["actions"].append({id: stakes[id] for id in stakes if id in on_card})
        session.do(acts.NoMoreBets(), THE_DEALER)
        if card == last and _void(session):
            break
        while table.state.phase == "draw":
            session.step()
        while table.state.phase == "settle":
            session.step()
    round_: dict[str, Any] = {"cards": " ".join(table.state.drawn), "boxes": list(boxes.values())}
    if table.state.is_void:
        round_["void"] = True
    return round_


@at_every_table
def test_the_table_pays_what_settling_the_written_round_pays(of: str, device: str) -> None:
    rng = Random(f"written {of} {device}")
    for batch in range(2):
        readings = random_readings(game(of), rng) if batch else {}
        setup = msgspec.structs.replace(
            rehearsal_setup(of, device=device, readings=readings),
            maximum_payouts=dict.fromkeys(game(of).kinds_with_maximum, 5_000) if batch else {},
            approval_from=None,
        )
        session = Session(setup, seeded(batch), SeededClock(seeded(of), START))
        session.open()
        for place in (1, 2, 5):
            session.do(acts.Sit(place, "Ada"), player(place))
        book = session.table.book
        settled = settler(book.ruleset, book.house)
        for number in range(20):
            played = written_round(session, rng, is_void=number % 5 == 4)
            result = settled.settle(played.round)
            places = result["boxes"] if book.is_draw else result["seats"]
            paid = {each[book.game.place]: each["net"] for each in places}
            assert paid == played.won, played.round


# The proof -----------------------------------------------------------------------------------------


PROVEN_ROUNDS = 100_000
SITTING_ROUNDS = 250
"""How many rounds are played from an opening to a closing, and then checked as a whole."""


class Sitting(NamedTuple):
    """What came of one table from opening to closing."""

    rounds: int
    lines: int
    voids: int
    irregularities: int


def sitting(of: str, device: str, number: int, seed: int, *, is_checked: bool) -> Sitting:
    """A table of patrons with things going wrong: laws 1, 2 and 10, and both audits."""
    rng = Random(f"sitting {of} {device} {number} {seed}")
    journal = Journal() if is_checked else None
    voids = wrong = 0

    def told(events: list[Any], by: Actor) -> None:
        nonlocal voids, wrong
        bank = session_of[0].table.state.bank
        assert not bank.total()
        assert not bank.overdrawn()
        if type(events[0]) is acts.Declare:
            wrong += 1
            voids += events[0].ruling == "void"

    session_of: list[Session] = []

    def after_round(session: Session) -> None:
        if not session_of:
            session_of.append(session)
            session.on_events = told
        money_holds(session.table.state)
        assert session.table.is_felt_bare()

    session = rehearse(
        rehearsal_setup(
            of, device=device, readings=random_readings(game(of), rng) if number % 2 else {}
        ),
        SITTING_ROUNDS,
        seed=number,
        seats=rng.choice([1, 1, 1, 2, 2, 3, 6]),
        irregularities=0.3,
        keeper=journal,
        after_round=after_round,
    )
    assert session.table.state.status == "closed"
    if journal is not None:
        journal_holds(session.table, journal)
    return Sitting(session.table.state.round - 1, session.table.lines, voids, wrong)


def sitting_told(of: str, device: str, number: int, seed: int) -> Sitting | str:
    """A sitting, or what broke it as text, since not every error can travel between processes."""
    try:
        return sitting(of, device, number, seed, is_checked=number % 6 < 2)
    except Exception:
        return f"{of} {device}, sitting {number}: {traceback.format_exc()}"


@pytest.mark.proof
@pytest.mark.parametrize("of", GAMES)
def test_a_hundred_thousand_rounds_with_irregularities_keep_the_laws(
    of: str, proof_seed: int
) -> None:
    devices = [device for each, device in DEVICES if each == of]
    sittings = PROVEN_ROUNDS // SITTING_ROUNDS
    done: list[Sitting] = []
    with ProcessPoolExecutor(2) as pool:
        started = [
            pool.submit(sitting_told, of, devices[number % len(devices)], number, proof_seed)
            for number in range(sittings)
        ]
        for finished in as_completed(started):
            came = finished.result()
            if isinstance(came, str):
                pool.shutdown(wait=False, cancel_futures=True)
                pytest.fail(came)
            done.append(came)
            if len(done) % 40 == 0:
                total = sum(each.rounds for each in done)
                print(f"{of}: {total:,} rounds, {sum(each.lines for each in done):,} lines")
    assert sum(each.rounds for each in done) >= PROVEN_ROUNDS
    assert sum(each.irregularities for each in done) > PROVEN_ROUNDS // 10
    assert sum(each.voids for each in done) > PROVEN_ROUNDS // 100
