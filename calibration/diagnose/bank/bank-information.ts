import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { testInformation } from '../../../src/irt/test-information.ts';
import type { BankInformation } from './bank-diagnosis.ts';

/** Standard deviations on each side of the prior mean, and steps per standard deviation. */
const REACH = 4;
const STEPS = 10;

/** The information and the standard error of measurement of all items over the abilities of a prior. */
export function bankInformation(items: ItemParameters, { mean, sd }: NormalPrior): BankInformation {
  const half = REACH * STEPS;
  const ability = Array.from({ length: 2 * half + 1 }, (_, k) => mean + (sd * (k - half)) / STEPS);
  const information = ability.map((theta) => testInformation(theta, items));
  const standardError = information.map((one) => 1 / Math.sqrt(one));
  const best = information.indexOf(Math.max(...information));
  return {
    ability,
    information,
    standardError,
    smallest: { ability: ability[best], standardError: standardError[best] },
  };
}
