import type { CheckpointChange } from './checkpoint-change.ts';
import type { KeptTest } from './kept-tests.ts';

/** How a checkpoint differs from the last one before it that is no shown loss. */
export interface JudgedChange extends CheckpointChange {
  /** Checkpoints between the two: each a shown loss, so nothing is compared with them. */
  readonly passedOver: readonly string[];
}

/**
 * Judges checkpoints by their kept tests alone, so that another look finds the same. A checkpoint with a shown loss is no baseline for
 * later ones: another that is as bad would pass.
 * @param changeOf the change between two tests; called once for each pair; null if one of them has no score
 * @param isAsked whether changes are decided; otherwise no loss is shown, and only the last two tests are compared
 * @returns judges the last of some tests of one training, in the order of their steps; null if there is nothing to compare it with
 */
export function checkpointJudge(
  changeOf: (from: KeptTest, to: KeptTest) => Promise<CheckpointChange | null>,
  isAsked: boolean,
): (tests: readonly KeptTest[]) => Promise<JudgedChange | null> {
  const known = new Map<string, Promise<CheckpointChange | null>>();
  const between = (from: KeptTest, to: KeptTest) => {
    const key = `${from.run} ${to.run}`;
    const change = known.get(key) ?? changeOf(from, to);
    known.set(key, change);
    return change;
  };
  return async (tests) => {
    let [baseline, ...later] = isAsked ? tests : tests.slice(-2);
    let passedOver: string[] = [];
    let judged: JudgedChange | null = null;
    for (const test of later) {
      const change = await between(baseline, test);
      judged = change === null ? null : { ...change, passedOver };
      if (change?.regression?.is === 'shown') {
        passedOver = [...passedOver, test.checkpoint];
      } else {
        baseline = test;
        passedOver = [];
      }
    }
    return judged;
  };
}
