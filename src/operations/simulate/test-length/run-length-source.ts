import { type LengthReport, lengthReport } from '../../../../sim/test-length/length-report.ts';
import { modelInterval } from '../../../../sim/test-length/model-interval.ts';
import { replicationThreads } from '../../../../sim/test-length/replication-threads.ts';
import {
  type FinishedRace,
  type KeptReplications,
  raceOf,
  runRace,
} from '../../../../sim/test-length/run-length-study.ts';
import { normalQuantile } from '../../../statistics/normal-quantile.ts';
import type { Workers } from '../../../threads/thread-pool.ts';
import { span } from '../../../tracing/span.ts';
import type { Context } from '../../operation.ts';
import type { LengthSource } from './length-source.ts';

/** How a study is run; nothing of it changes what comes of it. */
export interface LengthRun {
  /** Replications that are kept, and where new ones are; null if they are not. */
  readonly kept: KeptReplications | null;
  /** The folder of these. */
  readonly folder: string | null;
  readonly workers: Workers;
}

/** Looks for the shortest test, by replications that follow one another until its interval is as narrow as asked for. */
export async function runLengthSource(
  { study, limits, examinees, recorded }: LengthSource,
  { kept, folder, workers }: LengthRun,
  { steps, keeps }: Pick<Context, 'steps' | 'keeps'>,
): Promise<LengthReport> {
  const race = raceOf(study, examinees, limits);
  const most = typeof workers === 'number' ? Math.min(workers, limits.maxReplications) : workers;
  const threads = replicationThreads(study, most);
  steps.start(limits.maxReplications, 'replications', 'most');
  let done = 0;
  const release = keeps(() => ({ folder, done, total: null, unit: 'replication' }));
  let finished: FinishedRace;
  try {
    finished = await runRace(race, threads, kept, (_, wasKept) => {
      done++;
      const { low, high } = race.bracket;
      const to = high === null ? `more than ${race.longest}` : String(high);
      const { expected } = race;
      if (expected !== null && expected < limits.maxReplications) steps.expect(expected, 'about');
      steps.advance(`replications; between ${low + 1} and ${to} items`, wasKept);
    });
  } finally {
    release();
    steps.stop();
    await threads.close();
  }
  return span('aggregate', {}, () => {
    const models =
      recorded === null
        ? null
        : modelInterval(
            finished.models,
            study.targets,
            recorded.actual,
            recorded.families,
            normalQuantile((1 - limits.confidence) / 2),
          );
    return lengthReport(study, examinees, limits, finished, models);
  });
}
