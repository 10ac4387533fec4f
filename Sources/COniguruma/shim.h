#ifndef ILSRENDER_CONIGURUMA_SHIM_H
#define ILSRENDER_CONIGURUMA_SHIM_H

#include <oniguruma.h>
#include <stddef.h>

// Swift cannot import macros that take an address, nor variadic functions: one function for each.

static inline OnigEncoding ils_onig_utf8(void) { return ONIG_ENCODING_UTF8; }

static inline const OnigSyntaxType *ils_onig_syntax_default(void) { return ONIG_SYNTAX_DEFAULT; }

/// The text of an error; `buffer` holds at least ONIG_MAX_ERROR_MESSAGE_LEN bytes. Returns its length.
static inline int ils_onig_error_text(OnigUChar *buffer, int code, OnigErrorInfo *info) {
  return info ? onig_error_code_to_str(buffer, code, info) : onig_error_code_to_str(buffer, code);
}

static inline OnigOptionType ils_onig_capture_group(void) { return ONIG_OPTION_CAPTURE_GROUP; }

static inline OnigOptionType ils_onig_not_begin_position(void) { return ONIG_OPTION_NOT_BEGIN_POSITION; }

/// Whether `\w` matches a scalar outside of brackets, and `\b` takes it for a part of a word.
static inline int ils_onig_is_word(OnigCodePoint scalar) { return ONIGENC_IS_CODE_WORD(ONIG_ENCODING_UTF8, scalar); }

/// The scalars of a type in a bracketed class, as their number of ranges and the bounds of each; NULL for an unknown type.
static inline const OnigCodePoint *ils_onig_ranges(OnigCtype type) {
  OnigCodePoint firstRange;
  const OnigCodePoint *ranges;
  return ONIGENC_GET_CTYPE_CODE_RANGE(ONIG_ENCODING_UTF8, type, &firstRange, &ranges) == ONIG_NORMAL ? ranges : NULL;
}

#endif
