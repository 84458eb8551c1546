import { z } from 'zod';
import { present } from '../../present.ts';
import { ALL_VARIANTS, PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { CASE_HISTORIES } from '../../prompt/seal-prompt.ts';
import { TOO_LONG_RULES } from '../../scoring/absent.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import { LIKELIHOOD_METRICS } from '../../scoring/likelihood/metrics.ts';
import { wholeNumber } from '../fields.ts';

/** What an item counts as that gets no answer. */
const UNANSWERED = ['stop', 'wrong'] as const;

const WRITTEN =
  'the prompt: cot, answer-only, or explain (an explanation to compare with that of the item, and the answer)';

/** The settings of `-T`: how items are asked and how answers are read. */
export const TASK_ARGS = z.strictObject({
  variant: z
    .enum(ALL_VARIANTS)
    .optional()
    .describe(
      `${WRITTEN}; letter or cloze for base models, whose options are scored by log-likelihoods (default: cot)`,
    ),
  metric: z
    .enum(LIKELIHOOD_METRICS)
    .optional()
    .describe(
      `with variant letter or cloze, what log-likelihoods count as: ${LIKELIHOOD_METRICS.join(', ')} (default: acc for letter, acc_norm for cloze)`,
    ),
  language: z
    .enum(PROMPT_LANGUAGES)
    .optional()
    .describe(`language of the prompt: ${PROMPT_LANGUAGES.join(' or ')} (default: the item's)`),
  shots: wholeNumber(0).optional().describe('worked examples before each question (default: 0)'),
  shotsFrom: z
    .string()
    .optional()
    .describe('tag=value of the items that serve as examples (default: split=dev)'),
  system: z.string().optional().describe('system message'),
  history: z
    .enum(CASE_HISTORIES)
    .optional()
    .describe(
      "what stands after the earlier questions of a case: reference (their reference answers) or own (the model's answers) (default: reference)",
    ),
  mode: z
    .enum(EXTRACTION_MODES)
    .optional()
    .describe(`how answers are extracted: ${EXTRACTION_MODES.join(', ')} (default: default)`),
  scorers: z
    .string()
    .optional()
    .describe(
      'file of programs that score the answers to items whose metric names one (docs/metrics.md)',
    ),
  judges: z
    .string()
    .optional()
    .describe(
      'file of judges that grade the answers to items whose metric is a rubric (docs/judges.md)',
    ),
  embeddings: z
    .string()
    .optional()
    .describe(
      'endpoint of embeddings, for items whose metric is a cosine: NAME@https://HOST/v1, or a file with its settings (docs/metrics.md)',
    ),
  pretest: wholeNumber(0)
    .optional()
    .describe('pretest items to ask each model besides, at most: they do not count (default: 0)'),
  toolong: z
    .enum(TOO_LONG_RULES)
    .optional()
    .describe(
      'a question that is longer than the context of the model: missing (no score counts it) or wrong (score 0) (default: missing)',
    ),
  unanswered: z
    .enum(UNANSWERED)
    .optional()
    .describe(
      'if a question has no answer after all retries: stop (end the test of this model; --resume asks again) or wrong (score 0) (default: stop)',
    ),
});

export type TaskArgs = z.output<typeof TASK_ARGS>;

/** Those of tests whose every question counts. */
export const FORM_ARGS = TASK_ARGS.omit({ pretest: true }).extend({
  toolong: z
    .enum(['wrong'])
    .optional()
    .describe('a question that is longer than the context of the model: wrong (score 0)'),
});

/** Those of stress tests. */
export const STRESS_ARGS = FORM_ARGS.omit({ unanswered: true });

/** Those of evaluations, which ask for written answers alone. */
export const EVALUATION_ARGS = TASK_ARGS.omit({
  metric: true,
  pretest: true,
  unanswered: true,
}).extend({ variant: TASK_ARGS.shape.variant.describe(`${WRITTEN} (default: cot)`) });

/** How items are asked and answers are read, with defaults for missing options. */
export function taskSettings({ toolong, ...args }: TaskArgs = {}) {
  const usual = {
    variant: 'cot',
    shots: 0,
    shotsFrom: 'split=dev',
    mode: 'default',
    pretest: 0,
  } as const;
  return {
    ...usual,
    unanswered: 'stop' as const,
    ...present({ ...args, tooLong: toolong }),
  };
}
