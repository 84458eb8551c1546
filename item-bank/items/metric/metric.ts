import { z } from 'zod';
import { TOKENISATIONS } from './tokenisations.ts';

const tokens = z.enum(TOKENISATIONS).default('characters');
const ownName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a name of letters, digits and . _ -');
const rouge = {
  measure: z.enum(['f1', 'precision', 'recall']).default('f1'),
  tokens,
};

/**
 * How answers to an open question are scored: a metric by name, with its options. `docs/metrics.md` explains each; the table
 * `METRICS` of `src/scoring/metrics/metrics.ts` computes them. Options that are left out get their default values here, so
 * that records always state them. `command` names a program, `rubric` a rubric that judges grade by, and `cosine` needs embeddings; which
 * programs, judges, rubrics and embeddings these are the caller configures, never an item.
 */
export const metricSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('exact-match'),
    letterCase: z.enum(['ignore', 'keep']).default('ignore'),
    punctuation: z.enum(['ends', 'all']).default('ends'),
    articles: z.enum(['keep', 'drop']).default('keep'),
  }),
  z.strictObject({
    name: z.literal('numeric-match'),
    relative: z.number().min(0).max(1).default(0),
    absolute: z.number().min(0).max(Number.MAX_VALUE).default(0),
    percent: z.enum(['value', 'unit']).default('value'),
    which: z.enum(['only', 'first', 'last']).default('only'),
  }),
  z.strictObject({
    name: z.literal('label-f1'),
    average: z.enum(['micro', 'macro', 'weighted']).default('weighted'),
  }),
  z.strictObject({
    name: z.literal('kendall'),
    missing: z.enum(['zero', 'last']).default('zero'),
  }),
  z.strictObject({
    name: z.literal('bleu'),
    order: z.int().min(1).max(4).default(4),
    smoothing: z.enum(['none', 'floor', 'add-k', 'exp']).default('exp'),
    tokens,
  }),
  z.strictObject({ name: z.literal('rouge-1'), ...rouge }),
  z.strictObject({ name: z.literal('rouge-2'), ...rouge }),
  z.strictObject({ name: z.literal('rouge-l'), ...rouge }),
  z
    .strictObject({
      name: z.literal('cosine'),
      low: z.number().min(-1).max(1).default(0),
      high: z.number().min(-1).max(1).default(1),
    })
    .refine(({ low, high }) => low < high, { path: ['low'], error: 'low must be below high' }),
  z.strictObject({
    name: z.literal('command'),
    program: ownName,
  }),
  z.strictObject({
    name: z.literal('rubric'),
    rubric: ownName,
  }),
]);

export type Metric = z.infer<typeof metricSchema>;
/** Metrics that programs, judges and endpoints of embeddings score by. */
const BY_OTHERS = ['command', 'rubric', 'cosine'] as const;
/** A metric that thetarank computes itself. */
export type ComputedMetric = Exclude<Metric, { name: (typeof BY_OTHERS)[number] }>;
export type MetricName = ComputedMetric['name'];
/** The cosine of the embeddings of an answer and a reference, and which cosines count as 0 and as 1. */
export type CosineMetric = Extract<Metric, { name: 'cosine' }>;
/** The metric of one name, with its options. */
export type MetricOf<N extends MetricName> = Extract<ComputedMetric, { name: N }>;

/** Whether thetarank computes a metric itself, without a program, a judge or embeddings. */
export function isComputed(metric: Metric): metric is ComputedMetric {
  return !BY_OTHERS.some((name) => name === metric.name);
}
