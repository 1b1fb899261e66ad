# Everything a newcomer needs: `make run` to play, `make test` to see that it holds, `make help` for the rest.
# `.venv` is made on the first call from the pinned versions in constraints.txt; where it is a link to a ready
# environment, it is used as it is.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TESTED := build/tested
# Tests run on two workers, which is what a small machine has; `make test WORKERS=0` runs them in one process.
WORKERS ?= 2
# What to run: `make test TESTS=tests/api`.
TESTS ?=
SOURCES := $(shell find domain store projections api workers cli tests deploy docs \
	-type f -not -path '*/__pycache__/*' 2>/dev/null) pyproject.toml constraints.txt

# Where `make run` listens: `make run PORT=9000`.
PORT ?=

.PHONY: help run test check gate format lint types imports docstrings playthroughs bench soak crash race verifiers lock clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@if [ -L .venv ]; then touch $@; exit; fi; \
	echo "Setting up .venv (once)"; \
	[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv; \
	$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with PYTHON=... and remove .venv"; exit 1; }; \
	$(BIN)/python -m pip install -q --disable-pip-version-check "$$(grep -oE '^uv==[0-9.]+' constraints.txt)"; \
	$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r constraints.txt; \
	$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --editable .; \
	touch $@

run: $(READY) ## Start a table of Schafkopf with three bots and print how to play at it (PORT=n)
	@exec $(BIN)/python -m cli.main up $(addprefix --port ,$(PORT))

test: $(READY) ## Run all tests (TESTS=path for some, WORKERS=n)
	@rm -f $(TESTED)
	@$(BIN)/python -m pytest -q -n $(WORKERS) $(TESTS)
	@if [ -z "$(TESTS)" ]; then mkdir -p build && touch $(TESTED); fi

# Passed once for this very tree; any newer file runs the tests again.
$(TESTED): $(READY) $(SOURCES)
	@$(MAKE) --no-print-directory test TESTS=

check: gate $(TESTED) ## The gate: format, lint, types, imports, docstrings, and the tests unless they just passed

gate: format lint types imports docstrings

format: $(READY) ## Is everything formatted? (FIX=1 formats)
	@$(BIN)/ruff format -q $(if $(FIX),,--check) . && echo "format: good"

lint: $(READY) ## Lint (FIX=1 mends what it can)
	@$(BIN)/ruff check -q $(if $(FIX),--fix,) . && echo "lint: good"

types: $(READY) ## Strict type checking
	@$(BIN)/mypy --no-error-summary && echo "types: good"

imports: $(READY) ## Do imports go down only, and is the domain pure?
	@$(BIN)/lint-imports --no-logo | tail -n +3

docstrings: $(READY) ## Is everything public documented?
	@$(BIN)/interrogate -q domain store projections api workers cli && echo "docstrings: good"

playthroughs: $(READY) ## Write the golden playthroughs anew; read the diff as play
	@$(BIN)/python -m tests.playthroughs

bench: $(READY) ## Measure the action endpoint, appends, and decode+fold
	@$(BIN)/python -m tests.bench

soak: $(READY) ## Play each game 1,000 times, verify 50 records, compare the bots (GAMES=n, RULES=id)
	@$(BIN)/python -m tests.bench.soak --games $(or $(GAMES),1000) --seconds $(or $(LIMIT),900) --workers $(WORKERS) \
		$(addprefix --rules ,$(RULES))

crash: $(READY) ## Kill server, workers and database under load (MINUTES=n)
	@$(BIN)/python -m tests.faults.soak --minutes $(or $(MINUTES),5) --answers 0 --deadlines 0

race: $(READY) ## Play a whole racing match, race 200 answers through three API processes, and 500 deadlines
	@STAMMTISCH_TEST_ROUNDS=3 $(BIN)/python -m pytest -q tests/api/test_racing_match.py
	@$(BIN)/python -m tests.faults.soak --minutes 0

verifiers: $(READY) ## Compare both verifiers on every tampering of every game (LIMIT=seconds)
	@$(BIN)/python -m tests.web.soak --seconds $(or $(LIMIT),300)

lock: $(READY) ## Pin the newest versions that pyproject.toml allows into constraints.txt
	@$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --upgrade -q -o constraints.txt
	@$(BIN)/uv pip compile pyproject.toml -c constraints.txt --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate -q -o deploy/requirements.txt

clean: ## Remove the environment and everything generated (never the data directory)
	@[ -L .venv ] || rm -rf .venv
	@rm -rf build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis *.egg-info
