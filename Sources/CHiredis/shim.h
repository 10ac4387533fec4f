#ifndef ILSRENDER_CHIREDIS_SHIM_H
#define ILSRENDER_CHIREDIS_SHIM_H

#include <hiredis/hiredis.h>

#endif
