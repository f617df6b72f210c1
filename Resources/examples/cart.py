#!/usr/bin/env python3
"""Talks to cartd with nothing but cbor2 (pip install cbor2): python3 cart.py [SOCKET]

Adds a product so that it happens once, however often it is asked; shows the cart; then watches it change. The protocol is
described in protocol.md and cartd.cddl.
"""

import os, socket, struct, sys, uuid

import cbor2


class CartError(Exception):
    """What the daemon has refused: its code, its sentence, and details such as the wrong field."""

    def __init__(self, code, message, details=None, **unknown):
        super().__init__(f"{message} ({code})")
        self.code, self.details = code, details or {}


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.bytes = self.socket.makefile("rb")
        self.last, self.waiting = 0, {}  # messages that came for other requests than the one waited for
        self.daemon = self.call("hello", software="cart.py 1.0", protocolVersions={"min": 1, "max": 1})

    def send(self, method, params, **beside):
        self.last += 1
        payload = cbor2.dumps({"id": self.last, "method": method, "params": params, **beside})
        self.socket.sendall(struct.pack(">I", len(payload)) + payload)
        return self.last

    def receive(self, id):
        """The next message for a request: answers come as they are done, and events among them."""
        while not self.waiting.get(id):
            header = self.bytes.read(4)
            if len(header) < 4:
                raise ConnectionError("cartd has closed the connection")
            message = cbor2.loads(self.bytes.read(*struct.unpack(">I", header)))
            if message.get("id") is None:  # of the connection as a whole, which ends
                raise CartError(**message["error"])
            self.waiting.setdefault(message["id"], []).append(message)
        message = self.waiting[id].pop(0)
        if "error" in message:
            raise CartError(**message["error"])
        return message

    def call(self, method, idempotencyKey=None, timeout=10_000, **params):
        beside = {"idempotencyKey": idempotencyKey} if idempotencyKey else {}
        return self.receive(self.send(method, params, timeout=timeout, **beside))["result"]

    def watch(self, method, **params):
        """Every event of a stream. To go on after a lost connection, give from the last event's sequence."""
        id = self.send(method, params)
        while True:
            yield self.receive(id)["event"]


def main():
    default = os.environ.get("CARTD_SOCKET", "/run/cartd/cartd.sock")
    daemon = Connection(sys.argv[1] if len(sys.argv) > 1 else default)
    print("talking to", daemon.daemon["software"])
    key = str(uuid.uuid4())
    for _ in range(2):  # the second time stands for a retry after a lost answer
        daemon.call("cart.add", idempotencyKey=key, product="qianbao", quantity=2)
    for line in daemon.call("cart.show")["cart"]["lines"]:
        print(line["quantity"], "x", line["product"]["name"])
    events = daemon.watch("cart.watch")
    for _ in range(3):
        event = next(events)
        quantities = {line["product"]["id"]: line["quantity"] for line in event["cart"]["lines"]}
        print(event["kind"], event["cart"]["version"], list(quantities.values()))
        daemon.call("cart.set", product="qianbao", quantity=quantities.get("qianbao", 0) + 1)


if __name__ == "__main__":
    main()
