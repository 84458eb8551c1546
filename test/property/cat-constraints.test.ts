import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_BOUNDS, prepareBank } from '../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import type { SelectRule } from '../../src/cat/select/selector.ts';
import { SELECT_NAMES, SELECTORS } from '../../src/cat/select/selectors.ts';
import { AdaptiveSession, resumeSession } from '../../src/cat/session.ts';
import { simulatedItems, simulatedScores, sit, sitOutOfOrder } from '../cat/simulated.ts';
import { repetitions } from '../repetitions.ts';

const SIZE = 50;
const ids = Array.from({ length: SIZE }, (_, j) => `q${j}`);
const costs = ids.map((_, j) => 1 + (j % 5));
const bank = prepareBank(ids, simulatedItems('4PL', SIZE, 'rules'), {}, DEFAULT_BOUNDS, costs);

const positions = fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 15 });
const arbitrary = fc.record({
  select: fc
    .constantFrom(...SELECT_NAMES.filter((name) => name !== 'expected-information'))
    .map((rule) => ({ rule, ...SELECTORS[rule].options }) as SelectRule),
  enemies: fc.array(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 2, maxLength: 8 }), {
    maxLength: 6,
  }),
  barred: fc.tuple(positions, positions, positions).map((items) => ({ cuts: [-0.5, 0.8], items })),
  most: fc.integer({ min: 10, max: 80 }),
  lag: fc.integer({ min: 1, max: 6 }),
  last: fc.integer({ min: 1, max: 6 }),
  length: fc.integer({ min: 1, max: 30 }),
  ability: fc.double({ min: -3, max: 3, noNaN: true }),
  seed: fc.nat().map(String),
});

test('any rule: no item twice, no enemies together, none barred, within the budget, and resumed the same', () => {
  const property = fc.property(arbitrary, ({ most, last, length, ability, ...change }) => {
    const configuration: SessionConfiguration = {
      ...PUBLISHED,
      ...change,
      estimator: 'eap',
      stop: {
        rule: 'any',
        of: [
          { rule: 'length', items: length },
          { rule: 'budget', most },
          { rule: 'estimate-change', last, below: 0.02 },
          { rule: 'sprt', cut: 0, indifference: 0.3, alpha: 0.02, beta: 0.02 },
          { rule: 'confidence-classification', cuts: [-1, 1.5], confidence: 0.99 },
        ],
      },
    };
    const scores = simulatedScores(bank, ability, change.seed);
    const session = sit(new AdaptiveSession(bank, configuration), scores);
    const asked = session.items().map(({ index }) => index);
    expect(session.complete).toBe(true);
    expect(new Set(asked).size).toBe(asked.length);
    for (const set of change.enemies)
      expect(asked.filter((j) => set.includes(ids[j])).length).toBeLessThanOrEqual(1);
    for (const { index, level } of session.choices())
      expect(change.barred.items[level]).not.toContain(index);
    expect(asked.reduce((sum, j) => sum + costs[j], 0)).toBeLessThanOrEqual(most);
    expect(asked.length).toBeLessThanOrEqual(length);

    const record = JSON.parse(JSON.stringify(session.toRecord()));
    const resumed = resumeSession(bank, record);
    expect(resumed.toRecord()).toEqual(session.toRecord());
    expect(resumed.estimate).toEqual(session.estimate);
    const half = { ...record, items: record.items.slice(0, Math.ceil(record.items.length / 2)) };
    const continued = sit(resumeSession(bank, half), scores);
    expect(continued.toRecord()).toEqual(session.toRecord());
    expect(continued.stopped).toBe(session.stopped);
    const other = sitOutOfOrder(new AdaptiveSession(bank, configuration), scores, change.seed);
    expect(other.toRecord()).toEqual(session.toRecord());
    expect(other.stopped).toBe(session.stopped);
  });
  fc.assert(property, { seed: 1, numRuns: repetitions(200, 60) });
});
