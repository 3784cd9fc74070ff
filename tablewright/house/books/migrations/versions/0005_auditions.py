"""Classes, assignments, auditions, and the register of what people sign in the school.

The register only grows, and each entry follows the last by its hash. What a candidate gave in an
audition only grows as well. Answers and these inputs go in two cases: their owner was erased, or they
are older than the house keeps them, which is the setting `school-kept-since`.
"""

from alembic import op

revision = "0005"
down_revision = "0004"

FIRST = "0" * 64
KEPT_SINCE = "(SELECT value FROM settings WHERE key = 'school-kept-since')"

SHAPES = {
    "classes": """
        id {identity}, name TEXT NOT NULL, teacher TEXT NOT NULL, created TEXT NOT NULL,
        closed TEXT""",
    "class_members": """
        class INTEGER NOT NULL REFERENCES classes (id), person TEXT NOT NULL, since TEXT NOT NULL,
        PRIMARY KEY (class, person)""",
    "assignments": """
        id {identity}, class INTEGER REFERENCES classes (id), person TEXT NOT NULL,
        "by" TEXT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL, what TEXT NOT NULL, due TEXT,
        at TEXT NOT NULL, done TEXT""",
    "auditions": """
        id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, game TEXT NOT NULL,
        device TEXT NOT NULL, begun TEXT NOT NULL, status TEXT NOT NULL, kept TEXT NOT NULL,
        result TEXT, journal TEXT""",
    "audition_inputs": """
        audition TEXT NOT NULL REFERENCES auditions (id), n INTEGER NOT NULL,
        seconds {real} NOT NULL, kept TEXT NOT NULL, PRIMARY KEY (audition, n)""",
    "conversions": """
        id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, certificate TEXT NOT NULL,
        begun TEXT NOT NULL, kept TEXT NOT NULL""",
    "school_register": """
        n INTEGER NOT NULL PRIMARY KEY, at TEXT NOT NULL, about TEXT NOT NULL,
        account INTEGER REFERENCES accounts (id), name TEXT NOT NULL, did TEXT NOT NULL,
        prev TEXT NOT NULL, hash TEXT NOT NULL""",
    "erased": """
        person TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, "by" TEXT NOT NULL""",
}
INDEXES = [
    ("classes", "teacher"),
    ("class_members", "person"),
    ("assignments", "person"),
    ("assignments", "class"),
    ("auditions", "person"),
    ("conversions", "person"),
    ("school_register", "about"),
]

_ANSWER_STAYS = f"""
    OLD.person NOT LIKE 'g:%' AND OLD.person NOT IN (SELECT person FROM erased)
    AND OLD.at >= COALESCE({KEPT_SINCE}, '')"""
_INPUT_STAYS = f"""
    NOT EXISTS (
        SELECT 1 FROM auditions WHERE id = OLD.audition
        AND (person IN (SELECT person FROM erased) OR begun < COALESCE({KEPT_SINCE}, ''))
    )"""

SQLITE_TRIGGERS = [
    "DROP TRIGGER answers_delete",
    f"""
    CREATE TRIGGER answers_delete BEFORE DELETE ON answers WHEN {_ANSWER_STAYS}
    BEGIN SELECT RAISE(ABORT, 'answers is only ever added to'); END""",
    f"""
    CREATE TRIGGER audition_inputs_delete BEFORE DELETE ON audition_inputs WHEN {_INPUT_STAYS}
    BEGIN SELECT RAISE(ABORT, 'audition_inputs is only ever added to'); END""",
    """
    CREATE TRIGGER school_register_delete BEFORE DELETE ON school_register
    BEGIN SELECT RAISE(ABORT, 'school_register is only ever added to'); END""",
    *(
        f"""
        CREATE TRIGGER {table}_update BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} is only ever added to'); END"""
        for table in ("audition_inputs", "school_register")
    ),
    # SQLite's INSERT OR REPLACE takes a row away without asking the trigger on DELETE.
    """
    CREATE TRIGGER audition_inputs_add BEFORE INSERT ON audition_inputs
    WHEN EXISTS (SELECT 1 FROM audition_inputs WHERE audition = NEW.audition AND n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'audition_inputs is only ever added to'); END""",
    """
    CREATE TRIGGER school_register_add BEFORE INSERT ON school_register
    WHEN EXISTS (SELECT 1 FROM school_register WHERE n = NEW.n)
    BEGIN SELECT RAISE(ABORT, 'school_register is only ever added to'); END""",
    f"""
    CREATE TRIGGER school_register_follows BEFORE INSERT ON school_register
    WHEN NEW.prev IS NOT CASE NEW.n WHEN 1 THEN '{FIRST}'
        ELSE (SELECT hash FROM school_register WHERE n = NEW.n - 1) END
    BEGIN SELECT RAISE(ABORT, 'an entry does not follow the last entry of the register'); END""",
]

POSTGRES_TRIGGERS = [
    f"""
    CREATE OR REPLACE FUNCTION keep_answer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {_ANSWER_STAYS} THEN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
        END IF;
        RETURN OLD;
    END $$""",
    f"""
    CREATE OR REPLACE FUNCTION keep_input() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {_INPUT_STAYS} THEN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
        END IF;
        RETURN OLD;
    END $$""",
    f"""
    CREATE OR REPLACE FUNCTION refuse_stray_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last text = '{FIRST}';
    BEGIN
        IF NEW.n <> 1 THEN
            SELECT hash INTO last FROM school_register WHERE n = NEW.n - 1;
        END IF;
        IF NEW.prev IS DISTINCT FROM last THEN
            RAISE EXCEPTION 'an entry does not follow the last entry of the register';
        END IF;
        RETURN NEW;
    END $$""",
    "DROP TRIGGER answers_delete ON answers",
    """
    CREATE TRIGGER answers_delete BEFORE DELETE ON answers FOR EACH ROW
    EXECUTE FUNCTION keep_answer()""",
    """
    CREATE TRIGGER audition_inputs_delete BEFORE DELETE ON audition_inputs FOR EACH ROW
    EXECUTE FUNCTION keep_input()""",
    # The function is the one that keeps the journal from changing.
    """
    CREATE TRIGGER audition_inputs_grows BEFORE UPDATE OR TRUNCATE ON audition_inputs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
    """
    CREATE TRIGGER school_register_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON school_register
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
    """
    CREATE TRIGGER school_register_follows BEFORE INSERT ON school_register
    FOR EACH ROW EXECUTE FUNCTION refuse_stray_entry()""",
]


def upgrade() -> None:
    """Add what auditions and classes need; nothing that was written is changed."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    identity, real = "INTEGER NOT NULL PRIMARY KEY", "FLOAT"
    if not is_sqlite:
        identity = "INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
        real = "DOUBLE PRECISION"
    for table, shape in SHAPES.items():
        op.execute(f"CREATE TABLE {table} ({shape.format(identity=identity, real=real)})")
    for table, column in INDEXES:
        op.execute(f"CREATE INDEX ix_{table}_{column} ON {table} ({column})")
    for trigger in SQLITE_TRIGGERS if is_sqlite else POSTGRES_TRIGGERS:
        op.execute(trigger)
