import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pickItemAnswers, type ResponseMatrix } from 'thetarank';

/** Answers of a CSV file with a header, gzipped or not. @param hasNames whether the first column names examinees */
export function recorded(path: string, hasNames: boolean): ResponseMatrix {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim();
  const rows = text.split(/\r?\n/).map((line) => line.split(',').slice(hasNames ? 1 : 0));
  const [items, ...cells] = rows;
  const value = (cell: string) => (cell === '' || cell === 'NA' ? Number.NaN : Number(cell));
  return {
    examinees: cells.map((_, i) => `e${i}`),
    items,
    scores: Float32Array.from(cells.flat(), value),
  };
}

/** Every `step`-th of the items that at least three examinees answered right and three wrong. */
export function thinned(matrix: ResponseMatrix, step: number): ResponseMatrix {
  const width = matrix.items.length;
  const isVarying = (j: number) => {
    const own = matrix.examinees.map((_, i) => matrix.scores[i * width + j]);
    return own.filter((u) => u > 0.5).length >= 3 && own.filter((u) => u < 0.5).length >= 3;
  };
  const all = Array.from({ length: width }, (_, j) => j).filter(isVarying);
  return pickItemAnswers(
    matrix,
    all.filter((_, k) => k % step === 0),
  );
}
