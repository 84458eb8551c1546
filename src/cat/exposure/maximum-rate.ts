import { randomStream } from '../../random.ts';
import type { BarredItems } from '../constrain/barred.ts';
import type { ExposureCounts } from './exposure-counts.ts';

/** Absorbs the rounding of rate × sessions, so that 0.1 × 30 gives 3 sessions. */
const ROUNDING = 1e-9;

/**
 * The restricted maximum rate, for a block of sessions at a time: after N sessions an item may be asked in
 *
 *     ⌊rate · (N + block)⌋ − (times asked so far)
 *
 * sessions of the next block, at least 0 and at most all, drawn at random. So at the end of every block no item has been asked
 * in more than `rate` of all sessions: a bound, not an expectation. Unused sessions of an item carry over.
 *
 * With a block of one session this is the rule of Revuelta & Ponsoda. Blocks let sessions run side by side.
 *
 * @returns for each session of the block the items it may not ask
 * @see Revuelta & Ponsoda (1998), Journal of Educational Measurement 35, 311–327
 */
export function maximumRateBars(
  counts: ExposureCounts,
  rate: number,
  block: number,
  seed: string,
): BarredItems[] {
  const stream = randomStream(seed, 'exposure', counts.sessions);
  const barred = Array.from({ length: block }, (): number[] => []);
  const allowed = Math.floor(rate * (counts.sessions + block) + ROUNDING);
  const { asked } = counts.levels[0];
  for (let j = 0; j < asked.length; j++) {
    let left = Math.min(block, Math.max(0, allowed - asked[j]));
    // Selection sampling (Knuth, The Art of Computer Programming 2, algorithm 3.4.2 S): exactly `left` of the block.
    for (let s = 0; s < block; s++) {
      if (stream() * (block - s) < left) left--;
      else barred[s].push(j);
    }
  }
  return barred.map((items) => ({ cuts: [], items: [items] }));
}
