import { availableParallelism } from 'node:os';
import type { LengthReport } from '../../../../sim/test-length/length-report.ts';
import type { Store } from '../../../store/store.ts';
import { type RecordedSourceOptions, readRecordedSource } from '../../recorded-source.ts';
import type { StudyWatch } from '../study-watch.ts';
import type { LengthRequest } from './length-request.ts';
import { type LengthSource, readLengthSource } from './length-source.ts';
import { openReplications } from './replication-folder.ts';
import { runLengthSource } from './run-length-source.ts';

/** Which shortest test is looked for; confidence 0.95 and seed 1 by default. */
export type TestLengthRequest = Omit<LengthRequest, 'confidence' | 'seed'> &
  Partial<Pick<LengthRequest, 'confidence' | 'seed'>> &
  RecordedSourceOptions;

/** How a study is run; nothing of it changes what comes of it. */
export interface TestLengthOptions {
  /** Has the bank, where it is not built in. */
  readonly store?: Store;
  /** Threads; as many as there are processors by default. */
  readonly workers?: number;
  /** Keeps replications there. */
  readonly folder?: string;
  /** Continues with the study in the folder. */
  readonly resume?: boolean;
  readonly watch?: StudyWatch;
}

/**
 * Looks for the shortest test that reaches a target, such as `kendall>=0.95`, by simulated examinees on a calibrated bank,
 * or (`recorded: true`) by the recorded models of a bank on calibrations without them.
 *
 * @throws OPTION_INVALID, OPTIONS_CONFLICT, NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, and what is wrong with files
 */
export async function simulateTestLength(
  request: TestLengthRequest,
  {
    store,
    workers = availableParallelism(),
    folder,
    resume = false,
    watch,
  }: TestLengthOptions = {},
): Promise<LengthReport> {
  const whole = { confidence: 0.95, seed: 1, ...request };
  const source = await readLengthSource(whole, {
    readRecorded: () =>
      readRecordedSource(request, store === undefined ? null : (use) => use(store)),
  });
  const head = studyHead(source, whole.target);
  const kept = folder === undefined ? null : openReplications(folder, source.study, head, resume);
  return runLengthSource(source, { kept, folder: folder ?? null, workers }, watch);
}

/** What the file of a study says of it, for people. */
export function studyHead(source: LengthSource, target: readonly string[]) {
  return { target, seed: source.study.seed, bank: source.bank, ...lengthTestOf(source) };
}

/** How examinees are tested, by the names that options have. */
export function lengthTestOf({ study }: Pick<LengthSource, 'study'>) {
  return study.kind === 'recorded'
    ? { strategy: study.strategy, folds: study.folds }
    : {
        abilities: study.abilities.kind === 'models' ? 'models' : study.abilities,
        estimator: study.estimator,
        selector: study.select,
        calibratedOn: study.calibratedOn,
      };
}
