import { z } from 'zod';
import { answerPattern } from './answer-patterns.ts';
import {
  calibrationOrCurrent,
  name,
  newName,
  page,
  pageOf,
  tagScoresOfBoth,
  tagWords,
  time,
} from './common.ts';

/** Most answers in one request. */
export const MOST_ANSWERS = 1000;
/** Most items that a session may have in flight. */
export const MOST_LAG = 256;
/** Longest accepted output of a model, in characters. */
const LONGEST_OUTPUT = 200_000;
/** Longest time limit of a person's test, and most extra time, in minutes. */
const MOST_MINUTES = 10_000;
/** Most items of a fixed form. */
const MOST_FORM = 5000;

/**
 * `robust` (default for models) chooses for the score on the whole bank, and needs recorded answers of models; `paper` is the published
 * method, maximum likelihood and maximum information; `balanced` the same in the bank's proportions of tags; `random` draws
 * items; `adaptive` follows the rules in the session's field `adaptive`: any selector, estimator, constraints and stopping rule;
 * `fixed` asks the items of `form` in their order (default for people).
 */
export const STRATEGIES = ['robust', 'paper', 'balanced', 'random', 'adaptive', 'fixed'] as const;
const strategy = z.enum(STRATEGIES);

const quota = z.object({
  tag: z.string().max(200),
  value: z.string().max(500),
  least: z.number().min(0).max(1).optional().meta({ description: 'least share of the test' }),
  most: z.number().min(0).max(1).optional().meta({ description: 'greatest share of the test' }),
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
        'a stopping rule and its options, such as {"rule": "standard-error", "below": 0.3}; by default the test ends after its length, which no rule exceeds. A standard error ends no session before `least` items (default: 20).',
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
  variant: z.enum(['answer-only', 'cot', 'explain']).default('cot').meta({
    description: 'the answer alone, or with reasoning or an explanation before it',
  }),
  language: z.enum(['en', 'zh']).nullable().default(null).meta({
    description: 'language of the words around the question; null: the language of the item',
  }),
  system: z.string().min(1).max(20_000).nullable().default(null).meta({
    description: 'a system message',
  }),
  mode: z.enum(['default', 'cmb', 'mmlu-pro']).default('default').meta({
    description:
      'how answers are extracted: by the rules of thetarank, or as a published evaluation does',
  }),
  shots: z.int().min(0).max(20).default(0).meta({
    description:
      'worked examples before each question; only for a model that the service asks, because they reveal the answers to other items. Callers get the messages without them.',
  }),
  shotsFrom: z.string().max(700).default('split=dev').meta({
    description: 'TAG=VALUE of the items that serve as examples',
  }),
});
export type PromptSettings = z.infer<typeof promptOptions>;

/** The items of a fixed form, or how they are drawn. */
const fixedForm = z.object({
  items: z.array(z.string().max(500)).min(1).max(MOST_FORM).nullable().default(null).meta({
    description:
      'ids of the items in the order in which they are asked; null: they are drawn when the session is created, and then stand here',
  }),
  draw: z.enum(['representative', 'random']).nullable().default(null).meta({
    description:
      'how items are drawn (representative by default; null in replies if they were given), by the seed alone: the same seed and number give everyone the same form. representative: from each group and level of difficulty its share; random: each item equally likely',
  }),
});

export const newSession = z.object({
  bank: name,
  examinee: newName.meta({ description: 'the model or person that is tested' }),
  strategy: strategy.optional().meta({
    description:
      'by default robust for a model, and for a person fixed with a representative form, whose interval holds for people',
  }),
  items: z.int().min(1).max(100_000).optional().meta({
    description:
      'greatest length of the test; by default 243, for people 30, or half of a bank with fewer items than twice that',
  }),
  pretest: z.int().min(0).max(1000).default(0).meta({
    description:
      'the maximum number of pretest items. They are asked in addition to the test, at random places, and do not count for its score. An examinee cannot tell them from other items.',
  }),
  calibration: z.int().min(1).nullable().default(null).meta({
    description:
      'number of a kept calibration, for paper, balanced and adaptive; null: a calibration on the recorded answers of the bank',
  }),
  adaptive: adaptiveRules
    .nullable()
    .default(null)
    .meta({ description: 'rules of the strategy adaptive; null for other strategies' }),
  includeFlagged: z.boolean().default(false).meta({
    description:
      'true: adaptive selection may choose items that work backwards or whose slope ran to a bound; by default it leaves them out. They count in the score either way.',
  }),
  lag: z.int().min(1).max(MOST_LAG).optional().meta({
    description:
      'items in flight: item n is chosen from answers 1 … n − lag, so that this many can be answered at once; by default 8 if the service asks the model, and 1 if the caller sends the answers',
  }),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  leaveOut: z.array(name).max(1000).default([]).meta({
    description:
      'recorded models to leave out of the calibration, in addition to the examinee itself',
  }),
  model: name.nullable().default(null).meta({
    description:
      'a configured model that the service asks (GET /v1/models); null: the caller sends the answers',
  }),
  prompt: promptOptions.nullable().default(null).meta({
    description:
      'how items are worded, for a model that the service asks and for callers that request messages, and how answers are extracted; null: the defaults',
  }),
  budget: z.number().positive().max(1_000_000).nullable().default(null).meta({
    description:
      'most dollars that the answers may cost; null for no limit. Only for a model that has a price.',
  }),
  scoring: z.enum(['caller', 'service']).default('caller').meta({
    description:
      'caller: the caller sends scores, which are used as they are, or outputs, which the service scores by the keys of the items; service: only outputs, required for keys of examinees. If the service asks a model it is always service.',
  }),
  feedback: z.enum(['none', 'result']).default('none').meta({
    description: 'what an examinee sees at the end',
  }),
  form: fixedForm.nullable().default(null).meta({
    description: 'items of the strategy fixed; null: representative ones, or another strategy',
  }),
  person: z.boolean().default(false).meta({
    description:
      'whether the examinee is a person, who answers in the dashboard by an invitation link',
  }),
  timeLimit: z.number().min(0.1).max(MOST_MINUTES).nullable().default(null).meta({
    description: 'minutes that a person has from the beginning of the test; null for no limit',
  }),
  extraMinutes: z.number().min(0).max(MOST_MINUTES).default(0).meta({
    description: 'minutes that this person has besides the time limit',
  }),
  breaks: z.enum(['any', 'none']).default('any').meta({
    description:
      'any: a person may take breaks, in which the clock stands still; none: the clock runs on until the end',
  }),
  expiresAt: time.nullable().default(null).meta({
    description: 'later answers are refused',
  }),
  note: z.string().max(2000).default(''),
});
export type NewSession = z.infer<typeof newSession>;
/** A session as requested: its calibration may be `current`, which the service replaces by the number of the one in force. */
export const requestedSession = newSession.extend({
  calibration: calibrationOrCurrent.nullable().default(null).meta({
    description:
      'number of a kept calibration, or current for the one in force now, for paper, balanced and adaptive; null: a calibration on the recorded answers of the bank',
  }),
});

/**
 * `open`: takes answers; `paused`: takes none until it is resumed; `finished`: its rules ended it and every answer is there;
 * `ended`: somebody ended it early; `failed`: the service could not get further answers from its model.
 */
const SESSION_STATES = ['open', 'paused', 'finished', 'ended', 'failed'] as const;
export const sessionState = z.enum(SESSION_STATES);
export type SessionState = z.infer<typeof sessionState>;

/** Why an interval is unverified. */
export const UNVERIFIED = [
  'strategy',
  'part-of-bank',
  'few-models',
  'too-short',
  'alarm',
  'grown',
  'unfinished',
  'person',
  'too-few',
  'awaited',
] as const;
export type Unverified = (typeof UNVERIFIED)[number];

const ownRandom = z.object({
  items: z.int().meta({ description: 'random items with an answer' }),
  score: z.number(),
  low: z.number().meta({ description: 'lower end of the design-based 90% interval' }),
  high: z.number(),
});

/** Where a test stands; scores in percentage points of the whole bank. */
export const standingSchema = z.object({
  answers: z.int(),
  ability: z.number().nullable(),
  se: z.number().nullable().meta({ description: 'null if there is none or it is infinite' }),
  atBound: z.enum(['lowest', 'highest']).nullable(),
  score: z.number(),
  low: z.number().meta({ description: 'lower end of the 90% interval' }),
  high: z.number(),
  expected: z.object({ low: z.number(), high: z.number() }).meta({
    description:
      '90% interval of the expected score on items like these, which includes the chance in the answers given; low and high above are for the score on these items.',
  }),
  verified: z.boolean().meta({
    description: 'whether intervals like this one were checked on held-out recorded models',
  }),
  unverified: z.enum(UNVERIFIED).nullable().meta({
    description:
      'why the interval is unverified: intervals of this strategy are not checked (strategy), not all items could be asked (part-of-bank), too few recorded models (few-models), the answers differ from those that the widths were learned from (alarm), the test is longer than planned (grown), it has not reached its full length (unfinished), widths were learned from models and the examinee is a person (person), a person has given fewer than 10 answers, so that the score is not to be shown (too-few), or items before the last answered one have no answer (awaited)',
  }),
  alarm: z.string().nullable(),
  right: z.number(),
  shareRight: z.number(),
  shareExpected: z.number().nullable(),
  residual: z.number().nullable(),
  misfit: z.number().nullable().meta({
    description:
      'probability, given the answers, that the calibration does not describe the model; null if the strategy is not robust',
  }),
  ownRandom: ownRandom.nullable().meta({
    description: 'the score by the random items of a robust test alone',
  }),
  tags: tagScoresOfBoth,
});
const standing = standingSchema;
export type Standing = z.infer<typeof standing>;

/** The rules of an adaptive session as replies show them: long lists are replaced by their lengths. */
const rulesSummary = adaptiveRules.omit({ enemies: true, exclude: true }).extend({
  enemies: z.int().meta({ description: 'number of sets of enemy items' }),
  exclude: z.int().meta({ description: 'number of items that are not asked' }),
  version: z.string().meta({ description: 'fingerprint of all rules' }),
});
export type RulesSummary = z.infer<typeof rulesSummary>;

export const sessionSummary = z.object({
  id: z.string(),
  bank: z.string(),
  bankVersion: z
    .string()
    .meta({ description: 'fingerprint of the items and recorded answers of the bank' }),
  calibration: z.int().nullable(),
  calibrationVersion: z.string().meta({
    description:
      'fingerprint of the item parameters; only sessions with the same fingerprint are on the same scale',
  }),
  examinee: z.string(),
  model: z.string().nullable(),
  strategy,
  adaptive: rulesSummary.nullable().meta({ description: 'the rules of the strategy adaptive' }),
  form: z
    .object({
      draw: fixedForm.shape.draw.unwrap().meta({
        description: 'how its items were drawn; null if they were given',
      }),
      version: z.string().meta({ description: 'fingerprint of its items in their order' }),
    })
    .nullable()
    .meta({ description: 'the form of the strategy fixed' }),
  scored: z.object({ items: z.int(), of: z.int() }).nullable().meta({
    description:
      'number of items that the score covers, those with parameters, of all items of the bank; null if not known at the moment',
  }),
  leftOut: z.int().nullable().meta({
    description:
      'number of flagged items that adaptive selection leaves out (includeFlagged); null if not known at the moment',
  }),
  recordedAs: z.string().nullable().meta({
    description:
      'the recorded model that is the examinee; null if there is none, or if it is not known at the moment',
  }),
  pretest: z.int().optional().meta({
    description:
      'most pretest items that it asks; length includes them, and no score counts them. Absent if it asks none.',
  }),
  lag: z.int(),
  seed: z.number(),
  person: z.boolean(),
  timeLimit: z.number().nullable().meta({ description: 'minutes' }),
  extraMinutes: newSession.shape.extraMinutes,
  breaks: z.enum(['any', 'none']).default('any'),
  begunAt: time.nullable().meta({
    description: 'when the person began the test; null for models, and before that',
  }),
  onBreak: z.boolean(),
  scoring: z.enum(['caller', 'service']).meta({
    description:
      'who has scored the answers: service from the first output on, or from the beginning if only outputs are taken or the service asks the model',
  }),
  feedback: z.enum(['none', 'result']),
  state: sessionState,
  reason: z
    .string()
    .nullable()
    .meta({ description: 'why the session ended; null while it is open' }),
  length: z.int().meta({ description: 'most items that it asks' }),
  asked: z.int(),
  answered: z.int(),
  createdAt: time,
  changedAt: time,
  expiresAt: time.nullable(),
  finishedAt: time.nullable(),
  note: z.string(),
  cost: z.number().nullable().meta({
    description:
      'cost in dollars of a model that the service asks; null if not known: its configuration has no price, or the caller answers',
  }),
  budget: z.number().nullable().meta({ description: 'most dollars; null for no limit' }),
  prompt: promptOptions.nullable(),
  secondsLeft: z
    .number()
    .nullable()
    .meta({ description: 'expected seconds left at the pace so far' }),
  standing: standing.nullable(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

/** A current problem with requests of the service to a model, or with the model's first answers. */
const requestTrouble = z.object({
  cause: z.string().meta({
    description:
      'rate-limit, overload, server, busy, network, timeout, cut or garbage: requests fail and are repeated; no-answer: the first answer is late; unreadable, declined or refused: this holds for all answers so far, at least five',
  }),
  since: time,
  message: z.string().meta({
    description: 'which retry follows, and what happened; or what the first answers show',
  }),
  retryIn: z.number().nullable().meta({
    description:
      'seconds from this reply to the next request; 0 if it is on its way; null if nothing is repeated',
  }),
  todo: z.string().meta({ description: 'what to do if it does not end' }),
});
export type RequestTrouble = z.infer<typeof requestTrouble>;
export const sessionDetail = sessionSummary.extend({
  troubles: z.array(requestTrouble).meta({
    description:
      'current problems with requests to the model and with its answers so far; empty if there are none, or if the caller answers. The service keeps trying; if it gives up, the session fails and `reason` says why.',
  }),
});
export type SessionDetail = z.infer<typeof sessionDetail>;
export const sessionPage = pageOf(sessionSummary);
export const sessionQuery = z.object({
  bank: name.optional(),
  state: sessionState.optional(),
  examinee: name.optional(),
  ...page,
});

/** A part of a message with pictures, as chat-completions endpoints take it. */
const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image_url'),
    image_url: z.object({ url: z.string().meta({ description: 'https:// or a data URI' }) }),
  }),
]);

/** An item to answer. */
const pendingItem = z.object({
  item: z.string(),
  place: z.int(),
  prompt: z
    .array(z.object({ role: z.string(), content: z.union([z.string(), z.array(messagePart)]) }))
    .optional()
    .meta({ description: 'messages to send to a model, if requested and the bank has text' }),
});

/** Part of the reply that examinees get too. */
export const pending = z.object({
  state: sessionState,
  items: z.array(pendingItem).meta({
    description: 'items to answer now, in any order; the same until they are answered',
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
      description:
        'what the model said, instead of a score; the service extracts and scores the answer',
    }),
    finishReason: z.string().max(50).optional().meta({
      description:
        'how the output ended, in the words of the provider, such as stop or length: an output that was cut at the limit of tokens counts only if it states an answer',
    }),
    key: z.string().min(1).max(200).optional().meta({
      description:
        'idempotency key of this answer: sending the same answer again changes nothing; another answer with the same key is refused',
    }),
  })
  .meta({ description: 'exactly one of score and output' });
export type Answer = z.infer<typeof answer>;
export const answers = z.object({ answers: z.array(answer).min(1).max(MOST_ANSWERS) });

/** Whether each answer was accepted, in the order they were sent. */
const answerResult = z.object({
  item: z.string(),
  status: z.enum(['taken', 'repeated', 'refused']),
  code: z.string().optional().meta({ description: 'code of the error, if refused' }),
  reason: z.string().optional(),
});
export const answersReply = pending.extend({ results: z.array(answerResult) });
export type AnswersReply = z.infer<typeof answersReply>;

/** The test step by step: entry n is the item at place n, whenever its answer arrived. */
export const trace = z.object({
  tagWords,
  places: z.array(
    z.object({
      place: z.int(),
      item: z.string(),
      pretest: z.boolean().optional().meta({
        description:
          'true for a pretest item, which changes neither ability nor score; absent for others',
      }),
      score: z.number().nullable(),
      at: time.nullable(),
      tags: z.record(z.string(), z.string()),
      a: z.number().nullable(),
      b: z.number().nullable(),
      c: z.number().nullable(),
      ability: z.number().nullable().meta({
        description:
          'ability after the answers 1 … place; if some of them are missing, after all answers, at the last place with an answer',
      }),
      se: z.number().nullable(),
      predicted: z.number().nullable().meta({ description: 'score on the whole bank, in points' }),
      low: z.number().nullable(),
      high: z.number().nullable(),
      verified: z
        .boolean()
        .nullable()
        .meta({ description: 'as in the standing, for this place alone' }),
    }),
  ),
});
export type Trace = z.infer<typeof trace>;

export const sessionResult = z.object({
  session: sessionSummary,
  complete: z.boolean(),
  leastAnswers: z.int().nullable().meta({
    description:
      'how many answers a test needs to enter a leaderboard, if it ended early with fewer; otherwise null',
  }),
  standing: standing.nullable(),
  place: z.number().nullable().meta({ description: 'place among the recorded models of the bank' }),
  bestPlace: z.number().nullable(),
  worstPlace: z.number().nullable(),
  recorded: z.int().meta({ description: 'number of recorded models that it is compared with' }),
  patterns: z.array(answerPattern).meta({
    description:
      'faults of the prompt, the endpoint or the extraction that the outputs show, whatever the model knows; empty if there are none, or if scores were sent',
  }),
  absent: z
    .object({ unread: z.int(), truncated: z.int(), refused: z.int(), tooLong: z.int().optional() })
    .meta({
      description:
        'missing answers, each of which counts as 0: nothing could be read, the output was cut at the limit of tokens before it stated an answer, the question was refused, or it is longer than the context of the model (this field is absent if there are none). Sent scores are not counted here.',
    }),
});
export type SessionResult = z.infer<typeof sessionResult>;

/** The part of a result that an examinee sees: its progress and its score, without notes, costs or settings. */
export const examineeResult = sessionResult.omit({ patterns: true, absent: true }).extend({
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
  standing: standing
    .omit({ alarm: true, shareExpected: true, residual: true, misfit: true, ownRandom: true })
    .nullable(),
});
export type ExamineeResult = z.infer<typeof examineeResult>;
