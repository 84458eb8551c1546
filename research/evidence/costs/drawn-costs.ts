import {
  mean,
  midRanks,
  normalQuantile,
  type RecordedBank,
  randomNormal,
  randomStream,
} from 'thetarank';

/** How the costs of a study are drawn. */
export const COST_KINDS = ['independent', 'rising'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** Dollars that an item costs on average, exactly; SD of the logarithm of the costs. */
export const MEAN_COST = 1.5;
export const SIGMA = 1;
/** Of costs that rise with difficulty: their correlation with it, as normal scores. */
export const CORRELATION = 0.7;

/**
 * Simulated costs of a bank's items: log-normal with SD `SIGMA` of the logarithm, scaled to the mean `MEAN_COST`. Those of `rising` rise
 * with the share of the recorded models that an item is too hard for.
 */
export function drawnCosts(
  { responses }: RecordedBank,
  kind: CostKind,
  seed: number,
): Float64Array {
  const { items } = responses;
  const random = randomStream(seed, 'costs', kind);
  const hard = normalScores(shareWrong(responses));
  const rho = kind === 'rising' ? CORRELATION : 0;
  const logs = items.map(
    (_, j) => SIGMA * (rho * hard[j] + Math.sqrt(1 - rho * rho) * randomNormal(random)),
  );
  const costs = Float64Array.from(logs, Math.exp);
  const scale = MEAN_COST / mean(costs);
  return costs.map((cost) => scale * cost);
}

function shareWrong({ items, examinees, scores }: RecordedBank['responses']): number[] {
  return items.map((_, j) => {
    const own = examinees
      .map((_, i) => scores[i * items.length + j])
      .filter((score) => !Number.isNaN(score));
    return own.length === 0 ? 0.5 : 1 - mean(own);
  });
}

/** Van der Waerden's scores of the ranks, standardised. */
function normalScores(values: readonly number[]): number[] {
  const scores = Array.from(midRanks(values), (rank) => {
    const below = rank / (values.length + 1);
    return below < 0.5 ? -normalQuantile(below) : normalQuantile(1 - below);
  });
  const centre = mean(scores);
  const spread = Math.sqrt(mean(scores.map((score) => (score - centre) ** 2)));
  return scores.map((score) => (spread > 0 ? (score - centre) / spread : 0));
}
