import type { SuspectReason } from '../../../item-bank/audit/suspect.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import type { ReviewStore } from './review-store.ts';

/** Audits and the items that they suspect. */
export function auditTables(access: Access): Pick<ReviewStore, 'putAudit' | 'audit'> {
  return {
    putAudit: (bank, { bankVersion, options, at, suspects }) =>
      access.write(async (trx) => {
        const { id: audit } = await trx
          .insertInto('audits')
          .values({
            bank,
            bank_version: bankVersion,
            options: JSON.stringify(options),
            created_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const rows = suspects.map(({ item, probability, reasons, suggestedKey }, place) => ({
          audit,
          place,
          item,
          probability,
          reasons: JSON.stringify(reasons),
          suggested_key: suggestedKey === null ? null : JSON.stringify(suggestedKey),
        }));
        for (const some of batches(rows)) await trx.insertInto('suspects').values(some).execute();
        return audit;
      }),

    audit: (bank) =>
      access.read(async (db) => {
        const audit = await db
          .selectFrom('audits')
          .selectAll()
          .where('bank', '=', bank)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (audit === undefined) return null;
        const rows = await db
          .selectFrom('suspects')
          .selectAll()
          .where('audit', '=', audit.id)
          .orderBy('place')
          .execute();
        return {
          id: audit.id,
          bankVersion: audit.bank_version,
          options: JSON.parse(audit.options),
          at: audit.created_at,
          suspects: rows.map(({ item, probability, reasons, suggested_key }) => ({
            item,
            probability,
            reasons: JSON.parse(reasons) as SuspectReason[],
            suggestedKey: suggested_key === null ? null : (JSON.parse(suggested_key) as string[]),
          })),
        };
      }),
  };
}
