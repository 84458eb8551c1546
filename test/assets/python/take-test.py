"""A test that is taken with the client at a real service; prints what happened as JSON."""

import json
import threading
import time

from thetarank_client import AnswersRefused, Client, ServiceRefused

client = Client()
session = client.create("exam", "ann", strategy="random", items=12, lag=4, seed=7)
events = []


def listen():
    for event in session.events():
        events.append(event["type"])
        if event["state"] == "finished":
            return


listener = threading.Thread(target=listen, daemon=True)
listener.start()
while not events:  # until it is connected
    session.pause()
    session.resume()
    time.sleep(0.05)

at_once = []
busy = 0
lock = threading.Lock()
together = threading.Barrier(4)
places = []


def answer(item):
    global busy
    with lock:
        busy += 1
        at_once.append(busy)
        places.append(item.place)
    if item.place <= 4:
        together.wait(10)  # breaks unless as many are answered at once as the lag allows
    assert item.prompt[-1]["role"] == "user" and item.prompt[-1]["content"]
    with lock:
        busy -= 1
    number = int(item.id[len("item-") :])
    if number % 6 == 0:
        return "Option (A) would mean", "length"
    return number % 2 == 0 if number % 3 else "The answer is (A)."


seen = []
result = session.run(answer, progress=lambda pending: seen.append(pending.answered))
listener.join(10)

# The same answer once more, and another one.
second = client.create("exam", "bob", strategy="random", items=3, lag=2)
items = [item.id for item in second.items().items]
first = second.answer({items[0]: 1})
again = second.answer([(items[0], True)])
try:
    second.answer({items[0]: 0})
    refused = None
except AnswersRefused as error:
    refused = error.refused[0]["code"]


class Broken(Exception):
    pass


def breaks(item):
    if item.id == items[1]:
        raise Broken()
    return 0


try:
    second.run(breaks, prompts=False)
    broken = False
except Broken:
    broken = True
left = client.session(second.id).refresh()
second.run(lambda item: 0.5, prompts=False)
try:
    second.items()
    client.session("nothing")
    unknown = None
except ServiceRefused as error:
    unknown = [error.status, error.code]
try:
    client.create("exam", "x", items=-1)
    invalid = None
except ServiceRefused as error:
    invalid = [error.code, error.errors[0]["field"]]

print(
    json.dumps(
        {
            "id": session.id,
            "places": sorted(places),
            "most": max(at_once),
            "seen": seen,
            "events": sorted(set(events)),
            "heard": not listener.is_alive(),
            "result": result,
            "first": first.answered,
            "again": again.answered,
            "refused": refused,
            "broken": broken,
            "left": [left["state"], left["answered"]],
            "second": second.result()["session"]["state"],
            "unknown": unknown,
            "invalid": invalid,
        }
    )
)
