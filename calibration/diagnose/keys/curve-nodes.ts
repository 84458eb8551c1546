import { logComplement, logProbability } from '../../../src/irt/log-probability.ts';

/** Slopes and difficulties of the nodes over which item curves are integrated: abilities have mean 0 and variance 1. */
const SLOPES = [0.4, 0.7, 1, 1.4, 2, 3] as const;
const EASIEST = -4;
const HARDEST = 5;
const STEP = 0.5;

/** Item curves at nodes of slope and difficulty. */
export interface CurveNodes {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly count: number;
}

export function curveNodes(): CurveNodes {
  const difficulties = Array.from(
    { length: (HARDEST - EASIEST) / STEP + 1 },
    (_, k) => EASIEST + k * STEP,
  );
  const a = Float64Array.from(SLOPES.flatMap((slope) => difficulties.map(() => slope)));
  const b = Float64Array.from(SLOPES.flatMap(() => difficulties));
  return { a, b, count: a.length };
}

/** Logarithms of the probabilities of a right and of a wrong answer, node × ability. */
export interface CurveTable {
  readonly right: Float64Array;
  readonly wrong: Float64Array;
}

/** P = c + (1 − c) σ(a(θ − b)) at every node and ability. */
export function curveTable(
  { a, b, count }: CurveNodes,
  abilities: ArrayLike<number>,
  guessing: number,
): CurveTable {
  const width = abilities.length;
  const table = { right: new Float64Array(count * width), wrong: new Float64Array(count * width) };
  for (let k = 0; k < count; k++)
    for (let m = 0; m < width; m++) {
      table.right[k * width + m] = logProbability(abilities[m], a[k], b[k], guessing, 1);
      table.wrong[k * width + m] = logComplement(abilities[m], a[k], b[k], guessing, 1);
    }
  return table;
}
