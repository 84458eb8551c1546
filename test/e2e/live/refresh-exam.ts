import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exam, writeExam } from './exam.ts';

/** Recorded models, of which every second one comes later. */
const MODELS = 80;
const ITEMS = 60;
/** Items that all later models have wrong. */
export const DRIFTED = ['sum-11', 'sum-12'];

/** An exam whose later models answer in a file of their own: two items have drifted for them. */
export interface RefreshExam extends Exam {
  /** Recorded answers of the later models, CSV. */
  readonly later: string;
  readonly laterModels: readonly string[];
}

export function writeRefreshExam(folder: string): RefreshExam {
  const exam = writeExam(folder, 'refresh', ITEMS, { strong: 1.3, weak: -0.9 }, MODELS);
  const [header, ...rows] = readFileSync(exam.responses, 'utf8').trim().split('\n');
  const columns = header.split(',');
  const places = DRIFTED.map((item) => columns.indexOf(item));
  const isLater = (_: string, i: number) => i % 2 === 1;
  const later = rows
    .filter(isLater)
    .map((row) => row.split(',').map((cell, k) => (places.includes(k) ? '0' : cell)));
  const file = join(folder, 'later.csv');
  // Families are of the old file; later models are told apart by their names.
  const plain = (cells: readonly string[]) => [cells[0], ...cells.slice(2)].join();
  writeFileSync(file, `${[plain(columns), ...later.map(plain)].join('\n')}\n`);
  const old = rows.filter((row, i) => !isLater(row, i)).map((row) => plain(row.split(',')));
  writeFileSync(exam.responses, `${[plain(columns), ...old].join('\n')}\n`);
  return { ...exam, later: file, laterModels: later.map(([name]) => name) };
}
