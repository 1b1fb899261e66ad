"""Run every measurement, or those named."""

import pkgutil
import sys
from importlib import import_module

import tests.bench

BY_HAND = {"soak"}  # takes minutes and arguments of its own
found = {
    module.name for module in pkgutil.iter_modules(tests.bench.__path__) if not module.name.startswith(("_", "test_"))
}
available = sorted(found - BY_HAND)
wanted = sys.argv[1:] or available
if unknown := set(wanted) - set(available):
    sys.exit(f"There is no measurement {', '.join(sorted(unknown))}; there are {', '.join(available)}.")
for number, name in enumerate(wanted):
    if number:
        print()
    import_module(f"tests.bench.{name}").main()
