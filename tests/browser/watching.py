"""What must never happen in a browser: an error that nobody caught, or a house that fails."""

import re

from playwright.sync_api import ConsoleMessage, Error, Page, Response

_LINE_CUT = re.compile(r"ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection to")
"""What a browser says of a connection that a test has cut."""
_REFUSED = re.compile("the server responded with a status of (400|401|404)")


class Watch:
    """Everything that went wrong on a page."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.may_be_cut = False
        """Whether the connection of this page is cut on purpose."""
        self.may_be_refused = False
        """Whether the house refuses something on purpose, which a browser calls an error."""
        page.on("pageerror", self._uncaught)
        page.on("console", self._console)
        page.on("response", self._answered)

    def _uncaught(self, error: Error) -> None:
        self.faults.append(f"not caught: {error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error" or (self.may_be_cut and _LINE_CUT.search(message.text)):
            return
        if self.may_be_refused and _REFUSED.search(message.text):
            return
        self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} from {response.url}")
