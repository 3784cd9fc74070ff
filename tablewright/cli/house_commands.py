"""The commands about the house: to open it, its keys, archive, backups. Each answers with the work."""

import sys
from typing import Annotated

import typer

from tablewright.cli.options import AsJson, KeysFolder, Work

EXAMPLES = {
    "audit": "tablewright audit --what sign-in-failed --data my-house",
    "archive": "tablewright archive --before 2026-11-01 --data my-house",
    "backup": "tablewright backup --out my-house.backup --data my-house",
    "keys": "tablewright keys rotate --data my-house",
    "restore": "tablewright restore my-house.backup --data new-house",
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


Secret = Annotated[
    str | None,
    typer.Option(
        metavar="WHERE",
        help="What cards in play are sealed with in the database: a file, env:NAME or"
        " command:WORDS; the file `secret` in the folder of the keys, if none is named.",
    ),
]
OpeningKey = Annotated[
    str | None,
    typer.Option("--key", metavar="FILE", help="The private key that opens a sealed backup."),
]
TrustedRing = Annotated[
    str | None,
    typer.Option(
        "--trust",
        metavar="FILE",
        help="The house's ring.json or public key that you trust; else the one in the folder of the"
        " keys, or in the backup itself.",
    ),
]


def add_house(app: typer.Typer) -> None:
    """Add the commands to those of the command line."""
    for command in (archive, audit, backup, keys, restore, serve):
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


def audit(
    who: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="By or to this account: its name or its number."),
    ] = None,
    what: Annotated[
        str | None,
        typer.Option(metavar="WHAT", help="Only this, as in sign-in-failed or duties-changed."),
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Not before, as in 2026-11-17T18:00 (UTC).")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Before, as in 2026-11-18T06:00 (UTC).")
    ] = None,
    last: Annotated[
        str, typer.Option(metavar="N", help="How many to show, the newest; 200 at most.")
    ] = "50",
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every entry, and every head that was signed.")
    ] = False,
    key: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The house's ring.json, or its public key as PEM."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write all of it there, with its signed heads beside it."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace that file.")] = False,
    database: Database = None,
    data: Data = None,
    as_json: AsJson = False,
) -> Work:
    """Who did what in the running of a house, open or closed; it changes nothing.

    Sign-ins and failures, accounts, duties, settings, exports, keys, tables, and which account
    or guest took which place. Each entry is chained to the one before it.
    """
    from tablewright.cli.audit import show_audit

    return lambda: show_audit(
        who,
        what,
        since,
        until,
        last,
        data,
        database,
        key,
        save,
        is_verified=verify,
        force=force,
        as_json=as_json,
    )


def backup(
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where to write the backup.")
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Check a backup instead, without restoring it."),
    ] = None,
    database: Database = None,
    data: Data = None,
    keys: KeysFolder = None,
    encrypt_to: Annotated[
        str | None,
        typer.Option(
            metavar="PUBLICKEY",
            help="Seal it to a public key; `tablewright keys backup-key NAME` makes a pair.",
        ),
    ] = None,
    with_keys: Annotated[
        bool,
        typer.Option(
            "--with-keys",
            help="Put the house's keys and its secret into it too; only with --encrypt-to.",
        ),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a file that is there already.")
    ] = False,
    key: OpeningKey = None,
    trust: TrustedRing = None,
    as_json: AsJson = False,
) -> Work:
    """Write a whole house into one file, while it is open or not; or check such a file.

    It holds every row of one moment, whatever database it comes from, and can be restored
    into either. What is sealed in the database stays sealed.
    """
    from tablewright.cli.backup import back_up_or_check

    return lambda: back_up_or_check(
        out,
        check,
        database,
        data,
        keys,
        encrypt_to,
        key,
        trust,
        with_keys=with_keys,
        force=force,
        as_json=as_json,
    )


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.", show_default=False)],
    database: Database = None,
    data: Data = None,
    keys: KeysFolder = None,
    secret: Secret = None,
    key: OpeningKey = None,
    trust: TrustedRing = None,
    verify_all: Annotated[
        bool,
        typer.Option("--verify-all", help="Verify the journals of closed tables by replay too."),
    ] = False,
    accept_broken: Annotated[
        bool,
        typer.Option(
            "--accept-broken",
            help="Restore although some tables do not hold; these stay shut, and the status is 1.",
        ),
    ] = False,
    keep_sessions: Annotated[
        bool,
        typer.Option(
            "--keep-sessions",
            help="Leave people signed in and tokens good, as when a closed house is moved.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> Work:
    """Put a backup into an empty house, all of it or nothing, and say how each table stands.

    Signature, hashes and counts are checked before anything is written. Every open table is
    taken up and its journal verified by replay before the house is kept.
    """
    from tablewright.cli.restore import Wanted, restore_house

    return lambda: restore_house(
        file,
        database,
        data,
        keys,
        secret,
        key,
        trust,
        Wanted(verify_all, accept_broken, keep_sessions),
        as_json=as_json,
    )


def keys(
    do: Annotated[
        str,
        typer.Argument(
            metavar="[DO]",
            help="list; make the first key; rotate to another; stolen, with the ID of a key;"
            " backup-key, with a NAME: a pair of keys to seal backups to.",
        ),
    ] = "list",
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="The key that was stolen; the name of a backup key's files."
        ),
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
    secret: Secret = None,
    new_secret: Annotated[
        bool,
        typer.Option(
            "--new-secret",
            help="Make another secret, as the house's own is lost; tables that it sealed are shut.",
        ),
    ] = False,
    heads_to: Annotated[
        str | None,
        typer.Option(
            "--heads-to",
            metavar="TARGET",
            help="Hand out all that the house signs to a second party: a folder on another disk, or an"
            " https:// address that takes it by POST.",
        ),
    ] = None,
    accept_gap: Annotated[
        bool,
        typer.Option(
            "--accept-gap",
            help="Open although the database is shorter than what the house has signed, as after a"
            " restore; the house signs what is missing.",
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
        heads_to=heads_to,
        accepts_gap=accept_gap,
        log=log,
        log_level=log_level,
        traces=traces,
        address=address,
        drain=drain,
        is_worker=worker,
    )
