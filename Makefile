# Everything a person types: make demo, make test, make install.
# Debian packages that are missing are installed (with sudo where needed), or named.

PREFIX ?= /usr/local
SWIFT ?= swift
# The Swift runtime is linked with the C++ library of g++; manual pages and generated files are written by Python.
DEBIAN_PACKAGES = libcmark-gfm-dev libcmark-gfm-extensions-dev libonig-dev zlib1g-dev libpng-dev \
  libturbojpeg0-dev libhiredis-dev g++ pkg-config python3
# What is installed has the functions of a start together; valgrind says which they are.
INSTALL_PACKAGES = valgrind
# The tests open pages in Chromium, write PNG with librsvg, compare formulas with KaTeX's and start Redis; benchmarks count
# instructions with valgrind; checks in Python have a virtual environment.
TEST_PACKAGES = chromium katex valgrind python3-pyte python3-venv redis-server curl librsvg2-2
RESULTS ?= benchmarks/results/local
# Programs as they are installed: stripped, ilsrender with its grammars and themes inside.
PRODUCTS ?= .build/products
BUILD_RELEASE = SWIFT="$(SWIFT)" scripts/build-release
SHARE = $(DESTDIR)$(PREFIX)/share
# Where shells look for completions.
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d

.PHONY: help demo serve check docs test benchmark build release install install-files install-service \
  install-service-files uninstall deb dist check-packages format lint deps install-deps clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 18

demo: release ## render this repository's README in the terminal
	@$(PRODUCTS)/ilsrender --color always README.md

serve: deps ## run the service on 127.0.0.1:9090
	@$(BUILD_RELEASE) ilsrenderd
	@exec $(PRODUCTS)/ilsrenderd

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

release: deps ## optimised filter with its grammars and themes inside, in .build/products
	@$(BUILD_RELEASE) ilsrender

install: install-deps release ## filter, its data, manual pages and completions to PREFIX (default /usr/local)
	@$(BUILD_RELEASE) ilsrender-remote
	@$(MAKE) --no-print-directory install-files

# What `install` puts there, from programs that are built already.
install-files:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/ilsrender/grammars" "$(SHARE)/ilsrender/themes" \
	  "$(SHARE)/man/man1" "$(DESTDIR)$(BASH_COMPLETIONS)" "$(DESTDIR)$(ZSH_COMPLETIONS)" \
	  "$(DESTDIR)$(FISH_COMPLETIONS)"
	install -m 755 "$(PRODUCTS)/ilsrender" "$(PRODUCTS)/ilsrender-remote" "$(DESTDIR)$(PREFIX)/bin/"
	rm -f "$(SHARE)/ilsrender/grammars/compiled.ilsrender"
	install -m 644 grammars/*.json grammars/detection.model "$(SHARE)/ilsrender/grammars/"
	install -m 644 themes/*.json "$(SHARE)/ilsrender/themes/"
	rm -rf .build/manual
	scripts/manual --programs "$(PRODUCTS)" --to .build/manual
	install -m 644 .build/manual/*.1 "$(SHARE)/man/man1/"
	"$(PRODUCTS)/ilsrender" --generate-completion-script bash | sed "1{/^#!/d}" >"$(DESTDIR)$(BASH_COMPLETIONS)/ilsrender"
	"$(PRODUCTS)/ilsrender" --generate-completion-script zsh >"$(DESTDIR)$(ZSH_COMPLETIONS)/_ilsrender"
	"$(PRODUCTS)/ilsrender" --generate-completion-script fish >"$(DESTDIR)$(FISH_COMPLETIONS)/ilsrender.fish"

install-service: install ## as install, and the service ilsrenderd
	@$(BUILD_RELEASE) ilsrenderd
	@$(MAKE) --no-print-directory install-service-files

install-service-files:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man8" "$(SHARE)/ilsrender/grammars"
	install -m 755 "$(PRODUCTS)/ilsrenderd" "$(DESTDIR)$(PREFIX)/bin/"
	scripts/manual --programs "$(PRODUCTS)" --to .build/manual
	install -m 644 .build/manual/ilsrenderd.8 "$(SHARE)/man/man8/"
	install -m 644 .build/own.ilsrender "$(SHARE)/ilsrender/grammars/compiled.ilsrender"

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/ilsrender" "$(DESTDIR)$(PREFIX)/bin/ilsrenderd" \
	  "$(DESTDIR)$(PREFIX)/bin/ilsrender-remote" "$(DESTDIR)$(BASH_COMPLETIONS)/ilsrender" \
	  "$(DESTDIR)$(ZSH_COMPLETIONS)/_ilsrender" "$(DESTDIR)$(FISH_COMPLETIONS)/ilsrender.fish" \
	  "$(SHARE)"/man/man1/ilsrender.1 "$(SHARE)"/man/man1/ilsrender-*.1 "$(SHARE)/man/man8/ilsrenderd.8"
	rm -rf "$(SHARE)/ilsrender"

deb: install-deps ## Debian packages of filter and service, in .build/packages
	@SWIFT="$(SWIFT)" scripts/build-packages

dist: install-deps release ## a tarball of the filter that runs where it is unpacked, in .build/packages
	@$(BUILD_RELEASE) ilsrender-remote
	@scripts/build-tarball

check-packages: ## install, use, upgrade and purge the packages in a fresh minimal Debian
	@scripts/ensure-debian-packages lintian mmdebstrap
	@scripts/check-packages

benchmark: release ## measure everything; results go to benchmarks/results/local
	@$(BUILD_RELEASE) ilsrenderd
	@SWIFT="$(SWIFT)" benchmarks/build report peak
	ILSRENDER="$(CURDIR)/$(PRODUCTS)/ilsrender" benchmarks/.build/release/report write $(RESULTS)

format: ## format all Swift sources in place
	@SWIFT="$(SWIFT)" scripts/format

lint: ## check the format, change nothing
	@SWIFT="$(SWIFT)" scripts/format --check

deps: ## install the Debian packages that are missing
	@scripts/ensure-debian-packages $(DEBIAN_PACKAGES)

install-deps: deps
	@scripts/ensure-debian-packages $(INSTALL_PACKAGES) || echo "going on without: the filter will need 4 MB more" >&2

clean: ## remove build products
	$(SWIFT) package clean
