#ifndef SHELF_GUIDE_H
#define SHELF_GUIDE_H

#include <stddef.h>

/// A page of `docs`, as it was when the program was compiled.
struct guide_page {
  /// The file's name without `.md`.
  const char *_Nonnull name;
  /// The file's bytes, without a zero at the end.
  const unsigned char *_Nonnull text;
  size_t size;
};

/// Returns the page at an index, in the order in which the guide lists them; null past the last one.
const struct guide_page *_Nullable guide_page_at(size_t index);

#endif
