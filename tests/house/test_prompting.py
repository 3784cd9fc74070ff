"""What dealer and supervisors are told to do next: enough to run a table from opening to closing."""

import json
from typing import Any

import msgspec
import pytest

from tablewright.house.screens.prompts import awaited_by, next_for
from tablewright.rules.cards import DECK
from tablewright.rules.citations import house
from tablewright.rules.roles import DEALER, INSPECTOR, PIT_BOSS, PLAYER, SURVEILLANCE, Role
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, Actor, player
from tablewright.table.acts.equipment import equipment
from tablewright.table.automation import due, due_step, next_step
from tablewright.table.chips import FLOAT, Chips
from tablewright.table.patrons import EVERY_HABIT, Patron
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tablewright.table.session import SeededClock, Session
from tablewright.table.setup import DEALER_STEPS, SUPERVISOR_STEPS, Staff
from tests.house.listening import GAMES, TEXT_OF, cards_named, lies_open
from tests.sent import as_sent
from tests.table.driving import Driver, at_table
from tests.table_play import KEYED, KINDS, START, set_up_at

COMMANDS = {name: kind for name, kind in KINDS.items() if name not in ("shuffle", "cut")}


class Staffed(Session):
    """A table where people do every step, each only what he is prompted for."""

    def __init__(self, game: str, device: str, **changed: Any) -> None:
        setup = msgspec.structs.replace(
            set_up_at(game, device), automatic=(), approval_from=2000, **changed
        )
        super().__init__(setup, seeded(game), SeededClock(seeded("clock"), START))
        self.table.set_up(self.clock.now())
        self.prompts: list[dict[str, Any]] = []

    def step_by(self, actor: Actor) -> bool:
        """Do what a person is prompted for; False if they have nothing to do."""
        table, prompt = self.table, as_sent(next_for(self.table, actor.role))
        if prompt is None:
            return False
        self.prompts.append(prompt)
        named = cards_named(prompt["says"]) | cards_named(" ".join(prompt["calls"]))
        assert named <= lies_open(table)
        assert prompt["says"].endswith("."), prompt
        assert not set("{}[]|_") & set(prompt["says"]), prompt
        if "do" not in prompt:
            assert prompt["waits_for"]
            return False
        self.do(self._command(prompt), actor)
        return True

    def _command(self, prompt: dict[str, Any]) -> Act:
        order = dict(prompt["do"])
        name = order.pop("event")
        if name in ("shuffle", "cut"):
            assert not order
            step = due_step(self.table, self.source)
            assert step is not None
            return step[0]
        if prompt["needs_cards"]:
            free = [text for text in TEXT_OF.values() if text not in lies_open(self.table)]
            order["card" if name == "draw" else "cards"] = " ".join(
                self.source.sample(free, prompt["needs_cards"])
            )
        if prompt["needs_chips"]:
            assert "chips" not in order, "one who counts is not told"
            order["chips"] = self._counted(order.get("slip"))
        command: Act = msgspec.convert(order | {"event": name}, COMMANDS[name], strict=False)
        return command

    def _counted(self, slip: int | None) -> Chips:
        """What a person finds who counts the rack, or the chips of a slip."""
        state = self.table.state
        return dict(state.bank.chips(FLOAT)) if slip is None else state.slips[slip].to_count

    def run(self, until: str, steps: int = 4000) -> None:
        """Dealer and inspector do what they are prompted for, players what they like."""
        for _ in range(steps):
            if self.table.state.status == until:
                return
            has_bet = self.table.state.phase == "wagers" and self.everybody_bets()
            has_done = self.step_by(THE_DEALER) or self.step_by(THE_INSPECTOR)
            if not has_done and not has_bet:
                self.everybody_decides()
            if self.table.state.round > 8 and self._may_close():
                self.do(acts.BeginClosing(), THE_INSPECTOR)
        raise AssertionError(f"the table is still {self.table.state.status}")

    def _may_close(self) -> bool:
        return any(each.command == "begin-closing" for each in self.table.legal(THE_INSPECTOR))

    def everybody_bets(self) -> bool:
        before = self.table.lines
        first = self.table.is_felt_bare() or bool(self.table.state.drawn)
        if self.table.state.round <= 8 and first and due(self.table) is None:
            for place, patron in self.players.items():
                patron.bet(self, place)
        return self.table.lines > before

    def everybody_decides(self) -> None:
        if self.table.state.phase == "decide":
            for place in list(self.table.course.undecided(self.table.state)):
                if self.table.is_keyed:
                    self.do(acts.Decide(place, "fold"), player(place))
                else:
                    self.players[place].decide(self, place)


@pytest.mark.parametrize(("game", "device"), [*GAMES, *KEYED])
def test_the_prompts_alone_run_a_table_from_its_opening_to_its_closing(
    game: str, device: str
) -> None:
    session = Staffed(game, device)
    session.run("open")
    for place in (1, 2, 4):
        session.seat(place, Patron(f"Guest {place}", EVERY_HABIT[0]))
    session.run("closed")
    assert session.table.state.round > 8
    commands = {prompt["command"] for prompt in session.prompts}
    assert {
        "unlock-rack",
        "count-float",
        "sign",
        "open",
        "no-more-bets",
        "settle",
        "close",
    } <= commands
    assert ("reveal" in commands) == (game != "king-high")
    assert "shuffle" in commands
    assert ("cut" in commands) == device.endswith(("hand", "shoe"))
    assert all(prompt["source"] for prompt in session.prompts)
    assert any(prompt["payments"] for prompt in session.prompts)
    last_round = max(n for n, each in enumerate(session.prompts) if each["command"] == "clear")
    for prompt in session.prompts[last_round + 1 :]:
        if prompt["command"] in ("count-float", "sign", "remove-drop-box", "close"):
            is_slip = "slip" in prompt["says"]
            assert is_slip or prompt["source"] == str(house("closing the table")), prompt


def test_the_preview_is_what_is_paid() -> None:
    table = at_table("duki4", seats=(1,), automatic=())
    table.wager(1, "ante", 500)
    table.wager(1, "bonus", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    prompt = asked(table)
    assert prompt["command"] == "reveal"
    assert prompt["calls"] == []
    table.do(acts.Reveal(), THE_DEALER)
    prompt = asked(table)
    assert prompt["says"] == "Turn the hand of seat 1."
    assert (prompt["payments"], prompt["do"]) == ([], {"event": "show", "place": 1})
    table.do(acts.Show(1), THE_DEALER)
    prompt = asked(table)
    assert prompt["says"] == (
        "Settle seat 1: pay $10 on the Ante; pay $5 on the Play; pay $5 on the Duki Bonus."
    )
    assert prompt["calls"][0].startswith("Dealer has ")
    events = table.do(acts.Settle(1), THE_DEALER)
    settled = [event for event in events if isinstance(event, acts.Settled)]
    assert [(each["wager"], each["returned"]) for each in prompt["payments"]] == [
        (event.wager, event.returned) for event in settled
    ]
    assert all(each["hand"] and each["where"] for each in prompt["payments"])


def asked(table: Driver, role: Any = DEALER) -> dict[str, Any]:
    prompt: dict[str, Any] | None = as_sent(next_for(table.table, role))
    assert prompt is not None
    return prompt


def test_a_wager_that_is_not_won_or_lost_is_left_or_given_back() -> None:
    table = at_table("duki4", seats=(1,), automatic=SUPERVISOR_STEPS)
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.do(acts.Declare("duki4.irregularity.c-dealer-exposed"), THE_DEALER)
    assert asked(table)["says"] == "Settle seat 1: return the Ante, as the round is void."


def test_what_lies_over_the_maximum_is_named() -> None:
    table = at_table("king-high", seats=(1,), automatic=())
    table.next_draws("Kh 7c 2d 9s Ac")
    for wager, chips in (("pokerpot", {500: 1}), ("high", {500: 21}), ("low", {500: 1})):
        table.do(acts.Wager(1, wager, chips), player(1))
    table.do(acts.NoMoreBets(), THE_DEALER)
    table.do(acts.Draw(), THE_DEALER)
    table.do(acts.LookOver(), THE_DEALER)
    assert asked(table)["says"] == (
        "Settle box 1: take Low; pay $150 on High ($5 over the maximum goes back)."
    )


def test_the_dealer_waits_for_wagers_then_calls_no_more_bets() -> None:
    table = at_table("duki4", seats=(1, 2), automatic=())
    prompt = asked(table)
    assert (prompt["command"], prompt.get("do"), prompt["says"]) == (
        "wait",
        None,
        "Wait for wagers.",
    )
    table.wager(1, "ante", 500)
    prompt = asked(table)
    assert (prompt["do"], prompt["calls"]) == ({"event": "no-more-bets"}, ["No more bets"])
    table.do(acts.NoMoreBets(), THE_DEALER)
    assert asked(table)["says"] == (
        "Deal four cards face down to each hand, one at a time, starting at seat 1; your own last."
    )
    table.do(acts.Deal(), THE_DEALER)
    prompt = asked(table)
    assert (prompt["command"], prompt["waits_for"]) == ("wait", "seat 1")


def test_a_wager_without_its_partner_is_given_back() -> None:
    table = at_table("pick2", seats=(1,), automatic=())
    table.do(acts.Wager(1, "ante", {500: 1}), player(1))
    prompt = asked(table)
    assert prompt["do"] == {"event": "take-back", "place": 1, "wager": "ante"}
    table.do(acts.Wager(1, "bonus-3-5", {500: 1}), player(1))
    assert asked(table)["command"] == "no-more-bets"


def test_a_large_payment_is_approved_first_by_whoever_may() -> None:
    table = at_table("duki4", seats=(1,), automatic=(), approval_from=1000)
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    assert asked(table)["do"] == {"event": "show", "place": 1}
    assert next_for(table.table, INSPECTOR) is None, "nobody knows what the hand comes to"
    table.do(acts.Show(1), THE_DEALER)
    prompt = asked(table)
    assert (prompt["command"], prompt.get("do"), prompt["waits_for"]) == (
        "wait",
        None,
        "the inspector",
    )
    for role in (INSPECTOR, PIT_BOSS):
        prompt = asked(table, role)
        assert prompt["do"] == {"event": "approve", "place": 1}
        assert prompt["says"] == "Approve the payment at seat 1: $10 on the Ante."
    table.do(acts.Approve(1), THE_INSPECTOR)
    assert asked(table)["command"] == "settle"
    assert next_for(table.table, INSPECTOR) is None


def test_a_fill_is_named_when_the_rack_cannot_pay() -> None:
    table = at_table("duki4", seats=(1,), automatic=())
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    table.do(acts.Credit(dict(table.float_chips())), THE_INSPECTOR)
    prompt = asked(table)
    assert (prompt["do"], prompt["needs_chips"]) == ({"event": "countersign", "slip": 1}, True)
    table.countersign()
    table.do(acts.Show(1), THE_DEALER)
    waits = asked(table)
    assert waits["waits_for"] == "the inspector"
    assert waits["says"] == (
        "Wait for the inspector: a fill comes first, as the rack cannot make up the payment."
    ), "who is to count the chips does not hear which will come"
    prompt = asked(table, INSPECTOR)
    assert prompt["command"] == "fill"
    assert "order a fill, $" in prompt["says"]
    chips = {int(value): count for value, count in prompt["do"]["chips"].items()}
    table.do(acts.Fill(chips), THE_INSPECTOR)
    assert asked(table)["says"].startswith("Count the chips that came from the cage")
    table.countersign()
    assert asked(table)["command"] == "settle"


def test_what_the_house_does_by_itself_is_asked_of_nobody() -> None:
    table = at_table("duki4", seats=(1,))
    table.wager(1, "ante", 500)
    for role in (DEALER, INSPECTOR, PIT_BOSS, SURVEILLANCE, PLAYER):
        assert next_for(table.table, role) is None


def test_a_dealer_at_a_table_whose_supervisors_are_automatic_may_go_on() -> None:
    table = at_table("duki4", seats=(1,), automatic=SUPERVISOR_STEPS, approval_from=1000)
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    table.do(acts.Show(1), THE_DEALER)
    assert asked(table)["do"] == {"event": "settle", "place": 1}
    assert next_for(table.table, INSPECTOR) is None


def test_a_wrong_count_is_reported_in_words() -> None:
    table = Driver("duki4", automatic=())
    table.do(acts.UnlockRack(), THE_INSPECTOR)
    table.do(acts.CountFloat({500: 1}), THE_DEALER)
    prompt = asked(table, INSPECTOR)
    assert (prompt["command"], prompt["needs_text"]) == ("report-error", "nature")
    assert [each["id"] for each in asked(table)["confirms"]] == ["check-equipment", "display-sign"]
    table.do(acts.CheckEquipment(equipment(table.table)), THE_DEALER)
    table.do(acts.DisplaySign(), THE_DEALER)
    assert asked(table)["waits_for"] == "the inspector"


def test_rejected_cards_are_brought_anew_during_play() -> None:
    table = at_table("duki4", seats=(1,), automatic=())
    table.do(acts.RemoveCards(), THE_DEALER)
    assert asked(table, INSPECTOR)["command"] == "bring-decks"
    table.do(acts.BringDecks(("blue", "red")), THE_INSPECTOR)
    table.do(acts.Examine("a marked card"), THE_INSPECTOR)
    assert asked(table, INSPECTOR)["command"] == "bring-decks"


@pytest.mark.parametrize(("game", "device"), GAMES)
def test_what_is_automatic_is_what_is_due(game: str, device: str) -> None:
    """At a table that runs itself the next step is the one that is due, shuffled alike."""
    table = at_table(game, seats=(1,), device=device)
    for wager in table.table.book.offer.placed[:2]:
        table.wager(1, wager, 500)
    for source in ("a", "b"):
        automatic = next_step(table.table, seeded(source), bets_are_in=True)
        assert automatic == due_step(table.table, seeded(source), bets_are_in=True)


def test_a_shuffle_and_a_cut_say_nothing_before_chance_has_spoken() -> None:
    session = Staffed("king-high", "shoe")
    seen = set()
    for _ in range(60):
        step = due(session.table)
        if step and isinstance(step[0], acts.Shuffle):
            assert step[0].order == ""
            seen.add("shuffle")
        if not (session.step_by(THE_DEALER) or session.step_by(THE_INSPECTOR)):
            break
    assert "shuffle" in seen
    texts = {card.text for card in DECK}
    for prompt in session.prompts:
        assert not texts & set(json.dumps(prompt.get("do", {})).replace('"', " ").split())


# Signatures of others ------------------------------------------------------------------------------

NAMES = Staff("Dan", "Ina", "Pit", "Sue")


def awaited(table: Driver, role: Role) -> list[tuple[dict[str, Any], dict[str, str]]]:
    """What others are to sign, as a person at a post is told, and who."""
    return [(each.do, each.posts) for each in awaited_by(table.table, role)]


def test_a_slip_waits_for_the_dealer_and_nobody_is_told_what_to_count() -> None:
    table = at_table("duki4", seats=(1,), automatic=(), staff=NAMES)
    assert awaited(table, PIT_BOSS) == []
    table.do(acts.Fill({2500: 20}), THE_INSPECTOR)
    signed = {"event": "countersign", "slip": 1}
    for role in (INSPECTOR, PIT_BOSS):
        assert awaited(table, role) == [(signed, {"dealer": "Dan"})]
    assert awaited(table, DEALER) == []
    (slip,) = awaited_by(table.table, INSPECTOR)
    assert slip.needs_chips
    assert "$" not in slip.says


def test_an_approval_waits_for_either_supervisor() -> None:
    table = at_table("duki4", seats=(1,), automatic=(), approval_from=1000, staff=NAMES)
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(1, "play")
    table.do(acts.Reveal(), THE_DEALER)
    assert awaited(table, DEALER) == [], "nobody knows what the hand comes to"
    table.do(acts.Show(1), THE_DEALER)
    order = {"event": "approve", "place": 1}
    assert awaited(table, DEALER) == [(order, {"inspector": "Ina", "pit-boss": "Pit"})]
    assert awaited(table, INSPECTOR) == [], "the inspector approves it themself"


def test_nobody_is_awaited_at_a_post_that_no_person_holds() -> None:
    table = at_table("duki4", seats=(1,), automatic=())
    table.do(acts.Fill({2500: 20}), THE_INSPECTOR)
    assert awaited(table, INSPECTOR) == []
    assert awaited(table, SURVEILLANCE) == awaited(table, PLAYER) == []


def test_who_asked_for_a_slip_is_not_prompted_to_sign_it_too() -> None:
    table = at_table("duki4", seats=(1,), is_practice=False, automatic=DEALER_STEPS, staff=NAMES)
    table.do(acts.Fill({2500: 20}), THE_PIT_BOSS)
    assert asked(table, INSPECTOR)["command"] == "countersign"
    assert next_for(table.table, PIT_BOSS) is None
