import type { Access } from '../access/access.ts';
import type { Store } from '../store.ts';

/** Who has answers to a bank, without reading the answers. */
export function answeredBy({ read }: Access): Pick<Store, 'answeredBy'> {
  return {
    answeredBy: (bank) =>
      read(async (db) => {
        const recorded = await db
          .selectFrom('responses')
          .innerJoin('banks', 'banks.id', 'responses.bank')
          .innerJoin('examinees', 'examinees.id', 'responses.examinee')
          .select('examinees.name')
          .where('banks.name', '=', bank)
          .orderBy('responses.id')
          .execute();
        const sessions = await db
          .selectFrom('service_sessions')
          .innerJoin('banks', 'banks.name', 'service_sessions.bank')
          .select('service_sessions.examinee')
          .distinct()
          .where('service_sessions.bank', '=', bank)
          .whereRef('service_sessions.created_at', '>=', 'banks.created_at')
          .where('service_sessions.state', 'in', ['finished', 'ended'])
          .where('service_sessions.person', '=', 0)
          .orderBy('service_sessions.examinee')
          .execute();
        return {
          recorded: recorded.map(({ name }) => name),
          sessions: sessions.map(({ examinee }) => examinee),
        };
      }),
  };
}
