import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, from the longest. What they take cannot be told from their size, which decides where nothing is known
 * of an earlier run; and one that is begun last keeps a core waiting.
 */
export const LONGEST = [
  'test/e2e/live/kills.test.ts',
  'test/scripts/research/trial/trial.test.ts',
  'test/web/pages.test.ts',
  'test/e2e/live/hostile.test.ts',
  'test/calibration/fit/degenerate.test.ts',
  'test/ranking/rank-on-threads.test.ts',
  'test/e2e/synthesize.test.ts',
  'test/web/paths.test.ts',
  'test/calibration/fit/marginal/degenerate.test.ts',
  'test/store/claims.test.ts',
  'test/e2e/synthesize-batch.test.ts',
  'test/calibration/fit/marginal/histogram.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/watch/watch.test.ts',
  'test/calibration/kernel/stress.test.ts',
  'test/property/irt-estimators.test.ts',
  'test/cli/place.test.ts',
  'test/calibration/synthesize/fit-synthesis.test.ts',
  'test/e2e/live/faults.test.ts',
  'test/calibration/fit/integrated/fit-integrated.test.ts',
  'test/store/store.test.ts',
  'test/calibration/fit/marginal/mirt.test.ts',
  'test/ranking/rank-recorded.test.ts',
  'test/e2e/live/money.test.ts',
  'test/cli/bank-shared-data.test.ts',
  'test/ranking/robust/prepare-robust.test.ts',
  'test/server/jobs/job-service.test.ts',
  'test/store/processes.test.ts',
  'test/e2e/package.test.ts',
  'test/cli/untagged-bank.test.ts',
  'test/calibration/fit/marginal/standard-errors.test.ts',
  'test/cli/simulate/monte-carlo/monte-carlo.test.ts',
  'test/cli/simulate/test-length/test-length.test.ts',
  'test/cli/order.test.ts',
  'test/web/live-run.test.ts',
  'test/cli/rank.test.ts',
  'test/ranking/live/prepare-live.test.ts',
  'test/scripts/research/paper/paper.test.ts',
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
