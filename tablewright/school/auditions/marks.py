"""The marks of an audition, in the order in which they were earned."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablewright.school.auditions.asking import Sheet, wager_of
from tablewright.school.auditions.results import Mark
from tablewright.school.marking import Marked, PartMarked

if TYPE_CHECKING:
    from tablewright.school.auditions.audition import Audition


class Marks:
    """Takes marks and numbers them."""

    def __init__(self) -> None:
        self.found: list[Mark] = []

    def note(
        self,
        audition: "Audition",
        asked: Sheet,
        marked: Marked,
        line: int,
        lines: Mapping[str, int] | None = None,
    ) -> None:
        """Everything that was asked at once, with its line; of a payment, with each wager's own."""
        for part in marked.parts:
            at = (lines or {}).get(wager_of(part.id), line)
            self.add(audition, asked.areas[part.id], part, at)

    def add(
        self,
        audition: "Audition",
        area: str,
        part: PartMarked,
        line: int,
        *,
        is_injected: bool = False,
    ) -> None:
        """One part that was marked, with the line of the journal that it belongs to."""
        self.found.append(
            Mark(
                n=len(self.found) + 1,
                area=area,
                line=line,
                round=audition.t.state.round,
                seconds=audition.seconds,
                skill=part.skill,
                rule=part.rule,
                asks=part.asks,
                given=part.given,
                right=part.right,
                says=part.says,
                source=part.source,
                mark=part.mark,
                missed=part.missed,
                is_injected=is_injected,
            )
        )
