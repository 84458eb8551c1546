import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceRoutes } from '../../../src/server/routes.ts';
import { ROLES } from '../../../src/workflow/keys/roles.ts';
import { type TestService, testService } from '../service.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema?: object }> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, object> }>;
  readonly security: readonly object[];
  readonly 'x-roles': readonly string[] | string;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, object>>;
}

let service: TestService;
let document: Document;
let shown: Document;
let operations: { path: string; method: string; operation: Operation }[];
beforeAll(async () => {
  service = await testService();
  // The page comes first: it waits for what the text has.
  shown = (await service.ask('GET', '/docs/json')).body;
  document = (await service.ask('GET', '/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});
afterAll(() => service.close());

test('describes every route once, and nothing else', () => {
  expect(document.openapi).toBe('3.1.0');
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort();
  const routes = serviceRoutes(service.parts).map(
    ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described).toEqual(routes.sort());
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('names the parts of each path, the roles that may call it, and the routes that need only a key', () => {
  for (const { path, operation } of operations) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path');
    expect(declared.map(({ name }) => name).sort()).toEqual(parts.sort());
    expect(declared.every(({ required }) => required)).toBe(true);
    const roles = operation['x-roles'];
    if (roles === 'anyone' || path === '/shared/{link}') {
      expect(operation.security).toEqual([]);
      expect(Object.keys(operation.responses)).not.toContain('401');
    } else {
      expect(operation.security).toEqual([{ key: [] }]);
      for (const role of roles) expect(ROLES).toContain(role);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['401', '403', '429']),
      );
    }
  }
});

test('has schemas of JSON Schema 2020-12, and references that lead somewhere', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = operations.flatMap(({ operation }) => [
    ...(operation.parameters ?? []).map(({ schema }) => schema),
    ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema ?? {}),
    ...Object.values(operation.responses).flatMap(({ content = {} }) =>
      Object.values(content as Record<string, { schema: object }>).map(({ schema }) => schema),
    ),
  ]);
  expect(schemas.length).toBeGreaterThan(0);
  const different = new Set(schemas.map((schema) => JSON.stringify(schema)));
  for (const schema of different)
    expect(ajv.validateSchema(JSON.parse(schema)), schema.slice(0, 200)).toBe(true);
  for (const [, pattern] of JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g))
    expect(() => new RegExp(JSON.parse(pattern), 'u')).not.toThrow();
  expect(document.components.schemas.Problem).toMatchObject({
    'x-codes': expect.arrayContaining([{ code: 'KEY_REQUIRED', status: 401 }]),
  });
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  for (const [, path] of references) {
    let at: unknown = document;
    for (const step of path.split('/')) at = (at as Record<string, unknown>)[step];
    expect(at).toBeDefined();
  }
});

test('has the options of each operation that is a job', () => {
  const { requestBody } = document.paths['/v1/jobs'].post;
  const isRequest = new Ajv2020({ strict: false, validateFormats: false }).compile(
    requestBody!.content['application/json'].schema!,
  );
  const compare = (options: object) =>
    isRequest({ operation: 'compare', options: { bank: 'exam', models: ['a', 'b'], ...options } });
  expect(compare({ stopEarly: false, confidence: 0.9 })).toBe(true);
  for (const wrong of [{ confidence: 2 }, { modelArg: {} }, { keep: true }])
    expect(compare(wrong)).toBe(false);
  expect(isRequest({ operation: 'calibrate fit', options: { bank: 'exam', keep: true } })).toBe(
    false,
  );
});

test('is shown by a page that asks nobody else for anything', async () => {
  const page = await service.ask('GET', '/docs/');
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/);
  expect(page.headers['content-security-policy']).not.toMatch(/https?:|unsafe/);
  expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(shown).toEqual(document);
  const start = await service.ask('GET', '/docs/static/swagger-initializer.js');
  expect(start.body).toContain('validatorUrl: null');
});

test('every code of the registry is on the page that errors point at', async () => {
  const { body } = await service.ask('GET', '/errors');
  for (const code of ['KEY_REQUIRED', 'REQUEST_INVALID', 'SESSION_UNKNOWN', 'DEFECT'])
    expect(body).toContain(`id="${code}"`);
});
