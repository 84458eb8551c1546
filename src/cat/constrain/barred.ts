import type { CatBank } from '../bank.ts';

/**
 * Items that one session may not ask, by level of the current ability: what a rule of exposure over sessions decided before the
 * session began. They are plain data and part of its configuration, so that a record determines the whole test.
 */
export interface BarredItems {
  /** Abilities between the levels, ascending; an empty list means one level. */
  readonly cuts: readonly number[];
  /** For each level, from the lowest: positions in the bank. */
  readonly items: readonly (readonly number[])[];
}

/** What is wrong with barred items, in words; null if nothing is. */
export function wrongBarredItems({ cuts, items }: BarredItems): string | null {
  if (!cuts.every((cut, k) => Number.isFinite(cut) && (k === 0 || cut > cuts[k - 1])))
    return `barred items: found the cuts ${cuts.join(', ')}; accepted: finite abilities, ascending`;
  return items.length === cuts.length + 1
    ? null
    : `barred items: found ${items.length} levels of ability; accepted: ${cuts.length + 1}, one more than there are cuts`;
}

/** For each level one entry per item: 1 if it is barred. @returns null for a position outside the bank */
export function barredAt(bank: CatBank, { items }: BarredItems): Uint8Array[] | null {
  const { count } = bank.items;
  const isInside = (j: number) => Number.isSafeInteger(j) && j >= 0 && j < count;
  if (!items.every((positions) => positions.every(isInside))) return null;
  return items.map((positions) => {
    const isBarred = new Uint8Array(count);
    for (const j of positions) isBarred[j] = 1;
    return isBarred;
  });
}
