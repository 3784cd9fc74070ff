"""Runs the steps on the connection that `database` hands over, all of them or none."""

from alembic import context


def _run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # So alembic calls this file; a reader of docstrings only imports it.
    _run()
