#ifndef ILSRENDER_CONIGURUMA_SHIM_H
#define ILSRENDER_CONIGURUMA_SHIM_H

#include <oniguruma.h>

// Swift cannot import macros that take an address, nor variadic functions: one function for each.

static inline OnigEncoding ils_onig_utf8(void) { return ONIG_ENCODING_UTF8; }

static inline const OnigSyntaxType *ils_onig_syntax_default(void) { return ONIG_SYNTAX_DEFAULT; }

/// The text of an error; `buffer` holds at least ONIG_MAX_ERROR_MESSAGE_LEN bytes. Returns its length.
static inline int ils_onig_error_text(OnigUChar *buffer, int code, OnigErrorInfo *info) {
  return info ? onig_error_code_to_str(buffer, code, info) : onig_error_code_to_str(buffer, code);
}

static inline OnigOptionType ils_onig_capture_group(void) { return ONIG_OPTION_CAPTURE_GROUP; }

static inline OnigOptionType ils_onig_not_begin_position(void) { return ONIG_OPTION_NOT_BEGIN_POSITION; }

#endif
