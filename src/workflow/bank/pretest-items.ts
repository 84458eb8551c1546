import { foldFit } from '../../ranking/fold-fit.ts';
import { knowPretest, type PretestScale } from '../../ranking/pretest/know-pretest.ts';
import type { KnownPretest } from '../../ranking/pretest/pretest-plan.ts';
import { pretestScale } from '../../ranking/pretest/pretest-scale.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { type LiveBank, readLiveBank } from '../../tested-bank/live-bank.ts';
import { pretestSource } from '../../tested-bank/pretest-source.ts';
import { NO_PROGRESS, type Progress } from '../progress.ts';

/** The pretest items of a bank, in its order, and how many tests asked some. */
export interface PretestState {
  readonly items: readonly KnownPretest[];
  readonly tests: number;
}

/**
 * What is known of the pretest items of a bank: on the scale of a kept calibration, or of one on the recorded models.
 * @throws NAME_UNKNOWN; OPTIONS_CONFLICT for a calibration of another bank
 */
export async function pretestState(
  store: Store,
  bank: string,
  calibration: number | undefined,
  progress: Progress = NO_PROGRESS,
): Promise<PretestState> {
  const live = await readLiveBank(store, bank, false);
  if (live.pretest === null) return { items: [], tests: 0 };
  const source = await pretestSource(store, bank, live.pretest);
  progress.start(1, 'calibrating');
  try {
    const { items } = knowPretest(source, await scaleOf(store, live, calibration));
    return { items, tests: source.takers.length };
  } finally {
    progress.stop();
  }
}

async function scaleOf(
  store: Store,
  live: LiveBank,
  calibration: number | undefined,
): Promise<PretestScale> {
  const plain = { askable: null };
  if (calibration !== undefined) {
    const kept = await calibratedBank(store, live, calibration);
    const { recorded } = kept.live;
    return pretestScale({ ...plain, recorded, calibration: { kept: kept.calibration } });
  }
  const { recorded } = live;
  const { examinees } = recorded.responses;
  if (examinees.length < FEWEST_RANKED)
    return pretestScale({ ...plain, recorded, calibration: null });
  const { parameters, abilities } = foldFit(recorded.responses);
  const part = { parameters, abilities, seen: examinees.map((_, i) => i), flagged: null };
  return pretestScale({ ...plain, recorded, calibration: { own: recorded, abilities, part } });
}
