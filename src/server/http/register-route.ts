import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Caller } from '../caller.ts';
import type { RawReply, Route, RouteInput } from '../route.ts';
import { boundedStream } from './body-stream.ts';
import { partReader } from './read-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The definition of the route, used for checking keys, counting requests and describing the service. */
    readonly route?: Route;
  }
  interface FastifyRequest {
    /** The sender; null before the key is checked, and for routes open to anyone. */
    caller: Caller | null;
  }
}

export interface RouteSettings {
  /** In bytes, of a body that is no upload. */
  readonly bodyLimit: number;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/** The caller of routes that need no key. */
const NOBODY: Caller = {
  id: '',
  name: '',
  role: 'viewer',
  banks: [],
  session: null,
  leaderboard: null,
  panel: null,
  expiresAt: null,
};

/** Rows of a list that are cut before others have their turn. */
const AT_ONCE = 100;

interface LongList {
  readonly items: readonly unknown[];
}

function isLong(result: unknown): result is LongList {
  const items = (result as Partial<LongList> | null)?.items;
  return Array.isArray(items) && items.length > AT_ONCE;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers one route: its schemas read requests and cut replies. */
export function registerRoute(app: FastifyInstance, route: Route, settings: RouteSettings): void {
  if (route.upload === undefined) addRoute(app, route, settings);
  // In a separate scope, in which bodies are not parsed.
  else
    app.register(async (scope) => {
      const most = route.bodyLimit ?? settings.bodyLimit;
      scope.removeAllContentTypeParsers();
      for (const type of route.upload ?? [])
        scope.addContentTypeParser(type, (_request, payload: Readable, done) =>
          done(null, boundedStream(payload, most)),
        );
      addRoute(scope, route, settings);
    });
}

function addRoute(app: FastifyInstance, route: Route, settings: RouteSettings): void {
  const readParams = partReader('path', route.params);
  const readQuery = partReader('query', route.query);
  const readBody =
    route.upload === undefined ? partReader('body', route.body) : (body: unknown) => body;
  const status = route.status ?? 200;
  const { reply: replies } = route;
  const { closing } = settings;
  const cut = (result: unknown) => replies?.parse(result);
  /** A long list part by part, so that others have their turn. */
  const cutList = async (list: LongList) => {
    const items: unknown[] = [];
    const part = (from: number, to: number) =>
      cut({ ...list, items: list.items.slice(from, to) }) as LongList;
    for (let from = 0; from < list.items.length; from += AT_ONCE) {
      items.push(...part(from, from + AT_ONCE).items);
      await setImmediate();
    }
    return { ...part(0, 0), items };
  };
  const written = new WeakMap<object, Buffer>();
  const kept = (result: object) => {
    const bytes = written.get(result) ?? Buffer.from(JSON.stringify(result));
    written.set(result, bytes);
    return bytes;
  };

  app.route({
    method: route.method as HTTPMethods,
    url: route.url,
    config: { route },
    bodyLimit: route.bodyLimit ?? settings.bodyLimit,
    async handler(request, reply) {
      const input = new Input(
        readParams(request.params),
        readQuery(request.query),
        readBody(request.body),
        request,
        reply,
        closing,
      );
      const handle = () => route.handle(input as unknown as RouteInput<never, never, never>);
      const { traced } = request;
      const result = await (traced === null ? handle() : traced.span.within(handle));
      // A handler may have set another type.
      if (reply.statusCode === 200) reply.code(status);
      if (status === 204) return reply.send();
      // The client has it. An empty text would have a length of 0, which is not that of what is still good.
      if (reply.statusCode === 304) return reply.send();
      if (replies === null) return sendRaw(reply, result as RawReply);
      // The schema outputs only its own fields; fields that a role may not see are in no schema of its routes.
      reply.header('content-type', JSON_TYPE);
      if (route.isKept) return reply.send(kept(result as object));
      const own = isLong(result) ? await cutList(result) : cut(result);
      return reply.send(JSON.stringify(own));
    },
  });
}

function sendRaw(reply: FastifyReply, { type, body, file }: RawReply): FastifyReply {
  if (file !== undefined) reply.header('content-disposition', attachment(file));
  return reply.header('content-type', type).send(body);
}

/** The header that offers a file: names beyond ASCII as RFC 6266 has them. */
function attachment(file: string): string {
  const plain = file.replaceAll(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file).replaceAll("'", '%27')}`;
}

/** The input of a handler. Its signal is created on demand, because few handlers use it and it costs more than the rest. */
class Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly #closing: AbortSignal;
  #signal: AbortSignal | null = null;

  constructor(
    params: unknown,
    query: unknown,
    body: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    closing: AbortSignal,
  ) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.caller = request.caller ?? NOBODY;
    this.request = request;
    this.reply = reply;
    this.#closing = closing;
  }

  get signal(): AbortSignal {
    if (this.#signal === null) {
      const gone = new AbortController();
      this.reply.raw.once('close', () => gone.abort());
      if (this.reply.raw.destroyed) gone.abort();
      this.#signal = AbortSignal.any([gone.signal, this.#closing]);
    }
    return this.#signal;
  }
}

/**
 * The path without its query, which may contain confidential data, and without the key of a shared leaderboard; at most 200
 * characters.
 */
export function pathOf(request: { readonly url: string }): string {
  const path = request.url.split('?', 1)[0].replace(/^(\/+shared\/+).+/, '$1…');
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
