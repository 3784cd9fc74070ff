"""People: coming in and going out, sessions, accounts, tokens for programs."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tablewright.house.house import House, person_of
from tablewright.house.people.accounts import Account
from tablewright.house.people.cookies import DEVICE, DEVICE_SECONDS, SESSION
from tablewright.house.people.names import folded
from tablewright.house.people.person import NOBODY, Person
from tablewright.house.people.sessions import LONGEST, Session, device_named
from tablewright.house.people.tokens import DAYS, MOST_DAYS, Token
from tablewright.house.server.addresses import answers as a
from tablewright.house.server.addresses.asking import (
    PLAIN,
    Administrator,
    Caller,
    InPerson,
    NotSignedIn,
    NotThere,
    Owner,
    Staff,
    TheHouse,
    address_of,
    reply,
    responses,
)
from tablewright.rules.errors import Refused, quoted

router = APIRouter(tags=["people"])

Name = Annotated[str, Field(max_length=100, pattern=PLAIN)]
Password = Annotated[str, Field(max_length=200)]


class Body(BaseModel):
    """What is sent: nothing beside what is named, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SignIn(Body):
    name: Name
    password: Password


class AsGuest(Body):
    name: Name = ""


class NewPassword(Body):
    old: Password
    new: Password


class NewPin(Body):
    password: Password
    pin: Annotated[str, Field(max_length=100)] | None


class NewAccount(Body):
    name: Name
    roles: list[str] = Field(max_length=10)
    password: Password | None = None


class ChangedAccount(Body):
    roles: list[str] | None = Field(None, max_length=10)
    is_disabled: bool | None = None
    reset_password: bool = False


class NewToken(Body):
    label: Annotated[str, Field(max_length=100)]
    scope: Literal["read", "act"] = "read"
    days: int = Field(DAYS, ge=1, le=MOST_DAYS)


def me(person: Person) -> dict[str, Any]:
    """A person as their page knows them."""
    return {
        "name": person.name or None,
        "roles": sorted(person.duties),
        "is_guest": person.is_guest,
        "must_change_password": person.must_change_password,
        "has_pin": person.has_pin,
    }


def _with_cookie(request: Request, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _device(request: Request) -> str:
    return device_named(request.headers.get("user-agent", ""))


# Coming in and going out ---------------------------------------------------------------------------


@router.get("/me", summary="Who you are", responses=responses(gives=a.Me))
async def who_am_i(person: Caller) -> Response:
    return reply(me(person))


@router.post("/sign-in", summary="Sign in", responses=responses(401, 403, 429, gives=a.Me))
async def sign_in(request: Request, house: TheHouse, asked: SignIn) -> Response:
    device = house.cookies.read(request.cookies.get(DEVICE, ""))
    account = await house.sign_in(asked.name, asked.password, address_of(request), device)
    if account is None:
        raise NotSignedIn("the name or the password is wrong")
    await _leave(request, house)
    answer = await _signed_in(request, house, account)
    known = house.cookies.write(device.after(folded(account.name)))
    _with_cookie(request, answer, DEVICE, known, DEVICE_SECONDS)
    return answer


async def _signed_in(request: Request, house: House, account: Account) -> Response:
    secret, _ = await house.sessions.begin(account, _device(request), address_of(request))
    answer = reply(me(person_of(account)))
    _with_cookie(request, answer, SESSION, secret, int(LONGEST.total_seconds()))
    return answer


async def _leave(request: Request, house: House) -> None:
    """End the session of this browser, if it has one."""
    session = house.sessions.find(request.cookies.get(SESSION, ""))
    if session is not None:
        await house.end(session, "you have signed out")


@router.post("/sign-out", summary="Sign out", responses=responses(gives=a.Me))
async def sign_out(request: Request, house: TheHouse) -> Response:
    await _leave(request, house)
    answer = reply(me(NOBODY))
    answer.delete_cookie(SESSION)
    return answer


@router.post("/guest", summary="Come in as a guest", responses=responses(400, 429, gives=a.Me))
async def as_guest(
    request: Request, house: TheHouse, person: Caller, asked: AsGuest | None = None
) -> Response:
    if person.is_known:
        raise Refused(f"you are {person.name} already: expected you to sign out first")
    name = asked.name if asked else ""
    guest, secret = await house.welcome(name, _device(request), address_of(request))
    answer = reply(me(guest))
    _with_cookie(request, answer, SESSION, secret, int(LONGEST.total_seconds()))
    return answer


# Your own account ----------------------------------------------------------------------------------


@router.post(
    "/password", summary="Change your password", responses=responses(400, 401, 403, 429, gives=a.Me)
)
async def change_password(
    request: Request, house: TheHouse, person: InPerson, asked: NewPassword
) -> Response:
    with house.trying(person, house.cookies.read(request.cookies.get(DEVICE, ""))):
        account = await house.accounts.change_password(person.account, asked.old, asked.new)
    house.disconnect(person.key, "the password has been changed: sign in again")
    return await _signed_in(request, house, account)


@router.post(
    "/pin",
    summary="Set the PIN that you sign with at a shared screen, or none",
    responses=responses(400, 401, 403, 429, gives=a.Me),
)
async def set_pin(request: Request, house: TheHouse, person: Owner, asked: NewPin) -> Response:
    with house.trying(person, house.cookies.read(request.cookies.get(DEVICE, ""))):
        account = await house.accounts.set_pin(person.account, asked.password, asked.pin)
    return reply(me(person_of(account)))


@router.get(
    "/sessions",
    summary="Where you are signed in",
    responses=responses(401, 403, gives=list[a.SessionShown]),
)
async def sessions(house: TheHouse, person: Owner) -> Response:
    return reply([_session(each, person) for each in await house.sessions_of(person)])


def _session(session: Session, person: Person) -> dict[str, Any]:
    return {
        "id": session.id,
        "device": session.device,
        "address": session.address,
        "since": session.created.isoformat(),
        "last_used": session.seen.isoformat(),
        "ends": session.ends.isoformat(),
        "is_this_one": session.key == person.door.key,
    }


@router.delete(
    "/sessions/{id}",
    summary="Sign out somewhere else",
    responses=responses(401, 403, 404, gives=a.Ended),
)
async def end_session(house: TheHouse, person: Owner, id: int) -> Response:
    for session in await house.sessions_of(person):
        if session.id == id:
            await house.end(session, "you have signed out")
            return reply({"id": id})
    raise NotThere(f"there is no session {id} of yours: expected one that has not ended")


# Accounts ------------------------------------------------------------------------------------------


def _shown(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "roles": sorted(str(duty) for duty in account.roles),
        "is_disabled": account.is_disabled,
        "created": account.created.isoformat(),
    }


@router.get(
    "/accounts", summary="Every account", responses=responses(401, 403, gives=list[a.AccountShown])
)
async def accounts(house: TheHouse, person: Administrator) -> Response:
    return reply([_shown(each) for each in await house.accounts.all()])


@router.post(
    "/accounts",
    status_code=201,
    summary="A new account",
    responses=responses(400, 401, 403, gives=a.AccountChanged, status=201),
)
async def new_account(house: TheHouse, person: Administrator, asked: NewAccount) -> Response:
    account, password = await house.accounts.create(asked.name, asked.roles, asked.password)
    await house.refresh_roster()
    return reply({"account": _shown(account), "password": password}, 201)


@router.patch(
    "/accounts/{name}",
    summary="Change an account",
    responses=responses(400, 401, 403, 404, gives=a.AccountChanged),
)
async def change_account(
    house: TheHouse, person: Administrator, name: str, asked: ChangedAccount
) -> Response:
    if "\0" in name or await house.accounts.by_name(name) is None:
        raise NotThere(f"there is no account {quoted(name)}: expected the name of one")
    account = await house.accounts.change(name, roles=asked.roles, is_disabled=asked.is_disabled)
    await house.refresh_roster()
    password = await house.accounts.reset_password(name) if asked.reset_password else None
    house.disconnect(person_of(account).key, "your account has been changed: sign in again")
    return reply({"account": _shown(account), "password": password})


@router.get(
    "/staff",
    summary="Who can take which post",
    responses=responses(401, 403, gives=dict[str, list[str]]),
)
async def on_duty(house: TheHouse, person: Staff) -> Response:
    return reply(await house.accounts.staff())


# Tokens --------------------------------------------------------------------------------------------


def _token(token: Token, house: House) -> dict[str, Any]:
    return {
        "id": token.id,
        "label": token.label,
        "scope": str(token.scope),
        "created": token.created.isoformat(),
        "expires": token.expires.isoformat(),
        "is_revoked": token.revoked is not None or house.tokens.now() >= token.expires,
    }


@router.get(
    "/tokens",
    summary="Your tokens for programs",
    responses=responses(401, 403, gives=list[a.TokenShown]),
)
async def tokens(house: TheHouse, person: Owner) -> Response:
    return reply([_token(each, house) for each in await house.tokens.of(person.account)])


@router.post(
    "/tokens",
    status_code=201,
    summary="A new token, shown once",
    responses=responses(400, 401, 403, gives=a.TokenMade, status=201),
)
async def new_token(house: TheHouse, person: Owner, asked: NewToken) -> Response:
    made = await house.tokens.create(
        person.account, person.door.epoch, asked.label, asked.scope, asked.days
    )
    return reply(_token(made.kept, house) | {"token": made.secret}, 201)


@router.delete(
    "/tokens/{id}", summary="End a token", responses=responses(401, 403, 404, gives=a.Ended)
)
async def end_token(house: TheHouse, person: Owner, id: int) -> Response:
    ended = await house.tokens.revoke(person.account, id) if 0 < id < 2**31 else None
    if ended is None:
        raise NotThere(f"there is no token {id} of yours: expected one that has not ended")
    house.disconnect(ended.key, "the token has ended: make another")
    return reply({"id": id})
