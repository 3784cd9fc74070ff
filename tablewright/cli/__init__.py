"""The command line's door: it runs a command and sees to it that no traceback reaches a person.

Input that cannot be used ends in one line on standard error and exit status 2. What the machine cannot
do (a full disk, a closed output) is one line and status 1. Ctrl-C is one line that
says what was done, and status 130.
"""

import contextlib
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Literal

from tablewright.cli import interrupts


def main() -> None:
    """Run a command and leave with its status."""
    status = 0
    try:
        interrupts.listen()
        status = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:  # It came before we listened.
        status = interrupts.say(130)
    except BrokenPipeError:
        pass  # The reader has gone (`| head`): there is nothing more to say to it.
    except OSError as error:
        status = _say(f"the output could not be written: {error.strerror}", 1)
    except Exception as error:
        if os.environ.get("TABLEWRIGHT_TRACEBACK"):
            raise
        status = _say(
            f"this is our mistake, not yours ({type(error).__name__}: {error});"
            " TABLEWRIGHT_TRACEBACK=1 shows where",
            1,
        )
    interrupts.stop_listening()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        os._exit(status)  # What could not be written must not be tried again while Python ends.
    sys.exit(status)


def _run() -> int:
    """Read the command line with typer, then do the work outside it, where `main` sees its errors."""
    if sys.stdout is None or sys.stderr is None:
        # Closed when we were started (`>&-`): give Python something to write to.
        missing = open(os.devnull, "w")  # noqa: SIM115
        sys.stdout, sys.stderr = sys.stdout or missing, sys.stderr or missing
        if sys.stdout is missing:
            return _say("there is no standard output: expected somewhere to write to", 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]

    import typer

    from tablewright.rules.errors import BadDefinition, Refused

    try:
        said = _command_line("rich" if sys.stdout.isatty() else None)
        work = said(sys.argv[1:] or ["--help"], prog_name="tablewright", standalone_mode=False)
        return work() if callable(work) else int(work or 0)
    except Refused as refused:
        return _say(str(refused), 2)
    except BadDefinition as wrong:  # The author of a game's file gave it.
        if os.environ.get("TABLEWRIGHT_TRACEBACK"):
            raise
        return _say(f"a game's file is wrong: {wrong}", 2)
    except typer.TyperException as refused:
        context = getattr(refused, "ctx", None)
        command = context.command_path if context else "tablewright"
        message = refused.format_message().rstrip(".")
        return _say(f"{message}: expected what {command} --help shows", 2)


@cache
def _command_line(markup: Literal["rich"] | None) -> Callable[..., Any]:
    """All commands with their options, put together once."""
    import typer

    from tablewright.cli.commands import app

    app.rich_markup_mode = markup
    return typer.main.get_command(app)


def _say(message: str, status: int) -> int:
    with contextlib.suppress(OSError):
        print(f"tablewright: {message}", file=sys.stderr)
    return status
