// The C library's own account of what is allocated, which Swift's module of it leaves out.
#include <malloc.h>
