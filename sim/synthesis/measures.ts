import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';
import {
  formPredictions,
  randomPredictions,
  type ShortForms,
  scoresOnAll,
} from '../../src/ranking/short-form.ts';
import { spearman } from '../../src/statistics/spearman.ts';

/** The quality of a calibration for held-out models; null if a figure is undefined. */
export interface Measures {
  /** Spearman's correlation of the difficulties with the true ones. */
  readonly difficulty: number | null;
  /** Log-likelihood of an answer of a held-out model, its ability integrated over N(0, 1). Higher is better. */
  readonly logLikelihood: number | null;
  /** Of scores on all items, predicted from a short test: mean absolute error in points, and Kendall's τ-b. */
  readonly error: number | null;
  readonly tau: number | null;
}

/** 1 if higher is better, else −1. */
const BETTER: Readonly<Record<keyof Measures, 1 | -1>> = {
  difficulty: 1,
  logLikelihood: 1,
  error: -1,
  tau: 1,
};
export const MEASURES = Object.keys(BETTER) as (keyof Measures)[];

/** The gain of `own` over `other`: above 0 is better, for every measure; null if one is undefined. */
export function betterBy(measure: keyof Measures, own: Measures, other: Measures): number | null {
  const [x, y] = [own[measure], other[measure]];
  return x === null || y === null ? null : BETTER[measure] * (x - y);
}

/** The measures of a calibration; its short tests are those of formPredictions. */
export function measuresOf(
  parameters: ItemParameters,
  truth: Float64Array,
  heldOut: ResponseMatrix,
  forms: ShortForms,
): Measures {
  const { kendall, mae } = overDraws(heldOut, forms, (draw) =>
    formPredictions(parameters, heldOut, forms, draw),
  );
  const { sum, answers } = marginalLogLikelihood(parameters, heldOut);
  return {
    difficulty: spearman(parameters.b, truth),
    logLikelihood: sum / answers,
    error: mae,
    tau: kendall,
  };
}

/** Without a calibration: the plain mean of random items. */
export function randomMeasures(heldOut: ResponseMatrix, forms: ShortForms): Measures {
  const { kendall, mae } = overDraws(heldOut, forms, (draw) =>
    randomPredictions(heldOut, forms, draw),
  );
  return { difficulty: null, logLikelihood: null, error: mae, tau: kendall };
}

function overDraws(
  heldOut: ResponseMatrix,
  { draws }: ShortForms,
  predict: (draw: number) => number[],
) {
  const known = scoresOnAll(heldOut);
  return meanAgreement(Array.from({ length: draws }, (_, draw) => agreement(predict(draw), known)));
}
