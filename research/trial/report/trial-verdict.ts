import { decimal, plural } from '../../text.ts';
import type { TrialOutcome } from '../measure/trial-result.ts';

const PLACES = 4;

/** The result of the primary comparison, in words that depend only on its interval. */
export function verdict({ comparisons, pools, primary }: TrialOutcome): string {
  const { beside, over, pools: each } = comparisons.find((one) => one.beside === primary.beside)!;
  const { mean, low, high } = over[primary.measure];
  const what = `Log-likelihood per answer of held-out models, ${primary.calibration} − ${beside}`;
  const better = each.filter((own) => (own[primary.measure] ?? 0) > 0).length;
  const counted = `It is above 0 in ${better} of ${plural(pools.length, 'pool')}.`;
  if (low === null || high === null)
    return `${what}: ${decimal(mean, PLACES)}. ${counted} With fewer than 3 pools there is no interval and no decision.`;
  const interval = `${what}: ${decimal(mean, PLACES)}, 95% interval ${decimal(low, PLACES)} to ${decimal(high, PLACES)}. ${counted}`;
  if (low > 0)
    return `${interval} The interval is above 0: for pools like these, synthesized participants calibrate better than samples of the same models.`;
  if (high < 0)
    return `${interval} The interval is below 0: for pools like these, synthesized participants calibrate worse than samples of the same models.`;
  return `${interval} The interval contains 0: this trial shows neither that synthesis helps nor that it does not. Any difference within the interval is possible.`;
}

/** The scope and limits of a trial, independent of its result. */
export function canSay({ pools, heldOut, comparisons }: TrialOutcome): string[] {
  const freedom = pools.length - 1;
  return [
    `The pool is the sampling unit: all participants of a pool depend on its models. ${plural(pools.length, 'pool')} leave ${plural(freedom, 'degree')} of freedom${freedom <= 2 ? ', so only a large difference can be detected' : ''}.`,
    `The result applies to pools like these, models like the ${heldOut.models.length} held-out ones, this bank, these prompts and settings. Items and held-out models are the same for all pools, so the interval does not include variation from other items or held-out models.`,
    `Only one comparison was chosen in advance to decide. The other ${4 * comparisons.length - 1} figures of the table are secondary: about one in twenty lies beyond its interval by chance.`,
    'Difficulties are compared with those of a calibration on the held-out models, which have errors themselves. So the correlation is lower than with true difficulties, and the same models judge both.',
    'This trial does not test whether debates are worth their cost for other purposes, such as better answers.',
  ];
}
