import type { Metric, MetricName, MetricOf } from '../../../item-bank/items/metric/metric.ts';
import { fail } from '../../errors.ts';
import { bleu } from './bleu/bleu.ts';
import { bleuCounts } from './bleu/bleu-counts.ts';
import { exactMatch } from './exact-match.ts';
import { kendallSequence } from './kendall-sequence.ts';
import { f1Average } from './labels/f1-average.ts';
import { labelCounts } from './labels/label-counts.ts';
import { labelF1, labelSet } from './labels/label-sets.ts';
import { numericMatch } from './numeric-match.ts';
import type { Overlap } from './rouge/overlap.ts';
import { rougeL } from './rouge/rouge-l.ts';
import { rougeN } from './rouge/rouge-n.ts';
import { tokensOf } from './tokens/tokens-of.ts';

/** An answer to an open question, and the answers that count as right. */
export interface AnsweredReference {
  readonly answer: string;
  /** At least one. */
  readonly references: readonly string[];
}

/** What one answer adds to the counts of a corpus: amounts, and the places of the counts. */
export interface CountRow {
  readonly places: ArrayLike<number>;
  readonly amounts: ArrayLike<number>;
}

/** What adds up over answers, and the value of a sum: the score of a corpus, of any sample of it too. */
export interface CorpusCounts {
  /** Number of counts. */
  readonly width: number;
  /** One for each answer. */
  readonly rows: readonly CountRow[];
  readonly value: (sums: Float64Array) => number;
}

/** A metric of answers to open questions. */
export interface MetricRule<N extends MetricName> {
  /** Whether scores lie between 0 and 1 as well. */
  readonly isGraded: boolean;
  /** What is scored: the answer that an output states at its end, in one line, or the whole text. */
  readonly reads: 'answer' | 'text';
  /** The score in [0, 1]; with several references the best one counts, if nothing else is said. */
  readonly score: (answer: AnsweredReference, options: MetricOf<N>) => number;
  /** The score of all answers together, if it is not the mean of their scores. */
  readonly corpus?: (answers: readonly AnsweredReference[], options: MetricOf<N>) => CorpusCounts;
}

/** The metrics of open questions by name; `metricSchema` has their options, `docs/metrics.md` explains them. */
export const METRICS: { readonly [N in MetricName]: MetricRule<N> } = {
  'exact-match': {
    isGraded: false,
    reads: 'answer',
    score: ({ answer, references }, options) =>
      best(references, (reference) => exactMatch(answer, reference, options)),
  },
  'numeric-match': {
    isGraded: false,
    reads: 'answer',
    score: ({ answer, references }, options) =>
      best(references, (reference) => numericMatch(answer, reference, options)),
  },
  'label-f1': {
    isGraded: true,
    reads: 'answer',
    score: ({ answer, references }) => {
      const given = labelSet(answer);
      return best(references, (reference) => labelF1(given, labelSet(reference)));
    },
    corpus: (answers, { average }) => ({
      ...labelCounts(answers),
      value: (sums) => f1Average(sums, average),
    }),
  },
  kendall: {
    isGraded: true,
    reads: 'answer',
    score: ({ answer, references }, { missing }) =>
      best(references, (reference) => {
        const tau = kendallSequence(answer, reference, missing);
        return tau === null ? 0 : (tau + 1) / 2;
      }),
  },
  bleu: {
    isGraded: true,
    reads: 'text',
    score: (answer, options) => bleu(bleuCountsOf(answer, options), options, true),
    corpus: (answers, options) => {
      const width = 2 * options.order + 2;
      const places = Int32Array.from({ length: width }, (_, k) => k);
      const rows = answers.map((answer) => ({ places, amounts: bleuCountsOf(answer, options) }));
      return { width, rows, value: (sums) => bleu(sums, options, false) };
    },
  },
  'rouge-1': rouge((answer, reference) => rougeN(answer, reference, 1)),
  'rouge-2': rouge((answer, reference) => rougeN(answer, reference, 2)),
  'rouge-l': rouge(rougeL),
};

/** The score of an answer to an open question by a metric, in [0, 1]. @throws as `methodOf` */
export function scoreAnswer(answer: AnsweredReference, metric: Metric): number {
  return methodOf(metric).score(answer);
}

/** A metric with its options. */
export interface MetricMethod extends Pick<MetricRule<MetricName>, 'isGraded' | 'reads'> {
  readonly score: (answer: AnsweredReference) => number;
  readonly corpus: ((answers: readonly AnsweredReference[]) => CorpusCounts) | null;
}

/** What a metric does. @throws SCORE_PROGRAM_UNKNOWN for a program; JUDGES_MISSING for a rubric; EMBEDDINGS_MISSING for a cosine */
export function methodOf(metric: Metric): MetricMethod {
  if (metric.name === 'rubric')
    return fail('JUDGES_MISSING', { rubric: metric.rubric, where: 'an open question' });
  if (metric.name === 'cosine') return fail('EMBEDDINGS_MISSING', { where: 'an open question' });
  if (metric.name !== 'command') return withOptions(metric);
  return fail('SCORE_PROGRAM_UNKNOWN', {
    program: metric.program,
    where: 'an open question',
    known: [],
  });
}

function withOptions<N extends MetricName>(options: MetricOf<N>): MetricMethod {
  const { isGraded, reads, score, corpus }: MetricRule<N> = METRICS[options.name as N];
  return {
    isGraded,
    reads,
    score: (answer) => score(answer, options),
    corpus: corpus === undefined ? null : (answers) => corpus(answers, options),
  };
}

function best(references: readonly string[], score: (reference: string) => number): number {
  return Math.max(...references.map(score));
}

function bleuCountsOf(
  { answer, references }: AnsweredReference,
  { tokens, order }: MetricOf<'bleu'>,
): Float64Array {
  return bleuCounts(
    tokensOf(answer, tokens),
    references.map((reference) => tokensOf(reference, tokens)),
    order,
  );
}

/** As in rouge-score, the reference of greatest F1 counts, whichever measure is the score. */
function rouge(
  overlap: (answer: readonly string[], reference: readonly string[]) => Overlap,
): MetricRule<'rouge-1'> & MetricRule<'rouge-2'> & MetricRule<'rouge-l'> {
  return {
    isGraded: true,
    reads: 'text',
    score: (
      { answer, references }: AnsweredReference,
      { measure, tokens }: MetricOf<'rouge-1' | 'rouge-2' | 'rouge-l'>,
    ) => {
      const given = tokensOf(answer, tokens);
      const overlaps = references.map((reference) => overlap(given, tokensOf(reference, tokens)));
      return overlaps.reduce((one, other) => (other.f1 > one.f1 ? other : one))[measure];
    },
  };
}
