import { z } from 'zod';
import { SUSPECT_KINDS } from '../../item-bank/audit/suspect.ts';
import { ALL_DECISIONS, DECISIONS, LONGEST_NOTE } from '../../item-bank/review/decision.ts';
import { LONGEST_NAME, page, pageOf, time } from './common.ts';

const ADMINISTRATORS = 'for administrators';
const kinds = Object.keys(SUSPECT_KINDS) as [
  keyof typeof SUSPECT_KINDS,
  ...(keyof typeof SUSPECT_KINDS)[],
];
const letters = z.array(z.string().regex(/^[A-Z]$/)).max(26);

/** An entry of the log of a bank. */
const reviewEntry = z.object({
  number: z.int(),
  item: z.string(),
  decision: z.enum([...ALL_DECISIONS, 'undo']),
  undoes: z
    .int()
    .nullable()
    .meta({ description: 'the number of the entry that an undo takes back' }),
  undone: z.boolean().meta({ description: 'true if a later entry has undone it' }),
  by: z.string(),
  at: time,
  key: letters
    .nullable()
    .optional()
    .meta({
      description: `the letters of the new key; null for other decisions; ${ADMINISTRATORS}`,
    }),
  note: z.string().optional().meta({ description: ADMINISTRATORS }),
});
export type ReviewLogEntry = z.infer<typeof reviewEntry>;

const suspectReason = z.object({
  kind: z.enum(kinds),
  strength: z.number().meta({ description: 'higher is more suspicious; comparable within a kind' }),
  text: z.string().meta({
    description: 'one sentence; for other roles than administrators that of the kind',
  }),
});

const suspect = z.object({
  item: z.string(),
  probability: z
    .number()
    .optional()
    .meta({ description: `estimated probability that the item is faulty; ${ADMINISTRATORS}` }),
  reasons: z.array(suspectReason).meta({
    description: `most telling first; those that tell the right option (one-sided, revealed-key) only ${ADMINISTRATORS}`,
  }),
  suggestedKey: letters
    .nullable()
    .optional()
    .meta({
      description: `the key that the answers speak for; null if there is none; ${ADMINISTRATORS}`,
    }),
  decision: reviewEntry.nullable().meta({ description: 'the decision that stands; null if none' }),
});
export type ReviewSuspect = z.infer<typeof suspect>;

const REVIEW_STATES = ['all', 'open', 'decided'] as const;
export const reviewQuery = z.object({
  state: z.enum(REVIEW_STATES).default('all').meta({
    description: 'all suspects, those without a decision, or those with one',
  }),
  ...page,
});

/** The suspects of the newest audit, most suspicious first; for other roles than administrators by the kind of their first reason. */
export const reviewPage = pageOf(suspect).extend({
  version: z.int().nullable().meta({
    description: 'version of the bank; null for a bank that is only built in',
  }),
  changeable: z.boolean().meta({
    description: 'false for built-in banks, which do not change: no decisions can be made',
  }),
  audit: z
    .object({ at: time, bankVersion: z.int().nullable() })
    .nullable()
    .meta({ description: 'null if the bank was not audited' }),
  suspects: z.int().meta({
    description:
      'number of suspects of the audit; for other roles than administrators without those whose only reasons tell the right option',
  }),
  reviewed: z.int().meta({ description: 'number of suspects with a decision' }),
});
export type ReviewPage = z.infer<typeof reviewPage>;

export const reviewLog = pageOf(reviewEntry);
export const reviewLogQuery = z.object(page);

/** What a reviewer looks at. Fields that a key may not see are absent. */
export const reviewItem = z.object({
  item: z.string(),
  suspect: suspect
    .nullable()
    .meta({ description: 'null for an item that the audit does not suspect' }),
  decision: reviewEntry.nullable(),
  type: z.string().nullable().meta({ description: 'null for an item without text' }),
  question: z.string().optional().meta({ description: 'for administrators and runners' }),
  options: z.record(z.string(), z.string()).optional(),
  imported: z
    .string()
    .optional()
    .meta({ description: `the key it was imported with; ${ADMINISTRATORS}` }),
  answer: z
    .string()
    .optional()
    .meta({ description: `the key it has now; ${ADMINISTRATORS}` }),
  shares: z
    .object({
      models: z.int().meta({ description: 'models whose letters are known' }),
      none: z.int().meta({ description: 'models without an answer' }),
      letters: z.record(z.string(), z.int()),
    })
    .nullable()
    .optional()
    .meta({
      description: `how many models chose each letter, in recorded answers and runs; null if no letters are known; ${ADMINISTRATORS}`,
    }),
  answered: z
    .boolean()
    .optional()
    .meta({ description: `whether the bank has recorded answers; ${ADMINISTRATORS}` }),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const newDecision = z.object({
  item: z.string().min(1).max(LONGEST_NAME),
  decision: z.enum(DECISIONS),
  key: letters.min(1).nullable().default(null).meta({
    description: 'for correct: the letters of the right options; for other decisions null',
  }),
  note: z.string().max(LONGEST_NOTE).default(''),
});

export const trialQuery = z.object({
  dryRun: z
    .stringbool()
    .default(false)
    .meta({ description: 'check, reply with what would change, and change nothing' }),
});

const place = z.object({
  score: z.number().nullable().meta({ description: 'share of right answers, 0 to 1' }),
  rank: z.int().nullable(),
});

/** What decisions change. */
export const reviewEffects = z.object({
  items: z.object({
    corrected: z.int(),
    retired: z.int(),
    restored: z.int().meta({ description: 'items that are used again' }),
    promoted: z.int().meta({ description: 'pretest items that count now, or no longer' }),
  }),
  recorded: z.object({
    answers: z.int().meta({ description: 'recorded answers to items with another key' }),
    rescored: z.int(),
    changed: z.int().meta({ description: 'rescored answers with another score' }),
    returned: z.int().meta({ description: 'rescored answers that counted as missing before' }),
    missing: z.int().meta({
      description: 'answers that count as missing, because their letters are not known',
    }),
    leftOut: z.int().meta({
      description: 'answers to retired items; negative for items that are used again',
    }),
  }),
  models: z.int().meta({ description: 'number of recorded models' }),
  ranking: z
    .array(z.object({ model: z.string(), before: place, after: place }))
    .meta({ description: 'recorded models whose score or rank changes' }),
  tests: z
    .array(
      z.object({
        run: z.int().nullable(),
        session: z.string().nullable(),
        examinee: z.string(),
        toRight: z.int(),
        toWrong: z.int(),
        missing: z.int(),
        leftOut: z.int(),
      }),
    )
    .meta({
      description:
        'runs and ended sessions with answers that are scored differently; their kept results and leaderboards do not change',
    }),
  openSessions: z.int().meta({ description: 'sessions that cannot go on with a changed bank' }),
  calibrations: z.int().meta({ description: 'kept calibrations that leave the changed items out' }),
});
export type ReviewEffects = z.infer<typeof reviewEffects>;

/** Decisions that were kept, or would be. */
export const reviewChange = z.object({
  kept: z.boolean().meta({ description: 'false for a dry run' }),
  entries: z.array(reviewEntry),
  versionBefore: z.int(),
  version: z.int().meta({ description: 'the same as before if no item has changed' }),
  effects: reviewEffects,
});
export type ReviewChange = z.infer<typeof reviewChange>;
