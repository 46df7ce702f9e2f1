#include "CSource.h"

// scripts/build asks git, and hands the answer over; in an archive that git made, git has filled it in (.gitattributes).
// It is C because a compiler of C takes a text as an option, and nothing else is compiled again when it changes.
#ifndef SHELF_SOURCE
#define SHELF_SOURCE "$Format:%H %cs$"
#endif

const char *shelf_source(void) { return SHELF_SOURCE; }
