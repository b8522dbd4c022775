"""Looks for input that breaks a reader: `python -m tests.fuzz --minutes N`.

Prints each fault once, with the seed that leads to it, and saves an input that is as small as the
time allows. Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

from tests.fuzz.judge import complaint
from tests.fuzz.minimise import minimised
from tests.fuzz.readers import READERS
from tests.fuzz.sources import hostile, seeds

MEMORY = 4 << 30
REPORT_EVERY = 60.0


def main() -> int:
    """Fuzz for a time, or repeat one seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() // 1_000_000, help="of the first input"
    )
    parser.add_argument(
        "--corpus", type=Path, action="append", default=[], help="a folder of files to mutate"
    )
    parser.add_argument("--reader", choices=READERS, action="append", help="only this one")
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"))
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    names = options.reader or list(READERS)
    given = {name: seeds(READERS[name][0], options.corpus) for name in names}
    print(", ".join(f"{name}: {len(files)} files" for name, files in given.items()))
    faults: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    end = time.monotonic() + 60 * options.minutes
    report = time.monotonic() + REPORT_EVERY
    seed = options.seed
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        while time.monotonic() < end:
            name = names[seed % len(names)]
            data = hostile(name, given[name], Random(seed))
            found = complaint(name, data, folder)
            counts[name] += 1
            if found is not None:
                fault = found.partition("\n")[0]
                faults[fault] += 1
                if faults[fault] == 1:
                    _save(options.save, folder, name, data, found, seed)
            if time.monotonic() > report:
                print(f"{counts.total()} inputs, {len(faults)} faults", flush=True)
                report += REPORT_EVERY
            seed += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(", ".join(f"{name}: {count}" for name, count in counts.items()), f"; peak {peak} MiB")
    for fault, count in faults.most_common():
        print(f"{count} times {fault}")
    return 1 if faults else 0


def _save(place: Path, folder: Path, name: str, data: bytes, found: str, seed: int) -> None:
    fault = found.partition("\n")[0]

    def fails(shorter: bytes) -> bool:
        again = complaint(name, shorter, folder)
        return again is not None and again.partition("\n")[0] == fault

    small = minimised(data, fails, most=60 if "takes more" in fault else 2000)
    place.mkdir(parents=True, exist_ok=True)
    file = place / f"{name}-{sha256(fault.encode()).hexdigest()[:8]}{READERS[name][0]}"
    file.write_bytes(small)
    print(f"--- {found}\n    seed {seed}, {len(small)} bytes in {file}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
