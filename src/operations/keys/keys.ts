import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { plainTable } from '../../report/plain-table.ts';
import type { Store } from '../../store/store.ts';
import { type KeySummary, keptKeys } from '../../workflow/keys/kept-keys.ts';
import { ROLES } from '../../workflow/keys/roles.ts';
import { line, positiveNumber, shortText } from '../fields.ts';
import { operation } from '../operation.ts';

const keysOf = (store: Store) =>
  keptKeys({ store, now: () => new Date().toISOString(), randomBytes, log() {} });

export const keysAdd = operation({
  name: 'keys add',
  summary: 'Create a key and print it; it is not shown again.',
  options: z.object({
    role: z.enum(ROLES).describe('what it may do'),
    name: line(200).describe('whose key it is').meta({ value: 'name' }),
    bank: z
      .array(shortText)
      .max(100)
      .optional()
      .describe('the banks that the key may use (default: all)')
      .meta({ value: 'name', isVariadic: true }),
    session: shortText.optional().describe('the one session of an examinee').meta({ value: 'id' }),
    leaderboard: shortText
      .optional()
      .describe('the one leaderboard of a link')
      .meta({ value: 'id' }),
    panel: shortText.optional().describe('the one panel of an expert').meta({ value: 'id' }),
    url: z
      .url({
        protocol: /^https?$/,
        error: 'the address of the service, such as http://127.0.0.1:3000',
      })
      .transform((address) => {
        const { origin, pathname } = new URL(address);
        return `${origin}${pathname}`.replace(/\/+$/, '');
      })
      .optional()
      .describe('print it as a link that opens the dashboard at this address')
      .meta({ value: 'address' }),
    days: positiveNumber
      .max(3650)
      .optional()
      .describe('days until the key expires (default: never)')
      .meta({ value: 'number' }),
  }),
  database: 'created',
  outputs: ['json'],
  run: (
    { bank = null, session = null, leaderboard, panel = null, days = null, ...key },
    { store },
  ) =>
    store((open) =>
      keysOf(open).make(
        {
          ...{ role: key.role, name: key.name, banks: bank, session, panel, days },
          leaderboard:
            leaderboard === undefined
              ? null
              : { id: leaderboard, recorded: true, target: 'expected' },
        },
        null,
      ),
    ),
  report: ({ id, name, role, key }, { options: { url }, where }) => ({
    lead:
      role !== 'link' && url === undefined
        ? key
        : `${url ?? ''}/${role === 'link' ? 'shared' : '#/enter'}/${key}`,
    sections: [
      {
        paragraphs: [
          `${url === undefined ? 'Key' : 'Link'} of ${name} (${role}), shown only this once. Revoke it with: thetarank keys revoke ${id}${where}`,
        ],
      },
    ],
  }),
});

export const keysList = operation({
  name: 'keys list',
  summary: 'List all keys, newest first.',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) => store((open) => keysOf(open).list()),
  report: (all, { where }) =>
    all.length === 0
      ? {
          lead: 'There are no keys.',
          next: `thetarank serve${where}, which creates the first one`,
        }
      : {
          sections: [
            {
              table: plainTable(
                [...['key', 'role', 'name', 'valid for', 'made', 'by'], 'expires', 'last used', ''],
                all.map((key) => [
                  ...[key.id, key.role, key.name, scopeOf(key), day(key.createdAt), key.madeBy],
                  ...[day(key.expiresAt), day(key.lastUsedAt)],
                  key.revokedAt === null ? '' : `revoked ${day(key.revokedAt)}`,
                ]),
              ),
            },
          ],
        },
});

export const keysRevoke = operation({
  name: 'keys revoke',
  summary: 'Revoke a key.',
  options: z.object({
    id: shortText.describe('number of the key (thetarank keys list)').meta({ isArgument: true }),
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ id }, { store }) => store((open) => keysOf(open).revoke(id)),
  report: ({ id, name, role, alsoRevoked }) => ({
    lead: [
      `Revoked: ${id}, ${name} (${role}).`,
      ...(alsoRevoked.length === 0
        ? []
        : [`Also revoked, because this key created them: ${alsoRevoked.join(', ')}.`]),
    ].join('\n'),
  }),
});

function scopeOf({ banks, session, leaderboard, panel }: KeySummary): string {
  if (leaderboard !== null) return `leaderboard ${leaderboard.id}`;
  if (session !== null) return `session ${session}`;
  if (panel !== null) return `panel ${panel.id} (${panel.kind})`;
  return banks === null ? 'all banks' : banks.join(', ');
}

const day = (time: string | null) => time?.slice(0, 10) ?? null;
