#ifndef SHELF_SOURCE_H
#define SHELF_SOURCE_H

/// Returns the commit that the program was built from, and its day, with a space between them; something that begins with a
/// dollar sign if neither git nor an archive told.
const char *_Nonnull shelf_source(void);

#endif
