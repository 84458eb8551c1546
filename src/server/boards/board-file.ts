import type { Leaderboard } from '../../api/leaderboards.ts';
import type { Language } from '../../languages/language.ts';
import { reportWords } from '../../languages/report-words.ts';
import type { Words } from '../../languages/words.ts';
import { boardCsv } from './board-csv.ts';
import { boardHtml } from './board-html.ts';
import { boardSvg } from './board-svg.ts';

/** A leaderboard as a file. */
export interface BoardFile {
  readonly type: string;
  readonly body: string;
}

type Format = keyof typeof FORMATS;

/** A format, and the language of what people read: CSV and JSON are the same in all. */
export interface WantedFile {
  readonly format: Format;
  readonly language: Language;
}

const FORMATS = {
  csv: { type: 'text/csv', write: async (board: Leaderboard) => boardCsv(board) },
  json: {
    type: 'application/json',
    write: async (board: Leaderboard) => `${JSON.stringify(board, null, 2)}\n`,
  },
  html: {
    type: 'text/html',
    write: async (board: Leaderboard, t: Words) => boardHtml(board, t),
  },
  svg: { type: 'image/svg+xml', write: boardSvg },
} as const;

/** The content types of the files. */
export const BOARD_TYPES = Object.values(FORMATS).map(({ type }) => type);

/** Files of leaderboards, as long as these are kept: drawing one takes many times as long as sending it. */
const written = new WeakMap<Leaderboard, Map<string, Promise<BoardFile>>>();

/** A leaderboard as a file, written once for each state of it. */
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

async function write(board: Leaderboard, { format, language }: WantedFile): Promise<BoardFile> {
  const { type, write } = FORMATS[format];
  return { type, body: await write(board, reportWords(language)) };
}
