import { expect, test } from 'vitest';
import type { Program } from '../src/cat/assemble/program.ts';
import { loadSolver, MOST_NODES } from '../src/highs-solver.ts';

const solver = await loadSolver();

/** Of three things worth 3, 2 and 2 that weigh 3, 2 and 2, as many as weigh 4, and all or two of them. */
const knapsack = (most: number, count: [number, number]): Program => ({
  objective: Float64Array.of(3.5, 2, 2),
  columnLower: new Float64Array(3),
  columnUpper: new Float64Array(3).fill(1),
  rowLower: Float64Array.of(Number.NEGATIVE_INFINITY, count[0]),
  rowUpper: Float64Array.of(most, count[1]),
  starts: Int32Array.of(0, 2, 4, 6),
  indices: Int32Array.of(0, 1, 0, 1, 0, 1),
  values: Float64Array.of(3, 1, 2, 1, 2, 1),
});

test('a programme is solved with any numbers, with prices, and with whole ones', () => {
  const program = knapsack(4, [0, 3]);
  const relaxed = solver.solveRelaxed(program);
  expect(relaxed.status).toBe('optimal');
  // The first thing, and half of another.
  expect(relaxed.bound).toBeCloseTo(4.5, 9);
  expect(relaxed.columns![0]).toBeCloseTo(1, 9);
  // One more unit of weight brings half a thing of 2.
  expect(relaxed.prices![0]).toBeCloseTo(1, 9);
  const whole = solver.solveInteger(program, 0);
  expect(whole).toMatchObject({ status: 'optimal', prices: null });
  expect(Array.from(whole.columns!, Math.round)).toEqual([0, 1, 1]);
  expect(whole.bound).toBeCloseTo(4, 7);
});

test('what cannot be is said to be infeasible', () => {
  const program = knapsack(4, [3, 3]);
  expect(solver.solveRelaxed(program)).toMatchObject({ status: 'infeasible', columns: null });
  expect(solver.solveInteger(program, 0)).toMatchObject({ status: 'infeasible', columns: null });
});

test('the same programme gives the same solution, after any other', () => {
  const first = solver.solveInteger(knapsack(4, [0, 3]), 0);
  solver.solveInteger(knapsack(7, [0, 3]), 0);
  expect(solver.solveInteger(knapsack(4, [0, 3]), 0)).toEqual(first);
  expect(MOST_NODES).toBeGreaterThan(0);
  expect(loadSolver()).toBe(loadSolver());
});
