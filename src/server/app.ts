import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { acceptedLanguage } from '../languages/language.ts';
import { compressReplies } from './http/compress-replies.ts';
import { guard } from './http/guard.ts';
import { logRequests } from './http/log-requests.ts';
import { describeService } from './http/openapi.ts';
import { type Accepts, PROBLEM_TYPE, problemOf, whatHappened } from './http/problem.ts';
import { acceptJsonOnly, refuseBrokenRequest, refuseOtherMethods } from './http/refusals.ts';
import { pathOf, registerRoute } from './http/register-route.ts';
import { API_HEADERS } from './http/security-headers.ts';
import { endSlowBodies } from './http/slow-bodies.ts';
import { traceRequests } from './http/trace-requests.ts';
import { dropUnreadBodies } from './http/unread-bodies.ts';
import { serveWeb } from './http/web.ts';
import type { Parts } from './parts.ts';
import type { Route } from './route.ts';
import { serviceRoutes } from './routes.ts';

/** Time limits for parts of a request, in seconds. */
export interface Timeouts {
  readonly headers: number;
  /** For a JSON body. */
  readonly body: number;
  /** For a whole upload. */
  readonly request: number;
}

export interface AppOptions {
  readonly timeouts?: Timeouts;
  /** All of the service by default. */
  readonly routes?: readonly Route[];
  /** The first page of the dashboard, beside its other files; that of the package by default. */
  readonly dashboard?: string;
}

/** Default value of Retry-After, in seconds. */
const RETRY_AFTER = '10';
const TIMEOUTS: Timeouts = { headers: 10, body: 30, request: 600 };
/** Bytes of a body that are read after the reply. */
const MOST_UNREAD = 64 * 2 ** 20;
/** Longest part of a path, in characters: a name of 200, each as three escapes of three characters. */
const LONGEST_PART = 2000;

/**
 * The service over HTTP: its routes with their checks, and the common parts: keys, limits, errors, counters, headers. `close`
 * ends streams, refuses new requests and waits for running ones.
 */
export async function createApp(
  parts: Parts,
  { timeouts = TIMEOUTS, routes = serviceRoutes(parts), dashboard }: AppOptions = {},
): Promise<FastifyInstance> {
  const { configuration, context, metrics, closing } = parts;
  const prefix = randomBytes(4).toString('hex');
  let requests = 0;
  const app = Fastify({
    logger: false,
    genReqId: () => `${prefix}-${(++requests).toString(36)}`,
    bodyLimit: configuration.bodyLimit,
    // Only the address given by the last proxy is reliable; a client may have written the earlier ones.
    trustProxy: configuration.trustProxy && ((_address: string, hop: number) => hop === 0),
    requestTimeout: timeouts.request * 1000,
    http: {
      headersTimeout: timeouts.headers * 1000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16_384,
    },
    // Replies of our own say so instead, as all errors do.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PART },
    frameworkErrors: (error, request, reply) => {
      void reply.headers(API_HEADERS);
      tell(error, request, reply);
    },
    clientErrorHandler: refuseBrokenRequest,
  });

  const tell = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const language = acceptedLanguage(request.headers['accept-language']);
    const { problem, isDefect } = problemOf(error, request.id, accepted(request), language);
    if (isDefect) {
      const route = request.routeOptions?.url ?? 'none';
      context.log('error', 'defect', { id: request.id, route, ...whatHappened(error) });
    }
    if (problem.status === 408) reply.header('connection', 'close');
    if (problem.status === 429 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER);
    reply
      .code(problem.status)
      .header('content-type', PROBLEM_TYPE)
      .header('content-language', language)
      .header('vary', 'accept-language')
      .send(JSON.stringify(problem));
  };

  const accepted = (request: FastifyRequest): Accepts => {
    const route = request.routeOptions?.config?.route;
    const given = request.headers['content-type'];
    return {
      bytes: route?.bodyLimit ?? configuration.bodyLimit,
      types: route?.upload ?? ['application/json'],
      given: given === undefined ? 'nothing' : JSON.stringify(given.slice(0, 100)),
    };
  };

  app.decorateRequest('caller', null);
  app.setErrorHandler(tell);
  app.setNotFoundHandler((request) =>
    fail('ROUTE_UNKNOWN', { method: request.method, path: pathOf(request) }),
  );
  acceptJsonOnly(app);
  compressReplies(app);
  logRequests(app, context, metrics);
  traceRequests(app);
  endSlowBodies(app, timeouts.body);
  dropUnreadBodies(app, { bytes: MOST_UNREAD, seconds: timeouts.body });

  const check = guard(parts.keys, {
    requestsPerMinute: configuration.requestsPerMinute,
    refusalsPerMinute: configuration.refusalsPerMinute,
    ...parts.limits,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS);
    const { route } = request.routeOptions.config;
    try {
      if (closing.aborted && route?.tag !== 'operation') {
        reply.header('connection', 'close');
        fail('SERVICE_CLOSING', {});
      }
      const checked = route === undefined ? undefined : check(route, request, reply);
      if (checked === undefined) done();
      else checked.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });

  await describeService(app, routes, parts.version);
  const settings = { bodyLimit: configuration.bodyLimit, closing };
  for (const route of routes) registerRoute(app, route, settings);
  refuseOtherMethods(app, routes);
  await serveWeb(app, dashboard);
  return app;
}
