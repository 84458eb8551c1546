import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../api/common.ts';
import { errorCodes } from '../../errors.ts';
import type { Route } from '../route.ts';
import { jsonSchema, operationOf } from './openapi-operation.ts';
import { titleOf } from './problem.ts';
import { PAGE_POLICY } from './security-headers.ts';

const INTRODUCTION = `Adaptive tests of language models over HTTP: a few hundred calibrated items give the ability, the score on the whole bank with its interval, and the ranking.

Send a key with each request: \`Authorization: Bearer tr_…\`. Bodies are JSON in UTF-8. Unknown fields are refused. Errors are problem+json (RFC 9457); programs should decide by their \`code\`.`;

type Paths = Record<string, Record<string, unknown>>;

async function pathsOf(routes: readonly Route[]): Promise<Paths> {
  const paths: Paths = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = await operationOf(route);
  }
  return paths;
}

/** The OpenAPI 3.1 description of the service, from its routes, but for its paths. */
function openApi(routes: readonly Route[], version: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'thetarank', version, description: INTRODUCTION, license: { name: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: {} as Paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'tr_…' } },
      // The known codes with their statuses; later versions may add more.
      schemas: { Problem: { ...jsonSchema(problem, 'output'), 'x-codes': errorCodes() } },
      responses: {
        Problem: {
          description: 'The error',
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
  };
}

/** `/openapi.json`, the page `/docs` that shows it, and `/errors` with every code. */
export async function describeService(
  app: FastifyInstance,
  routes: readonly Route[],
  version: string,
): Promise<void> {
  const document = openApi(routes, version);
  let text: Promise<string> | undefined;
  // Only here: they take a while to make, and few read them.
  const whole = async () => {
    document.paths = await pathsOf(routes);
    return JSON.stringify(document);
  };
  const errors = errorPage();
  const load = () => {
    text ??= whole();
    return text;
  };
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(await load()),
  );
  app.get('/errors', (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(errors),
  );
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      async preHandler() {
        await load();
      },
    },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false, persistAuthorization: false },
    theme: { title: 'thetarank: the service' },
    staticCSP: PAGE_POLICY,
  });
}

/** The target of an error's `type`. */
function errorPage(): string {
  const rows = errorCodes()
    .map(
      ({ code, status }) =>
        `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${titleOf(code)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>thetarank: errors</title></head>
<body>
<h1>Errors</h1>
<p>Each error explains in its <code>detail</code> what was found, what is accepted, and what to do. Programs should decide by its <code>code</code>.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>What it is</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</body>
</html>
`;
}
