import { decimal, plural } from '../../../../src/cli/command-kit.ts';
import type { TrialOutcome } from '../measure/trial-result.ts';

const PLACES = 4;

/** What the primary comparison came to, in words that are chosen by its interval alone. */
export function verdict({ comparisons, pools, primary }: TrialOutcome): string {
  const { beside, over, pools: each } = comparisons.find((one) => one.beside === primary.beside)!;
  const { mean, low, high } = over[primary.measure];
  const what = `Log-likelihood of an answer of a held-out model, ${primary.calibration} − ${beside}`;
  const better = each.filter((own) => (own[primary.measure] ?? 0) > 0).length;
  const counted = `It is above 0 in ${better} of ${plural(pools.length, 'pool')}.`;
  if (low === null || high === null)
    return `${what}: ${decimal(mean, PLACES)}. ${counted} With fewer than 3 pools there is no interval, and nothing is decided.`;
  const interval = `${what}: ${decimal(mean, PLACES)}, 95% interval ${decimal(low, PLACES)} to ${decimal(high, PLACES)}. ${counted}`;
  if (low > 0)
    return `${interval} The interval is above 0: for pools like these, synthesized participants calibrate better than samples of the same models.`;
  if (high < 0)
    return `${interval} The interval is below 0: for pools like these, synthesized participants calibrate worse than samples of the same models.`;
  return `${interval} The interval holds 0: this trial does not show that synthesis helps, nor that it does not. A difference up to its ends is possible.`;
}

/** What a trial can say and what not, whatever came out. */
export function canSay({ pools, heldOut, comparisons }: TrialOutcome): string[] {
  const freedom = pools.length - 1;
  return [
    `The pool is the sampling unit: all participants of a pool depend on its models. ${plural(pools.length, 'pool')} leave ${plural(freedom, 'degree')} of freedom${freedom <= 2 ? ', so that only a large difference can be seen' : ''}.`,
    `It speaks of pools like these, models like the ${heldOut.models.length} held-out ones, this bank, these prompts and settings. Items and held-out models are the same for all pools: the interval does not hold what others of them would change.`,
    `One comparison was to decide. The other ${4 * comparisons.length - 1} figures of the table are beside it: of so many, one in twenty is beyond its interval by chance.`,
    'Difficulties are compared with those of a calibration on the held-out models, which err themselves: the correlation is lower than that with true ones, and the same models judge both.',
    'That debates are worth their cost elsewhere, such as for better answers, this trial does not ask.',
  ];
}
