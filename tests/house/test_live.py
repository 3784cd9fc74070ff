"""A live table: nothing is answered before it is written, nothing is done twice, nothing is lost."""

import asyncio

import msgspec
import pytest

from tablewright.house.people.person import NOBODY, Person
from tablewright.house.screens.listener import Listener
from tablewright.house.screens.sent_state import Common, Own, State
from tablewright.house.tables.audience import PORTION
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.pending import transfers_of
from tablewright.house.tables.refusals import Stale
from tablewright.rules.errors import Forbidden, Refused
from tablewright.table import acts
from tablewright.table.journal import FORMAT, decoded
from tablewright.table.rehearsal import rehearsal_setup
from tests.house.company import (
    ON_SQLITE,
    PATIENCE_SECONDS,
    STAKES,
    Tab,
    employee,
    guest,
    open_table,
    opened,
    seated,
    sent,
)

# Once, and in time ---------------------------------------------------------------------------------


def test_a_command_that_is_sent_again_is_answered_and_not_done_twice(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.do("sit", place=1)
            first = await ann.do("buy-in", place=1, cash=20_000, id="once")
            assert await ann.do("buy-in", place=1, cash=20_000, id="once") == first
            assert await ann.do("buy-in", place=1, cash=20_000, id="once", seq=0) == first
            with pytest.raises(Forbidden, match="used for another command"):
                await ann.do("buy-in", place=1, cash=90_000, id="once")
            assert live.table.state.bank.cents("rail:1") == 20_000
            # Another person's ids are his own.
            bob = Tab(live, guest(2))
            await bob.do("sit", place=2, id="once")
            assert 2 in live.table.state.seats
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            again = Tab(live, guest(1))
            assert await again.do("buy-in", place=1, cash=20_000, id="once") == first
            assert live.table.state.bank.cents("rail:1") == 20_000
            assert [each.id for each in await house.ledger.commands(live.id)].count("g:1:once") == 1

    asyncio.run(run())


def test_every_transfer_stands_in_the_line_that_moved_it(ready_address: str) -> None:
    """Also where one command writes several lines; what moves nothing writes no transfer."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await ann.play_on(STAKES["duki4"])
            lines = [decoded(line) for line in await house.ledger.lines(live.id)]
            moved = [each for line in lines for each in transfers_of(line.n, line.did)]
            kept = await house.ledger.transfers(live.id)
            assert [tuple(each)[:7] for each in kept] == [tuple(each) for each in moved]
            assert {"set-up", "buy-in", "wager", "settled"} <= {each.event for each in kept}
            assert {each.event for each in kept} == {
                line.did.name for line in lines if any(move.cents for move in line.did.moved())
            }

    asyncio.run(run())


@ON_SQLITE
def test_a_player_who_leaves_first_after_a_restart_is_told_of_by_name(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            await Tab(live, guest(1)).sit_down(1, cash=20_000)
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            await ann.do("leave", place=1)
            await bob.until(lambda table: "1" not in table["view"]["places"])
            told = [each for message in bob.heard for each in message.get("told", [])]
            assert [each["says"] for each in told] == ["Guest 1 leaves with $200."]

    asyncio.run(run())


def test_a_rack_that_begins_empty_is_no_transfer() -> None:
    setup = rehearsal_setup("duki4")
    assert transfers_of(1, acts.SetUp(setup, FORMAT))
    for empty in ({}, {500: 0}):
        nothing = acts.SetUp(msgspec.structs.replace(setup, float_chips=empty), FORMAT)
        assert transfers_of(1, nothing) == []


@ON_SQLITE
def test_a_refused_command_may_be_sent_again_under_its_id(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "pick2")
            ann = Tab(live, guest(1))
            with pytest.raises(Refused):
                await ann.do("buy-in", place=1, cash=20_000, id="early")
            await ann.do("sit", place=1)
            await ann.do("buy-in", place=1, cash=20_000, id="early")
            assert live.table.state.bank.cents("rail:1") == 20_000

    asyncio.run(run())


@ON_SQLITE
def test_somebody_who_has_not_seen_his_own_last_deed_is_stale(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            here, there = Tab(live, guest(1)), Tab(live, guest(1))
            await here.sit_down(1)
            old = live.seq
            await here.do("bets", place=1, stakes={"ante": 1000})
            with pytest.raises(Stale, match="moved on"):
                await there.do("bets", place=1, stakes={"ante": 2000}, seq=old)
            assert live.table.stakes(1)["ante"] == 1000
            # Both tabs are shown the same, and the other one may act once it has seen it.
            seen = await there.until(lambda table: table["seq"] == live.seq)
            await there.do("bets", place=1, stakes={"ante": 2000}, seq=seen["seq"])
            assert live.table.stakes(1)["ante"] == 2000

    asyncio.run(run())


@ON_SQLITE
def test_what_others_do_meanwhile_makes_nobody_stale_until_the_round_goes_on(
    ready_address: str,
) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann, bob = Tab(live, guest(1)), Tab(live, guest(2))
            await ann.sit_down(1)
            old = live.seq
            await bob.sit_down(2)
            await bob.do("bets", place=2, stakes={"ante": 1000})
            await ann.do("bets", place=1, stakes={"ante": 1000}, seq=old)
            before = live.seq
            await bob.do("ready")
            await ann.do("ready")
            await ann.until(lambda table: table["view"]["phase"] == "decide")
            with pytest.raises(Stale):
                await ann.do("decide", place=1, decision="fold", seq=before)
            assert not live.table.state.seats[1].decision
            await ann.do("tip", place=1, chips={"100": 1}, seq=live.seq - 1)

    asyncio.run(run())


@ON_SQLITE
def test_a_number_that_the_table_has_not_reached_is_stale(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            for seq in (live.seq + 1, 10**9):
                with pytest.raises(Stale):
                    await ann.do("sit", place=1, seq=seq)
            assert not live.table.state.seats

    asyncio.run(run())


@ON_SQLITE
def test_nobody_acts_for_another_or_in_a_post_that_is_not_theirs(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            _, bob = await seated(live, 2)
            with pytest.raises(Forbidden):
                await bob.do("bets", place=1, stakes={"ante": 1000})
            with pytest.raises(Forbidden):
                await bob.do("leave", place=1)
            for post in ("dealer", "inspector", "pit-boss", "surveillance"):
                with pytest.raises(Forbidden):
                    await live.ask(
                        bob.person, sent({"event": "leave", "place": 1}, live.seq, "", post)
                    )
            assert set(live.table.state.seats) == {1, 2}

    asyncio.run(run())


@ON_SQLITE
def test_whoever_plays_at_a_table_does_not_watch_over_it(ready_address: str) -> None:
    """The cameras see every table by their duty; from them a round can be declared void."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            eve = employee(1, "Eve", "player", "surveillance")
            call = {"event": "call", "says": "Look at place 2."}
            await live.ask(eve, sent(call, live.seq, "", "surveillance"))
            await Tab(live, eve).sit_down(1)
            with pytest.raises(Forbidden, match="You play at this table"):
                await live.ask(eve, sent(call, live.seq, "", "surveillance"))
            camera = Tab(live, eve, "surveillance")
            assert (await camera.ended())[0] == 4403

    asyncio.run(run())


# What is shown -------------------------------------------------------------------------------------


@ON_SQLITE
def test_a_slow_reader_sees_the_newest_though_nothing_else_happens(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            slow, states, is_read = Listener(guest(9), "watch"), list[bytes](), asyncio.Event()

            async def read_slowly(text: str) -> None:
                states.append(text.encode())
                await is_read.wait()

            live.join(slow)
            sending = asyncio.create_task(slow.send(read_slowly, live.wake))
            while not states:
                await asyncio.sleep(0)
            await Tab(live, guest(1)).sit_down(1)
            # Everybody else has been shown this a moment ago, so that it is quiet now.
            live.room.changes.change(is_urgent=True)
            await live.run_errand(lambda room: None)
            is_read.set()
            async with asyncio.timeout(PATIENCE_SECONDS):
                while b'"seq":%d,' % live.seq not in states[-1]:
                    await asyncio.sleep(0.01)
            slow.end(1000, "gone")
            await sending

    asyncio.run(run())


def test_passers_by_are_shown_a_table_a_few_at_a_time_after_the_others(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            player = Tab(live, guest(1))
            await player.sit_down(1)
            crowd = [Tab(live, NOBODY, "watch") for _ in range(3 * PORTION)]
            for each in crowd:
                await each.until(lambda table: table["seq"] == live.seq)
            shown = [len(each.heard) for each in crowd]
            live.room.changes.change(is_urgent=True)
            goes = []
            for _ in range(4):
                before = [each.state for each in listeners(live)]
                is_more = live.audience.publish(live.room.changes, live.room.screen)[1]
                now = [each.state for each in listeners(live)]
                goes.append((sum(a is not b for a, b in zip(before, now, strict=True)), is_more))
            # The player is among the first; whoever waits longest is next.
            assert goes == [(PORTION + 1, True), (PORTION, True), (PORTION, False), (0, False)]
            await player.must("bets", place=1, stakes=STAKES["duki4"])
            for each, number in zip(crowd, shown, strict=True):
                newest = await each.until(lambda table: table["seq"] == live.seq)
                assert newest == crowd[0].newest
                assert len(each.heard) > number
                each.drop()

    asyncio.run(run())


def listeners(live: LiveTable) -> list[Listener]:
    return sorted(live.audience.listeners, key=id)


def test_what_was_done_is_answered_before_a_connection_ends() -> None:
    async def run() -> None:
        listener, texts = Listener(guest(1), "player"), list[str]()

        async def take(text: str) -> None:
            texts.append(text)

        state = State(Common({}, {}), Own({}, {}, 1, is_kept=True), None)
        listener.give(state, b'{"type":"table"}')
        listener.answer(b'{"type":"done"}')
        listener.end(4409, "the table is closed")
        assert await listener.send(take, lambda: None) == (4409, "the table is closed")
        assert texts == ['{"type":"done"}']

    asyncio.run(run())


# The end of a table --------------------------------------------------------------------------------


@ON_SQLITE
def test_whoever_comes_too_late_to_a_closed_table_is_answered(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ann = Tab(live, guest(1))
            await ann.sit_down(1)
            await live.close_when_clear()
            assert (await ann.ended())[0] == 4409
            with pytest.raises(Refused, match="closed"):
                await ann.do("buy-in", place=1, cash=10_000)
            with pytest.raises(Refused, match="closed"):
                await live.close_when_clear()
            with pytest.raises(Refused):
                house.floor.table(live.id)

    asyncio.run(run())


@ON_SQLITE
def test_a_table_that_is_stopped_has_answered_everything(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            tabs = [Tab(live, guest(place)) for place in range(1, 8)]
            asked = [
                asyncio.create_task(tab.do("sit", place=place))
                for place, tab in enumerate(tabs, start=1)
            ]
            await asyncio.sleep(0)
            await house.floor.close_doors()
            await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE_SECONDS)
            kept = await house.ledger.seats(live.id)
            answered = {
                place
                for place, each in enumerate(asked, start=1)
                if not isinstance(each.exception(), Refused)
            }
            assert answered == set(kept)

    asyncio.run(run())


@ON_SQLITE
def test_a_clock_that_was_set_back_does_not_stop_a_table(ready_address: str) -> None:
    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            ahead = live.room.clock.now().replace(year=2999)
            live.room.clock._last = ahead
            ann = Tab(live, guest(1))
            await ann.do("sit", place=1)
            assert live.table.state.at == ahead
        async with opened(ready_address) as house:
            live = house.floor.table(live.id)
            ann = Tab(live, guest(1))
            await ann.do("buy-in", place=1, cash=50_000)
            await ann.play_on(STAKES["duki4"])
            assert live.table.state.round == 2

    asyncio.run(run())


@ON_SQLITE
def test_two_guests_at_a_table_never_carry_one_name(ready_address: str) -> None:
    """The second has a number, also one whose name only looks the same; it stays with a new seat."""

    async def run() -> None:
        async with opened(ready_address) as house:
            live = await open_table(house, "duki4")
            names = ("Milo (guest)", "Milo (guest)", "Mi1o (guest)", "Ann (guest)")
            for number, name in enumerate(names, 1):
                tab = Tab(live, Person(f"g:{number}", name))
                await tab.do("sit", place=number)
                if number == 2:
                    await tab.do("change-seat", place=7)
            seats = {place: seat.player for place, seat in live.table.state.seats.items()}
            assert seats == {
                1: "Milo (guest)",
                3: "Mi1o (guest) 3",
                4: "Ann (guest)",
                7: "Milo (guest) 2",
            }

    asyncio.run(run())
