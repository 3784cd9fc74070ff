"""The workbench over HTTP: every figure is the one that `odds` reports, for everyone who may ask."""

import asyncio
import csv
import io
import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tablewright.cli.strategy import no_decision_document, strategy_document
from tablewright.games import game
from tablewright.odds.advice import Advice
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.odds.report import Report, as_document
from tablewright.odds.store import KeptCounts
from tablewright.odds.strategy import taught
from tablewright.rules.cards import cards
from tablewright.rules.wagers import Odds
from tests.house.clients import Json, Visit, Visitor, play, why
from tests.house.serving import Serving
from tests.registry import GAMES

CHANGED: dict[str, tuple[str, dict[str, str], dict[str, Fraction | int]]] = {
    "duki4": ("duki4~ace_high-only~bonus.straight_7", {"ace": "high-only"}, {"bonus.straight": 7}),
    "king-high": ("king-high~high.king_5-2", {}, {"high.king": Fraction(5, 2)}),
    "pick2": (
        "pick2~unqualified_push~bonus-5.flush_6",
        {"unqualified": "push"},
        {"bonus-5.flush": 6},
    ),
}
"""Of each game a version as a link holds it, and its readings and odds."""


async def worked(visitor: Visitor, path: str, **asked: Any) -> Json:
    """What the workbench answers: it is asked until it does."""
    while True:
        answer = await visitor.http.get(f"/workbench/{path}", params=asked)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            return answer.json()
        assert 0 <= (answer.json()["part"] or 0) <= 1


@cache
def reported(id: str, version: str) -> Report:
    """What `odds` reports of a version, made apart."""
    of = game(id)
    if version == id:
        return analysed(id).report()
    _, readings, pay = CHANGED[id]
    odds = {key: Odds(*Fraction(each).as_integer_ratio()) for key, each in pay.items()}
    return Analysis(of.ruleset(readings, odds), made_before=KeptCounts()).report()


@pytest.mark.parametrize("id", GAMES)
def test_every_figure_is_the_one_that_odds_reports(serving: Serving, id: str) -> None:
    assert set(CHANGED) == set(GAMES)

    async def scene(visitor: Visit) -> None:
        for text in (id, CHANGED[id][0]):
            report = await asyncio.to_thread(reported, id, text)
            shown = (await worked(visitor(), "price", version=text))["report"]
            assert (shown["text"], shown["ruleset"]) == (text, report.ruleset)
            assert shown["warnings"] == report.warnings
            _same_wagers(shown, report)
            if report.contest is None:
                assert shown["contest"] is None
            else:
                _same_figures(shown["contest"]["figures"], report.contest)
                shares = {
                    each["id"]: each["share"]["exact"] for each in shown["contest"]["decisions"]
                }
                assert shares == {key: str(part) for key, part in report.contest.decisions.items()}

    play(serving, scene)


def _same_wagers(shown: Json, report: Report) -> None:
    assert [each["id"] for each in shown["wagers"]] == list(report.wagers)
    for each, wager in zip(shown["wagers"], report.wagers.values(), strict=True):
        _same_figures(each["figures"], wager)
        assert (each["total"], each["not_made"]) == (wager.total, wager.not_made)
        assert [
            (
                line["rule"],
                line["count"],
                line["probability"]["exact"],
                line["contribution"]["exact"],
            )
            for line in each["lines"]
        ] == [
            (line.rule, line.count, str(line.probability), str(line.contribution))
            for line in wager.lines
        ]


def _same_figures(shown: Json, reported: Any) -> None:
    edge: Fraction = reported.house_edge
    assert shown["house_edge"] == {"exact": str(edge), "text": percent(edge)}
    assert shown["hit_frequency"]["exact"] == str(reported.hit_frequency)
    assert shown["average_wager"]["exact"] == str(reported.average_wager)
    assert shown["variance"]["exact"] == str(reported.variance)
    assert shown["deviation"] == f"{reported.standard_deviation:.4f}"
    assert shown["is_player_edge"] == (edge < 0)
    risk = shown["element_of_risk"]
    assert (risk and risk["exact"]) == (reported.average_wager and str(reported.element_of_risk))


def test_a_form_and_a_link_ask_the_same(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        text, readings, pay = CHANGED["duki4"]
        linked = await worked(visitor(), "price", version=text)
        formed = await worked(
            visitor(),
            "price",
            game="duki4",
            reading=[f"{id}={option}" for id, option in readings.items()],
            pay=[f"{key}={odds}" for key, odds in pay.items()],
        )
        assert formed["report"]["text"] == text
        assert formed["fields"] == linked["fields"]
        changed = {
            entry["key"]: entry["present"]
            for wager in formed["fields"]["wagers"]
            for entry in wager["entries"]
            if entry["present"] != entry["printed"]
        }
        assert changed == {"bonus.straight": "7-1"}

    play(serving, scene)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "Choose a game"),
        ({"game": "whist"}, "there is no game 'whist'"),
        ({"game": "duki4", "pay": "bonus.straight=3-"}, "3-"),
        ({"game": "duki4", "reading": "ace=low"}, "'low' is not an option"),
        ({"version": "duki4~bonus.straight"}, "expected"),
    ],
)
def test_what_cannot_be_priced_is_refused_in_one_line(
    serving: Serving, asked: dict[str, str], says: str
) -> None:
    async def scene(visitor: Visit) -> None:
        one = visitor()
        answer = await one.get("/workbench/price", **asked)
        while answer.status_code == 202:
            answer = await one.get("/workbench/price", **asked)
        assert answer.status_code == 400
        assert says in why(answer)
        assert "\n" not in why(answer)

    play(serving, scene)


def test_files_hold_what_odds_prints(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        text = CHANGED["king-high"][0]
        report = await asyncio.to_thread(reported, "king-high", text)
        one = visitor()
        answer = await one.get("/workbench/files/report.json", version=text)
        assert 'filename="king-high-report.json"' in answer.headers["content-disposition"]
        found, expected = answer.json(), json.loads(json.dumps(as_document(report)))
        for each in (found, expected):
            del each["seconds"]
        assert found == expected
        rows = list(
            csv.DictReader(
                io.StringIO((await one.get("/workbench/files/lines.csv", version=text)).text)
            )
        )
        lines = [line for wager in report.wagers.values() for line in wager.lines]
        assert [each["Probability, exact"] for each in rows] == [
            str(each.probability) for each in lines
        ]
        tag = answer.headers["etag"]
        again = await one.http.get(
            "/workbench/files/report.json",
            params={"version": text},
            headers={"if-none-match": tag},
        )
        assert again.status_code == 304

    play(serving, scene)


@pytest.mark.proof
def test_charts_are_drawn_of_the_version(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        text = CHANGED["king-high"][0]
        chart = await visitor().get("/workbench/files/charts.svg", version=text)
        assert chart.headers["content-type"] == "image/svg+xml"
        assert (await asyncio.to_thread(reported, "king-high", text)).ruleset[:12] in chart.text

    play(serving, scene)


@pytest.mark.proof
def test_the_mathematics_report_is_printed_for_staff(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        path, text = "/workbench/files/mathematics.pdf", CHANGED["king-high"][0]
        assert (await visitor().get(path, version=text)).status_code == 403
        printed = await (await visitor().sign_in("Dan")).get(path, version=text)
        assert printed.status_code == 200
        assert printed.content.startswith(b"%PDF")

    play(serving, scene)


def test_everyone_may_use_it_unless_the_house_keeps_it_to_accounts(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        ada, pia = await visitor().sign_in("Ada"), await visitor().sign_in("Pia")
        guest, passer_by = await visitor().come_as_guest(), visitor()
        for person in (ada, pia, guest, passer_by):
            page = await person.ask("/workbench")
            assert [each["id"] for each in page["games"]] == list(GAMES)
            assert page["may_set"] == (person is ada)
        closed = {"is_open": False, "processes": 1}
        assert (await pia.http.put("/workbench/settings", json=closed)).status_code == 403
        too_many = await ada.http.put("/workbench/settings", json=closed | {"processes": 99})
        assert too_many.status_code == 422
        assert (await ada.http.put("/workbench/settings", json=closed)).json() == closed
        for path in ("/workbench", "/workbench/price", "/workbench/files/report.json"):
            assert (await guest.get(path, version="king-high")).status_code == 403
            assert (await passer_by.get(path, version="king-high")).status_code == 401
        assert (await worked(pia, "price", version="king-high"))["report"]["text"] == "king-high"
        open_again = {"is_open": True, "processes": 2}
        assert (await ada.http.put("/workbench/settings", json=open_again)).json() == open_again
        assert (await passer_by.get("/workbench")).status_code == 200

    play(serving, scene)


def test_it_speaks_the_language_of_who_asks(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        one = visitor()
        english = await worked(one, "price", version="king-high")
        one.http.headers["accept-language"] = "es"
        spanish = await worked(one, "price", version="king-high")
        assert spanish["report"]["text"] == english["report"]["text"]
        assert (
            spanish["fields"]["readings"][0]["question"]
            != (english["fields"]["readings"][0]["question"])
        )

    play(serving, scene)


# How it is played ----------------------------------------------------------------------------------


@cache
def analysed(id: str) -> Analysis:
    return Analysis(game(id).ruleset(), made_before=KeptCounts())


LONG_TO_TEACH = "pick2"
"""The lists of this game take seconds to find: they are compared in the proof."""


@pytest.mark.parametrize(
    "id",
    [pytest.param(id, marks=[pytest.mark.proof] * (id == LONG_TO_TEACH)) for id in GAMES],
)
def test_the_strategy_is_the_one_that_the_command_prints(serving: Serving, id: str) -> None:
    def printed() -> Json:
        analysis = analysed(id)
        if analysis.solved is None:
            return no_decision_document(analysis)
        return strategy_document(analysis, taught(analysis.solved))

    async def scene(visitor: Visit) -> None:
        found = await worked(visitor(), "strategy", version=id)
        expected = await asyncio.to_thread(printed)
        assert found["has_decisions"] == ("lists" in expected)
        assert [(each["id"], each["house_edge"]["exact"]) for each in found["cheapest_first"]] == [
            (each["wager"], each["house_edge"]) for each in expected.get("cheapest_first", [])
        ]
        for each, listed in zip(found["lists"], expected.get("lists", []), strict=True):
            assert [(rule["decision"], rule["at_least"]) for rule in each["rules"]] == [
                (rule["decision"], rule["at_least"]) for rule in listed["rules"]
            ]
            assert each["otherwise"] == listed["otherwise"]
            assert each["cost"]["exact"] == listed["cost"]
            assert each["house_edge"]["exact"] == str(-Fraction(listed["expectation"]))
            assert str(each["wrong_hands"]) == listed["exceptions"]["hands"]
            assert [(one["cards"], one["cost"]["exact"]) for one in each["exceptions"]] == [
                (one["cards"], one["cost"]) for one in listed["exceptions"]["dearest"]
            ]

    play(serving, scene)


@pytest.mark.parametrize(("id", "hand"), [("duki4", "9h 9c 6s Jd"), ("pick2", "As Kd 9c 9h 2s")])
def test_a_hands_values_are_those_that_odds_says(serving: Serving, id: str, hand: str) -> None:
    async def scene(visitor: Visit) -> None:
        found = await worked(visitor(), "hand", version=id, cards=hand)
        analysis = await asyncio.to_thread(analysed, id)
        expected = Advice(analysis.solution, cards(hand)).document()
        values = {each["decision"]: each["worth"]["exact"] for each in found["decisions"]}
        assert values == expected["decisions"]
        assert next(e["decision"] for e in found["decisions"] if e["is_best"]) == expected["best"]
        grids = (await worked(visitor(), "grids", version=id))["grids"]
        cells = [cell for row in grids[0]["rows"] for cell in row["cells"] if cell]
        assert sum(cell["hands"] for cell in cells) == analysis.solution.counted.hands.total

    play(serving, scene)


def test_exposed_cards_are_valued_as_odds_does(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        found = await worked(visitor(), "exposed", version="king-high", cards="Kh 2c")
        expected = (await asyncio.to_thread(analysed, "king-high")).next_card(cards("Kh 2c"))
        assert {each["id"]: each["worth"]["exact"] for each in found["next_card"]} == {
            id: str(each.expectation) for id, each in expected.wagers.items()
        }
        assert {each["id"]: each["worth"]["exact"] for each in found["live"]} == {
            id: str(worth) for id, worth in expected.live.items()
        }

    play(serving, scene)


# Two versions, a target, a bank --------------------------------------------------------------------


def test_two_versions_are_compared_figure_by_figure(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        text = CHANGED["duki4"][0]
        found = await worked(visitor(), "compare", version="duki4", other=text)
        assert [(e["key"], e["first"], e["second"]) for e in found["pay"]] == [
            ("bonus.straight", "5-1", "7-1")
        ]
        assert [each["id"] for each in found["readings"]] == ["duki4.ace"]
        one = await asyncio.to_thread(reported, "duki4", "duki4")
        other = await asyncio.to_thread(reported, "duki4", text)
        bonus = next(each for each in found["wagers"] if each["id"] == "bonus")
        edge = next(each for each in bonus["figures"] if each["id"] == "house_edge")
        apart = other.wagers["bonus"].house_edge - one.wagers["bonus"].house_edge
        assert edge["difference"] == {"exact": str(apart), "text": percent(apart)}

    play(serving, scene)


def test_a_target_is_solved_and_what_it_finds_can_be_opened(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        one = visitor()
        found = await worked(
            one, "solve", version="duki4", vary="bonus.straight=4..6", edge="2..4", of="bonus"
        )
        assert found["combinations"] == 3
        for each in found["solutions"]:
            wagers = (await worked(one, "price", version=each["text"]))["report"]["wagers"]
            edge = next(w for w in wagers if w["id"] == "bonus")["figures"]["house_edge"]
            assert edge == each["edge"]
            assert Fraction(2, 100) <= Fraction(edge["exact"]) <= Fraction(4, 100)
        assert (await one.http.delete("/workbench/waiting?slot=a.solve")).status_code == 204

    play(serving, scene)


def test_a_bank_is_worth_what_the_edge_says(serving: Serving) -> None:
    async def scene(visitor: Visit) -> None:
        one = visitor()
        asked = {"version": "duki4", "stakes": "ante=1000", "seats": "1"}
        banked = await worked(one, "bank", **asked, pace="40")
        contest = (await asyncio.to_thread(analysed, "duki4")).report().contest
        assert contest is not None
        assert Fraction(banked["hour"]["win"]["exact"]) == 40 * 1000 * contest.house_edge
        assert all(len(each["levels"]) == 2 for each in banked["bands"])
        ruin = await worked(one, "ruin", **asked, bank="500000", rounds="100", whose="player")
        assert ruin["is_certain"]
        wrong = await one.get("/workbench/bank", **(asked | {"stakes": "ante=much"}))
        assert wrong.status_code == 400
        assert "much" in why(wrong)

    play(serving, scene)


@pytest.mark.proof
def test_fifty_people_ask_while_a_table_plays(serving: Serving) -> None:
    """The table answers every act while questions wait: it has turns of its own."""

    async def scene(visitor: Visit) -> None:
        player = await visitor().come_as_guest()
        follower = await player.follow(await player.table_of("duki4"))
        await follower.sit_down(1)
        await worked(player, "price", version="king-high")
        askers = [
            asyncio.create_task(
                worked(visitor(), "price", version=f"king-high~pokerpot.flush_{n}", slot=f"p{n}.a")
            )
            for n in range(20, 70)
        ]
        acts = 0
        while not all(each.done() for each in askers):
            await follower.must("buy-in", place=1, cash=100)
            acts += 1
        assert acts >= 5
        found = await asyncio.gather(*askers)
        assert len({each["report"]["text"] for each in found}) == 50
        assert len(serving.house.workbench.pool.workers) <= 2
        await follower.must("leave", place=1)
        await follower.socket.close()

    play(serving, scene)
