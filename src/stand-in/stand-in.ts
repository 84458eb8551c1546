import { hash, timingSafeEqual } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { batchRoutes } from './batch/batch-routes.ts';
import { Batches } from './batch/batches.ts';
import type { BatchEndpoint } from './batch/read-batch.ts';
import { StoredFiles } from './batch/stored-files.ts';
import { batchChat } from './chat/batch-chat.ts';
import { chatDesk } from './chat/chat-desk.ts';
import { completion, completionEvents } from './chat/completion.ts';
import { completionDesk } from './completions/completion-desk.ts';
import { Counter } from './counts.ts';
import { embeddings } from './embeddings.ts';
import type { StandInOptions } from './options.ts';
import { requestDesk } from './request-desk.ts';
import { sendReply } from './send-reply.ts';

const MIB = 2 ** 20;
const BODY_LIMIT = 8 * MIB;
const UPLOAD_LIMIT = 128 * MIB;
const HANG_MS = 600_000;

/**
 * A stand-in for an endpoint of OpenAI's interface: for tests and trials without a network, answering as recorded or
 * simulated models do, with faults where they are asked for. It says in every reply that it is one. Listening and closing
 * are the caller's: `await standIn({ answerers }).listen({ port: 0 })`.
 */
export function standIn(options: StandInOptions): FastifyInstance {
  const server = fastify({
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    // Held and slow connections must not keep a server from closing.
    forceCloseConnections: true,
  });
  const counter = new Counter();
  const requests = requestDesk(options, counter);
  const desk = chatDesk(requests);
  const completions = completionDesk(requests, options.seed ?? 1);
  const models = new Set(options.answerers.flatMap((answerer) => answerer.models));
  const closing = new AbortController();
  // Every reply that waits listens to it.
  setMaxListeners(0, closing.signal);
  const { hang = HANG_MS, uploadLimit = UPLOAD_LIMIT } = options;

  const embed = (body: unknown): object => {
    counter.counts.embeddings++;
    return embeddings(body, models);
  };
  const answer = (endpoint: BatchEndpoint, body: unknown): object => {
    if (endpoint === '/v1/embeddings') return embed(body);
    const reply = batchChat(desk, body);
    counter.counts.replies++;
    return reply;
  };
  const files = new StoredFiles();
  const batches = new Batches({
    files,
    answer,
    seed: options.seed ?? 1,
    delay: options.batchDelay ?? 0,
    closing: closing.signal,
    counted: () => {
      counter.counts.batches++;
    },
  });

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-thetarank-stand-in', '1');
    if (options.key !== undefined && request.url.startsWith('/v1/'))
      checkKey(options.key, request.headers.authorization);
  });
  server.addHook('preClose', async () => closing.abort());
  // No more than JSON.parse, and an empty body is none: some clients name a type for no content.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(new ApiError(400, 'invalid_body', 'the body is not JSON'));
    }
  });
  server.setNotFoundHandler((request) => {
    throw new ApiError(404, 'unknown_url', `no ${request.method} ${request.url.slice(0, 200)}`);
  });
  server.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error);
    if (!refusal.message.startsWith('injected')) counter.add('refused', String(refusal.code));
    reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
  });

  const sending = { counter, hang, closing: closing.signal };
  server.post('/v1/chat/completions', async (request, reply) => {
    const planned = desk.ask(request.body);
    const ready = {
      ...planned,
      body: () => completion(planned),
      events: planned.request.isStream ? () => completionEvents(planned) : null,
    };
    await sendReply(ready, reply, sending);
    return reply;
  });
  server.post('/v1/completions', async (request, reply) => {
    await sendReply(completions.ask(request.body), reply, sending);
    return reply;
  });
  server.get('/v1/models', async () => ({ object: 'list', data: modelsOf(models) }));
  server.post('/v1/embeddings', async ({ body }) => embed(body));
  server.register(async (scope) => batchRoutes(scope, { files, batches, uploadLimit }));
  server.get('/stand-in/counts', async () => counter.counts);
  server.post('/stand-in/reset', async () => {
    requests.reset();
    counter.reset();
    return { reset: true };
  });
  return server;
}

function modelsOf(models: Iterable<string>): object[] {
  return Array.from(models, (id) => ({
    id,
    object: 'model',
    created: 0,
    owned_by: 'thetarank stand-in',
  }));
}

/** @throws ApiError 401 */
function checkKey(key: string, header: string | undefined): void {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  // Digests have one length, so that comparing them tells nothing of the key's.
  if (timingSafeEqual(digest(`Bearer ${key}`), digest(header ?? ''))) return;
  throw new ApiError(401, 'invalid_api_key', 'no key, or a wrong one, in the header Authorization');
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  const code = statusCode === 413 ? 'request_too_large' : statusCode < 500 ? 'invalid_body' : null;
  return new ApiError(statusCode, code, message);
}
