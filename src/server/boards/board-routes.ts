import {
  comparison,
  comparisonQuery,
  exportQuery,
  type Leaderboard,
  leaderboard,
  leaderboardList,
  leaderboardPath,
  leaderboardQuery,
} from '../../api/leaderboards.ts';
import { isKnown } from '../http/entity-tag.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { BOARD_TYPES, boardFile } from './board-file.ts';
import type { BoardService } from './board-service.ts';
import { sharedBoard } from './shared-board.ts';

const READERS = ['administrator', 'runner', 'viewer'] as const;
const tag = 'Leaderboards';
/** In place of a leaderboard that the client has; it is not sent. */
const NOTHING = {} as Leaderboard;

/** Leaderboards and comparisons over HTTP. */
export function boardRoutes({
  boards,
  context: { now },
}: {
  readonly boards: BoardService;
  readonly context: Pick<ServiceContext, 'now'>;
}): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/leaderboards',
      tag,
      summary: 'List the leaderboards, latest change first',
      description:
        'A leaderboard has one bank in one version, one calibration, one strategy with its rules, and one prompt. It appears when the first session with these has ended.',
      roles: READERS,
      reply: leaderboardList,
      async handle({ caller, request, reply }) {
        const { etag, read } = await boards.list(caller);
        return isKnown(request, reply, etag) ? { items: [] } : { items: await read() };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/leaderboards/:id',
      tag,
      summary: 'Show a leaderboard: scores, ranks, ties, and who beats whom',
      description:
        '`target` selects expected or recorded scores. docs/leaderboards.md explains ranks, ties and probabilities.',
      roles: READERS,
      params: leaderboardPath,
      query: leaderboardQuery,
      reply: leaderboard,
      isKept: true,
      async handle({ params, query, caller, request, reply }) {
        const { etag, read } = await boards.get(params.id, query, caller);
        return isKnown(request, reply, etag) ? NOTHING : read();
      },
    }),
    route({
      method: 'GET',
      url: '/v1/leaderboards/:id/export',
      tag,
      summary: 'Get a leaderboard as a file: CSV, JSON, an HTML page, or an SVG image',
      roles: READERS,
      params: leaderboardPath,
      query: exportQuery,
      reply: null,
      types: BOARD_TYPES,
      async handle({ params, query, caller }) {
        const board = await (await boards.get(params.id, query, caller)).read();
        const { type, body } = await boardFile(board, query);
        return { type, body, file: fileName(board, query.format, now()) };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/comparisons',
      tag,
      summary:
        'Compare two sessions: their difference with its interval, by tag, and on common items',
      roles: READERS,
      query: comparisonQuery,
      reply: comparison,
      handle: ({ query, caller }) => boards.compare(query, caller),
    }),
    sharedBoard(boards),
  ];
}

/** Such as `leaderboard-mmlu-pro-2026-11-23.html`. @param at ISO 8601, UTC */
function fileName({ bank }: Pick<Leaderboard, 'bank'>, format: string, at: string): string {
  const name = bank.replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  return `leaderboard-${name}-${at.slice(0, 10)}.${format}`;
}
