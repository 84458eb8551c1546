import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import type { AnswerScores } from './facet-covariance.ts';
import type { FacetLayout } from './facet-layout.ts';
import type { AnswerView } from './facet-pass.ts';
import type { FairScores } from './facet-types.ts';

/** Of each answer: its scores, its fair score, and how that depends on the parameters. */
export interface CollectedAnswers {
  readonly scores: AnswerScores;
  /** Derivatives of the fair score by the parameters of the answer, beside `scores`. */
  readonly slopes: Float64Array;
  readonly fair: Float64Array;
  /** Posterior variance of the fair score. */
  readonly variances: Float64Array;
  readonly qualities: Float64Array;
  readonly qualityErrors: Float64Array;
}

/** A visitor of the last pass that keeps what it is shown. */
export function answerCollector(layout: FacetLayout): {
  readonly visit: (view: AnswerView) => void;
  readonly collected: () => CollectedAnswers;
} {
  const n = layout.counts.answers;
  const starts = new Int32Array(n + 1);
  const parameters: number[] = [];
  const values: number[] = [];
  const slopes: number[] = [];
  const [fair, variances] = [new Float64Array(n), new Float64Array(n)];
  const [qualities, qualityErrors] = [new Float64Array(n), new Float64Array(n)];
  return {
    visit: ({ a, local, count, means, variances: covariances, direct }) => {
      const at = count - 2;
      fair[a] = means[at];
      variances[a] = covariances[at * count + at];
      qualities[a] = means[at + 1];
      qualityErrors[a] = Math.sqrt(covariances[(at + 1) * count + at + 1]);
      for (let i = 0; i < at; i++) {
        parameters.push(local[i]);
        values.push(means[i]);
        // ∂E[f | ratings]/∂ξ = Cov(f, scores of the complete data) + E[∂f/∂ξ].
        slopes.push(covariances[at * count + i] + direct[i]);
      }
      starts[a + 1] = parameters.length;
    },
    collected: () => ({
      scores: {
        starts,
        parameters: Int32Array.from(parameters),
        values: Float64Array.from(values),
      },
      slopes: Float64Array.from(slopes),
      ...{ fair, variances, qualities, qualityErrors },
    }),
  };
}

/**
 * Fair scores of answers with the errors of the posterior and of the parameters. Intervals are normal on the scale of log(f/(K − 1 − f)), so they stay within the scale.
 * @param covariance of all parameters
 */
export function answerScores(
  layout: FacetLayout,
  { scores, slopes, fair, variances }: CollectedAnswers,
  covariance: Float64Array,
  level: number,
): FairScores {
  const { size } = layout;
  const most = layout.counts.categories - 1;
  const z = normalQuantile((1 - level) / 2);
  const errors = new Float64Array(fair.length);
  const [low, high] = [new Float64Array(fair.length), new Float64Array(fair.length)];
  for (let a = 0; a < fair.length; a++) {
    let variance = variances[a];
    for (let i = scores.starts[a]; i < scores.starts[a + 1]; i++) {
      const p = scores.parameters[i];
      if (p >= size) continue;
      for (let j = scores.starts[a]; j < scores.starts[a + 1]; j++) {
        const q = scores.parameters[j];
        if (q < size) variance += slopes[i] * covariance[p * size + q] * slopes[j];
      }
    }
    errors[a] = Math.sqrt(Math.max(0, variance));
    const share = fair[a] / most;
    const centre = Math.log(share / (1 - share));
    const half = (z * errors[a]) / (most * share * (1 - share));
    low[a] = most / (1 + Math.exp(half - centre));
    high[a] = most / (1 + Math.exp(-half - centre));
  }
  return { fair, errors, low, high };
}
