import { fail } from '../../../src/errors.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { ABILITY_DISTRIBUTIONS } from './fit-histogram.ts';
import type { MarginalOptions } from './fit-marginal.ts';
import type { Prior } from './prior.ts';
import { SLOPES } from './slopes.ts';

/** The families a prior of each parameter can have. */
const FAMILIES: Record<'a' | 'b' | 'c' | 'd', readonly Prior['family'][]> = {
  a: ['none', 'lognormal', 'normal'],
  b: ['none', 'normal', 'intercept'],
  c: ['none', 'logitnormal', 'beta', 'normal'],
  d: ['none', 'logitnormal', 'beta', 'normal'],
};
const FEWEST_NODES = 5;

/**
 * Refuses options that the arithmetic would silently misread: priors that a parameter cannot have, several families for one
 * parameter, too few nodes, groups that do not match the examinees, fixed parameters that do not match an item.
 * @throws OPTION_INVALID, PARAMETER_INVALID
 */
export function checkOptions({ examinees, items }: ResponseMatrix, options: MarginalOptions): void {
  const invalid = (option: string, found: string | number, accepted: string) =>
    fail('OPTION_INVALID', { option, found: `${found}`, accepted });
  const { quadrature, groups, fixed, slopes = 'positive', model } = options;
  if (!SLOPES.includes(slopes)) invalid('slopes', slopes, SLOPES.join(', '));
  if (slopes === 'any' && model === 'rasch')
    invalid('slopes', slopes, 'positive with rasch, whose slopes are all 1');
  if (quadrature !== 'auto' && !(Number.isInteger(quadrature) && quadrature >= FEWEST_NODES))
    invalid('quadrature', quadrature, `auto, or a whole number of at least ${FEWEST_NODES}`);
  for (const name of ['a', 'b', 'c', 'd'] as const)
    checkPriors(name, options.priors[name], items.length, invalid);
  if (groups !== undefined) {
    if (groups.length !== examinees.length)
      invalid('groups', groups.length, `one for each of the ${examinees.length} examinees`);
    for (let i = 0; i < groups.length; i++)
      if (!(Number.isInteger(groups[i]) && groups[i] >= 0))
        invalid('groups', groups[i], 'whole numbers of at least 0');
  }
  for (const [j, { a, b, c, d }] of fixed ?? []) {
    if (items[j] === undefined) invalid('fixed', j, `positions from 0 to ${items.length - 1}`);
    itemParameters({ a: [a], b: [b], c: [c], d: [d] }, () => items[j]);
  }
  checkDistribution(options, invalid);
}

/** A histogram needs a single group, and does not fix a scale for priors of b or learned priors. */
function checkDistribution(
  { abilityDistribution = 'normal', groups, fixed, priors, learnPriors }: MarginalOptions,
  invalid: (option: string, found: string | number, accepted: string) => never,
): void {
  if (!(ABILITY_DISTRIBUTIONS as readonly string[]).includes(abilityDistribution))
    invalid('abilityDistribution', abilityDistribution, ABILITY_DISTRIBUTIONS.join(', '));
  if (abilityDistribution === 'normal') return;
  const count = new Set(Array.from(groups ?? [])).size;
  if (count > 1)
    invalid('abilityDistribution', `histogram with ${count} groups`, 'normal with several groups');
  if (learnPriors !== undefined)
    invalid('abilityDistribution', 'histogram with learned priors', 'normal with learned priors');
  const hasPriorB = [priors.b].flat().some(({ family }) => family !== 'none');
  if (hasPriorB && (fixed === undefined || fixed.size === 0))
    invalid(
      'abilityDistribution',
      'histogram with a prior of b',
      'normal with a prior of b, or histogram without one or with fixed items',
    );
}

function checkPriors(
  name: 'a' | 'b' | 'c' | 'd',
  given: Prior | readonly Prior[],
  items: number,
  invalid: (option: string, found: string | number, accepted: string) => never,
): void {
  const option = `prior of ${name}`;
  const list: readonly Prior[] = 'family' in given ? [given] : given;
  if (!('family' in given) && list.length !== items)
    invalid(option, `${list.length} of them`, `one, or one for each of the ${items} items`);
  for (const prior of list) {
    if (!FAMILIES[name].includes(prior.family))
      invalid(option, prior.family, FAMILIES[name].join(', '));
    if (prior.family !== list[0].family)
      invalid(option, `${list[0].family} and ${prior.family}`, 'one family for all items');
    if (prior.family === 'none') continue;
    const numbers = prior.family === 'beta' ? [prior.alpha, prior.beta] : [prior.mean, prior.sd];
    const isPositive = prior.family === 'beta' ? numbers[0] > 0 && numbers[1] > 0 : numbers[1] > 0;
    if (!numbers.every(Number.isFinite) || !isPositive)
      invalid(option, numbers.join(':'), 'finite numbers, the spread (or both of beta) above 0');
  }
}
