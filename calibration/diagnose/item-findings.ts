import { NORMAL_90, NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { ItemDiagnosis } from './diagnose-items.ts';
import { INFIT_RANGE } from './fit-quality.ts';
import { ITEM_FLAGS, type ItemFlag } from './item-flags.ts';

/** What a diagnosis finds about an item beside its flags, in the order in which it is listed. */
const ITEM_FINDINGS = {
  'distractor-beats-key':
    'a wrong option attracts strong examinees more than the key: check the key',
  'key-disagrees': 'some answers are scored right without the key, or wrong with it',
  'curve-misfit': 'the share right does not follow the curve over the range of scores or abilities',
  noisy: `answers are harder to predict than the curve says (infit above ${INFIT_RANGE[1]}, z above 1.96)`,
  weak: 'it hardly distinguishes strong from weak examinees (item-rest correlation below .2, beyond chance)',
  'too-steep': `answers are easier to predict than the curve says (infit below ${INFIT_RANGE[0]}, z below −1.96)`,
} as const;

export type ItemFinding = keyof typeof ITEM_FINDINGS;

/** How much each counts when items are ordered, worst first. */
const FINDING_WEIGHTS: Readonly<Record<ItemFinding, number>> = {
  'distractor-beats-key': 8,
  'key-disagrees': 6,
  'curve-misfit': 4,
  noisy: 4,
  weak: 2,
  'too-steep': 1,
};
const FLAG_WEIGHTS: Readonly<Record<ItemFlag, number>> = {
  'negative-slope': 8,
  'a-at-bound': 4,
  'b-at-bound': 4,
  'c-at-bound': 2,
  'all-right': 2,
  'all-wrong': 2,
  'too-few-answers': 1,
};
/** Of S-X² over all items (Holm), and of the posterior-predictive check by item: it is conservative, so about 1% of good items have less. */
const LEAST_P = 0.05;
const LEAST_PREDICTIVE_P = 0.02;
/** @see Ebel & Frisbie (1991), Essentials of Educational Measurement, chapter 13 */
const WEAK = 0.2;

/** The findings of an item, from its statistics. */
export function itemFindings(
  item: Omit<ItemDiagnosis, 'findings'>,
  adjustedP: number | null,
): ItemFinding[] {
  const { infit, zInfit, itemRest, predictiveP, options } = item;
  const found = new Set<ItemFinding>();
  if (options?.options.some(({ beatsKey }) => beatsKey)) found.add('distractor-beats-key');
  if ((item.disagreements ?? 0) > 0) found.add('key-disagrees');
  if ((adjustedP ?? 1) < LEAST_P || (predictiveP ?? 1) < LEAST_PREDICTIVE_P)
    found.add('curve-misfit');
  const isFar = zInfit !== null && Math.abs(zInfit) > NORMAL_95;
  if (isFar && infit! > INFIT_RANGE[1]) found.add('noisy');
  if (isFar && infit! < INFIT_RANGE[0]) found.add('too-steep');
  if (itemRest !== null && isBelow(itemRest, WEAK, item.answered)) found.add('weak');
  return (Object.keys(ITEM_FINDINGS) as ItemFinding[]).filter((name) => found.has(name));
}

/** Whether a correlation lies below a value with one-sided 95% confidence, by Fisher's z. */
function isBelow(r: number, value: number, n: number): boolean {
  return (
    n > 3 && Math.atanh(Math.max(-1 + 1e-12, r)) + NORMAL_90 / Math.sqrt(n - 3) < Math.atanh(value)
  );
}

/** Positions of the items, worst first: by flags and findings, then by the probability of their fit, then by infit. */
export function worstFirst(items: readonly ItemDiagnosis[]): number[] {
  const weight = ({ flags, findings }: ItemDiagnosis) =>
    flags.reduce((sum, flag) => sum + FLAG_WEIGHTS[flag], 0) +
    findings.reduce((sum, finding) => sum + FINDING_WEIGHTS[finding], 0);
  const p = ({ sX2, predictiveP }: ItemDiagnosis) => sX2?.p ?? predictiveP ?? 1;
  const distance = ({ infit }: ItemDiagnosis) =>
    infit !== null && infit > 0 ? Math.abs(Math.log(infit)) : 0;
  return [...items.keys()].sort(
    (i, j) =>
      weight(items[j]) - weight(items[i]) ||
      p(items[i]) - p(items[j]) ||
      distance(items[j]) - distance(items[i]) ||
      i - j,
  );
}

const MEANINGS = { ...ITEM_FLAGS, ...ITEM_FINDINGS } as const;

/** What a flag or a finding means. */
export function findingWords<Name extends keyof typeof MEANINGS>(name: Name) {
  return MEANINGS[name];
}
