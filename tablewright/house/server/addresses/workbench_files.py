"""Files of the workbench: a version's report, its lines, its charts, and its mathematics in print."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from tablewright.design.versions import Version, version_of_text
from tablewright.house.screens.comma_separated import MEDIA_TYPE as CSV
from tablewright.house.server.addresses.asking import NotAllowed, TheHouse
from tablewright.house.server.addresses.paper_choices import Choice as PaperChoice
from tablewright.house.server.addresses.paper_choices import order_of
from tablewright.house.server.addresses.papers import PDF, SVG, gives_file, sent
from tablewright.house.server.addresses.workbench import User, VersionText, question
from tablewright.house.workbench.messages import Choice, What

router = APIRouter(prefix="/workbench/files", tags=["workbench"])

JSON = "application/json"
FILES: dict[str, tuple[What, str, str]] = {
    "report.json": ("report", JSON, "The report, as `tablewright odds --json` prints it"),
    "lines.csv": ("lines", CSV, "Every line of every wager, as comma-separated values"),
    "charts.svg": ("chart", SVG, "The charts, as `tablewright odds --plot` draws them"),
}
"""What each file holds, of which kind it is, and what it is."""


def _gives(name: str) -> Any:
    what, kind, _ = FILES[name]

    async def give(
        house: TheHouse, person: User, request: Request, version: VersionText
    ) -> Response:
        asked = question(what, Choice(version=version))
        content = await house.workbench.file(person, asked)
        answer = sent(request, content, kind, f"{asked.game}-{name}")
        answer.headers["Content-Disposition"] = f'attachment; filename="{asked.game}-{name}"'
        return answer

    return give


for _name, (_, _kind, _summary) in FILES.items():
    router.get(f"/{_name}", summary=_summary, responses=gives_file(_kind))(_gives(_name))


@router.get(
    "/mathematics.pdf",
    summary="The mathematics report of a version, for staff",
    responses=gives_file(PDF),
)
async def mathematics(
    house: TheHouse, person: User, request: Request, version: VersionText
) -> Response:
    if not person.is_staff:
        raise NotAllowed("The mathematics report is printed for staff: sign in.")
    found = await asyncio.to_thread(version_of_text, version)
    order = await order_of(house, _on_paper(found))
    first, *_ = await house.print_shop.papers(order, "mathematics")
    return sent(request, first.content, PDF, first.file)


def _on_paper(version: Version) -> PaperChoice:
    """The papers of a version, as the house usually has them."""
    readings = tuple(f"{id}={option}" for id, option in version.readings.items())
    pay = tuple(f"{key}={odds}" for key, odds in version.pay.items())
    return PaperChoice("", version.game, "general", "", readings, pay, None)
