"""The commands that show what there is: games, readings, jurisdictions; and the ruleset one chooses."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from tablewright.cli.sheets import Sheet, dollars, show_as
from tablewright.games import every_game, game
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.readings import Reading, parse_choices
from tablewright.rules.said import source_said
from tablewright.rules.wagers import parse_pay

if TYPE_CHECKING:
    from tablewright.rules.jurisdictions import Jurisdiction
    from tablewright.rules.submissions import Submission


# games ---------------------------------------------------------------------------------------------


def show_games(*, as_json: bool) -> int:
    return show_as(games_json, games_sheets, as_json=as_json)


def games_json() -> list[dict[str, Any]]:
    return [
        {
            "game": each.id,
            "name": each.name,
            "summary": each.summary,
            "wagers": [wager.id for wager in each.wagers],
            "readings": len(each.readings),
            "undecided": [reading.id for reading in each.readings if reading.is_undecided],
            "sources": [document.title for document in each.documents],
        }
        for each in every_game()
    ]


def games_sheets() -> Iterator[Sheet]:
    yield Sheet(
        "Games",
        [
            [
                each["game"],
                each["name"],
                str(each["readings"]),
                ", ".join(each["undecided"]) or "none",
                ", ".join(each["wagers"]),
                each["summary"],
            ]
            for each in games_json()
        ],
        header=("game", "name", "readings", "undecided", "wagers", "in a sentence"),
    )


# Chosen on the command line -------------------------------------------------------------------------


def chosen_ruleset(id: str, readings: Iterable[str], pay: Iterable[str] = ()) -> Ruleset:
    """The game with the readings and the odds that the command line chose."""
    of = game(id)
    return of.ruleset(parse_choices(of.readings, readings), parse_pay(pay))


def warning_sheets(warnings: Iterable[str]) -> Iterator[Sheet]:
    """What must be said loudly."""
    for warning in warnings:
        yield Sheet(f"WARNING: {warning}", is_warning=True)


# readings ------------------------------------------------------------------------------------------


def show_readings(id: str | None, *, as_json: bool) -> int:
    games = every_game() if id is None else (game(id),)
    return show_as(readings_json, readings_sheets, games, as_json=as_json)


def readings_json(games: tuple[Game, ...]) -> dict[str, Any]:
    return {
        "readings": [_reading_json(of, reading) for of in games for reading in of.readings],
        "errata": [
            {
                "game": of.id,
                "source": str(erratum.passage),
                "slip": erratum.slip,
                "read_as": erratum.read_as,
            }
            for of in games
            for erratum in of.errata
        ],
    }


def _reading_json(of: Game, reading: Reading) -> dict[str, Any]:
    return {
        "reading": reading.id,
        "game": of.id,
        "question": reading.question,
        "acts_on": reading.acts_on.value,
        "moves_money": reading.moves_money,
        "unpriced": reading.is_unpriced,
        "default": reading.default,
        "options": {option.id: option.means for option in reading.options},
        "warnings": {option.id: option.warning for option in reading.options if option.warning},
        "conflict": [{"source": str(each), "words": each.words} for each in reading.conflict],
        "evidence": reading.evidence.value,
        "undecided": reading.is_undecided,
        "why": reading.why,
    }


def readings_sheets(games: tuple[Game, ...]) -> Iterator[Sheet]:
    for of in games:
        for reading in of.readings:
            yield _reading_sheet(of, reading)
        if of.errata:
            yield Sheet(
                f"{of.name}: misprints",
                [[source_said(of, each.passage), each.slip, each.read_as] for each in of.errata],
                header=("source", "printed", "read as"),
            )


def _reading_sheet(of: Game, reading: Reading) -> Sheet:
    money = "moves money" if reading.moves_money else "moves no money"
    if reading.is_unpriced:
        money += ", unpriced (odds count no round in which it matters)"
    rows = [["acts on", f"{reading.acts_on.value}, {money}"]]
    for each in reading.conflict:
        said = f"“{each.words}” ({source_said(of, each)})"
        rows.append(["conflict" if len(rows) == 1 else "", said])
    for option in reading.options:
        label = "default" if option.id == reading.default else "or"
        warning = f" WARNING: {option.warning}." if option.warning else ""
        rows.append([label, f"{option.id}: {option.means}.{warning}"])
    rows += [["evidence", reading.evidence.value], ["why", reading.why]]
    return Sheet(f"{reading.id}: {reading.question}", rows=rows, is_warning=reading.is_undecided)


# jurisdictions -------------------------------------------------------------------------------------


def show_jurisdictions(id: str | None, on: str | None, *, as_json: bool) -> int:
    from tablewright.rules.jurisdictions import jurisdiction, jurisdictions

    places = tuple(jurisdictions()) if id is None else (jurisdiction(id),)
    return show_as(jurisdictions_json, jurisdictions_sheets, places, day(on), as_json=as_json)


def day(text: str | None) -> date:
    """The day asked about, today if none is given."""
    if text is None:
        return date.today()
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise Refused(f"{quoted(text)} is not a day: expected one such as 2009-01-31") from None


def jurisdictions_json(places: "tuple[Jurisdiction, ...]", on: date) -> list[dict[str, Any]]:
    return [
        {
            "jurisdiction": place.id,
            "name": place.name,
            "authority": place.authority,
            "on": on.isoformat(),
            "approves_everything": place.approves_everything,
            "approvals": [
                {
                    "game": approval.game,
                    "ruleset": approval.ruleset,
                    "date": approval.date.isoformat(),
                    "source": approval.source,
                    "leaves_open": list(approval.leaves_open),
                    "needs_answer": list(approval.needs_answer),
                }
                for approval in place.approvals
                if approval.date <= on
            ],
            "limits_are": place.limits_are,
            "limits": [
                {
                    "maximum_cents": limit.maximum_cents,
                    "applies_to": limit.applies_to,
                    "source": limit.source,
                    "note": limit.note,
                }
                for limit in place.limits_on(on)
            ],
            "conditions": [
                {
                    "condition": each.id,
                    "kept_by": each.kept_by,
                    "says": each.says,
                    "source": each.source,
                }
                for each in place.conditions_on(on)
            ],
            "notices": [
                {"notice": each.id, "says": each.says, "source": each.source}
                for each in place.notices_on(on)
            ],
            "submissions": [_submission_json(each) for each in place.submissions_on(on)],
        }
        for place in places
    ]


def _submission_json(submission: "Submission") -> dict[str, Any]:
    return {
        "submission": submission.id,
        "name": submission.name,
        "source": submission.source,
        "from": submission.from_.isoformat() if submission.from_ else None,
        "note": submission.note,
        "order": list(submission.order),
        "order_source": submission.order_source,
        "asks": [
            {
                "ask": ask.id,
                "title": ask.title,
                "of": ask.of,
                "says": ask.says,
                "needs": list(ask.needs),
                "source": ask.source,
                "note": ask.note,
            }
            for ask in submission.asks
        ],
        "unknown": list(submission.unknown),
        "read": [
            {
                "source": each.name,
                "address": each.address,
                "as_of": each.as_of.isoformat() if each.as_of else None,
                "note": each.note,
            }
            for each in submission.read
        ],
    }


def jurisdictions_sheets(places: "tuple[Jurisdiction, ...]", on: date) -> Iterator[Sheet]:
    for place in jurisdictions_json(places, on):
        rows = [
            ["id", place["jurisdiction"]],
            ["authority", place["authority"]],
            ["on", place["on"]],
        ]
        if place["approves_everything"]:
            rows.append(["approves", "every game in every ruleset"])
        elif not place["approvals"]:
            rows.append(["approves", "no game that we know of"])
        for approval in place["approvals"]:
            said = f"{approval['game']} as {approval['ruleset'][:12]}... since {approval['date']}"
            rows.append(["approves", f"{said}, subject to the conditions ({approval['source']})"])
            rows.append(["left open", ", ".join(approval["leaves_open"])])
            asked = ", ".join(approval["needs_answer"])
            rows.append(["by answer", asked])
        for limit in place["limits"]:
            most = f"{dollars(limit['maximum_cents'])} {limit['applies_to']}"
            rows.append(["limit", f"{most} ({limit['source']}; {limit['note']})"])
        if not place["limits"]:
            unknown = place["limits_are"] != "none"
            rows.append(["limit", "unknown: not in our sources" if unknown else "no limits set"])
        for each in place["conditions"]:
            kept = "attested" if each["kept_by"] == "people" else "kept by the table"
            rows.append(["condition", f"{each['says']} ({kept}; {each['source']})"])
        for each in place["notices"]:
            rows.append(["notice", f"{each['says']} ({each['source']})"])
        for each in place["submissions"]:
            rows.append(["submission", _submission_said(each)])
        yield Sheet(place["name"], rows)
        if len(places) == 1:
            for each in place["submissions"]:
                yield from _submission_sheets(each)


def _submission_said(submission: dict[str, Any]) -> str:
    """A kind of submission in a line: how much is asked, and how much is not known."""
    asked, unknown = len(submission["asks"]), len(submission["unknown"])
    return f"{submission['submission']}: {submission['name']} ({asked} asked, {unknown} unknown)"


def _submission_sheets(submission: dict[str, Any]) -> Iterator[Sheet]:
    """What is asked, what no source states, and what was read."""
    since = f", since {submission['from']}" if submission["from"] else ""
    yield Sheet(
        f"{submission['submission']}: {submission['name']}",
        [
            [
                each["of"],
                each["says"],
                ", ".join(each["needs"]),
                f"{each['source']}{_exception(each['note'])}",
            ]
            for each in submission["asks"]
        ],
        header=("asked of", "what", "met by", "source"),
        note=f"{submission['source']}{since}; {submission['note']}",
        tucked=(2, 3),
    )
    if submission["order"]:
        yield Sheet(
            f"{submission['submission']}: order of the rules of play",
            [["order", ", ".join(submission["order"])], ["source", submission["order_source"]]],
        )
    if submission["unknown"]:
        yield Sheet(
            f"{submission['submission']}: not stated by any source that was read",
            [["unknown", each] for each in submission["unknown"]],
        )
    yield Sheet(
        f"{submission['submission']}: what was read",
        [
            [each["source"], each["as_of"] or "no day given", each["note"], each["address"]]
            for each in submission["read"]
        ],
        header=("source", "as of", "about it", "address"),
        tucked=(2, 3),
    )


def _exception(note: str) -> str:
    """What a note says beyond that one verifies before relying on it."""
    beyond = note.partition(": ")[2]
    return f" ({beyond})" if beyond else ""
