import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, from the longest. What they take cannot be told from their size, which decides where nothing is known
 * of an earlier run; and one that is begun last keeps a core waiting.
 */
export const LONGEST = [
  'test/e2e/live/kills.test.ts',
  'test/e2e/package.test.ts',
  'test/ranking/rank-recorded.test.ts',
  'test/ranking/live/prepare-live.test.ts',
  'test/ranking/robust/prepare-robust.test.ts',
  'test/cli/order.test.ts',
  'test/property/irt-estimators.test.ts',
  'test/cli/bank-shared-data.test.ts',
  'test/scripts/research/trial/trial.test.ts',
  'test/calibration/synthesize/fit-synthesis.test.ts',
  'test/e2e/synthesize-batch.test.ts',
  'test/e2e/demo.test.ts',
  'test/cli/simulate/monte-carlo/monte-carlo.test.ts',
  'test/store/store.test.ts',
  'test/e2e/synthesize.test.ts',
  'test/cli/rank.test.ts',
  'test/ranking/further-scores.test.ts',
  'test/ranking/place-answers.test.ts',
  'test/sim/post-hoc/post-hoc.test.ts',
  'test/server/jobs/job-service.test.ts',
];

/** Begins with the files that take longest. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const known = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return known < 0 ? LONGEST.length : known;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
