import { informationPeak } from '../../irt/information-peak.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { Criterion } from './by-criterion.ts';

/** Minus |b_j − θ̂|: the item whose difficulty is closest to the estimate (Urry 1970), catR's bOpt. */
export const closestDifficulty: Criterion = ({ bank, ability }) => {
  const { b } = bank.items;
  return (j) => -Math.abs(b[j] - ability);
};

const peaksOf = new WeakMap<ItemParameters, Float64Array>();

/**
 * Minus |θ*_j − θ̂|, with θ*_j the ability where the item is most informative: catR's thOpt. For two-parameter items it
 * is the closest difficulty; guessing moves θ* above b.
 * @see Li & Schafer (2005), Applied Psychological Measurement 29, 3–25; Magis (2013) for the upper asymptote
 */
export const closestPeak: Criterion = ({ bank, ability }) => {
  const { items } = bank;
  let peaks = peaksOf.get(items);
  if (peaks === undefined) {
    peaks = Float64Array.from({ length: items.count }, (_, j) =>
      informationPeak(items.a[j], items.b[j], items.c[j], items.d[j]),
    );
    peaksOf.set(items, peaks);
  }
  const known = peaks;
  return (j) => -Math.abs(known[j] - ability);
};
