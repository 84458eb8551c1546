import { STANDARD_NORMAL } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { FEWEST_EXAMINEES, fitQuality } from '../fit-quality.ts';
import type {
  BankDiagnosis,
  BankDiagnosisOptions,
  EstimatedParameters,
  Finding,
} from './bank-diagnosis.ts';
import { bankInformation } from './bank-information.ts';
import { compareDimensions } from './compare-dimensions.ts';
import { comparePairs } from './compare-pairs.ts';
import { marginFit } from './margin-fit.ts';
import { marginalReliability } from './marginal-reliability.ts';

export type { BankDiagnosis, EstimatedParameters } from './bank-diagnosis.ts';

/** Of 60 items there are 1,830 margins, whose covariance is inverted in seconds. */
const MOST_ITEMS = 60;
const DIMENSIONS = [1, 2, 4] as const;
const PRODUCTS = 1e11;

/**
 * What recorded answers say of a calibrated bank as a whole. The answers are usually those of the calibration, which makes
 * everything look a little better than it is for new examinees.
 *
 * @param matrix answers 0 and 1, NaN if not asked. With scores in between, only information and the marginal reliability are given
 * @param parameters of the items of the matrix, in their order
 */
export function diagnoseBank(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  options: BankDiagnosisOptions,
): BankDiagnosis {
  const { seed, draws, prior = STANDARD_NORMAL, onProgress = () => {} } = options;
  const estimated = options.estimated ?? estimatedOf(parameters);
  const { answers, isBinary } = countAnswers(matrix.scores);
  const examinees = matrix.examinees.length;
  const items = matrix.items.length;
  const unfit =
    answers === 0
      ? 'there are no answers'
      : isBinary
        ? null
        : 'some answers are partly right, and this is known only of right and wrong ones';
  const unless = <T>(give: () => Finding<T>): Finding<T> =>
    unfit === null ? give() : { value: null, reason: unfit };

  const margins = unless(() => {
    if (items > MOST_ITEMS)
      return missing(`${items} items; M2 is computed for at most ${MOST_ITEMS}`);
    if (answers < examinees * items)
      return missing(`${examinees * items - answers} answers are missing; M2 needs all of them`);
    if (examinees < FEWEST_EXAMINEES)
      return missing(`${examinees} examinees; M2 needs at least ${FEWEST_EXAMINEES}`);
    return marginFit(matrix, parameters, prior, estimated);
  });
  onProgress('margins', 1);
  const pairs =
    unfit === null
      ? comparePairs(matrix, parameters, {
          seed,
          draws,
          prior,
          products: options.products ?? PRODUCTS,
          onDraw: (share) => onProgress('chance', share),
        })
      : { correlations: missing(unfit), dependence: missing(unfit) };
  onProgress('pairs', 1);
  const dimensions = unless(() =>
    compareDimensions(matrix, {
      guessing: parameters.c,
      families: options.families ?? matrix.examinees,
      dimensions: options.dimensions ?? DIMENSIONS,
      seed,
      onFit: (share) => onProgress('dimensions', share),
    }),
  );
  const empirical = unless((): Finding<number> => {
    const quality = fitQuality(matrix, parameters, prior);
    if (quality === null)
      return missing(`${examinees} examinees; reliability needs at least ${FEWEST_EXAMINEES}`);
    if (quality.reliability === null) return missing('the abilities of all examinees are equal');
    return { value: quality.reliability, reason: null };
  });
  const known = <T>(give: () => T): Finding<T> =>
    items === 0 ? missing('there are no items') : { value: give(), reason: null };
  const marginal = known(() => marginalReliability(parameters, prior));
  const information = known(() => bankInformation(parameters, prior));
  onProgress('information', 1);
  return {
    examinees,
    items,
    answers,
    margins,
    correlations: pairs.correlations,
    dependence: pairs.dependence,
    dimensions,
    reliability: { empirical, marginal },
    information,
  };
}

function missing(reason: string): { readonly value: null; readonly reason: string } {
  return { value: null, reason };
}

/** An asymptote that is 0 (guessing) or 1 (upper) for all items was not estimated. */
function estimatedOf({ c, d }: ItemParameters): EstimatedParameters {
  return {
    slopes: 'each',
    difficulties: true,
    guessing: c.some((one) => one !== 0) ? 'each' : 'none',
    upper: d.some((one) => one !== 1) ? 'each' : 'none',
  };
}

function countAnswers(scores: Float32Array): { answers: number; isBinary: boolean } {
  let answers = 0;
  let isBinary = true;
  for (const u of scores) {
    if (Number.isNaN(u)) continue;
    answers++;
    if (u !== 0 && u !== 1) isBinary = false;
  }
  return { answers, isBinary };
}
