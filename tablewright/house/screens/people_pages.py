"""People as their own pages and an administrator's know them: accounts, sessions, tokens."""

from typing import Literal

import msgspec


class Me(msgspec.Struct, frozen=True):
    """A person as their page knows them; nobody, if there is no name."""

    name: str | None
    roles: list[str]
    is_guest: bool
    must_change_password: bool
    has_pin: bool


class SessionShown(msgspec.Struct, frozen=True, kw_only=True):
    """A page that is signed in, as its owner sees it."""

    id: int
    device: str
    address: str
    since: str
    last_used: str
    ends: str
    is_this_one: bool


class AccountShown(msgspec.Struct, frozen=True):
    """An account as administrators see it."""

    number: int
    name: str
    roles: list[str]
    is_disabled: bool
    created: str


class AccountChanged(msgspec.Struct, frozen=True):
    """An account that was made or changed, and its password if one was made up."""

    account: AccountShown
    password: str | None


class TokenShown(msgspec.Struct, frozen=True, kw_only=True):
    """A token, without the token itself."""

    id: int
    label: str
    scope: Literal["read", "act"]
    created: str
    expires: str
    is_revoked: bool
    """Whether it no longer lets anyone in: it was ended, or its time is over."""


class TokenMade(TokenShown, frozen=True, kw_only=True):
    """A token as it is shown once."""

    token: str
