"""Checks recorded frames against the description with an independent CDDL validator and an independent CBOR library.

check-traffic.py DESCRIPTION TRAFFIC: each line of TRAFFIC has a rule of the description, a kind (request, result, event,
error) and the payload of a frame in hexadecimal. Each payload
- is what the rule says: as a whole by `message`, and its request, result, event or error by its own rule,
- is in deterministic encoding (RFC 8949, section 4.2.1): cbor2 writes the same bytes again,
- is no longer what the rule says as soon as any value in it has another type: no member is left undescribed.
"""

import sys

import cbor2
from cddl_verifier import Validator

# A value of no type that the protocol has.
WRONG = b"\x00wrong"


def spoiled(value, path=()):
    """Every way to put a wrong value in the place of one in it."""
    yield path, WRONG
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        for place, other in spoiled(item, path + (key,)):
            copy = value.copy()
            copy[key] = other
            yield place, copy


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        validator = Validator(file.read())
    with open(sys.argv[2], encoding="ascii") as file:
        lines = [line.split() for line in file]
    frames = wrongs = 0
    failures = []
    for rule, kind, digits in lines:
        payload = bytes.fromhex(digits)
        value = cbor2.loads(payload)
        frames += 1
        if cbor2.dumps(value, canonical=True) != payload:
            failures.append(f"{rule}: {payload.hex()} is not in deterministic encoding")
        part = value if kind == "request" else value[kind]
        for root, item in (("message", value), (rule, part)):
            verdict = validator.validate(item, root_type=root)
            if not verdict.valid:
                reasons = "; ".join(f"{d.path_text}: {d.message}" for d in verdict.diagnostics)
                failures.append(f"{root} ({rule}): {item}: {reasons}")
        if len(payload) > 2000:
            continue
        for place, item in spoiled(part):
            wrongs += 1
            if validator.validate(item, root_type=rule).valid:
                failures.append(f"{rule}: anything is taken at {'/'.join(map(str, place))}")
    for failure in failures[:40]:
        print(failure[:600])
    print(f"{frames} frames, {wrongs} wrong values, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
