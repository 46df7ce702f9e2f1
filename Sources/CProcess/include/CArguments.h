#ifndef SHELF_ARGUMENTS_H
#define SHELF_ARGUMENTS_H

/// Returns the arguments of the process, followed by a null pointer; null if they are unknown.
char *_Nullable *_Nullable process_arguments(void);

#endif
