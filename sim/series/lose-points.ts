import type { RandomStream } from '../../src/random.ts';

/**
 * Answers of a later checkpoint: each right answer becomes wrong with the probability (loss + c)/s, and each wrong one right with c/(1 − s),
 * where s is the share of right answers. So the expected score falls by `loss`, and 2c of all answers change besides.
 * @param row 0 or 1, or NaN
 * @param loss below s − c; unit 1
 * @param churn c
 */
export function losePoints(
  row: Float32Array,
  loss: number,
  churn: number,
  random: RandomStream,
): Float32Array {
  const known = row.filter((u) => !Number.isNaN(u));
  const share = known.reduce((sum, u) => sum + u, 0) / known.length;
  const [lost, won] = [(loss + churn) / share, churn / (1 - share)];
  return row.map((u) => {
    const drawn = random();
    return u === 1 ? (drawn < lost ? 0 : 1) : u === 0 ? (drawn < won ? 1 : 0) : u;
  });
}
