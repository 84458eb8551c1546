"""The client before a server that fails; prints for each path what came of it and how long the client waited."""

import json
import sys

from thetarank_client import Client, ServiceRefused, ServiceUnreachable

waits = []
client = Client(sys.argv[1], "secret", attempts=4, timeout=5, sleep=waits.append)
found = {}


def tried(name, call):
    waits.clear()
    try:
        came = ["reply", call()]
    except ServiceRefused as error:
        came = ["refused", error.status, error.code, error.detail]
    except ServiceUnreachable as error:
        came = ["unreachable", str(error)]
    found[name] = [came, list(waits)]


tried("busy", lambda: client.request("POST", "/busy", {}))
tried("always busy", lambda: client.request("GET", "/always-busy"))
tried("cut, once only", lambda: client.request("POST", "/cut", {}))
tried("cut, repeatable", lambda: client.request("POST", "/cut", {}, repeatable=True))
tried("refused", lambda: client.request("GET", "/refused"))
tried("another server", lambda: client.request("GET", "/html"))
tried("redirect", lambda: client.request("GET", "/redirect"))
away = Client("http://127.0.0.1:1", "secret", attempts=3, sleep=waits.append)
tried("away", lambda: away.request("POST", "/x", {}))
print(json.dumps(found))
