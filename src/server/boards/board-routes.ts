import {
  comparison,
  comparisonQuery,
  exportQuery,
  leaderboard,
  leaderboardList,
  leaderboardPath,
  leaderboardQuery,
} from '../../api/leaderboards.ts';
import { type Route, route } from '../route.ts';
import { boardCsv } from './board-csv.ts';
import type { BoardService } from './board-service.ts';

const READERS = ['administrator', 'runner', 'viewer'] as const;
const tag = 'Leaderboards';

/** Leaderboards and comparisons over HTTP. */
export function boardRoutes({ boards }: { readonly boards: BoardService }): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/leaderboards',
      tag,
      summary: 'The leaderboards, those that changed last first',
      description:
        'A leaderboard is of one bank in one version, one calibration, one strategy with its rules, and one prompt. It is there once a session of these has ended.',
      roles: READERS,
      reply: leaderboardList,
      handle: async ({ caller }) => ({ items: await boards.list(caller) }),
    }),
    route({
      method: 'GET',
      url: '/v1/leaderboards/:id',
      tag,
      summary: 'A leaderboard: scores, ranks, ties, and who beats whom',
      description:
        'Of expected scores, or of the recorded ones: `target`. docs/leaderboards.md says what ranks, ties and probabilities mean.',
      roles: READERS,
      params: leaderboardPath,
      query: leaderboardQuery,
      reply: leaderboard,
      handle: ({ params, query, caller }) => boards.get(params.id, query, caller),
    }),
    route({
      method: 'GET',
      url: '/v1/leaderboards/:id/export',
      tag,
      summary: 'A leaderboard as a file: CSV or JSON',
      roles: READERS,
      params: leaderboardPath,
      query: exportQuery,
      reply: null,
      types: ['text/csv', 'application/json'],
      async handle({ params, query, caller }) {
        const board = await boards.get(params.id, query, caller);
        return query.format === 'csv'
          ? { type: 'text/csv', body: boardCsv(board), file: `leaderboard-${board.id}.csv` }
          : {
              type: 'application/json',
              body: `${JSON.stringify(leaderboard.parse(board), null, 2)}\n`,
              file: `leaderboard-${board.id}.json`,
            };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/comparisons',
      tag,
      summary:
        'Two sessions side by side: their difference with its interval, by tag, and on common items',
      roles: READERS,
      query: comparisonQuery,
      reply: comparison,
      handle: ({ query, caller }) => boards.compare(query, caller),
    }),
  ];
}
