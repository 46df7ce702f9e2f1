#include "CMemory.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// Swift ends a program by a signal when it gets no memory, libdispatch waits until there is some, and C
// libraries report errors that look like those of a file. None of them can be told otherwise, so the linker is: it calls
// __wrap_malloc wherever malloc is called (ld(1), --wrap). A change that had begun is in the journal by then, as after a kill.
//
// Without --wrap nothing calls these functions, and the weak ones below do not exist.

#define REAL(result, name, ...) extern result __real_##name(__VA_ARGS__) __attribute__((weak))
REAL(void *, malloc, size_t);
REAL(void *, calloc, size_t, size_t);
REAL(void *, realloc, void *, size_t);
REAL(void *, aligned_alloc, size_t, size_t);
REAL(int, posix_memalign, void **, size_t, size_t);

static const char *text;
static int status;

void end_without_memory(const char *with_text, int with_status) {
  status = with_status;
  text = with_text;
}

static void *checked(void *memory) {
  if (memory == NULL && text != NULL) {
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
    _exit(status);
  }
  return memory;
}

void *__wrap_malloc(size_t size) { return checked(__real_malloc(size)); }

void *__wrap_calloc(size_t count, size_t size) { return checked(__real_calloc(count, size)); }

void *__wrap_realloc(void *memory, size_t size) {
  void *moved = __real_realloc(memory, size);
  return size == 0 ? moved : checked(moved);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) { return checked(__real_aligned_alloc(alignment, size)); }

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  int code = __real_posix_memalign(memory, alignment, size);
  if (code == ENOMEM) checked(NULL);
  return code;
}
