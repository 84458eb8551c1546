import type { Access } from '../access/access.ts';
import { bankNamed, findBank } from '../banks/bank-row.ts';
import { answersTo } from './answers-to.ts';
import { auditTables } from './audits.ts';
import { changedSince } from './changed-since.ts';
import { review } from './review.ts';
import type { ReviewStore } from './review-store.ts';
import { readLog, reviewedBy } from './reviewed-items.ts';

/** Suspects, decisions, and what decisions change. */
export function reviewTables(access: Access): ReviewStore {
  return {
    ...auditTables(access),
    ...answersTo(access),
    reviewLog: (name) =>
      access.read(async (db) => {
        const bank = await findBank(db, name);
        return bank === undefined ? [] : readLog(db, bank.id);
      }),
    review: (name, entries, mark, isTrial = false) => review(access, name, entries, mark, isTrial),
    reviewed: (name, log) =>
      access.read(async (db) => {
        const { id } = await bankNamed(db, name);
        return reviewedBy(db, id, log ?? (await readLog(db, id)));
      }),
    changedSince: (name, version) => access.read((db) => changedSince(db, name, version)),
  };
}
