# comment $(X) \
continued
CC = gcc
CFLAGS := -Wall -O2 $(INC)
LDFLAGS += -lm
OBJ ?= $(patsubst %.c,%.o,$(wildcard *.c))
VER != git describe
export PATH
export FOO = bar
override X = y
include config.mk
-include $(DEPS)
define MACRO
	echo $(1)
endef
define TEMPLATE
ifeq ($(1),debug)
$(1)_FLAGS := -g
else
-include $(1).mk
endif
endef
.PHONY: all clean
all: $(OBJ) | dir
	@echo "Building $@ from $< $^" # c
	$(CC) $(CFLAGS) -o $@ $^
	-rm -f x
	@for i in a b; do echo $$i; done
%.o: %.c defs.h
	$(CC) -c $< -o $@
target:: dep; cmd here
ifeq ($(OS),Windows_NT)
  X = 1
else ifdef DEBUG
  X = 2
else
  X = 3
endif
ifneq "$(A)" "b"
endif
ifndef FOO
$(error bad thing)
endif
$(info hi $(call f,a,b) ${VAR})
$(foreach d,$(DIRS),$(eval $(call t,$(d))))
clean:
	rm -f $(OBJ) \
	  other
vpath %.c src
unexport Y
$(BIN)/foo: a.o
prog: CFLAGS += -g
override export PATH := $(PWD)/bin:$(PATH)
prog lib: private LDFLAGS = -lm
$(1)_FLAGS ?= $(2)
HEADERS_$(NAME) = a.h

OPEN := $(shell ls
CLOSED := ${wildcard *.c
open: $(OPEN
	@echo $(CLOSED
	@echo done

define NESTED
$(eval $(foreach word,$(WORDS),
  $(call rule,$(word))
))
endef
after: $(NESTED)
