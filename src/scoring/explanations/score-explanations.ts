import { type Metric, metricSchema } from '../../../item-bank/items/metric/metric.ts';
import type { Tokenisation } from '../../../item-bank/items/metric/tokenisations.ts';
import { type CorpusValue, scoreCorpus } from '../metrics/score-corpus.ts';

/** The metrics of CMExam's task of explanations. */
export const EXPLANATION_METRICS = ['BLEU-1', 'BLEU-4', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L'] as const;
export type ExplanationMetric = (typeof EXPLANATION_METRICS)[number];

/** An explanation and that of the item. */
export interface Explained {
  /** Null if the output has none: it counts as an empty text. */
  readonly explanation: string | null;
  readonly reference: string;
}

/** How near the explanations of a model are to those of the items. */
export interface ExplanationScores {
  readonly explanations: number;
  /** Those of them that are missing from the outputs. */
  readonly without: number;
  readonly metrics: Readonly<Record<ExplanationMetric, CorpusValue>>;
}

function metricsFor(tokens: Tokenisation): Readonly<Record<ExplanationMetric, Metric>> {
  return {
    'BLEU-1': metricSchema.parse({ name: 'bleu', order: 1, tokens }),
    'BLEU-4': metricSchema.parse({ name: 'bleu', order: 4, tokens }),
    'ROUGE-1': metricSchema.parse({ name: 'rouge-1', tokens }),
    'ROUGE-2': metricSchema.parse({ name: 'rouge-2', tokens }),
    'ROUGE-L': metricSchema.parse({ name: 'rouge-l', tokens }),
  };
}

/**
 * The scores of explanations by their words: BLEU of all together (counts summed, brevity penalty), and the means of ROUGE's F1, with 90%
 * bootstrap intervals. An explanation that is missing counts as an empty text.
 *
 * @param explained at least one
 * @param tokens CMExam's paper does not say how it cut texts
 * @see Liu et al. (2023), Benchmarking Large Language Models on CMExam, NeurIPS Datasets and Benchmarks, section 4
 */
export function scoreExplanations(
  explained: readonly Explained[],
  tokens: Tokenisation,
  seed: string | number,
): ExplanationScores {
  const answers = explained.map(({ explanation, reference }) => ({
    answer: explanation ?? '',
    references: [reference],
  }));
  const metrics = metricsFor(tokens);
  const values = EXPLANATION_METRICS.map((name) => [
    name,
    scoreCorpus(answers, metrics[name], `${seed}/${name}`).corpus,
  ]);
  return {
    explanations: explained.length,
    without: explained.filter(({ explanation }) => explanation === null).length,
    metrics: Object.fromEntries(values),
  };
}
