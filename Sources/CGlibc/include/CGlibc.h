/* Functions of glibc that its headers declare only under _GNU_SOURCE, which Swift's Glibc module is built without.
 *
 * The headers as a whole cannot be included so: under _GNU_SOURCE some of their types differ from those of the Glibc
 * module. Declarations.c compiles these declarations beside glibc's own. */
#ifndef CGLIBC_H
#define CGLIBC_H

#include <linux/stat.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <wchar.h>

/* accept4(2), <sys/socket.h> */
int accept4(int socket, __SOCKADDR_ARG address, socklen_t *__restrict length, int flags);

/* pidfd_open(2), pidfd_send_signal(2), <sys/pidfd.h>, glibc 2.36 */
int pidfd_open(pid_t process, unsigned int flags);
int pidfd_send_signal(int pidfd, int signal, siginfo_t *info, unsigned int flags);

/* posix_spawn_file_actions_addclosefrom_np(3), <spawn.h>, glibc 2.34 */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/* statx(2), <sys/stat.h> */
int statx(int folder, const char *__restrict path, int flags, unsigned int mask, struct statx *__restrict facts);

/* strerrorname_np(3), <string.h>, glibc 2.32 */
const char *strerrorname_np(int code);

/* unshare(2), <sched.h> */
int unshare(int flags);

/* wcwidth(3), <wchar.h> */
int wcwidth(wchar_t character);

#endif
