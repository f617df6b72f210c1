import CartServer
import Glibc

exit(Daemon.main(CommandLine.argc, CommandLine.unsafeArgv))
