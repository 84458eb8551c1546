import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { ESTIMATORS } from '../../src/irt/estimate/estimate.ts';
import {
  bankOf,
  KINDS,
  simulatedItems,
  simulatedScores,
  sit,
  sitOutOfOrder,
} from '../cat/simulated.ts';
import { repetitions } from '../repetitions.ts';

const banks = KINDS.map((kind) => bankOf(simulatedItems(kind, 80, 'arrivals')));

test('any bank, configuration and order of arrival: the same items, estimate and record', () => {
  const arbitrary = fc.record({
    bank: fc.constantFrom(...banks),
    lag: fc.integer({ min: 1, max: 20 }),
    estimator: fc.constantFrom(...ESTIMATORS),
    start: fc.double({ min: -7, max: 7, noNaN: true }),
    ability: fc.double({ min: -5, max: 5, noNaN: true }),
    select: fc.constantFrom<SessionConfiguration['select']>(
      { rule: 'maximum-information' },
      { rule: 'randomesque', best: 3 },
      { rule: 'random' },
    ),
    items: fc.integer({ min: 1, max: 90 }),
    below: fc.double({ min: 0.05, max: 2, noNaN: true }),
    seed: fc.nat().map(String),
  });
  const property = fc.property(arbitrary, ({ bank, ability, items, below, ...change }) => {
    const configuration: SessionConfiguration = {
      ...PUBLISHED,
      ...change,
      stop: {
        rule: 'any',
        of: [
          { rule: 'length', items },
          { rule: 'standard-error', below },
          { rule: 'information-left', below: below / 20 },
        ],
      },
    };
    const scores = simulatedScores(bank, ability, change.seed);
    const inOrder = sit(new AdaptiveSession(bank, configuration), scores);
    const other = sitOutOfOrder(new AdaptiveSession(bank, configuration), scores, change.seed);
    expect(inOrder.complete).toBe(true);
    expect(other.toRecord()).toEqual(inOrder.toRecord());
    expect(other.estimate).toEqual(inOrder.estimate);
    expect(other.stopped).toBe(inOrder.stopped);
    expect(Number.isFinite(other.estimate.ability)).toBe(true);
    expect(other.estimate.ability).toBeGreaterThanOrEqual(bank.bounds[0]);
    expect(other.estimate.ability).toBeLessThanOrEqual(bank.bounds[1]);
  });
  fc.assert(property, { seed: 1, numRuns: repetitions(300, 60) });
});
