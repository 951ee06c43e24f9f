# Everything happens in .venv, which the first target that needs it makes. See CONTRIBUTING.md.

PYTHON ?= python3 python3.13 python3.12 python3.11
VENV := .venv
BIN := $(VENV)/bin

# uv installs faster where it is present; pip does the same.
INSTALL := $(if $(shell command -v uv),uv pip install --quiet --python $(BIN)/python,$(BIN)/python -m pip install --quiet --disable-pip-version-check)
LOCK = uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.PHONY: install demo test check docs migration bench lock clean

install: $(VENV)/run.done

demo: $(VENV)/run.done
	@$(BIN)/openrepro demo $(if $(ONCE),--once) $(if $(DIR),--dir "$(DIR)") $(if $(PORT),--port $(PORT))

# Of the system, tests need a PostgreSQL server, chromium and bubblewrap; they are installed where they are missing and apt and root are there.
test: $(VENV)/dev.done
	@tools/postgres.sh
	@tools/chromium.sh
	@tools/bubblewrap.sh
	$(BIN)/python -m pytest -n auto $(PYTEST)

check: $(VENV)/dev.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/dev.done
	$(BIN)/python tools/docs.py

# Writes the first step of the schema anew from src/openrepro/store/tables.py; only while nothing is released.
migration: $(VENV)/dev.done
	$(BIN)/python tools/initial_migration.py

bench: $(VENV)/dev.done
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

# Needs uv, which writes one lock for every supported Python; installing from the lock does not.
lock:
	$(LOCK) --all-extras --group dev -o requirements/dev.txt
	$(LOCK) --extra server --group build --constraint requirements/dev.txt -o requirements/run.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/made:
	@tools/venv.sh $(VENV) $(PYTHON)
	@touch $@

$(VENV)/run.done: requirements/run.txt pyproject.toml | $(VENV)/made
	@echo "installing OpenRepro into $(VENV)" >&2
	@$(INSTALL) --require-hashes -r requirements/run.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.done: requirements/dev.txt $(VENV)/run.done
	@echo "installing what tests and checks need into $(VENV)" >&2
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@
