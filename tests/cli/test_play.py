"""Terminal play: whole rounds through a pipe and a terminal, every key, and every way to leave."""

import io
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest

from tablewright.advice.telling import exact_dollars
from tablewright.cli.play import keys as k
from tablewright.cli.play import play
from tablewright.cli.play.screen import Screen, felt
from tablewright.games import game as game_of
from tablewright.odds.advice import Advice
from tablewright.odds.analysis import Analysis
from tablewright.odds.in_play import Unseen, dealer_hands, value_of
from tablewright.odds.store import KeptCounts
from tablewright.rules.cards import Card, cards
from tablewright.rules.errors import Refused
from tablewright.rules.game import Ruleset
from tablewright.table import acts
from tablewright.table.actors import THE_PIT_BOSS, player
from tablewright.table.chips import Chips, rail, worth
from tablewright.table.purse import chips_for
from tablewright.table.rehearsal import prepare, rehearsal_setup
from tablewright.table.verdict import Verdict
from tablewright.table.verify import verify
from tests.cli.running import Ran, run
from tests.registry import GAMES

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ROUNDS = {
    "duki4": ("a 5 b 5", "", "p", "w"),
    "king-high": ("po 1 hi 5 he 5", "", "r", "", "c", "", "se", "", "lo 5", "", "w"),
    "pick2": ("a 5", "b 5", "", "5", "w"),
}
"""What is typed to play one whole round of each game, and to ask why."""


def checked(file: Path) -> Verdict:
    """The journal, verified: closed, and nothing of it missing."""
    verdict = verify(lambda: file.read_bytes().splitlines(keepends=True))
    assert verdict.is_closed
    assert not verdict.cut_off
    return verdict


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


class Keys(io.BytesIO):
    """Lines that are typed, and Ctrl-C after them."""

    def readline(self, size: int | None = -1, /) -> bytes:
        typed = super().readline(size)
        if not typed:
            raise KeyboardInterrupt
        return typed


class Typed:
    """Standard input that says what it is told to."""

    def __init__(self, given: bytes, *, is_interrupted: bool = False) -> None:
        self.buffer = Keys(given) if is_interrupted else io.BytesIO(given)

    def isatty(self) -> bool:
        return False


class Shown(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


Played = Callable[..., str]
ANALYSED: dict[str, Analysis] = {}


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ruleset is counted once for all tests."""

    def counted(ruleset: Ruleset, *, made_before: KeptCounts) -> Analysis:
        if ruleset.fingerprint not in ANALYSED:
            ANALYSED[ruleset.fingerprint] = Analysis(ruleset, made_before=made_before)
        return ANALYSED[ruleset.fingerprint]

    monkeypatch.setattr("tablewright.odds.analysis.Analysis", counted)


@pytest.fixture
def played(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    analysed: None,
) -> Played:
    """Play in this process; what was printed, once the journal has been verified."""
    count = 0

    def play_it(
        game: str,
        *lines: str,
        seed: int | None = 3,
        seats: int = 3,
        device: str | None = None,
        irregularities: str | None = None,
        coach: bool = False,
        readings: tuple[str, ...] = (),
        house: tuple[str, ...] = (),
        columns: int = 0,
        is_interrupted: bool = False,
    ) -> str:
        """In a pipe, or in a terminal of so many columns."""
        nonlocal count
        count += 1
        journal = tmp_path / f"{count}.jsonl"
        shown = Shown()
        with monkeypatch.context() as patch:
            given = Typed(typed(*lines).encode(), is_interrupted=is_interrupted)
            patch.setattr(sys, "stdin", given)
            if columns:
                patch.setattr(sys, "stdout", shown)
                patch.setenv("COLUMNS", str(columns))
                patch.setenv("TERM", "xterm-256color")
                patch.delenv("NO_COLOR", raising=False)
            status = play(
                game,
                readings,
                str(seats),
                None if seed is None else str(seed),
                str(journal),
                device,
                irregularities,
                house=house,
                coach=coach,
            )
        assert status == 0
        checked(journal)
        return shown.getvalue() if columns else capsys.readouterr().out

    return play_it


# Whole rounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_a_pipe_ends_with_a_journal_that_verifies(game: str, tmp_path: Path) -> None:
    journal = tmp_path / "evening.jsonl"
    given = typed(*ROUNDS[game], "q")
    ran = run("play", game, "--seed", "3", "--journal", str(journal), given=given)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "Your wagers (w tells why)" in ran.out
    assert "You leave with $" in ran.out
    assert "after 1 round:" in ran.out
    verdict = checked(journal)
    assert (verdict.game, verdict.rounds) == (game, 1)
    assert run("verify", str(journal)).status == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_a_terminal_is_coloured(game: str, played: Played) -> None:
    out = played(game, *ROUNDS[game], "?", "s", "q", columns=80)
    assert "\x1b[" in out
    assert re.search(r"\x1b\[1;31m(10|[2-9JQKA])♥", out)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [40, 41, 56, 60, 80, 200])
def test_lines_keep_within_the_terminal(game: str, columns: int, played: Played) -> None:
    advice = {"duki4": 2, "king-high": 3, "pick2": 3}[game]
    keys = [*ROUNDS[game][:advice], "h", *ROUNDS[game][advice:], "?", "s", "q"]
    device = "shoe" if game == "king-high" else "hand"
    out = ESCAPES.sub("", played(game, *keys, seats=7, device=device, columns=columns))
    body, _, _ = out.partition("Journal: ")
    assert [line for line in body.split("\n") if len(line) > min(columns, 80)] == []
    frames = [line for line in body.split("\n") if line[:1] in ("╭", "╰") or "chips $" in line]
    assert {len(line) for line in frames} == {min(columns - 1, 79)}


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_the_same_in_a_pipe_and_in_a_terminal(game: str, played: Played) -> None:
    given = (*ROUNDS[game], "?", "v", "s")
    in_pipe = played(game, *given)
    in_terminal = ESCAPES.sub("", played(game, *given, columns=120))
    assert in_terminal.replace("2.jsonl", "1.jsonl") == in_pipe


def test_without_a_seed_two_sessions_differ_and_both_verify(tmp_path: Path, played: Played) -> None:
    for _ in range(2):
        assert "after 1 round:" in played("duki4", "a 5", "", "f", seed=None)
    assert (tmp_path / "1.jsonl").read_bytes() != (tmp_path / "2.jsonl").read_bytes()


def test_the_journal_calls_the_person_a_guest_and_the_screen_says_you(
    tmp_path: Path, played: Played
) -> None:
    out = played("duki4", "a 5", "", "f")
    assert "Guest" not in out
    assert "▸ 1 You " in out
    journal = (tmp_path / "1.jsonl").read_text()
    assert '"Guest"' in journal
    assert '"You"' not in journal
    assert '"table":"P1"' in journal


def test_the_opening_lines_name_the_device_the_limits_and_the_others(played: Played) -> None:
    by_hand = played("duki4", "q", device="hand")
    assert "A practice table, dealt by hand." in by_hand
    assert re.search(r"You sit at seat 1, with \w+ and \w+\.", by_hand)
    shoe = played("king-high", "q", device="shoe")
    assert "A practice table, dealt from the manual dealing shoe." in shoe
    assert "Limits: $5 to $100; Pokerpot $1 to $100." in shoe


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_keys_give_the_same_journal(
    game: str, tmp_path: Path, played: Played
) -> None:
    assert played(game, *ROUNDS[game]) == played(game, *ROUNDS[game]).replace("2.jsonl", "1.jsonl")
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("game", "device"),
    [("duki4", "hand"), ("pick2", "hand"), ("king-high", "shoe"), ("duki4", "shuffler")],
)
def test_every_device_that_deals_by_itself_can_be_chosen(
    game: str, device: str, played: Played
) -> None:
    out = played(game, *ROUNDS[game], device=device)
    assert ("The dealer burns two cards." in out) == (device == "shoe")
    assert ("burnt beneath" in out) == (device == "shoe")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_any_number_of_seats_may_be_taken(game: str, seats: int, played: Played) -> None:
    out = played(game, *ROUNDS[game], seats=seats)
    felt = out[out.index("╭") : out.index("╰")]
    assert len(re.findall(r"chips \$", felt)) == seats


# What is seen --------------------------------------------------------------------------------------


def test_the_dealers_cards_lie_face_down_until_everybody_has_decided(played: Played) -> None:
    out = played("duki4", "a 5", "", "p")
    before, after = out.split("Your decision")[:2]
    assert "Dealer      ▒▒  ▒▒  ▒▒  ▒▒" in before
    assert "Dealer's hand" not in before
    assert re.search(r"Dealer's hand +(\S+ +){3}\S+\n", after)


def test_a_hand_is_shown_with_its_name_and_the_cards_are_numbered_where_some_are_named(
    played: Played,
) -> None:
    out = played("pick2", "a 5", "", "f")
    assert "You hold: five cards: pair of sevens; best three cards: pair of sevens." in out
    assert re.search(r"\n│ +1   2   3   4   5 ", out)
    assert "3 alone plays 7♦ A♦ 7♣; 3 1 2 5 plays the cards so numbered." in out


def test_king_highs_first_card_goes_to_the_holding_box_at_the_players_left(played: Played) -> None:
    out = played("king-high", "po 1", "", "", "")
    assert "│    │ │    │ │    │ │    │ │    │          │ A♦ │" in out
    assert "│ A♦ │ │    │ │    │ │    │ │    │          │    │" in out
    assert "│ A♦ │ │ 9♣ │ │    │ │    │ │    │          │    │" in out
    assert 'Dealer: "Ace Low Diamond."' in out
    assert 'Dealer: "High Club."' in out


def test_the_permitted_announcements_are_made_from_the_third_card(played: Played) -> None:
    out = played("king-high", "po 1", "", "", "", "", "")
    assert 'Dealer: "Another ace for a qualifying pair, 1-1."' in out
    assert out.index('"Another ace') > out.index('"Low Club."')


def test_results_are_told_for_every_place_and_summed_for_the_player(played: Played) -> None:
    out = played("duki4", "a 5 b 5", "", "p")
    assert re.search(r"  2 Eve +-\$15  folded\n", out)
    assert re.search(r"  Ante +\$5 +1-1 +\+\$5\n", out)
    assert re.search(r"  Duki Bonus +\$5 +lose +-\$5\n", out)
    assert re.search(r"  in all +\$15 +\+\$5\n", out)
    assert "chips $205" in out


def test_the_cards_that_were_named_are_shown_as_played(played: Played) -> None:
    out = played("pick2", "a 10", "", "3 1 2 4", seed=30, seats=1)
    assert "  Plays 3♦ J♠ 4♦: jack high (all five: pair of jacks)." in out
    assert "best three cards: jack high" not in out


def test_the_others_results_keep_a_wager_on_one_line_and_call_a_standoff_a_push(
    played: Played,
) -> None:
    told = played("king-high", *ROUNDS["king-high"], seats=7, device="shoe", columns=60)
    told += played("king-high", *ROUNDS["king-high"], seats=7, device="shoe")
    plain = ESCAPES.sub("", told)
    assert "Diamond push" in plain
    assert not re.search(r"(Club|Diamond|Heart|Spade|High|Low|Seven|Run|Pokerpot) \$0", plain)
    wagers = r"(High|Low|Heart|Club|Diamond|Spade|Seven|High Run|Low Run|Pokerpot)"
    part = rf"{wagers} (push|[+-]\$[\d.,]+)"
    rows = re.findall(r"^  \d \w+ +[+-]?\$[\d.,]+  (?! )(.+)$", plain, re.MULTILINE)
    assert rows
    assert all(re.fullmatch(rf"{part}( · {part})*", row) for row in rows)


def test_the_others_cards_stand_in_columns(played: Played) -> None:
    told = "".join([played("pick2", "a 5", "", "f", seats=7, seed=seed) for seed in range(4)])
    hands = re.findall(
        r"^  \d \w+ +[+-]?\$[\d.,]+ ((?: [ 1][0-9JQKA][♣♦♥♠]){5})  ", told, re.MULTILINE
    )
    shown = re.findall(r"^  \d \w+ +[+-]?\$[\d.,]+ .*[♣♦♥♠]", told, re.MULTILINE)
    assert "10" in "".join(hands)
    assert len(hands) == len(shown) > 5


def test_a_whole_round_of_king_high_is_summed_up(played: Played) -> None:
    assert re.search(
        r"^Over the whole round: -\$\d+\.$", played("king-high", *ROUNDS["king-high"]), re.M
    )


# Keys ----------------------------------------------------------------------------------------------


def prompts(out: str) -> list[str]:
    """What lay on the felt at each prompt for bets."""
    return re.findall(r"^Bets: (.*?) >", out, re.MULTILINE)


def test_wagers_are_placed_added_to_repeated_taken_back_and_cleared(played: Played) -> None:
    out = played(
        "duki4", "a 5", "a 5", "b", "x a", "a10b7", "a10 b7", "", "f", "r", "c", "r", "x b", "q"
    )
    assert prompts(out) == [
        "none",
        "Ante $5",
        "Ante $10",
        "Ante $10 · Duki Bonus $5",
        "Duki Bonus $5",
        "Duki Bonus $5",
        "Ante $10 · Duki Bonus $12",
        "none",
        "Ante $10 · Duki Bonus $12",
        "none",
        "Ante $10 · Duki Bonus $12",
        "Ante $10",
    ]


def test_pick_2s_equal_wagers_go_down_and_come_up_together(played: Played) -> None:
    out = played("pick2", "a 10", "b 5", "x a", "a 5", "", "f", "r", "q")
    assert prompts(out) == [
        "none",
        "Ante $10 · 3-5 Bonus $10",
        "Ante $10 · 3-5 Bonus $10 · 5 Card Bonus Only $5",
        "5 Card Bonus Only $5",
        "Ante $5 · 3-5 Bonus $5 · 5 Card Bonus Only $5",
        "none",
        "Ante $5 · 3-5 Bonus $5 · 5 Card Bonus Only $5",
    ]


def test_the_keys_offered_are_the_wagers_that_the_table_allows(played: Played) -> None:
    out = played("king-high", "po 1", "", "q")
    first, second, third = re.findall(r"^Keys: (.*?)Enter draw", out, re.MULTILINE | re.DOTALL)
    names = re.compile(r"\b(po|hr|lr|hi|lo|he|cl|di|sp|se) [A-Z]")
    assert names.findall(first) == ["po", "hr", "lr"]
    assert names.findall(second) == ["po", "hr", "lr", "hi", "lo", "he", "cl", "di", "sp", "se"]
    assert names.findall(third) == ["hi", "lo", "he", "cl", "di", "sp", "se"]


def test_a_winning_wager_stays_for_the_next_card(played: Played) -> None:
    out = played("king-high", "po 1 lo 5", "", "q")
    assert prompts(out)[-1] == "Pokerpot $1 · Low $5"
    assert "A wager that was not lost stays for the next card; x takes it back." in out


def test_the_cards_of_a_three_card_game_are_named_by_number_or_by_name(played: Played) -> None:
    for named in ("3", "3 1 3 5", "3 135", "3 7d Ad 7c", "three 7♦ a♦ 7♣"):
        out = played("pick2", "a 5", "", named)
        assert re.search(r"  Play +\$10 +lose +-\$10\n", out), named


def test_help_lists_every_key_that_works_now(played: Played) -> None:
    betting = played("duki4", "a 5", "?", "q")
    for key in ("a 5", "b 5", "x KEY", "c", "Enter", "h", "w", "v", "s", "buy 100", "tip 5", "q"):
        assert re.search(rf"^  {re.escape(key)} +\S", betting, re.MULTILINE), key
    deciding = played("pick2", "a 5", "", "?", "f")
    for key in ("f", "3", "3 1 2 5", "5", "h", "q"):
        assert re.search(rf"^  {re.escape(key)} +\S", deciding, re.MULTILINE), key


def test_chips_are_bought_tipped_and_changed_while_playing(played: Played) -> None:
    out = played("duki4", "buy 1000", "tip 1", "a 97.50", "v", "q")
    assert "You buy in again for $1,000: " in out
    assert "You tip the dealer $1." in out
    assert "You change 1 x $1 for 2 x $0.50." in out
    assert "you bought in for $1,200, so the result is -$1, $1 of tips included." in " ".join(
        out.split()
    )


@pytest.mark.parametrize("cents", [50, 550, 3750, 9950, 12_300, 50_050, 60_100])
@pytest.mark.parametrize("held", [{50_000: 2}, {50_000: 1, 10_000: 1, 100: 1}, {2500: 25}])
def test_a_larger_chip_is_broken_into_what_an_amount_lacks(cents: int, held: Chips) -> None:
    session = prepare(rehearsal_setup("duki4"), 1, 0, 0.0, None)
    session.do(acts.Sit(1, "You"), player(1))
    session.do(acts.BuyIn(1, worth(held), held), player(1))
    if cents > worth(held):
        with pytest.raises(Refused, match="expected no more than that"):
            chips_for(session, 1, cents)
    else:
        assert worth(chips_for(session, 1, cents)) == cents
        assert session.table.state.bank.cents(rail(1)) == worth(held)


def test_the_sign_and_the_felt_are_shown_again(played: Played) -> None:
    out = played("king-high", "s", "v", "q")
    assert "Only one player may bet in each box." in out
    assert out.count("╭─ King High") == 2


# Why -----------------------------------------------------------------------------------------------


def test_why_gives_the_rule_its_source_the_chips_and_the_dealers_hands(played: Played) -> None:
    out = " ".join(played("duki4", "a 5 b 5", "", "p", "w").split())
    assert (
        "1. Ante $5: +$5 The player's 3-Card Duki beats the dealer's: the Ante is paid 1-1." in out
    )
    assert "Chips: 1 x $5 from the rack to you; your 1 x $5 back to you." in out
    assert "Dealer: either hand, on the wager." in out
    assert (
        "Duki 4 Poker, Procedures & Training: Paying the bets, third rule"
        " (duki4.ante.beats-three-card)" in out
    )
    assert "Chips: your 1 x $5 to the rack. Dealer: either hand, taken to the float." in out


def test_why_names_the_row_of_a_pay_table(played: Played) -> None:
    out = " ".join(played("pick2", "a 5", "b 5", "", "5", "w 4", "w 9").split())
    assert "Odds 1-1 (5 Card Bonus Only pay table, sixes or better)." in out
    assert "1. Ante" not in out
    assert "Refused: w '9' names no wager: expected 1 to 4" in out


def test_why_tells_how_king_highs_dealer_pays_box_1(played: Played) -> None:
    out = " ".join(played("king-high", "po 1 lo 10 di 5", "", "w").split())
    assert "An ace: Low is paid 3-2." in out
    assert "the wager stays where it lies." in out
    assert "Dealer: right hand, on the wager. Size in once and cap." in out
    assert "Size in twice and cap, or size in three times." in out


def test_before_anything_was_settled_there_is_no_why(played: Played) -> None:
    assert "Nothing of yours has been settled yet." in played("duki4", "w", "q")


# Advice --------------------------------------------------------------------------------------------


def counted(game: str) -> Analysis:
    """A game under its usual readings, counted."""
    ruleset = game_of(game).ruleset()
    if ruleset.fingerprint not in ANALYSED:
        ANALYSED[ruleset.fingerprint] = Analysis(ruleset, made_before=KeptCounts())
    return ANALYSED[ruleset.fingerprint]


def test_advice_names_the_best_decision_and_the_exact_cost_of_each_mistake(played: Played) -> None:
    out = played("duki4", "a 10", "", "h", "f")
    held = cards("7d Kc Ad Jh")
    advice = Advice(counted("duki4").solution, held)
    assert advice.best == "play"
    assert re.search(r"  play +\+\$\d+\.\d{4} +the best\n", out)
    assert re.search(rf"  fold .* {re.escape(exact_dollars(1000 * advice.cost('fold')))}  ", out)
    assert f"  {10 * advice.cost('fold')}\n" in out


def test_advice_counts_the_bonus_that_folding_would_give_up(played: Played) -> None:
    without = played("duki4", "a 5", "", "h", "f", seed=8)
    with_bonus = played("duki4", "a 5 b 10", "", "h", "f", seed=8)
    cost = re.compile(r"  fold +-\$[\d.]+ +\$([\d.]+)\n")
    (plain,), (more,) = cost.findall(without), cost.findall(with_bonus)
    assert Fraction(more) - Fraction(plain) == 20  # The pair of sixes is paid $10, not forfeited.


def test_advice_on_pick_2_names_the_three_cards(played: Played) -> None:
    out = played("pick2", "a 5", "b 5", "", "h", "f")
    assert re.search(r"  five +\+\$1\.8051 +the best\n", out)
    assert re.search(r"  three 7♦ A♦ 7♣ +-\$5\.6290 +\$7\.4341\n", out)
    assert re.search(r"  fold +-\$15\.0000 +\$16\.8051\n", out)


def test_advice_on_king_high_values_each_wager_on_the_cards_in_sight(played: Played) -> None:
    out = played("king-high", "h", "po 1", "", "h", "q")
    assert "Each wager after no card, the cheapest first" in out
    assert re.search(r"  Pokerpot +\d+\.\d\d % +\d+\.\d\d % ", out)
    assert "Each wager after A♦, the cheapest first" in out
    assert re.search(r"  High +46\.30 % +3\.54 % +\$0\.1768  55/311\n", out)
    assert re.search(r"  Pokerpot +\$1 +\+\$0\.1271\n", out)


def test_fractions_that_say_nothing_to_a_player_are_left_out(played: Played) -> None:
    out = played("king-high", "po 1", "", "h", "hi 5", "", "h", "q", coach=True)
    out += played("pick2", "a 5", "", "h", "3", coach=True)
    fractions = re.findall(r"\d+/(\d+)", out)
    assert fractions
    assert max(map(int, fractions)) < 1000


def test_advice_from_a_shoe_takes_out_every_card_seen_since_the_shuffle(played: Played) -> None:
    rounds = ("po 1", "", "", "", "", "")
    out = played("king-high", *rounds, "h", *rounds[:2], "h", "q", device="shoe", seed=5)
    assert "Each wager after no card and 5 cards seen since the shuffle, the cheapest first" in out
    second = out.split("Each wager after 8♥ and 5 cards seen since the shuffle")[1]
    seen = cards("6d Ks Qs 2s Ah 8h")
    for suit, name in zip("cdhs", ("Club", "Diamond", "Heart", "Spade"), strict=True):
        left = 6 * 13 - sum(card.text[1] == suit for card in seen)
        sevens = 6
        assert re.search(rf"  {name} +{100 * (left - sevens) / 306:.2f} %", second), name


def test_a_device_that_takes_its_cards_back_forgets_them(played: Played) -> None:
    out = played("king-high", "po 1", "", "", "", "", "", "h", "q")
    assert "Each wager after no card, the cheapest first" in out


def test_a_shuffle_makes_the_shoe_whole_again(played: Played) -> None:
    rounds = ("po 1", "", "", "", "", "")
    out = played("king-high", *rounds * 4, "h", "q", device="shoe")
    assert out.count("The dealer shuffles the 6 decks.") >= 1
    assert "seen since the shuffle" not in out


UNSEEN = [
    ("", ""),
    ("", "Kh Kd 2c 7s"),
    ("Ad", ""),
    ("Ad 9d", "Ah Ah 7c 7d 7h"),
    ("2c 2d 2h", "As"),
]


@pytest.mark.parametrize(("drawn", "seen"), UNSEEN)
def test_a_wager_on_the_round_is_worth_the_average_over_all_next_cards(
    drawn: str, seen: str
) -> None:
    analysis = counted("king-high")
    now = Unseen(analysis.draws, held(drawn), held(seen))
    left = sum(now.left.values())
    for id in ("pokerpot", "high-run", "low-run"):
        decided = analysis.ruleset.wagers[id]
        total = Fraction(0)
        for card, copies in now.left.items():
            after = Unseen(analysis.draws, (*held(drawn), card), held(seen))
            total += copies * after.worth(decided)
        assert now.worth(decided) == total / left
        assert 0 <= now.wins(decided) <= 1


@pytest.mark.parametrize("drawn", ["", "Ad", "Ad 9c", "Kd Qd 2d", "2c 2d 2h 2s"])
@pytest.mark.parametrize("withdraw", [None, "all"])
def test_a_shoe_of_which_nothing_was_seen_before_is_worth_what_the_odds_say(
    drawn: str, withdraw: str | None
) -> None:
    of = game_of("king-high")
    ruleset = of.ruleset({"king-high.withdraw": withdraw} if withdraw else {})
    if ruleset.fingerprint not in ANALYSED:
        ANALYSED[ruleset.fingerprint] = Analysis(ruleset, made_before=KeptCounts())
    analysis = ANALYSED[ruleset.fingerprint]
    unseen = Unseen(analysis.draws, held(drawn))
    may_leave = analysis.draws.draw.may_take_back
    assert may_leave == bool(withdraw)
    for id in ("pokerpot", "high-run", "low-run"):
        decided = ruleset.wagers[id]
        figured = analysis.figured.wagers[decided.wager.kind]
        if drawn:
            worth = analysis.draws.live(decided, held(drawn))
            assert unseen.worth(decided, may_leave=may_leave) == worth
        else:
            assert unseen.worth(decided) == -figured.house_edge
            assert unseen.wins(decided) == figured.hit_frequency
    assert unseen.next_card(ruleset.wagers) == analysis.draws.next_card(held(drawn))


def held(text: str) -> tuple[Card, ...]:
    return cards(text) if text else ()


def test_before_the_deal_there_is_no_hand_to_advise_on(played: Played) -> None:
    assert "Advice is given on a hand" in played("duki4", "h", "q")


def test_the_coach_says_what_a_mistake_cost_and_what_was_right(played: Played) -> None:
    wrong = " ".join(played("pick2", "a 5", "b 5", "", "3", coach=True).split())
    assert "Coach: five was better. Three with 7♦ A♦ 7♣ costs $7.4341 on average." in wrong
    assert "Coach: five is right." in played("pick2", "a 5", "", "5", coach=True)


def test_the_coach_prices_the_cards_that_were_named(played: Played) -> None:
    keys = ("a 10", "")
    named = played("pick2", *keys, "3 1 2 4", seed=30, seats=1, coach=True)
    best = played("pick2", *keys, "3", seed=30, seats=1, coach=True)
    assert "Coach: five was better. Three with 3♦ J♠ 4♦ costs $37.5222 on average." in named
    assert "Coach: five was better. Three with J♠ K♥ J♣ costs $14.7590 on average." in best


def test_the_right_decision_with_the_wrong_cards_has_its_price(played: Played) -> None:
    for seed in range(200):
        out = played("pick2", "a 10", "", "h", "3 1 2 3", seed=seed, seats=1, coach=True)
        if re.search(r"  three \S+ \S+ \S+ +\S+ +the best\n", out) and "is right, but" in out:
            break
    assert re.search(
        r"Coach: three is right, but with (\S+ ){2}\S+: three with (\S+ ){2}\S+ costs"
        r" \$[1-9]\d*\.\d{4} on average\.",
        " ".join(out.split()),
    )


@pytest.mark.parametrize("text", ["3d Js Kh 4d Jc", "7d Ad 7c 2s 9h", "2h 5s 8h 9c 9d"])
def test_named_cards_are_worth_no_more_than_the_best_which_are_worth_what_the_odds_say(
    text: str,
) -> None:
    solved = counted("pick2").solution
    advice = Advice(solved, held(text))
    best = advice.plays("three")
    assert best is not None
    assert value_of(solved, held(text), "three", best) == advice.values["three"]
    lowest = min(combinations(held(text), 3), key=lambda each: sorted(card.rank for card in each))
    assert value_of(solved, held(text), "three", lowest) < advice.values["three"]


def test_the_dealers_hands_that_avoid_five_cards_are_counted_one_by_one() -> None:
    analysis = counted("pick2")
    mine = held("2h 3h 4h 9c 9d")
    hands = analysis.solution.counted.hands
    found = dealer_hands(analysis.solution.counted, mine)
    for text in ("2c 3c 4c 9s 9h", "As Ks Qs Js Ts", "2c 2d 2s 9s 9h"):
        others = held(text)
        place = hands.find(others)
        same = {
            frozenset(
                analysis.solution.counted.pack.cards[4 * (c.index // 4) + order[c.index % 4]]
                for c in others
            )
            for order in permutations(range(4))
        }
        assert found[place] == sum(not set(each) & set(mine) for each in same)


def test_the_coach_prices_the_wagers_on_a_card(played: Played) -> None:
    out = " ".join(played("king-high", "po 1", "", "he 5", "", coach=True).split())
    assert "Coach: your wagers cost $0.2733 on average (exactly 85/311 dollars);" in out
    assert "the cheapest on this card is High." in out


def test_the_coach_names_every_wager_that_is_as_cheap(played: Played) -> None:
    out = " ".join(played("king-high", "po 1", "", coach=True).split())
    assert "the cheapest on this card are High and Low." in out


def test_without_advice_nothing_heavy_is_loaded() -> None:
    code = (
        "import sys; from tablewright.cli.play import play;"
        " play('duki4', [], None, '3', None, None, None, coach=False);"
        " sys.exit('numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"a 5\n\np\nw\n", capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


# What is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("zz", "'zz' is no key here: expected a or b"),
        ("a x", "'x' is no key here"),
        ("a 1.234", "'1.234' is no amount: expected dollars"),
        ("a 0", "$0 cannot be laid in chips. Use a multiple of the smallest chip, $0.50."),
        ("a 5.30", "$5.30 cannot be laid in chips. Use a multiple of the smallest chip"),
        ("a 3", "$3 on the Ante is outside its limits. Bet $5 to $100. (duki4.wagers.limits)"),
        ("a 101", "$101 on the Ante is outside its limits. Bet $5 to $100."),
        ("a 100 b 101", "You have $200. Bet no more than that"),
        ("a 5 b 3", "$3 on the Duki Bonus is outside its limits. Bet $5 to $100."),
        ("a 60 a 60", "$120 on the Ante is outside its limits. Bet $5 to $100."),
        ("a 9999999", "You have $200. Bet no more than that, or buy chips first."),
        ("a 99999999999", "'99999999999' is no amount"),
        ("x a", "You have no Ante to take back."),
        ("c", "You have nothing to take back."),
        ("x", "x names no wager: expected its key"),
        ("r", "there is nothing to repeat"),
        ("buy", "buy says no amount: expected one, as in buy 100"),
        ("buy nothing", "'nothing' is no amount"),
        ("buy 0", "You cannot buy in for $0. Buy in for up to $10,000."),
        ("buy 5000000", "You cannot buy in for $5,000,000. Buy in for up to $10,000."),
        ("tip", "tip says no amount"),
        ("tip 300", "You have $200. Bet no more than that"),
        ("w 1", "w '1' names no wager"),
        ("a\x00b", r"'a\x00b' is no key here"),
        ("é ✓", "'é' is no key here"),
        ("a " * 2000, "the line is too long: expected a key and an amount"),
        ("p", "'p' is no key here"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_the_prompt_comes_again(
    line: str, says: str, played: Played
) -> None:
    out = played("duki4", line, "a 5", "q")
    refusals = " ".join(out.split()).split("Refused: ")[1:]
    assert len(refusals) == 1
    assert refusals[0].startswith(says)
    assert prompts(out) == ["none", "none", "Ante $5"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "nothing is not a decision. Type f, 3 or 5; ? shows every key"),
        ("p", "'p' is not a decision. Type f, 3 or 5;"),
        ("3 1 2", "'1 2' names 2 cards: expected 3 different ones"),
        ("3 1 1 2", "'1 1 2' names 2 cards"),
        ("3 1 2 9", "there is no card '9' in the hand: expected 1 to 5"),
        ("3 1 2 As", "'as' is not in the hand"),
        ("3 1 2 zz", "'zz' is not a card"),
        ("f 1", "fold names '1': expected no cards"),
        ("a 5", "'a' is not a decision"),
    ],
)
def test_a_decision_that_cannot_be_made_is_asked_for_again(
    line: str, says: str, played: Played
) -> None:
    out = played("pick2", "a 5", "", line, "f")
    refusals = " ".join(out.split()).split("Refused: ")[1:]
    assert len(refusals) == 1
    assert refusals[0].startswith(says)
    assert out.count("Your decision, f, 3 or 5 >") == 2


def test_action_wagers_need_a_pokerpot_and_runs_close_with_the_first_card(played: Played) -> None:
    out = " ".join(played("king-high", "hi 5", "po 1", "", "hr 5", "q").split())
    assert "Refused: High needs the Pokerpot. Bet $1 or more on it first." in out
    assert "Refused: High Run is closed. It is bet before the first card of a round." in out


def test_a_line_of_wagers_is_laid_as_a_whole_or_not_at_all(played: Played) -> None:
    assert prompts(played("pick2", "a 50", "b 5 a 60", "q")) == [
        "none",
        *["Ante $50 · 3-5 Bonus $50"] * 2,
    ]
    out = played(
        "king-high", "po 1 hi 5 lo 5.25", "po 1 hi 5", "x lo hi", "", "he 5 hr 5", "c", "q"
    )
    assert prompts(out)[:4] == ["none", "none", *["Pokerpot $1 · High $5"] * 2]
    assert "Refused: You have no Low to take back." in out
    assert "Refused: High Run is closed" in out
    assert "Heart" not in prompts(out)[-1]


def test_all_or_nothing_where_a_wager_needs_another_at_its_minimum(played: Played) -> None:
    strict = ("small-pokerpot=no",)
    out = played("king-high", "po 0.5 hi 5", "q", readings=strict)
    assert prompts(out) == ["none", "none"]
    assert "Refused: High needs the Pokerpot. Bet $1 or more on it first." in out


def test_a_wager_left_without_the_one_it_needs_is_spoken_of_by_name(played: Played) -> None:
    out = " ".join(played("king-high", "po 1 hi 5", "x po", "", "q").split())
    said = "Refused: High needs the Pokerpot. Bet that too, or take it back with x hi."
    assert said in out


def test_a_wager_that_plays_already_cannot_be_taken_back(played: Played) -> None:
    out = " ".join(played("king-high", "po 1", "", "x po", "c", "q").split())
    assert "Refused: The Pokerpot is in play. It stays until it is settled." in out
    assert "Refused: You have nothing to take back." in out


def test_taking_back_is_offered_while_there_is_something_to_take_back(played: Played) -> None:
    out = played("duki4", "a 5", "x a", "q")
    offered = ["x take back" in line for line in re.findall(r"^Keys: .*", out, re.MULTILINE)]
    assert offered == [False, True, False]


def test_king_highs_dealer_advises_of_the_limits(played: Played) -> None:
    out = played("king-high", "po 1 hi 2 lo 101", "", "q")
    assert "The dealer tells you that the minimum on High is $5." in out
    assert "The wager is paid or taken as it lies." in out
    assert "The dealer tells you that the maximum on Low is $100." in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nosuch",), "nosuch"),
        (("duki4", "--seats", "0"), "--seats is '0': expected a whole number from 1 to 7"),
        (("duki4", "--seats", "8"), "--seats is '8'"),
        (("duki4", "--seed", "x"), "--seed is 'x'"),
        (("duki4", "--irregularities", "2"), "--irregularities is '2'"),
        (("duki4", "--irregularities", "nan"), "--irregularities is 'nan'"),
        (("duki4", "--device", "spoon"), "'spoon'"),
        (("duki4", "--device", "keyed"), "Duki 4 Poker is not dealt from 'keyed'"),
        (("duki4", "--reading", "x=y"), "'x'"),
        (("duki4", "--journal", "no/such/folder/j.jsonl"), "--journal is 'no/such/folder/j.jsonl'"),
        (("duki4", "--journal", ""), "--journal is ''"),
        (("duki4", "--journal", "."), "--journal is '.'"),
    ],
)
def test_bad_options_are_one_line_and_status_2(arguments: tuple[str, ...], says: str) -> None:
    ran = run("play", *arguments, given="q\n")
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert says in ran.err
    assert "expected" in ran.err


def test_a_journal_that_exists_is_not_replaced(tmp_path: Path) -> None:
    journal = tmp_path / "old.jsonl"
    journal.write_text("precious")
    ran = run("play", "duki4", "--journal", str(journal), given="q\n")
    assert ran.status == 2
    assert "exists already: expected a new file" in ran.err
    assert journal.read_text() == "precious"


def test_an_undecided_reading_is_said_and_can_be_chosen() -> None:
    ran = run("play", "pick2", "--seed", "3", given="q\n")
    assert "pick2.unqualified is undecided and taken as compare-ante" in ran.err
    chosen = run("play", "pick2", "--reading", "unqualified=ante-paid", given="q\n")
    assert "WARNING" in chosen.err
    assert "undecided" not in chosen.err


# Chips that run out --------------------------------------------------------------------------------


BROKE = ("a 100", "", "f", "a 100", "", "f")


def test_a_buy_in_is_offered_when_the_chips_run_out(played: Played) -> None:
    out = played("duki4", *BROKE, "lots", "50", "a 5", "", "f")
    assert "You have $0 left, and need $5 to bet." in out
    assert "Refused: 'lots' is no amount" in out
    assert "You buy in again for $50: " in out
    assert "you bought in for $250" in " ".join(out.split())


def test_the_offered_buy_in_is_taken_with_enter_and_left_with_q(played: Played) -> None:
    assert "You buy in again for $200" in played("duki4", *BROKE, "", "q").split("$0 left")[1]
    left = played("duki4", *BROKE, "q")
    assert "so the result is -$200." in " ".join(left.split())


def test_help_at_a_buy_in_lists_what_can_be_typed_there(played: Played) -> None:
    out = played("duki4", *BROKE, "?", "w", "v", "s", "q").split("$0 left")[1]
    listed = re.findall(r"^  (\S+) +(?:buy|why|show|the table's|leave)", out, re.MULTILINE)
    assert listed == ["100", "Enter", "w", "v", "s", "q"]
    assert "Refused" not in out


def test_play_without_chips_for_it_is_not_offered_until_some_are_bought(played: Played) -> None:
    out = played("duki4", "a 100 b 100", "", "p", "buy 100", "p", seed=8)
    first, second = re.findall(r"^Keys: (.*f fold)", out, re.MULTILINE)
    assert first == "f fold"
    assert second == "p play ($100 more)   f fold"
    assert "play needs $100: buy chips first, as in buy 100" in out
    assert "Refused: Play takes $100 in chips that can be laid down. Buy in or" in out


# Leaving -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("leave", [(), ("q",)], ids=["end", "q"])
def test_leaving_at_any_prompt_closes_the_table_with_a_whole_journal(
    game: str, leave: tuple[str, ...], played: Played
) -> None:
    for count in range(len(ROUNDS[game]) + 1):
        out = played(game, *ROUNDS[game][:count], *leave)
        assert "The table is closed, the float counted and signed." in out


def test_leaving_before_the_deal_takes_the_wagers_back(played: Played) -> None:
    out = " ".join(played("duki4", "a 50 b 50").split())
    assert "You leave with $200 after 0 rounds" in out


def test_leaving_with_a_hand_folds_it(played: Played) -> None:
    out = played("pick2", "a 10", "")
    assert "You leave: the hand is folded and $20 is lost." in out
    assert "You leave with $180 after 1 round:" in out
    more = played("duki4", "a 50 b 100", "", "q")
    assert "You leave: the hand is folded and $150 is lost." in more
    assert "You leave with $50 after 1 round:" in more


def test_leaving_between_cards_lets_the_round_finish_without_further_bets(played: Played) -> None:
    out = played("king-high", "po 1 hi 5 lo 5", "")
    assert out.count('Dealer: "No more bets."') == 5
    assert "after 1 round:" in out
    assert re.search(r"  Pokerpot +\$1 +lose +-\$1\n", out)


def test_a_last_line_without_its_end_is_still_read() -> None:
    ran = run("play", "duki4", "--seed", "3", given="a 5\n\np")
    assert ran.status == 0
    assert "Your wagers" in ran.out


def test_no_standard_input_leaves_at_once() -> None:
    ran = run("play", "duki4")
    assert ran.status == 0
    assert "You leave with $200 after 0 rounds" in ran.out


class Terminal:
    """A terminal on both sides of the command: what it prints is read up to each prompt."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "COLUMNS": "80", "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablewright", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment,
        )
        os.close(theirs)
        self.printed = ""

    def until_prompt(self) -> str:
        """What is printed until the next line is asked for."""
        return self._read(lambda text: bool(re.search(r"> $", text)))

    def to_the_end(self) -> Ran:
        self._read(lambda text: False)
        os.close(self._ours)
        assert self.process.stderr is not None
        err = self.process.stderr.read().decode()
        self.process.stderr.close()
        return Ran(self.printed, err, self.process.wait())

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def _read(self, is_enough: Callable[[str], bool]) -> str:
        found, held = "", b""
        while not is_enough(found):
            try:
                chunk = os.read(self._ours, 65_536)
            except OSError:
                break
            if not chunk:
                break
            held += chunk
            found = ESCAPES.sub("", held.decode(errors="replace"))
        self.printed += found
        return found


@contextmanager
def terminal(*arguments: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()


def test_a_round_by_hand_in_a_terminal(tmp_path: Path) -> None:
    game, journal = "king-high", tmp_path / "evening.jsonl"
    with terminal("play", game, "--seed", "3", "--journal", str(journal)) as at:
        for line in ROUNDS[game]:
            at.until_prompt()
            at.type(f"{line}\n")
        at.until_prompt()
        at.type("q\n")
        ran = at.to_the_end()
    assert (ran.status, "Traceback" in ran.err) == (0, False)
    assert "after 1 round:" in ran.out
    assert checked(journal).rounds == 1


@pytest.mark.parametrize("game", GAMES)
def test_ctrl_c_at_any_prompt_leaves_the_table(game: str, played: Played) -> None:
    for count in range(len(ROUNDS[game]) + 1):
        out = played(game, *ROUNDS[game][:count], is_interrupted=True)
        assert "The table is closed, the float counted and signed." in out


@pytest.mark.parametrize(("game", "lines"), [("duki4", 0), ("pick2", 3)])
def test_ctrl_c_in_a_terminal_leaves_the_table(game: str, lines: int, tmp_path: Path) -> None:
    journal = tmp_path / "evening.jsonl"
    with terminal("play", game, "--seed", "3", "--journal", str(journal)) as at:
        at.until_prompt()
        for line in ROUNDS[game][:lines]:
            at.type(f"{line}\n")
            at.until_prompt()
        at.process.send_signal(signal.SIGINT)
        ran = at.to_the_end()
    assert ran.status == 0
    assert "Traceback" not in ran.err
    assert "The table is closed" in ran.out
    checked(journal)


def test_ctrl_c_breaks_off_what_is_being_counted_and_not_the_session() -> None:
    screen, is_counting, may_end = Screen(), threading.Event(), threading.Event()

    def count() -> None:
        is_counting.set()
        may_end.wait()

    def press() -> None:
        is_counting.wait()
        assert screen.breaks_off()

    presses = threading.Thread(target=press)
    presses.start()
    assert not screen.has_waited_for(count)
    presses.join()
    assert not screen.breaks_off(), "nothing is waited for any more"
    may_end.set()
    assert screen.has_waited_for(count)


def test_ctrl_d_leaves_the_table() -> None:
    with terminal("play", "duki4", "--seed", "3") as at:
        at.until_prompt()
        at.type("\x04")
        ran = at.to_the_end()
    assert ran.status == 0
    assert "You leave with $200" in ran.out


def test_a_reader_who_has_gone_leaves_a_whole_journal(tmp_path: Path) -> None:
    journal = tmp_path / "evening.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "tablewright", "play", "duki4", "--journal", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"a 5\n\np\n" * 3)
    process.stdin.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0
    checked(journal)


def test_a_journal_that_cannot_be_written_on_ends_play_with_one_line(tmp_path: Path) -> None:
    journal = tmp_path / "evening.jsonl"

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    done = subprocess.run(
        [sys.executable, "-m", "tablewright", "play", "duki4", "--journal", str(journal)],
        input=b"a 5\n\np\n" * 30,
        capture_output=True,
        check=False,
        preexec_fn=little_room,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert b"the journal could not be written" in done.stderr
    lines = journal.read_bytes().splitlines(keepends=True)
    assert not verify(lambda: lines).cut_off


# What goes wrong -----------------------------------------------------------------------------------


def test_nothing_goes_wrong_unless_it_is_asked_for(played: Played) -> None:
    for game in GAMES:
        for seed in range(6):
            assert "Declared by" not in played(game, *ROUNDS[game], seed=seed)


@pytest.mark.parametrize(
    ("game", "device"),
    [("duki4", None), ("duki4", "hand"), ("pick2", None), ("king-high", None)],
)
def test_an_irregularity_is_told_with_its_ruling_and_its_source(
    game: str, device: str | None, played: Played
) -> None:
    told = ""
    for seed in range(8):
        told += played(game, *ROUNDS[game], seed=seed, device=device, irregularities="1")
    assert "! " in told
    declared = r"Declared by (the (dealer|inspector|pit boss)|surveillance)\. Ruling: [A-Z]"
    assert re.search(declared, " ".join(told.split()))
    assert re.search(rf"\({game}\.irregularity\.[a-z-]+\)", told)


def test_a_void_round_gives_the_wagers_back(played: Played) -> None:
    voided = [
        out
        for seed in range(12)
        for out in [played("duki4", "a 5 b 5", "", "p", seed=seed, irregularities="1")]
        if "Every hand is void" in out
    ]
    assert voided
    assert any(re.search(r"  Ante +\$5 +push +\$0\n", out) for out in voided)


# The keys themselves -------------------------------------------------------------------------------


def test_every_game_has_keys_of_its_own_that_differ_from_those_that_always_work() -> None:
    from tablewright.games import every_game

    for game in every_game():
        keys = k.wager_keys([wager.id for wager in game.wagers])
        assert len(set(keys.values())) == len(keys)
        assert not set(keys.values()) & k.RESERVED
        for id, key in keys.items():
            assert k.found(key, keys) == id
            assert k.found(id, keys) == id


def test_the_beginning_of_one_name_is_enough_and_of_two_is_not() -> None:
    keys = k.wager_keys(["pokerpot", "high-run", "high", "heart", "diamond"])
    assert k.found("d", keys) == "diamond"
    assert k.found("highrun", keys) == "high-run"
    assert k.found("h", keys) is None
    with pytest.raises(Refused, match="is no key here"):
        k.bets(["h", "5"], keys)


# The house's settings ------------------------------------------------------------------------------


def test_the_houses_settings_are_chosen_on_the_command_line(played: Played) -> None:
    house = ("takes-tips=no", "limits.high=200-700", "maximum-payouts.pokerpot=50000")
    shown = played("king-high", "?", "s", "tip 5", "po 1 hi 2", "", "q", house=house)
    assert "this house takes no tips" in shown
    assert "tip the dealer" not in shown
    assert "High: $2 to $7" in shown
    assert "Maximum payout of each Pokerpot wager: $500" in shown


def test_a_marker_is_drawn_beside_the_player_whose_limits_it_marks() -> None:
    session = prepare(rehearsal_setup("king-high"), 1, 2, 0.0, None)
    session.do(acts.AgreeLimits(2, {"high": (500, 50_000)}), THE_PIT_BOSS)
    drawn = felt(session.table.view(player(1)), "", {}, 1, counts_cards=False)
    (one,), (two,) = ([line for line in drawn if f" {n} " in line[:6]] for n in (1, 2))
    assert "higher limit" in two
    assert "limit" not in one
