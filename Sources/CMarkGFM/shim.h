#ifndef ILSRENDER_CMARKGFM_SHIM_H
#define ILSRENDER_CMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm/buffer.h>
#include <cmark-gfm/houdini.h>
#include <cmark-gfm/utf8.h>

#endif
