import { setAsideChange, setAsidePath, workerList } from '../../api/workers.ts';
import type { Parts } from '../parts.ts';
import { type Route, route } from '../route.ts';

const TAG = 'Workers';
/** Whoever looks sees what is at most this old, in ms. */
const AGE = 2_000;
/** Messages that were set aside which a reply has, and characters of an error. */
const MOST_SET_ASIDE = 100;
const LONGEST_ERROR = 2_000;

const NO_WORKERS =
  'With an SQLite file all work is done in the process of the service. For workers on other machines copy the data to PostgreSQL (thetarank store copy), and start serve and thetarank worker with that database.';

/** Routes that show workers and what they do, and decide about messages that failed at each try. */
export function workerRoutes({ workers }: Pick<Parts, 'workers'>): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/workers',
      tag: TAG,
      summary: 'List workers, their queues, and computations under way',
      description:
        'Of all workers on the database, at most two seconds old. Empty with an SQLite database; `reason` says so. Runners do not see the errors of messages that were set aside.',
      roles: ['administrator', 'runner'],
      reply: workerList,
      async handle({ caller }) {
        const { workers: alive, queues, computations, setAside } = await workers.seen(AGE);
        const seesErrors = caller.role === 'administrator';
        return {
          workers: alive.map(({ queues: takes, ...row }) => ({ ...row, takes: [...takes] })),
          queues: [...queues],
          computations: [...computations],
          setAside: setAside.slice(0, MOST_SET_ASIDE).map((message) => ({
            ...message,
            // An error that nobody foresaw can have anything in it: a question, an answer, a reply of a model.
            error: seesErrors ? message.error.slice(0, LONGEST_ERROR) : null,
          })),
          setAsideTotal: setAside.length,
          reason: workers.isShared ? null : NO_WORKERS,
        };
      },
    }),
    ...(['retry', 'discard'] as const).map((action) =>
      route({
        method: 'POST',
        url: `/v1/workers/set-aside/:id/${action}`,
        tag: TAG,
        summary: `${action === 'retry' ? 'Hand out again' : 'Remove'} a message that was set aside`,
        ...(action === 'retry' && {
          description:
            'It is tried four times more: a job runs again, a task is done. If the command of a task has ended, nobody waits for its result: start that command again instead, which tries it too.',
        }),
        roles: ['administrator'],
        params: setAsidePath,
        reply: setAsideChange,
        async handle({ params: { id } }) {
          await workers.change(action, id);
          return { id, action };
        },
      }),
    ),
  ];
}
