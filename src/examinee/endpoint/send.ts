import { APIConnectionError, APIError, OpenAI } from 'openai';
import type { Clock } from '../services.ts';
import { causes } from './causes.ts';
import type { EndpointConfiguration } from './configuration.ts';
import { BodyError, httpFetch, LARGEST_RESPONSE } from './http-fetch.ts';
import { garbage, type Outcome } from './outcome.ts';
import { readCompletion } from './read-completion.ts';
import { readStream } from './read-stream.ts';
import { retryAfter } from './retry-after.ts';
import type { Secrets } from './secrets.ts';
import { type EndpointError, statusOutcome } from './status-outcome.ts';

/** Sends a request once. @throws the reason of `signal` where it is aborted; nothing else. */
export type Send = (
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
) => Promise<Outcome>;

const LONGEST_TIMER = 2 ** 31 - 1;
const LONGEST_MESSAGE = 300;
/** Ends the timer of a request. Without a reason of its own, each would be an error with a stack. */
const DONE = new Error('done');
const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

/**
 * Requests through the package `openai`, kept from what it takes out of the environment by itself: other keys, headers,
 * organizations, log levels. It neither retries nor limits time, as both are done here. What goes out is the headers of
 * the configuration and the body, to the one address: redirects are not followed.
 */
export function sender(
  { baseUrl, timeoutSeconds, stream }: EndpointConfiguration,
  secrets: Secrets,
  { env, ...clock }: Clock & { readonly env: Readonly<Record<string, string | undefined>> },
): Send {
  const headers = {
    ...secrets.headers,
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream' : 'application/json',
    'user-agent': 'thetarank',
  };
  const client = new OpenAI({
    apiKey: 'unused',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: LONGEST_TIMER,
    logLevel: 'off',
    logger: SILENT,
    fetch: httpFetch(baseUrl, headers, env),
  });

  const request = async (
    body: Readonly<Record<string, unknown>>,
    controller: AbortController,
  ): Promise<Outcome> => {
    const response = await client.chat.completions
      .create(body as unknown as Parameters<typeof client.chat.completions.create>[0], {
        signal: controller.signal,
      })
      .asResponse();
    // An endpoint may answer in the other form than it was asked for.
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    if (isStream) return await readStream(response, controller, client);
    return read(await response.text(), response.headers);
  };

  /** Some gateways send errors with status 200. */
  const read = (text: string, headers: Headers): Outcome => {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return garbage(text === '' ? 'an empty body' : 'not JSON');
    }
    const error = (body as { error?: unknown } | null)?.error;
    return error != null ? embedded(error, headers) : readCompletion(body);
  };

  const embedded = (error: unknown, headers: Headers | undefined): Outcome => {
    const described = describe(error, 0, headers ?? new Headers());
    const status = Number(described.code);
    if (status >= 400 && status <= 599) return statusOutcome({ ...described, status, code: null });
    return garbage(`an error instead of an answer: ${described.message}`);
  };

  const describe = (error: unknown, status: number, headers: Headers): EndpointError => {
    const fields = (typeof error === 'object' && error !== null ? error : {}) as Record<
      string,
      unknown
    >;
    const text = (value: unknown) =>
      typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    const word = (value: unknown) => {
      const found = text(value);
      return found === null ? null : shorten(found);
    };
    const message =
      text(error) ??
      text(fields.message) ??
      (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields));
    return {
      status,
      message: shorten(message),
      code: word(fields.code) ?? word(fields.type),
      param: word(fields.param),
      wait: retryAfter(headers, clock.now()),
      location: target(headers.get('location')),
    };
  };

  /** Where a redirect leads: the host is enough, and a path may hold a key in any spelling. */
  const target = (location: string | null): string | null =>
    location !== null && URL.canParse(location, baseUrl)
      ? shorten(new URL(location, baseUrl).origin)
      : null;

  const shorten = (message: string): string => {
    const redacted = secrets.redact(message).replace(/\s+/g, ' ').trim();
    return redacted.length > LONGEST_MESSAGE ? `${redacted.slice(0, LONGEST_MESSAGE)}…` : redacted;
  };

  const thrown = (error: unknown): Outcome => {
    const body = BodyError.of(error);
    if (body === 'cut')
      return {
        kind: 'retry',
        reason: 'cut',
        detail: 'the response ended in the middle',
        wait: null,
      };
    if (body === 'too-large')
      return {
        kind: 'failed',
        reason: `a response of more than ${LARGEST_RESPONSE / 2 ** 20} MiB`,
        todo: 'Check the address, or set maxTokens.',
      };
    if (error instanceof APIError && !(error instanceof APIConnectionError)) {
      if (error.status === undefined) return embedded(error.error, error.headers);
      const said = error.error ?? error.message.replace(/^\d+ (?:status code \(no body\))?/, '');
      return statusOutcome(describe(said, error.status, error.headers ?? new Headers()));
    }
    const codes = causes(error).map((cause) => (cause as { code?: unknown }).code);
    const code = codes.find((found) => typeof found === 'string');
    const detail = shorten(String(code ?? (error instanceof Error ? error.message : error)));
    const isLate = /^ETIMEDOUT$/.test(detail);
    return { kind: 'retry', reason: isLate ? 'timeout' : 'network', detail, wait: null };
  };

  return async (body, signal) => {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const answered = new AbortController();
    const onAbort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    let isLate = false;
    clock.sleep(timeoutSeconds * 1000, answered.signal).then(
      () => {
        isLate = true;
        controller.abort();
      },
      () => {},
    );
    try {
      const outcome = await request(body, controller).catch(thrown);
      if (outcome.kind === 'answer') return outcome;
      signal?.throwIfAborted();
      if (!isLate) return outcome;
      const detail = `no whole answer in ${timeoutSeconds} seconds`;
      return { kind: 'retry', reason: 'timeout', detail, wait: null };
    } finally {
      signal?.removeEventListener('abort', onAbort);
      answered.abort(DONE);
    }
  };
}
