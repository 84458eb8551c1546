import { TOO_LONG } from '../../scoring/absent.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import type { ReviewStore, RunItemAnswer, SessionItemAnswer } from './review-store.ts';

/** Parameters of one statement: runs and items together stay far below what databases take. */
const ITEMS = 500;
const RUNS = 100;

/** Answers to the items that a review changes. */
export function answersTo({
  read,
}: Access): Pick<ReviewStore, 'runAnswersTo' | 'sessionAnswersTo'> {
  return {
    async runAnswersTo(runs, items) {
      const found: RunItemAnswer[] = [];
      for (const someRuns of batches(runs, RUNS))
        for (const some of batches(items, ITEMS))
          found.push(
            ...(await read((db) =>
              db
                .selectFrom('answers')
                .innerJoin('examinees', 'examinees.id', 'answers.examinee')
                .select(['answers.run', 'examinees.name as examinee', 'answers.item'])
                .select(['answers.item_hash as itemHash', 'answers.extracted', 'answers.score'])
                .where('answers.run', 'in', someRuns)
                .where((eb) =>
                  eb.or([eb('answers.reason', 'is', null), eb('answers.reason', '!=', TOO_LONG)]),
                )
                .where('answers.item', 'in', some)
                .execute(),
            )),
          );
      return found;
    },

    async sessionAnswersTo(bank, items) {
      const found: SessionItemAnswer[] = [];
      for (const some of batches(items, ITEMS)) {
        const rows = await read((db) =>
          db
            .selectFrom('service_answers')
            .innerJoin('service_sessions', 'service_sessions.number', 'service_answers.session')
            .innerJoin('banks', 'banks.name', 'service_sessions.bank')
            .select(['service_sessions.id', 'service_sessions.examinee'])
            .select('service_sessions.created_at as startedAt')
            .select('service_sessions.configuration')
            .select(['service_answers.item', 'service_answers.score', 'service_answers.extracted'])
            .select((eb) => eb('service_answers.output', 'is not', null).as('hasOutput'))
            .where('service_sessions.bank', '=', bank)
            // A removed bank had no open sessions: those begun before this one was made are its sessions. Their fingerprints would
            // not tell, because they contain the recorded answers of their time.
            .whereRef('service_sessions.created_at', '>=', 'banks.created_at')
            .where('service_sessions.state', 'in', ['finished', 'ended'])
            .where('service_answers.item', 'in', some)
            .execute(),
        );
        for (const { configuration, hasOutput, ...row } of rows)
          found.push({
            ...row,
            configuration: JSON.parse(configuration),
            hasOutput: Boolean(hasOutput),
          });
      }
      return found;
    },
  };
}
