"""The page as an app: it can be installed, starts without a network, and never loads itself anew."""

import re
import struct

from playwright.sync_api import Page, expect

from tablewright.house.server.app import PAGE
from tests.browser.house import OpenHouse
from tests.browser.playing import own_place, sit
from tests.browser.visiting import Visits

IS_KEPT = """async () => {
  await navigator.serviceWorker.ready
  return (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname)))).flat()
}"""


def kept(page: Page) -> list[str]:
    """What the browser has kept of the page, once its worker is there."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    paths: list[str] = page.evaluate(IS_KEPT)
    return paths


def test_it_can_be_installed(visits: Visits) -> None:
    page = visits.come()
    answer = page.request.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        body = page.request.get(icon["src"]).body()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", body[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    devtools = page.context.new_cdp_session(page)
    assert not devtools.send("Page.getAppManifest")["errors"]


def test_it_starts_without_a_network_and_goes_on_by_itself(
    house: OpenHouse, visits: Visits
) -> None:
    page = visits.come(service_workers="allow")
    paths = kept(page)
    assert "/" in paths
    table = house.open_table("duki4")
    page.reload()
    sit(page, table)
    assert not [path for path in kept(page) if path.startswith("/api")], (
        "a table is live, or nothing"
    )

    visits.let_be_cut(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="The house cannot be reached")).to_be_visible()
    expect(page.get_by_text("This device is offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(own_place(page)).to_be_visible()


def test_a_new_version_is_offered_and_taken_when_asked(visits: Visits) -> None:
    page = visits.come(service_workers="allow")
    kept(page)
    worker = PAGE / "service-worker.js"
    before = worker.read_text("utf-8")
    try:
        worker.write_text(re.sub('VERSION = "[^"]*"', 'VERSION = "next"', before), "utf-8")
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        page.evaluate("() => { window.isOld = true }")
        page.get_by_role("button", name="Reload").click()
        page.wait_for_function("() => !window.isOld")
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()
        assert page.evaluate("() => caches.keys()") == ["tablewright-next"]
    finally:
        worker.write_text(before, "utf-8")
