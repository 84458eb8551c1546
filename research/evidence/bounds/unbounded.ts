import type { ItemParameters } from 'thetarank';
import { probability, probabilityDerivatives } from 'thetarank';

const ROUNDS = 50;
const SETTLED = 1e-8;

/** Maximum likelihood by Fisher scoring from 0, in steps of at most 1, without bounds: it climbs on where no finite ability is the most likely. */
export function unboundedAbility(items: ItemParameters, scores: ArrayLike<number>): number {
  let theta = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let slope = 0;
    let information = 0;
    for (let j = 0; j < items.count; j++) {
      if (Number.isNaN(scores[j])) continue;
      const item = [items.a[j], items.b[j], items.c[j], items.d[j]] as const;
      const p = probability(theta, ...item);
      const { first } = probabilityDerivatives(theta, ...item);
      slope += ((scores[j] - p) * first) / (p * (1 - p));
      information += (first * first) / (p * (1 - p));
    }
    const step = Math.max(-1, Math.min(1, slope / information));
    if (Number.isNaN(step)) return theta;
    theta += step;
    if (!(Math.abs(step) > SETTLED)) return theta;
  }
  return theta;
}
