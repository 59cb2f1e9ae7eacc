# The commands of Playledger. They need Python 3.11 or newer, make and git; everything else comes from the locked lists.
#
#   make serve   the whole service (PORT=8080 DATA=./var)      make openapi  write openapi.yaml anew
#   make test    everything that CI checks                     make lock     choose the dependencies' versions anew
#   make lint    the checks without the tests                  make soak     faults for as long as FOR says
#   make bench   the figures of the README                     make laws     GAMES=10000 random games of every kind
#   make clean   remove what these commands made (not DATA)

SHELL := /bin/bash
TESTS ?= -n 2
FOR ?= 600
GAMES ?= 10000
# The first of these that is new enough; 3.14 comes last because the embedded Redis has no wheel for it yet.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14 if "$$python" != "python3.14" else 15))' \
	2>/dev/null && echo $$python && break; done)

BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install
RUNTIME := .venv/runtime.stamp
DEV := .venv/dev.stamp

.PHONY: serve test lint pytest lock openapi soak laws bench venv clean

serve: $(RUNTIME)
	@exec $(BIN)/playledger serve $(if $(PORT),--port "$(PORT)") $(if $(DATA),--data "$(DATA)")

test: lint
	$(BIN)/playledger openapi --check
	$(BIN)/python -m pytest $(TESTS) --cov --cov-report=term

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

openapi: $(RUNTIME)
	$(BIN)/playledger openapi

soak: $(DEV)
	$(BIN)/python -m tests.faults.soak --seconds "$(FOR)"

laws: $(DEV)
	$(BIN)/python -m tests.contracts.laws --games "$(GAMES)"

bench: $(DEV)
	$(BIN)/python -m tests.bench

# One universal list for Python 3.11 and newer on Linux and macOS, each file with its hashes.
LOCK := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock" --extra build
lock: $(DEV)
	$(BIN)/$(LOCK) --upgrade --output-file requirements.txt
	$(BIN)/$(LOCK) --upgrade --extra dev --constraint requirements.txt --output-file requirements-dev.txt

venv: $(DEV)

$(RUNTIME): requirements.txt pyproject.toml
	@[ -n "$(PYTHON)" ] || { echo "Playledger needs Python 3.11, 3.12 or 3.13 (none found on PATH)." >&2; exit 2; }
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv
	@echo "Installing what requirements.txt lists into .venv (once) ..."
	@$(PIP) --require-hashes --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.txt $(RUNTIME)
	@echo "Installing what requirements-dev.txt lists into .venv (once) ..."
	@$(PIP) --require-hashes --requirement requirements-dev.txt
	@touch $@

clean:
	rm -rf .venv *.egg-info build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find events service workers tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
