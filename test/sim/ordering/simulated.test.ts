import { describe, expect, test } from 'vitest';
import { drawBank } from '../../../sim/ordering/simulated/draw-bank.ts';
import { pairedDecision } from '../../../sim/ordering/simulated/paired-test.ts';
import { type OrderOutcome, replicateOrders } from '../../../sim/ordering/simulated/replication.ts';
import { repetitions } from '../../repetitions.ts';

const BANK = { items: 90, examinees: 16, guessing: 0.2, tagEffects: 0 };

describe('orders of simulated models', () => {
  const count = repetitions(6, 2);
  const runs = Array.from({ length: count }, (_, r) =>
    replicateOrders(
      {
        ...BANK,
        spacings: [
          { spacing: 0, models: [2, 6] },
          { spacing: 0.4, models: [6] },
        ],
        shares: [0.3, 0.8],
        allocation: 'equal',
      },
      `orders/${r}`,
    ),
  );
  const of = (match: Partial<OrderOutcome>) =>
    runs.map(
      (run) =>
        run.find((outcome) =>
          Object.entries(match).every(
            ([key, value]) => outcome[key as keyof OrderOutcome] === value,
          ),
        )!,
    );
  const withWrong = (outcomes: readonly OrderOutcome[]) =>
    outcomes.filter(({ wrong }) => wrong > 0).length;

  test('an order of recorded scores says little of expected ones: of equal models nearly every run orders some', () => {
    const same = { spacing: 0, models: 6, share: 0.8 };
    expect(withWrong(of({ ...same, by: 'recorded' }))).toBeGreaterThanOrEqual((5 / 6) * count);
    expect(withWrong(of({ ...same, by: 'expected' }))).toBeLessThanOrEqual(count / 6);
  });

  test('of models .4 logits apart the order of expected scores has as many pairs as a paired test, and fewer than that of recorded ones', () => {
    const apart = { spacing: 0.4, models: 6, share: 0.8 };
    const ordered = (by: OrderOutcome['by']) =>
      of({ ...apart, by }).reduce((sum, outcome) => sum + outcome.ordered, 0);
    expect(ordered('expected')).toBeGreaterThanOrEqual(ordered('paired'));
    expect(ordered('recorded')).toBeGreaterThan(1.2 * ordered('expected'));
    expect(withWrong(of({ ...apart, by: 'expected' }))).toBe(0);
  });

  test('the outcomes are of the models in the middle, and of the items asked', () => {
    for (const [outcome] of [of({ spacing: 0, models: 2, share: 0.3, by: 'expected' })])
      expect(outcome).toMatchObject({ pairs: 1, spent: 54 });
    expect(of({ models: 6, by: 'paired' })[0]).toMatchObject({ pairs: 15, squaredZ: null });
  });
});

test('adaptive runs keep to the budget, and the paired test is of the same items', () => {
  const outcomes = replicateOrders(
    {
      ...BANK,
      spacings: [{ spacing: 1, models: [3] }],
      shares: [0.5],
      allocation: 'adaptive',
    },
    'adaptive',
  );
  const [recorded, expected, paired] = outcomes;
  expect(outcomes.map(({ by }) => by)).toEqual(['recorded', 'expected', 'paired']);
  for (const { spent } of outcomes) expect(spent).toBeLessThanOrEqual(135);
  expect(recorded.spent).toBeLessThanOrEqual(expected.spent);
  expect(paired.spent).toBe(expected.spent);
});

test('models without a spacing have the same expected score, to the digit; others are in their order', () => {
  for (const tagEffects of [0, 0.4]) {
    const same = drawBank({ ...BANK, tagEffects, models: 4, spacing: 0 }, 's');
    expect(new Set(same.expected).size).toBe(1);
    expect(new Set(same.recorded).size).toBeGreaterThan(1);
  }
  const { expected, recorded } = drawBank({ ...BANK, models: 5, spacing: 1 }, 's');
  expect([...expected]).toEqual([...expected].sort((x, y) => x - y));
  // 5 standard errors of a share of 90.
  for (const [m, score] of expected.entries())
    expect(Math.abs(recorded[m] - score)).toBeLessThan(5 * Math.sqrt(0.25 / 90));
});

test('the paired test: t of the differences on the items both were asked', () => {
  const a = Float64Array.of(1, 1, 1, 0, 1, 1, 1, 0, 1, Number.NaN);
  const b = Float64Array.of(0, 1, 0, 0, 0, 1, 0, 1, 0, 1);
  // t = 1.8353 with 8 degrees of freedom; integrating its density numerically gives p = 0.10379.
  expect(pairedDecision(a, b, 0.105)).toBe('above');
  expect(pairedDecision(b, a, 0.105)).toBe('below');
  expect(pairedDecision(a, b, 0.102)).toBe('undecided');
  expect(pairedDecision(a, a, 0.5)).toBe('undecided');
  expect(
    pairedDecision(
      a,
      a.map(() => Number.NaN),
      0.5,
    ),
  ).toBe('undecided');
});
