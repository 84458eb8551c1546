import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laminarOf } from '../../src/cat/assemble/laminar.ts';
import { requirementsOf } from '../../src/cat/assemble/requirements.ts';
import { ShadowTests } from '../../src/cat/assemble/shadow-tests.ts';
import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import type { Quota } from '../../src/cat/constrain/quotas.ts';
import { AdaptiveSession, resumeSession } from '../../src/cat/session.ts';
import type { StopRule } from '../../src/cat/stop/rules.ts';
import { ThetarankError } from '../../src/errors.ts';
import { loadSolver } from '../../src/highs-solver.ts';
import { bestByTrial, meets, type Rules } from '../cat/assemble/brute-force.ts';
import {
  byInformation,
  informationOf,
  simulatedItems,
  simulatedScores,
  sit,
  sitOutOfOrder,
} from '../cat/simulated.ts';
import { repetitions } from '../repetitions.ts';

const solver = await loadSolver();
const SIZE = 11;
const items = simulatedItems('3PL', SIZE, 'shadow tests');
const ids = Array.from({ length: SIZE }, (_, j) => `q${j}`);
const TAGS = { x: ['a', 'b', 'c'], y: ['d', 'e'], z: ['f', 'g'] };
const ABILITIES = [0, 0.7, 0.6, -0.9, 1.8];

const codes = (values: readonly string[]) =>
  fc.array(fc.nat(values.length - 1), { minLength: SIZE, maxLength: SIZE });
const quota = (tag: string, value: string) =>
  fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 2, max: 5 }))
    .map(([least, most]): Quota => ({ tag, value, least: least / 5, most: most / 5 }));
const quotas = fc.tuple(
  ...Object.entries(TAGS).flatMap(([tag, values]) =>
    values.map((value) => fc.option(quota(tag, value), { freq: 2 })),
  ),
);
const arbitrary = fc.record({
  codes: fc.record({ x: codes(TAGS.x), y: codes(TAGS.y), z: codes(TAGS.z) }),
  quotas: quotas.map((all) => all.filter((one) => one !== null)),
  length: fc.integer({ min: 2, max: 5 }),
  enemies: fc.array(fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 2, maxLength: 4 }), {
    maxLength: 3,
  }),
  budget: fc.option(fc.integer({ min: 3, max: 18 })),
  costs: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: SIZE, maxLength: SIZE }),
});
type Trial = typeof arbitrary extends fc.Arbitrary<infer T> ? T : never;

function caseOf(trial: Trial): { bank: CatBank; rules: Rules } {
  const tags = Object.fromEntries(
    Object.entries(TAGS).map(([tag, values]) => [
      tag,
      { values, codes: trial.codes[tag as keyof typeof TAGS] },
    ]),
  );
  return {
    bank: prepareBank(ids, items, tags, DEFAULT_BOUNDS, trial.costs),
    rules: {
      length: trial.length,
      quotas: trial.quotas,
      enemies: trial.enemies.map((set) => set.map((j) => ids[j])),
      budget: trial.budget ?? Number.POSITIVE_INFINITY,
    },
  };
}

const valuesAt = (bank: CatBank, ability: number) =>
  Float64Array.from(ids, (_, j) => informationOf(bank, j, ability));
const sumOf = (values: Float64Array, test: Iterable<number>) =>
  [...test].reduce((sum, j) => sum + values[j], 0);
const configurationOf = (rules: Rules, change: Partial<SessionConfiguration> = {}) => {
  const length: StopRule = { rule: 'length', items: rules.length };
  const stop: StopRule = Number.isFinite(rules.budget)
    ? { rule: 'any', of: [length, { rule: 'budget', most: rules.budget }] }
    : length;
  return { ...PUBLISHED, quotas: rules.quotas, enemies: rules.enemies, stop, ...change };
};

describe('shadow tests', () => {
  test('are the best of all tests that meet the requirements, if any does', () => {
    let possible = 0;
    let impossible = 0;
    fc.assert(
      fc.property(arbitrary, (trial) => {
        const { bank, rules } = caseOf(trial);
        const requirements = requirementsOf(bank, { ...rules, isOpen: () => true });
        const make = () => new ShadowTests(items, requirements, solver, { every: 1, within: 0 });
        if (bestByTrial(bank, rules, new Float64Array(SIZE)) === Number.NEGATIVE_INFINITY) {
          impossible++;
          expect(make).toThrow(/^content quotas: /);
          return;
        }
        possible++;
        const shadow = make();
        const asked: number[] = [];
        for (let place = 0; place < rules.length; place++) {
          const ability = ABILITIES[place];
          const values = valuesAt(bank, ability);
          shadow.assembleAt(ability, null);
          const free = ids.map((_, j) => j).filter((j) => shadow.has(j));
          const whole = [...asked, ...free];
          expect(meets(bank, rules, whole)).toBe(true);
          expect(sumOf(values, whole)).toBeCloseTo(bestByTrial(bank, rules, values, asked), 9);
          const [next] = byInformation(bank, ability, (j) => shadow.has(j));
          shadow.ask(next);
          asked.push(next);
        }
        expect(meets(bank, rules, asked)).toBe(true);
        expect(shadow.report.gap).toBe(0);
      }),
      { seed: 1, numRuns: repetitions(110, 25) },
    );
    expect(Math.min(possible, impossible)).toBeGreaterThan(repetitions(25, 5));
  });

  test('keep every session within its requirements, even if a greedy one runs out of items; arrivals and resuming change nothing', () => {
    let dry = 0;
    let all = 0;
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 3 }), (trial, lag) => {
        const { bank, rules } = caseOf(trial);
        if (bestByTrial(bank, rules, new Float64Array(SIZE)) === Number.NEGATIVE_INFINITY) return;
        all++;
        const scores = simulatedScores(bank, 0.3, 'shadow');
        const shadow = configurationOf(rules, { lag, assembly: { rule: 'shadow' } });
        const session = sit(new AdaptiveSession(bank, shadow, solver), scores);
        expect(
          meets(
            bank,
            rules,
            session.items().map(({ index }) => index),
          ),
        ).toBe(true);
        const scattered = new AdaptiveSession(bank, shadow, solver);
        expect(sitOutOfOrder(scattered, scores, 'arrivals').items()).toEqual(session.items());
        expect(scattered.shadowTests).toEqual(session.shadowTests);
        const record = JSON.parse(JSON.stringify(session.toRecord()));
        expect(resumeSession(bank, record, solver).toRecord()).toEqual(session.toRecord());
        const greedy = sit(
          new AdaptiveSession(bank, configurationOf(rules, { assembly: { rule: 'greedy' } })),
          scores,
        );
        if (greedy.length < rules.length) dry++;
      }),
      { seed: 2, numRuns: repetitions(60, 15) },
    );
    expect(all).toBeGreaterThan(repetitions(20, 5));
    expect(dry).toBeGreaterThan(2);
  });
});

describe('nested constraints', () => {
  /** Each value of y lies within one of x; enemy sets within one of y. */
  const nested = fc.record({
    y: fc.array(fc.nat(3), { minLength: SIZE, maxLength: SIZE }),
    quotas: fc
      .tuple(
        ...['a', 'b'].map((value) => fc.option(quota('x', value), { freq: 3 })),
        ...['d', 'e', 'f', 'g'].map((value) => fc.option(quota('y', value), { freq: 3 })),
      )
      .map((all) => all.filter((one) => one !== null)),
    length: fc.integer({ min: 2, max: 6 }),
    pairs: fc.boolean(),
  });

  test('the greedy choice equals that of a shadow test, and refuses items without one', () => {
    let possible = 0;
    fc.assert(
      fc.property(nested, (trial) => {
        if (trial.quotas.length === 0) return;
        const bank = prepareBank(ids, items, {
          x: { values: ['a', 'b'], codes: trial.y.map((code) => code >> 1) },
          y: { values: ['d', 'e', 'f', 'g'], codes: trial.y },
        });
        const twins = ids.filter((_, j) => trial.y[j] === 0);
        const enemies = trial.pairs && twins.length > 1 ? [twins.slice(0, 2)] : [];
        const rules = { ...trial, enemies, budget: Number.POSITIVE_INFINITY };
        const requirements = requirementsOf(bank, { ...rules, isOpen: () => true });
        expect(laminarOf(requirements)).not.toBeNull();
        const make = () => new AdaptiveSession(bank, configurationOf(rules));
        let shadow: ShadowTests;
        try {
          shadow = new ShadowTests(items, requirements, solver, { every: 1, within: 0 });
        } catch (error) {
          expect((error as ThetarankError).code).toBe('QUOTAS_IMPOSSIBLE');
          expect(make).toThrow(ThetarankError);
          return;
        }
        possible++;
        const session = make();
        const scores = simulatedScores(bank, -0.4, 'nested');
        while (session.stopped === null) {
          const { ability } = session.estimate;
          shadow.assembleAt(ability, null);
          const [{ index }] = session.next();
          expect(index).toBe(byInformation(bank, ability, (j) => shadow.has(j))[0]);
          shadow.ask(index);
          session.recordAt(index, scores[index]);
        }
        expect(session.length).toBe(trial.length);
        expect(session.shadowTests).toBeNull();
      }),
      { seed: 3, numRuns: repetitions(200, 40) },
    );
    expect(possible).toBeGreaterThan(repetitions(70, 14));
  });
});
