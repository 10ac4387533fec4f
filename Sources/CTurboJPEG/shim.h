#ifndef ILSRENDER_CTURBOJPEG_SHIM_H
#define ILSRENDER_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

/* The version that the program was built with, such as 2001005 for 2.1.5; 0 if the headers do not say it. The library
   itself does not tell its version. */
static inline int ils_turbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
  return LIBJPEG_TURBO_VERSION_NUMBER;
#else
  return 0;
#endif
}

#endif
