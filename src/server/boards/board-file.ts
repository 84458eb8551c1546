import type { Leaderboard } from '../../api/leaderboards.ts';
import { askedThread } from '../../threads/asked-thread.ts';
import type { BoardFileReply, BoardFileTask, WantedFile } from './write-board.ts';

/** A leaderboard as a file. */
export interface BoardFile {
  readonly type: string;
  readonly body: Buffer;
}

const TYPES = {
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  svg: 'image/svg+xml',
} as const;

/** The content types of the files. */
export const BOARD_TYPES = Object.values(TYPES);

/** Files of leaderboards, as long as these are kept: drawing one takes many times as long as sending it. */
const written = new WeakMap<Leaderboard, Map<string, Promise<BoardFile>>>();
/** One for all services of this process; it ends with it. */
const thread = askedThread<BoardFileTask, BoardFileReply>(import.meta.url, 'board-file-worker');

/** A leaderboard as a file, written once for each state of it, on a thread. */
export function boardFile(board: Leaderboard, wanted: WantedFile): Promise<BoardFile> {
  let files = written.get(board);
  if (files === undefined) {
    files = new Map();
    written.set(board, files);
  }
  const name = `${wanted.format} ${wanted.language}`;
  let file = files.get(name);
  if (file === undefined) {
    file = write(board, wanted);
    files.set(name, file);
    // A failure is not kept.
    file.catch(() => files.delete(name));
  }
  return file;
}

async function write(board: Leaderboard, wanted: WantedFile): Promise<BoardFile> {
  const reply = await thread.ask({ board, ...wanted });
  if ('error' in reply) throw new Error(reply.error);
  return { type: TYPES[wanted.format], body: Buffer.from(reply.body) };
}
