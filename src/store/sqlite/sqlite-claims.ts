import type { Selectable } from 'kysely';
import type { Access } from '../access/access.ts';
import type { ClaimAttempt } from '../access/claims.ts';
import { lifeOf, ownMark, processWords } from '../access/process-mark.ts';
import type { Tables } from '../schema/tables.ts';

/** A claim is renewed so often, in ms. */
const RENEWAL = 15_000;
/**
 * After this time without a renewal, in ms, a process of unknown state counts as gone; it is long because an import keeps
 * writers waiting.
 */
const STALE = 60_000;

/**
 * Claims as rows with their process. A process known to have ended on this machine loses its run at once; one of unknown state
 * when its claim was not renewed for a minute.
 */
export function sqliteClaims(access: Access, clock: () => Date): ClaimAttempt {
  return async (run) => {
    const mark = ownMark();
    const held = await access.write(async (trx) => {
      const now = clock();
      const before = await trx
        .selectFrom('claims')
        .selectAll()
        .where('run', '=', run)
        .executeTakeFirst();
      const left = before === undefined ? 0 : timeLeft(before, now);
      if (before !== undefined && left > 0) {
        // The clock was set back since: it counts from now, or a claim of a process that has gone would hold for as long.
        if (Date.parse(before.renewed) > now.getTime() + RENEWAL)
          await trx
            .updateTable('claims')
            .set({ renewed: now.toISOString() })
            .where('run', '=', run)
            .execute();
        return { before, left };
      }
      const values = { ...mark, renewed: now.toISOString() };
      await trx
        .insertInto('claims')
        .values({ run, ...values })
        .onConflict((conflict) => conflict.column('run').doUpdateSet(values))
        .execute();
      return null;
    });
    if (held !== null)
      return {
        holder: processWords(held.before),
        free: held.left === Number.POSITIVE_INFINITY ? null : Math.ceil(held.left / 1000),
      };

    let renewing: Promise<void> | null = null;
    const renew = async () => {
      await access.write((trx) =>
        trx
          .updateTable('claims')
          .set({ renewed: clock().toISOString() })
          .where('run', '=', run)
          .where('host', '=', mark.host)
          .where('pid', '=', mark.pid)
          .execute(),
      );
    };
    const timer = setInterval(() => {
      // What fails is tried again next time; what is asked meanwhile meets the same database, and tells.
      renewing ??= renew()
        .catch(() => {})
        .finally(() => {
          renewing = null;
        });
    }, RENEWAL);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await renewing;
      await access.write((trx) =>
        trx
          .deleteFrom('claims')
          .where('run', '=', run)
          .where('host', '=', mark.host)
          .where('pid', '=', mark.pid)
          .execute(),
      );
    };
  };
}

/** For how many ms a claim still holds; without end where its process is known to live. */
function timeLeft(claim: Selectable<Tables['claims']>, now: Date): number {
  const life = lifeOf(claim);
  if (life === 'gone') return 0;
  if (life === 'alive') return Number.POSITIVE_INFINITY;
  return Math.min(STALE, Math.max(0, Date.parse(claim.renewed) + STALE - now.getTime()));
}
