import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { errorOf, fail } from '../../errors.ts';
import type { Route } from '../route.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import { pathOf } from './register-route.ts';

/** Bodies are JSON. Without a body, the header is accepted too, because many programs send it. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** For a known path with another method: names the accepted methods, before a body is read. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const known = new Map<string, string[]>();
  for (const { url, method } of routes) known.set(url, [...(known.get(url) ?? []), method]);
  const paths = [...known].map(([url, methods]) => ({
    path: new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`),
    accepted: methods.includes('GET') ? ['HEAD', ...methods] : methods,
  }));
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [asked] = request.url.split('?', 1);
    const found = paths.find(({ path }) => path.test(asked));
    if (found === undefined) return;
    const { accepted } = found;
    reply.header('allow', accepted.join(', '));
    fail('METHOD_UNKNOWN', { method: request.method, path: pathOf(request), accepted });
  });
}

/** Invalid HTTP, or a request that arrived too slowly. There is no request object, so the reply goes directly to the socket. */
export function refuseBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { problem } = problemOf(
    errorOf(() => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') fail('REQUEST_SLOW', { seconds: 10 });
      fail('REQUEST_INVALID', {
        field: error.code === 'HPE_HEADER_OVERFLOW' ? 'headers' : 'request',
        found:
          error.code === 'HPE_HEADER_OVERFLOW'
            ? 'headers that are too large'
            : 'a request that is not HTTP/1.1',
        accepted: error.code === 'HPE_HEADER_OVERFLOW' ? 'at most 16 kB' : 'HTTP/1.1',
      });
    }),
    '',
  );
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.status === 408 ? 'Request Timeout' : 'Bad Request'}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
