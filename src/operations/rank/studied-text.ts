import { ENGLISH, type Words } from '../../languages/words.ts';
import { count, decimal, percent, plural } from '../../numbers.ts';
import { type StrategyName, strategyOf } from '../../ranking/live/strategies.ts';
import { randomShareFor } from '../../ranking/robust/choices.ts';
import { closestCase, type RankedCase, studiedCases } from '../../workflow/studied-cases.ts';

/** What to expect of a robust test: one line on the studied case that is most like it. */
export function studiedText(ranked: RankedCase, t: Words = ENGLISH): string {
  const { bank, models, items, bankItems, ...errors } = closestCase(studiedCases(), ranked);
  const [robust, calibrated, plain] = [errors.robust, errors.calibrated, errors.plain].map((own) =>
    decimal(own, 1),
  );
  return t(
    'In the most similar study ({bank}: {models} calibration models, {n} of {all} items) robust tests erred by {robust} points, calibrated random items by {calibrated}, their plain mean by {plain}.',
    {
      bank,
      models: count(models),
      n: count(items),
      all: count(bankItems),
      ...{ robust, calibrated, plain },
    },
  );
}

/**
 * That a robust test of a bank with few recorded models is mostly a random sample, and what would change that; null if it is not.
 * @param calibrated how many of the models calibrate each test, where some are left out
 */
export function fewModelsNote(
  strategy: StrategyName,
  models: number,
  calibrated: number = models,
): string | null {
  const share = randomShareFor(calibrated);
  if (!strategyOf(strategy).drawsShare || models === 0 || share < MUCH_RANDOM) return null;
  const used = calibrated < models ? `, of which ${count(calibrated)} calibrate each test` : '';
  return `With ${plural(models, 'recorded model')}${used}, ${share === 1 ? 'all items' : `${percent(share)} of the items`} of a robust test are a random sample, because so few models tell little about the items. Record answers of more models (thetarank bank record): with 12 that calibrate a test a quarter is random, with 19 a tenth.`;
}

/** Share of random items from which on a test is said to be mostly a random sample. */
const MUCH_RANDOM = 0.4;
