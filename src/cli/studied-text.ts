import { ENGLISH, type Words } from '../languages/words.ts';
import { count, decimal } from '../numbers.ts';
import { closestCase, type RankedCase, studiedCases } from '../workflow/studied-cases.ts';

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
