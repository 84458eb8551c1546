import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { itemRestCorrelation } from '../fit/item-rest-correlation.ts';
import { negativeItems } from './negative-items.ts';
import { tellingAnswers } from './telling-answers.ts';

/** Reasons to check the parameters of an item, in the order in which flags are listed. */
export const ITEM_FLAGS = {
  'negative-slope':
    'works backwards: better examinees answer it wrong more often (slope or item-rest correlation below 0)',
  'a-at-bound': 'its slope ran to a bound: the answers do not determine it',
  'b-at-bound': 'its difficulty lies further from 0 than any ability can',
  'c-at-bound': 'its guessing ran to a bound',
  'all-right': 'everyone answered it right, but for examinees without a right answer',
  'all-wrong': 'everyone answered it wrong, but for examinees without a wrong answer',
  'too-few-answers': 'fewer than 5 examinees answered it',
} as const;

export type ItemFlag = keyof typeof ITEM_FLAGS;

/**
 * Flags that keep an item out of adaptive selection, because its slope does not show how it discriminates. Items with other
 * flags are chosen by their parameters, which happens rarely.
 */
const BARRING: readonly ItemFlag[] = ['negative-slope', 'a-at-bound'];

/**
 * Slopes outside this have diverged: the information is below 3e-5 everywhere, or the curve is a step. The fit stops at e^−9
 * and e^7.
 */
const SLOPES = [0.01, 50] as const;
/** Abilities are integrated over [−6, 6]. A difficulty may lie outside, but not this far. */
const FARTHEST_DIFFICULTY = 20;
/** Guessing that is estimated and not 0, or next to 1. */
const GUESSING = [1e-6, 0.95] as const;
const LEAST_ANSWERS = 5;

/** The flags of each item by its parameters alone, for a file without answers. */
export function parameterFlags({ count, a, b, c }: ItemParameters): ItemFlag[][] {
  return Array.from({ length: count }, (_, j) => {
    const flags: ItemFlag[] = [];
    const slope = Math.abs(a[j]);
    if (a[j] < 0) flags.push('negative-slope');
    if (slope < SLOPES[0] || slope > SLOPES[1]) flags.push('a-at-bound');
    if (Math.abs(b[j]) > FARTHEST_DIFFICULTY) flags.push('b-at-bound');
    if (c[j] > GUESSING[1] || (c[j] > 0 && c[j] < GUESSING[0])) flags.push('c-at-bound');
    return flags;
  });
}

/**
 * The flags of each item of a calibration, by its parameters and the answers behind them.
 * @param parameters of the items of the matrix, in their order
 */
export function itemFlags(matrix: ResponseMatrix, parameters: ItemParameters): ItemFlag[][] {
  const flags = parameterFlags(parameters);
  const isNegative = negativeItems(itemRestCorrelation(matrix));
  const { all, share } = tellingAnswers(matrix);
  return flags.map((own, j) => {
    const found = new Set(own);
    if (isNegative[j] === 1) found.add('negative-slope');
    if (share[j] === 1) found.add('all-right');
    if (share[j] === 0) found.add('all-wrong');
    if (all[j] < LEAST_ANSWERS) found.add('too-few-answers');
    return inOrder(found);
  });
}

/** Whether flags keep an item out of adaptive selection. */
export function isBarring(flags: readonly ItemFlag[]): boolean {
  return flags.some((flag) => BARRING.includes(flag));
}

/** Positions of the items that are kept out of adaptive selection, ascending. */
export function barredItems(flags: readonly (readonly ItemFlag[])[]): number[] {
  return flags.flatMap((own, j) => (isBarring(own) ? [j] : []));
}

/** One list without repetitions, in the order of ITEM_FLAGS. */
export function joinFlags(...lists: readonly (readonly ItemFlag[])[]): ItemFlag[] {
  return inOrder(new Set(lists.flat()));
}

function inOrder(found: ReadonlySet<ItemFlag>): ItemFlag[] {
  return (Object.keys(ITEM_FLAGS) as ItemFlag[]).filter((flag) => found.has(flag));
}
