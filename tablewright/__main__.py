"""`python -m tablewright` is the command `tablewright`."""

from tablewright.cli import main

main()
