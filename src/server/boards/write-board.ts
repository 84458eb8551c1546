import type { Leaderboard } from '../../api/leaderboards.ts';
import type { Language } from '../../languages/language.ts';
import { reportWords } from '../../languages/report-words.ts';
import type { Words } from '../../languages/words.ts';
import { boardCsv } from './board-csv.ts';
import { boardHtml } from './board-html.ts';
import { boardSvg } from './board-svg.ts';

/** A format, and the language of what people read: CSV and JSON are the same in all. */
export interface WantedFile {
  readonly format: keyof typeof WRITERS;
  readonly language: Language;
}

/** A message to the thread that writes files, and from it. */
export type BoardFileTask = WantedFile & { readonly board: Leaderboard };
export type BoardFileReply = { readonly body: string } | { readonly error: string };

const WRITERS = {
  csv: boardCsv,
  json: (board: Leaderboard) => `${JSON.stringify(board, null, 2)}\n`,
  html: (board: Leaderboard, t: Words) => boardHtml(board, t),
  svg: boardSvg,
} as const;

/** A leaderboard as the text of a file. */
export async function writtenBoard({ board, format, language }: BoardFileTask): Promise<string> {
  return WRITERS[format](board, reportWords(language));
}
