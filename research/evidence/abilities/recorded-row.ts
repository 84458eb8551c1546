import {
  type MarginalFitOptions,
  marginalLogLikelihood,
  type PriorSet,
  pickExaminees,
  type ResponseMatrix,
  randomStream,
  shuffle,
} from 'thetarank';
import { fitBoth } from './fit-both.ts';
import { fixed } from './fixed.ts';

/** Parts of the examinees, each held out once. */
export const FOLDS = 4;

/** One row: both fits of recorded answers, and their predictions of held-out examinees. */
export function recordedRow(
  name: string,
  matrix: ResponseMatrix,
  model: MarginalFitOptions['model'],
  priors: Partial<PriorSet>,
): string {
  const { histogram } = fitBoth(matrix, { model, priors });
  const { distribution } = histogram;
  const order = shuffle(
    matrix.examinees.map((_, i) => i),
    randomStream('ability-distribution', 'folds'),
  );
  const sums = { normal: 0, histogram: 0, answers: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const rows = (isIn: boolean) =>
      order.filter((_, k) => (k % FOLDS === fold) === isIn).sort((x, y) => x - y);
    const unseen = pickExaminees(matrix, rows(true));
    const fits = fitBoth(pickExaminees(matrix, rows(false)), { model, priors });
    const { parameters, groups } = fits.normal;
    const sd = groups.sd[0];
    // Rasch: the standard deviation of ability is free; on the scale of a = sd it is N(0, 1).
    const scaled = {
      ...parameters,
      a: parameters.a.map((a) => a * sd),
      b: parameters.b.map((b) => b / sd),
    };
    const left = marginalLogLikelihood(scaled, unseen);
    sums.normal += left.sum;
    sums.answers += left.answers;
    sums.histogram += marginalLogLikelihood(
      fits.histogram.parameters,
      unseen,
      fits.histogram.distribution!,
    ).sum;
  }
  const gain = histogram.logLikelihood - distribution!.normal.logLikelihood;
  const parameters = histogram.freeParameters - distribution!.normal.free;
  return `| ${name}, ${matrix.examinees.length} × ${matrix.items.length} | ${model} | ${fixed(distribution!.normal.logLikelihood, 2)} | ${fixed(gain, 2)} | ${fixed(2 * parameters - 2 * gain, 1)} | ${fixed(distribution!.skewness, 2)} | ${fixed(distribution!.excessKurtosis, 2)} | ${fixed(sums.normal / sums.answers, 5)} | ${fixed(sums.histogram / sums.answers, 5)} | ${histogram.converged && distribution!.normal.converged ? 'yes' : 'no'} |`;
}
