import type { Progress, Store } from 'thetarank';
import type { PreparedTrial } from '../ask/prepare-trial.ts';
import type { TrialPart } from '../ask/trial-parts.ts';
import { totalsByCall, totalsOf } from '../ask/trial-totals.ts';
import { OF_CALIBRATION, trialAnswers } from './trial-answers.ts';
import { PRIMARY, trialComparisons } from './trial-comparison.ts';
import {
  POOL_CALIBRATIONS,
  type PoolCalibration,
  trialMeasures,
  trialSteps,
} from './trial-measures.ts';
import { fitResult, type TrialOutcome } from './trial-result.ts';

/** The input for the outcome of a trial, besides the answers of its parts. */
export interface OutcomeSource
  extends Pick<PreparedTrial, 'trial' | 'parts' | 'responses' | 'recorded'> {
  readonly runs: readonly number[];
  /** Positions of the items that have every answer. */
  readonly items: readonly number[];
}

/** Fits all calibrations and measures them. */
export async function trialOutcome(
  store: Store,
  { trial, parts, runs, items, responses, recorded }: OutcomeSource,
  progress: Progress,
): Promise<TrialOutcome> {
  const pools = parts.slice(0, -1);
  const heldOut = parts.at(-1)!;
  const totals = await Promise.all(runs.map((run) => totalsByCall(store, run)));
  const jobs = pools.map(({ job }) => job);
  const answers = trialAnswers(jobs, heldOut.job, items, responses, recorded);
  const { rung, form, seed } = trial;
  const settings = { rung, forms: { ...form, seed: `${seed}-trial` } };
  const measures = withProgress(progress, trialSteps(pools.length, recorded.length), (onStep) =>
    trialMeasures(answers, settings, onStep),
  );
  const names = ({ group }: TrialPart) => group.synthesis.models.map(({ name }) => name);
  return {
    itemsLeftOut: heldOut.job.design.items - items.length,
    heldOut: {
      run: runs[pools.length],
      models: names(heldOut),
      ...totalsOf(heldOut.job.plan, totals[pools.length], () => true),
    },
    pools: pools.map((part, k) => ({
      pool: part.group.pool!,
      run: runs[k],
      models: names(part),
      samples: part.group.samples,
      calibrations: (Object.keys(POOL_CALIBRATIONS) as PoolCalibration[]).map((name, c) => ({
        ...measures.pools[k].calibrations[c],
        ...totalsOf(part.job.plan, totals[k], OF_CALIBRATION[name]),
      })),
      ...fitResult(measures.pools[k]),
    })),
    common: measures.common,
    comparisons: trialComparisons(measures),
    primary: PRIMARY,
  };
}

function withProgress<T>(
  progress: Progress,
  steps: number,
  use: (onStep: (doing: string) => void) => T,
): T {
  progress.start(steps, 'calibrations');
  try {
    return use((doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
}
