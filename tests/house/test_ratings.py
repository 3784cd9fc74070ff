"""Players' ratings, against an audit that reads the journal alone; and who is told of them."""

import csv
import io
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from tablewright.advice.expected import expectations_of
from tablewright.house.screens import ratings as ratings_page
from tablewright.house.screens.ratings import Ratings, priced, together
from tablewright.table import acts
from tablewright.table.actors import player
from tablewright.table.journal import Journal, decoded
from tablewright.table.rehearsal import rehearsal_setup
from tests.adding_up import figured, rated
from tests.advice.test_figures import published
from tests.by_hand.floor_audit import read
from tests.by_hand.ratings_audit import played
from tests.house.clients import Visit, play
from tests.house.serving import Serving
from tests.registry import GAMES
from tests.table.driving import at_table
from tests.table_play import RandomPlay

STEPS = 350


def evening(game: str) -> tuple[list[bytes], RandomPlay]:
    """Anything legal, with people who come and go."""
    rng, lines = Random(f"rated {game}"), list[bytes]()
    setup = msgspec.structs.replace(rehearsal_setup(game), dealer_wagers=True)
    play = RandomPlay(setup, rng, Journal(lines.append))
    play.open()
    for _ in range(STEPS):
        play.now += timedelta(seconds=rng.choice([5, 20, 120]))
        play.step()
    return lines, play


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_rating_is_that_of_an_audit_of_the_journal(game: str) -> None:
    lines, table = evening(game)
    ratings, audit = rated(lines), played(read(lines))
    order, edges, now = list(ratings.book.wagers), published(game), table.now
    rows = priced(ratings, now)
    assert len(rows) == len(audit) > 3
    assert sum(row.rounds for row in rows) > 5
    for row, found in zip(rows, audit, strict=True):
        shown = row.shown()
        assert (row.player, row.place, row.since) == (found.player, found.place, found.since)
        assert (row.bought_in, row.tips, row.net) == (found.bought_in, found.tips, found.net)
        assert (row.rounds, row.staked) == (len(found.bet_in), sum(found.staked.values()))
        assert shown.average_bet == round(found.average_bet())
        assert shown.average_first == round(found.average_first(order))
        assert shown.minutes == found.lasted(now) // timedelta(minutes=1)
        loss = sum((edges[wager] * cents for wager, cents in found.staked.items()), Fraction(0))
        assert row.theoretical == loss


@pytest.mark.parametrize("game", GAMES)
def test_all_players_together_come_to_the_tables_own_theoretical(game: str) -> None:
    lines, table = evening(game)
    rows = priced(rated(lines), table.now)
    figures = figured(lines)
    expected = expectations_of(figures.standing.book).theoretical(figures.standing.stake)
    assert sum(row.theoretical for row in rows) == expected
    people = together(rows)
    assert sum(each.theoretical for each in people) == expected
    assert len({each.player for each in people}) == len(people)
    half = rated(lines).sat[len(rows) // 2].since
    late = priced(rated(lines, begins=half), table.now)
    early = priced(rated(lines, ends=half), half)
    both = [*early, *late]
    assert sum(row.theoretical for row in both) == expected, "a night is the sum of its parts"
    assert sum(row.net for row in both) == sum(row.net for row in rows)


def test_what_is_heard_as_it_happens_is_what_the_journal_restores() -> None:
    lines, table = evening("duki4")
    heard = Ratings(table.table.book)
    for line in lines:
        kept = decoded(line)
        heard.hear([kept.did], kept.at)
    assert priced(heard.copy(), table.now) == priced(rated(lines), table.now)


def test_ratings_are_for_the_pit_and_come_as_a_file(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        people = {who: await visitor().sign_in(who) for who in ("Pia", "Dan", "Ina", "Pit")}
        made = await people["Ina"].post("/tables", {"table": "R1", "game": "duki4", "pace": 0})
        id = made.json()["id"]
        pia = people["Pia"]
        for order in (
            {"event": "sit", "place": 1},
            {"event": "buy-in", "place": 1, "cash": 10_000},
            {"event": "bets", "place": 1, "stakes": {"ante": 1000, "bonus": 500}},
        ):
            done = await pia.command(id, order, "player")
            assert done.is_success, done.text
        found: dict[str, Any] = (await people["Pit"].get(f"/tables/{id}/ratings")).json()
        (row,) = found["ratings"]
        assert (row["player"], row["bought_in"], row["is_seated"]) == ("Pia", 10_000, True)
        day = (await people["Pit"].get("/pit/ratings")).json()
        assert [each["player"] for each in day["practice"]] == ["Pia"]
        assert day["money"] == []
        file = await people["Pit"].get(f"/tables/{id}/ratings.csv")
        (line,) = csv.DictReader(io.StringIO(file.text))
        assert (line["player"], line["bought in"]) == ("Pia", "100.0")
        for who in ("Pia", "Dan"):
            for path in (f"/tables/{id}/ratings", f"/tables/{id}/ratings.csv", "/pit/ratings"):
                assert (await people[who].get(path)).status_code == 403

    play(serving, scene)


def test_of_those_who_have_left_only_the_last_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ratings_page, "MOST_SAT", 3)
    table = at_table("duki4", seats=(1,))
    for number in range(5):
        table.do(acts.Sit(2, f"Guest {number}"), player(2))
        table.do(acts.Leave(2), player(2))
    heard = Ratings(table.table.book)
    for line in table.lines:
        heard.hear([line.event], line.at)
    assert [each.player for each in heard.sat][1:] == ["Guest 3", "Guest 4"]
    assert heard.sat[0].until is None
