import { z } from 'zod';
import { keyList, madeKey, me, newKey, revokedKey } from '../../api/keys.ts';
import { fail, ThetarankError } from '../../errors.ts';
import type { NewKey } from '../../workflow/keys/kept-keys.ts';
import type { BoardService } from '../boards/board-service.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import type { Parts } from '../parts.ts';
import { type Route, route } from '../route.ts';
import type { SessionService } from '../sessions/session-service.ts';

const keyPath = z.object({ id: z.string().max(64) });
const EVERYBODY = ['administrator', 'runner', 'examinee', 'viewer', 'expert'] as const;

/** Routes to create, list and revoke keys, and to see the own key. */
export function keyRoutes({
  keys,
  sessions,
  boards,
  context,
  version,
}: Pick<Parts, 'keys' | 'context' | 'version'> & {
  readonly sessions: Pick<SessionService, 'get' | 'isPerson'>;
  readonly boards: Pick<BoardService, 'get'>;
}): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/me',
      tag: 'keys',
      summary: 'Show whose key this is',
      roles: EVERYBODY,
      reply: me,
      handle: async ({ caller }) => ({
        ...caller,
        banks: caller.banks === null ? null : [...caller.banks],
        person: caller.session !== null && (await isPersons(caller.session)),
        version,
      }),
    }),
    route({
      method: 'POST',
      url: '/v1/keys',
      tag: 'keys',
      summary: 'Create a key',
      description:
        'Only this reply contains the key itself. Runners can create keys for examinees and experts, for sessions and panels of their own banks; these keys expire with the key of the runner at the latest. A key of the role link is the address of a leaderboard: /shared/KEY shows it as a page, with the ending .svg, .json or .csv as an image or data.',
      roles: ['administrator', 'runner'],
      body: newKey,
      reply: madeKey,
      status: 201,
      async handle({ body, caller }) {
        if (caller.role !== 'administrator') await requireOwn(caller, body);
        else if (body.session !== null) await sessions.get(body.session);
        else if (body.leaderboard !== null)
          await boards.get(body.leaderboard.id, body.leaderboard, caller);
        // Without its own expiry, a key made by a runner's key expires with that key.
        const isBound = caller.role !== 'administrator' && body.days === null;
        return keys.make(body, caller.id, isBound ? caller.expiresAt : null);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/keys',
      tag: 'keys',
      summary: 'List all keys',
      description: 'The keys themselves are not shown: only their hashes are kept.',
      roles: ['administrator'],
      reply: keyList,
      handle: async () => ({ items: await keys.list() }),
    }),
    route({
      method: 'DELETE',
      url: '/v1/keys/:id',
      tag: 'keys',
      summary: 'Revoke a key',
      description:
        'The key stops working at once. Keys of examinees and experts that a runner’s key has created are revoked with it; keys that an administrator’s key has created stay valid.',
      roles: ['administrator'],
      params: keyPath,
      reply: revokedKey,
      async handle({ params, caller }) {
        if (params.id === caller.id)
          fail('SCOPE_INSUFFICIENT', {
            reason: 'a key cannot revoke itself',
            todo: 'Use the key of another administrator, or run thetarank keys revoke.',
          });
        return keys.revoke(params.id);
      },
    }),
  ];

  /** A key may outlive its session. */
  async function isPersons(session: string): Promise<boolean> {
    try {
      return await sessions.isPerson(session);
    } catch (error) {
      if (error instanceof ThetarankError && error.code === 'SESSION_UNKNOWN') return false;
      throw error;
    }
  }

  /** A runner can only give access to a session or a panel of its own banks, for no longer than its own access. */
  async function requireOwn(caller: Caller, { role, session, panel, days }: NewKey): Promise<void> {
    if (role !== 'examinee' && role !== 'expert')
      fail('SCOPE_INSUFFICIENT', {
        reason: `runners can create keys for examinees and experts, not for the role ${role}`,
        todo: 'Ask an administrator.',
      });
    if (session !== null) {
      const { bank } = await sessions.get(session);
      if (!mayUseBank(caller, bank)) fail('SESSION_UNKNOWN', { session });
    }
    if (panel !== null) {
      const bank = (await context.store.panels.get(panel))?.bank;
      const isOwn = bank === null ? caller.banks === null : bank && mayUseBank(caller, bank);
      if (!isOwn) fail('NAME_UNKNOWN', { kind: 'panel', name: panel, nearest: null });
    }
    if (caller.expiresAt === null) return;
    const left = (Date.parse(caller.expiresAt) - Date.parse(context.now())) / 86_400_000;
    if (days !== null && days > left)
      fail('SCOPE_INSUFFICIENT', {
        reason: `the new key would outlive it (it expires at ${caller.expiresAt})`,
        todo: `Set days to at most ${Math.floor(left * 100) / 100}.`,
      });
  }
}
