# Two commands: make play, make test. Each makes its own .venv and installs what it needs.
# Needed beforehand: make, Python 3.11 or later, and for the table in the browser Node.js 20.19 or
# later. PYTHON=/path/to/python picks one. The tests drive Chromium, CHROMIUM=/path/to/chromium.

VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/base.stamp
TEST := $(VENV)/test.stamp
# pip would build the client out of sight; tools/build_client.py does it before everyone's eyes.
PIP := SHENGJI_SKIP_WEB=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTHONS := $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3)
WORKERS ?= 2
export CHROMIUM ?= /usr/bin/chromium
BROWSER_TESTS := tests/browser
CLIENT := $(BIN)/python tools/build_client.py
NPM_RUN := npm --prefix web run --silent
NO_NODE := 3

# An environment whose Python is gone, or that was copied from another folder, is made anew.
STALE := $(shell test "$$(cat $(VENV)/home 2>/dev/null)" = "$(CURDIR)" \
	&& $(BIN)/python -c "" 2>/dev/null || echo stale)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play play-terminal dev client test lint types imports web chromium unit browser \
	test-long mutants bench format clean stale

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1: /p' Makefile

play: $(BASE)  ## play in the browser (ARGS="…" for shengji play)
	@$(CLIENT); case $$? in \
		0) command="play" ;; \
		$(NO_NODE)) echo "Here is the game in the terminal."; command="play --terminal" ;; \
		*) exit 1 ;; \
	esac; $(call run,$$command)

play-terminal: $(BASE)  ## play in the terminal; needs no Node.js
	@$(call run,play --terminal)

dev: $(BASE)  ## the server, and the client at localhost:5173 as it is being changed
	@$(CLIENT) install
	@trap 'kill $$server' EXIT; \
		SHENGJI_PUBLIC_URL=http://localhost:5173 $(BIN)/shengji serve --local $(ARGS) & server=$$!; \
		$(NPM_RUN) dev

client: $(BASE)  ## build the client, if web/ has changed
	@$(CLIENT)

test: chromium lint types imports web unit browser  ## everything that must hold before a commit

lint: $(TEST)  ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TEST)  ## mypy --strict on src
	$(BIN)/mypy --strict src

imports: $(TEST)  ## the floors of docs/architecture.md
	$(BIN)/lint-imports --no-logo

web: $(TEST) chromium  ## the client: style, types, tests, size
	@$(CLIENT) install
	$(BIN)/python tools/emit_ts.py --check
	$(NPM_RUN) format
	$(NPM_RUN) check
	$(NPM_RUN) test
	@$(CLIENT)
	$(BIN)/python tools/client_size.py

chromium:
	@test -x "$(CHROMIUM)" || { echo "The tests drive Chromium, and $(CHROMIUM) is not there:" \
		"run scripts/system-packages, or name one with CHROMIUM=/path/to/chromium" >&2; exit 1; }

unit: $(TEST)  ## only pytest, without the browser (ARGS="…" for pytest)
	$(strip $(BIN)/pytest -n $(WORKERS) --ignore=$(BROWSER_TESTS) $(ARGS))

browser: $(TEST) chromium client  ## only the tests in Chromium (ARGS="…" for pytest)
	$(strip $(BIN)/pytest -n $(WORKERS) $(BROWSER_TESTS) $(ARGS))

test-long: $(TEST)  ## pytest with thousands of random examples a property
	HYPOTHESIS_PROFILE=long $(strip $(BIN)/pytest -n $(WORKERS) --ignore=$(BROWSER_TESTS) $(ARGS))

mutants: $(TEST)  ## break the code in small ways and see that a test notices
	$(BIN)/python tools/mutants.py $(ARGS)

bench: $(TEST)  ## measure speed
	$(BIN)/shengji bench $(ARGS)

format: $(TEST)  ## put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@$(CLIENT) install
	cd web && npx prettier --write --log-level warn .

clean:  ## remove .venv and everything that tools left
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis \
		.mutants-cache .benchmarks .coverage src/shengji/_web web/node_modules
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

# Ctrl-C ends a game and is no error.
define run
trap : INT; $(BIN)/shengji $(1) $(ARGS) || { code=$$?; test $$code -eq 130 || exit $$code; }
endef

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
