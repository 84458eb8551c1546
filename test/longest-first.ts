import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, from the longest. What they take cannot be told from their size, which decides where nothing is known
 * of an earlier run; and one that is begun last keeps a core waiting.
 */
export const LONGEST = [
  'test/web/pages.test.ts',
  'test/server/jobs/job-service.test.ts',
  'test/e2e/live/kills.test.ts',
  'test/web/paths.test.ts',
  'test/scripts/research/trial/trial.test.ts',
  'test/e2e/package.test.ts',
  'test/server/failures/postgres-failures.test.ts',
  'test/cli/place.test.ts',
  'test/calibration/fit/degenerate.test.ts',
  'test/ranking/robust/prepare-robust.test.ts',
  'test/calibration/fit/marginal/degenerate.test.ts',
  'test/e2e/live/refresh-kills.test.ts',
  'test/cli/order.test.ts',
  'test/ranking/rank-on-threads.test.ts',
  'test/store/claims.test.ts',
  'test/calibration/fit/marginal/histogram.test.ts',
  'test/ranking/ordering/looks.test.ts',
  'test/sim/strange/strange.test.ts',
  'test/e2e/synthesize-batch.test.ts',
  'test/e2e/live/next-steps.test.ts',
  'test/property/irt-estimators.test.ts',
  'test/e2e/demo.test.ts',
  'test/ranking/live/prepare-live.test.ts',
  'test/cat/robust/posterior-right-answers.test.ts',
  'test/cli/bank-shared-data.test.ts',
  'test/calibration/synthesize/fit-synthesis.test.ts',
  'test/ranking/rank-recorded.test.ts',
  'test/calibration/fit/marginal/mirt.test.ts',
  'test/ranking/further-scores.test.ts',
  'test/calibration/fit/integrated/fit-integrated.test.ts',
  'test/e2e/live/feedback.test.ts',
  'test/e2e/watch/watch.test.ts',
  'test/e2e/live/hostile.test.ts',
  'test/ranking/place-answers.test.ts',
  'test/calibration/fit/marginal/standard-errors.test.ts',
  'test/e2e/synthesize.test.ts',
  'test/store/store.test.ts',
  'test/e2e/live/faults.test.ts',
  'test/ranking/live/test-growth.test.ts',
  'test/cli/calibrate/calibrate.test.ts',
  'test/web/live-run.test.ts',
  'test/cli/simulate/test-length/test-length.test.ts',
  'test/ranking/rank-costs.test.ts',
  'test/scripts/research/paper/paper.test.ts',
  'test/cli/untagged-bank.test.ts',
  'test/calibration/fit/order.test.ts',
  'test/cli/rank.test.ts',
  'test/calibration/kernel/stress.test.ts',
  'test/calibration/refresh/refresh-calibration.test.ts',
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
