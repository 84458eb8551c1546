import { normalQuantile } from 'thetarank';

/** Variances of normal effects on the scale of logits, by effect: 1 model, 2 item, 4 condition, and their sums. */
export type Logits = Readonly<Record<number, number>>;

/** Points of the normal distribution of equal probability. */
const POINTS = 400;
const NODES = Float64Array.from({ length: POINTS }, (_, k) => {
  const tail = (k + 0.5) / POINTS;
  return tail <= 0.5 ? -normalQuantile(tail) : normalQuantile(1 - tail);
});

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** The mean of logistic(x + z), z normal with this variance. */
export function meanLogistic(x: number, variance: number): number {
  const sd = Math.sqrt(variance);
  let sum = 0;
  for (const z of NODES) sum += logistic(x + sd * z);
  return sum / POINTS;
}

/**
 * Variance components of right and wrong answers on the scale of scores, if the logit of the probability is a sum of normal effects: the
 * covariance of the probabilities of two cells that share the levels of the facets β depends on the variance they share alone, V(β); a component is
 * Σ (−1)^(|α| − |β|) V(β) over the subsets β of α. That of repeats is the mean of p (1 − p).
 */
export function scoreComponents(logits: Logits, mean: number): Map<number, number> {
  const effects = Object.keys(logits).map(Number);
  const total = effects.reduce((sum, effect) => sum + logits[effect], 0);
  const shared = (set: number) =>
    effects
      .filter((effect) => (effect & set) === effect)
      .reduce((sum, one) => sum + logits[one], 0);
  const covariance = (variance: number): number => {
    const own = Math.sqrt(variance);
    let [square, average] = [0, 0];
    for (const x of NODES) {
      const inner = meanLogistic(mean + own * x, Math.max(0, total - variance));
      square += inner * inner;
      average += inner;
    }
    return square / POINTS - (average / POINTS) ** 2;
  };
  const all = effects.reduce((set, effect) => set | effect, 0);
  const size = (set: number) => [1, 2, 4].filter((bit) => (set & bit) !== 0).length;
  const values = new Map<number, number>();
  for (let set = 0; set <= all; set++)
    if ((set & all) === set) values.set(set, set === 0 ? 0 : covariance(shared(set)));
  const found = new Map<number, number>();
  for (const set of values.keys()) {
    if (set === 0) continue;
    let component = 0;
    for (const [below, value] of values)
      if ((below & set) === below)
        component += ((size(set) - size(below)) % 2 === 0 ? 1 : -1) * value;
    found.set(set, component);
  }
  let within = 0;
  for (const x of NODES) {
    const p = logistic(mean + Math.sqrt(total) * x);
    within += (p * (1 - p)) / POINTS;
  }
  found.set(8, within);
  return found;
}
