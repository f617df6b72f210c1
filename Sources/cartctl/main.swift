import CartCommands
import Glibc

exit(CommandLineTool.main())
