import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Posteriors } from '../e-step/posteriors.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { PriorUnit } from '../priors/prior-unit.ts';
import { slopeOf } from '../signs/slope-of.ts';
import { fixedScale } from './fixed-scale.ts';
import { rescale } from './rescale.ts';

/** On nodes that resolve the posteriors, slopes and moments agree to this (in m, and in the variance). */
const MOST_APART = 0.25;

/**
 * The M-step of the ability distributions: `to` and `next` (mean and log sd of each group) from the posteriors at `from`. Free
 * means and standard deviations become the posterior moments. Then the scale, which the posteriors hold in place, is freed and
 * restored: to the one where the reference group (the first with examinees) has mean 0 and, if slopes are estimated, standard
 * deviation 1 (rescale.ts); with fixed items, to theirs (fixed-scale.ts).
 *
 * @param isExpanded false: the scale stays where it is, which is the M-step of plain EM
 * @param unit of the priors of a, if it is free
 */
export function abilityStep(
  workspace: Workspace,
  groups: AbilityGroups,
  posteriors: Posteriors,
  next: Float64Array,
  isExpanded = true,
  unit?: PriorUnit,
): void {
  const { nodes, fixed } = workspace;
  const { mean, sd, free } = groups;
  const sizes = new Float64Array(mean.length);
  for (const g of groups.of) sizes[g]++;
  const reference = fixed.includes(1) ? -1 : sizes.findIndex((count) => count > 0);
  // The sum of a narrower density over the nodes depends on where its mean lies between them.
  const narrowest = nodes[1] - nodes[0];
  for (let g = 0; g < mean.length; g++) {
    next[2 * g] = mean[g];
    next[2 * g + 1] = Math.log(sd[g]);
    if (free[g] === 0 || sizes[g] === 0) continue;
    const first = posteriors.first[g] / sizes[g];
    if (free[g] === 2) next[2 * g] = first;
    // The reference's mean is free while the scale is.
    const centre = free[g] === 2 || (isExpanded && g === reference) ? first : mean[g];
    const variance = posteriors.second[g] / sizes[g] - 2 * centre * first + centre * centre;
    next[2 * g + 1] = Math.log(Math.max(narrowest, Math.sqrt(Math.max(0, variance))));
  }
  if (!isExpanded) return;
  const { shift, stretch } = abilitySlopes(groups, sizes, posteriors, reference);
  const { m, s } =
    reference < 0
      ? fixedScale(workspace, shift, stretch)
      : freeScale(workspace, reference, sizes, groups, posteriors, shift, stretch, unit);
  for (let g = 0; g < mean.length; g++) {
    if (g === reference || sizes[g] === 0) continue;
    next[2 * g] = (next[2 * g] - m) / s;
    next[2 * g + 1] = Math.max(Math.log(narrowest), next[2 * g + 1] - Math.log(s));
  }
}

/**
 * The m and s that restore the reference group. With exact integration, the slopes of the log-likelihood along them are Σ E z
 * and Σ E(z² − 1) over that group. On nodes the slopes differ slightly from these sums, and only the slopes are 0 at the
 * maximum over the nodes; rescaling by posterior moments would miss it.
 */
function freeScale(
  workspace: Workspace,
  reference: number,
  sizes: Float64Array,
  { sd }: AbilityGroups,
  posteriors: Posteriors,
  shift: number,
  stretch: number,
  unit: PriorUnit | undefined,
) {
  const { size, from, slopes } = workspace;
  const variance = sd[reference] ** 2;
  const n = sizes[reference] / variance;
  let [first, second] = [-shift, n - stretch];
  for (let j = 0; j < size.items; j++) {
    first += slopeOf(workspace, j, from) * slopes[size.items + j];
    second += slopes[j];
  }
  const near = (slope: number, moment: number) =>
    Math.max(moment - MOST_APART * n, Math.min(moment + MOST_APART * n, slope));
  return rescale(
    workspace,
    n,
    near(first, posteriors.first[reference] / variance),
    near(second, posteriors.second[reference] / variance),
    unit,
  );
}

/** Slopes of the log-likelihood along a common shift of the groups' means, and a stretch of means and sds. */
function abilitySlopes(
  { mean, sd }: AbilityGroups,
  sizes: Float64Array,
  { first, second }: Posteriors,
  except: number,
): { shift: number; stretch: number } {
  let shift = 0;
  let stretch = 0;
  for (let g = 0; g < mean.length; g++) {
    if (g === except) continue;
    const sum = first[g] - sizes[g] * mean[g];
    const square = second[g] - 2 * mean[g] * first[g] + sizes[g] * (mean[g] ** 2 - sd[g] ** 2);
    shift += sum / sd[g] ** 2;
    stretch += (mean[g] * sum + square) / sd[g] ** 2;
  }
  return { shift, stretch };
}
