import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import type { Quota } from '../../cat/constrain/quotas.ts';
import { fail } from '../../errors.ts';
import type { Strata } from '../random-items.ts';
import { balanceTag, type RecordedBank, recordedExaminees, strataOf } from '../recorded-bank.ts';
import { shareQuotas } from '../recorded-test.ts';

/** The items of a bank that tests may ask, and their weights: the same for all tests of the bank. */
export interface ItemPool {
  readonly recorded: RecordedBank;
  /** Of the items in the full score, adding up to 1. */
  readonly weights: Float64Array;
  readonly strata: Strata;
  readonly isAskable: (item: number) => boolean;
  /** False if not all items can be asked. The widths of intervals were learned with all of them. */
  readonly asLearned: boolean;
  /** The items that are never asked. */
  readonly exclude: readonly string[];
}

/** @param isAskable whether an item can be asked; null where all can */
export function itemPool(
  recorded: RecordedBank,
  isAskable: ((item: number) => boolean) | null,
): ItemPool {
  const { items } = recorded.responses;
  const weights = fullScoreWeights(recorded.fullScore, recorded.tags, () => true, items.length);
  const canAsk = isAskable ?? (() => true);
  return {
    recorded,
    weights,
    strata: strataOf(recorded),
    isAskable: canAsk,
    asLearned: isAskable === null,
    exclude: items.filter((_, j) => !(weights[j] > 0 && canAsk(j))),
  };
}

/** @throws TOO_MANY_ITEMS if fewer items can be asked */
export function requireItems({ recorded, exclude }: ItemPool, items: number): void {
  const available = recorded.responses.items.length - exclude.length;
  if (items > available)
    fail('TOO_MANY_ITEMS', { asked: items, available, where: `bank ${recorded.name}` });
}

/** Recorded models with their score on the items that they answered in points, and the share of the bank that these are; highest first. */
export function recordedScores(
  bank: RecordedBank,
): { readonly model: string; readonly actual: number; readonly answered: number }[] {
  const { actual } = recordedExaminees(bank);
  const { examinees, items, scores } = bank.responses;
  const answeredOf = (i: number) => {
    const own = scores.subarray(i * items.length, (i + 1) * items.length);
    return own.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0) / items.length;
  };
  return examinees
    .map((model, i) => ({ model, actual: 100 * actual[i], answered: answeredOf(i) }))
    .sort((x, y) => y.actual - x.actual);
}

/** Keeps a test in the proportions of the bank's tag. @throws OPTIONS_CONFLICT without tags */
export function balancedQuotas(
  { recorded, weights, isAskable }: ItemPool,
  items: number,
): readonly Quota[] {
  const tag = balanceTag(recorded);
  const askable = weights.map((w, j) => (isAskable(j) ? w : 0));
  return shareQuotas(recorded.tags[tag], tag, { weights: askable }, items);
}
