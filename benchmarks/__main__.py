"""`python -m benchmarks`: every benchmark, one table."""

from benchmarks import settle, start

print(f"{'what':<58}{'measured':>12}  {'asked':<12}")
for what, measured, asked in [*start.measure(), *settle.measure()]:
    print(f"{what:<58}{measured:>12}  {asked:<12}", flush=True)
