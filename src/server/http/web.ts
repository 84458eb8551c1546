import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PAGE_POLICY } from './security-headers.ts';

const WITHOUT_DASHBOARD = `thetarank is running, but its dashboard has not been built. Build it with: npm run build:web

The API of the service is described at /docs.
`;

/** A year, for files whose name changes with their content. */
const FOR_LONG = 'public, max-age=31536000, immutable';

/** Serves the dashboard at `/` if it has been built; otherwise says how to build it. */
export async function serveWeb(
  app: FastifyInstance,
  index = fileURLToPath(import.meta.resolve('#assets/web/index.html')),
): Promise<void> {
  const root = dirname(index);
  const paths = filesIn(root);
  if (!paths.includes(basename(index))) {
    app.get('/', (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').send(WITHOUT_DASHBOARD),
    );
    return;
  }
  const hashed = `${root}${sep}assets${sep}`;
  await app.register(async (pages) => {
    await pages.register(fastifyStatic, {
      root,
      serve: false,
      cacheControl: false,
      setHeaders(reply, path) {
        reply.header('content-security-policy', PAGE_POLICY);
        reply.header('cache-control', path.startsWith(hashed) ? FOR_LONG : 'no-cache');
      },
    });
    // One route per existing file, so that no other path can be requested.
    pages.get('/', (_request, reply) => reply.sendFile(basename(index)));
    for (const path of paths) pages.get(`/${path}`, (_request, reply) => reply.sendFile(path));
  });
}

/**
 * Files below a folder, with `/`; none where it is not there. An unreadable folder ends the start, because serving half of its
 * files would be worse.
 */
function filesIn(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
