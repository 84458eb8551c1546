import { randomStream } from '../../src/random.ts';

/** A 32-bit hash of a name, such as that of a model. */
export function nameKey(name: string): number {
  return Math.floor(randomStream('name', name, 'key')() * 2 ** 32) | 0;
}

/**
 * A uniform number in [0, 1) for one reflection, of 32 bits: a hash of the item's key, the generator, the critic, the repeat
 * and the round. A random stream per pair and item would take a hundred times as long, and with a shared stream each pair's
 * number would depend on the other pairs.
 * @see Wellons, hash-prospector (github.com/skeeto/hash-prospector), for the constants
 */
export function pairDraw(
  itemKey: number,
  generator: number,
  critic: number,
  repeat = 0,
  round = 0,
): number {
  let hash = mixed(itemKey);
  for (const part of [generator, critic, repeat, round]) hash = mixed((hash + part) | 0);
  return (hash >>> 0) / 2 ** 32;
}

/** Every bit of the result depends on every bit of `x`; different numbers stay different. 0 would stay 0 without the sum. */
function mixed(x: number): number {
  let hash = (x + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
