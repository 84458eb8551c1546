import type { ItemParameters } from '../../irt/parameters.ts';
import type { Selector } from './selector.ts';

/**
 * Divides the test into stages of equal length and the bank into the same number of strata by discrimination. Stage n asks the
 * item of stratum n whose difficulty is closest to the estimate. Items of low discrimination come first, while the estimate is
 * poor; the others are kept for the end. Exposure is even without a bound. If a stratum has no eligible item left, the next
 * higher one is used; after the last, the next lower one.
 *
 * @param strata how many
 * @param blocked makes strata of similar difficulty: items sorted by difficulty form blocks of `strata` items, and the n-th of
 * each block by discrimination goes into stratum n
 * @see Chang & Ying (1999), Applied Psychological Measurement 23, 211–222; Chang, Qian & Ying (2001), ibid. 25, 333–341,
 * for blocks
 */
export function aStratified(strata: number, blocked: boolean): Selector {
  return ({ bank, ability, eligible, place, longest }) => {
    const { b, count } = bank.items;
    const stratumOf = stratumCodes(bank.items, strata, blocked);
    const stage = Math.min(strata - 1, Math.floor(((place - 1) * strata) / longest));
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    let distance = Number.POSITIVE_INFINITY;
    for (let j = 0; j < count; j++) {
      if (!eligible(j)) continue;
      const s = stratumOf[j];
      // 0 for the stage's own stratum, then upwards, then downwards.
      const detour = s >= stage ? s - stage : strata - 1 - s;
      const own = Math.abs(b[j] - ability);
      if (detour > nearest || (detour === nearest && best >= 0 && !(own < distance))) continue;
      best = j;
      nearest = detour;
      distance = own;
    }
    return best;
  };
}

const known = new WeakMap<ItemParameters, Map<string, Int32Array>>();

/** The stratum of every item, from 0; shared by all sessions on the same items. */
function stratumCodes(items: ItemParameters, strata: number, blocked: boolean): Int32Array {
  let own = known.get(items);
  if (own === undefined) {
    own = new Map();
    known.set(items, own);
  }
  const key = `${strata} ${blocked}`;
  let codes = own.get(key);
  if (codes === undefined) {
    codes = blocked ? blockedStrata(items, strata) : plainStrata(items, strata);
    own.set(key, codes);
  }
  return codes;
}

function plainStrata({ count, a }: ItemParameters, strata: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, j) => j);
  order.sort((x, y) => Math.abs(a[x]) - Math.abs(a[y]) || x - y);
  const codes = new Int32Array(count);
  order.forEach((j, n) => {
    codes[j] = Math.floor((n * strata) / count);
  });
  return codes;
}

function blockedStrata({ count, a, b }: ItemParameters, strata: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, j) => j);
  order.sort((x, y) => b[x] - b[y] || x - y);
  const codes = new Int32Array(count);
  for (let start = 0; start < count; start += strata) {
    const block = order
      .slice(start, start + strata)
      .sort((x, y) => Math.abs(a[x]) - Math.abs(a[y]) || x - y);
    block.forEach((j, n) => {
      codes[j] = Math.floor((n * strata) / block.length);
    });
  }
  return codes;
}
