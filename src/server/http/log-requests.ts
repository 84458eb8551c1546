import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';
import type { Metrics } from './metrics.ts';

/** Paths that machines request all the time; their lines would hide the others. */
export const QUIET = new Set(['/health', '/ready', '/metrics']);

/**
 * Counts each request, and writes a line of the log. It contains the route, not the address, which may contain names; and no
 * query, body or key.
 */
export function logRequests(app: FastifyInstance, { log }: ServiceContext, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const ms = reply.elapsedTime;
    const status = reply.statusCode;
    metrics.request(route, request.method, status, ms);
    if (!QUIET.has(route) || status >= 400)
      log('info', 'request', {
        id: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        key: request.caller?.id ?? null,
      });
    done();
  });
}

/** The pattern of its route; one word for all unknown paths, because their number is unlimited. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
