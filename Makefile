# Everything a person types: make demo, make test, make install.
# Debian packages that are missing are installed (with sudo where needed), or named.

PREFIX ?= /usr/local
SWIFT ?= swift
DEBIAN_PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libonig-dev zlib1g-dev libpng-dev \
  libturbojpeg0-dev libhiredis-dev
# The tests open pages in Chromium, compare formulas with KaTeX's and start Redis; the benchmarks count instructions with
# valgrind; checks in Python have a virtual environment.
TEST_PACKAGES = chromium katex valgrind python3-pyte python3-venv redis-server
RESULTS ?= benchmarks/results/local
RELEASE = $(SWIFT) build -c release --static-swift-stdlib --product ilsrender
BIN = $(shell $(RELEASE) --show-bin-path)
RELEASE_REMOTE = $(SWIFT) build -c release --static-swift-stdlib --product ilsrender-remote
RELEASE_SERVICE = $(SWIFT) build -c release --static-swift-stdlib --product ilsrenderd

.PHONY: help demo serve check docs test benchmark build release install install-service uninstall format lint deps clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

demo: release ## render this repository's README in the terminal
	@$(BIN)/ilsrender --color always README.md

serve: deps ## run the service on 127.0.0.1:9090
	@$(RELEASE_SERVICE) >&2
	@exec $(BIN)/ilsrenderd

check: deps ## the inner loop: formatter check, build, the tests that take little time
	@SWIFT="$(SWIFT)" scripts/check --quick

docs: deps ## the libraries' reference in .build/docs
	@$(SWIFT) build >&2
	@SWIFT="$(SWIFT)" scripts/docs

test: deps ## formatter check, strict build, all tests, short benchmarks
	@scripts/ensure-debian-packages $(TEST_PACKAGES)
	@SWIFT="$(SWIFT)" scripts/check

build: deps ## debug build
	$(SWIFT) build

release: deps ## optimised build, Swift runtime linked in
	@$(RELEASE) >&2

install: release ## binary, grammars and themes to PREFIX (default /usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/ilsrender/grammars" \
	  "$(DESTDIR)$(PREFIX)/share/ilsrender/themes"
	install -m 755 "$(BIN)/ilsrender" "$(DESTDIR)$(PREFIX)/bin/ilsrender"
	install -m 644 grammars/*.json grammars/detection.model "$(DESTDIR)$(PREFIX)/share/ilsrender/grammars/"
	install -m 644 themes/*.json "$(DESTDIR)$(PREFIX)/share/ilsrender/themes/"

install-service: install ## as install, and the service ilsrenderd and what ilsrender --server runs
	@$(RELEASE_SERVICE) >&2
	@$(RELEASE_REMOTE) >&2
	install -m 755 "$(BIN)/ilsrenderd" "$(BIN)/ilsrender-remote" "$(DESTDIR)$(PREFIX)/bin/"

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/ilsrender" "$(DESTDIR)$(PREFIX)/bin/ilsrenderd" \
	  "$(DESTDIR)$(PREFIX)/bin/ilsrender-remote"
	rm -rf "$(DESTDIR)$(PREFIX)/share/ilsrender"

benchmark: release ## measure everything; results go to benchmarks/results/local
	@$(RELEASE_SERVICE) >&2
	@SWIFT="$(SWIFT)" benchmarks/build report peak
	benchmarks/.build/release/report write $(RESULTS)

format: ## format all Swift sources in place
	@SWIFT="$(SWIFT)" scripts/format

lint: ## check the format, change nothing
	@SWIFT="$(SWIFT)" scripts/format --check

deps: ## install the Debian packages that are missing
	@scripts/ensure-debian-packages $(DEBIAN_PACKAGES)

clean: ## remove build products
	$(SWIFT) package clean
