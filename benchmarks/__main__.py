"""`python -m benchmarks [NAME...] [--json]`: those named, or all but the hour's; one table."""

import argparse
import json
from importlib import import_module

NAMES = (
    "start",
    "settle",
    "table",
    "school",
    "house",
    "least",
    "servers",
    "sockets",
    "disturbed",
    "lobby",
    "floor",
    "growth",
    "backups",
    "odds",
    "design",
    "workbench",
    "simulate",
    "page",
)
LONG = ("soak",)
"""Only where it is named: it takes an hour."""

parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES + LONG)}")
parser.add_argument(
    "--json", action="store_true", help="a line of JSON for each figure; of the house, one object"
)
asked = parser.parse_args()
if unknown := [name for name in asked.names if name not in NAMES + LONG]:
    parser.error(f"there is no benchmark {unknown[0]}: choose from {', '.join(NAMES + LONG)}")

if not asked.json:
    print(f"{'what':<72}{'measured':>12}  {'asked':<12}")
for name in asked.names or NAMES:
    module = import_module(f"benchmarks.{name}")
    if asked.json and hasattr(module, "document"):
        print(json.dumps(module.document()), flush=True)
        continue
    for what, measured, wanted in module.measure():
        if asked.json:
            print(json.dumps({"what": what, "measured": measured, "asked": wanted}), flush=True)
        else:
            print(f"{what:<72}{measured:>12}  {wanted:<12}", flush=True)
