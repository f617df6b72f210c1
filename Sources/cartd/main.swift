import CartServer
import Glibc

let status = Daemon.main(CommandLine.argc, CommandLine.unsafeArgv)
fflush(nil)
// Not exit(3): a catalog file may still be being read on another thread, which must not see things taken down.
_exit(status)
