#ifndef ILSRENDER_CPNG_SHIM_H
#define ILSRENDER_CPNG_SHIM_H

#include <png.h>

/* PNG_FORMAT_RGBA is built from macros that Swift does not import. */
static const png_uint_32 ils_png_format_rgba = PNG_FORMAT_RGBA;

/* The simplified interface reports warnings and errors in the low two bits. */
static inline int ils_png_is_flawless(const png_image *image) { return (image->warning_or_error & 3) == 0; }

#endif
