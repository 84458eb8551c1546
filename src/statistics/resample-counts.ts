import { type RandomStream, randomInteger } from '../random.ts';

/** How often each of `count` units comes in a sample of `count` of them, drawn with replacement. */
export function resampleCounts(count: number, random: RandomStream): Float64Array {
  const counts = new Float64Array(count);
  for (let k = 0; k < count; k++) counts[randomInteger(random, count)]++;
  return counts;
}
