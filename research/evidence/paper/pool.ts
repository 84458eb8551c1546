import { randomNormal, randomStream } from 'thetarank';
import type { ClimedbenchShape } from 'thetarank/study';

/** The paper has 5 models debate in pairs. */
export const POOL_SIZE = 5;
/** Ordered pairs of these. */
export const PARTICIPANTS = POOL_SIZE * (POOL_SIZE - 1);

/**
 * Abilities of unpublished models, models × scenarios: θ_m + e_ms, with differences like those of the published models, θ_m
 * standard normal and e_ms normal with the variance of scenario s.
 */
export function drawPool(shape: ClimedbenchShape, seed: number): Float64Array[] {
  const random = randomStream(seed, 'pool', 'abilities');
  const sds = deviationSds(shape);
  return Array.from({ length: POOL_SIZE }, () => {
    const ability = randomNormal(random);
    return sds.map((sd) => ability + sd * randomNormal(random));
  });
}

/**
 * The standard deviation, over the published models, of the ability in each scenario minus the common one. The divisor is n −
 * 2, because the line of each scenario was fitted to them.
 */
export function deviationSds({ deviations, sizes }: ClimedbenchShape): Float64Array {
  return Float64Array.from(sizes, (_, s) => {
    const known = deviations.map((own) => own[s]).filter((e) => !Number.isNaN(e));
    return Math.sqrt(known.reduce((sum, e) => sum + e * e, 0) / (known.length - 2));
  });
}
