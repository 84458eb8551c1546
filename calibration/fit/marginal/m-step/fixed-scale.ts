import type { Workspace } from '../engine/workspace.ts';
import { FAMILY, logCoordinate, type PriorTerm } from '../prior.ts';
import { slopeOf } from '../signs/slope-of.ts';
import { emptySlopes, itemSlopes } from './item-slopes.ts';

/** The longest change of the scale in one step. */
const LONGEST_STEP = 0.5;

const slopes = emptySlopes();
const term: PriorTerm = { value: 0, slope: 0, curvature: 0, exact: 0 };

/**
 * The scale with fixed items. The fixed items are on one scale, everything else on another, and m and s link the two: θ ← (θ −
 * m)/s. One Newton step in (m, log s): its slope is that of the log-posterior along a common change of the estimated items and
 * the groups, its curvature the expected information of the fixed items and of the estimated ones' priors. The estimated items
 * of `to` are put on the fixed items' scale, a ← a s, δ ← δ + a m. Without this step, a few fixed items would pull many others
 * along by only a few percent per round.
 *
 * @param shift slope along a common shift of the groups; stretch: along a stretch
 * @returns m and s
 */
export function fixedScale(workspace: Workspace, shift: number, stretch: number) {
  const { size, from, to, fixed, active, families, priors } = workspace;
  const all = size.items;
  // Slopes and curvature along m and log s; the groups move against the items.
  let [slopeM, slopeS] = [-shift, -stretch];
  let [mm, ms, ss] = [0, 0, 0];
  for (let j = 0; j < all; j++) {
    const a = slopeOf(workspace, j, from);
    if (fixed[j] === 1) {
      itemSlopes(workspace, j, slopes);
      mm += a * a * slopes.expected[5];
      ms += a * slopes.expected[1];
      ss += slopes.expected[0];
      continue;
    }
    slopeM += a * workspace.slopes[all + j];
    slopeS += workspace.slopes[j];
    logCoordinate(families[0], priors[j], priors[all + j], from[j], term);
    slopeS += term.slope;
    ss += term.curvature;
    if (families[1] === FAMILY.none) continue;
    const precision = 1 / priors[3 * all + j] ** 2;
    const centre = priors[2 * all + j];
    const delta = from[all + j];
    if (families[1] === FAMILY.normal) {
      // b ← (b − m)/s.
      const b = -delta / a;
      slopeM += precision * (b - centre);
      slopeS += precision * (b - centre) * b;
      mm += precision;
      ms += precision * b;
      ss += precision * b * b;
    } else {
      slopeM -= precision * (delta - centre) * a;
      mm += precision * a * a;
    }
  }
  const hasStretch = active[0] === 1;
  const determinant = hasStretch ? mm * ss - ms * ms : mm;
  if (!(determinant > 1e-10 * mm * (hasStretch ? ss : 1))) return { m: 0, s: 1 };
  const within = (step: number) => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
  const m = within(hasStretch ? (ss * slopeM - ms * slopeS) / determinant : slopeM / mm);
  const s = hasStretch ? Math.exp(within((mm * slopeS - ms * slopeM) / determinant)) : 1;
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    to[all + j] += slopeOf(workspace, j, to) * m;
    to[j] += Math.log(s);
  }
  return { m, s };
}
