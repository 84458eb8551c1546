import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { itemRestCorrelation } from '../fit/item-rest-correlation.ts';
import { extremeExaminees } from './extreme-examinees.ts';
import { negativeItems } from './negative-items.ts';

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
  const answers = countAnswers(matrix);
  return flags.map((own, j) => {
    const { answered, alike } = answers(j);
    const found = new Set(own);
    if (isNegative[j] === 1) found.add('negative-slope');
    if (alike !== null) found.add(alike);
    if (answered < LEAST_ANSWERS) found.add('too-few-answers');
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

function countAnswers({ scores, items, examinees }: ResponseMatrix) {
  const width = items.length;
  const isExtreme = extremeExaminees(examinees.length, width, (i, j) => scores[i * width + j]);
  return (j: number) => {
    const all = { answered: 0, right: 0, wrong: 0 };
    const others = { answered: 0, right: 0, wrong: 0 };
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      for (const sums of isExtreme[i] === 1 ? [all] : [all, others]) {
        sums.answered++;
        if (u === 1) sums.right++;
        if (u === 0) sums.wrong++;
      }
    }
    return { answered: all.answered, alike: alikeFlag(others.answered > 0 ? others : all) };
  };
}

function alikeFlag({ answered, right, wrong }: Readonly<Record<string, number>>): ItemFlag | null {
  if (answered === 0) return null;
  return right === answered ? 'all-right' : wrong === answered ? 'all-wrong' : null;
}
