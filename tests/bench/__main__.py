"""Run every measurement, or those named."""

import pkgutil
import sys
from importlib import import_module

import tests.bench

available = [found.name for found in pkgutil.iter_modules(tests.bench.__path__) if not found.name.startswith("_")]
wanted = sys.argv[1:] or available
if unknown := set(wanted) - set(available):
    sys.exit(f"There is no measurement {', '.join(sorted(unknown))}; there are {', '.join(available)}.")
for number, name in enumerate(wanted):
    if number:
        print()
    import_module(f"tests.bench.{name}").main()
