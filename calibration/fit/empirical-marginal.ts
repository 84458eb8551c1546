import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { CalibrationOptions } from './calibrate.ts';
import { type ItemPriors, learnPriors } from './item-priors.ts';
import type { Workspace } from './marginal/engine/workspace.ts';
import { fitMarginal, type MarginalFit } from './marginal/fit-marginal.ts';
import type { Prior } from './marginal/prior.ts';
import { slopeOf } from './marginal/signs/slope-of.ts';

const NONE: Prior = { family: 'none' };

export interface EmpiricalFit {
  readonly fit: MarginalFit;
  readonly parameters: ItemParameters;
  readonly abilities: Float64Array;
  readonly errors: { a: Float64Array; b: Float64Array; c: Float64Array };
}

/**
 * The marginal mode with priors learned between the cycles of EM. A lognormal density of a includes a Jacobian, so its mode in
 * log a lies sd² below the mean; the mean is therefore set higher by sd².
 *
 * With one discrimination for all items (`keepSdLogA`), the fit is a Rasch model with a free spread of ability. On the scale
 * where ability has spread 1, this spread becomes the discrimination; parameters and abilities are returned on that scale.
 *
 * @param priors where to start from; left as learned
 * @returns the fit, and posterior SDs of a, b and c given the other items and the abilities
 */
export function empiricalMarginal(
  matrix: ResponseMatrix,
  priors: ItemPriors,
  options: CalibrationOptions & { maxIterations: number; tolerance: number },
): EmpiricalFit {
  const all = matrix.items.length;
  const items = Array.from(priors.of, (g) => priors.groups[g]);
  const guesses = priors.logitC.some(Number.isFinite);
  const isCommon = priors.keepSdLogA !== null;
  const fit = fitMarginal(matrix, {
    model: isCommon ? 'rasch' : guesses ? '3pl' : '2pl',
    priors: {
      a: isCommon
        ? NONE
        : items.map((g) => ({
            family: 'lognormal',
            mean: g.meanLogA + g.sdLogA * g.sdLogA,
            sd: g.sdLogA,
          })),
      b: items.map((g) => ({ family: 'intercept', mean: g.meanDelta, sd: g.sdDelta })),
      c: guesses
        ? Array.from(priors.logitC, (mean) => ({
            family: 'logitnormal',
            mean,
            sd: priors.sdLogitC > 0 ? priors.sdLogitC : FIXED_GUESSING_SD,
          }))
        : NONE,
      d: NONE,
    },
    quadrature: 'auto',
    maxIterations: options.maxIterations,
    tolerance: options.tolerance,
    engine: options.engine,
    groups: options.examineeGroups,
    onRound: options.onRound,
    slopes: isCommon ? 'positive' : options.slopes,
    learnPriors: (workspace) => learnFrom(workspace, priors),
  });
  const { from, variances, covariances } = fit.workspace;
  const unit = isCommon ? fit.groups.sd[0] : 1;
  if (isCommon) for (const group of priors.groups) group.meanLogA = Math.log(unit);
  const a = Float64Array.from({ length: all }, (_, j) => slopeOf(fit.workspace, j, from) * unit);
  const { b: given, c } = fit.parameters;
  const b = given.map((difficulty) => difficulty / unit);
  const errors = {
    a: isCommon
      ? new Float64Array(all).fill(Number.NaN)
      : a.map((slope, j) => Math.abs(slope) * Math.sqrt(variances[j])),
    b: b.map((difficulty, j) => {
      const variance = variances[all + j] / (a[j] * a[j]);
      if (isCommon) return Math.sqrt(variance);
      const turn = difficulty ** 2 * variances[j];
      return Math.sqrt(variance + turn + (2 * difficulty * covariances[j]) / a[j]);
    }),
    c: c.map((guess, j) =>
      priors.sdLogitC > 0 ? guess * (1 - guess) * Math.sqrt(variances[2 * all + j]) : 0,
    ),
  };
  const parameters = { ...fit.parameters, a, b };
  return { fit, parameters, abilities: fit.abilities.map((theta) => theta / unit), errors };
}

/** A prior of logit c this narrow fixes it. */
const FIXED_GUESSING_SD = 1e-3;

/** Learns the priors from the items' posterior modes and variances, and sets them in the fit. */
function learnFrom({ size, from, variances, priors: into }: Workspace, priors: ItemPriors): number {
  const all = size.items;
  const part = (k: number, of: Float64Array) => of.subarray(k * all, (k + 1) * all);
  const change = learnPriors(
    {
      logA: part(0, from),
      delta: part(1, from),
      logitC: part(2, from),
      varLogA: part(0, variances),
      varDelta: part(1, variances),
      varLogitC: part(2, variances),
    },
    priors,
    false,
  );
  for (let j = 0; j < all; j++) {
    const group = priors.groups[priors.of[j]];
    if (priors.keepSdLogA === null) {
      into[j] = group.meanLogA + group.sdLogA ** 2;
      into[all + j] = group.sdLogA;
    }
    into[2 * all + j] = group.meanDelta;
    into[3 * all + j] = group.sdDelta;
    if (priors.sdLogitC > 0) into[4 * all + j] = group.meanLogitC;
  }
  return change;
}
