"""The story of a journal: what is told of each event, and how a story begins, breaks off and ends."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tablewright.table import acts
from tablewright.table.actors import (
    THE_CAMERAS,
    THE_DEALER,
    THE_INSPECTOR,
    THE_PIT_BOSS,
    Actor,
    player,
)
from tablewright.table.chapters import Chapter
from tablewright.table.journal import FIRST, CutOff, Journal, Line, WrongLine, read
from tablewright.table.randomness import seeded
from tablewright.table.record import Act
from tablewright.table.rehearsal import rehearsal_setup, rehearse
from tablewright.table.session import Session
from tablewright.table.setup import Book, Setup, Staff
from tablewright.table.story import chapters
from tablewright.table.verify import verify
from tests.registry import GAMES

ANN = player(2)
DEALER, INSPECTOR, PIT_BOSS = THE_DEALER, THE_INSPECTOR, THE_PIT_BOSS


class StoppedClock:
    def now(self) -> datetime:
        return datetime(2026, 1, 5, 18, tzinfo=UTC)


class At:
    """A table with Ann in place 2, and the journal it keeps; without a device it is keyed."""

    def __init__(self, game: str, device: str = "", **setup: Any) -> None:
        self.journal = Journal()
        day = date(2026, 1, 5)
        chosen = Setup(
            table="7",
            game=game,
            day=day,
            device=device,
            is_keyed=not device,
            is_practice=True,
            is_rehearsal=True,
            **setup,
        )
        self.session = Session(chosen, seeded(1), StoppedClock(), self.journal)

    def open(self) -> "At":
        self.session.open()
        return self.do(ANN, acts.Sit(2, "Ann"), acts.BuyIn(2, 10_000, {500: 18, 100: 10}))

    def do(self, by: Actor, *commands: Act) -> "At":
        for command in commands:
            self.session.do(command, by)
        return self

    def story(self, *, is_full: bool = True) -> list[Chapter]:
        return list(chapters(read(self.journal.lines), is_full=is_full))

    def says(self, *, is_full: bool = True) -> list[str]:
        """What is told, the newest last."""
        story = self.story(is_full=is_full)
        return [told.says for chapter in story for told in chapter.told]


def rehearsed(game: str, rounds: int = 12, device: str = "", seed: int = 3) -> list[bytes]:
    journal, setup = Journal(), rehearsal_setup(game, device=device)
    rehearse(setup, rounds, seed=seed, seats=4, irregularities=0.5, keeper=journal)
    return journal.lines


# Rounds --------------------------------------------------------------------------------------------


def test_a_round_of_duki_reads_from_the_wager_to_the_cleared_table() -> None:
    table = At("duki4").open()
    table.do(ANN, acts.Wager(2, "ante", {500: 1}), acts.Wager(2, "bonus", {100: 5}))
    table.do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(ANN, acts.Decide(2, "play"))
    table.do(
        DEALER,
        acts.Reveal("9h 9c 6s Jd"),
        acts.Show(2, "7s 8h 9d Tc"),
        acts.Settle(2),
        acts.Clear(),
    )
    chapter = table.story()[1]
    assert (chapter.chapter, chapter.round, chapter.title) == (
        "round",
        1,
        "Round 1 · 2026-01-05 18:00",
    )
    assert [told.says for told in chapter.told] == [
        "Ann takes seat 2.",
        "Ann (seat 2) buys in for $100: 18 x $5, 10 x $1.",
        "Ann (seat 2) bets Ante $5 (1 x $5), Duki Bonus $5 (5 x $1).",
        "The dealer calls: “No more bets.”",
        "Four cards each are dealt to seat 2 and to the dealer.",
        "Ann (seat 2) plays, with Play $5 (1 x $5).",
        "The dealer turns 9♥ 9♣ 6♠ J♦. “Dealer has 4-Card Duki, pair of nines, and qualifies.”",
        "Ann (seat 2) shows 7♠ 8♥ 9♦ 10♣: 4-Card Duki, ten-high straight.",
        "Ante $5 wins $50 at 10-1: 2 x $25, with either hand. Make up the winnings in the work area,"
        " then set them beside the wager.",
        "Play $5 wins $5 at 1-1: 1 x $5, with either hand. Set the winnings against the wager, chip"
        " by chip in equal stacks.",
        "Duki Bonus $5 wins $25 at 5-1: 1 x $25, with either hand. Make up the winnings in the work"
        " area, then set them beside the wager.",
        "The house loses $80 this round ($15 wagered, $95 returned); $80 down since the opening.",
    ]
    assert [told.net for told in chapter.told if told.net is not None] == [5000, 500, 2500]
    assert chapter.told[8].why == (
        "The player's 4-Card Duki beats the dealer's: the Ante is paid by the Ante table."
        " (duki4.ante.beats-four-card)"
    )
    assert (chapter.staked, chapter.returned, chapter.house) == (1500, 9500, -8000)


def test_a_fold_and_a_loss_are_told_with_their_lines() -> None:
    table = At("duki4").open()
    table.do(ANN, acts.Wager(2, "ante", {500: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(ANN, acts.Decide(2, "fold")).do(DEALER, acts.Reveal("9h 9c 6s Jd"), acts.Settle(2))
    told = table.story()[1].told[-2:]
    assert [each.says for each in told] == [
        "Ann (seat 2) has folded:",
        "Ante $5 loses: 1 x $5 taken.",
    ]
    assert told[1].why == "The player folded: the Ante is lost. (duki4.ante.folded)"
    assert told[1].net == -500


def test_the_three_cards_that_are_played_are_named_when_the_hand_is_shown() -> None:
    table = At("pick2", device="shuffler").open()
    table.do(ANN, acts.Wager(2, "ante", {500: 1}), acts.Wager(2, "bonus-3-5", {500: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(ANN, acts.Decide(2, "three", (0, 2, 4)))
    table.do(DEALER, acts.Reveal(), acts.Show(2), acts.Settle(2))
    said = table.says()
    plays = "Ann (seat 2) plays three (cards 1, 3 and 5 of the hand), with Play $10 (2 x $5)."
    assert plays in said
    shown = next(each for each in said if each.startswith("Ann (seat 2) shows"))
    hand = shown.partition("shows ")[2].partition(",")[0].split(" ")
    played = shown.partition("playing ")[2].partition(":")[0].split(" ")
    assert played == [hand[0], hand[2], hand[4]]


def test_king_high_tells_each_card_with_its_call_and_its_holding_box() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1}), acts.Wager(2, "high", {500: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Draw("Kh"), acts.Settle(2))
    assert table.says()[-5:] == [
        "The dealer calls: “Hands and chips back, please. No more bets.”",
        "Card 1: the dealer draws K♥. “King High Heart.”",
        "Ann (box 2):",
        "High $5 wins $7.50 at 3-2: 1 x $5, 2 x $1, 1 x $0.50, with the right hand. The wager stays."
        " Size in once and cap.",
        "K♥ goes to holding box 1.",
    ]


def test_a_shoe_tells_of_cut_card_and_burns() -> None:
    table = At("king-high", device="shoe").open()
    table.do(DEALER, acts.Cut(50)).do(ANN, acts.Wager(2, "pokerpot", {100: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Burn(), acts.Draw())
    said = table.says()
    assert "The cut card goes in 50 cards down." in said
    assert "The dealer burns two cards." in said
    assert said[-1].endswith("goes to holding box 1, 2 burnt cards beneath.")


def announced(told: list[str]) -> list[str]:
    """What the dealer calls beside no more bets and the cards themselves."""
    return [
        each
        for each in told
        if each.startswith("The dealer calls") and not each.endswith("No more bets.”")
    ]


def test_what_is_announced_after_a_card_concerns_wagers_that_somebody_holds() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1}), acts.Wager(2, "high-run", {500: 1}))
    for card in ("Kh", "Qs", "8c", "9d"):
        table.do(DEALER, acts.NoMoreBets(), acts.Draw(card))
    said = announced(table.says())
    assert said[0] == "The dealer calls: “One more high card guarantees 3-1 on the High Run.”"
    assert said[1].startswith("The dealer calls: “The High Run is sure of 3-1; one more")
    assert len(said) == 3
    assert said == announced(table.says(is_full=False))


def test_a_run_that_nobody_bet_on_is_not_spoken_of() -> None:
    table = At("king-high").open().do(ANN, acts.Wager(2, "pokerpot", {100: 1}))
    for card in ("Kh", "Ks", "2c"):
        table.do(DEALER, acts.NoMoreBets(), acts.Draw(card))
    said = announced(table.says())
    assert len(said) == 1
    assert said[0].startswith("The dealer calls: “A pair of kings qualifies, 1-1. ")
    assert "Run" not in said[0]


def test_a_wager_over_the_maximum_plays_up_to_it() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.BuyIn(2, 50_000, {10_000: 5}))
    table.do(
        ANN, acts.Wager(2, "pokerpot", {100: 1}), acts.Wager(2, "diamond", {10_000: 1, 500: 1})
    )
    table.do(DEALER, acts.NoMoreBets(), acts.Draw("Kh"), acts.Settle(2))
    assert (
        "Diamond $105, over the maximum: $100 plays and loses; $5 goes back. Chips: 1 x $100,"
        " 1 x $5 taken." in table.says()
    )
    (short,) = [each for each in table.says(is_full=False) if " loses" in each]
    assert short == (
        "Ann (box 2): Diamond $105 loses (over the maximum: $100 plays, $5 goes back)."
    )


# The short story -----------------------------------------------------------------------------------


def test_a_short_story_has_a_line_for_each_place_and_settlement() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1}), acts.Wager(2, "high", {500: 1}))
    table.do(ANN, acts.Wager(2, "club", {500: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Draw("Kh"), acts.Settle(2))
    told = table.story(is_full=False)[1].told
    assert [each.says for each in told] == [
        "Ann takes box 2 and buys in for $100.",
        "Ann (box 2) bets Pokerpot $1, High $5, Club $5.",
        "The dealer calls: “Hands and chips back, please. No more bets.”",
        "Card 1: the dealer draws K♥. “King High Heart.”",
        "Ann (box 2): Club $5 loses, High $5 wins $7.50 at 3-2.",
    ]
    assert (told[-1].net, told[-1].why) == (250, "")


def test_a_short_story_puts_what_a_hand_won_behind_the_hand() -> None:
    table = At("duki4", device="shuffler").open()
    table.do(ANN, acts.Wager(2, "ante", {500: 1}), acts.Wager(2, "bonus", {500: 1}))
    table.do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(ANN, acts.Decide(2, "play")).do(DEALER, acts.Reveal(), acts.Show(2), acts.Settle(2))
    told = table.story(is_full=False)[1].told[-1]
    assert told.says.startswith("Ann (seat 2) shows ")
    assert re.search(r": [^.]+\. Ante \$5 \S+[^.]*, Play \$5 [^.]*, Duki Bonus \$5 ", told.says)
    full = [each.net for each in table.story()[1].told if each.event == "settled"]
    assert told.net == sum(filter(None, full))


def test_a_short_story_gives_a_folded_hand_a_line_of_its_own_after_one_that_was_shown() -> None:
    """The hand that was shown has been settled: what comes next is another player's."""
    table = At("duki4").open()
    ben = player(3)
    table.do(ben, acts.Sit(3, "Ben"), acts.BuyIn(3, 10_000, {500: 20}))
    table.do(ANN, acts.Wager(2, "ante", {500: 1})).do(ben, acts.Wager(3, "ante", {500: 4}))
    table.do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(ANN, acts.Decide(2, "play")).do(ben, acts.Decide(3, "fold"))
    table.do(DEALER, acts.Reveal("9h 9c 6s Jd"), acts.Show(2, "7s 8h 9d Tc"))
    table.do(DEALER, acts.Settle(2), acts.Settle(3))
    ann, folded = table.story(is_full=False)[1].told[-2:]
    assert ann.says.endswith("Ante $5 wins $50 at 10-1, Play $5 wins $5 at 1-1.")
    assert ann.net == 5500
    assert (folded.says, folded.net) == ("Ben (seat 3) has folded: Ante $20 loses.", -2000)


def test_a_short_story_puts_each_form_in_a_line_and_keeps_what_went_wrong() -> None:
    table = At("king-high", device="six-deck-shuffler").open()
    opening = [told.says for told in table.story(is_full=False)[0].told]
    assert "Opener: total $27,450. Signed by the house." in opening
    assert not any("The sign reads" in each or " x $" in each for each in opening)
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1})).do(DEALER, acts.NoMoreBets())
    table.do(ANN, acts.Wager(2, "high", {500: 1}))
    table.do(INSPECTOR, acts.Declare("king-high.irregularity.not-delivered", "fixed"))
    *_, late, wrong = table.story(is_full=False)[1].told
    assert late.says.startswith("LATE WAGER: Ann (box 2) bets $5 on High after no more bets")
    assert wrong.says.startswith("IRREGULARITY: The shuffle device does not deliver the cards")
    assert wrong.why.endswith("(king-high.irregularity.not-delivered)")


@pytest.mark.parametrize("game", GAMES)
def test_a_short_story_has_the_same_money_and_fewer_words(game: str) -> None:
    lines = rehearsed(game)
    full, short = (list(chapters(read(lines), is_full=is_full)) for is_full in (True, False))
    assert [(each.title, each.staked, each.returned, each.house) for each in full] == [
        (each.title, each.staked, each.returned, each.house) for each in short
    ]
    for one, other in zip(full, short, strict=True):
        assert sum(told.net or 0 for told in one.told) == sum(told.net or 0 for told in other.told)
        assert sum(len(told.says) for told in one.told) > sum(len(t.says) for t in other.told)


# What goes wrong -----------------------------------------------------------------------------------


def test_an_irregularity_is_told_with_its_title_its_ruling_and_their_source() -> None:
    table = At("duki4", device="shuffler").open()
    table.do(ANN, acts.Wager(2, "ante", {500: 1})).do(DEALER, acts.NoMoreBets(), acts.Deal())
    table.do(THE_CAMERAS, acts.Declare("duki4.irregularity.b-wrong-count", place=2))
    table.do(DEALER, acts.Settle(2), acts.Clear())
    chapter = table.story()[1]
    assert chapter.is_void
    assert chapter.title == "Round 1, VOID · 2026-01-05 18:00"
    told = next(each for each in chapter.told if each.event == "declare")
    assert told.says == (
        "IRREGULARITY: A player or the dealer has too many cards or too few: Ann (seat 2). Declared"
        " by surveillance. Ruling: Every hand is void, and the cards are shuffled again."
    )
    assert told.why.endswith("Irregularities, (b) (duki4.irregularity.b-wrong-count)")
    assert "Ante $5 is given back." in [each.says for each in chapter.told]
    dealers = At("duki4", device="shuffler").open().do(ANN, acts.Wager(2, "ante", {500: 1}))
    dealers.do(DEALER, acts.NoMoreBets(), acts.Deal())
    dealers.do(THE_CAMERAS, acts.Declare("duki4.irregularity.b-wrong-count"))
    assert "too many cards or too few: the dealer. Declared by" in dealers.says()[-1]
    assert chapter.told[-1].says.startswith(
        "The house wins nothing this round ($5 given back unplayed); even since the opening."
    )
    assert (chapter.staked, chapter.returned, chapter.given_back) == (0, 0, 500)


def test_a_device_that_could_not_be_mended_quickly_is_mended_after_all() -> None:
    table = At("king-high", device="six-deck-shuffler").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1})).do(DEALER, acts.NoMoreBets())
    table.do(INSPECTOR, acts.Declare("king-high.irregularity.not-delivered", "void"))
    table.do(DEALER, acts.Settle(2), acts.Clear()).do(INSPECTOR, acts.Mend())
    assert table.says()[-1] == (
        "The inspector has the mechanical shuffle device repaired and its cards checked."
    )


def test_a_card_that_was_seen_and_a_wager_that_was_touched_are_named() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1}))
    table.do(DEALER, acts.NoMoreBets())
    table.do(INSPECTOR, acts.Declare("king-high.irregularity.not-delivered", "fixed"))
    said = (
        "does not deliver the cards to finish the round. Declared by the inspector. Ruling: An insp"
    )
    assert said in table.says()[-1]
    pick2 = At("pick2", device="shuffler").open()
    pick2.do(ANN, acts.Wager(2, "ante", {500: 1}), acts.Wager(2, "bonus-3-5", {500: 1}))
    pick2.do(DEALER, acts.Declare("pick2.irregularity.touched-wager", place=2, wager="ante"))
    assert ": Ann (seat 2)'s Ante. Declared by the dealer." in pick2.says()[-1]
    pick2.do(DEALER, acts.NoMoreBets(), acts.Deal())
    pick2.do(DEALER, acts.Declare("pick2.irregularity.c-dealer-exposed"))
    seen = pick2.session.table.state.exposed[0]
    assert f": {seen[0].replace('T', '10')}" in pick2.says()[-1]


def test_a_late_wager_is_told_as_one() -> None:
    table = (
        At("duki4").open().do(ANN, acts.Wager(2, "ante", {500: 1})).do(DEALER, acts.NoMoreBets())
    )
    table.do(ANN, acts.Wager(2, "bonus", {100: 5}))
    assert table.says()[-1] == (
        "LATE WAGER: Ann (seat 2) bets $5 (5 x $1) on the Duki Bonus after no more bets: it is given"
        " back and recorded."
    )


def test_limits_and_wagers_taken_back() -> None:
    table = At("king-high").open()
    table.do(ANN, acts.Wager(2, "pokerpot", {100: 1}), acts.Wager(2, "high", {100: 1}))
    assert table.says()[-1] == "The dealer tells Ann (box 2) that the minimum on High is $5."
    table.do(ANN, acts.TakeBack(2, "high"))
    assert table.says()[-1] == "Ann (box 2) takes back High, $1 (1 x $1)."
    assert table.says(is_full=False)[-1] == "Ann (box 2) takes back High, $1."
    pick2 = At("pick2", device="shuffler").open().do(ANN, acts.Wager(2, "ante", {500: 1}))
    pick2.do(DEALER, acts.TakeBack(2, "ante"))
    assert pick2.says()[-1] == (
        "The dealer gives back the Ante to Ann (seat 2), $5 (1 x $5): it cannot stand as it lies."
    )


# Opening, staff and chips --------------------------------------------------------------------------


def test_the_opening_tells_forms_sign_and_cards() -> None:
    table = At("king-high", device="six-deck-shuffler", staff=Staff(dealer="Nell")).open()
    opening = table.story()[0]
    assert opening.title == "Table 7, King High: the opening · 2026-01-05 18:00"
    said = [told.says for told in opening.told]
    assert "The house unlocks the rack." in said
    assert any(
        each.startswith("Opener: float 20 x $500")
        and each.endswith("total $27,450. Signed by the house.")
        for each in said
    )
    assert "The house brings 6 decks, sealed (6 blue), and opens them at the table." in said
    assert any(each.startswith("Card and dice slip, cards in: ") for each in said)
    assert any(each.startswith("The sign reads: King High: rules ") for each in said)
    assert said[-1] == "The house opens the table. Its ruleset is approved (General)."


def test_the_opening_says_what_nobody_decided_and_what_gives_the_players_an_edge() -> None:
    said = At("pick2", device="shuffler").open().says()
    assert "Undecided: pick2.unqualified, taken as compare-ante." in said
    book = Book(Setup(table="7", game="pick2", day=date(2026, 1, 5)))
    (generous,) = [
        (reading.id, option)
        for reading in book.game.readings
        for option in reading.options
        if option.warning
    ][:1]
    chosen = {generous[0]: generous[1].id}
    said = At("pick2", device="shuffler", readings=chosen).open().says()
    assert f"WARNING: {generous[0]}={generous[1].id}: {generous[1].warning}" in said


def test_a_float_that_differs_and_cards_that_are_rejected() -> None:
    table = At("duki4", readings={"duki4.ace": "high-only"})
    table.session.table.set_up(StoppedClock().now())
    table.do(INSPECTOR, acts.UnlockRack()).do(DEALER, acts.CountFloat({500: 400}))
    table.do(INSPECTOR, acts.ReportError("the box of reds is short"))
    table.do(DEALER, acts.Sign("error-notification"))
    table.do(INSPECTOR, acts.Sign("error-notification"), acts.BringDecks(("blue", "red")))
    table.do(INSPECTOR, acts.Examine("two sevens of clubs"))
    said = table.says()
    assert "Readings chosen by the pit: duki4.ace as high-only." in said
    assert "The inspector reports an error in the float: the box of reds is short." in said
    notified = next(each for each in said if each.startswith("Error notification: "))
    assert "difference -$25,450, nature the box of reds is short" in notified
    assert "The float is booked with $25,450 (" in notified
    assert notified.endswith("less.")
    assert said[-2:] == [
        "The inspector inspects the cards: two sevens of clubs.",
        "The cards are rejected: others must be brought.",
    ]


@pytest.mark.parametrize(
    ("by", "command", "says"),
    [
        (PIT_BOSS, acts.Relieve("dealer", "Nell"), "The pit boss puts Nell on as dealer."),
        (ANN, acts.Tip(2, {100: 2}), "Ann (seat 2) tips the dealer $2 (2 x $1)."),
        (
            ANN,
            acts.ChangeColour(2, {500: 5}, {2500: 1}),
            "Ann (seat 2) changes 5 x $5 for 1 x $25.",
        ),
        (
            INSPECTOR,
            acts.Fill({500: 20}),
            "The inspector orders a fill from the cage: $100 (20 x $5)."
            " Fill slip 1, signed by the inspector, waits for the dealer to sign.",
        ),
        (
            PIT_BOSS,
            acts.Credit({500: 20}),
            "The pit boss orders chips back to the cage: $100 (20 x $5)."
            " Credit slip 1, signed by the pit boss, waits for the dealer to sign.",
        ),
        (
            PIT_BOSS,
            acts.AgreeLimits(2, {"ante": (1000, 5000)}),
            "The pit boss agrees limits with Ann (seat 2) and sets the marker “personal limit”:"
            " Ante $10 to $50.",
        ),
        (
            PIT_BOSS,
            acts.AgreeLimits(2, {}),
            "The pit boss takes away the marker of Ann (seat 2): the posted limits apply again.",
        ),
        (
            INSPECTOR,
            acts.Correct(2, "the Bonus was paid twice", from_player={500: 1}),
            "CORRECTION: The inspector asks for a correction: $5 (1 x $5) from Ann (seat 2)."
            " The reason: the Bonus was paid twice. Correction slip 1, signed by the inspector, waits"
            " for the dealer to sign.",
        ),
        (
            INSPECTOR,
            acts.OrderShuffle("a long pause"),
            "The inspector orders a shuffle before the next round: a long pause.",
        ),
        (
            INSPECTOR,
            acts.ReplaceCards("Th 2c", "a bent corner"),
            "The inspector has 10♥ 2♣ replaced: a bent corner.",
        ),
        (INSPECTOR, acts.Substitute("hand"), "The inspector has the deal by hand take over."),
        (ANN, acts.Leave(2), "Ann (seat 2) leaves with $100 (18 x $5, 10 x $1)."),
    ],
    ids=lambda each: each.name if isinstance(each, Act) else "",
)
def test_what_staff_and_players_do_beside_the_game(by: Actor, command: Act, says: str) -> None:
    table = At("duki4", device="shuffler", personal_limits=True).open().do(by, command)
    assert table.says()[-1].partition(" The order that")[0] == says


def test_a_journal_that_was_closed_ends_with_the_count() -> None:
    table = At("duki4").open()
    table.session.close()
    closing = table.story()[-1]
    assert (closing.chapter, closing.is_complete) == ("closing", True)
    assert closing.told[-1].says == (
        "The house closes the table. In all the house stands even. The journal has"
        f" {len(table.journal.lines)} lines."
    )


def test_what_lies_between_two_rounds_is_no_round() -> None:
    table = At("duki4").open()
    chapter = table.story()[-1]
    assert (chapter.chapter, chapter.is_complete) == ("between", False)
    assert chapter.title == "Before round 1 · 2026-01-05 18:00"


# Whole journals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "device"),
    [
        ("duki4", ""),
        ("duki4", "hand"),
        ("king-high", ""),
        ("king-high", "shoe"),
        ("pick2", ""),
        ("pick2", "hand"),
    ],
)
def test_a_story_has_every_round_and_the_money_of_the_verdict(game: str, device: str) -> None:
    lines = rehearsed(game, device=device)
    told, verdict = list(chapters(read(lines))), verify(lambda: lines)
    rounds = [chapter for chapter in told if chapter.chapter == "round"]
    assert [told[0].chapter, told[-1].chapter] == ["opening", "closing"]
    assert [chapter.round for chapter in rounds] == list(range(1, 13))
    assert sum(chapter.is_void for chapter in rounds) == verdict.void_rounds
    assert sum(chapter.staked for chapter in rounds) == verdict.staked
    assert sum(chapter.returned for chapter in rounds) == verdict.returned
    assert sum(chapter.given_back for chapter in rounds) == verdict.given_back
    assert verdict.staked - verdict.returned == verdict.result
    assert told[-1].house == verdict.result
    assert all(chapter.is_complete for chapter in told)
    for chapter in told:
        numbers = [each.line for each in chapter.told]
        assert numbers == sorted(numbers)
        for each in chapter.told:
            assert each.says.isprintable()
            assert each.says[0] == each.says[0].upper()
            assert "..." not in each.says
            assert "  " not in each.says


@pytest.mark.parametrize("game", GAMES)
def test_every_payment_is_told_with_a_sentence_of_the_ruleset(game: str) -> None:
    for chapter in chapters(read(rehearsed(game))):
        for told in chapter.told:
            if told.event == "settled" and told.net is not None:
                sentence, _, rule = told.why.partition(" (")
                assert sentence.endswith(".")
                assert rule.startswith(f"{game}.")


def test_one_round_is_told_as_it_is_told_among_the_others() -> None:
    lines = rehearsed("pick2", device="hand")
    whole = {each.round: each for each in chapters(read(lines)) if each.chapter == "round"}
    for number in (1, 7, 12):
        alone = [each for each in chapters(read(lines), number) if each.round == number]
        assert alone[0] == whole[number]
    assert [each.round for each in chapters(read(lines), 7) if each.told] == [7]


def test_a_chapter_is_told_before_the_next_is_read() -> None:
    taken = 0

    def counted(lines: Iterable[Line | CutOff]) -> Iterator[Line | CutOff]:
        nonlocal taken
        for line in lines:
            taken += 1
            yield line

    story = chapters(counted(read(rehearsed("duki4"))))
    opening = next(story)
    assert taken <= opening.told[-1].line + 2


# Journals that break off or lie --------------------------------------------------------------------


def test_a_cut_off_line_ends_the_story_with_what_came_before() -> None:
    lines = rehearsed("duki4")
    told = list(chapters(read([*lines[:100], lines[100][:-9]])))
    assert not told[-1].is_complete
    assert told[-1].told[-1].line <= 100


def test_a_wrong_line_ends_the_story_after_what_came_before() -> None:
    lines = rehearsed("duki4")
    lines[99] = lines[99].replace(b'"round":', b'"ruond":')
    told: list[Chapter] = []
    with pytest.raises(WrongLine) as wrong:
        told.extend(chapters(read(lines)))
    assert wrong.value.line == 100
    assert 90 <= told[-1].told[-1].line <= 99


def test_no_line_at_all() -> None:
    with pytest.raises(WrongLine, match="expected a journal"):
        list(chapters([]))


def sealed(lines: list[dict[str, Any]]) -> list[bytes]:
    """Lines with hashes that fit, whatever they say."""
    found, last = [], FIRST
    for number, line in enumerate(lines, start=1):
        given = {**line, "n": number, "prev": last}
        given.pop("hash")
        body = json.dumps(given, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        last = hashlib.sha256(body).hexdigest()
        found.append(b'%b,"hash":"%b"}\n' % (body, last.encode()))
    return found


def changed(line: dict[str, Any], **did: Any) -> None:
    line["did"] |= did


@pytest.mark.parametrize(
    ("event", "change"),
    [
        ("wager", lambda line: changed(line, place=6)),
        ("wager", lambda line: changed(line, wager="faro")),
        ("decide", lambda line: changed(line, place=6)),
        ("reveal", lambda line: changed(line, cards="9h Zz")),
        ("show", lambda line: changed(line, cards="9h 9h 9h 9h 9x")),
        ("settled", lambda line: changed(line, net="1/0", stake=1, returned=2)),
        ("settled", lambda line: changed(line, moves=[], stake=1, returned=2)),
        ("declare", lambda line: changed(line, irregularity="duki4.irregularity.z")),
        ("leave", lambda line: changed(line, place=6)),
        ("sit", lambda line: line.update(by="player 6", did={"event": "leave", "place": 6})),
    ],
)
def test_a_sealed_line_that_cannot_have_happened_is_refused_by_its_number(
    event: str, change: Callable[[dict[str, Any]], None]
) -> None:
    lines = [json.loads(line) for line in rehearsed("duki4")]
    number = next(n for n, line in enumerate(lines, 1) if line["did"]["event"] == event)
    change(lines[number - 1])
    with pytest.raises(WrongLine) as wrong:
        list(chapters(read(sealed(lines))))
    assert wrong.value.line == number
    assert re.search("`tablewright verify`|as it was written", str(wrong.value))


def test_a_story_begins_with_a_table_that_is_set_up() -> None:
    lines = [json.loads(line) for line in rehearsed("duki4", rounds=1)]
    with pytest.raises(WrongLine, match="line 1: it is unlock-rack: expected the table to be set"):
        list(chapters(read(sealed(lines[1:]))))
    lines[0]["did"]["setup"]["game"] = "faro"
    with pytest.raises(WrongLine, match="line 1: there is no game 'faro'"):
        list(chapters(read(sealed(lines))))


def test_no_journal_meddles_with_a_terminal() -> None:
    lines = [json.loads(line) for line in rehearsed("duki4", rounds=1)]
    sits = next(line for line in lines if line["did"]["event"] == "sit")
    changed(sits, player="Ann\x1b[2J")
    said = [told.says for each in chapters(read(sealed(lines))) for told in each.told]
    assert any("Ann\\x1b[2J takes seat" in each for each in said)
    assert all(each.isprintable() for each in said)
