extension DaemonOptions {
    /// What `cartd --help` prints.
    static let help = """
        Usage: cartd [--socket PATH] [--cart-socket PATH] [--admin-socket PATH] [--state DIR]
                     [--idle-timeout SECONDS] [--max-connections N] [--max-connections-per-user N]
                     [--font FILE]... [--icons DIR]

        Owns the catalog, the cart and the screen layout of this machine. Usually it is started by a
        connection, on the sockets that the service manager passes (sd_listen_fds(3)): one that is named
        "cart" is for carts and controls, "admin" for catalogs too, any other is like --socket.

        Options:
          --socket PATH           listen there: for catalogs too where root or the user of cartd calls,
                                  else for carts and controls; the file is its user's own (mode 0600)
          --cart-socket PATH      listen there for carts and controls alone, whoever calls; the file is
                                  open to the group of cartd (mode 0660)
          --admin-socket PATH     listen there for everything, whoever calls (mode 0600)
          --state DIR             keep the state there; default $STATE_DIRECTORY, else
                                  $XDG_STATE_HOME/cartd, else ~/.local/state/cartd
          --idle-timeout SECONDS  exit after so long without a connection; default never
          --max-connections N     connections open at once; default 1024, and never more than the limit
                                  of open files allows (ulimit -n, LimitNOFILE=)
          --max-connections-per-user N
                                  of them, those of one user; default a quarter. Root and the user of
                                  cartd have no limit of their own
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
