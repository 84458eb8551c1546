import { knowPretest } from '../../../ranking/pretest/know-pretest.ts';
import { planPretest } from '../../../ranking/pretest/plan-pretest.ts';
import type { PretestPlan } from '../../../ranking/pretest/pretest-plan.ts';
import type { Store } from '../../../store/store.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import { pretestSource, type ReadTakers } from '../../../tested-bank/pretest-source.ts';
import type { SessionSettings } from '../settings/session-request.ts';
import type { PreparedBank } from './prepared-bank.ts';

/** Banks whose earlier tests are kept in memory. */
const BANKS = 20;

/** The pretest items of new sessions. */
export interface SessionPretests {
  /** What is known of the pretest items now, for a session that begins; null if it asks none. */
  plan(
    bank: LiveBank,
    settings: SessionSettings,
    prepared: PreparedBank,
  ): Promise<PretestPlan | null>;
}

export function sessionPretests(store: Store): SessionPretests {
  const read = new Map<string, ReadTakers>();
  const takersOf = (bank: string): ReadTakers => {
    const own: ReadTakers = read.get(bank) ?? new Map();
    read.delete(bank);
    read.set(bank, own);
    if (read.size > BANKS) read.delete(read.keys().next().value as string);
    return own;
  };
  return {
    async plan({ recorded, fingerprint, pretest }, settings, prepared) {
      if (settings.pretest === 0 || pretest === null) return null;
      // Of another version of the bank, other items may be those that count.
      const read = takersOf(`${recorded.name} ${fingerprint}`);
      const source = await pretestSource(store, recorded.name, pretest, read);
      const known = knowPretest(source, prepared.pretestScale());
      return planPretest(known, settings.pretest, `${settings.seed}/${settings.examinee}`);
    },
  };
}
