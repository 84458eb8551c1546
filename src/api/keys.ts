import { z } from 'zod';
import { ROLES } from '../workflow/keys/roles.ts';
import { name, newName, time } from './common.ts';
import { sharedLeaderboard } from './leaderboards.ts';

const role = z.enum(ROLES);

/** What the experts of a panel do. */
const panelScope = z.object({
  id: z.string().max(64),
  kind: z.enum(['rating', 'annotation', 'writing']),
});

export const newKey = z.object({
  role,
  name: newName.meta({ description: 'a name for people: who uses the key' }),
  banks: z
    .array(name)
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'for runners and viewers: the banks that the key may use; null for all' }),
  session: z.string().max(64).nullable().default(null).meta({
    description: 'for examinees: the session that the key answers (required); null for other roles',
  }),
  leaderboard: sharedLeaderboard.nullable().default(null).meta({
    description:
      'for links: the leaderboard that anyone can read at /shared/KEY (required); null for other roles',
  }),
  panel: z.string().max(64).nullable().default(null).meta({
    description:
      'for experts: the panel whose work the key opens (required); null for other roles. The name of the key is the name of the expert: another key of the same name continues the work.',
  }),
  days: z
    .number()
    .positive()
    .max(3650)
    .nullable()
    .default(null)
    .meta({ description: 'days until the key expires; null: valid until it is revoked' }),
});

/** A key as it is listed: never the key itself. */
const keySummary = z.object({
  id: z.string(),
  role,
  name: z.string(),
  banks: z.array(z.string()).nullable(),
  session: z.string().nullable(),
  leaderboard: sharedLeaderboard.nullable(),
  panel: panelScope.nullable(),
  madeBy: z
    .string()
    .nullable()
    .meta({ description: 'the key that created it; null if it was created on the command line' }),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export const keyList = z.object({ items: z.array(keySummary) });
export type KeySummary = z.infer<typeof keySummary>;

/** A key that was revoked, with those that went with it. */
export const revokedKey = keySummary.extend({
  alsoRevoked: z.array(z.string()).meta({
    description:
      'keys of examinees that this key had created; those of a runner are revoked with it',
  }),
});

export const madeKey = keySummary.extend({
  key: z.string().meta({ description: 'shown only in this reply' }),
});
export type MadeKey = z.infer<typeof madeKey>;
export const me = z.object({
  id: z.string(),
  role,
  name: z.string(),
  banks: z.array(z.string()).nullable(),
  session: z.string().nullable(),
  person: z.boolean().meta({
    description: 'for examinees: whether a person takes the test of the key',
  }),
  panel: panelScope.nullable(),
  expiresAt: time.nullable(),
  version: z.string().meta({ description: 'version of thetarank' }),
});
export type Me = z.infer<typeof me>;
