/* System calls that glibc declares for GNU sources only. */
#include <sys/types.h>
int syncfs(int fd);
ssize_t getdents64(int fd, void *buffer, size_t length);
int pipe2(int ends[2], int flags);
