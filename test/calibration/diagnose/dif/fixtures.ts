import { type DifOptions, findDif } from '../../../../calibration/diagnose/dif/find-dif.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';

export const OPTIONS: DifOptions = {
  methods: ['mantel-haenszel', 'logistic'],
  correction: 'benjamini-hochberg',
  alpha: 0.05,
  strata: null,
  mostRounds: 1,
  families: null,
  arrangements: 999,
  seed: 1,
  engine: wasmEngine(1),
};

export function dif(
  matrix: ResponseMatrix,
  labels: ArrayLike<number>,
  options: Partial<DifOptions> = {},
) {
  return findDif(
    matrix,
    { labels: Float64Array.from(labels), dates: null },
    { ...OPTIONS, ...options },
  );
}

/** The rows of a matrix, each as often. */
export function copied(
  { examinees, items, scores }: ResponseMatrix,
  times: number,
): ResponseMatrix {
  const width = items.length;
  return {
    examinees: examinees.flatMap((name) => Array.from({ length: times }, (_, k) => `${name}-${k}`)),
    items,
    scores: Float32Array.from(
      examinees.flatMap((_, i) =>
        Array.from({ length: times }, () => [
          ...scores.subarray(i * width, (i + 1) * width),
        ]).flat(),
      ),
    ),
  };
}
