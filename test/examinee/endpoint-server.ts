import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndpointOptions } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { EndpointGate } from '../../src/examinee/gate/endpoint-gate.ts';
import { type EndpointExaminee, openAiExaminee } from '../../src/examinee/open-ai-examinee.ts';
import type { EndpointServices, ExamineeEvent } from '../../src/examinee/services.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body is looked at field by field
  readonly body: any;
}

/** Answers request n, from 0. */
export type Answering = (response: ServerResponse, n: number, received: Received) => void;

export interface Endpoint {
  readonly baseUrl: string;
  readonly received: Received[];
  close(): void;
}

export async function startEndpoint(answer: Answering): Promise<Endpoint> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = text === '' ? null : JSON.parse(text);
      const one = { headers: request.headers, url: request.url ?? '', body };
      received.push(one);
      answer(response, received.length - 1, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The body of an answer. */
export function completion(
  message: Record<string, unknown> = { content: 'The answer is (A).' },
  rest: Record<string, unknown> = {},
  reason: unknown = 'stop',
): Record<string, unknown> {
  return {
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
    ...rest,
  };
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Waits longer than this are limits of time, which do not pass by themselves. */
const LONG = 250_000;

/** Services whose waits pass at once and are written down. */
export function quickServices(rest: Partial<EndpointServices> = {}) {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const waits: number[] = [];
  const events: ExamineeEvent[] = [];
  const clock = {
    now: () => now,
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (milliseconds > LONG) {
          signal?.addEventListener('abort', () => reject(signal.reason));
          return;
        }
        if (signal?.aborted) return reject(signal.reason);
        waits.push(milliseconds);
        now += milliseconds;
        resolve();
      }),
  };
  const limits = { concurrency: 64, requestsPerMinute: null, tokensPerMinute: null };
  const services: EndpointServices = {
    ...clock,
    env: {},
    seed: '1',
    cache: null,
    gate: new EndpointGate(limits, clock),
    log: (event) => events.push(event),
    ...rest,
  };
  return { services, waits, events };
}

export function examineeAt(
  endpoint: Pick<Endpoint, 'baseUrl'>,
  options: Partial<EndpointOptions> = {},
  rest: Partial<EndpointServices> = {},
): { examinee: EndpointExaminee; waits: number[]; events: ExamineeEvent[] } {
  const { services, waits, events } = quickServices(rest);
  const { baseUrl } = endpoint;
  const examinee = openAiExaminee({ name: 'm', model: 'm-1', baseUrl, ...options }, services);
  return { examinee, waits, events };
}

export function question(item = 'q1', repeat = 0) {
  return { item, repeat, messages: [{ role: 'user' as const, content: `Question ${item}?` }] };
}
