import { type Leaderboard, sharedPath, sharedQuery } from '../../api/leaderboards.ts';
import { isKnown, tagOf } from '../http/entity-tag.ts';
import { SHARED_HEADERS } from '../http/security-headers.ts';
import { type Route, route } from '../route.ts';
import { BOARD_TYPES, boardFile } from './board-file.ts';
import type { BoardService } from './board-service.ts';

/** A key, and the ending that chooses the format; without one it is a page. */
const LINK = /^(?<key>.*?)(?:\.(?<ending>svg|json|csv))?$/s;
const formatOf = (link: string) =>
  (LINK.exec(link)?.groups?.ending ?? 'html') as 'html' | 'svg' | 'json' | 'csv';

/** Leaderboards as links show them, as long as these are kept. */
const shown = new WeakMap<Leaderboard, Leaderboard>();

/** Ids of sessions lead readers of a link nowhere, and are no business of theirs. */
function withoutSessions(board: Leaderboard): Leaderboard {
  let own = shown.get(board);
  if (own === undefined) {
    own = { ...board, rows: board.rows.map((row) => ({ ...row, session: null })) };
    shown.set(board, own);
  }
  return own;
}

/** The leaderboard of a link, for readers without a key of their own. */
export function sharedBoard(boards: Pick<BoardService, 'get'>): Route {
  return route({
    method: 'GET',
    url: '/shared/:link',
    tag: 'Leaderboards',
    summary: 'Show the leaderboard of a link: an HTML page, SVG image, JSON or CSV',
    description:
      'The key of the link is in the address, so browsers and image tags can open it. Links that are unknown, revoked or expired get 404.',
    roles: ['link'],
    keyOf: ({ params }) => LINK.exec((params as { link: string }).link)?.groups?.key ?? '',
    params: sharedPath,
    query: sharedQuery,
    reply: null,
    types: BOARD_TYPES,
    async handle({ params, query, caller, request, reply }) {
      // Keys of this role have one.
      const wanted = caller.leaderboard!;
      const format = formatOf(params.link);
      const { language } = query;
      const { etag, read } = await boards.get(wanted.id, wanted, caller);
      reply.headers(SHARED_HEADERS[format]);
      if (isKnown(request, reply, tagOf(etag, format, language))) return { type: '', body: '' };
      return boardFile(withoutSessions(await read()), { format, language });
    },
  });
}
