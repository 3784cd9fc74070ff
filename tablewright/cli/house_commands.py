"""The commands about the house: opening it, its keys, its archive. Each answers with the work to do."""

import sys
from typing import Annotated

import typer

from tablewright.cli.options import AsJson, KeysFolder, Work

EXAMPLES = {
    "archive": "tablewright archive --before 2026-11-01 --data my-house",
    "keys": "tablewright keys rotate --data my-house",
    "serve": "tablewright serve --port 8001 --data my-house",
}

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="A database, as in postgresql://USER@HOST/NAME.")
]
Data = Annotated[
    str | None,
    typer.Option(metavar="FOLDER", help="Where the embedded database is kept, without --database."),
]


ArchiveFolder = Annotated[
    str | None,
    typer.Option(
        "--archive",
        metavar="FOLDER",
        help="Where archived journals lie; beside the folder of the house's data if not set.",
    ),
]


def add_house(app: typer.Typer) -> None:
    """Add the commands to those of the command line."""
    for command in (archive, keys, serve):
        app.command(epilog=f"Example: {EXAMPLES[command.__name__]}")(command)


def archive(
    before: Annotated[
        str,
        typer.Option(
            metavar="DAY", help="Tables that were closed before this gaming day, as in 2026-11-01."
        ),
    ],
    database: Database = None,
    data: Data = None,
    keys: KeysFolder = None,
    archive: ArchiveFolder = None,
    as_json: AsJson = False,
) -> Work:
    """Take the journals of past gaming days out of the database of a house that is closed.

    Each goes to a compressed file with its signature beside it. When verify has found the
    whole journal there, its lines are dropped; the pit still lists the table.
    """
    from tablewright.cli.archive import archive_days

    return lambda: archive_days(before, database, data, keys, archive, as_json=as_json)


def keys(
    do: Annotated[
        str,
        typer.Argument(
            metavar="[DO]",
            help="list; make the first key; rotate to another; stolen, with the ID of a key.",
        ),
    ] = "list",
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The key that was stolen.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="When it was stolen, as in 2026-11-17T18:00 (UTC): what it signed later is void.",
        ),
    ] = None,
    database: Database = None,
    data: Data = None,
    keys: KeysFolder = None,
    as_json: AsJson = False,
) -> Work:
    """The house's keys: who signs, since when, and who did before; make, rotate, retire them.

    Signatures of a rotated key stay good. The public keys lie in ring.json of the folder
    and at /api/keys of the house: give them to those who are to verify.
    """
    from tablewright.cli.keys import show_keys

    return lambda: show_keys(do, id, since, database, data, keys, as_json=as_json)


def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        str, typer.Option(metavar="N", help="The port; 0 takes any free one.")
    ] = "8000",
    database: Database = None,
    data: Data = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="A host name that the house answers to; repeat for more."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy that is trusted to say who is asking; repeat for more.",
        ),
    ] = None,
    guests: Annotated[
        str, typer.Option(metavar="N", help="How many guests one address may bring in an hour.")
    ] = "60",
    connections: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How many connections may be open at once, four in five of them to tables;"
            " 12500 unless the system allows fewer.",
        ),
    ] = None,
    new: Annotated[
        bool,
        typer.Option(
            "--new", help="Start a new house although the database of another is missing."
        ),
    ] = False,
    keys: KeysFolder = None,
    archive: ArchiveFolder = None,
    new_key: Annotated[
        bool,
        typer.Option(
            "--new-key", help="Make another key, as the house's own is lost; it is retired as lost."
        ),
    ] = False,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="What cards in play are sealed with in the database: a file, env:NAME or"
            " command:WORDS; the file `secret` in the folder of the keys, if none is named.",
        ),
    ] = None,
    new_secret: Annotated[
        bool,
        typer.Option(
            "--new-secret",
            help="Make another secret, as the house's own is lost; tables that it sealed are shut.",
        ),
    ] = False,
    log: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="How to log to standard error: text or json."),
    ] = "text",
    log_level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="From when on: error, warning, info (every request), debug."
        ),
    ] = "warning",
    traces: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Send traces to an OpenTelemetry collector (OTLP over HTTP);"
            " needs the extra tablewright[traces].",
        ),
    ] = None,
    workers: Annotated[
        str,
        typer.Option(
            metavar="N", help="How many processes share the work; more than one needs PostgreSQL."
        ),
    ] = "1",
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where the house's other servers reach this one, as in http://10.0.0.5:8000;"
            " where it listens, if not set.",
        ),
    ] = None,
    drain: Annotated[
        str,
        typer.Option(
            metavar="SECONDS",
            help="How long a server that is stopped waits for rounds to end before its tables"
            " go on at another.",
        ),
    ] = "30",
    worker: Annotated[bool, typer.Option("--worker", hidden=True)] = False,
) -> Work:
    """Open the house: tables that people sit down at with a browser.

    The first start creates the administrator and prints their one-time password. Started
    again with the same PostgreSQL database, here or on another machine, it is one house.
    """
    from tablewright.cli.serve import serve_house, serve_workers

    if workers != "1" and not worker:
        return lambda: serve_workers(workers, host, port, database, sys.argv[1:])
    return lambda: serve_house(
        host,
        port,
        database,
        data,
        name or [],
        proxy or [],
        guests,
        connections,
        keys=keys,
        archive=archive,
        is_new=new,
        is_new_key=new_key,
        secret=secret,
        is_new_secret=new_secret,
        log=log,
        log_level=log_level,
        traces=traces,
        address=address,
        drain=drain,
        is_worker=worker,
    )
