import { describe, expect, test } from 'vitest';
import { type ExposedRequest, exposedSessions } from '../../../sim/exposure/exposed-sessions.ts';
import { findControl } from '../../../sim/exposure/find-control.ts';
import type { SessionKernel } from '../../../sim/monte-carlo/run/session-kernel.ts';
import { PUBLISHED, type SessionConfiguration } from '../../../src/cat/configuration.ts';
import {
  countChoices,
  type ExposureCounts,
  emptyCounts,
  exposureRates,
} from '../../../src/cat/exposure/exposure-counts.ts';
import type { ExposureRule } from '../../../src/cat/exposure/exposure-rules.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { bankOf, simulatedItems } from '../../cat/simulated.ts';
import { failureOf } from '../../files/temporary.ts';

const LENGTH = 10;
const bank = bankOf(simulatedItems('3PL', 120, 'exposure'));
const configuration: SessionConfiguration = {
  ...PUBLISHED,
  estimator: 'eap',
  stop: { rule: 'length', items: LENGTH },
};
const stream = randomStream('exposure', 'abilities');
const abilities = Float64Array.from({ length: 600 }, () => randomNormal(stream));

function run(exposure: ExposureRule, change: Partial<ExposedRequest> = {}) {
  const request = { bank, configuration, exposure, abilities, seed: '1', ...change };
  const steps = exposedSessions(request);
  const sessions: Sat[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) sessions.push(sat(step.value));
  return { sessions, counts: step.value };
}

/** What is left of a session when the next one begins. */
function sat(kernel: SessionKernel) {
  const { length, stopped, estimate, barred } = kernel;
  return {
    length,
    stopped,
    ability: estimate.ability,
    choices: kernel.choices(),
    scores: Array.from(kernel.scores.subarray(0, length)),
    barred: barred!.map((isBarred) => isBarred.slice()),
  };
}
type Sat = ReturnType<typeof sat>;
function drain<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const greatest = (counts: ExposureCounts) => Math.max(...exposureRates(counts));
/** Three standard errors of a rate in so many sessions. */
const noise = (rate: number, sessions: number) => 3 * Math.sqrt((rate * (1 - rate)) / sessions);

test('without a bound some items are asked of everyone', () => {
  expect(greatest(run({ rule: 'maximum-rate', rate: 1, block: 100 }).counts)).toBe(1);
});

describe('maximum rate', () => {
  test.each([
    [0.2, 100],
    [0.2, 7],
    [0.15, 40],
  ])('no item above %d at the end of any block of %d sessions', (rate, block) => {
    const { sessions } = run({ rule: 'maximum-rate', rate, block });
    expect(sessions).toHaveLength(600);
    const asked = new Float64Array(bank.items.count);
    sessions.forEach((session, n) => {
      expect(session.stopped).toBe(`${LENGTH} items`);
      for (const { index } of session.choices) asked[index]++;
      const isEnd = (n + 1) % block === 0 || n + 1 === sessions.length;
      if (isEnd) expect(Math.max(...asked)).toBeLessThanOrEqual(rate * (n + 1) + 1e-9);
    });
    // The bound is used: the items that all would ask reach it.
    expect(Math.max(...asked) / sessions.length).toBeGreaterThan(rate - 0.02);
  });
});

describe('eligibility', () => {
  const rule = { rule: 'eligibility', rate: 0.2, cuts: [], fading: 0.99, block: 10 } as const;
  /** The greatest rate at each level among the later sessions, when the chances have settled. */
  function settledRates(sessions: readonly Sat[], levels: number) {
    const counts = emptyCounts(bank.items.count, levels);
    for (const { choices, barred } of sessions.slice(300))
      countChoices(counts, choices, barred, bank.items.count);
    return counts.levels.map(({ visited, asked }) => ({
      visited,
      rate: Math.max(...asked) / visited,
    }));
  }

  test('without levels: the greatest rate comes down to the bound', () => {
    const { sessions, counts } = run(rule);
    expect(sessions.every(({ length }) => length === LENGTH)).toBe(true);
    const [{ rate }] = settledRates(sessions, 1);
    expect(rate).toBeLessThan(0.2 + noise(0.2, 300));
    expect(rate).toBeGreaterThan(0.2);
    // The first block asked the same items of all.
    expect(greatest(counts)).toBeGreaterThan(rate);
  });

  test('by level of ability: the bound holds among the sessions that came to a level', () => {
    const { sessions, counts } = run({ ...rule, rate: 0.3, cuts: [-0.7, 0.7] });
    for (const { visited, rate } of settledRates(sessions, 3)) {
      expect(visited).toBeGreaterThan(80);
      expect(rate).toBeLessThan(0.3 + noise(0.3, visited));
    }
    for (const { visited, asked, eligible } of counts.levels)
      asked.forEach((times, j) => {
        expect(times).toBeLessThanOrEqual(eligible[j]);
        expect(eligible[j]).toBeLessThanOrEqual(visited);
      });
    // One bound for all together leaves single levels far above it.
    const together = run({ ...rule, rate: 0.3 }).sessions.slice(300);
    const low = together.filter((session) => session.ability < -0.7);
    const asked = new Float64Array(bank.items.count);
    for (const session of low) for (const { index } of session.choices) asked[index]++;
    expect(Math.max(...asked) / low.length).toBeGreaterThan(0.3 + noise(0.3, low.length));
  });

  test('items that are barred at a level are not asked there', () => {
    const { sessions } = run(
      { ...rule, cuts: [0], block: 20 },
      { abilities: abilities.subarray(0, 100) },
    );
    let barredSomewhere = 0;
    for (const session of sessions.slice(20))
      for (const { index, level } of session.choices) {
        expect(session.barred[level][index]).toBe(0);
        if (session.barred[1 - level][index] === 1) barredSomewhere++;
      }
    expect(barredSomewhere).toBeGreaterThan(0);
  });
});

describe('Sympson-Hetter', () => {
  test('finds control parameters, says how it converged, and new sessions keep to the rate', () => {
    const request = {
      bank,
      configuration,
      rate: 0.25,
      examinees: 400,
      rounds: 15,
      seed: 'control',
    };
    const result = drain(findControl(request));
    expect(result.converged).toBe(true);
    expect(result.greatestRates).toHaveLength(result.round);
    expect(result.greatestRates[0]).toBe(1);
    expect(result.greatestRates.at(-1)).toBeLessThan(0.25 + noise(0.25, 400));
    const { control } = result;
    expect(control.every((k) => k > 0 && k <= 1)).toBe(true);
    expect(control.filter((k) => k === 1).length).toBeGreaterThanOrEqual(LENGTH);
    const { counts, sessions } = run({ rule: 'sympson-hetter', control, block: 100 });
    expect(sessions.every(({ length }) => length === LENGTH)).toBe(true);
    // The parameters were found with an error of their own.
    expect(greatest(counts)).toBeLessThan(0.25 + 2 * noise(0.25, 400));
  });

  test('if it did not converge, says so and gives the best round', () => {
    const request = { bank, configuration, rate: 0.1, examinees: 60, rounds: 3, seed: 'few' };
    const result = drain(findControl({ ...request, tolerance: 0 }));
    expect(drain(findControl({ ...request, tolerance: 0 }))).toEqual(result);
    expect(result.converged).toBe(false);
    expect(result.greatestRates).toHaveLength(3);
    expect(result.greatestRates[result.round - 1]).toBe(Math.min(...result.greatestRates));
  });
});

test('the sessions of a block do not depend on one another: in another order, the same items', () => {
  const rule = { rule: 'maximum-rate', rate: 0.2, block: 50 } as const;
  const first = run(rule, { abilities: abilities.subarray(0, 50) }).sessions;
  const other = abilities.slice(0, 50);
  other.set(abilities.subarray(300, 349), 0);
  // All examinees of the block but the last are others: the last one's test is the same.
  const last = run(rule, { abilities: other }).sessions[49];
  expect(last).toEqual(first[49]);
});

test.each<[ExposureRule, string]>([
  [{ rule: 'maximum-rate', rate: 0, block: 9 }, 'exposure rate 0; accepted: above 0, at most 1'],
  [
    { rule: 'maximum-rate', rate: 0.05, block: 100 },
    'with a rate of 0.05, 120 items are too few for tests of 10; the rate must be at least 0.08333333333333333',
  ],
  [
    { rule: 'maximum-rate', rate: 0.1, block: 9 },
    'in blocks of 9 sessions a rate of 0.1 is less than one session; use blocks of 10',
  ],
  [
    { rule: 'eligibility', rate: 0.2, cuts: [], fading: 1, block: 0 },
    'blocks of 0 sessions; accepted: a whole number from 1 to 100000',
  ],
  [
    { rule: 'eligibility', rate: 0.2, cuts: [1, 1], fading: 1, block: 5 },
    'exposure cuts 1, 1; accepted: finite abilities, ascending',
  ],
  [
    { rule: 'eligibility', rate: 0.2, cuts: [], fading: 0, block: 5 },
    'fading is 0; accepted: above 0, at most 1',
  ],
  [
    { rule: 'sympson-hetter', control: [1], block: 5 },
    'control parameters for 1 items; the bank has 120',
  ],
])('refuses %j', (exposure, reason) => {
  expect(failureOf(() => run(exposure)).message).toBe(`adaptive session: ${reason}`);
});
