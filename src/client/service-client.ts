import type { z } from 'zod';
import { problem } from '../api/common.ts';
import { fail } from '../errors.ts';
import { type Clock, SYSTEM_CLOCK } from '../examinee/services.ts';
import { parseJson } from '../text/parse-json.ts';

/** A service of thetarank, over HTTP. */
export interface ServiceClient {
  readonly url: string;
  /** @throws SERVICE_UNREACHABLE, SERVICE_REFUSED */
  get<R extends z.ZodType>(path: string, reply: R, query?: Query): Promise<z.output<R>>;
  /**
   * @param isRepeatable whether the same request twice does what it does once: only such are sent again where nobody knows
   *   what became of them
   * @throws SERVICE_UNREACHABLE, SERVICE_REFUSED
   */
  post<R extends z.ZodType>(
    path: string,
    body: unknown,
    reply: R,
    isRepeatable: boolean,
  ): Promise<z.output<R>>;
}

export type Query = Readonly<Record<string, string>>;

export interface ClientOptions {
  readonly url: string;
  readonly key: string;
  /** Sends; `fetch` by default. */
  readonly send?: typeof fetch;
  readonly clock?: Clock;
}

const ATTEMPTS = 6;
/** The longest wait for a reply, and between two attempts, in ms. */
const PATIENCE = 120_000;
const LONGEST_WAIT = 30_000;
/** Replies that say: not now. Nothing was done. */
const NOT_NOW = [429, 503];
/** Replies of whatever stands before the service. */
const GATEWAY = [502, 504];

type Attempt =
  | { readonly as: 'reply'; readonly text: string }
  | { readonly as: 'again'; readonly reason: string; readonly wait: number | null };

/** The key goes to the service and nowhere else: redirects are refused. */
export function serviceClient({
  url,
  key,
  send = fetch,
  clock = SYSTEM_CLOCK,
}: ClientOptions): ServiceClient {
  const attempt = async (
    address: URL,
    init: RequestInit,
    isRepeatable: boolean,
  ): Promise<Attempt> => {
    let response: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      response = await send(address, { ...init, redirect: 'error', signal });
      text = await response.text();
    } catch (error) {
      const { reason, isUnsent } = networkReason(error);
      if (isUnsent || isRepeatable) return { as: 'again', reason, wait: null };
      return fail('SERVICE_UNREACHABLE', { url, reason, attempts: 1 });
    }
    const { status, headers } = response;
    if (response.ok) return { as: 'reply', text };
    if (NOT_NOW.includes(status) || (GATEWAY.includes(status) && isRepeatable)) {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN);
      return {
        as: 'again',
        reason: `HTTP ${status}`,
        wait: Number.isNaN(seconds) ? null : 1000 * seconds,
      };
    }
    return refused(status, text);
  };

  const request = async (
    path: string,
    init: RequestInit,
    isRepeatable: boolean,
    query: Query = {},
  ): Promise<unknown> => {
    const address = new URL(`${url.replace(/\/$/, '')}${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...init.headers };
    for (let attempts = 1; ; attempts++) {
      const made = await attempt(address, { ...init, headers }, isRepeatable);
      if (made.as === 'reply') return jsonOf(made.text, url);
      if (attempts === ATTEMPTS)
        fail('SERVICE_UNREACHABLE', { url, reason: made.reason, attempts });
      const usual = 250 * 2 ** attempts;
      await clock.sleep(Math.min(LONGEST_WAIT, made.wait ?? usual));
    }
  };

  const read = <R extends z.ZodType>(value: unknown, reply: R): z.output<R> => {
    const parsed = reply.safeParse(value);
    if (parsed.success) return parsed.data;
    const [{ path }] = parsed.error.issues;
    return fail('SERVICE_UNREACHABLE', {
      url,
      reason: `its reply has an unexpected form at ${path.join('.') || 'the top level'}; it may be another version of thetarank`,
      attempts: 1,
    });
  };

  return {
    url,
    get: async (path, reply, query) =>
      read(await request(path, { method: 'GET' }, true, query), reply),
    post: async (path, body, reply, isRepeatable) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return read(await request(path, init, isRepeatable), reply);
    },
  };
}

function refused(status: number, text: string): never {
  const parsed = problem.safeParse(parseJson(text));
  const { code, detail } = parsed.success
    ? parsed.data
    : { code: 'not a reply of thetarank', detail: 'is there another server at this address?' };
  return fail('SERVICE_REFUSED', { status, code, detail });
}

function jsonOf(text: string, url: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  return fail('SERVICE_UNREACHABLE', { url, reason: 'its reply is not JSON', attempts: 1 });
}

/** Errors of the network before anything was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

function networkReason(error: unknown): { readonly reason: string; readonly isUnsent: boolean } {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const code = cause?.code;
  const reason =
    name === 'TimeoutError'
      ? `no reply in ${PATIENCE / 1000} s`
      : (code ?? cause?.message ?? message);
  return { reason, isUnsent: code !== undefined && UNSENT.includes(code) };
}
