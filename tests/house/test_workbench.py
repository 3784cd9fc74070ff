"""The workbench over HTTP: every figure is the one that `odds` reports, for everyone who may ask."""

import asyncio
import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest

from tablewright.games import game
from tablewright.odds.analysis import Analysis
from tablewright.odds.printing import percent
from tablewright.odds.report import Report, as_document
from tablewright.odds.store import KeptCounts
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


def reported(id: str, version: str) -> Report:
    """What `odds` reports of a version, made apart."""
    of = game(id)
    if version == id:
        return Analysis(of.ruleset(), made_before=KeptCounts()).report()
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
        chart = await one.get("/workbench/files/charts.svg", version=text)
        assert chart.headers["content-type"] == "image/svg+xml"
        assert report.ruleset[:12] in chart.text
        tag = chart.headers["etag"]
        again = await one.http.get(
            "/workbench/files/charts.svg", params={"version": text}, headers={"if-none-match": tag}
        )
        assert again.status_code == 304

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
