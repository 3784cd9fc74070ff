"""The process that prints, as `press` starts it: it answers until its input ends."""

import io
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec

from tablewright.house.screens.asked_process import Say, answer_until_the_end
from tablewright.house.screens.change_shown import change_shown
from tablewright.house.screens.paper_orders import KeptJournal, PaperOrder
from tablewright.house.screens.press import Answer, PrintedPaper, Wanted, encoded
from tablewright.papers import pack
from tablewright.papers.application import Enclosed, application
from tablewright.papers.change_request import change_request
from tablewright.papers.changes import Change, compared
from tablewright.papers.documents import Document, Paragraph
from tablewright.papers.editions import Edition
from tablewright.papers.first_page import LEADING, contents
from tablewright.papers.forms.book import filled_book, forms_of, manifest_of, printed_forms
from tablewright.papers.forms.kinds import chosen_kinds
from tablewright.papers.forms.night import Night, read_night
from tablewright.papers.houses import refuse_logo
from tablewright.papers.pack import Paper
from tablewright.papers.printing import forget, to_pages, to_pdf
from tablewright.rules.errors import Refused, TablewrightError
from tablewright.rules.submissions import SUBMISSION
from tablewright.table.journal import WrongLine
from tablewright.table.verify import verify

MOST_EDITIONS = 2
"""How many editions are kept at hand, with what was written for them."""

_wanted = msgspec.msgpack.Decoder(Wanted).decode


class Printer:
    """Prints what is wanted, and keeps what several documents of an edition have in common."""

    def __init__(self) -> None:
        self._editions: OrderedDict[str, Edition] = OrderedDict()
        self._written: dict[tuple[str, str], Document] = {}
        self._change: tuple[str, Change] | None = None
        self._night: tuple[str, Night] | None = None
        """The newest change and the newest night, each by what it was made from."""

    def answer(self, wanted: Wanted) -> Answer:
        try:
            answer = self._printed(wanted)
            forget()
            return answer
        except TablewrightError as refused:
            return Answer(refused=str(refused))
        except Exception:  # The house logs it; the press goes on.
            return Answer(failed=traceback.format_exc())

    def _printed(self, wanted: Wanted) -> Answer:
        if wanted.what == "logo":
            return _tried(wanted.order)
        if wanted.journal is not None:
            return self._form(wanted, self._filled(wanted.journal))
        key = wanted.order.key
        edition = self._edition(key, wanted.order)
        if wanted.document is not None:
            made = wanted.document
            return _papers(
                [Paper(made.name, made.title, f"{made.name}.pdf", to_pdf(made, edition))]
            )
        if wanted.what == "change":
            return Answer(change=change_shown(self._compared(edition, wanted)))
        if wanted.name == pack.CHANGE_REQUEST:
            document = change_request(edition, self._compared(edition, wanted))
            return _either(wanted, edition, document)
        if wanted.name == pack.APPLICATION:
            return self._application(key, edition, wanted)
        document = self._document(key, edition, wanted.name)
        others = self._others(key, edition) if wanted.name == LEADING else ()
        return _either(wanted, edition, document, others)

    def _application(self, key: str, edition: Edition, wanted: Wanted) -> Answer:
        """The letter that names every document by its hash."""
        documents = {name: self._document(key, edition, name) for name in pack.BUILDERS}
        if wanted.before is not None:
            change = self._compared(edition, wanted)
            documents[pack.CHANGE_REQUEST] = change_request(edition, change)
        enclosed = [Enclosed(*each) for each in wanted.enclosed]
        document = application(edition, enclosed, documents)
        if wanted.what == "pages":
            return Answer(pages=tuple(to_pages(document, edition)))
        file = f"{edition.game.id}-{document.name}.pdf"
        return _papers([Paper(document.name, document.title, file, to_pdf(document, edition))])

    def _compared(self, edition: Edition, wanted: Wanted) -> Change:
        """What is different from the order before."""
        assert wanted.before is not None
        if self._change is None or self._change[0] != wanted.key:
            before = self._edition(wanted.before.key, wanted.before)
            self._change = wanted.key, compared(before, edition)
        return self._change[1]

    # Forms ----------------------------------------------------------------------------------------

    def _filled(self, journal: KeptJournal) -> Night:
        """The forms of a journal; refused where a line of it does not hold."""
        if self._night is None or self._night[0] != journal.sha256:
            try:
                verdict = verify(lambda: io.BytesIO(journal.content))
            except WrongLine as wrong:
                why = f"the journal does not hold, line {wrong.line:,}: {wrong.why}"
                raise Refused(why) from None
            night = read_night(io.BytesIO(journal.content), verdict)
            self._night = journal.sha256, night
        return self._night[1]

    def _form(self, wanted: Wanted, night: Night) -> Answer:
        """The forms of one kind, or all of them with their manifest."""
        edition = night.edition(wanted.order.house)
        if wanted.what == "forms":
            papers = list(printed_forms(night, edition))
            listed = manifest_of(night, edition, papers)
            return _papers([*papers, Paper("manifest", "Manifest", pack.MANIFEST, listed)])
        (kind,) = chosen_kinds([wanted.name])
        if not forms_of(night, kind):
            raise Refused(f"No form is in the journal for that yet: {kind.title.lower()}.")
        if wanted.what == "pages":
            return Answer(pages=tuple(to_pages(filled_book(night, kind, edition), edition)))
        return _papers(printed_forms(night, edition, [kind.name]))

    # Editions -------------------------------------------------------------------------------------

    def _edition(self, key: str, order: PaperOrder) -> Edition:
        found = self._editions.get(key)
        if found is None:
            found = self._editions[key] = order.edition()
            if len(self._editions) > MOST_EDITIONS:
                gone, _ = self._editions.popitem(last=False)
                self._written = {of: each for of, each in self._written.items() if of[0] != gone}
        self._editions.move_to_end(key)
        return found

    def _document(self, key: str, edition: Edition, name: str) -> Document:
        if (key, name) not in self._written:
            self._written[key, name] = pack.written(edition, name)
        return self._written[key, name]

    def _others(self, key: str, edition: Edition) -> set[str] | tuple[str, ...]:
        """The contents of every document, where the leading one must say what all of them lack."""
        submission = edition.submission
        if submission is None or not submission.asked_of(SUBMISSION):
            return ()
        every = (self._document(key, edition, name) for name in pack.BUILDERS)
        return set[str]().union(*map(contents, every))


def _either(
    wanted: Wanted, edition: Edition, document: Document, others: set[str] | tuple[str, ...] = ()
) -> Answer:
    """A document with its first page, as PDF or as pictures."""
    if wanted.what == "pages":
        whole, _ = pack.completed(edition, document, others)
        return Answer(pages=tuple(to_pages(whole, edition)))
    return _papers(pack.printed_one(edition, document, others))


def _papers(printed: Iterable[Paper]) -> Answer:
    return Answer(
        papers=tuple(
            PrintedPaper(
                name=each.name,
                title=each.title,
                file=each.file,
                content=each.content,
                lacks=each.lacks,
            )
            for each in printed
        )
    )


def _tried(order: PaperOrder) -> Answer:
    """A page with the house's logo, which nobody keeps; refused if it is not a plain SVG."""
    refuse_logo(order.house.logo, "logo")
    page = Document(name="logo", title="Logo", blocks=(Paragraph(text="Logo"),))
    try:
        to_pdf(page, order.edition())
    except RuntimeError as error:  # What typst raises.
        why = " ".join(str(error).split())[:120]
        raise Refused(f"the logo cannot be printed ({why}): expected plain SVG") from None
    return Answer()


def main() -> None:
    """Answer until nothing more is asked, or until it has had so much memory."""
    printer = Printer()

    def answered(message: bytes, _say: Say, is_last: Callable[[], bool]) -> bytes:
        answer = printer.answer(_wanted(message))
        return encoded(msgspec.structs.replace(answer, is_last=is_last()))

    answer_until_the_end(answered)


if __name__ == "__main__":
    main()
