import type { SeriesStudyDesign } from '../../../../src/study.ts';

export const BANKS = ['cruxeval-o', 'swebench-verified'] as const;
type BankName = (typeof BANKS)[number];

export const CHECKPOINTS = 10;
/** Families of a bank that are simulated: the first ones by their place in it. */
export const MOST_FAMILIES = 8;
const SEED = 'series';

/** Items of a checkpoint: few, since ten checkpoints would otherwise ask all of these banks. */
const ITEMS: Readonly<Record<BankName, number>> = { 'cruxeval-o': 50, 'swebench-verified': 50 };
/** Items of a checkpoint on a bank. */
export function itemsOf(bank: BankName): number {
  return ITEMS[bank];
}

/** Lengths of the separate tests, in tests of a checkpoint. */
const TIMES = [1, 2, 3, 4];

/** @param size items of the bank */
export function designOf(bank: BankName, size: number): SeriesStudyDesign {
  const items = itemsOf(bank);
  return {
    checkpoints: CHECKPOINTS,
    items,
    lengths: TIMES.map((times) => times * items).filter((length) => length < 0.8 * size),
    seed: SEED,
  };
}
