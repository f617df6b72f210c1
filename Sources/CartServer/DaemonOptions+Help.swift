extension DaemonOptions {
    /// What `cartd --help` prints.
    static let help = """
        Usage: cartd [--socket PATH] [--state DIR] [--idle-timeout SECONDS] [--font FILE]... [--icons DIR]

        Owns the catalog, the cart and the screen layout of this machine. Usually it is started by a
        connection, on the sockets that the service manager passes (sd_listen_fds(3)).

        Options:
          --socket PATH           listen there instead
          --state DIR             keep the state there; default $STATE_DIRECTORY, else
                                  $XDG_STATE_HOME/cartd, else ~/.local/state/cartd
          --idle-timeout SECONDS  exit after so long without a connection; default never
          --font FILE             measure titles in this TrueType or OpenType file, or FILE#N for
                                  font N of a collection; the next one has what this one lacks;
                                  default $CARTD_FONT, with colons between files. Without any,
                                  every letter is half as wide as high, or as wide
          --icons DIR             measure the images of controls in this folder; default
                                  $CARTD_ICONS. Without it they are 44 x 44 points
          --version               print the version
          --help                  print this text

        Exit status: 0 stopped or idle, 1 the state, the socket or a file cannot be used, 2 usage.

        """
}
