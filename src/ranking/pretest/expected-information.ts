import { information } from '../../irt/information.ts';

/** The normal density at equal steps of standard deviations, adding up to 1. */
const STEP = 0.25;
const FURTHEST = 4;
const NODES = Float64Array.from(
  { length: (2 * FURTHEST) / STEP + 1 },
  (_, k) => k * STEP - FURTHEST,
);
const MASS = NODES.reduce((sum, z) => sum + Math.exp(-0.5 * z * z), 0);
const WEIGHTS = NODES.map((z) => Math.exp(-0.5 * z * z) / MASS);

/**
 * The information that an answer is expected to have about the difficulty of an item, E[a²(Q/P)((P − c)/(1 − c))²], when the
 * distance of ability and difficulty is normal. It is that about ability, because P depends on their difference only.
 * @param distance mean of θ − b
 * @param sd its standard deviation, from the errors of both
 */
export function expectedInformation(
  distance: number,
  sd: number,
  slope: number,
  guessing: number,
): number {
  let sum = 0;
  for (let k = 0; k < NODES.length; k++)
    sum += WEIGHTS[k] * information(distance + sd * NODES[k], slope, 0, guessing, 1);
  return sum;
}
