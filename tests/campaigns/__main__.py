"""``python -m tests.campaigns files --count 2000 --seed 1``: runs a campaign, prints its findings, and fails where there is one."""

from __future__ import annotations

import argparse
import importlib
import math
import os
import pkgutil
import sys
import time

from . import pool


def campaign_names() -> list[str]:
    """The modules of this package that are campaigns."""
    helpers = {"__main__", "damage", "injection", "pool"}
    names = [module.name for module in pkgutil.iter_modules([os.path.dirname(__file__)])]
    return sorted(name for name in names if name not in helpers and not name.startswith("test_"))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="name", required=True)
    for name in campaign_names():
        module = importlib.import_module(f"{__package__}.{name}")
        summary = (module.__doc__ or "").split("\n")[0]
        command = commands.add_parser(name, help=summary, description=module.__doc__)
        command.add_argument("--count", type=int, default=100, help="cases to run")
        command.add_argument("--seed", type=int, default=0, help="number of the first case")
        command.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
        command.add_argument("--stop", type=int, default=20, help="findings to show before stopping")
        command.add_argument("--seconds", type=float, default=math.inf, help="time after which no more cases are run")
        module.Campaign.add_arguments(command)
    options = parser.parse_args(arguments)
    start, cases, descriptions = time.monotonic(), 0, []
    for finding in pool.results(options.name, options):
        cases += 1
        if finding is not None:
            descriptions.append(finding.description)
            print(f"case {finding.number}: {finding.description}", flush=True)
        if len(descriptions) >= options.stop or time.monotonic() - start > options.seconds:
            break
    campaign = importlib.import_module(f"{__package__}.{options.name}").Campaign
    if descriptions and hasattr(campaign, "summary"):
        print(campaign.summary(descriptions))
    print(f"{options.name}: {cases} cases from {options.seed}, {len(descriptions)} findings, {time.monotonic() - start:.0f} s")
    return 1 if descriptions else 0


if __name__ == "__main__":
    sys.exit(main())
