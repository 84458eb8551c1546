import { currentLocale } from '../words/t.ts';
import { currentKey, forgetKey } from './key.ts';
import { problemOf } from './problem.ts';

/** Values of a query; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of a route, below wherever the page is served. */
export function routeAddress(path: string, query: Query = {}): string {
  const parts = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString();
  return `.${path}${text === '' ? '' : `?${text}`}`;
}

/** Sends a request with the key. @throws ServiceProblem for all but success; TypeError where there is no connection */
export async function send(address: string, options: RequestInit = {}): Promise<Response> {
  const key = currentKey();
  const headers = new Headers(options.headers);
  // What the service says to the reader comes in their language.
  headers.set('accept-language', currentLocale());
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  const reply = await fetch(address, { ...options, headers, credentials: 'omit' });
  if (reply.ok) return reply;
  const problem = await problemOf(reply);
  // Only the key that was refused is forgotten: another may have been given in the meantime.
  if (reply.status === 401 && key !== null && key === currentKey()) forgetKey(problem.message);
  throw problem;
}

/** Reads JSON. */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const reply = await send(routeAddress(path, query), { signal: signal ?? null });
  return (await reply.json()) as T;
}

/** Sends JSON and reads JSON; undefined if there is no content. */
export async function write<T>(
  method: 'POST' | 'DELETE' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<T> {
  const reply = await send(routeAddress(path), {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (reply.status === 204 ? undefined : await reply.json()) as T;
}

/** Sends a file as it is. */
export async function upload<T>(path: string, file: Blob, type: string, query: Query = {}) {
  const options = { method: 'POST', body: file, headers: { 'content-type': type } };
  return (await (await send(routeAddress(path, query), options)).json()) as T;
}
