import type { Workspace } from '../engine/workspace.ts';
import { FAMILY, logCoordinate, type PriorTerm } from '../prior.ts';
import type { PriorUnit } from '../priors/prior-unit.ts';
import { slopeOf } from '../signs/slope-of.ts';

const MAX_STEPS = 30;
const TOLERANCE = 1e-12;
const LEAST_SPREAD = 0.01;

const term: PriorTerm = { value: 0, slope: 0, curvature: 0, exact: 0 };

/**
 * The parameter-expanded half of the M-step: lets ability be N(m, s²), finds the best m and s given the posteriors and the
 * priors of a and b, and returns the items to the scale where ability is N(0, 1): a ← a s, δ ← δ + a m. Without it, EM moves
 * the scale by a share of about the posterior variance per round, which takes hundreds of rounds for long tests.
 *
 * Maximises −n log s − Σ E(θ − m)²/(2s²) + log prior(a s) + log prior(b* or δ*), with b* = (b − m)/s and
 * δ* = δ + a m: Newton steps in log s, m in between. A free unit u of the priors of a
 * becomes u/s, so a u stays, and of these priors only that of u counts.
 * @param first Σ E θ, second Σ E θ²; divided by the variance of ability if that is not 1 and the slopes are not estimated
 * @returns m and s
 * @see Liu, Rubin & Wu (1998), Biometrika 85, 755–770
 */
export function rescale(
  workspace: Workspace,
  n: number,
  first: number,
  second: number,
  unit: PriorUnit | undefined,
): { m: number; s: number } {
  const { size, to, families, priors, fixed } = workspace;
  const all = size.items;
  const hasPriorB = families[1] === FAMILY.normal;
  const estimatesA = workspace.active[0] === 1;
  let m = first / n;
  let logS = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const s = Math.exp(logS);
    let pull = first / (s * s);
    let weight = n / (s * s);
    for (let j = 0; families[1] !== FAMILY.none && j < all; j++) {
      if (fixed[j] === 1) continue;
      const precision = 1 / priors[3 * all + j] ** 2;
      const a = slopeOf(workspace, j, to);
      if (hasPriorB) {
        pull += (precision * (-to[all + j] / a / s - priors[2 * all + j])) / s;
        weight += precision / (s * s);
      } else {
        pull -= precision * a * (to[all + j] - priors[2 * all + j]);
        weight += precision * a * a;
      }
    }
    m = pull / weight;
    if (!estimatesA) break;
    // Far from the maximum a coarse grid can make it negative.
    const spread = Math.max(LEAST_SPREAD * n, second - 2 * m * first + n * m * m);
    let slope = -n + spread / (s * s);
    let curvature = (2 * spread) / (s * s);
    if (unit !== undefined) {
      slope += (unit.log - logS) / unit.sd ** 2;
      curvature += 1 / unit.sd ** 2;
    }
    for (let j = 0; j < all; j++) {
      if (fixed[j] === 1) continue;
      if (unit === undefined) {
        logCoordinate(families[0], priors[j], priors[all + j], to[j] + logS, term);
        slope += term.slope;
        curvature += term.curvature;
      }
      if (hasPriorB) {
        const precision = 1 / priors[3 * all + j] ** 2;
        const b = (-to[all + j] / slopeOf(workspace, j, to) - m) / s;
        slope += precision * (b - priors[2 * all + j]) * b;
        curvature += precision * b * b;
      }
    }
    const change = slope / curvature;
    logS += Math.max(-1, Math.min(1, change));
    if (Math.abs(change) < TOLERANCE) break;
  }
  const s = estimatesA ? Math.exp(logS) : 1;
  for (let j = 0; j < all; j++) {
    to[all + j] += slopeOf(workspace, j, to) * m;
    to[j] += Math.log(s);
  }
  return { m, s };
}
