import type { FastifyInstance } from 'fastify';
import { errorOf, fail } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends a request whose body does not arrive. */
    bodyTimer: NodeJS.Timeout | null;
  }
}

/** Ends requests whose body is incomplete after some seconds; uploads have the full time of a request. */
export function endSlowBodies(app: FastifyInstance, seconds: number): void {
  app.decorateRequest('bodyTimer', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { route } = request.routeOptions.config;
    const hasBody = request.headers['content-length'] !== '0' && route?.method !== 'GET';
    if (hasBody && route !== undefined && route.upload === undefined)
      request.bodyTimer = setTimeout(() => {
        // Stop reading, and close the connection.
        reply.header('connection', 'close');
        reply.send(errorOf(() => fail('REQUEST_SLOW', { seconds })));
      }, seconds * 1000);
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.bodyTimer !== null) clearTimeout(request.bodyTimer);
    request.bodyTimer = null;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.bodyTimer !== null) clearTimeout(request.bodyTimer);
    done();
  });
}
