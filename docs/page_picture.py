"""The README's pictures of the page, as a browser shows it, kept as text: a round, and a question.

The page's elements and styles go into an SVG as they stand, so that the picture is sharp at every size
and nothing but text is committed.
"""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium, learning, playing
from tests.browser.house import opened

SIZE = chromium.Size(width=1280, height=800)

TAKE = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const styles = rules.map((rule) => rule.cssText).join("\\n");
  for (const each of document.querySelectorAll("script, link, meta, noscript")) each.remove();
  const body = document.body;
  const shell = document.createElement("div");
  shell.className = "picture";
  shell.append(...body.childNodes);
  return { styles, markup: new XMLSerializer().serializeToString(shell) };
}"""


def taken(page: Page) -> str:
    """The page as it is now, as an SVG."""
    found = page.evaluate(TAKE)
    styles = re.sub(r"(^|[\s,}])(:root|html|body)(?=[\s,{])", r"\1.picture", found["styles"])
    styles = re.sub(r"100d?vh", f"{SIZE['height']}px", styles)
    styles = re.sub(r"100d?vw", f"{SIZE['width']}px", styles)
    still = "* { animation: none !important; transition: none !important; }"
    size = f"width:{SIZE['width']}px;height:{SIZE['height']}px;overflow:hidden"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE["width"]} {SIZE["height"]}">'
        f"<style><![CDATA[{styles}\n{still}\n.picture{{{size}}}]]></style>"
        f'<foreignObject width="{SIZE["width"]}" height="{SIZE["height"]}">{found["markup"]}'
        "</foreignObject></svg>\n"
    )


def round_on_the_page() -> str:
    """A round that has just been settled, with patrons at the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder)) as house,
        sync_playwright() as playwright,
        chromium.started(playwright) as browser,
    ):
        table = house.open_table("duki4", patrons=4, pace=0.3)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(house.address)
        playing.sit(page, table)
        playing.bet(page, "Ante", "$5")
        playing.bet(page, "Duki Bonus", "$5")
        playing.deal(page)
        playing.choice(page, "Play").click()
        playing.result(page, "Ante").wait_for()
        page.wait_for_timeout(300)
        return taken(page)


def question_on_the_page() -> str:
    """A question of the school on a wager of Pick 2 Poker, before it is answered."""
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder)) as house,
        sync_playwright() as playwright,
        chromium.started(playwright) as browser,
    ):
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce", base_url=house.address)
        page.goto("/#/school")
        page.get_by_role("button", name="Sign out").wait_for(state="attached")
        skill = "pay pick2.bonus-3-5.paid/five.straight+three.straight-flush"
        learning.open_question(page, "pick2", "pay", "chips", skill)
        page.wait_for_timeout(300)
        return taken(page)
