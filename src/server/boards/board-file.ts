import { createHash } from 'node:crypto';
import { type Leaderboard, leaderboard } from '../../api/leaderboards.ts';
import { boardCsv } from './board-csv.ts';
import { boardHtml } from './board-html.ts';
import { boardSvg } from './board-svg.ts';

/** A leaderboard as a file. */
export interface BoardFile {
  readonly type: string;
  readonly body: string;
  /** Entity tag: another body has another one. */
  readonly etag: string;
}

type Format = keyof typeof FORMATS;

const FORMATS = {
  csv: { type: 'text/csv', write: async (board: Leaderboard) => boardCsv(board) },
  json: {
    type: 'application/json',
    write: async (board: Leaderboard) => `${JSON.stringify(leaderboard.parse(board), null, 2)}\n`,
  },
  html: { type: 'text/html', write: async (board: Leaderboard) => boardHtml(board) },
  svg: { type: 'image/svg+xml', write: boardSvg },
} as const;

/** The content types of the files. */
export const BOARD_TYPES = Object.values(FORMATS).map(({ type }) => type);

/** Files of leaderboards, as long as these are kept: drawing one takes many times as long as sending it. */
const written = new WeakMap<Leaderboard, Map<Format, Promise<BoardFile>>>();

/** A leaderboard in a format, written once for each state of it. */
export function boardFile(board: Leaderboard, format: Format): Promise<BoardFile> {
  let files = written.get(board);
  if (files === undefined) {
    files = new Map();
    written.set(board, files);
  }
  let file = files.get(format);
  if (file === undefined) {
    file = write(board, format);
    files.set(format, file);
    // A failure is not kept.
    file.catch(() => files.delete(format));
  }
  return file;
}

async function write(board: Leaderboard, format: Format): Promise<BoardFile> {
  const { type, write } = FORMATS[format];
  const body = await write(board);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}
