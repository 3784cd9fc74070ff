"""The words of acts: every template is said somewhere, with every slot filled, by those who say it.

Tables of every game are played at random from the opening to the closing. At each step what happened
is told as the page and the terminal tell it, and what is due is said to the staff; afterwards the
journal is told line by line and as a story.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from random import Random

import msgspec
import pytest

from tablewright.cli.play.screen import Screen
from tablewright.cli.play.telling import Teller
from tablewright.house.screens.journal_pages import Before, lines_told
from tablewright.house.screens.news import LiveScene
from tablewright.house.screens.orders import TAKEN
from tablewright.house.screens.prompts import asides_for, awaited_by, next_for
from tablewright.rules.roles import STAFF
from tablewright.table import acts
from tablewright.table.actors import THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS, Actor, player
from tablewright.table.journal import Journal, decoded, read
from tablewright.table.machine import Table
from tablewright.table.record import ACTS, EVENTS, Act, Record
from tablewright.table.setup import SUPERVISOR_STEPS
from tablewright.table.story import chapters, set_up_by
from tablewright.table.words import (
    ABOUT,
    ASKS,
    BLANK,
    BUTTON,
    DO,
    DONE,
    ENGLISH,
    FIELD,
    HAPPENED,
    SUBMIT,
    Catalogue,
    both_verbs,
)
from tablewright.table.words import key as key_of
from tests.table.driving import Driver, at_table
from tests.table.recording import all_recorded
from tests.table_play import DEVICES, KEYED, RandomPlay, finish_table, random_setup

MOODS = {BUTTON, ABOUT, ASKS, SUBMIT, FIELD, BLANK, DONE, DO, HAPPENED}
OWN = 2
"""The place from which the terminal tells what happens."""


# As they are written -------------------------------------------------------------------------------


def test_every_record_that_a_journal_holds_has_words_of_its_own() -> None:
    keys = [each.split(".") for each in ENGLISH.templates]
    told_of = {tag for tag, mood, *_ in keys if mood == HAPPENED}
    assert {str(kind.__struct_config__.tag) for kind in acts.JOURNALLED} == told_of


def test_every_act_that_people_do_has_a_button_and_what_it_means() -> None:
    # Nobody asks for these: the table makes them of a shuffle, of a wager, or when it is set up, or
    # the house brings them from its register.
    unasked = {"set-up", "late-wager", "shuffled", "record-approvals"}
    for tag in ACTS.values():
        has_words = {key_of(tag, BUTTON), key_of(tag, ABOUT)} <= ENGLISH.templates.keys()
        assert (tag in unasked) is not has_words, tag


def test_an_act_that_can_be_due_says_how_it_is_done_and_no_other_does() -> None:
    prompted = {tag for kind, tag in ACTS.items() if kind.prompt is not Act.prompt}
    keys = [each.split(".") for each in ENGLISH.templates]
    assert prompted == {tag for tag, mood, *_ in keys if mood == DO}


def test_every_template_is_plain_english() -> None:
    orders = {str(kind.__struct_config__.tag) for kind in TAKEN}
    for key, template in ENGLISH.templates.items():
        tag, mood, *_ = key.split(".")
        assert tag in {*ACTS.values(), *EVENTS.values(), *orders}, key
        assert mood in MOODS, key
        for says in both_verbs(template):
            assert not set("[|]") & set(says), f"{key}: a verb is written [tip|tips]"
            words = re.sub(r"\{\w+\}", "", says).lower()
            unwanted = re.search(r"\b(he|him|his|she|her|whoever|somebody|is told)\b", words)
            assert not unwanted, key


# As they are said ----------------------------------------------------------------------------------


class Listener:
    """Hears which templates are said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: set[str] = set()
        say = Catalogue.say

        def said(
            catalogue: Catalogue,
            act: str,
            mood: str,
            case: str = "",
            slots: Mapping[str, str] | None = None,
        ) -> str:
            self.heard.add(key_of(act, mood, case))
            return say(catalogue, act, mood, case, slots)

        monkeypatch.setattr(Catalogue, "say", said)


def narrate(table: Table) -> None:
    """Have what happens at a table told and what is due said, after every act."""
    teller = Teller(Screen(), table, OWN)
    teller.is_telling = True
    scene = LiveScene(table)
    act = table.act

    def act_and_tell(command: Act, by: Actor, at: datetime) -> list[Record]:
        records = act(command, by, at)
        scene.told(records, by, table.lines)
        teller.hear(records, by)
        for role in STAFF:
            next_for(table, role)
            awaited_by(table, role)
            asides_for(table, role)
        return records

    table.act = act_and_tell  # type: ignore[method-assign, assignment]


def read_again(lines: Iterable[bytes]) -> None:
    """Tell a journal line by line, and as a long and a short story."""
    kept = list(lines)
    lines_told(kept, set_up_by(decoded(kept[0])), Before(kept))
    for is_full in (True, False):
        list(chapters(read(kept), is_full=is_full))


def a_whole_table(of: str, device: str, rng: Random) -> None:
    """Anything legal from the opening to the closing, at a table with people or with none."""
    setup = random_setup(of, device, rng)
    by_people = msgspec.structs.replace(setup, automatic=()) if rng.random() < 0.7 else setup
    journal = Journal()
    play = RandomPlay(by_people, rng, journal)
    narrate(play.table)
    play.open()
    for _ in range(200):
        play.step()
    finish_table(play.table, rng, play.now)
    read_again(journal.lines)


# What chance seldom brings about -------------------------------------------------------------------


def an_opening_with_chips_missing() -> None:
    table = Driver("duki4", automatic=(), pay={"bonus.straight": "6-1"})
    narrate(table.table)
    LiveScene(table.table).told([table.last(acts.SetUp)], THE_PIT_BOSS, 1)
    table.do(acts.UnlockRack(), THE_INSPECTOR)
    table.do(acts.CountFloat({500: 400}), THE_DEALER)
    table.do(acts.ReportError("the box of reds is short"), THE_INSPECTOR)
    table.sign("error-notification")
    table.open_equipment()


def an_opening_whose_approval_is_withdrawn_and_renewed() -> None:
    where = "washington-card-rooms"
    practice = Driver("duki4", jurisdiction=where)
    on_record = all_recorded(where)
    table = Driver("duki4", jurisdiction=where, is_practice=False, on_record=on_record)
    for each in (practice, table):
        LiveScene(each.table).told([each.last(acts.SetUp)], THE_PIT_BOSS, 1)
    narrate(table.table)
    table.open_float()
    table.open_equipment()
    table.new_cards()
    for records in ((), on_record):
        table.wait(seconds=1)
        table.table.act(acts.RecordApprovals(records), THE_PIT_BOSS.house, table.now)


def a_round_that_is_void_after_the_dealers_hand() -> None:
    table = at_table("duki4", device="hand", is_keyed=True, automatic=())
    narrate(table.table)
    table.wager(1, "ante", 500)
    table.deal()
    table.decide(1, "play")
    table.reveal("9d 9s 5h 8c")
    table.do(table.declared("b-wrong-count", "void"), THE_PIT_BOSS)
    table.countersign()


def a_round_that_is_void_after_payments() -> None:
    taken_back = {"duki4.void-after-payment": "taken-back"}
    table = at_table("duki4", seats=(1, 2), automatic=(), readings=taken_back)
    narrate(table.table)
    for place in (1, 2):
        table.wager(place, "ante", 500)
    table.deal({1: "9h 9c 6s Jd", 2: "3h 4h 6h 7h"}, dealer="2d 4s 5h 8c")
    for place in (1, 2):
        table.decide(place, "play")
    table.reveal()
    table.settle_all()
    table.do(table.declared("b-wrong-count"), THE_PIT_BOSS)
    table.countersign()


def a_device_that_breaks() -> None:
    table = at_table("duki4", automatic=())
    narrate(table.table)
    table.wager(1, "ante", 500)
    table.no_more_bets()
    table.declare("d-malfunction", by=THE_INSPECTOR)
    table.settle_all()
    table.clear()
    table.do(acts.Mend(), THE_INSPECTOR)


def a_rack_without_the_chips_for_a_payment() -> None:
    table = at_table("duki4", automatic=(), float_chips={2500: 8, 500: 40, 100: 80, 50: 40})
    narrate(table.table)
    table.wager(1, "ante", 500)
    table.deal({1: "9h 9c 6s Jd"}, dealer="2d 4s 5h 8c")
    table.decide(1, "play")
    table.reveal()
    table.turn(1)


def a_dealer_whom_the_house_relieves() -> None:
    table = at_table("duki4")
    narrate(table.table)
    table.do(acts.Relieve("dealer", "Nell"), THE_PIT_BOSS.house)


def a_small_wager_and_one_that_stays_to_the_end() -> None:
    table = at_table("king-high", seats=(OWN,), automatic=())
    narrate(table.table)
    table.next_draws("Kh Kd Ks Kc Qh")
    table.wager(OWN, "pokerpot", 100)
    table.wager(OWN, "high", 100)
    for _ in range(5):
        table.draw_next()
        table.settle_all()
    table.clear()


def cards_that_are_found_unfit_and_changed() -> None:
    table = at_table("king-high", automatic=())
    narrate(table.table)
    table.do(acts.PutOffCardChange(15, "a run is live"), THE_INSPECTOR)
    for found in ("", "a nick in the nine of hearts"):
        table.do(acts.OrderInspection("a mark on a back"), THE_INSPECTOR)
        table.do(acts.Inspect(found), THE_DEALER)
    table.do(acts.RemoveCards(), THE_INSPECTOR)
    table.sign("card-and-dice-slip-out", THE_INSPECTOR)
    table.do(acts.BringDecks(("blue",) * 6, ("reused", "pre-checked")), THE_INSPECTOR)


def a_card_change_that_is_overdue() -> None:
    table = at_table("duki4", automatic=(), card_change_minutes=5)
    narrate(table.table)
    table.wait(minutes=5)
    table.do(acts.Tip(1, {100: 1}), player(1))


def one_of_two_burn_cards_is_left_out() -> None:
    table = at_table("king-high", automatic=(), device="shoe")
    narrate(table.table)
    for burnt in (0, 1):
        table.wager(1, "pokerpot", 100)
        table.no_more_bets()
        table.do(acts.Overlook("burn", burnt), THE_DEALER)
        table.draw()
        table.settle_all()


def a_standoff_and_a_wager_for_the_dealer_that_wins() -> None:
    table = at_table("king-high", seats=(OWN,), automatic=(), dealer_wagers=True)
    narrate(table.table)
    table.next_draws("7h Kd Ks Kc Qh")
    table.wager(OWN, "pokerpot", 500)
    table.wager(OWN, "heart", 500)
    table.wager(OWN, "seven", 500)
    table.wager(OWN, "seven", 500, for_dealer=True)
    table.draw_next()
    table.do(acts.LookOver(), THE_DEALER)
    table.settle_all()


def a_second_wager_under_the_minimum() -> None:
    table = at_table("king-high", seats=(OWN,), automatic=(), returns_small_wagers=True)
    narrate(table.table)
    table.next_draws("2h Kd Ks Kc Qh")
    table.wager(OWN, "pokerpot", 500)
    for _ in range(2):
        table.wager(OWN, "high", 100)
        table.draw_next()
        table.settle_all()


def a_wager_over_the_maximum() -> None:
    table = at_table("king-high", seats=(OWN,), automatic=())
    narrate(table.table)
    table.wager(OWN, "pokerpot", {500: 21})


def a_large_payment_that_the_house_approves() -> None:
    table = at_table("duki4", seats=(OWN,), automatic=SUPERVISOR_STEPS, approval_from=1000)
    narrate(table.table)
    table.wager(OWN, "ante", 500)
    table.deal({OWN: "9h 9c 6s Jd"}, dealer="9d 9s 5h 8c")
    table.decide(OWN, "play")
    table.reveal()
    table.turn(OWN)


def a_player_whom_the_house_welcomes() -> None:
    table = at_table("king-high", seats=(OWN,))
    narrate(table.table)
    table.do(acts.Welcome(OWN), THE_DEALER.house)


def a_hand_of_which_three_cards_play() -> None:
    table = at_table("pick2", seats=(OWN,), is_keyed=True, automatic=())
    narrate(table.table)
    for wager in ("ante", "bonus-3-5"):
        table.wager(OWN, wager, 500)
    table.deal()
    table.do(acts.Decide(OWN, "three"), player(OWN))
    table.reveal("9d 9s 5h 8c 2c")


def a_layout_with_three_boxes_and_a_wager_over_the_maximum() -> None:
    table = at_table("king-high", seats=(1, OWN, 3), is_keyed=True, automatic=())
    narrate(table.table)
    for place in (1, OWN, 3):
        table.wager(place, "pokerpot", 100)
        table.wager(place, "high", 500)
    table.wager(OWN, "low", {2500: 6})
    table.draw_next("9c")
    table.do(
        acts.ReportChips("king-high.protection.capped", OWN, "low", {2500: 1}, is_recorded=True),
        THE_INSPECTOR,
    )
    table.countersign()
    table.settle_all()


SELDOM: tuple[Callable[[], None], ...] = (
    cards_that_are_found_unfit_and_changed,
    a_card_change_that_is_overdue,
    one_of_two_burn_cards_is_left_out,
    an_opening_with_chips_missing,
    an_opening_whose_approval_is_withdrawn_and_renewed,
    a_round_that_is_void_after_the_dealers_hand,
    a_round_that_is_void_after_payments,
    a_device_that_breaks,
    a_rack_without_the_chips_for_a_payment,
    a_dealer_whom_the_house_relieves,
    a_small_wager_and_one_that_stays_to_the_end,
    a_standoff_and_a_wager_for_the_dealer_that_wins,
    a_second_wager_under_the_minimum,
    a_wager_over_the_maximum,
    a_large_payment_that_the_house_approves,
    a_player_whom_the_house_welcomes,
    a_hand_of_which_three_cards_play,
    a_layout_with_three_boxes_and_a_wager_over_the_maximum,
)


def test_every_template_is_said_and_every_slot_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = Listener(monkeypatch)
    written = {key for key in ENGLISH.templates if key.split(".")[1] in (DO, HAPPENED)}
    for each in SELDOM:
        each()
    for of, device in KEYED:
        a_whole_table(of, device, Random(f"words {of} {device} 0"))
    for of, device in DEVICES:
        if not written <= listener.heard:
            a_whole_table(of, device, Random(f"words {of} {device} 0"))
    said = {key for key in listener.heard if key.split(".")[1] in (DO, HAPPENED)}
    # Those who wait for an act hear its prompt, where nothing else is said to them.
    assert {key for key in said - written if not key.endswith(".wait")} == set()
    assert written <= said
