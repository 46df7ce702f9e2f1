/* Linux's syncfs(2), which the C library declares for GNU sources only. */
int syncfs(int fd);
