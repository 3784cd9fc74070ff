"""`python -m benchmarks`: every benchmark, one table."""

from itertools import chain

from benchmarks import house, lobby, odds, school, settle, simulate, start, table

print(f"{'what':<72}{'measured':>12}  {'asked':<12}")
for what, measured, asked in chain(
    start.measure(),
    settle.measure(),
    table.measure(),
    school.measure(),
    house.measure(),
    lobby.measure(),
    odds.measure(),
    simulate.measure(),
):
    print(f"{what:<72}{measured:>12}  {asked:<12}", flush=True)
