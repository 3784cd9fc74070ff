"""A second party that the house hands its statements to, so that they lie where the house cannot change
them: a folder on another disk, or an address that takes them by POST.

    told("/mnt/other/heads")          FOLDER/heads-HOUSE.jsonl, one statement a line, only ever added to
    told("https://example.org/heads") each statement as JSON, in order, by POST
"""

import base64
import http.client
import os
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import SplitResult, unquote, urlsplit

from tablewright.house.books.shortness import Outside, known_heads
from tablewright.house.books.signatures import statement_kept
from tablewright.rules.errors import Refused, quoted
from tablewright.signing.memory import Reached
from tablewright.signing.statements import Statement, hash_of

TAIL_BYTES = 4 << 20
"""So much is read of the end of a file: some thousand statements."""
TIMEOUT_SECONDS = 10.0
MOST_ANSWER_BYTES = 4096


class NotTaken(Exception):
    """A second party did not take a statement."""


class SecondParty(Protocol):
    """Takes what the house has signed; each call may take long, and is made in a thread."""

    @property
    def name(self) -> str:
        """How it is shown and remembered; it says no password."""

    def known(self, house: str) -> Outside | None:
        """How far it knows a house to have come; None, if it cannot be asked or knows nothing."""

    def give(self, house: str, statements: Sequence[tuple[int, str]]) -> int:
        """Hand out statements, each with its number, in order; how many it has taken for good.

        `NotTaken`, if it takes none.
        """


def told(target: str) -> SecondParty:
    """The second party that --heads-to names; refused, if there is none."""
    if "://" not in target:
        return HeadsFile(target)
    try:
        url = urlsplit(target)
        is_right = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        is_right = False
    if not is_right or not target.isprintable() or " " in target:
        raise Refused(
            f"--heads-to is {quoted(target)}: expected a folder, or an address that begins with"
            " https:// or http://"
        )
    return Webhook(url)


class HeadsFile:
    """A file in a folder on another disk, which only ever grows."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir() or not os.access(self.folder, os.W_OK | os.X_OK):
            raise Refused(
                f"--heads-to is {quoted(folder)}: expected a folder that is there and can be written,"
                " or an address that begins with https:// or http://"
            )

    @property
    def name(self) -> str:
        return str(self.folder.absolute())

    def file(self, house: str) -> Path:
        return self.folder / f"heads-{house}.jsonl"

    def known(self, house: str) -> Outside | None:
        """What the end of the file says; a line that was not written to its end says nothing."""
        found = self._last(house)
        if not found:
            return None
        reached = Reached(found[-1].number("number"), hash_of(found[-1]))
        return Outside(quoted(str(self.file(house)), 200), reached, known_heads(found))

    def _last(self, house: str) -> list[Statement]:
        try:
            with open(self.file(house), "rb") as opened:
                size = opened.seek(0, os.SEEK_END)
                opened.seek(max(0, size - TAIL_BYTES))
                lines = opened.read().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Refused(
                f"{quoted(str(self.file(house)), 200)} cannot be read ({error.strerror}): expected the"
                " heads that were handed out there"
            ) from None
        found = [statement_kept(each.decode(errors="replace")) for each in lines[:-1] if each]
        return [each for each in found if each is not None]

    def give(self, house: str, statements: Sequence[tuple[int, str]]) -> int:
        content = "".join(f"{text}\n" for _, text in statements).encode()
        try:
            file = os.open(self.file(house), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                size = os.lseek(file, 0, os.SEEK_END)
                if size and os.pread(file, 1, size - 1) != b"\n":
                    content = b"\n" + content  # What a power failure has left unfinished.
                while content:
                    content = content[os.write(file, content) :]
                os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            raise NotTaken(error.strerror or str(error)) from None
        return len(statements)


class Webhook:
    """An address that takes each statement by POST, and answers with a status of 200 to 299."""

    def __init__(self, url: SplitResult) -> None:
        self._url = url

    @property
    def name(self) -> str:
        host = f"[{self._url.hostname}]" if ":" in str(self._url.hostname) else self._url.hostname
        port = f":{self._url.port}" if self._url.port else ""
        return f"{self._url.scheme}://{host}{port}{self._url.path}"

    def known(self, house: str) -> Outside | None:
        return None

    def give(self, house: str, statements: Sequence[tuple[int, str]]) -> int:
        taken = 0
        connection = self._connection()
        try:
            for number, text in statements:
                self._post(connection, house, number, text)
                taken += 1
        except (NotTaken, OSError, http.client.HTTPException, ValueError) as failed:
            if not taken:
                raise NotTaken(str(failed) or type(failed).__name__) from None
        finally:
            connection.close()
        return taken

    def _connection(self) -> http.client.HTTPConnection:
        host, port = str(self._url.hostname), self._url.port
        if self._url.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=TIMEOUT_SECONDS, context=context)

    def _post(
        self, connection: http.client.HTTPConnection, house: str, number: int, text: str
    ) -> None:
        path = (self._url.path or "/") + (f"?{self._url.query}" if self._url.query else "")
        headers = {
            "Content-Type": "application/json",
            "Tablewright-House": house,
            "Tablewright-Statement": str(number),
        }
        if self._url.username is not None:
            pair = f"{unquote(self._url.username)}:{unquote(self._url.password or '')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        connection.request("POST", path, text.encode(), headers)
        answer = connection.getresponse()
        answer.read(MOST_ANSWER_BYTES)
        if not answer.isclosed():
            connection.close()  # It has more to say than is read.
        if not 200 <= answer.status < 300:
            raise NotTaken(f"it answered {answer.status}: expected 200 to 299")
