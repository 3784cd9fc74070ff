"""Faults of procedure: steps left out, chips that the dealer did not see, cards and welcomes late."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

import msgspec

from tablewright.school.faults.found import DEALER, Found, Kind, post_of
from tablewright.table import acts
from tablewright.table.acts.card_changes import CHANGE_FIRST
from tablewright.table.acts.slips import RULING
from tablewright.table.chips import FLOAT, Move
from tablewright.table.journal import Line
from tablewright.table.record import ACTS

WELCOME = ACTS[acts.Welcome]


class _Reported(NamedTuple):
    """Chips that others saw, and the line that says so."""

    line: Line
    report: acts.ReportChips
    dealer: str
    stood: int | None


class _PutOff(NamedTuple):
    """A card change that a supervisor put off."""

    who: str
    post: str
    did: acts.PutOffCardChange


class StepFaults:
    """Looks at what is left out, seen by others or done late."""

    def __init__(self, found: Found) -> None:
        self._found = found
        self._left_out: dict[str, list[int]] = {}
        """The steps left out in this round and not declared yet, by their places among the faults."""
        self._reported: _Reported | None = None
        self._put_off: _PutOff | None = None
        self._played: set[int] = set()
        """The places that were settled in this round."""
        self._unwelcomed: set[int] = set()
        """The places of which it has been said."""

    def look(self, line: Line) -> None:
        """What a line shows, with the table as it was before."""
        match line.did:
            case acts.Overlook() as left_out:
                self._overlooked(left_out, line)
            case acts.Declare() as declared:
                self._declared(declared, line)
            case acts.ReportChips() as report:
                is_unseen = post_of(line.by) != DEALER
                dealer, stood = self._found.dealer, self._found.stood(line.at)
                self._reported = _Reported(line, report, dealer, stood) if is_unseen else None
            case acts.ChipsRuled(moves=moves) if self._reported:
                self._unseen(self._reported, moves)
                self._reported = None
            case acts.CancelSlip(form=form) if form == RULING:
                self._reported = None
            case acts.PutOffCardChange() as did:
                by = line.by
                self._put_off = _PutOff(self._found.name_of(by), post_of(by), did)
            case acts.NoMoreBets() if self._put_off and not self._found.state.is_begun:
                self._dealt_late(self._put_off, line)
            case acts.Settled(place=place):
                self._played.add(place)
            case acts.Leave(place=place):
                self._unwelcomed.discard(place)
            case acts.Clear():
                self._not_welcomed(line)
                self._left_out, self._played = {}, set()

    # Left out --------------------------------------------------------------------------------------

    def _overlooked(self, left_out: acts.Overlook, line: Line) -> None:
        found, step = self._found, left_out.step
        says = f"A {step} that was due was left out"
        if left_out.burnt:
            says = f"Only {left_out.burnt} of {left_out.due} cards were burnt"
        # Which irregularity it is, where there are several, is known once it is declared.
        irregular = found.syllabus.procedure.irregularities
        rule = next((each.id for each in irregular if each.overlooked == step), line.rule)
        self._left_out.setdefault(step, []).append(len(found.faults))
        skills = found.skills.of_left_out(step, found.device)
        found.add(Kind.LEFT_OUT, rule, says, line, skills=skills)

    def _declared(self, declared: acts.Declare, line: Line) -> None:
        found, id = self._found, declared.irregularity
        for n in self._left_out.pop(found.course.irregularities[id].overlooked, ()):
            by = (found.name_of(line.by),)
            found.faults[n] = msgspec.structs.replace(found.faults[n], rule=id, seen_by=by)

    # Not seen --------------------------------------------------------------------------------------

    def _unseen(self, seen: _Reported, moves: Iterable[Move]) -> None:
        """Chips that were seen by others, and not by the dealer; once they are ruled on."""
        found, report = self._found, seen.report
        title = found.course.incidents[report.incident].title
        found.add(
            Kind.UNSEEN,
            report.incident,
            f"{title} at {found.syllabus.game.place} {report.place}, seen by {report.who}",
            seen.line,
            who=seen.dealer,
            skills=found.skills.of_rule(report.incident, found.device),
            cents=sum(each.cents * _into_rack(each) for each in moves),
            seen_by=(report.who,),
            stood=seen.stood,
        )

    # Late ------------------------------------------------------------------------------------------

    def _dealt_late(self, put_off: _PutOff, line: Line) -> None:
        """A round begins with cards past their time, as a supervisor has put their change off."""
        found, decks = self._found, self._found.state.decks
        minutes = found.state.setup.card_change_minutes
        if decks.since is None or line.at < decks.since + timedelta(minutes=minutes):
            return
        self._put_off = None
        says = (
            f"Cards were dealt past their {minutes} minutes: the change was put off by"
            f" {put_off.did.minutes} minutes ({put_off.did.reason})"
        )
        found.add(Kind.OVERDUE, CHANGE_FIRST, says, line, who=put_off.who, post=put_off.post)

    def _not_welcomed(self, line: Line) -> None:
        """A new player has played a round, and nobody has welcomed them."""
        found = self._found
        if WELCOME in found.book.automatic:
            return
        rule = found.rule(acts.Welcome.rule)
        for place in sorted(self._played.intersection(found.state.new_at) - self._unwelcomed):
            self._unwelcomed.add(place)
            says = f"{found.place(place)} had played a round and was not welcomed"
            skills = found.skills.some_of_rule(rule, found.device)
            found.add(Kind.OVERDUE, rule, says, line, skills=skills)


def _into_rack(move: Move) -> int:
    """1 where chips go to the rack, as the house had been out by them; -1 where they come from it."""
    return (move.target == FLOAT) - (move.source == FLOAT)
