#include "CArguments.h"

#include <stddef.h>

// On Linux, Swift searches the stack for the arguments, and finds the stack in /proc/self/maps. If it cannot open that file, it
// returns no arguments. The C library passes them to every constructor, as it does to `main`.

static char **arguments;

__attribute__((constructor)) static void take_arguments(int count, char **values) {
  if (count > 0) arguments = values;
}

char **process_arguments(void) { return arguments; }
