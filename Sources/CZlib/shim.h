#ifndef ILSRENDER_CZLIB_SHIM_H
#define ILSRENDER_CZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro, which Swift does not import. The window bits ask for gzip's header and trailer. */
static inline int ils_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
