/* Functions that glibc declares for GNU sources only, and those that the Glibc of Swift leaves out. */
#include <sys/types.h>
#include <sys/vfs.h>
int syncfs(int fd);
ssize_t getdents64(int fd, void *buffer, size_t length);
int renameat2(int folder, const char *path, int new_folder, const char *new_path, unsigned int flags);
int pipe2(int ends[2], int flags);
void *memmem(const void *text, size_t length, const void *wanted, size_t wanted_length);
int posix_openpt(int flags);
int grantpt(int fd);
int unlockpt(int fd);
char *ptsname(int fd);
int malloc_trim(size_t left);
