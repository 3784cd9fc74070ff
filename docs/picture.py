"""Draws the pictures: the README's with the commands that they show, the phases from their data."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from docs.page_picture import (
    audition_on_the_page,
    certificate_on_the_page,
    class_on_the_page,
    floor_on_the_page,
    question_on_the_page,
    round_on_the_page,
    workbench_on_the_page,
)
from docs.phases_picture import PHASES, phases_drawn
from tests.cli.running import run, run_in_terminal

COLUMNS = 112
PAGE = Path(__file__).parent / "page.svg"
PICTURE = Path(__file__).parent / "settled.svg"
PLAYED = Path(__file__).parent / "played.svg"
ASKED = Path(__file__).parent / "school.svg"
AUDITION = Path(__file__).parent / "audition.svg"
CLASS = Path(__file__).parent / "class.svg"
FLOOR = Path(__file__).parent / "floor.svg"
WORKBENCH = Path(__file__).parent / "workbench.svg"
CERTIFICATE = Path(__file__).parent / "certificate.svg"
TRAINED = Path(__file__).parent / "trained.svg"
CHART = Path(__file__).parent / "odds.svg"
ROUND = (
    '{"dealer":"9d 9s 5h 8c","seats":['
    '{"seat":1,"cards":"9h 9c 6s Jd","wagers":{"ante":500,"bonus":100},"decision":"play"},'
    '{"seat":2,"cards":"7s 8h 10c Kd","wagers":{"ante":2500},"decision":"fold"},'
    '{"seat":4,"cards":"4c 4d As 2s","wagers":{"bonus":500}}]}'
)

# Rich's own template fetches fonts from elsewhere; this one uses what the reader has.
TEMPLATE = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def drawn(command: str, printed: str, columns: int, name: str) -> str:
    """What a command printed in a terminal, as a picture."""
    console = Console(record=True, width=columns, file=StringIO(), force_terminal=True)
    console.print(Text(f"$ {command}\n", style="bold"))
    console.print(Text.from_ansi(printed.replace("\r\n", "\n").rstrip()))
    return console.export_svg(title="tablewright", code_format=TEMPLATE, unique_id=name)


def settled() -> str:
    """One round of Duki 4 Poker, settled."""
    shown = run_in_terminal("settle", "duki4", given=ROUND + "\n", columns=COLUMNS)
    return drawn("tablewright settle duki4 < round.jsonl", shown.out, COLUMNS, "tablewright")


def played() -> str:
    """One round of King High, played in a terminal."""
    command = ("play", "king-high", "--seats", "3", "--seed", "1")
    keys = "po 1\nhr 5\nhi 5\nhe 5\n\nq\n"
    shown = run_in_terminal(*command, given=keys, columns=84).out
    first_card = shown[: shown.index("╭─", shown.index("Your wagers"))]
    return drawn(f"tablewright {' '.join(command)}", first_card, 84, "played")


def trained() -> str:
    """Two questions on payments of Duki 4 Poker, answered in a terminal."""
    command = ("train", "duki4", "--drill", "pay", "--seed", "8")
    shown = run_in_terminal(*command, given="3\n3x25 8x1\n1\n0\nq\n", columns=84).out
    return drawn(f"tablewright {' '.join(command)}", shown, 84, "trained")


if __name__ == "__main__":
    PHASES.write_text(phases_drawn(), "utf-8")
    PAGE.write_text(round_on_the_page(), "utf-8")
    ASKED.write_text(question_on_the_page(), "utf-8")
    AUDITION.write_text(audition_on_the_page(), "utf-8")
    CLASS.write_text(class_on_the_page(), "utf-8")
    CERTIFICATE.write_text(certificate_on_the_page(), "utf-8")
    FLOOR.write_text(floor_on_the_page(), "utf-8")
    WORKBENCH.write_text(workbench_on_the_page(), "utf-8")
    TRAINED.write_text(trained(), "utf-8")
    PICTURE.write_text(settled(), "utf-8")
    PLAYED.write_text(played(), "utf-8")
    run("odds", "duki4", "--plot", str(CHART))
