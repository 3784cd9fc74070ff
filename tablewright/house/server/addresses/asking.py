"""What every address needs: the house, who asks, how answers and refusals are written."""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar, cast

import msgspec
from fastapi import Depends, Request, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from tablewright.house.books.auditing import doer, is_doing
from tablewright.house.books.outage import first_line
from tablewright.house.classroom.classes import NotTaught
from tablewright.house.classroom.courses import Unaskable
from tablewright.house.classroom.drilling import AnsweredBefore, NoSuchDrill
from tablewright.house.house import House
from tablewright.house.people import cookies
from tablewright.house.people.person import NOBODY, PIT, NotYourPost, Person, Scope
from tablewright.house.people.throttle import TooManyTries
from tablewright.house.screens.messages import TableMessage, encoded, written_as
from tablewright.house.screens.orders import Unreadable
from tablewright.house.screens.print_shop import Unprintable
from tablewright.house.server.schema import answer_schema, body_schema
from tablewright.house.tables.alert_register import NoSuchAlert, TakenMeanwhile
from tablewright.house.tables.floor import NoSuchTable
from tablewright.house.tables.handovers import NoSuchHandover
from tablewright.house.tables.live import LiveTable
from tablewright.house.tables.refusals import NotWritten, Stale
from tablewright.house.workbench.pool import Replaced, Unworkable
from tablewright.rules.english import going_on
from tablewright.rules.errors import Forbidden, Refused
from tablewright.rules.language import say, worded

log = logging.getLogger(__name__)

READS = ("GET", "HEAD")
"""How a request is made that changes nothing."""
PLAIN = r"^[^\x00]*$"
"""Text without the one character that no database keeps."""

RETRY_AFTER_SECONDS = 2
"""How soon a program may try again what could not be written."""


class NotSignedIn(Refused):
    """Nobody has come in by this connection."""


class NotAllowed(Refused):
    """A person asks for what their duties do not include."""


class NotThere(Refused):
    """There is no such thing."""


def the_house(connection: HTTPConnection) -> House:
    return cast(House, connection.app.state.house)


async def asked_house(connection: HTTPConnection) -> House:
    """The house, for those who depend on it: not in a thread, as FastAPI has what cannot wait."""
    return the_house(connection)


async def the_caller(connection: HTTPConnection) -> Person:
    """Who asks: by a program's token, or by the session of a page; perhaps nobody."""
    person = await the_house(connection).entrance.identify(
        connection.headers.get("authorization", ""),
        connection.cookies.get(cookies.SESSION, ""),
        address_of(connection),
    )
    is_doing(person.doer)
    return person


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; a proxy that we were told of has said so."""
    return connection.client.host if connection.client else ""


async def onlooker(person: Annotated[Person, Depends(the_caller)]) -> Person:
    """Who looks: nobody, until they have changed a password that others know."""
    return NOBODY._replace(door=person.door) if person.must_change_password else person


async def arrived(person: Annotated[Person, Depends(the_caller)]) -> Person:
    """Who has come in, though their password may still have to be changed."""
    if not person.is_known:
        raise NotSignedIn("You are not signed in: sign in, or play as a guest.")
    return person


def refuse_to_act(person: Person) -> None:
    """Refuse a program whose token is for looking only."""
    if person.door.scope is Scope.READ:
        raise NotAllowed("This token can only look: use one that may act at tables.")


async def in_person(person: Annotated[Person, Depends(arrived)]) -> Person:
    """Who has signed in at the page: no program touches accounts, passwords, PINs or tokens."""
    if not person.is_at_page:
        raise NotAllowed(
            "A token cannot do this: tokens cannot make tokens, nor see or change accounts,"
            " passwords, PINs or sessions. Sign in at the page."
        )
    if person.is_guest:
        raise NotAllowed("Guests have no account: sign in first.")
    return person


async def active_user(
    connection: HTTPConnection, person: Annotated[Person, Depends(arrived)]
) -> Person:
    if connection.scope["method"] not in READS:
        refuse_to_act(person)
    if person.must_change_password:
        raise NotAllowed("Others know your password: change it first.")
    return person


async def owner(
    person: Annotated[Person, Depends(in_person)], same: Annotated[Person, Depends(active_user)]
) -> Person:
    """Whose account it is, at the page; a program is refused before anything else."""
    return person


async def staff(person: Annotated[Person, Depends(active_user)]) -> Person:
    if not person.is_staff:
        raise NotAllowed("Only staff can do this: sign in with an account that has a duty.")
    return person


async def pit(person: Annotated[Person, Depends(active_user)]) -> Person:
    if not person.is_in_the_pit:
        duties = " or ".join(sorted(PIT))
        raise NotAllowed(
            say(
                "Only the pit can see this: your account needs the duty of {duties}.", duties=duties
            )
        )
    return person


async def administrator(person: Annotated[Person, Depends(owner)]) -> Person:
    if "administrator" not in person.duties:
        raise NotAllowed("Only an administrator can do this.")
    return person


async def live_table(id: str, connection: HTTPConnection) -> LiveTable:
    return the_house(connection).floor.table(id)


Caller = Annotated[Person, Depends(the_caller)]
Onlooker = Annotated[Person, Depends(onlooker)]
InPerson = Annotated[Person, Depends(in_person)]
ActiveUser = Annotated[Person, Depends(active_user)]
Owner = Annotated[Person, Depends(owner)]
Staff = Annotated[Person, Depends(staff)]
InPit = Annotated[Person, Depends(pit)]
Administrator = Annotated[Person, Depends(administrator)]
TheHouse = Annotated[House, Depends(asked_house)]
TheTable = Annotated[LiveTable, Depends(live_table)]


def reply(body: Any, status: int = 200) -> Response:
    """An answer, written the way everything else is."""
    return Response(encoded(body), status, media_type="application/json")


# What is taken -------------------------------------------------------------------------------------

B = TypeVar("B", bound="Body")


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent: nothing beside what is named, nothing of another type."""


def taken(kind: type[B]) -> Callable[[Request], Awaitable[B]]:
    """Reads the body of a request; what cannot be read is refused in one line."""
    decode = msgspec.json.Decoder(kind).decode

    async def read(request: Request) -> B:
        said = request.headers.get("content-type", "application/json").partition(";")[0]
        if said.strip().lower() != "application/json":
            raise Unreadable("Content-Type: expected application/json")
        try:
            return decode(await request.body())
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Unreadable(_unreadable(error)) from None

    return read


def takes(kind: Any, *, is_required: bool = True) -> dict[str, Any]:
    """What an address takes, for its description."""
    content = {"application/json": {"schema": body_schema(kind)}}
    return {"requestBody": {"required": is_required, "content": content}}


def _unreadable(error: Exception) -> str:
    """An error of a body as `what: expected what`, in a line that cannot meddle with a page."""
    said, _, where = " ".join(str(error).split()).partition(" - at `$")
    what = where.rstrip("`").lstrip(".") or "the body"
    why = f"{what}: {going_on(said)}"[:300]
    return why if why.isprintable() else ascii(why)[1:-1]


# Refusals ------------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused."""

    why: Annotated[str, msgspec.Meta(description="One sentence for a person.")]
    rule: Annotated[str, msgspec.Meta(description="The rule behind it, where there is one.")] = ""
    table: TableMessage | msgspec.UnsetType = msgspec.UNSET
    """The table as it is now, where the command is stale."""


PROBLEM = answer_schema(Problem)


def responses(
    *statuses: int, gives: Any = None, status: int = 200
) -> dict[int | str, dict[str, Any]]:
    """What an address may answer with, for its description: what it gives, and its refusals."""
    said = {
        400: "Refused",
        401: "Not signed in",
        403: "Not for you",
        404: "Not there",
        409: "The table, the question or the alert has moved on; or a paper cannot be printed",
        413: "Too large",
        422: "Cannot be read",
        429: "Too many tries",
        503: "Nothing can be written, or read, at present",
    }
    refusals: dict[int | str, dict[str, Any]] = {
        each: {
            "description": said[each],
            "content": {"application/json": {"schema": PROBLEM}},
        }
        for each in (*statuses, 413, 422, 503)
    }
    if gives is None:
        return refusals
    given = {"content": {"application/json": {"schema": answer_schema(gives)}}}
    return {status: {"description": "Done"} | given, **refusals}


def status_of(refused: Refused) -> int:
    match refused:
        case NotSignedIn():
            return 401
        case NotAllowed() | NotYourPost():
            return 403
        case (
            NoSuchTable()
            | NoSuchAlert()
            | NoSuchHandover()
            | NoSuchDrill()
            | NotThere()
            | NotTaught()
        ):
            return 404
        case (
            Stale() | TakenMeanwhile() | AnsweredBefore() | Unaskable() | Unprintable() | Replaced()
        ):
            return 409
        case Unreadable():
            return 422
        case TooManyTries():
            return 429
        case NotWritten() | Unworkable():
            return 503
    return 400


def refusal(refused: Refused, table: bytes | None = None) -> Response:
    """A refusal in words."""
    rule = refused.rule if isinstance(refused, Forbidden) else ""
    now = written_as(TableMessage, table) if table else msgspec.UNSET
    answer = reply(Problem(worded(str(refused)), rule, now), status_of(refused))
    if isinstance(refused, TooManyTries):
        answer.headers["Retry-After"] = str(refused.seconds)
    if isinstance(refused, NotWritten | Unworkable):
        answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def too_many(why: str, seconds: int) -> Response:
    """A person must wait before they try again."""
    answer = reply(Problem(worded(why)), 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


async def refused_anywhere(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    if isinstance(refused, NotAllowed) and request.method not in READS:
        await _note_refused(request)
    return refusal(refused)


async def _note_refused(request: Request) -> None:
    """Have the audit tell who tried to change what is not theirs to; in the words in which the address
    is described, as the address itself may hold a name."""
    by, described = doer(), getattr(request.scope.get("route"), "summary", None)
    try:
        await the_house(request).entrance.failures.failed(
            "not-allowed", by.address, described or request.method, by.who
        )
    except (SQLAlchemyError, OSError) as failed:
        log.error(
            "that %s was refused is not in the audit: %s", request.url.path, first_line(failed)
        )
