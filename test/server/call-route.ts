import type { Caller } from '../../src/server/caller.ts';
import type { Route } from '../../src/server/route.ts';
import type { Role } from '../../src/workflow/keys/roles.ts';

/** Someone with a key of a role, good for some banks. */
export function callerOf(role: Role, banks: readonly string[] | null = null): Caller {
  return {
    id: '1',
    name: `a ${role}`,
    role,
    banks,
    session: null,
    leaderboard: null,
    panel: null,
    expiresAt: null,
  };
}

/** Calls a route as the service does: its role, its schemas, its handler; what is in no schema is cut from the reply. */
export async function callRoute(
  routes: readonly Route[],
  name: string,
  caller: Caller,
  given: {
    readonly params?: object;
    readonly query?: object;
    readonly body?: unknown;
    readonly headers?: object;
  } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies of many shapes
): Promise<any> {
  const found = routes.find(({ method, url }) => `${method} ${url}` === name);
  if (found === undefined) throw new Error(`no route ${name}`);
  if (found.roles !== 'anyone' && !found.roles.includes(caller.role))
    throw Object.assign(new Error('not for this role'), { code: 'FORBIDDEN' });
  const reply = await found.handle({
    params: found.params?.parse(given.params ?? {}),
    query: found.query?.parse(given.query ?? {}),
    body: found.upload === undefined ? found.body?.parse(given.body ?? {}) : given.body,
    caller,
    signal: new AbortController().signal,
    request: { headers: given.headers ?? {} } as never,
    reply: {} as never,
  } as never);
  return found.reply === null ? reply : found.reply.parse(reply);
}
