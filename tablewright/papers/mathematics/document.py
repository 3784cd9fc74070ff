"""The mathematics report as a document: its sections in order, and what must be said before them."""

from tablewright.papers.documents import Document, Sheet
from tablewright.papers.editions import Edition
from tablewright.papers.mathematics.combinations import combinations
from tablewright.papers.mathematics.distribution import distribution
from tablewright.papers.mathematics.edge import edge
from tablewright.papers.mathematics.exposure import largest_exposure
from tablewright.papers.mathematics.fingerprint import fingerprint
from tablewright.papers.mathematics.method import method
from tablewright.papers.mathematics.par_sheet import par_sheet, posted
from tablewright.papers.mathematics.readings import claims, readings
from tablewright.papers.mathematics.simulation import simulation
from tablewright.papers.mathematics.strategy import strategy
from tablewright.papers.notices import for_the_house

NAME = "mathematics"
TITLE = "Mathematics report"


def mathematics(edition: Edition) -> Document:
    """The mathematics report of an edition, its par sheet on the page after the cover."""
    return Document(
        name=NAME,
        title=TITLE,
        subtitle="Par sheet, combinations, strategy and exposure",
        sheet=Sheet(has_contents=True, is_numbered=True),
        front=tuple(for_the_house(edition)),
        blocks=(
            *par_sheet(edition),
            *posted(edition),
            *combinations(edition),
            *edge(edition),
            *strategy(edition),
            *distribution(edition),
            *largest_exposure(edition),
            *readings(edition),
            *claims(edition),
            *method(edition),
            *simulation(edition),
            *fingerprint(edition),
        ),
    )
