"""People: coming in and going out, accounts, tokens for programs."""

import math
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from tablewright.house.accounts import Account, folded
from tablewright.house.addresses import answers as a
from tablewright.house.addresses.asking import (
    PLAIN,
    Administrator,
    Arrived,
    NotAllowed,
    NotSignedIn,
    NotThere,
    Problem,
    Somebody,
    Staff,
    TheHouse,
    Whoever,
    reply,
    responses,
)
from tablewright.house.cookies import MAX_AGE_SECONDS, SignedIn
from tablewright.house.cookies import NAME as COOKIE
from tablewright.house.house import House, person_of
from tablewright.house.people import NOBODY, Person
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


def me(person: Person) -> dict[str, Any]:
    """Somebody as his page knows him."""
    return {
        "name": person.name or None,
        "roles": sorted(person.duties),
        "is_guest": person.is_guest,
        "must_change_password": person.must_change_password,
    }


def _with_cookie(request: Request, person: Person, cookie: str) -> Response:
    answer = reply(me(person))
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=MAX_AGE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


# Coming in -----------------------------------------------------------------------------------------


@router.get("/me", summary="Who you are", responses=responses(gives=a.Me))
async def who_am_i(person: Whoever) -> Response:
    return reply(me(person))


@router.post("/sign-in", summary="Sign in", responses=responses(401, 403, 429, gives=a.Me))
async def sign_in(request: Request, house: TheHouse, asked: SignIn) -> Response:
    name, address = folded(asked.name), request.client.host if request.client else ""
    if wait := house.throttle.begin(name, address):
        return _too_many(wait)
    account = await house.accounts.sign_in(asked.name, asked.password)
    if account is None:
        raise NotSignedIn("the name or the password is wrong")
    house.throttle.succeeded(name, address)
    return _signed_in(request, house, account)


def _too_many(wait: float) -> Response:
    seconds = math.ceil(wait)
    answer = reply(Problem(f"too many tries: wait {seconds} seconds, then try again"), 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _signed_in(request: Request, house: House, account: Account) -> Response:
    cookie = house.cookies.write(SignedIn(account.id, account.epoch))
    return _with_cookie(request, person_of(account), cookie)


@router.post("/sign-out", summary="Sign out", responses=responses(gives=a.Me))
async def sign_out() -> Response:
    answer = reply(me(NOBODY))
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/guest", summary="Come in as a guest", responses=responses(400, gives=a.Me))
async def as_guest(
    request: Request, house: TheHouse, person: Whoever, asked: AsGuest | None = None
) -> Response:
    if person.is_known:
        raise Refused(f"you are {person.name} already: expected you to sign out first")
    guest, cookie = house.welcome(asked.name if asked else "")
    return _with_cookie(request, guest, cookie)


@router.post(
    "/password", summary="Change your password", responses=responses(400, 401, 403, 429, gives=a.Me)
)
async def change_password(
    request: Request, house: TheHouse, person: Arrived, asked: NewPassword
) -> Response:
    id, name = _account_id(person), folded(person.name)
    address = request.client.host if request.client else ""
    if wait := house.throttle.begin(name, address):
        return _too_many(wait)
    account = await house.accounts.change_password(id, asked.old, asked.new)
    house.throttle.succeeded(name, address)
    house.floor.show_out(person.key, "the password has been changed: sign in again")
    return _signed_in(request, house, account)


def _account_id(person: Person) -> int:
    if person.is_guest:
        raise NotAllowed("guests have no account: expected you to sign in")
    return int(person.key.removeprefix("a:"))


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
    await house.call_the_roll()
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
    await house.call_the_roll()
    password = await house.accounts.reset_password(name) if asked.reset_password else None
    house.floor.show_out(f"a:{account.id}", "your account has been changed: sign in again")
    return reply({"account": _shown(account), "password": password})


@router.get(
    "/staff",
    summary="Who can take which post",
    responses=responses(401, 403, gives=dict[str, list[str]]),
)
async def on_duty(house: TheHouse, person: Staff) -> Response:
    return reply(await house.accounts.staff())


# Tokens --------------------------------------------------------------------------------------------


@router.get(
    "/tokens",
    summary="Your tokens for programs",
    responses=responses(401, 403, gives=list[a.TokenShown]),
)
async def tokens(house: TheHouse, person: Somebody) -> Response:
    return reply(
        [
            {
                "id": each.id,
                "label": each.label,
                "created": each.created.isoformat(),
                "is_revoked": each.revoked is not None,
            }
            for each in await house.accounts.tokens(_account_id(person))
        ]
    )


@router.post(
    "/tokens",
    status_code=201,
    summary="A new token, shown once",
    responses=responses(400, 401, 403, gives=a.TokenMade, status=201),
)
async def new_token(house: TheHouse, person: Somebody, asked: NewToken) -> Response:
    made = await house.accounts.create_token(_account_id(person), asked.label)
    return reply({"id": made.id, "label": made.label, "token": made.token}, 201)


@router.delete(
    "/tokens/{id}", summary="End a token", responses=responses(401, 403, 404, gives=a.TokenEnded)
)
async def end_token(house: TheHouse, person: Somebody, id: int) -> Response:
    if not 0 < id < 2**31 or not await house.accounts.revoke_token(_account_id(person), id):
        raise NotThere(f"there is no token {id} of yours: expected one that has not ended")
    house.floor.show_out(person.key, "a token of yours has ended: sign in again")
    return reply({"id": id})
