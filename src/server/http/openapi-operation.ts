import { z } from 'zod';
import { OF_TERMINALS } from '../../operations/over-http.ts';
import type { Route } from '../route.ts';
import { strictly } from './read-request.ts';

type Json = Readonly<Record<string, unknown>>;

const OK: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Begun',
  204: 'Done',
};
const PROBLEM = { $ref: '#/components/responses/Problem' };

/** The OpenAPI description of one route. */
export async function operationOf(route: Route): Promise<Json> {
  const { roles, keyOf, description, upload, wholeBody } = route;
  const body = wholeBody === undefined ? route.body : await wholeBody();
  const isOpen = roles === 'anyone' || keyOf !== undefined;
  const who = isOpen ? 'Needs no key.' : `For keys of the roles ${roles.join(', ')}.`;
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: description === undefined ? who : `${description}\n\n${who}`,
    security: isOpen ? [] : [{ key: [] }],
    'x-roles': roles,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined && upload === undefined ? {} : { requestBody: bodyOf(body, upload) }),
    responses: { [route.status ?? 200]: replyOf(route), ...errorsOf(route) },
  };
}

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: own }) {
      for (const name of OF_TERMINALS) delete own[name];
    },
  });
  return found;
}

/** `POST /v1/sessions/:id/answers`: postSessionsAnswers. */
function operationId({ method, url }: Route): string {
  const words = url
    .replace(/^\/v1/, '')
    .split(/[^A-Za-z:]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const isParameter = word.startsWith(':');
      const name = word.replace(/^:/, '');
      return `${isParameter ? 'By' : ''}${name[0].toUpperCase()}${name.slice(1)}`;
    });
  return `${method.toLowerCase()}${words.join('')}`;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function bodyOf(body: z.ZodType | undefined, upload: Route['upload']): Json {
  const types =
    upload === undefined
      ? [['application/json', { schema: jsonSchema(strictly(body as z.ZodType), 'input') }]]
      : upload.map((type) => [type, {}]);
  return { required: true, content: Object.fromEntries(types) };
}

function replyOf({ reply, status = 200, types = [] }: Route): Json {
  const description = OK[status];
  if (status === 204) return { description };
  const content =
    reply === null
      ? types.map((type) => [type, { schema: { type: 'string' } }])
      : [['application/json', { schema: jsonSchema(reply, 'output') }]];
  return { description, content: Object.fromEntries(content) };
}

/** Error statuses that a route may have because of its inputs. */
function errorsOf({ roles, keyOf, params, query, body, upload }: Route): Json {
  const takes = params !== undefined || query !== undefined || body !== undefined;
  const statuses = [
    ...(takes ? [400] : []),
    ...(roles === 'anyone' || keyOf !== undefined ? [] : [401, 403]),
    ...(params === undefined ? [] : [404]),
    ...(body === undefined && upload === undefined ? [] : [413, 415]),
    ...(roles === 'anyone' ? [] : [429]),
    500,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [status, PROBLEM]));
}
