"""The first view: how much is sent before a newcomer can sit down."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

MOST_BYTES = 150_000


@pytest.mark.parametrize(("locale", "sit"), [("en-US", "Sit down"), ("es-MX", "Sentarse")])
def test_the_lobby_is_small(
    visit: Callable[..., Page], capsys: pytest.CaptureFixture[str], locale: str, sit: str
) -> None:
    """In every language: its words come with the first view."""
    page = visit(locale=locale)
    page.goto("about:blank")
    network = page.context.new_cdp_session(page)
    sent: list[float] = []
    network.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile(f"^{sit}")).first).to_be_enabled()
    taken_ms = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    with capsys.disabled():
        kilobytes = sum(sent) / 1000
        print(f"\nThe lobby in {locale}: {kilobytes:.0f} kB, a seat after {taken_ms:.0f} ms")
    assert len(sent) > 3
    assert sum(sent) < MOST_BYTES
