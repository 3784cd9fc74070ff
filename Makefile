# Two commands are enough: `make run` and `make test`. Each sets up all it needs in .venv first.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help run test proof check bench picture clean

help:            ## what can be made
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

run: .venv/run   ## the three games, their rules and what they hold
	@$(BIN)/tablewright games
	@for game in duki4 king-high pick2; do \
		echo; $(BIN)/tablewright rules $$game && echo && $(BIN)/tablewright odds $$game || exit; \
	done

test: .venv/dev  ## every test
	@$(BIN)/python -m pytest

proof: .venv/dev ## the long proofs: small decks walked, 10^9 simulated rounds and 10^5 rounds at the table of each game
	@$(BIN)/python -m pytest -m proof -s

check: .venv/dev ## ruff and mypy, strict
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: .venv/bench ## the benchmarks, as ratios measured in one run
	@$(BIN)/python -m benchmarks

picture: .venv/dev ## the README's picture, drawn anew from what the command prints
	@$(BIN)/python -m docs.picture

clean:           ## remove what the above made
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache

# Each stamp in .venv says that what it is named after is installed.

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tablewright needs Python 3.11 or later; set PYTHON=... to one"; exit 2; }
	@echo "Setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run: .venv/made pyproject.toml constraints.txt
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable .
	@touch $@

.venv/dev: .venv/made pyproject.toml constraints.txt
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[dev]'
	@touch $@ .venv/run

.venv/bench: .venv/made pyproject.toml constraints.txt
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[bench]'
	@touch $@ .venv/run
