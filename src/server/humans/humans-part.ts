import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../store/store.ts';
import { type BankHumans, readHumans } from '../../workflow/bank/humans/read-humans.ts';

/** Human figures of banks. */
export interface HumansPart {
  /** Changes with the figures of a bank, its items and its recorded answers; null if the database does not have it. */
  mark(bank: string): Promise<string | null>;
  /** Null if no item that counts has any, or if the database does not have the bank. Read once for each state of a bank. */
  of(bank: string): Promise<BankHumans | null>;
}

/** Banks in memory: with 68,000 items and 34 recorded models one takes 20 MB. */
const IN_MEMORY = 4;

export function humansPart(store: Store): HumansPart {
  const known = new Map<string, { mark: string; humans: Promise<BankHumans | null> }>();
  const markOf = async (bank: string) => {
    // A built-in bank without text, or one that leaderboards outlive.
    const stored = await store.bank(bank);
    if (stored === undefined) return null;
    const [state, log] = await Promise.all([store.bankMark(bank), store.calibrationLog(bank)]);
    // The times tell banks apart that were removed and imported again with other figures: no hash covers these.
    return JSON.stringify([state, stored.createdAt, stored.changedAt, calibrationInForce(log)]);
  };
  return {
    mark: markOf,
    async of(bank) {
      const mark = await markOf(bank);
      if (mark === null) return null;
      const found = known.get(bank);
      if (found?.mark === mark) return found.humans;
      const entry = { mark, humans: readHumans(store, bank) };
      known.delete(bank);
      known.set(bank, entry);
      if (known.size > IN_MEMORY) known.delete(known.keys().next().value as string);
      entry.humans.catch(() => {
        if (known.get(bank) === entry) known.delete(bank);
      });
      return entry.humans;
    },
  };
}
