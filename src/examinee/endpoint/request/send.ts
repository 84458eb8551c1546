import { APIConnectionError, APIError, OpenAI } from 'openai';
import { pythonJson } from '../../../text/python-json.ts';
import type { Clock, EndpointServices } from '../../services.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import type { Secrets } from '../configuration/secrets.ts';
import { FIELD_WORDS } from '../configuration/setting-words.ts';
import {
  type ConnectionFault,
  connectionFault,
  errorCode,
  isAbsent,
  tlsExpected,
} from '../failure/connection-fault.ts';
import { errorInOneForm } from '../failure/error-body.ts';
import { errorReader } from '../failure/error-reader.ts';
import { likelihoodFailure } from '../failure/likelihood-failure.ts';
import { afterRetries } from '../failure/status-outcome.ts';
import { withoutQuestion } from '../failure/without-question.ts';
import { errorIn, readCompletion } from '../reply/read-completion.ts';
import { readEmbeddingReply } from '../reply/read-embedding-reply.ts';
import { readLikelihoodReply } from '../reply/read-likelihood-reply.ts';
import { readStream } from '../reply/read-stream.ts';
import { garbage, type RequestOutcome } from '../reply/request-outcome.ts';
import type { EndpointRequest } from './endpoint-request.ts';
import { BodyError, httpFetch, LARGEST_RESPONSE } from './http-fetch.ts';
import { speaksTls } from './speaks-tls.ts';

/**
 * Sends a request once.
 * @param isAlone whether no other is sent before it has ended, so that none can interrupt it
 * @throws the reason of `signal` where it is aborted
 */
export type Send = (
  request: EndpointRequest,
  signal: AbortSignal | undefined,
  isAlone: boolean,
) => Promise<RequestOutcome>;

/** In milliseconds: the package is to wait for as long as we do. */
const NEVER = 2 ** 31 - 1;
/** What a server that streams was asked for. */
const EXPECTED = { likelihood: 'a completion', embedding: 'an embedding' } as const;
const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

/**
 * Requests through the package `openai`, without the values that it would read from the environment: other keys, headers,
 * organizations, log levels. Its retries and time limits are off, because both are done here. Only the headers of the
 * configuration and the body are sent, to the one address; redirects are not followed.
 */
export function sender(
  { baseUrl, timeoutSeconds, stream }: EndpointConfiguration,
  secrets: Secrets,
  services: Pick<EndpointServices, 'env' | 'now' | 'sleep' | 'words'>,
): Send {
  const { words = FIELD_WORDS } = services;
  const errors = errorReader(baseUrl, secrets, services.now, words);
  const headers = {
    ...secrets.headers,
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'user-agent': 'thetarank',
  };
  const fetch = httpFetch(baseUrl, headers, services.env);
  const client = new OpenAI({
    apiKey: 'unused: the headers are ours',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    logger: SILENT,
    fetch: async (url, init) => errorInOneForm(await fetch(url, init as RequestInit)),
  });

  // Servers have more fields than the package has types for.
  const create = (kind: EndpointRequest['kind'], params: unknown, signal: AbortSignal) => {
    switch (kind) {
      case 'chat':
        return client.chat.completions.create(params as OpenAI.ChatCompletionCreateParams, {
          signal,
        });
      case 'likelihood':
        return client.completions.create(params as OpenAI.CompletionCreateParams, { signal });
      case 'embedding':
        return client.embeddings.create(params as OpenAI.EmbeddingCreateParams, { signal });
    }
  };
  const request = async (
    { kind, body, messages }: EndpointRequest,
    controller: AbortController,
    isAlone: boolean,
  ): Promise<RequestOutcome> => {
    const { signal } = controller;
    const response = await create(kind, body, signal).asResponse();
    // An endpoint may answer in the other form than it was asked for.
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    if (isStream && kind !== 'chat') return garbage(`a stream instead of ${EXPECTED[kind]}`);
    if (isStream) return redacted(await readStream(response, isAlone));
    const text = await response.text();
    // Some gateways leave out that it is a stream.
    if (kind === 'chat' && /^\s*(?:data|event|id|retry)?:/.test(text))
      return redacted(await readStream(new Response(text), isAlone));
    let whole: unknown;
    try {
      whole = pythonJson(text);
    } catch {
      // A proxy may send a page while the server behind it restarts.
      return isPage(text) ? webPage(baseUrl) : garbage(notJson(text));
    }
    const error = errorIn(whole);
    if (error !== undefined) return errors.withoutStatus(error, response.headers, messages);
    switch (kind) {
      case 'chat':
        return redacted(readCompletion(whole));
      case 'likelihood':
        return readLikelihoodReply(whole, messages.length - 1);
      case 'embedding':
        return readEmbeddingReply(whole);
    }
  };

  /** An endpoint may send anything as the word for an end, also the key that it was sent. */
  const redacted = (outcome: RequestOutcome): RequestOutcome =>
    outcome.kind === 'retry' ? { ...outcome, detail: errors.shorten(outcome.detail) } : outcome;

  /** What an error of a request means. An error of neither the network nor the endpoint is a defect. */
  const failure = (error: unknown, question: EndpointRequest['messages']): RequestOutcome => {
    const code = errorCode(error);
    switch (BodyError.of(error)) {
      case 'cut':
        return retry(
          'cut',
          code === undefined
            ? 'the response ended in the middle'
            : errors.shorten(`the connection ended before the response did, ${code}`),
        );
      case 'garbled':
        return garbage('a body that is not compressed as its content-encoding says');
      case 'too-large':
        return {
          kind: 'failed',
          reason: `a response of more than ${LARGEST_RESPONSE / 2 ** 20} MiB`,
          todo: `Check the address, or lower ${words.maxTokens}.`,
          isBilled: true,
        };
    }
    if (error instanceof APIConnectionError) {
      const fault = connectionFault(error, baseUrl);
      if (fault !== null) return failed(fault);
      const outcome = retry(
        code === 'ETIMEDOUT' ? 'timeout' : 'network',
        errors.shorten(code ?? error.message),
      );
      return isAbsent(code) ? { ...outcome, absent: afterRetries('network', words) } : outcome;
    }
    // Lists in lists in lists: whoever reads them runs out of stack.
    if (error instanceof RangeError) return garbage('JSON that is nested too deeply');
    if (!(error instanceof APIError)) throw error;
    const head = error.headers ?? new Headers();
    if (error.status === undefined) return errors.withoutStatus(error.error, head, question);
    // Where the body is no JSON, the package puts it behind the status in its message.
    const said = error.error ?? error.message.replace(/^\d+ (?:status code \(no body\))?/, '');
    return errors.withStatus(error.status, said, head, question);
  };

  /** Whether anything has come from this server that is HTTP. */
  let isHttp = false;
  let isTls: Promise<boolean> | undefined;

  return async (asked, signal, isAlone) => {
    const { kind, messages } = asked;
    const sent = await withDeadline(services, timeoutSeconds, signal, (controller) =>
      request(asked, controller, isAlone).catch((error) => failure(error, messages)),
    );
    const outcome = kind === 'likelihood' ? likelihoodFailure(sent) : sent;
    if (outcome.kind === 'retry' && (outcome.reason === 'cut' || outcome.reason === 'network')) {
      if (!isHttp) isTls ??= speaksTls(baseUrl, services.env);
      if (!isHttp && (await isTls)) return failed(tlsExpected(baseUrl));
    } else isHttp ||= outcome.kind !== 'retry' || outcome.reason !== 'timeout';
    return withoutQuestion(outcome, messages);
  };
}

/** What came instead of JSON: its kind alone, since it may repeat the question. */
function notJson(text: string): string {
  return text === '' ? 'an empty body' : 'not JSON';
}

function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html)/i.test(text);
}

/** What comes of a request to an address where web pages are. */
function webPage(baseUrl: string): RequestOutcome {
  const isVersioned = /\/v\d/.test(new URL(baseUrl).pathname);
  return {
    ...retry('garbage', 'not JSON but an HTML page'),
    absent: isVersioned
      ? 'Check the address: it leads to a web page, perhaps to a login, and not to an OpenAI-compatible endpoint.'
      : 'The address probably lacks /v1 at its end.',
  };
}

function failed({ reason, todo }: ConnectionFault): RequestOutcome {
  return { kind: 'failed', reason, todo };
}

function retry(reason: 'cut' | 'network' | 'timeout' | 'garbage', detail: string) {
  return { kind: 'retry', reason, detail, wait: null } as const;
}

/** Ends a sleep. Without a reason of its own, each end would make an error with a stack. */
const DONE = new Error('done');

/** Ends a request when its time is over, whatever it is at, or when the caller's signal is aborted. */
async function withDeadline(
  clock: Clock,
  seconds: number,
  signal: AbortSignal | undefined,
  request: (controller: AbortController) => Promise<RequestOutcome>,
): Promise<RequestOutcome> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const answered = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  let isLate = false;
  clock.sleep(seconds * 1000, answered.signal).then(
    () => {
      isLate = true;
      controller.abort();
    },
    () => {},
  );
  try {
    const outcome = await request(controller);
    if (outcome.kind === 'answer') return outcome;
    signal?.throwIfAborted();
    return isLate ? retry('timeout', `no complete answer within ${seconds} seconds`) : outcome;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    answered.abort(DONE);
  }
}
