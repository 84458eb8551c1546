"""A client of a thetarank service, in one file that needs only Python 3.9 or newer.

Copy this file beside your program (``thetarank session client --out .``), or import it from where
``thetarank session client`` says it is. Your program answers the items; the service chooses them::

    from thetarank_client import Client

    client = Client()  # THETARANK_URL and THETARANK_KEY of the environment
    session = client.create(bank="mmlu-pro", examinee="my-model", items=243, lag=8)

    def answer(item):  # called on up to `lag` threads at once
        return my_model(item.prompt)  # a text that the service scores, or a score from 0 to 1

    result = session.run(answer)
    print(result["standing"]["score"], result["standing"]["low"], result["standing"]["high"])

docs/service.md of thetarank describes it; a running service lists every field at ``/docs``.
"""

from __future__ import annotations

import concurrent.futures
import email.utils
import hashlib
import http.client
import json
import os
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

__all__ = [
    "Answer",
    "AnswersRefused",
    "Client",
    "Item",
    "ServiceRefused",
    "ServiceUnreachable",
    "Session",
    "ThetarankError",
]

#: The address of a service that was started without options.
DEFAULT_URL = "http://127.0.0.1:3000"
#: Most answers that the service takes in one request.
MOST_ANSWERS = 1000
#: Seconds between two requests for items that the service is still choosing.
LOOK_AGAIN = 0.5
#: Longest wait between two attempts, in seconds.
LONGEST_WAIT = 60.0
#: Statuses that say "not now": the service did nothing.
NOT_NOW = (429, 503)
#: Statuses of a proxy before the service: it is not known whether the request arrived.
GATEWAY = (502, 504)

#: What an item is answered with: a score from 0 to 1, the output of a model as text, or the output and its finish
#: reason in the words of the provider, such as "length": an output that was cut counts only if it states an answer.
Answer = Union[float, int, bool, str, Tuple[str, Optional[str]]]


class ThetarankError(Exception):
    """The base of all errors of this module."""


class ServiceUnreachable(ThetarankError):
    """No usable reply after all attempts: no connection, no reply in time, or not a service of thetarank."""


class ServiceRefused(ThetarankError):
    """The service refused a request. The fields are those of its problem details (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        #: The HTTP status.
        self.status = status
        #: Stable; programs should decide by it, such as ``SESSION_UNKNOWN``.
        self.code: str = str(problem.get("code", ""))
        #: What is wrong, and what to do.
        self.detail: str = str(problem.get("detail", ""))
        #: With ``REQUEST_INVALID``: everything that is wrong, as ``field``, ``found`` and ``accepted``.
        self.errors: List[Dict[str, Any]] = list(problem.get("errors") or [])
        #: All of the problem details.
        self.problem: Dict[str, Any] = dict(problem)
        super().__init__(f"{self.code} (HTTP {status}): {self.detail}")


class AnswersRefused(ThetarankError):
    """At least one answer was refused. The others of the same request were taken."""

    def __init__(self, refused: List[Dict[str, Any]]) -> None:
        #: The refused answers: ``item``, ``code`` and ``reason``.
        self.refused = refused
        first = refused[0]
        super().__init__(
            f"{len(refused)} answers were refused; the first one, to item {first.get('item')}: "
            f"{first.get('reason') or first.get('code')}"
        )


@dataclass(frozen=True)
class Item:
    """An item to answer now."""

    #: Its id in the bank.
    id: str
    #: Its place in the test, from 1.
    place: int
    #: The messages to send to a model, each with ``role`` and ``content``; empty if they were not requested.
    prompt: Tuple[Dict[str, str], ...] = ()


@dataclass(frozen=True)
class Pending:
    """Where a session stands, with the items to answer now."""

    #: ``open``, ``paused``, ``finished``, ``ended`` or ``failed``.
    state: str
    items: Tuple[Item, ...]
    asked: int
    answered: int
    #: Most items that the session asks.
    length: int


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Redirects are refused: the key goes to the service and nowhere else."""

    def redirect_request(self, *_: Any) -> None:  # type: ignore[override]
        return None


class Client:
    """A service of thetarank.

    Args:
        url: its address; by default ``$THETARANK_URL``, or http://127.0.0.1:3000.
        key: an API key of the role runner or examinee; by default ``$THETARANK_KEY``.
        timeout: seconds to wait for each reply. The first session of a bank waits for its calibration, a minute or more.
        attempts: how often a request is sent before it fails. Repeated are: requests that the service puts off (429, 503,
            after its Retry-After), requests that never left (no connection), and all others that do the same twice as once.
        sleep: waits some seconds; for tests.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 300.0,
        attempts: int = 6,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = (url or os.environ.get("THETARANK_URL") or DEFAULT_URL).rstrip("/")
        if urllib.parse.urlsplit(self.url).scheme not in ("http", "https"):
            raise ValueError(f"the address of the service is {self.url!r}; accepted: http:// or https://")
        self._key = (key or os.environ.get("THETARANK_KEY") or "").strip()
        if self._key == "":
            raise ValueError("no API key: set THETARANK_KEY, or pass key=… (thetarank keys add makes one)")
        self._timeout = timeout
        self._attempts = max(1, attempts)
        self._sleep = sleep
        self._open = urllib.request.build_opener(_NoRedirects).open

    def create(self, bank: str, examinee: str, **fields: Any) -> "Session":
        """Creates a session.

        Args:
            bank: name of a bank of the service.
            examinee: name of the model that is tested.
            **fields: the others of ``POST /v1/sessions``, such as ``strategy``, ``items``, ``lag``, ``seed``, ``scoring``.
        Raises:
            ServiceRefused, ServiceUnreachable
        """
        body = {"bank": bank, "examinee": examinee, **fields}
        made = self.request("POST", "/v1/sessions", body)
        return Session(self, made["id"], made)

    def session(self, id: str) -> "Session":
        """An existing session, to continue it or to read its result."""
        path = f"/v1/sessions/{urllib.parse.quote(id, safe='')}"
        return Session(self, id, self.request("GET", path))

    def events(self, **filters: str) -> Iterator[Dict[str, Any]]:
        """Changes as they happen, such as ``events(session=ID)``, until the connection ends.

        An event says what changed; request the new state. Events before the connection and after it are not repeated.
        """
        query = urllib.parse.urlencode(filters)
        request = self._request("GET", "/v1/events" + (f"?{query}" if query else ""), None)
        request.add_header("accept", "text/event-stream")
        try:
            with self._open(request, timeout=self._timeout) as stream:
                for line in stream:
                    if line.startswith(b"data:"):
                        yield json.loads(line[len(b"data:") :])
        except urllib.error.HTTPError as error:
            raise self._refused(error.code, _text(error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise ServiceUnreachable(f"{self.url}: {error}") from error

    def request(self, method: str, path: str, body: Any = None, *, repeatable: Optional[bool] = None) -> Any:
        """One request to any address of the service, repeated as the class says.

        Args:
            repeatable: whether the same request twice does what it does once; by default that is so for ``GET`` alone.
        Raises:
            ServiceRefused, ServiceUnreachable
        """
        if repeatable is None:
            repeatable = method == "GET"
        reason = ""
        for attempt in range(1, self._attempts + 1):
            wait: Optional[float] = None
            try:
                with self._open(self._request(method, path, body), timeout=self._timeout) as reply:
                    return self._json(reply.read())
            except urllib.error.HTTPError as error:
                text = _text(error)
                if error.code not in NOT_NOW and not (repeatable and error.code in GATEWAY):
                    raise self._refused(error.code, text) from None
                reason, wait = f"HTTP {error.code}", _retry_after(error.headers.get("retry-after"))
            except (OSError, http.client.HTTPException) as error:
                reason = str(getattr(error, "reason", None) or error) or type(error).__name__
                if not repeatable and not _is_unsent(error):
                    raise ServiceUnreachable(
                        f"{self.url}: {reason}. It is not known whether the request arrived"
                    ) from error
            if attempt < self._attempts:
                self._sleep(min(LONGEST_WAIT, 0.5 * 2**attempt if wait is None else wait))
        raise ServiceUnreachable(f"{self.url} did not answer in {self._attempts} attempts; the last one: {reason}")

    def _request(self, method: str, path: str, body: Any) -> urllib.request.Request:
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self._key}", "accept": "application/json"}
        if data is not None:
            headers["content-type"] = "application/json"
        return urllib.request.Request(self.url + path, data=data, headers=headers, method=method)

    def _json(self, text: bytes) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            raise ServiceUnreachable(
                f"{self.url}: its reply is not JSON. Is there another server at this address?"
            ) from None

    def _refused(self, status: int, text: bytes) -> ThetarankError:
        try:
            problem = json.loads(text)
        except ValueError:
            problem = None
        if isinstance(problem, dict) and "code" in problem:
            return ServiceRefused(status, problem)
        return ServiceUnreachable(
            f"{self.url}: HTTP {status} without problem details. Is there another server at this address?"
        )


class Session:
    """An adaptive test of one examinee. ``Client.create`` and ``Client.session`` make them."""

    def __init__(self, client: Client, id: str, summary: Mapping[str, Any]) -> None:
        self.client = client
        self.id = id
        #: The session as it was when this object was made; ``refresh()`` gets the current one.
        self.summary: Dict[str, Any] = dict(summary)
        self._path = f"/v1/sessions/{urllib.parse.quote(id, safe='')}"

    def __repr__(self) -> str:
        return f"<Session {self.id} of {self.summary.get('examinee')} on {self.summary.get('bank')}>"

    def refresh(self) -> Dict[str, Any]:
        """The current summary: state, answers, current score."""
        self.summary = self.client.request("GET", self._path)
        return self.summary

    def items(self, prompts: bool = False) -> Pending:
        """The items to answer now, as many as the session's lag allows; the same until they are answered.

        Args:
            prompts: with the messages to send to a model; the bank then needs text.
        """
        reply = self.client.request("GET", f"{self._path}/items" + ("?prompts=true" if prompts else ""))
        return _pending(reply)

    def answer(self, answers: Union[Mapping[str, Answer], Iterable[Tuple[str, Answer]]]) -> Pending:
        """Sends answers by item. An answer that was sent before changes nothing, so this is safe to repeat.

        Args:
            answers: for each item a score from 0 to 1 (True is 1), an output as text, or ``(output, finish_reason)``.
        Returns:
            The next items, without messages.
        Raises:
            AnswersRefused: such as for another answer to the same item
        """
        pairs = list(answers.items() if isinstance(answers, Mapping) else answers)
        last: Optional[Dict[str, Any]] = None
        for start in range(0, len(pairs), MOST_ANSWERS):
            body = {"answers": [_answer(item, answer) for item, answer in pairs[start : start + MOST_ANSWERS]]}
            try:
                last = self.client.request("POST", f"{self._path}/answers", body, repeatable=True)
                results = last["results"]
            except ServiceRefused as error:
                results = error.problem.get("results")
                if not results:
                    raise
            refused = [one for one in results if one["status"] == "refused"]
            if refused:
                raise AnswersRefused(refused)
        return self.items() if last is None else _pending(last)

    def run(
        self,
        answer: Callable[[Item], Answer],
        *,
        prompts: bool = True,
        threads: Optional[int] = None,
        progress: Optional[Callable[[Pending], None]] = None,
    ) -> Dict[str, Any]:
        """Answers items until the session asks no more, and returns its result.

        Each answer is sent as soon as it is there. If ``answer`` raises an error, no more items are begun, the answers in
        flight are sent, and the error is raised: the same call on the same session continues.

        Args:
            answer: the answer to an item, a score, a text, or ``(text, finish_reason)``; called on several threads at once.
            prompts: whether ``item.prompt`` is needed; False for banks without text.
            threads: calls of ``answer`` at once; by default the session's lag, which is also the most that is useful.
            progress: called after each change, from the calling thread.
        """
        most = max(1, threads or int(self.summary.get("lag") or 1))
        running: Dict["concurrent.futures.Future[Answer]", str] = {}
        failure: Optional[BaseException] = None
        with concurrent.futures.ThreadPoolExecutor(max_workers=most) as pool:
            pending = self.items(prompts)
            while pending.state == "open" or running:
                if progress is not None:
                    progress(pending)
                begun = set(running.values())
                if failure is None and pending.state == "open":
                    for item in pending.items:
                        if item.id not in begun and len(running) < most:
                            running[pool.submit(answer, item)] = item.id
                if not running:
                    if failure is not None:
                        break
                    # The service is still choosing the next items.
                    self.client._sleep(LOOK_AGAIN)
                    pending = self.items(prompts)
                    continue
                try:
                    done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                except KeyboardInterrupt as interrupt:
                    if failure is not None:
                        raise
                    failure = interrupt  # what is in flight still counts
                    continue
                answers: Dict[str, Answer] = {}
                for future in done:
                    item_id = running.pop(future)
                    try:
                        answers[item_id] = future.result()
                        _answer(item_id, answers[item_id])
                    except Exception as error:
                        answers.pop(item_id, None)
                        failure = failure or error
                if answers:
                    pending = self.answer(answers)
                    if prompts and pending.state == "open" and failure is None:
                        pending = self.items(True)
        if failure is not None:
            raise failure
        if progress is not None:
            progress(pending)
        return self.result()

    def pause(self) -> Dict[str, Any]:
        """Pauses: the session takes no answers until it is resumed."""
        return self._move("pause")

    def resume(self) -> Dict[str, Any]:
        """Resumes a paused or failed session."""
        return self._move("resume")

    def end(self) -> Dict[str, Any]:
        """Ends the session early; its answers count."""
        return self._move("end")

    def _move(self, verb: str) -> Dict[str, Any]:
        self.summary = self.client.request("POST", f"{self._path}/{verb}", {}, repeatable=True)
        return self.summary

    def result(self) -> Dict[str, Any]:
        """The result: ``standing`` (score in points with its 90% interval, ability), ``place``, ``session`` and more."""
        return self.client.request("GET", f"{self._path}/result")

    def events(self) -> Iterator[Dict[str, Any]]:
        """Changes of this session as they happen, see ``Client.events``."""
        return self.client.events(session=self.id)


def _pending(reply: Mapping[str, Any]) -> Pending:
    items = tuple(Item(one["item"], one["place"], tuple(one.get("prompt") or ())) for one in reply["items"])
    return Pending(reply["state"], items, reply["asked"], reply["answered"], reply["length"])


def _answer(item: str, answer: Answer) -> Dict[str, Any]:
    """An answer as the service takes it, with a key that is the same for the same answer."""
    output, ended = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
    if isinstance(output, str) and isinstance(ended, (str, type(None))):
        body: Dict[str, Any] = {"item": item, "output": output}
        if ended is not None:
            body["finishReason"] = ended
    elif isinstance(answer, (bool, int, float)) and 0 <= answer <= 1:
        body = {"item": item, "score": float(answer)}
    else:
        accepted = "a score from 0 to 1, a text, or (text, finish_reason)"
        raise ValueError(f"the answer to item {item} is {answer!r}; accepted: {accepted}")
    text = json.dumps([item, body.get("score"), body.get("output")])
    return {**body, "key": hashlib.sha256(text.encode()).hexdigest()[:32]}


def _text(error: urllib.error.HTTPError) -> bytes:
    """What an error reply says; empty if the connection breaks before its end."""
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def _is_unsent(error: BaseException) -> bool:
    """Whether a request certainly never reached the service: nothing listened there, or the name is unknown."""
    reason = getattr(error, "reason", error)
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror))


def _retry_after(text: Optional[str]) -> Optional[float]:
    """Seconds of a header Retry-After, which has seconds or a date; None without one."""
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
