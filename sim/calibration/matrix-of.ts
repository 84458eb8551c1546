import type { ResponseMatrix } from '../../src/irt/responses.ts';

/** The matrix of the scores that `score` gives, examinees e1, e2, … and items q1, q2, …. */
export function matrixOf(
  examinees: number,
  count: number,
  score: (i: number, j: number) => number,
): ResponseMatrix {
  const name = (prefix: string, n: number) =>
    Array.from({ length: n }, (_, k) => `${prefix}${k + 1}`);
  const cells = Array.from({ length: examinees * count }, (_, k) =>
    score(Math.floor(k / count), k % count),
  );
  return {
    examinees: name('e', examinees),
    items: name('q', count),
    scores: Float32Array.from(cells),
  };
}
