"""Accounts on the page: what is asked first, secrets kept until dismissed, PINs, sessions, tokens."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Size
from tests.browser.house import OpenHouse
from tests.browser.visiting import Visits, choose_password, sign_in
from tests.house.serving import ADMINISTRATOR, PASSWORD


def make_account(administrator: Page, name: str) -> str:
    """A person gets an account; the password that is shown for it."""
    administrator.get_by_label("Name").fill(name)
    administrator.get_by_role("button", name="Create account").click()
    return password_of(administrator, name)


def password_of(administrator: Page, name: str) -> str:
    return secret(administrator, f"The password of {name}").get_by_role("code").inner_text()


def secret(page: Page, what: str) -> Locator:
    return page.get_by_role("alert").filter(has_text=re.compile(rf"{what} is shown"))


def panel(administrator: Page, name: str) -> Locator:
    heading = administrator.get_by_role("heading", name=re.compile(rf"^{name}( closed)?$"))
    return administrator.get_by_role("listitem").filter(has=heading)


def account_of(house: OpenHouse, name: str) -> tuple[set[str], bool, int]:
    """The roles of an account, whether it is closed, and its epoch."""
    found = house.serving.run(house.serving.house.accounts.by_name(name))
    assert found is not None
    return {str(role) for role in found.roles}, found.is_disabled, found.epoch


def test_nothing_is_done_to_an_account_before_it_is_confirmed(
    visits: Visits, house: OpenHouse, size: Size
) -> None:
    name = f"Cora {size['width']}"
    page = visits.come_as(ADMINISTRATOR, size, "#/accounts")
    make_account(page, name)
    before = account_of(house, name)
    row = panel(page, name)
    row.get_by_label("inspector").check()
    row.get_by_label("dealer").uncheck()
    for does_cancel in (True, False):
        row.get_by_role("button", name="Change the roles").click()
        asked = page.get_by_role("dialog", name=f"Change the roles of {name}?")
        expect(asked.get_by_text("New: inspector.")).to_be_visible()
        expect(asked.get_by_text("No longer: dealer.")).to_be_visible()
        expect(asked.get_by_text(f"{name} is signed out everywhere")).to_be_visible()
        assert account_of(house, name) == before
        if does_cancel:
            asked.get_by_role("button", name="Cancel").click()
            expect(asked).to_be_hidden()
        else:
            asked.get_by_role("button", name="Change the roles").click()
    expect(page.get_by_text(f"{name} has been updated.")).to_be_visible()
    assert account_of(house, name)[0] == {"inspector"}
    row.get_by_role("button", name="Close the account").click()
    asked = page.get_by_role("dialog", name=f"Close the account of {name}?")
    expect(asked.get_by_text("It cannot be used to sign in")).to_be_visible()
    assert not account_of(house, name)[1]
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert not account_of(house, name)[1]
    row.get_by_role("button", name="Close the account").click()
    asked.get_by_role("button", name="Close the account").click()
    expect(row.get_by_text("closed")).to_be_visible()
    assert account_of(house, name)[1]


def test_every_one_time_password_stays_until_it_is_dismissed(visits: Visits) -> None:
    page = visits.come_as(ADMINISTRATOR, path="#/accounts")
    first = make_account(page, "Nora")
    second = make_account(page, "Owen")
    assert first != second
    assert password_of(page, "Nora") == first
    panel(page, "Nora").get_by_role("button", name="Reset password").click()
    page.get_by_role("dialog").get_by_role("button", name="Reset the password").click()
    expect(secret(page, "The password of Nora")).to_have_count(2)
    secret(page, "The password of Owen").get_by_role("button", name="Done").click()
    expect(secret(page, "The password of Owen")).to_have_count(0)
    shown = secret(page, "The password of Nora")
    expect(shown).to_have_count(2)
    newest = shown.last.get_by_role("code").inner_text()
    nora = visits.come(path="#/sign-in")
    sign_in(nora, "Nora", newest)
    choose_password(nora, newest, PASSWORD)


def test_a_person_sets_a_pin_and_sees_sessions_and_tokens(
    visits: Visits, house: OpenHouse, size: Size
) -> None:
    name = f"Ute {size['width']}"
    administrator = visits.come_as(ADMINISTRATOR, size, "#/accounts")
    password = make_account(administrator, name)
    page = visits.come(size, "#/sign-in")
    sign_in(page, name, password)
    choose_password(page, password, PASSWORD)
    page.goto("/#/account")
    form = page.get_by_role("form", name="Signing PIN")
    expect(form.get_by_text("You have no PIN yet.")).to_be_visible()
    form.get_by_label("Your password").fill(PASSWORD)
    form.get_by_label("New PIN").fill("482915")
    form.get_by_label("Repeat the PIN").fill("482916")
    expect(form.get_by_text("The PINs do not match.")).to_be_visible()
    expect(form.get_by_role("button", name="Set the PIN")).to_be_disabled()
    form.get_by_label("Repeat the PIN").fill("482915")
    form.get_by_role("button", name="Set the PIN").click()
    expect(page.get_by_text("Your signing PIN is set.").first).to_be_visible()
    expect(form.get_by_text("You have a PIN.")).to_be_visible()
    signer = house.serving.run(house.serving.house.signer(name, "482915", "127.0.0.1"))
    assert signer.name == name
    tokens = page.get_by_role("region", name="Tokens for programs")
    for label, scope, lasts in (("my robot", "act at tables", "a year"), ("eyes", "", "")):
        tokens.get_by_label("Purpose").fill(label)
        if scope:
            tokens.get_by_label("Access").select_option(scope)
            tokens.get_by_label("Valid for").select_option(lasts)
        else:
            tokens.get_by_label("Access").select_option("read only")
        tokens.get_by_role("button", name="Create token").click()
        expect(secret(page, f"The token for {label}")).to_be_visible()
    expect(secret(page, "The token for my robot")).to_be_visible()
    listed = tokens.get_by_role("listitem")
    expect(listed.filter(has_text="my robot")).to_contain_text("Act at tables, until")
    expect(listed.filter(has_text="eyes")).to_contain_text("Read only, until")
    other = visits.come(size, "#/school")
    other.get_by_role("main").get_by_role("link", name="sign in", exact=True).click()
    sign_in(other, name, PASSWORD)
    expect(other.get_by_role("heading", name="Your games")).to_be_visible()
    page.reload()
    sessions = page.get_by_role("region", name="Where you are signed in")
    expect(sessions.get_by_text("this one")).to_be_visible()
    sessions.get_by_role("button", name=re.compile("^Sign out ")).click()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    visits.let_be_refused(other)  # What waits for them is no longer theirs to ask.
    other.goto("/#/")
    other.reload()
    expect(other.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


def test_the_description_for_programs_is_read_under_the_page_s_rules(visits: Visits) -> None:
    page = visits.come(path="api/docs")
    expect(page.get_by_role("heading", name="Tablewright")).to_be_visible()
    expect(page.get_by_text("/api/sign-in", exact=True)).to_be_visible()
