import fc from 'fast-check';
import { Matrix, solve } from 'ml-matrix';
import { expect, test } from 'vitest';
import { ArrowheadMatrix } from '../../src/irt/arrowhead-matrix.ts';
import { randomStream } from '../../src/random.ts';

/** Digits that elimination in another order than ml-matrix's may lose, for condition numbers up to a few thousand. */
const ROUNDING = 1e-10;

/** A precision matrix as answers make it: a diagonal, and for each answer w x x' with x on the head and one last coordinate. */
function drawn(head: number, tail: number, answers: number, seed: number) {
  const random = randomStream(`${seed}`, 'arrowhead');
  const size = head + tail;
  const diagonal = Float64Array.from({ length: size }, () => 0.1 + random());
  const matrix = new ArrowheadMatrix(size, head);
  matrix.setDiagonal(diagonal);
  const dense = Matrix.diag([...diagonal]);
  for (let t = 0; t < answers; t++) {
    const last = tail > 0 ? Math.floor(random() * tail) : -1;
    const x = Array.from({ length: size }, (_, d) =>
      d < head ? (random() < 0.5 ? 0 : random() - 0.5) : d - head === last ? 1 : 0,
    );
    const w = random();
    for (let r = 0; r < size; r++)
      for (let s = 0; s < size; s++) dense.set(r, s, dense.get(r, s) + w * x[r] * x[s]);
    for (let r = 0; r < head; r++)
      for (let s = 0; s <= r; s++) matrix.block[head * r + s] += w * x[r] * x[s];
    if (last < 0) continue;
    matrix.diagonal[last] += w;
    for (let r = 0; r < head; r++) matrix.border[head * last + r] += w * x[r];
  }
  return { matrix, dense, size };
}

const shapes = fc.record({
  head: fc.integer({ min: 1, max: 12 }),
  tail: fc.integer({ min: 0, max: 30 }),
  answers: fc.integer({ min: 0, max: 60 }),
  seed: fc.nat(),
});

test('agrees with a dense solver', () => {
  fc.assert(
    fc.property(shapes, ({ head, tail, answers, seed }) => {
      const { matrix, dense, size } = drawn(head, tail, answers, seed);
      const g = Float64Array.from({ length: size }, (_, d) => Math.sin(d + seed));
      const x = new Float64Array(size);
      matrix.factor();
      matrix.solve(g, x);
      const expected = solve(dense, Matrix.columnVector([...g])).to1DArray();
      expected.forEach((value, d) => {
        expect(Math.abs(x[d] - value)).toBeLessThan(ROUNDING * (1 + Math.abs(value)));
      });
    }),
  );
});

test('its inverse times itself is the identity, on both sides of the diagonal', () => {
  fc.assert(
    fc.property(shapes, ({ head, tail, answers, seed }) => {
      const { matrix, dense, size } = drawn(head, tail, answers, seed);
      const inverse = new Float64Array(size * size);
      matrix.factor();
      matrix.invert(inverse);
      const product = dense.mmul(Matrix.from1DArray(size, size, [...inverse]));
      const worst = product.sub(Matrix.identity(size)).abs().max();
      expect(worst).toBeLessThan(ROUNDING);
    }),
  );
});
