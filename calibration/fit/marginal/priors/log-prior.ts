import type { Workspace } from '../engine/workspace.ts';
import { FAMILY, logCoordinate, logitCoordinate, type PriorTerm } from '../prior.ts';
import { slopeOf } from '../signs/slope-of.ts';

const term: PriorTerm = { value: 0, slope: 0, curvature: 0, exact: 0 };
const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/** Log-density of the priors at `point` (4J coordinates), over the items that are estimated. */
export function logPrior(workspace: Workspace, point: Float64Array): number {
  const { size, families, priors, fixed, active } = workspace;
  const all = size.items;
  let sum = 0;
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    if (active[0] === 1) {
      logCoordinate(families[0], priors[j], priors[all + j], point[j], term);
      sum += term.value;
    }
    if (families[1] !== FAMILY.none) {
      const value =
        families[1] === FAMILY.normal
          ? -point[all + j] / slopeOf(workspace, j, point)
          : point[all + j];
      const sd = priors[3 * all + j];
      const z = (value - priors[2 * all + j]) / sd;
      sum -= 0.5 * z * z + Math.log(sd) + HALF_LOG_2PI;
    }
    for (let k = 2; k < 4; k++) {
      if (active[k] === 0) continue;
      const at = 2 * k * all + j;
      logitCoordinate(families[k], priors[at], priors[at + all], point[k * all + j], term);
      sum += term.value;
    }
  }
  return sum;
}
