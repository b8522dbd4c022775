"""Looks for answers that contradict each other: `python -m tests.fuzz.differences --minutes N`.

Without `--minutes` it goes on until Ctrl-C. Prints the first contradiction with its seed, and ends
with exit code 1.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
import traceback
from collections import Counter

from tests.fuzz.differences.checks import CHECKS

REPORT_EVERY = 60.0


def main() -> int:
    """Compare for a time, or repeat one seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.differences", description=__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=time.time_ns() // 1_000_000, help="the first")
    parser.add_argument("--only", choices=CHECKS, action="append", help="only this comparison")
    options = parser.parse_args()
    names = options.only or list(CHECKS)
    counts: Counter[str] = Counter()
    end = time.monotonic() + 60 * options.minutes
    report = time.monotonic() + REPORT_EVERY
    seed = options.seed
    try:
        while time.monotonic() < end:
            for name in names:
                try:
                    counts.update({f"{name}: {k}": n for k, n in CHECKS[name](seed).items()})
                except Exception:
                    print(f"--- {name}, seed {seed}\n{traceback.format_exc()}", flush=True)
                    return 1
            if time.monotonic() > report:
                print(f"{seed - options.seed + 1} seeds, no contradiction", flush=True)
                report += REPORT_EVERY
            seed += 1
    except KeyboardInterrupt:
        print()
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
