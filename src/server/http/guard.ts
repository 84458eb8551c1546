import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, type ThetarankError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { CheckedKeys } from '../keys/checked-keys.ts';
import type { Route } from '../route.ts';
import type { RequestLimits } from './request-limits.ts';

export interface GuardSettings extends Omit<RequestLimits, 'close'> {
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
}

/** Lets a request to a route through, or throws; keys that are remembered need no waiting. */
export type Guard = (
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void> | undefined;

const BEARER = /^Bearer +(\S+) *$/i;
/** Longer than any key, so it is refused without a hash. */
const LONGEST_KEY = 200;

/**
 * Checks the key of a request, its role and its rate. Refused keys that needed a hash count per address. If there were too
 * many, further unknown keys from this address are refused unchecked, while known keys continue to work. Keys are counted
 * before the check, so that simultaneous requests count like consecutive ones.
 */
export function guard(keys: CheckedKeys, settings: GuardSettings): Guard {
  const { requestsPerMinute, refusalsPerMinute, requests, refusals } = settings;

  const admit = (route: Route, request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    request.caller = caller;
    const wait = requests.take(caller.id);
    if (wait > 0) refuseMany(reply, 'requests per minute with one key', requestsPerMinute, wait);
    if (route.roles === 'anyone' || route.roles.includes(caller.role)) return;
    if (route.keyOf !== undefined) fail('LINK_UNKNOWN', {});
    fail('ROLE_INSUFFICIENT', { role: caller.role, accepted: route.roles });
  };
  const refused = (route: Route, reply: FastifyReply, error: unknown): never => {
    if ((error as ThetarankError).status !== 401) throw error;
    if (route.keyOf !== undefined) fail('LINK_UNKNOWN', {});
    reply.header('www-authenticate', 'Bearer');
    throw error;
  };
  const check = async (
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
  ): Promise<void> => {
    const isDear = keys.costOf(text) === 'hash';
    const from = network(request.ip);
    const wait = isDear ? refusals.take(from) : 0;
    if (wait > 0)
      refuseMany(reply, 'refused keys per minute from one address', refusalsPerMinute, wait);
    let caller: Caller;
    try {
      caller = await keys.check(text);
    } catch (error) {
      if (isDear && (error as ThetarankError).code !== 'KEY_INVALID') refusals.giveBack(from);
      return refused(route, reply, error);
    }
    if (isDear) refusals.giveBack(from);
    admit(route, request, reply, caller);
  };

  return (route, request, reply) => {
    if (route.roles === 'anyone') return undefined;
    try {
      const text = route.keyOf === undefined ? bearerOf(request) : route.keyOf(request);
      const caller = keys.remembered(text);
      if (caller === undefined) return check(route, request, reply, text);
      request.caller = caller;
    } catch (error) {
      return refused(route, reply, error);
    }
    admit(route, request, reply, request.caller);
    return undefined;
  };
}

/** @throws KEY_REQUIRED, KEY_INVALID */
function bearerOf({ headers: { authorization } }: FastifyRequest): string {
  if (authorization === undefined) return fail('KEY_REQUIRED', {});
  const text = authorization.length > LONGEST_KEY ? undefined : BEARER.exec(authorization)?.[1];
  return (
    text ??
    fail('KEY_INVALID', { reason: 'the header Authorization is not "Bearer" followed by a key' })
  );
}

function refuseMany(reply: FastifyReply, of: string, most: number, seconds: number): never {
  reply.header('retry-after', String(seconds));
  return fail('TOO_MANY_REQUESTS', { of, most, seconds });
}

/** The address that a refusal counts for; for IPv6 the 64-bit network of one customer. */
function network(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [before, after] = address.split('%', 1)[0].split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(before), groups(after)];
  // "::" stands for as many zeros as fit.
  const zeros =
    after === undefined ? [] : Array(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}
