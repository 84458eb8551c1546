import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTraced, type OpenSpan } from '../../tracing/span.ts';
import { QUIET, routeOf } from './log-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if nothing is traced, and for routes that machines request all the time. */
    traced: { readonly span: OpenSpan; error: unknown } | null;
  }
}

/**
 * A span for each request, from its head to the end of its reply, named by the pattern of its route: addresses may contain
 * names, and those of shared leaderboards contain keys. The parent is what the caller's `traceparent` names.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traced', null);
  if (!isTraced()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    if (!QUIET.has(route)) {
      const { traceparent } = request.headers;
      const parent = typeof traceparent === 'string' ? traceparent : null;
      const facts = {
        'http.request.method': request.method,
        'http.route': route,
        'thetarank.request': request.id,
      };
      const span = beginSpan(`${request.method} ${route}`, facts, { kind: 'server', parent });
      const traced: FastifyRequest['traced'] = { span, error: undefined };
      request.traced = traced;
      // Not onResponse, which never comes if the caller leaves before the end.
      reply.raw.once('close', () => endSpan(traced, reply.raw));
    }
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    if (request.traced !== null) request.traced.error = error;
    done();
  });
}

function endSpan(
  { span, error }: NonNullable<FastifyRequest['traced']>,
  { statusCode, headersSent }: ServerResponse,
): void {
  if (headersSent) span.note({ 'http.response.status_code': statusCode });
  // An error of the caller is none of the service.
  span.end(headersSent && statusCode >= 500 ? (error ?? new Error()) : undefined);
}
