import { readFileSync } from 'node:fs';
import type { CategoryMatrix } from '../../../src/irt/polytomous/category-matrix.ts';

interface MirtFit {
  readonly data: string;
  readonly model: 'graded' | 'gpcm' | 'nominal';
  readonly logLikelihood: number;
  readonly items: number[][];
  readonly eap: [number, number][];
}

const file: { answers: Record<string, string[]>; fits: MirtFit[] } = JSON.parse(
  readFileSync(new URL('../../golden/polytomous/mirt.json', import.meta.url), 'utf8'),
);
export const FITS = file.fits;

export function matrixOf(rows: readonly (readonly number[])[]): CategoryMatrix {
  const width = rows[0].length;
  return {
    examinees: rows.map((_, i) => `e${i + 1}`),
    items: rows[0].map((_, j) => `i${j + 1}`),
    answers: Int16Array.from(rows.flat()),
    categories: Int32Array.from(
      { length: width },
      (_, j) => Math.max(...rows.map((row) => row[j])) + 1,
    ),
  };
}

export function goldenAnswers(data: string): CategoryMatrix {
  return matrixOf(file.answers[data].map((row) => [...row].map(Number)));
}
