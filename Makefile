# The first Python that is new enough. Playing needs nothing else.
PYTHON ?= $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done),\
	$(error housewarming: needs Python 3.11 or newer, as python3 or by its full name, on the PATH))
BIN := .venv/bin

.PHONY: help play dev test lint check audit bench soak weigh screenshots wheel lock clean

help: ## show this help
	@sed -n 's/^\([a-z]*\): .*## /\1	/p' $(MAKEFILE_LIST) | expand -t 13

play: ## start the server, setting it up the first time
	@exec $(PYTHON) -m app serve

dev: ## set up .venv with all tools
	@$(PYTHON) -m scripts.environment

test: dev ## run all tests; WITHOUT="postgres broker browser proxies" leaves some out
	@$(BIN)/python -m scripts.suite

lint: dev ## check formatting, style, types, templates, imports, scripts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy app tests scripts
	@if [ -d app/templates ]; then set -x; $(BIN)/djlint --check --lint app/templates; fi
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.script_types

check: lint test ## lint, then test: every change must pass

audit: dev ## look for known vulnerabilities in the locked packages; only warns
	@$(BIN)/pip-audit --requirement requirements.lock --require-hashes --disable-pip --strict \
		|| echo 'audit: known vulnerabilities, or no answer for some package (see above); only a warning'

bench: dev ## run all benchmarks, in about five minutes
	$(BIN)/housewarming bench engine --games 60
	$(BIN)/housewarming bench engine --games 60 --game my_shelfie
	$(BIN)/housewarming bench render --games 1
	$(BIN)/housewarming bench tables --seconds 15
	$(BIN)/housewarming bench tables --seconds 15 --tables 60 --game my_shelfie
	$(BIN)/housewarming bench tables --seconds 15 --tables 60 --game home_staging
	$(BIN)/housewarming bench tables --seconds 20 --tables 20 --pace 0.5
	$(BIN)/housewarming bench viewers --seconds 15
	$(BIN)/housewarming bench store --turns 3
	$(BIN)/housewarming bench fanout --sockets 100,1000 --turns 3
	$(BIN)/housewarming bench hostile --seconds 5
	$(BIN)/housewarming bench idle

soak: dev ## search for rare bugs, for minutes
	$(BIN)/pytest -m soak
	$(BIN)/housewarming soak kills
	$(BIN)/housewarming soak kills --servers 3
	$(BIN)/housewarming soak kills --servers 3 --broker
	$(BIN)/python -m tests.fuzz.run
	$(BIN)/python -m scripts.mutate

weigh: dev ## measure page weight and frame time on a slowed-down processor
	@$(BIN)/python -m tests.browser.weigh

screenshots: dev ## take every screen in every size, theme and language: build/screens
	@$(BIN)/python -m tests.browser.screens build/screens

wheel: dev ## build what pip installs, a wheel and an sdist: build/dist
	@$(BIN)/python -m hatchling build --directory build/dist

lock: ## resolve all packages again (needs uv)
	rm -f uv.lock
	uv export --quiet --all-extras --no-dev --no-emit-project --format requirements-txt -o requirements.lock >/dev/null
	uv export --quiet --all-extras --no-emit-project --format requirements-txt -o requirements-dev.lock >/dev/null

clean: ## delete what make created, but never the data folder
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage node_modules
