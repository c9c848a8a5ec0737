// What the system has and the Glibc module does not show: calls with a variable number of arguments,
// and the numbers of system calls (__NR_…). Inline wrappers only; nothing is decided here.
#ifndef ATOMTOOLS_CSYSTEM_H
#define ATOMTOOLS_CSYSTEM_H

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// A system call by its number. Returns what it returns, or the negative number of the error.
static inline long csystem_call(long number, long a, long b, long c, long d, long e, long f) {
  long result = syscall(number, a, b, c, d, e, f);
  return result == -1 ? -(long)errno : result;
}

// A pipe that programs do not get which other threads start meanwhile: `pipe2` with O_CLOEXEC. Returns
// 0, or the number of the error.
static inline int csystem_closed_pipe(int ends[2]) {
  return (int)-csystem_call(__NR_pipe2, (long)ends, O_CLOEXEC, 0, 0, 0, 0);
}

// Programs that this process starts get no privileges that it has not: the kernel asks for that
// before it takes a filter. Returns 0, or the number of the error.
static inline int csystem_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// Has the kernel ask a filter of `count` instructions before each system call of this thread, of those
// it starts, and of programs it starts. Returns 0, or the number of the error.
//
// Kernels before 5.16 slow a filtered process down, as if it ran code of strangers, unless asked not
// to; those before 4.17 cannot be asked.
static inline int csystem_filter(const struct sock_filter *instructions, unsigned short count) {
  struct sock_fprog program = {count, (struct sock_filter *)instructions};
  long result = csystem_call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 1 << 2, (long)&program, 0, 0, 0);
  if (result == -EINVAL) {
    result = csystem_call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)&program, 0, 0, 0);
  }
  return (int)-result;
}

#endif
#endif
