"""`python -m benchmarks`: every benchmark, one table."""

from itertools import chain

from benchmarks import odds, settle, simulate, start

print(f"{'what':<72}{'measured':>12}  {'asked':<12}")
for what, measured, asked in chain(
    start.measure(), settle.measure(), odds.measure(), simulate.measure()
):
    print(f"{what:<72}{measured:>12}  {asked:<12}", flush=True)
