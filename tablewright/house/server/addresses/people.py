"""People: coming in and going out, sessions, accounts, tokens for programs."""

from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from tablewright.house.house import House
from tablewright.house.people.accounts import Account
from tablewright.house.people.cookies import DEVICE, DEVICE_SECONDS, SESSION
from tablewright.house.people.names import folded
from tablewright.house.people.person import NOBODY, Person, Scope, person_of
from tablewright.house.people.sessions import LONGEST, Session, device_named
from tablewright.house.people.tokens import DAYS, MOST_DAYS, Token
from tablewright.house.screens.people_pages import (
    AccountChanged,
    AccountShown,
    Me,
    SessionShown,
    TokenMade,
    TokenShown,
)
from tablewright.house.server.addresses.asking import (
    PLAIN,
    Administrator,
    Body,
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
    taken,
    takes,
)
from tablewright.rules.errors import Refused, quoted
from tablewright.rules.language import say

router = APIRouter(tags=["people"])

Name = Annotated[str, msgspec.Meta(max_length=100, pattern=PLAIN)]
Password = Annotated[str, msgspec.Meta(max_length=200)]
Word = Annotated[str, msgspec.Meta(max_length=100)]
Duties = Annotated[list[str], msgspec.Meta(max_length=10)]
Days = Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]


class Ended(msgspec.Struct, frozen=True):
    """The number of a session or a token that has ended."""

    id: int


class SignIn(Body, frozen=True):
    """Name and password."""

    name: Name
    password: Password


class AsGuest(Body, frozen=True):
    """The name a guest wants to be known by; one is given, if none."""

    name: Name = ""


class NewPassword(Body, frozen=True):
    """The password now, and the next."""

    old: Password
    new: Password


class NewPin(Body, frozen=True):
    """The PIN to sign with at a shared screen; none, if null."""

    password: Password
    pin: Word | None


class NewAccount(Body, frozen=True):
    """An account to be made; its password is made up, if none is said."""

    name: Name
    roles: Duties
    password: Password | None = None


class ChangedAccount(Body, frozen=True):
    """What is to be changed of an account; what is not said stays."""

    roles: Duties | None = None
    is_disabled: bool | None = None
    reset_password: bool = False


class NewToken(Body, frozen=True):
    """A token to be made."""

    label: Word
    scope: Literal["read", "act"] = "read"
    days: Days = DAYS


def me(person: Person) -> Me:
    """A person as their page knows them."""
    return Me(
        name=person.name or None,
        roles=sorted(person.duties),
        is_guest=person.is_guest,
        must_change_password=person.must_change_password,
        has_pin=person.has_pin,
    )


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


@router.get("/me", summary="Who you are", responses=responses(gives=Me))
async def who_am_i(person: Caller) -> Response:
    return reply(me(person))


@router.post(
    "/sign-in",
    summary="Sign in",
    responses=responses(401, 403, 429, gives=Me),
    openapi_extra=takes(SignIn),
)
async def sign_in(
    request: Request, house: TheHouse, asked: Annotated[SignIn, Depends(taken(SignIn))]
) -> Response:
    device = house.cookies.read(request.cookies.get(DEVICE, ""))
    account = await house.entrance.sign_in(asked.name, asked.password, address_of(request), device)
    if account is None:
        raise NotSignedIn("The name or the password is wrong.")
    await house.carry_over(request.cookies.get(SESSION, ""), person_of(account))
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
        await house.end(session, "You have signed out.")
        if session.guest:
            await house.school.learners.forget(f"g:{session.guest}")


@router.post("/sign-out", summary="Sign out", responses=responses(gives=Me))
async def sign_out(request: Request, house: TheHouse) -> Response:
    await _leave(request, house)
    answer = reply(me(NOBODY))
    answer.delete_cookie(SESSION)
    return answer


@router.post(
    "/guest",
    summary="Come in as a guest",
    responses=responses(400, 429, gives=Me),
    openapi_extra=takes(AsGuest, is_required=False),
)
async def as_guest(request: Request, house: TheHouse, person: Caller) -> Response:
    if person.is_known:
        raise Refused(say("You are signed in as {name}: sign out first.", name=person.name))
    asked = await taken(AsGuest)(request) if await request.body() else AsGuest()
    guest, secret = await house.entrance.welcome(asked.name, _device(request), address_of(request))
    await house.carry_over(request.cookies.get(SESSION, ""), guest)
    answer = reply(me(guest))
    _with_cookie(request, answer, SESSION, secret, int(LONGEST.total_seconds()))
    return answer


# Your own account ----------------------------------------------------------------------------------


@router.post(
    "/password",
    summary="Change your password",
    responses=responses(400, 401, 403, 429, gives=Me),
    openapi_extra=takes(NewPassword),
)
async def change_password(
    request: Request,
    house: TheHouse,
    person: InPerson,
    asked: Annotated[NewPassword, Depends(taken(NewPassword))],
) -> Response:
    async with house.entrance.trying(person, house.cookies.read(request.cookies.get(DEVICE, ""))):
        account = await house.accounts.change_password(person.account, asked.old, asked.new)
    house.disconnect(person.key, "Your password has been changed: sign in again.")
    return await _signed_in(request, house, account)


@router.post(
    "/pin",
    summary="Set the PIN that you sign with at a shared screen, or none",
    responses=responses(400, 401, 403, 429, gives=Me),
    openapi_extra=takes(NewPin),
)
async def set_pin(
    request: Request,
    house: TheHouse,
    person: Owner,
    asked: Annotated[NewPin, Depends(taken(NewPin))],
) -> Response:
    async with house.entrance.trying(person, house.cookies.read(request.cookies.get(DEVICE, ""))):
        account = await house.accounts.set_pin(person.account, asked.password, asked.pin)
    return reply(me(person_of(account)))


@router.get(
    "/sessions",
    summary="Where you are signed in",
    responses=responses(401, 403, gives=list[SessionShown]),
)
async def sessions(house: TheHouse, person: Owner) -> Response:
    return reply([_session(each, person) for each in await house.entrance.sessions_of(person)])


def _session(session: Session, person: Person) -> SessionShown:
    return SessionShown(
        id=session.id,
        device=session.device,
        address=session.address,
        since=session.created.isoformat(),
        last_used=session.seen.isoformat(),
        ends=session.ends.isoformat(),
        is_this_one=session.key == person.door.key,
    )


@router.delete(
    "/sessions/{id}",
    summary="Sign out somewhere else",
    responses=responses(401, 403, 404, gives=Ended),
)
async def end_session(house: TheHouse, person: Owner, id: int) -> Response:
    for session in await house.entrance.sessions_of(person):
        if session.id == id:
            await house.end(session, "You have signed out.")
            return reply(Ended(id))
    raise NotThere(say("You have no session {id}: it may have ended already.", id=id))


# Accounts ------------------------------------------------------------------------------------------


def _shown(account: Account) -> AccountShown:
    return AccountShown(
        number=account.id,
        name=account.name,
        roles=sorted(str(duty) for duty in account.roles),
        is_disabled=account.is_disabled,
        created=account.created.isoformat(),
    )


@router.get(
    "/accounts", summary="Every account", responses=responses(401, 403, gives=list[AccountShown])
)
async def accounts(house: TheHouse, person: Administrator) -> Response:
    return reply([_shown(each) for each in await house.accounts.all()])


@router.post(
    "/accounts",
    status_code=201,
    summary="A new account",
    responses=responses(400, 401, 403, gives=AccountChanged, status=201),
    openapi_extra=takes(NewAccount),
)
async def new_account(
    house: TheHouse, person: Administrator, asked: Annotated[NewAccount, Depends(taken(NewAccount))]
) -> Response:
    account, password = await house.accounts.create(asked.name, asked.roles, asked.password)
    await house.refresh_roster()
    return reply(AccountChanged(_shown(account), password), 201)


@router.patch(
    "/accounts/{name}",
    summary="Change an account",
    responses=responses(400, 401, 403, 404, gives=AccountChanged),
    openapi_extra=takes(ChangedAccount),
)
async def change_account(
    house: TheHouse,
    person: Administrator,
    name: str,
    asked: Annotated[ChangedAccount, Depends(taken(ChangedAccount))],
) -> Response:
    if "\0" in name or await house.accounts.by_name(name) is None:
        raise NotThere(say("There is no account {name}: check the name.", name=quoted(name)))
    account = await house.accounts.change(name, roles=asked.roles, is_disabled=asked.is_disabled)
    await house.refresh_roster()
    password = await house.accounts.reset_password(name) if asked.reset_password else None
    house.disconnect(person_of(account).key, "Your account has been changed: sign in again.")
    return reply(AccountChanged(_shown(account), password))


@router.get(
    "/staff",
    summary="Who can take which post",
    responses=responses(401, 403, gives=dict[str, list[str]]),
)
async def on_duty(house: TheHouse, person: Staff) -> Response:
    return reply(await house.accounts.staff())


# Tokens --------------------------------------------------------------------------------------------


def _token(token: Token, house: House) -> TokenShown:
    return TokenShown(
        id=token.id,
        label=token.label,
        scope="act" if token.scope is Scope.ACT else "read",
        created=token.created.isoformat(),
        expires=token.expires.isoformat(),
        is_revoked=token.revoked is not None or house.tokens.now() >= token.expires,
    )


@router.get(
    "/tokens",
    summary="Your tokens for programs",
    responses=responses(401, 403, gives=list[TokenShown]),
)
async def tokens(house: TheHouse, person: Owner) -> Response:
    return reply([_token(each, house) for each in await house.tokens.of(person.account)])


@router.post(
    "/tokens",
    status_code=201,
    summary="A new token, shown once",
    responses=responses(400, 401, 403, gives=TokenMade, status=201),
    openapi_extra=takes(NewToken),
)
async def new_token(
    house: TheHouse, person: Owner, asked: Annotated[NewToken, Depends(taken(NewToken))]
) -> Response:
    made = await house.tokens.create(
        person.account, person.door.epoch, asked.label, asked.scope, asked.days
    )
    return reply(
        TokenMade(**msgspec.structs.asdict(_token(made.kept, house)), token=made.secret), 201
    )


@router.delete(
    "/tokens/{id}", summary="End a token", responses=responses(401, 403, 404, gives=Ended)
)
async def end_token(house: TheHouse, person: Owner, id: int) -> Response:
    ended = await house.tokens.revoke(person.account, id) if 0 < id < 2**31 else None
    if ended is None:
        raise NotThere(say("You have no token {id}: it may have ended already.", id=id))
    house.disconnect(ended.key, "The token has ended: make another.")
    return reply(Ended(id))
