import CartClient
import Glibc

extension CommandLineTool {
    /// Does what this process was called for.
    ///
    /// - Returns: What to exit with.
    package static func main() -> Int32 {
        StandardOutput.reserveDescriptors()
        // A reader that has gone away is noticed by write(2), so that what was begun is also ended: signal(7).
        signal(SIGPIPE, SIG_IGN)
        let environment = CartClient.Configuration.processEnvironment
        let tool = CommandLineTool(
            environment: environment,
            terminal: .standardOutput(environment: environment),
            output: StandardOutput(),
            connect: { (options) throws(CartError) in try ClientService(options) }
        )
        return tool.run(.ofProcess).rawValue
    }
}
