"""What is approved where, until when, what is left open; and what a change would make of it."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from tablewright.cli.approvals.moving import letters_in
from tablewright.cli.house_address import house_address
from tablewright.cli.rulebook import day
from tablewright.cli.sheets import Sheet, show_as
from tablewright.games import game
from tablewright.rules.errors import Refused
from tablewright.rules.game import Game, Ruleset
from tablewright.rules.jurisdictions import Approval, Jurisdiction, jurisdictions
from tablewright.rules.on_record import Answered, Letter, Records, with_letters
from tablewright.rules.readings import parse_choices
from tablewright.rules.wagers import parse_pay

BECOMES = {
    "lapses": "LAPSES",
    "answer": "needs an answer",
    "stands": "still holds",
    "begins": "names the new rules",
    "neither": "names other rules",
}
"""What a change makes of an approval, the worst first."""


class Change(NamedTuple):
    """A game's own rules, and those that it is to be played by."""

    before: Ruleset
    after: Ruleset


class Known(NamedTuple):
    """What is looked through: the places with their letters, and the answers on record there."""

    places: Sequence[Jurisdiction]
    records: Mapping[str, Records]
    on: date


def show_approvals(
    id: str | None,
    readings: Sequence[str],
    pay: Sequence[str],
    data: str | None,
    database: str | None,
    letters: str | None,
    on: str | None,
    *,
    as_json: bool,
) -> int:
    """List the approvals of all games, or of one; with a change, what becomes of each."""
    of = game(id) if id else None
    change = _change(of, readings, pay)
    known = _known(_records(data, database, letters), day(on))
    return show_as(_plain, _sheets, known, of, change, as_json=as_json)


def _change(of: Game | None, readings: Sequence[str], pay: Sequence[str]) -> Change | None:
    if not (readings or pay):
        return None
    if of is None:
        raise Refused("a change is of one game: expected GAME before --reading and --pay")
    after = of.ruleset(parse_choices(of.readings, readings), parse_pay(pay))
    return Change(of.ruleset(), after)


def _records(data: str | None, database: str | None, letters: str | None) -> Records:
    """What a house has on record, or a file of letters has; nothing, if neither is named."""
    if letters:
        if data or database:
            raise Refused("letters come from a file or from a house: expected one of the two")
        return letters_in(letters)
    if not (data or database):
        return ()
    from tablewright.house.people.letters_offline import records_of

    return asyncio.run(records_of(house_address(data, database)[0]))


def _known(records: Records, on: date) -> Known:
    by_place = {
        place.id: tuple(each for each in records if each.jurisdiction == place.id)
        for place in jurisdictions()
    }
    places = [with_letters(place, by_place[place.id]) for place in jurisdictions()]
    return Known(places, by_place, on)


# What is told --------------------------------------------------------------------------------------


def _plain(known: Known, of: Game | None, change: Change | None) -> dict[str, Any]:
    approvals = [
        _approval(known, place, each, change)
        for place in known.places
        for each in place.approvals
        if of is None or each.game == of.id
    ]
    if change:
        order = list(BECOMES)
        approvals.sort(key=lambda each: order.index(each["outcome"]))
    return {
        "on": known.on.isoformat(),
        "game": of.id if of else None,
        "change": _change_json(change) if change else None,
        "approvals": approvals,
        "approve_everything": [each.id for each in known.places if each.approves_everything],
    }


def _change_json(change: Change) -> dict[str, Any]:
    after = change.after
    return {
        "before": change.before.fingerprint,
        "after": after.fingerprint,
        "readings": {each.id: after.rulings[each.id] for each in after.changed},
        "pay": after.pay_plainly,
    }


def _approval(
    known: Known, place: Jurisdiction, approval: Approval, change: Change | None
) -> dict[str, Any]:
    letter = _letter(known.records[place.id], approval.number)
    found = {
        "jurisdiction": place.id,
        "jurisdiction_name": place.name,
        "game": approval.game,
        "ruleset": approval.ruleset,
        "readings": dict(approval.readings),
        "pay": dict(letter.pay) if letter else {},
        "source": approval.source,
        "record": approval.number or None,
        "since": approval.date.isoformat(),
        "until": approval.until.isoformat() if approval.until else None,
        "state": _state(approval, known.on),
        "leaves_open": list(approval.leaves_open),
        "needs_answer": list(approval.needs_answer),
        "conditions": [each.title for each in approval.conditions],
    }
    if change:
        found |= _became(approval, change, known.records[place.id], known.on)
    return found


def _letter(records: Records, number: int) -> Letter | None:
    for each in records:
        if number and each.number == number and isinstance(each.claim, Letter):
            return each.claim
    return None


def _state(approval: Approval, on: date) -> str:
    if approval.has_expired(on):
        return "expired"
    return "in force" if approval.is_in_force(on) else "not yet"


def _became(approval: Approval, change: Change, records: Records, on: date) -> dict[str, Any]:
    """What a change makes of an approval; answers that are on record need not be asked for."""
    from tablewright.papers.changes.approvals import outcome

    became: str = outcome(approval, change.before, change.after)
    asked = approval.to_be_answered(change.after) if approval.covers(change.after) else {}
    held = {each.claim.subject for each in records if each.holds_on(on)}
    missing = [
        f"{id}={option}"
        for id, option in asked.items()
        if Answered(id, option, "", on).subject not in held
    ]
    if became == "answer" and not missing:
        became = "stands"
    return {"outcome": became, "to_answer": missing}


def _sheets(known: Known, of: Game | None, change: Change | None) -> Iterator[Sheet]:
    told = _plain(known, of, change)
    if told["change"]:
        changed = told["change"]
        rows = [["from", changed["before"]], ["to", changed["after"]]]
        rows += [["reading", f"{id} as {option}"] for id, option in changed["readings"].items()]
        rows += [["pays", f"{key} {odds}"] for key, odds in changed["pay"].items()]
        assert of is not None
        yield Sheet(f"{of.name}: a change of its rules, on {told['on']}", rows)
    for each in told["approvals"]:
        yield _sheet(each)
    everything = [each.name for each in known.places if each.approves_everything]
    none = "" if told["approvals"] else f"No approval{f' of {of.name}' if of else ''} is known. "
    yield Sheet("", note=f"{none}Every ruleset may be played in: {', '.join(everything)}.")


def _sheet(approval: Mapping[str, Any]) -> Sheet:
    became, state = approval.get("outcome", ""), approval["state"]
    name = f"{game(approval['game']).name} in {approval['jurisdiction_name']}"
    title = f"{name}: {BECOMES[became]}" if became else name
    if state != "in force":
        title += f", {state.upper()}"
    until = f"through {approval['until']}" if approval["until"] else "without end"
    rows = [
        ["approved by", approval["source"]],
        ["ruleset", approval["ruleset"]],
        ["holds", f"since {approval['since']}, {until}"],
        *(["reading", f"{id} as {option}"] for id, option in approval["readings"].items()),
        *(["pays", f"{key} {odds}"] for key, odds in approval["pay"].items()),
        *(["condition", each] for each in approval["conditions"]),
    ]
    for label, named in (("left open", "leaves_open"), ("by answer", "needs_answer")):
        if approval[named]:
            rows.append([label, ", ".join(approval[named])])
    rows += [["ask for", each] for each in approval.get("to_answer", ())]
    is_warning = state != "in force" or became in ("lapses", "answer")
    return Sheet(title, rows, is_warning=is_warning)
