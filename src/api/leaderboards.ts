import { z } from 'zod';
import { SCORE_TARGETS } from '../cat/robust/score-prediction.ts';
import { LANGUAGES } from '../languages/language.ts';
import { name, tagScores, tagWords, time } from './common.ts';
import { boardHumans } from './humans.ts';
import { promptOptions, sessionSummary } from './sessions.ts';

/**
 * A leaderboard is of one bank in one version, one calibration, one strategy with its rules, and one prompt: scores of others
 * cannot be compared with its own.
 * Sessions enter it by themselves when they are finished; a newer session of the same examinee takes the place of the older.
 */
const leaderboardSummary = z.object({
  id: z
    .string()
    .meta({ description: 'identifies bank, version, calibration, strategy, rules and prompt' }),
  bank: z.string(),
  bankVersion: z.string(),
  calibration: z.int().nullable(),
  calibrationVersion: z.string(),
  strategy: z.string(),
  adaptive: sessionSummary.shape.adaptive,
  prompt: promptOptions.nullable().meta({
    description:
      'how items were worded; null: the defaults, or wordings of the callers that sent the answers',
  }),
  scored: sessionSummary.shape.scored,
  entries: z.int(),
  recorded: z.int(),
  newestAt: time.nullable(),
  changedItems: z.int().meta({
    description:
      'items of the bank that its review has changed since these sessions; the leaderboard shows the results as they were',
  }),
});
export type LeaderboardSummary = z.infer<typeof leaderboardSummary>;
export const leaderboardList = z.object({ items: z.array(leaderboardSummary) });

/** Which scores the order, its intervals and its probabilities refer to. */
const target = z.enum(SCORE_TARGETS).meta({
  description:
    'expected: what a model would score on items like these if it answered them again; recorded: its score on these items as they were answered, which is exact once all are answered',
});
const targetQuery = z.object({ target: target.default('expected') });

/** Most rows of a leaderboard. */
export const MOST_ROWS = 500;
/** Most rows of its matrix; all rows together name at most as many ties as it has cells: more would be megabytes. */
export const MOST_PAIRED = 100;

const leaderboardEntry = z.object({
  id: z.string().meta({
    description:
      'identifies the row on this leaderboard: the name of a model, or "person/" and the name of a person',
  }),
  rank: z.int().meta({ description: 'rank of the score' }),
  bestRank: z.int().meta({
    description:
      'best possible rank; with 90% confidence all rank ranges of the leaderboard hold together',
  }),
  worstRank: z.int(),
  tiedWith: z.array(z.string()).meta({
    description: `ids of the rows that it cannot be distinguished from, with 90% confidence over all pairs together: the nearest of the worstRank − bestRank that are, at most ${MOST_PAIRED ** 2} divided by the number of rows`,
  }),
  examinee: z.string(),
  family: z.string().nullable().meta({
    description:
      'the letters that its name begins with, in lower case; null if these do not divide the models',
  }),
  kind: z.enum(['session', 'recorded']),
  person: z.boolean().meta({
    description: 'whether the examinee is a person: true only for a session that a person took',
  }),
  session: z.string().nullable(),
  score: z.number(),
  low: z.number().nullable().meta({
    description:
      'lower end of the 90% interval of the target. For recorded scores: null for recorded models that answered everything; for others the interval covers the missing answers',
  }),
  high: z.number().nullable(),
  verified: z.boolean().meta({
    description:
      'whether intervals like this one were checked on held-out recorded models, or follow from the random draw of the items. Of a person: only the latter.',
  }),
  form: z.enum(['representative', 'random', 'given']).nullable().meta({
    description:
      'of a test with a fixed form: how its items were drawn, or that they were given; else null',
  }),
  complete: z.boolean().meta({ description: 'false for a session that was ended early' }),
  alarm: z.string().nullable(),
  ability: z.number().nullable(),
  se: z.number().nullable(),
  items: z.int().meta({ description: 'number of items answered' }),
  of: z
    .int()
    .nullable()
    .meta({ description: 'number of items that the score covers; null if not known' }),
  simulated: z.boolean().meta({
    description:
      'whether the answers of a recorded model are simulated: drawn by a program, or of the stand-in, which no model is behind',
  }),
  known: z.number().nullable().meta({
    description:
      'for a session whose examinee is a recorded model: the score of its recorded answers. The row of the recorded model is left out.',
  }),
  lag: z.int().nullable(),
  cost: z.number().nullable(),
  finishedAt: time.nullable(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntry>;

export const leaderboard = leaderboardSummary.extend({
  target,
  rows: z.array(leaderboardEntry).meta({
    description: `highest score first; at most ${MOST_ROWS} rows`,
  }),
  beats: z.array(z.array(z.number())).meta({
    description: `row i, column j: probability that row i has a higher score (of the target) than row j; of the first ${MOST_PAIRED} rows`,
  }),
  formsDiffer: z.boolean().meta({
    description:
      'whether some tests had a fixed form of given items, and others a drawn one or other given items: the score of given items depends on which they are',
  }),
  apart: z.array(z.object({ examinee: z.string(), items: z.int(), of: z.int() })).meta({
    description:
      'recorded models without a rank, because they answered less than half of the items',
  }),
  simulated: z.boolean().meta({
    description: 'whether a program drew the answers of all recorded models of the bank',
  }),
  standIns: z.array(z.string()).meta({
    description:
      'recorded models of the bank whose answers come from the stand-in; calibrations on recorded answers use them too',
  }),
  humans: boardHumans,
  tagWords,
  tags: z.record(z.string(), tagScores).meta({
    description:
      'scores by tag, by the id of the row, if known, with 90% intervals of the score of the target',
  }),
});
export type Leaderboard = z.infer<typeof leaderboard>;
export const leaderboardQuery = z.object({
  recorded: z
    .stringbool()
    .default(true)
    .meta({ description: 'whether to include the recorded models' }),
  ...targetQuery.shape,
});

/** What a link shows: one leaderboard with the settings of its request. */
export const sharedLeaderboard = z.object({
  id: name.meta({ description: 'id of the leaderboard' }),
  recorded: z
    .boolean()
    .default(true)
    .meta({ description: 'whether to include the recorded models' }),
  ...targetQuery.shape,
});

export const sharedPath = z.object({
  link: z.string().meta({
    description:
      'the key of a link for an HTML page; with the ending .svg, .json or .csv for an image or the data',
  }),
});

/** Of what people read of a leaderboard; CSV and JSON are the same in all languages. */
const fileLanguage = z
  .enum(LANGUAGES)
  .default('en')
  .meta({ description: 'of HTML pages and SVG images: en (English) or zh (Chinese)' });

export const exportQuery = leaderboardQuery.extend({
  format: z.enum(['csv', 'json', 'html', 'svg']).default('csv'),
  language: fileLanguage,
});

/** What else stands in the address changes nothing: others add words of their own to links. */
export const sharedQuery = z.looseObject({ language: fileLanguage });

export const comparisonQuery = targetQuery.extend({
  a: z.string().max(64),
  b: z.string().max(64),
});
const comparedSide = z.object({
  session: z.string(),
  examinee: z.string(),
  person: z.boolean(),
  score: z.number(),
  low: z.number().meta({ description: 'lower end of the 90% interval of the target' }),
  high: z.number(),
  verified: z.boolean().meta({
    description:
      'whether intervals like this one were checked on held-out recorded models, or, of a person, follow from the random draw of the items; unverified ones may be too narrow',
  }),
  alarm: z.string().nullable(),
});
/** Two sessions side by side. */
export const comparison = z.object({
  target,
  a: comparedSide,
  b: comparedSide,
  comparable: z.boolean(),
  reason: z.string().nullable().meta({ description: 'why the sessions cannot be compared' }),
  difference: z.number().nullable().meta({
    description:
      'a minus b, in points; null, like the next three fields, if they cannot be compared',
  }),
  low: z
    .number()
    .nullable()
    .meta({ description: 'lower end of the 90% interval of the difference' }),
  high: z.number().nullable(),
  probability: z.number().nullable().meta({
    description: 'probability that a has a higher score (of the target) than b',
  }),
  verdict: z.string(),
  common: z
    .object({
      items: z.int(),
      bothRight: z.int(),
      onlyA: z.int(),
      onlyB: z.int(),
      bothWrong: z.int(),
      partial: z.int().meta({
        description:
          'items with a score between 0 and 1 of a or b; in the other counts a score of at least 1/2 is right',
      }),
      p: z.number().nullable().meta({
        description:
          'p-value of the exact McNemar test on the items that both were asked; if some scores are between 0 and 1, of differences whose signs are changed at random',
      }),
    })
    .nullable()
    .meta({
      description:
        'null for two banks or two versions of a bank, where the same id may have another text or key',
    }),
  tagWords,
  tags: z.array(
    // Always of the recorded scores.
    z.object({
      tag: z.string(),
      value: z.string(),
      a: z.number(),
      b: z.number(),
      low: z.number().meta({ description: 'lower end of the interval of the difference' }),
      high: z.number(),
    }),
  ),
});
export type ModelComparison = z.infer<typeof comparison>;
export const leaderboardPath = z.object({ id: name });
