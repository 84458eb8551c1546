import type { RunSummary } from '../../../run/run-record.ts';
import type { Store } from '../../../store/store.ts';

/** The runs of `rank --model`, `watch` and `compare` on a bank, newest first. */
export async function rankingRuns(store: Store, bank: string): Promise<RunSummary[]> {
  return (await store.runs()).filter(
    ({ configuration }) => configuration.format === 'thetarank-run' && configuration.bank === bank,
  );
}

/** Whether `watch` made a run. Checkpoints of one training are nearly one model many times, so they say little of items. */
export function isOfWatch({ configuration }: Pick<RunSummary, 'configuration'>): boolean {
  return configuration.watch === true;
}
