#!/usr/bin/env python3
"""Talks to cartd through libcartclient.so.0 with nothing but Python: python3 cart_ctypes.py [SOCKET]"""

import ctypes, json, sys
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_void_p

library = ctypes.CDLL("libcartclient.so.0")


class Error(ctypes.Structure):
    _fields_ = [("code", c_char_p), ("message", c_char_p), ("details", c_char_p)]


class Event(ctypes.Structure):  # the first fields of it
    _fields_ = [("sequence", c_int64), ("kind", c_char_p), ("json", c_char_p)]


class CartError(Exception):
    def __init__(self, error):
        super().__init__(f"{error.message.decode()} ({error.code.decode()})")
        self.code, self.details = error.code.decode(), json.loads(error.details)


def function(name, result, *arguments):
    """A function of cartclient.h, whose last argument is the place for an error."""
    entry = getattr(library, "cartclient_" + name)
    entry.restype, entry.argtypes = result, [*arguments, POINTER(POINTER(Error))]

    def call(*values):
        error = POINTER(Error)()
        answer = entry(*values, byref(error))
        if error:
            refusal = CartError(error.contents)
            library.cartclient_free(error)
            raise refusal
        return answer

    return call


for ending in (library.cartclient_free, library.cartclient_close, library.cartclient_watch_close):
    ending.argtypes, ending.restype = [c_void_p], None
connect = function("open", c_void_p, c_char_p, c_int64)
call_json = function("call_json", c_void_p, c_void_p, c_char_p, c_char_p)
watch_cart = function("watch_cart", c_void_p, c_void_p, c_char_p, c_int64, c_void_p, c_void_p)
watch_next = function("watch_next", c_int, c_void_p, c_int64, POINTER(POINTER(Event)))


def call(client, method, **params):  # any method of the protocol; see cartd.cddl
    text = call_json(client, method.encode(), json.dumps(params).encode())
    answer = json.loads(ctypes.string_at(text))
    library.cartclient_free(text)
    return answer


def watch(client, cart="default"):  # the cart as it is, then after every change
    handle, event = watch_cart(client, cart.encode(), -1, None, None), POINTER(Event)()
    try:
        while watch_next(handle, -1, byref(event)) == 1:
            told = json.loads(event.contents.json)
            library.cartclient_free(event)
            yield told
    finally:
        library.cartclient_watch_close(handle)


client = connect(sys.argv[1].encode() if len(sys.argv) > 1 else None, 0)
call(client, "cart.add", product="qianbao", quantity=2)
try:
    call(client, "cart.add", product="a bag that nobody sells")
except CartError as error:
    print(error)
for event in watch(client):
    print(event["kind"], [f"{line['quantity']} x {line['product']['name']}" for line in event["cart"]["lines"]])
    if event["kind"] == "changed":
        break
    call(client, "cart.add", product="qianbao")
library.cartclient_close(client)
