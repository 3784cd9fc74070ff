"""Several people at one table: they come, race each other, vanish in mid-round and come back."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from tablewright.house.books.options import Options
from tablewright.house.tables.refusals import Stale
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table.setup import SUPERVISOR_STEPS, Staff
from tablewright.table.verify import verify
from tests.house.clients import Follower, Visitor
from tests.house.company import (
    GAMES,
    ON_SQLITE,
    PATIENCE_SECONDS,
    QUICK,
    STAKES,
    Tab,
    bet,
    employee,
    guest,
    is_deciding,
    open_table,
    opened,
    seated,
    set_up,
    written,
)
from tests.house.serving import ADMINISTRATOR, served
from tests.registry import CONTESTS

IMPATIENT = Options(pace=0, gone_seconds=0, leave_seconds=600)
"""Nobody who has gone is waited for."""
PATIENT = Options(pace=0, gone_seconds=600, leave_seconds=600)
DAN = employee(1, "Dan", "dealer")
BY_HAND = {"automatic": SUPERVISOR_STEPS, "staff": Staff(dealer="Dan")}
"""A table that Dan deals, and whose supervisors are the house."""


# Seven over sockets --------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("game", GAMES)
def test_seven_come_play_vanish_and_come_back(ready_address: str, game: str) -> None:
    async def run(address: str, table: str) -> list[bytes]:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Visitor(address)) for _ in range(7)]
            await asyncio.gather(*(each.come_as_guest() for each in people))
            at_table = [await each.follow(table) for each in people]
            for place, each in enumerate(at_table, start=1):
                await each.sit_down(place)
            await asyncio.gather(*(each.play_round(STAKES[game]) for each in at_table))
            await asyncio.gather(*(_bet_over_socket(each, game) for each in at_table))
            # The seventh vanishes in mid-round, and nobody waits for him.
            at_table[6].socket.transport.abort()
            await at_table[0].until(lambda seen: 7 not in seen["present"])
            await asyncio.gather(*(_finish(each) for each in at_table[:6]))
            # He comes back to his place and his chips, and all play on.
            back = await people[6].follow(table)
            assert back.newest["place"] == 7
            at_table[6] = back
            await asyncio.gather(*(each.play_round(STAKES[game]) for each in at_table))
            for place, each in enumerate(at_table, start=1):
                await each.must("leave", place=place)
                await each.socket.close()
            boss = await stack.enter_async_context(Visitor(address))
            await boss.sign_in(ADMINISTRATOR)
            assert (await boss.post(f"/tables/{table}/close")).status_code == 200
            return (await boss.get(f"/tables/{table}/journal.jsonl")).content.splitlines(True)

    with served(ready_address, keeps_standing=False) as serving:
        live = serving.run(serving.house.floor.open(set_up(game), IMPATIENT))
        lines = asyncio.run(run(serving.address, live.id))
        assert verify(lambda: lines).is_closed
        assert not serving.complaints.said


async def _bet_over_socket(each: Follower, game: str) -> None:
    await each.until(lambda seen: seen["view"]["phase"] == "wagers")
    await each.must("bets", place=each.newest["place"], stakes=STAKES[game])
    await each.must("ready")


async def _finish(each: Follower) -> None:
    """Decide and be ready until the round is over."""
    start = each.newest["view"]["round"]
    while each.newest["view"]["round"] == start:
        await each._move(each.newest["place"], "")
        if each.newest["view"]["round"] == start:
            await each.hear()


# Races ---------------------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("game", GAMES)
def test_commands_from_seven_seats_at_once_are_all_done_once(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game)
            tabs = await seated(live, 7)
            seq = live.seq
            # Everybody sends at the same state, and everything twice.
            sending = [
                tab.do("bets", place=place, stakes=STAKES[game], seq=seq, id=f"bet {place}")
                for place, tab in enumerate(tabs, start=1)
                for _ in range(2)
            ]
            answers = await asyncio.gather(*sending)
            assert all(answers[n] == answers[n + 1] for n in range(0, 14, 2))
            assert len(set(answers)) == 7
            laid = Counter(line.by for line in await written(live) if line.did.name == "wager")
            assert laid == {
                f"player {place}": len(live.table.stakes(place)) for place in range(1, 8)
            }
            assert all(
                live.table.stakes(place).items() >= STAKES[game].items() for place in range(1, 8)
            )
            # A command of his own that he had not seen: refused, and nothing changes.
            lines = live.seq
            late = [
                tab.do("bets", place=place, stakes=STAKES[game], seq=seq)
                for place, tab in enumerate(tabs, start=1)
            ]
            outcomes = await asyncio.gather(*late, return_exceptions=True)
            assert all(isinstance(each, Stale) for each in outcomes)
            assert live.seq == lines

    asyncio.run(run())


@ON_SQLITE
def test_of_seven_who_want_one_place_one_gets_it(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            tabs = [Tab(live, guest(number)) for number in range(1, 8)]
            outcomes = await asyncio.gather(
                *(tab.do("sit", place=3) for tab in tabs), return_exceptions=True
            )
            sat = [n for n, each in enumerate(outcomes) if isinstance(each, int)]
            assert len(sat) == 1
            assert all(isinstance(each, int | Forbidden) for each in outcomes)
            assert live.room.seating.holders == {3: tabs[sat[0]].person.key}
            assert live.table.state.seats[3].player == tabs[sat[0]].person.name

    asyncio.run(run())


@ON_SQLITE
def test_one_guest_has_one_place_a_table_and_may_play_at_two_tables(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            one = await open_table(house, "duki4", table="A")
            two = await open_table(house, "pick2", table="B")
            here, there = Tab(one, guest(1)), Tab(two, guest(1))
            await asyncio.gather(here.sit_down(1), there.sit_down(5))
            with pytest.raises(Forbidden, match="already"):
                await here.do("sit", place=2)
            await asyncio.gather(here.play_on(STAKES["duki4"]), there.play_on(STAKES["pick2"]))
            assert one.table.state.round == two.table.state.round == 2
            here.drop()
            assert there.live.room.pace.present == [5]

    asyncio.run(run())


# Dealers of flesh and blood ------------------------------------------------------------------------


async def _deal(dealer: Tab, until_round: int) -> None:
    """The dealer does what he is prompted to do."""
    live = dealer.live
    while live.table.state.round < until_round:
        shown = await dealer.until(lambda table: table["seq"] >= live.seq)
        due = shown.get("next", {})
        if "do" in due:
            try:
                await dealer.do(**due["do"])
            except Stale:
                await asyncio.sleep(0.001)
        else:
            await asyncio.sleep(0.001)


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_where_a_person_deals_the_house_folds_the_vanished_and_does_not_deal(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, IMPATIENT, **BY_HAND)
            dealer = Tab(live, DAN, "dealer")
            ann, bob = await seated(live, 2)
            await bet(live, [ann, bob])
            await dealer.until(lambda table: table["ready"] == [1, 2])
            assert live.table.state.phase == "wagers"
            dealing = asyncio.create_task(_deal(dealer, 2))
            await ann.until(is_deciding)
            bob.drop()
            await ann.until(lambda table: table["view"]["places"]["2"].get("decision") == "fold")
            await ann.play_on()
            await asyncio.wait_for(dealing, PATIENCE_SECONDS)
            dealers = {each.by for each in await written(live) if each.did.name == "deal"}
            assert dealers == {"dealer"}
            assert live.table.state.phase == "wagers"

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", GAMES)
def test_patrons_bet_and_decide_for_a_dealer_who_practises(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            options = Options(pace=0, patrons=5)
            live = await open_table(house, game, options, **BY_HAND)
            assert len(live.table.state.seats) == 5
            assert live.table.is_felt_bare(), "nobody is there to deal yet"
            dealer = Tab(live, DAN, "dealer")
            await asyncio.wait_for(_deal(dealer, 4), PATIENCE_SECONDS)
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            assert len(live.table.state.seats) == 5
            dealer = Tab(live, DAN, "dealer")
            await asyncio.wait_for(_deal(dealer, 6), PATIENCE_SECONDS)
            lines = await house.ledger.lines(live.id)
            assert verify(lambda: lines).rounds == 5

    asyncio.run(run())


@ON_SQLITE
def test_patrons_play_with_a_lone_player(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4", Options(pace=0, patrons=4))
            ann = Tab(live, guest(1))
            await ann.sit_down(5)
            for _ in range(3):
                await ann.play_on(STAKES["duki4"])
            assert live.table.state.round == 4
            placed = {each.by for each in await written(live) if each.did.name == "wager"}
            assert len(placed) > 3

    asyncio.run(run())


# Leaving and closing -------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("game", GAMES)
def test_a_practice_table_that_is_closed_in_mid_round_plays_it_to_its_end_first(
    ready_address: str, game: str
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, QUICK)
            ann, bob = await seated(live, 2)
            await bet(live, [ann, bob])
            await ann.until(lambda table: table["view"]["phase"] in ("decide", "wagers"))
            assert live.table.state.is_begun
            await live.close_when_clear()
            assert live.table.state.status == "open"
            await asyncio.gather(ann.play_on(), bob.play_on(), return_exceptions=True)
            assert (await ann.ended())[0] == (await bob.ended())[0] == 4409
            lines = await house.ledger.lines(live.id)
            verdict = verify(lambda: lines)
            assert verdict.is_closed
            assert verdict.rounds == 1
            (kept,) = await house.ledger.tables(is_closed=True)
            assert kept.id == live.id
            assert not await house.ledger.seats(live.id)

    asyncio.run(run())


@ON_SQLITE
@pytest.mark.parametrize("game", CONTESTS)
def test_a_wager_for_the_dealer_keeps_no_table_from_closing(ready_address: str, game: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, game, dealer_wagers=True)
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes=STAKES[game])
            await ann.do("wager", place=1, wager="ante", chips={"500": 1}, for_dealer=True)
            await live.close_when_clear()
            assert live.table.state.status == "closed"
            assert not any(name.startswith("spot") for name in live.table.state.bank.accounts)

    asyncio.run(run())


@ON_SQLITE
def test_who_leaves_takes_his_chips_and_another_may_have_the_place(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            await ann.sit_down(3)
            await ann.do("bets", place=3, stakes=STAKES["duki4"])
            await ann.do("bets", place=3, stakes=dict.fromkeys(STAKES["duki4"], 0))
            await ann.do("leave", place=3)
            with pytest.raises(Refused):
                await ann.do("buy-in", place=3, cash=10_000)
            await bob.sit_down(3, cash=10_000)
            assert live.table.state.bank.cents("rail:3") == 10_000
            with pytest.raises(Refused):
                await ann.do("bets", place=3, stakes={"ante": 1000})

    asyncio.run(run())


@ON_SQLITE
def test_a_round_whose_last_player_took_everything_back_and_left_is_ended(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "king-high", readings={"king-high.withdraw": "all"})
            ann, watcher = Tab(live, guest(1)), Tab(live, guest(2), "watch")
            await ann.sit_down(1)
            await ann.do("bets", place=1, stakes={"pokerpot": 100})
            await ann.do("ready")
            await ann.until(lambda table: table["view"]["cards"]["holding_boxes"])
            await ann.do("bets", place=1, stakes={"pokerpot": 0})
            await ann.do("leave", place=1)
            await watcher.until(lambda table: table["view"]["round"] == 2)
            await live.close_when_clear()
            assert (await watcher.ended())[0] == 4409

    asyncio.run(run())
