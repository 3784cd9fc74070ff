"""What the house signs is handed out: to a file on another disk, by POST, and to each player's page."""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tablewright.house.books import handing_out
from tablewright.house.books.handing_out import HandingOut
from tablewright.house.books.second_party import HeadsFile, told
from tablewright.house.house import House
from tablewright.house.server.addresses.health import health
from tablewright.house.server.metrics import HouseCollector
from tablewright.house.watching.times import histogram
from tablewright.rules.errors import Refused
from tablewright.signing.handed_heads import read_handed
from tablewright.signing.statements import DoesNotHold, Statement, hash_of
from tests.cli.running import run as run_command
from tests.house.clients import Visit, eventually, play, why
from tests.house.company import ON_SQLITE, STAKES, Tab, guest, open_table
from tests.house.serving import served
from tests.house.signed import bet, closed, played, signing_house


def _statements(file: Path) -> list[Statement]:
    return [msgspec.json.decode(each, type=Statement) for each in file.read_bytes().splitlines()]


def _numbers(statements: list[Statement]) -> list[int]:
    return [each.number("number") for each in statements]


# A folder ------------------------------------------------------------------------------------------


@ON_SQLITE
def test_a_file_on_another_disk_has_each_statement_once_and_in_order(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            await closed(house)  # Signed before anybody was handed anything.
            file = tmp_path / f"heads-{house.signing.house}.jsonl"
        async with signing_house(ready_address, keys, heads_to=str(tmp_path)) as house:
            handing = house.handing_out
            assert handing is not None
            await eventually(lambda: handing.waiting == 0)
            await played(house)
            await house.heads.sign_all()
            await eventually(lambda: handing.waiting == 0)
        had = len(_statements(file))
        with file.open("ab") as torn:
            torn.write(b'{"at":"2026')  # A power failure comes while one is written.
        async with signing_house(ready_address, keys, heads_to=str(tmp_path)) as house:
            await closed(house, "E")
        lines = file.read_bytes().splitlines()
        assert lines.pop(had) == b'{"at":"2026'
        found = [msgspec.json.decode(each, type=Statement) for each in lines]
        assert len(found) > had > 1
        assert _numbers(found) == list(range(1, len(found) + 1))
        for before, after in pairwise(found):
            assert after.text("after") == hash_of(before)
        shorter = b"".join(each + b"\n" for each in lines[:1])
        file.write_bytes(shorter)
        async with signing_house(ready_address, keys, heads_to=str(tmp_path)) as house:
            (note,) = house.signing.notes
            assert f"holds statements up to 1, and {len(found)} were handed out there" in note
        again = _numbers(_statements(file))
        assert again == list(range(1, len(again) + 1))
        assert len(again) >= len(found)

    asyncio.run(run())


class _Hanging(HeadsFile):
    """A disk of the network that is away: who writes there waits until it is back."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.is_back = threading.Event()

    def give(self, house: str, statements: Sequence[tuple[int, str]]) -> int:
        self.is_back.wait()
        return super().give(house, statements)


@ON_SQLITE
def test_a_disk_that_hangs_counts_as_one_that_takes_nothing_until_it_is_back(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            await closed(house)
            party, now = _Hanging(str(tmp_path)), [0.0]
            handing = HandingOut(house.signing, party, lambda: now[0], 0.01, 0.01)
            house.handing_out = handing
            try:
                await handing.start()
                await eventually(lambda: handing.failing_since is not None)
                assert (handing.why, handing.is_late) == (
                    "it has not answered for 0.01 seconds",
                    False,
                )
                now[0] += handing_out.LONG_SECONDS
                assert handing.is_late
            finally:
                party.is_back.set()
            await eventually(lambda: handing.waiting == 0)
            await eventually(lambda: handing.failing_since is None)
            assert _statements(party.file(house.signing.house))

    asyncio.run(run())


@ON_SQLITE
def test_where_nothing_can_be_handed_out_the_house_says_so_and_tables_go_on(
    ready_address: str, keys: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            folder = tmp_path / "disk"
            folder.mkdir()
            handing = HandingOut(house.signing, told(str(folder)), lambda: now[0], 0.01)
            folder.rename(tmp_path / "away")
            house.handing_out = handing
            await handing.start()
            live = await played(house)
            await house.heads.sign_all()
            await eventually(lambda: bool(handing.why))
            assert (handing.waiting, handing.is_late) == (1, False)
            now[0] += handing_out.LONG_SECONDS
            assert handing.is_late
            await bet(live, 2)  # The table goes on.
            said = f"1 statements wait to be handed out to {folder}, which takes none: No such file"
            await eventually(lambda: caplog.text.count(said) == 2)
            metrics = {
                sample.name: sample.value
                for family in HouseCollector(house, histogram("test_seconds", "x")).collect()
                for sample in family.samples
            }
            assert metrics["tablewright_heads_waiting"] == 1
            assert metrics["tablewright_heads_failing_seconds"] == handing_out.LONG_SECONDS
            told_of = json.loads(bytes((await health(house)).body))
            assert told_of["heads_failing_seconds"] == handing_out.LONG_SECONDS
            assert told_of["status"] == "open", "nobody at a table waits for it"
            (tmp_path / "away").rename(folder)
            await eventually(lambda: handing.waiting == 0 and not handing.why)
            (file,) = folder.iterdir()
            assert _numbers(_statements(file)) == [1]

    asyncio.run(run())


@pytest.mark.parametrize(
    "target", ["/no/such/folder", "ftp://example.org/x", "https://", "http://[x/", "http://a b/"]
)
def test_who_cannot_be_handed_anything_is_refused_before_the_doors_open(target: str) -> None:
    with pytest.raises(Refused, match=r"^--heads-to is .*: expected a folder"):
        told(target)


def test_a_password_in_an_address_is_shown_to_nobody() -> None:
    assert told("https://ann:secret@example.org:8443/heads?token=x").name == (
        "https://example.org:8443/heads"
    )


# By POST -------------------------------------------------------------------------------------------


class Receiver(ThreadingHTTPServer):
    """A second party on loopback: it takes what it is told to take."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[int] = []
        """What it answers next; 204, when there is no more."""
        self.taken: list[Statement] = []
        self.asked: list[dict[str, str]] = []
        self.address = f"http://ann:secret@127.0.0.1:{self.server_port}/heads?of=house"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        status = self.server.answers.pop(0) if self.server.answers else 204
        self.server.asked.append({"path": self.path, **dict(self.headers)})
        if status < 300:
            self.server.taken.append(msgspec.json.decode(body, type=Statement))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@ON_SQLITE
def test_statements_are_posted_in_order_whatever_is_answered_and_over_a_restart(
    ready_address: str, keys: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_out, "LAST_SECONDS", 0.0)  # A house that closes does not wait.

    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            receiver.answers = [503, 302, 404, 200, 500]
            handing = HandingOut(house.signing, told(receiver.address), first_seconds=0.01)
            await handing.start()
            for name in "CDE":
                await closed(house, name)
            await house.heads.sign_all()

            async def is_noted() -> bool:
                noted = await house.signing.handed(handing.party.name)
                return noted is not None and noted.number >= 3

            await eventually(is_noted)
            await handing.close()
            await closed(house, "F")
        before = _numbers(receiver.taken)
        assert before == list(range(1, len(before) + 1))
        async with signing_house(ready_address, keys, heads_to=receiver.address) as house:
            signed = (await house.signing.signatures.kept()).number
            await eventually(lambda: len(receiver.taken) >= signed)
        after = _numbers(receiver.taken)
        assert after == list(range(1, len(after) + 1))
        assert len(after) > len(before)
        assert [each.text("after") for each in receiver.taken[1:]] == [
            hash_of(each) for each in receiver.taken[:-1]
        ]
        asked = receiver.asked[-1]
        assert asked["path"] == "/heads?of=house"
        assert asked["Authorization"] == "Basic YW5uOnNlY3JldA=="
        assert asked["Tablewright-Statement"] == str(len(after))
        assert "secret" not in (keys / "last.json").read_text()

    asyncio.run(run())


@ON_SQLITE
def test_what_was_posted_is_not_forgotten_by_a_database_that_is_put_back(
    ready_address: str, keys: Path, receiver: Receiver
) -> None:
    """The folder of the keys knows what was handed out, though it may not know what was signed."""

    async def run() -> None:
        async with signing_house(ready_address, keys, heads_to=receiver.address) as house:
            await closed(house)
        last = json.loads((keys / "last.json").read_bytes())
        (known,) = last["handed"].values()
        ((to, reached),) = known.items()
        known[to] = {**reached, "number": 50}
        (keys / "last.json").write_text(json.dumps(last))
        said = r"\d+ of the 50 statements are missing .known from what was handed out to http://127"
        with pytest.raises(Refused, match=said):
            await House.open(ready_address, keys=keys)

    asyncio.run(run())


# To each player's page -----------------------------------------------------------------------------


@ON_SQLITE
def test_a_player_is_given_the_seal_in_play_and_what_was_signed_last_and_can_keep_it(
    ready_address: str, keys: Path, tmp_path: Path
) -> None:
    async def scene(visitor: Visit) -> None:
        pit, player = await visitor().sign_in("Pit"), await visitor().come_as_guest()
        id = await player.table_of("duki4")
        async with await player.follow(id) as follower:
            await follower.until(lambda seen: "head" in seen["fair"])
            await follower.sit_down()
            given = follower.newest["fair"]
            kept = await player.get(f"/tables/{id}/fair-deal.json")
            assert kept.status_code == 200, kept.text
            assert "attachment" in kept.headers["content-disposition"]
            found = read_handed(kept.content)
            assert found.seal == found.statement.text("seal") == given["seal"]
            assert (await player.get(f"/tables/{id}/fair-deal.json")).content == kept.content
            now = await follower.until(
                lambda seen: seen["fair"]["head"]["says"].get("seal") == found.seal
            )
            assert now["fair"]["head"]["signature"] == found.statement.signature
            await follower.play_round(STAKES["duki4"])
        (tmp_path / "saved.json").write_bytes(kept.content)
        (tmp_path / f"{id}.jsonl").write_bytes(
            (await pit.get(f"/tables/{id}/journal.jsonl")).content
        )
        assert (await visitor().get(f"/tables/{id}/fair-deal.json")).status_code == 401

    with served(ready_address, keys=keys) as serving:
        play(serving, scene)
    (journal,) = tmp_path.glob("*.jsonl")
    saved, ring = str(tmp_path / "saved.json"), str(keys / "ring.json")
    ran = run_command("verify", str(journal), "--head", saved, "--key", ring, "--json")
    assert (ran.status, ran.err) == (0, "")
    said = json.loads(ran.out)["handed_out"]
    assert (said["trusted"], said["is_seal_signed"]) == ("named", True)
    content = json.loads((tmp_path / "saved.json").read_bytes())
    with pytest.raises(DoesNotHold, match="put together from several"):
        read_handed(json.dumps(content | {"seal": "0" * 64}).encode())
    content["statement"]["says"]["hash"] = "0" * 64
    (tmp_path / "saved.json").write_text(json.dumps(content))
    ran = run_command("verify", str(journal), "--head", saved, "--key", ring)
    assert ran.status == 2
    assert "it was changed after it was signed" in ran.err
    ran = run_command("verify", str(journal), "--head", "none.json", "--key", ring)
    assert (ran.status, ran.err.count("\n")) == (2, 1)


@ON_SQLITE
def test_a_page_is_sent_seals_and_heads_only_when_there_is_a_new_one(
    ready_address: str, keys: Path
) -> None:
    async def run() -> None:
        async with signing_house(ready_address, keys) as house:
            live = await open_table(house, "duki4")
            tab = Tab(live, guest(1))
            await tab.sit_down(1)
            for _ in range(2):
                await tab.play_on(STAKES["duki4"])
            await house.heads.sign_all()
            await tab.until(lambda seen: "head" in seen["fair"])
            states = [each.get("patch", each) for each in tab.heard]
            given = [each["fair"] for each in states if "fair" in each]
            assert all(before != after for before, after in pairwise(given))
            seals = {each["seal"] for each in given if "seal" in each}
            heads = {each["head"]["signature"] for each in given if "head" in each}
            assert (len(seals), len(heads)) >= (2, 1)
            assert len(given) < len(tab.heard) / 2
            tab.drop()

    asyncio.run(run())


def test_a_house_without_a_key_gives_the_seal_alone(tmp_path: Path) -> None:
    async def scene(visitor: Visit) -> None:
        player = await visitor().come_as_guest()
        id = await player.table_of("duki4")
        fair = (await player.ask(f"/tables/{id}/view"))["fair"]
        assert (len(fair["seal"]), "head" in fair) == (64, False)
        answer = await player.get(f"/tables/{id}/fair-deal.json")
        assert answer.status_code == 404
        assert "has no key" in why(answer)

    with served(f"sqlite:///{tmp_path / 'house.db'}") as serving:
        play(serving, scene)
