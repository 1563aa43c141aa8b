# Two commands do all the set-up: `make demo` runs the main job, `make test` the tests.
# Windows without make: see README, "Without make".
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
BENCH  ?= short

.PHONY: demo test check lint types bench trust lock clean

$(VENV)/.run: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	$(BIN)/python -m compileall -q cli.py parsers referee scraper  # PYTHONDONTWRITEBYTECODE would have every start compile them
	touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@ $(VENV)/.run

demo: $(VENV)/.run
	$(BIN)/referee demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: lint types

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

bench: $(VENV)/.dev
	BENCH=$(BENCH) $(BIN)/python -m tests.bench

trust: $(VENV)/.dev
	$(BIN)/python -m tests.trust

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml --group dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
