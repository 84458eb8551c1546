import type { RunSummary } from '../../run/run-record.ts';
import { bankAsOf } from '../../tested-bank/bank-as-of.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';

/** What tells the comparison that is to be continued from others on the bank. */
export interface ResumedComparison {
  /** Names and sources of all its models. */
  readonly with: readonly string[];
  readonly seed: number;
  /** If they were given. */
  readonly items: number | undefined;
}

/**
 * The bank as it was when the newest such comparison began: its items were drawn by a calibration on the models recorded then. The bank as
 * it is if there is no such comparison, or if the bank of then cannot be had any more.
 * @param runs newest first
 */
export function bankToResume(
  live: LiveBank,
  runs: readonly RunSummary[],
  { with: models, seed, items }: ResumedComparison,
): LiveBank {
  const run = runs.find(({ configuration: own }) => {
    const comparison = own.comparison as { readonly with?: unknown } | undefined;
    return (
      own.bank === live.recorded.name &&
      own.seed === seed &&
      (items === undefined || own.items === items) &&
      JSON.stringify(comparison?.with) === JSON.stringify(models)
    );
  });
  return (run && bankAsOf(live, String(run.configuration.fingerprint))) ?? live;
}
