# Two commands are enough: `make run` and `make test`. Each sets up all it needs in .venv first.

PYTHON ?= python3
BIN := .venv/bin
HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= .house
# Tests wait for servers and browsers, so two more of them than there are cores keep all cores busy.
# They start hundreds of processes too: what one compiles is kept for the others, whatever is set outside.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help run page test proof check bench picture chromium clean

help:            ## what can be made
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

run: .venv/run   ## open the house: tables to sit down at, in a browser (PORT=8000, DATA=.house)
	@$(BIN)/tablewright serve --host $(HOST) --port $(PORT) --data $(DATA)

page: .venv/dev  ## build the page alone, into the package
	@$(BIN)/python hatch_build.py

test: .venv/dev chromium ## everything once, on every core
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS)

chromium: .venv/dev
	@$(BIN)/python -m tests.browser.install

proof: .venv/dev ## the long proofs and every repetition: small decks walked, 10^9 simulated rounds, 10^5 rounds at the table (SEED=N repeats one)
	@SEED=$(SEED) $(BIN)/python -m pytest -m proof -s

check: .venv/dev ## ruff, mypy and svelte-check, strict; the page's types are the house's
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m tablewright.house.server.typescript --check
	@$(BIN)/python hatch_build.py check

bench: .venv/bench ## the benchmarks, as ratios measured in one run
	@$(BIN)/python -m benchmarks

picture: .venv/dev chromium ## the pictures and the reference page, made anew from what is printed, shown and declared
	@$(BIN)/python -m docs.picture
	@$(BIN)/python -m docs.paper_pictures
	@$(BIN)/python -m docs.architecture
	@$(BIN)/python -m docs.reference

clean:           ## remove what the above made
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache web/node_modules tablewright/house/page

# Each stamp in .venv says that what it is named after is installed. Installing builds the page.

WEB := hatch_build.py $(shell find web -name node_modules -prune -o -type f -print)

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tablewright needs Python 3.11 or later; set PYTHON=... to one"; exit 2; }
	@echo "Setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run: .venv/made pyproject.toml constraints.txt $(WEB)
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable .
	@touch $@

.venv/dev: .venv/made pyproject.toml constraints.txt $(WEB)
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[dev]'
	@touch $@ .venv/run

.venv/bench: .venv/made pyproject.toml constraints.txt $(WEB)
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[bench]'
	@touch $@ .venv/run
