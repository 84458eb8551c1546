import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Criterion } from '../../../src/cat/select/by-criterion.ts';
import { closestDifficulty, closestPeak } from '../../../src/cat/select/closest.ts';
import { expectedInformation } from '../../../src/cat/select/expected-information.ts';
import { expectedPosteriorVariance } from '../../../src/cat/select/expected-posterior-variance.ts';
import { globalDiscrimination } from '../../../src/cat/select/global-discrimination.ts';
import { kullbackLeibler } from '../../../src/cat/select/kullback-leibler.ts';
import type { Selection } from '../../../src/cat/select/selector.ts';
import { SELECTORS, selectorOf } from '../../../src/cat/select/selectors.ts';
import { weightedInformation } from '../../../src/cat/select/weighted-information.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { bankOf } from '../simulated.ts';
import { selectionOf } from './selection.ts';

interface Golden {
  readonly bank: Record<'a' | 'b' | 'c', number[]>;
  readonly states: readonly {
    readonly theta: number;
    readonly items: readonly number[];
    readonly answers: string;
    readonly picks: Readonly<Record<string, { readonly item: number; readonly value: number }>>;
  }[];
}

const file = new URL('../../golden/cat/catr-selections.json', import.meta.url);
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'));
const bank = bankOf(itemParameters(golden.bank), {}, [-4, 4]);
/** The abilities that catR integrates over: 33 in [−4, 4]. */
const CATR_STEP = 0.25;
/** catR's estimates are off by up to 1.2e-4, and so are what it expects at the next ones; it picked at these. */
const CATR_ROOT = 1e-5;
const DIGITS = 1e-9;

const selectionAt = (state: Golden['states'][number], gridStep: number): Selection =>
  selectionOf(
    bank,
    state.items,
    Array.from(state.answers, Number),
    { ability: state.theta, estimator: 'map' },
    gridStep,
  );

const named = Object.entries(SELECTORS).flatMap(([rule, { catr }]) =>
  catr !== null && catr in golden.states[0].picks ? [{ rule, catr }] : [],
);

test('every rule that catR was asked for is here', () => {
  expect(named.map(({ catr }) => catr).sort()).toEqual(Object.keys(golden.states[0].picks).sort());
  expect(golden.states).toHaveLength(12);
});

describe.each(named)('$rule picks what catR picks by $catr', ({ rule, catr }) => {
  test.each([CATR_STEP, bank.gridStep])('in 12 states, abilities %d apart', (step) => {
    const select = selectorOf({ rule } as Parameters<typeof selectorOf>[0]);
    const picked = golden.states.map((state) => select(selectionAt(state, step)));
    expect(picked).toEqual(golden.states.map(({ picks }) => picks[catr].item));
  });
});

/** Σ of a function over catR's abilities, with the weights of its trapezoidal rule or plain. */
function sumOver({ grid }: Selection, of: (theta: number, q: number) => number, isPlain = false) {
  const end = grid.nodes.length - 1;
  const weight = (q: number) => (isPlain ? 1 : q === 0 || q === end ? CATR_STEP / 2 : CATR_STEP);
  return grid.nodes.reduce((sum, theta, q) => sum + weight(q) * of(theta, q), 0);
}
const likelihood = ({ grid }: Selection, q: number) => Math.exp(grid.logLikelihood[q]);
const posterior = (at: Selection, q: number) =>
  (likelihood(at, q) * Math.exp(-(at.grid.nodes[q] ** 2) / 2)) / Math.sqrt(2 * Math.PI);
const chance = (j: number, theta: number) =>
  probability(theta, bank.items.a[j], bank.items.b[j], bank.items.c[j], bank.items.d[j]);

describe('values are those of catR', () => {
  const near = (found: number, expected: number, relative: number) =>
    expect(Math.abs(found / expected - 1)).toBeLessThan(relative);

  test.each<[string, Criterion, typeof likelihood]>([
    ['MLWI', weightedInformation(false), likelihood],
    ['MPWI', weightedInformation(true), posterior],
    ['KL', kullbackLeibler(false), likelihood],
    ['KLP', kullbackLeibler(true), posterior],
  ])('%s, times the integral of the weights', (catr, criterion, weight) => {
    for (const state of golden.states) {
      const at = selectionAt(state, CATR_STEP);
      const { item, value } = state.picks[catr];
      const mass = sumOver(at, (_, q) => weight(at, q));
      near(criterion(at)(item) * mass, value, DIGITS);
    }
  });

  test.each<[string, Criterion, number]>([
    ['bOpt', closestDifficulty, DIGITS],
    ['thOpt', closestPeak, 1e-6],
  ])('%s, as a distance', (catr, criterion, digits) => {
    for (const state of golden.states) {
      const { item, value } = state.picks[catr];
      near(-criterion(selectionAt(state, CATR_STEP))(item), value, digits);
    }
  });

  test('MEI, but for the tolerance of its root finder', () => {
    const criterion = expectedInformation();
    for (const state of golden.states) {
      const { item, value } = state.picks.MEI;
      near(criterion(selectionAt(state, CATR_STEP))(item), value, CATR_ROOT);
    }
  });
});

describe('differences from catR', () => {
  test('GDI and GDIP: catR sums over its abilities with equal weights, also at the two ends', () => {
    for (const state of golden.states) {
      const at = selectionAt(state, CATR_STEP);
      for (const [catr, weight] of [
        ['GDI', likelihood],
        ['GDIP', posterior],
      ] as const) {
        const { item, value } = state.picks[catr];
        for (const isPlain of [true, false]) {
          const mass = sumOver(at, (_, q) => weight(at, q), isPlain);
          const mean = sumOver(at, (t, q) => weight(at, q) * chance(item, t), isPlain) / mass;
          const square = (t: number, q: number) => weight(at, q) * (chance(item, t) - mean) ** 2;
          const variance = sumOver(at, square, isPlain) / mass;
          const ours = globalDiscrimination(catr === 'GDIP')(at)(item);
          expect(Math.abs(variance / (isPlain ? value : ours) - 1)).toBeLessThan(DIGITS);
        }
      }
    }
  });

  test('MEPV: catR weighs right and wrong by the chance at the estimate, here by that over the posterior', () => {
    for (const state of golden.states) {
      const at = selectionAt(state, CATR_STEP);
      const { item, value } = state.picks.MEPV;
      const varianceAfter = (isRight: boolean) => {
        const weight = (t: number, q: number) =>
          posterior(at, q) * (isRight ? chance(item, t) : 1 - chance(item, t));
        const mass = sumOver(at, weight);
        const mean = sumOver(at, (t, q) => weight(t, q) * t) / mass;
        return sumOver(at, (t, q) => weight(t, q) * (t - mean) ** 2) / mass;
      };
      const expectedAt = (right: number) =>
        right * varianceAfter(true) + (1 - right) * varianceAfter(false);
      expect(Math.abs(expectedAt(chance(item, state.theta)) / value - 1)).toBeLessThan(DIGITS);
      const mass = sumOver(at, (_, q) => posterior(at, q));
      const mean = sumOver(at, (t, q) => posterior(at, q) * chance(item, t)) / mass;
      expect(-expectedPosteriorVariance()(at)(item)).toBeCloseTo(expectedAt(mean), 9);
    }
  });
});
