#ifndef ILSRENDER_CTURBOJPEG_SHIM_H
#define ILSRENDER_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
