import { z } from 'zod';
import { name, page, pageOf, tagScores, time } from './common.ts';

/** Most answers in one request. */
export const MOST_ANSWERS = 1000;
/** Most items that a session may have in flight. */
const MOST_LAG = 256;
/** Longest output of a model that is taken, in characters. */
const LONGEST_OUTPUT = 200_000;

/**
 * `robust` (default) chooses for the score on the whole bank, and needs recorded answers of models; `paper` is the published
 * method, maximum likelihood and maximum information; `balanced` the same in the bank's proportions of tags; `random` draws
 * items; `adaptive` is what `adaptive` of the session says: any selector, estimator, constraints and stopping rule.
 */
export const STRATEGIES = ['robust', 'paper', 'balanced', 'random', 'adaptive'] as const;
const strategy = z.enum(STRATEGIES);

const quota = z.object({
  tag: z.string().max(200),
  value: z.string().max(500),
  least: z.number().min(0).max(1).optional().meta({ description: 'share of the test, at least' }),
  most: z.number().min(0).max(1).optional().meta({ description: 'share of the test, at most' }),
});

/** The rules of an adaptive session, as the simulation studies name them (docs/simulation.md). */
export const adaptiveRules = z.object({
  estimator: z.enum(['ml', 'map', 'eap', 'wle']).default('eap'),
  prior: z
    .object({ mean: z.number().min(-6).max(6), sd: z.number().min(0.05).max(10) })
    .default({ mean: 0, sd: 1 }),
  start: z.number().min(-6).max(6).default(0),
  select: z
    .looseObject({ rule: z.string().max(60) })
    .default({ rule: 'maximum-information' })
    .meta({
      description: 'a selector and its options, such as {"rule": "randomesque", "best": 5}',
    }),
  stop: z
    .looseObject({ rule: z.string().max(60) })
    .optional()
    .meta({
      description:
        'a stopping rule and its options, such as {"rule": "standard-error", "below": 0.3}; by default the length, and never longer than that. A standard error ends no session before `least` items, by default 20.',
    }),
  quotas: z.array(quota).max(1000).default([]),
  enemies: z
    .array(z.array(z.string().max(500)).max(1000))
    .max(1000)
    .default([]),
  exclude: z.array(z.string().max(500)).max(100_000).default([]),
});
export type AdaptiveRules = z.infer<typeof adaptiveRules>;

/** How items are worded for a model, and its outputs read: as `rank --model` does (docs/prompts.md). */
export const promptOptions = z.object({
  variant: z.enum(['answer-only', 'cot']).default('cot').meta({
    description: 'the answer alone, or with reasoning before it',
  }),
  language: z.enum(['en', 'zh']).nullable().default(null).meta({
    description: 'of the words around the question; null: the language of the item',
  }),
  system: z.string().min(1).max(20_000).nullable().default(null).meta({
    description: 'a system message',
  }),
  mode: z.enum(['default', 'cmb', 'mmlu-pro']).default('default').meta({
    description:
      'how letters are read: by the rules of thetarank, or as a published evaluation did',
  }),
  shots: z.int().min(0).max(20).default(0).meta({
    description:
      'worked examples before each question; only for a model that the service asks, as they say the answers to other items. Callers get its messages without them.',
  }),
  shotsFrom: z.string().max(700).default('split=dev').meta({
    description: 'TAG=VALUE of the items that examples are taken from',
  }),
});
export type PromptSettings = z.infer<typeof promptOptions>;

export const newSession = z.object({
  bank: name,
  examinee: name.meta({ description: 'the model or person that is tested' }),
  strategy: strategy.default('robust'),
  items: z.int().min(1).max(100_000).optional().meta({
    description: 'length of the test, at most; by default 243, or fewer where the bank is small',
  }),
  calibration: z.int().min(1).nullable().default(null).meta({
    description:
      'number of a kept calibration; null: one from the recorded answers of the bank. For paper, balanced and adaptive.',
  }),
  adaptive: adaptiveRules
    .nullable()
    .default(null)
    .meta({ description: 'for the strategy adaptive, and only there' }),
  includeFlagged: z.boolean().default(false).meta({
    description:
      'true: items that work backwards, or whose slope ran to a bound, may be chosen too; by default adaptive choice leaves them out. They count in the score either way.',
  }),
  lag: z.int().min(1).max(MOST_LAG).default(1).meta({
    description:
      'items in flight: item n is chosen from answers 1 … n − lag, so that this many can be answered at once',
  }),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  leaveOut: z.array(name).max(1000).default([]).meta({
    description: 'recorded models that the calibration does not see, beside the examinee itself',
  }),
  model: name.nullable().default(null).meta({
    description:
      'a configured model that the service asks by itself (GET /v1/models); null: the caller brings the answers',
  }),
  prompt: promptOptions.nullable().default(null).meta({
    description:
      'how items are worded, for a model that the service asks and for callers that want messages, and how outputs are read; null: the defaults',
  }),
  budget: z.number().positive().max(1_000_000).nullable().default(null).meta({
    description:
      'dollars that the answers of a model may cost at most; null for no limit. Only with a model that has a price.',
  }),
  scoring: z.enum(['caller', 'service']).default('caller').meta({
    description:
      'caller: scores, which are taken as they are, or outputs, which the service reads and scores by its keys; service: outputs alone, as keys of examinees need it. Where the service asks a model it is always service.',
  }),
  feedback: z.enum(['none', 'result']).default('none').meta({
    description: 'what an examinee gets to see at the end',
  }),
  expiresAt: time.nullable().default(null).meta({
    description: 'answers after that are late, and refused',
  }),
  note: z.string().max(2000).default(''),
});
export type NewSession = z.infer<typeof newSession>;

/**
 * `open`: takes answers; `paused`: takes none until it is resumed; `finished`: its rules ended it and every answer is there;
 * `ended`: somebody ended it early; `failed`: the model that the service asked could not be asked on.
 */
const SESSION_STATES = ['open', 'paused', 'finished', 'ended', 'failed'] as const;
export const sessionState = z.enum(SESSION_STATES);
export type SessionState = z.infer<typeof sessionState>;

/** Why an interval is unverified. */
export const UNVERIFIED = [
  'strategy',
  'part-of-bank',
  'few-models',
  'alarm',
  'unfinished',
  'awaited',
] as const;
export type Unverified = (typeof UNVERIFIED)[number];

/** Where a test stands; scores in percentage points of the whole bank. */
const standing = z.object({
  answers: z.int(),
  ability: z.number().nullable(),
  se: z.number().nullable().meta({ description: 'null where there is none, or it is infinite' }),
  atBound: z.enum(['lowest', 'highest']).nullable(),
  score: z.number(),
  low: z.number().meta({ description: 'of the 90% interval' }),
  high: z.number(),
  expected: z.object({ low: z.number(), high: z.number() }).nullable().default(null).meta({
    description:
      '90% interval of the score to be expected on items like these: the same score, with the chance in the answers given. low and high are of the score on these items alone. null for sessions that ended before it was kept.',
  }),
  verified: z
    .boolean()
    .meta({ description: 'whether such intervals held for recorded models that were left out' }),
  unverified: z.enum(UNVERIFIED).nullable().default(null).meta({
    description:
      'why not: the intervals of this strategy are checked nowhere (strategy), not all items could be asked (part-of-bank), too few recorded models (few-models) or too few of them with an alarm (alarm), not at its full length (unfinished), or items of the sample wait for their answers (awaited)',
  }),
  alarm: z.string().nullable(),
  right: z.number(),
  shareRight: z.number(),
  shareExpected: z.number().nullable(),
  residual: z.number().nullable(),
  tags: tagScores,
});
export type Standing = z.infer<typeof standing>;

/** The rules of an adaptive session as they are told: what may be long is counted. */
const rulesSummary = adaptiveRules.omit({ enemies: true, exclude: true }).extend({
  enemies: z.int().meta({ description: 'sets of items that are not asked together' }),
  exclude: z.int().meta({ description: 'items that are not asked' }),
  version: z.string().meta({ description: 'fingerprint of all the rules' }),
});
export type RulesSummary = z.infer<typeof rulesSummary>;

export const sessionSummary = z.object({
  id: z.string(),
  bank: z.string(),
  bankVersion: z
    .string()
    .meta({ description: 'fingerprint of items and answers it was made with' }),
  calibration: z.int().nullable(),
  calibrationVersion: z.string().meta({
    description: 'fingerprint of the item parameters: only sessions that share it share a scale',
  }),
  examinee: z.string(),
  model: z.string().nullable(),
  strategy,
  adaptive: rulesSummary.nullable().meta({ description: 'the rules of the strategy adaptive' }),
  scored: z.object({ items: z.int(), of: z.int() }).nullable().meta({
    description:
      'how many items of the bank the score is of: those that the calibration has parameters of; null where that is not known at the moment',
  }),
  leftOut: z.int().nullable().meta({
    description:
      'flagged items that the test does not choose adaptively (includeFlagged); null where that is not known at the moment',
  }),
  recordedAs: z.string().nullable().meta({
    description:
      'the recorded model that the examinee is; null where it is none, or not known at the moment',
  }),
  lag: z.int(),
  seed: z.number(),
  scoring: z.enum(['caller', 'service']),
  feedback: z.enum(['none', 'result']),
  state: sessionState,
  reason: z.string().nullable().meta({ description: 'why it ended; null while it goes on' }),
  length: z.int().meta({ description: 'items it asks at most' }),
  asked: z.int(),
  answered: z.int(),
  createdAt: time,
  changedAt: time,
  expiresAt: time.nullable(),
  finishedAt: time.nullable(),
  note: z.string(),
  cost: z.number().nullable().meta({
    description:
      'dollars, of a model that the service asks; null where nobody knows: its configuration has no price, or the caller answers',
  }),
  budget: z.number().nullable().meta({ description: 'dollars at most; null for no limit' }),
  prompt: promptOptions.nullable(),
  secondsLeft: z.number().nullable().meta({ description: 'at the pace so far' }),
  standing: standing.nullable(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;
export const sessionPage = pageOf(sessionSummary);
export const sessionQuery = z.object({
  bank: name.optional(),
  state: sessionState.optional(),
  examinee: name.optional(),
  ...page,
});

/** An item to answer. */
const pendingItem = z.object({
  item: z.string(),
  place: z.int(),
  prompt: z
    .array(z.object({ role: z.string(), content: z.string() }))
    .optional()
    .meta({ description: 'messages to send to a model; where asked for and the bank has text' }),
});

/** What an examinee is told too. */
export const pending = z.object({
  state: sessionState,
  items: z.array(pendingItem).meta({
    description: 'to be answered now, in any order; the same until they are answered',
  }),
  asked: z.int(),
  answered: z.int(),
  length: z.int(),
});
export type Pending = z.infer<typeof pending>;

export const answer = z
  .object({
    item: z.string().max(500),
    score: z.number().min(0).max(1).optional(),
    output: z.string().max(LONGEST_OUTPUT).optional().meta({
      description: 'what the model said; the service reads and scores it. In place of a score.',
    }),
    key: z.string().min(1).max(200).optional().meta({
      description:
        'idempotency: of one answer only. Another answer with the same key is refused, and the same one sent again changes nothing',
    }),
  })
  .meta({ description: 'exactly one of score and output' });
export type Answer = z.infer<typeof answer>;
export const answers = z.object({ answers: z.array(answer).min(1).max(MOST_ANSWERS) });

/** What became of each answer, in the order they were sent. */
const answerResult = z.object({
  item: z.string(),
  status: z.enum(['taken', 'repeated', 'refused']),
  code: z.string().optional().meta({ description: 'of the error, where refused' }),
  reason: z.string().optional(),
});
export const answersReply = pending.extend({ results: z.array(answerResult) });
export type AnswersReply = z.infer<typeof answersReply>;

/** The test step by step, in the order of its places and not of the answers’ arrival: entry n is of place n. */
export const trace = z.object({
  places: z.array(
    z.object({
      place: z.int(),
      item: z.string(),
      score: z.number().nullable(),
      at: time.nullable(),
      tags: z.record(z.string(), z.string()),
      a: z.number().nullable(),
      b: z.number().nullable(),
      c: z.number().nullable(),
      ability: z.number().nullable().meta({
        description:
          'after the answers 1 … place; where some of them are missing, after all answers, at the last place that has one',
      }),
      se: z.number().nullable(),
      predicted: z.number().nullable().meta({ description: 'score on the whole bank, in points' }),
      low: z.number().nullable(),
      high: z.number().nullable(),
      verified: z
        .boolean()
        .nullable()
        .meta({ description: 'as in the standing: of this look alone' }),
    }),
  ),
});
export type Trace = z.infer<typeof trace>;

export const sessionResult = z.object({
  session: sessionSummary,
  complete: z.boolean(),
  standing: standing.nullable(),
  place: z.number().nullable().meta({ description: 'among the recorded models of the bank' }),
  bestPlace: z.number().nullable(),
  worstPlace: z.number().nullable(),
  recorded: z.int().meta({ description: 'recorded models that it is placed among' }),
});
export type SessionResult = z.infer<typeof sessionResult>;

/** What an examinee sees of its result: what it did and where it stands, not what others note, pay or set. */
export const examineeResult = sessionResult.extend({
  session: sessionSummary.pick({
    id: true,
    bank: true,
    examinee: true,
    state: true,
    reason: true,
    length: true,
    answered: true,
    createdAt: true,
    finishedAt: true,
  }),
  standing: standing.omit({ alarm: true, shareExpected: true, residual: true }).nullable(),
});
export type ExamineeResult = z.infer<typeof examineeResult>;
