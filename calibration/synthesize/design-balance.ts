import { type RandomStream, randomInteger } from '../../src/random.ts';
import type { SynthesisDesign } from './synthesis-design.ts';

/** The most tried exchanges per pair of participants … */
const TRIES_PER_PAIR = 2000;
/** … and in total, which takes some tenths of a second. */
const MOST_TRIES = 2_000_000;

/**
 * Evens out how many items pairs of participants share, in place: two random items exchange a participant if that does not
 * raise the sum of squares of the pair counts. Exchanges that leave the sum unchanged are made too, because they lead out of
 * local optima; small designs reach a balanced one if it exists (seven items of three among seven). Numbers of items per
 * participant and of participants per item do not change. Ends when no two counts differ by more than one, which is the
 * optimum, or after a fixed number of tries.
 * @param shared entry x·n + y: items that x and y share; updated. The diagonal is not read.
 */
export function balancePairs(
  { participants: n, items, starts, members }: SynthesisDesign,
  shared: Int32Array,
  random: RandomStream,
): void {
  if (n < 3 || items < 2) return;
  const tries = Math.min(MOST_TRIES, TRIES_PER_PAIR * n * n);
  const has = (item: number, x: number) => {
    for (let k = starts[item]; k < starts[item + 1]; k++) if (members[k] === x) return true;
    return false;
  };
  /** Removes or adds the pair counts of participant `x`, at place `at` of its item, with all others of that item. */
  const count = (item: number, at: number, x: number, by: number) => {
    for (let k = starts[item]; k < starts[item + 1]; k++) {
      if (k === at) continue;
      const y = members[k];
      shared[x * n + y] += by;
      shared[y * n + x] += by;
    }
  };
  /** Half the change of the sum of squares when `into` takes the place of `x`, the counts of both items apart. */
  const gain = (item: number, at: number, x: number, into: number) => {
    let sum = 0;
    for (let k = starts[item]; k < starts[item + 1]; k++) {
      if (k === at) continue;
      const y = members[k];
      sum += shared[x * n + y] - shared[into * n + y] - 1;
    }
    return sum;
  };
  const checkEvery = n * n;
  for (let round = 0; round < tries; round++) {
    if (round % checkEvery === 0 && isEven(shared, n)) return;
    const i = randomInteger(random, items);
    const j = randomInteger(random, items);
    const atX = starts[i] + randomInteger(random, starts[i + 1] - starts[i]);
    const atY = starts[j] + randomInteger(random, starts[j + 1] - starts[j]);
    const [x, y] = [members[atX], members[atY]];
    if (i === j || x === y || has(i, y) || has(j, x)) continue;
    // Exact unless another participant is in both items; the exchange is then better than computed.
    if (gain(i, atX, x, y) + gain(j, atY, y, x) < 0) continue;
    count(i, atX, x, -1);
    count(j, atY, y, -1);
    members[atX] = y;
    members[atY] = x;
    count(i, atX, y, 1);
    count(j, atY, x, 1);
  }
}

/** Whether the counts of no two pairs differ by more than one. */
function isEven(shared: Int32Array, n: number): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let x = 0; x < n; x++)
    for (let y = 0; y < x; y++) {
      const count = shared[x * n + y];
      if (count < least) least = count;
      if (count > most) most = count;
    }
  return most - least <= 1;
}
