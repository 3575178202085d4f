# Two commands: make play, make test. Each makes its own .venv and installs what it needs.
# Needed beforehand: make, and Python 3.11 or later. PYTHON=/path/to/python picks one.

VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/base.stamp
TEST := $(VENV)/test.stamp
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTHONS := $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3)
WORKERS ?= 2

# An environment whose Python is gone, or that was copied from another folder, is made anew.
STALE := $(shell test "$$(cat $(VENV)/home 2>/dev/null)" = "$(CURDIR)" \
	&& $(BIN)/python -c "" 2>/dev/null || echo stale)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test lint types imports unit test-long mutants bench format clean stale

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile

play: $(BASE)  ## play in the terminal (ARGS="…" for shengji play)
	@trap : INT; $(BIN)/shengji play --terminal $(ARGS) || \
		{ code=$$?; test $$code -eq 130 || exit $$code; }  # Ctrl-C is no error

test: lint types imports unit  ## everything that must hold before a commit

lint: $(TEST)  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TEST)  ## mypy --strict on src
	$(BIN)/mypy --strict src

imports: $(TEST)  ## the floors of docs/architecture.md
	$(BIN)/lint-imports --no-logo

unit: $(TEST)  ## only pytest (ARGS="…" for pytest)
	$(strip $(BIN)/pytest -n $(WORKERS) $(ARGS))

test-long: $(TEST)  ## pytest with thousands of random examples a property
	HYPOTHESIS_PROFILE=long $(strip $(BIN)/pytest -n $(WORKERS) $(ARGS))

mutants: $(TEST)  ## break the code in small ways and see that a test notices
	$(BIN)/python tools/mutants.py $(ARGS)

bench: $(TEST)  ## measure speed
	$(BIN)/shengji bench $(ARGS)

format: $(TEST)  ## put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove .venv and everything that tools left
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis \
		.mutants-cache .benchmarks .coverage
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# -- the environment ------------------------------------------------------------------------

$(BASE): pyproject.toml constraints.txt $(if $(STALE),stale)
	$(make_venv)
	@echo "Installing shengji into $(VENV)"
	@$(PIP) -e .
	@touch $(BASE)

$(TEST): pyproject.toml constraints.txt $(if $(STALE),stale)
	$(make_venv)
	@echo "Installing shengji and its test tools into $(VENV)"
	@$(PIP) -e '.[test]'
	@touch $(BASE) $(TEST)

stale:
	@rm -rf $(VENV)

define make_venv
@if ! test -x $(BIN)/python; then \
	for py in $(PYTHONS); do \
		"$$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		found=$$py; \
		"$$py" -c 'import ensurepip, venv' 2>/dev/null || continue; \
		echo "Making $(VENV) with $$py"; \
		"$$py" -m venv $(VENV) && echo "$(CURDIR)" > $(VENV)/home && exit 0; \
		exit 1; \
	done; \
	if test -n "$$found"; then \
		echo "$$found is there, but its venv module is not:" \
			"install it (on Debian and Ubuntu the package python3-venv)." >&2; \
	else \
		echo "shengji needs Python 3.11 or later. Tried and not found: $(PYTHONS)." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python …" >&2; \
	fi; \
	exit 1; \
fi
endef
