"""What the house's database holds, as tables; the steps in `migrations` make them.

Times are text in UTC, as in the journal. Roles, options and chips are JSON. The journal, the transfers,
the register of approvals, what the house has signed and its audit only ever grow: triggers of the
database refuse everything else, but that what lies in an archive is dropped, and that the addresses of
an erased person are blanked. So do the register of the school, and the
answers in it and in auditions; these go when their owner is erased or the house has kept them long
enough, and a guest's answers go where the guest goes.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

FIRST_STEP, HEAD = "0001", "0015"
"""The first and the last step in `migrations`."""
BESIDE_OTHERS = frozenset(("0012", "0013", "0014", "0015"))
"""The steps that only add, or allow more: servers of the version before may go on serving while
they are done."""
ADDED = {
    "sessions": "0002",
    "approvals": "0003",
    **dict.fromkeys(("learners", "learning", "lessons_read", "drills", "answers"), "0004"),
    **dict.fromkeys(
        (
            "classes",
            "class_members",
            "assignments",
            "auditions",
            "audition_inputs",
            "conversions",
            "school_register",
            "erased",
        ),
        "0005",
    ),
    "signatures": "0006",
    **dict.fromkeys(("own_limits", "play_days"), "0007"),
    **dict.fromkeys(("conduct", "alerts"), "0008"),
    "snapshots": "0009",
    "archives": "0011",
    "audit": "0012",
    "tails": "0013",
    **dict.fromkeys(("servers", "leases"), "0014"),
}
"""The step that made a table; all others are of the first."""
_GROWING = (
    "transfers",
    "approvals",
    "answers",
    "audition_inputs",
    "school_register",
    "signatures",
    "audit",
)
_TOLD = (
    "accounts",
    "sessions",
    "tokens",
    "own_limits",
    "approvals",
    "tables",
    "servers",
    "leases",
    "signatures",
    "settings",
)
"""The tables whose changes the servers of a house are told of."""
TRIGGERS = {
    "sqlite": frozenset(
        (
            ("journal", "journal_update"),
            ("journal", "journal_delete"),
            ("journal", "journal_follows"),
            ("school_register", "school_register_follows"),
            ("audit", "audit_follows"),
            ("archives", "archives_update"),
            ("archives", "archives_delete"),
            ("archives", "archives_add"),
            *((of, f"{of}_{verb}") for of in _GROWING for verb in ("update", "delete", "add")),
        )
    ),
    "postgresql": frozenset(
        (
            ("journal", "journal_grows"),
            ("journal", "journal_follows"),
            ("transfers", "transfers_grows"),
            ("approvals", "approvals_grows"),
            ("answers", "answers_update"),
            ("answers", "answers_delete"),
            ("answers", "answers_truncate"),
            ("audition_inputs", "audition_inputs_delete"),
            ("audition_inputs", "audition_inputs_grows"),
            ("school_register", "school_register_grows"),
            ("school_register", "school_register_follows"),
            ("signatures", "signatures_grows"),
            ("journal", "journal_delete"),
            ("transfers", "transfers_delete"),
            ("archives", "archives_grows"),
            ("archives", "archives_add"),
            ("audit", "audit_grows"),
            ("audit", "audit_update"),
            ("audit", "audit_follows"),
            *((of, f"{of}_told") for of in _TOLD),
        )
    ),
}
"""The triggers that the steps make, each with its table."""
ADDED_LATER = {
    "sqlite": {},
    "postgresql": {
        ("journal", "journal_delete"): "0011",
        ("transfers", "transfers_delete"): "0011",
        **{(of, f"{of}_told"): "0014" for of in _TOLD},
    },
}
"""The step that made a trigger on a table of an earlier step."""
RARE = (
    "buy-in",
    "cancel-slip",
    "countersign",
    "leave",
    "moved",
    "relieve",
    "report-chips",
    "set-up",
    "sit",
    "slip-prepared",
    "substitute",
)
"""The kinds of line that are found without reading a whole journal: an index has these alone."""
IS_RARE = text(f"event IN ({', '.join(f'{each!r}' for each in RARE)})")
KEPT_SINCE = "school-kept-since"
"""The setting that says from when on the school's records are kept; what is older may be deleted."""

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("roles", Text, nullable=False),
    Column("is_disabled", Boolean, nullable=False),
    Column("must_change", Boolean, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("created", Text, nullable=False),
    Column("pin", Text),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),
    Column("revoked", Text),
    Column("scope", Text, nullable=False, server_default="read"),
    Column("expires", Text, nullable=False, server_default=""),
    Column("epoch", Integer, nullable=False, server_default="-1"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("account", Integer, ForeignKey("accounts.id"), index=True),
    Column("epoch", Integer, nullable=False),
    Column("guest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("seen", Text, nullable=False),
    Column("ends", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("table_name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("is_practice", Boolean, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("created", Text, nullable=False),
    Column("closed", Text),
)


def _of_a_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=True)


def _counted(name: str, *, in_key: bool = False) -> Column[int]:
    return Column(name, Integer, primary_key=in_key, nullable=False, autoincrement=False)


journal = Table(
    "journal",
    metadata,
    _of_a_table(),
    _counted("n", in_key=True),
    _counted("round"),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False, quote=True),
    Column("event", Text, nullable=False),
    Column("line", Text, nullable=False),
    Index("ix_journal_rare", "table_id", "n", sqlite_where=IS_RARE, postgresql_where=IS_RARE),
)

transfers = Table(
    "transfers",
    metadata,
    Column("table_id", Text, primary_key=True),
    _counted("n", in_key=True),
    _counted("number", in_key=True),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cash", BigInteger, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("chips", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "n"], ["journal.table_id", "journal.n"]),
    sqlite_with_rowid=False,
)

vault = Table(
    "vault",
    metadata,
    _of_a_table(),
    _counted("pack", in_key=True),
    Column("cards_order", Text, nullable=False),
    Column("salt", Text, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    _of_a_table(),
    Column("id", Text, primary_key=True),
    Column("actor", Text, nullable=False),
    _counted("seq"),
    Column("did_at", Text, nullable=False),
    Column("digest", Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    _of_a_table(),
    _counted("place", in_key=True),
    Column("holder", Text, nullable=False),
    sqlite_with_rowid=False,
)

approvals = Table(
    "approvals",
    metadata,
    _counted("n", in_key=True),
    Column("at", Text, nullable=False),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("step", Text, nullable=False),
)
"""Each step of the register: attested, confirmed or withdrawn, by whom; the step itself is JSON."""

# The school: people are known by their keys (`a:12`, `g:...`), as those who sit at tables are ---------

learners = Table(
    "learners",
    metadata,
    Column("person", Text, primary_key=True),
    Column("choices", Text, nullable=False),
    Column("seen", Text, nullable=False),
    Column("door", Text, nullable=False, index=True),
)
"""Everyone who learns: what they have chosen (JSON), and by which session a guest is known again."""

learning = Table(
    "learning",
    metadata,
    Column("person", Text, primary_key=True),
    Column("skill", Text, primary_key=True),
    Column("kept", Text, nullable=False),
)
"""What is remembered of each skill (JSON)."""

lessons_read = Table(
    "lessons_read",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("at", Text, nullable=False),
)

drills = Table(
    "drills",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("kept", Text, nullable=False),
)
"""Questions under way, and the last that are over: what they are made of, and the answers so far."""

answers = Table(
    "answers",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("person", Text, nullable=False, index=True),
    Column("at", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("drill", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("drawn_for", Text, nullable=False),
    Column("skill", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("target_seconds", Float, nullable=False),
    Column("whole_seconds", Float),
    Column("told", Text, nullable=False),
)
"""Every answer for a skill: the mark is a fraction; what was asked, given and right is JSON. The time
of the whole question is missing where it was left before its end."""

classes = Table(
    "classes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("teacher", Text, nullable=False, index=True),
    Column("created", Text, nullable=False),
    Column("closed", Text),
)

class_members = Table(
    "class_members",
    metadata,
    Column("class", Integer, ForeignKey("classes.id"), primary_key=True, autoincrement=False),
    Column("person", Text, primary_key=True, index=True),
    Column("since", Text, nullable=False),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("class", Integer, ForeignKey("classes.id"), index=True),
    Column("person", Text, nullable=False, index=True),
    Column("by", Text, nullable=False, quote=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("due", Text),
    Column("at", Text, nullable=False),
    Column("done", Text),
)
"""What a person is to do: a lesson, drill, audition or conversion; what exactly is JSON."""

auditions = Table(
    "auditions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("kept", Text, nullable=False),
    Column("result", Text),
    Column("journal", Text),
)
"""Auditions under way and over: what they are made of, what they came to (JSON), and the journal."""

audition_inputs = Table(
    "audition_inputs",
    metadata,
    Column("audition", Text, ForeignKey("auditions.id"), primary_key=True),
    _counted("n", in_key=True),
    Column("seconds", Float, nullable=False),
    Column("kept", Text, nullable=False),
)
"""What a candidate gave, in order, and when: with the seed it makes the audition again."""

conversions = Table(
    "conversions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("certificate", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("kept", Text, nullable=False),
)
"""Conversions of certificates: what is asked, and what was answered so far (JSON)."""

school_register = Table(
    "school_register",
    metadata,
    _counted("n", in_key=True),
    Column("at", Text, nullable=False),
    Column("about", Text, nullable=False, index=True),
    Column("account", Integer, ForeignKey("accounts.id")),
    Column("name", Text, nullable=False),
    Column("did", Text, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
)
"""What people have signed in the school, about whom (a key), each entry chained to the last."""

erased = Table(
    "erased",
    metadata,
    Column("person", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False, quote=True),
)
"""People whose records were erased: their answers may be deleted."""

signatures = Table(
    "signatures",
    metadata,
    _counted("n", in_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False, index=True),
    _counted("lines"),
    Column("statement", Text, nullable=False),
)
"""What the house has signed (JSON), each statement chained to the last: of which kind, about what, and
of a journal up to which line."""

own_limits = Table(
    "own_limits",
    metadata,
    Column("person", Text, primary_key=True),
    Column("kept", Text, nullable=False),
    Column("changed", Text, nullable=False),
)
"""The limits that each player has set for themselves (JSON): nobody else is shown them."""

play_days = Table(
    "play_days",
    metadata,
    Column("person", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("money", BigInteger, nullable=False, server_default="0"),
    Column("practice", BigInteger, nullable=False, server_default="0"),
    Column("seconds", Float, nullable=False, server_default="0"),
    Column("unchecked", Float, nullable=False, server_default="0"),
)
"""What each player has won or lost on a day, in cents, and how long they sat; past days are deleted."""

conduct = Table(
    "conduct",
    metadata,
    _of_a_table(),
    Column("kept", Text, nullable=False),
)
"""How a table is being run beside its journal (JSON): calls that wait, and whether it is to close."""

snapshots = Table(
    "snapshots",
    metadata,
    _of_a_table(),
    _counted("n"),
    Column("hash", Text, nullable=False),
    Column("seal", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("kept", LargeBinary, nullable=False),
)
"""How each table stood behind a line of its journal, the newest only: it is taken up from there."""

tails = Table(
    "tails",
    metadata,
    _of_a_table(),
    _counted("n"),
    Column("tag", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The last line of each journal, sealed by the house as it is written: nobody else makes the tag."""

archives = Table(
    "archives",
    metadata,
    _of_a_table(),
    _counted("lines"),
    Column("hash", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("result", BigInteger, nullable=False),
    _counted("rounds"),
    Column("at", Text, nullable=False),
    Column("by", Text, nullable=False, quote=True),
)
"""The journals that lie in files: only what is named here can be dropped from the database."""

audit = Table(
    "audit",
    metadata,
    _counted("n", in_key=True),
    Column("at", Text, nullable=False, index=True),
    Column("clock", Text, nullable=False),
    Column("who", Text, nullable=False, index=True),
    Column("door", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("subject", Text, nullable=False, index=True),
    Column("outcome", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("sealed", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
)
"""Who did what in the running of the house (`audit_entries`), each entry chained to the last."""

alerts = Table(
    "alerts",
    metadata,
    _counted("id", in_key=True),
    Column("table_id", Text, ForeignKey("tables.id")),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("raised", Text, nullable=False),
    Column("cleared", Text),
    Column("kept", Text, nullable=False),
)
"""What the pit was to see to at a table, of which kind and about what; who took it is JSON. Without a
table it is an alert of the house."""

servers = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    _counted("number"),
    Column("address", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("started", Text, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("is_leaving", Boolean, nullable=False),
    Column("kept", Text, nullable=False),
)
"""The servers of a house on PostgreSQL: where others reach each, how often it has said that it is
there, and what it says of its tables that stands in no journal (JSON)."""

leases = Table(
    "leases",
    metadata,
    Column("room", Text, primary_key=True),
    Column("server", Text, nullable=False),
    Column("fence", BigInteger, nullable=False),
)
"""Which server has a table, or the desk; the fence rises whenever another takes it."""
