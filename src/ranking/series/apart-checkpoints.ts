import { holmDiscrete } from '../../statistics/holm-discrete.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** A checkpoint that may be apart from those beside it. */
export interface ApartCheckpoint {
  readonly at: number;
  /** Whether it is apart in a test that is corrected for the number of checkpoints. Others may be. */
  readonly isClear: boolean;
}

/** Corrected p of a checkpoint that is clearly apart, in each direction. */
const CLEARLY = 0.05;
/** Uncorrected p of one that may be: two answers outside and none on the other side have .125 (docs/evidence/series.md). */
const PERHAPS = 0.13;

/**
 * Checkpoints that are apart from those beside them, such as one that is broken, by the items that all three answered: an answer counts if
 * it is above or below both others, by how much. Where the run goes on from another level, or rises, answers are between the others. Of
 * the last checkpoint, which has two others before it, only a fall counts: a rise may go on. Nothing else is used but the answers.
 *
 * The clearest one is found first and is no neighbour of any other then: beside a broken checkpoint a good one would seem apart as well.
 *
 * @param rows by checkpoint its scores, NaN where it has no answer
 * @param weights of the items in the full score
 * @param strange checkpoints that are no neighbours of others for another reason
 */
export function apartCheckpoints(
  rows: readonly Float64Array[],
  weights: Float64Array,
  strange: readonly number[] = [],
): ApartCheckpoint[] {
  const clear: number[] = [];
  for (;;) {
    const tests = neighbourTests(rows, weights, clear, new Set([...strange, ...clear]));
    const most = tests
      .filter((own) => own.corrected < CLEARLY)
      .sort((x, y) => x.p - y.p || x.at - y.at)[0];
    if (most !== undefined) {
      clear.push(most.at);
      continue;
    }
    const perhaps = tests.filter(({ p }) => p < PERHAPS).map(({ at }) => at);
    return [
      ...clear.map((at) => ({ at, isClear: true })),
      ...perhaps.map((at) => ({ at, isClear: false })),
    ].sort((x, y) => x.at - y.at);
  }
}

/** Tests of the checkpoints that have two neighbours and are not yet found, each in its more significant direction. */
function neighbourTests(
  rows: readonly Float64Array[],
  weights: Float64Array,
  found: readonly number[],
  without: ReadonlySet<number>,
) {
  const tested = [...rows.keys()].flatMap((at) => {
    if (found.includes(at)) return [];
    const before = [...rows.keys()].filter((t) => t < at && !without.has(t)).reverse();
    const after = rows.findIndex((_, t) => t > at && !without.has(t));
    const isLast = after < 0;
    const [x, y] = isLast ? before : [before[0], after];
    if (x === undefined || y === undefined) return [];
    const differences = weights
      .map((w, j) => {
        const [one, other] = [rows[x][j], rows[y][j]];
        return w * outside(rows[at][j], Math.min(one, other), Math.max(one, other));
      })
      .filter((d) => !Number.isNaN(d));
    const fall = signFlipTest(differences.map((d) => -d));
    return [{ at, fall, rise: isLast ? null : signFlipTest(differences) }];
  });
  const falls = holmDiscrete(tested.map(({ fall }) => fall));
  const rising = tested.filter(({ rise }) => rise !== null);
  const rises = holmDiscrete(rising.map(({ rise }) => rise!));
  return tested.map(({ at, fall, rise }, k) => ({
    at,
    p: Math.min(fall.p, rise?.p ?? 1),
    corrected: Math.min(falls[k], rise === null ? 1 : rises[rising.indexOf(tested[k])]),
  }));
}

/** How far a score is above or below a range; NaN if one of the three is. */
function outside(score: number, low: number, high: number): number {
  return score - Math.min(high, Math.max(low, score));
}
