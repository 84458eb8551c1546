import type { Suspect } from '../../../../item-bank/audit/suspect.ts';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import type { ReviewEntry } from '../../../../item-bank/review/decision.ts';
import { foldLog } from '../../../../item-bank/review/fold-log.ts';
import type { KeptAudit } from '../../../store/review/review-store.ts';
import type { Store } from '../../../store/store.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';

/** A suspected item, and the decision about it that stands; null if there is none. */
export interface QueuedItem extends Suspect {
  readonly decision: ReviewEntry | null;
}

/** The review of a bank: what the newest audit suspects, and what was decided. */
export interface ReviewQueue {
  readonly bank: string;
  /** Version of the bank; null for a bank that is only built in. */
  readonly version: number | null;
  /** Null if the bank was not audited. */
  readonly audit: Omit<KeptAudit, 'suspects'> | null;
  /** Most suspicious first. */
  readonly suspects: readonly QueuedItem[];
  /** How many of the suspects have a decision. */
  readonly reviewed: number;
  /** Oldest first. */
  readonly log: readonly ReviewEntry[];
  /** Numbers of the entries of the log that are undone. */
  readonly undone: ReadonlySet<number>;
}

/** @throws NAME_UNKNOWN */
export async function reviewQueue(store: Store, bank: string): Promise<ReviewQueue> {
  const stored = isBuiltinBank(bank) ? await store.bank(bank) : await bankOf(store, bank);
  const log = await store.reviewLog(bank);
  const { standing, undone } = foldLog(log);
  const found = await store.audit(bank);
  const suspects = (found?.suspects ?? []).map((suspect) => ({
    ...suspect,
    decision: standing.get(suspect.item) ?? null,
  }));
  const { suspects: _, ...audit } = found ?? { suspects: [] };
  return {
    bank,
    version: stored?.version ?? null,
    audit: found === null ? null : (audit as Omit<KeptAudit, 'suspects'>),
    suspects,
    reviewed: suspects.filter(({ decision }) => decision !== null).length,
    log,
    undone,
  };
}
