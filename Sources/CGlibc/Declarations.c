/* glibc's own declarations and those of CGlibc.h: where two of one function differ, this does not compile. */
#define _GNU_SOURCE
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <wchar.h>

#include "CGlibc.h"
