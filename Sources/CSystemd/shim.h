/* What the Systemd overlay uses: libsystemd, and the two Linux headers that Swift's Glibc module leaves out. */
#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

/* A log record's source position is given by its sender, not by where a macro was expanded. */
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>

#endif
