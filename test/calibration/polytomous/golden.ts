import { readFileSync } from 'node:fs';
import type { CategoryMatrix } from '../../../src/irt/polytomous/category-matrix.ts';
import type { MixedItem } from '../../../src/irt/polytomous/mixed-items.ts';
import { nominalOf } from '../../../src/irt/polytomous/nominal-parameters.ts';

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

/** An item of mirt's: a and b, or of the nominal model a1, ak0 …, d0 …. */
export function mirtItem(model: string, values: readonly number[]): MixedItem {
  const [a, ...rest] = values;
  if (model !== 'nominal') return { model: model as 'graded' | 'gpcm', a, b: rest };
  const half = rest.length / 2;
  const form = { a, scoring: rest.slice(0, half), intercepts: rest.slice(half) };
  return { model: 'nominal', ...nominalOf(form) };
}
