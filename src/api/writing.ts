import { z } from 'zod';
import { CHECK_KINDS, ISSUE_KINDS, WRITTEN_TYPES } from '../prompt/write/issues.ts';
import { QUESTION_STATES } from '../writing/verdict.ts';
import { name, page, pageOf, time } from './common.ts';

const place = z.coerce.number().int().min(1).max(1000);
const LONGEST_COMMENT = 1000;

export const writingPath = z.object({ panel: z.string().max(64) });
export const writingQuestionPath = writingPath.extend({ round: place, place });
/** Of an expert, whose key says the panel. */
export const ownQuestionPath = z.object({ round: place, place });

const reason = z.enum(ISSUE_KINDS);
const state = z.enum(QUESTION_STATES);
const issue = z.object({
  by: z.enum(['check', 'auditor', 'solver']),
  kind: z.enum([...ISSUE_KINDS, ...CHECK_KINDS]),
  note: z.string(),
});
const acceptance = z.object({
  share: z.number(),
  low: z.number().meta({ description: 'of the interval of 95%' }),
  high: z.number(),
});
const options = z.record(z.string(), z.string()).nullable();

const step = z.enum(['asking', 'deciding', 'next-round', 'done', 'out-of-rounds']);

const writingSummary = z.object({
  id: z.string(),
  title: z.string(),
  bank: z.string().nullable(),
  createdAt: time,
  closedAt: time.nullable(),
  language: z.string(),
  questions: z.int(),
  rounds: z.int().meta({ description: 'rounds that were begun' }),
  acceptance: acceptance.nullable(),
  step,
});
export type WritingSummary = z.infer<typeof writingSummary>;
export const writingList = z.object({ items: z.array(writingSummary) });

const figures = z.object({
  round: z.int(),
  readyAt: time.nullable().meta({ description: 'when its questions went to the experts' }),
  questions: z.int(),
  failed: z.int(),
  flagged: z.int(),
  decided: z.int(),
  accepted: z.int(),
  rate: acceptance.nullable(),
  precision: z.number().nullable(),
  recall: z.number().nullable(),
  kappa: z.number().nullable(),
  both: z.int(),
  alike: z.int(),
  kinds: z.array(z.object({ kind: reason, raised: z.int(), relevant: z.int(), named: z.int() })),
});
export type WritingFigures = z.infer<typeof figures>;

/** A panel as those see it who run it. */
export const writingDetail = writingSummary.extend({
  writer: z.string(),
  auditor: z.string(),
  types: z.array(z.enum(WRITTEN_TYPES)),
  sample: z.int().nullable(),
  acceptShare: z.number(),
  mostRounds: z.int(),
  licence: z.string(),
  sources: z.array(z.string()),
  guideline: z.string().nullable(),
  conflicts: z.int(),
  experts: z.array(z.object({ expert: z.string(), decided: z.int(), questions: z.int() })),
  figures: z.array(figures),
  states: z.array(z.object({ state, questions: z.int() })),
});
export type WritingDetail = z.infer<typeof writingDetail>;

export const writingQuery = z.object({
  ...page,
  state: state.optional().meta({ description: 'only questions in this state' }),
  round: place.optional().meta({ description: 'of this round; the current ones by default' }),
});

/** A question as those see it who run the panel. */
const writingQuestion = z.object({
  round: z.int(),
  place: z.int(),
  type: z.enum(WRITTEN_TYPES),
  state,
  source: z.string().meta({ description: 'file and lines of the passage' }),
  stem: z
    .string()
    .nullable()
    .meta({ description: 'null if the reply of the writer could not be read' }),
  options,
  key: z.array(z.string()),
  explanation: z.string(),
  evidence: z.string(),
  issues: z.array(issue),
  decisions: z.array(
    z.object({
      expert: z.string(),
      accepts: z.boolean(),
      reasons: z.array(reason),
      comment: z.string(),
    }),
  ),
  resolution: z
    .object({ accepts: z.boolean(), comment: z.string(), by: z.string(), at: time })
    .nullable(),
});
export type WritingQuestion = z.infer<typeof writingQuestion>;
export const writingQuestions = pageOf(writingQuestion);

export const newResolution = z.object({
  accepts: z.boolean(),
  comment: z.string().trim().min(1).max(LONGEST_COMMENT),
});
export const acceptInto = z.object({ bank: name });
export const addedItems = z.object({
  bank: z.string(),
  added: z.int(),
  known: z.int(),
  refused: z.array(z.object({ place: z.int(), reason: z.string() })),
});
export type AddedItems = z.infer<typeof addedItems>;

/** The work of an expert: no names of models, no decisions of others, no other panel. */
export const writingWork = z.object({
  title: z.string(),
  round: z.int().nullable().meta({ description: 'null before the first round is ready' }),
  language: z.string(),
  closed: z.boolean(),
  decided: z.int(),
  questions: z.array(
    z.object({
      round: z.int(),
      place: z.int(),
      number: z.int().meta({ description: 'from 1, in the order of the work' }),
      state: z.enum(['new', 'answered', 'decided']),
      change: z.enum(['rewritten', 'replaced']).nullable().meta({
        description:
          'after the first round: whether a rejected question was rewritten, or replaced by one from another passage',
      }),
    }),
  ),
});
export type WritingWork = z.infer<typeof writingWork>;

const ownDecision = z.object({
  accepts: z.boolean(),
  reasons: z.array(reason),
  comment: z.string(),
  relevant: z.array(z.boolean()),
});

/** A question for an expert. What shows the key comes only after the expert's own answer. */
export const expertQuestion = z.object({
  round: z.int(),
  place: z.int(),
  type: z.enum(WRITTEN_TYPES),
  stem: z.string(),
  options,
  answer: z
    .array(z.string())
    .nullable()
    .meta({ description: 'of the expert; null before it has answered' }),
  revealed: z
    .object({
      right: z.boolean().meta({ description: 'whether the answer is the key' }),
      key: z.array(z.string()),
      explanation: z.string(),
      evidence: z.string(),
      passage: z.string(),
      source: z.string(),
      issues: z.array(issue),
      objections: z
        .object({ reasons: z.array(reason), comments: z.array(z.string()) })
        .nullable()
        .meta({
          description:
            'of a rewritten question: what experts objected to the one before; not who said what',
        }),
      decision: ownDecision.nullable(),
    })
    .nullable()
    .meta({ description: 'null before the expert has answered' }),
});
export type ExpertQuestion = z.infer<typeof expertQuestion>;

export const newAnswer = z.object({
  answer: z
    .array(z.string().trim().min(1).max(2000))
    .min(1)
    .max(26)
    .meta({ description: 'letters, in their order for a sequence; or one text' }),
});
export const newDecision = z.object({
  accepts: z.boolean(),
  reasons: z.array(reason).max(ISSUE_KINDS.length).default([]).meta({
    description: 'why it is rejected: at least one; none if it is accepted',
  }),
  comment: z.string().trim().max(LONGEST_COMMENT).default(''),
  relevant: z.array(z.boolean()).max(100).default([]).meta({
    description: 'by issue of the question: whether it is relevant',
  }),
});
