import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import type { StopRule } from '../../../src/cat/stop/rules.ts';
import { longestTest, stopReason } from '../../../src/cat/stop/stop-rules.ts';
import {
  bankOf,
  byInformation,
  informationOf,
  simulatedItems,
  simulatedScores,
  sit,
} from '../simulated.ts';

const upTo = (items: number): StopRule => ({ rule: 'length', items });
const precise = (below: number): StopRule => ({ rule: 'standard-error', below });
const exhausted = (below: number): StopRule => ({ rule: 'information-left', below });
const any = (...of: StopRule[]): StopRule => ({ rule: 'any', of });
const all = (...of: StopRule[]): StopRule => ({ rule: 'all', of });

/** A state in which no rule on estimates, classes or costs is met. */
const undecided = {
  ability: 0,
  estimateRange: () => Number.POSITIVE_INFINITY,
  logLikelihood: () => 0,
  affords: () => true,
};

describe('stopReason', () => {
  const at = (length: number, se: number, left = 1) => ({
    ...undecided,
    length,
    se,
    informationLeft: () => left,
  });
  test.each([
    [upTo(5), at(4, 1), null],
    [upTo(5), at(5, 1), '5 items'],
    [precise(0.3), at(9, 0.3), null],
    [precise(0.3), at(9, 0.29), 'standard error below 0.3'],
    [exhausted(0.1), at(9, 1, 0.1), null],
    [exhausted(0.1), at(9, 1, 0.09), 'no item left with information 0.1'],
    [any(upTo(5), precise(0.3)), at(4, 1), null],
    [any(upTo(5), precise(0.3)), at(4, 0.2), 'standard error below 0.3'],
    [any(upTo(5), precise(0.3)), at(5, 0.2), '5 items'],
    [all(upTo(5), precise(0.3)), at(5, 1), null],
    [all(upTo(5), precise(0.3)), at(4, 0.2), null],
    [all(upTo(5), precise(0.3)), at(5, 0.2), '5 items and standard error below 0.3'],
  ])('%j at %j: %s', (rule, state, reason) => {
    expect(stopReason(rule, state)).toBe(reason);
  });

  test('computes the information left only if a rule needs it', () => {
    const state = {
      ...undecided,
      length: 5,
      se: 1,
      informationLeft: () => {
        throw new Error('not asked for');
      },
    };
    expect(stopReason(any(upTo(5), exhausted(1)), state)).toBe('5 items');
  });
});

test.each([
  [upTo(5), 5],
  [precise(1), Number.POSITIVE_INFINITY],
  [exhausted(1), Number.POSITIVE_INFINITY],
  [any(upTo(9), precise(1), upTo(7)), 7],
  [all(upTo(9), upTo(7)), 9],
  [all(upTo(9), precise(1)), Number.POSITIVE_INFINITY],
  [any(all(upTo(20), precise(1)), upTo(40)), 40],
])('the longest test of %j has %d items', (rule, items) => {
  expect(longestTest(rule)).toBe(items);
});

describe('a session ends as soon as its rule is met', () => {
  const bank = bankOf(simulatedItems('3PL', 300, 'stop'));
  const scores = simulatedScores(bank, 0.4, 'stop');
  const stop = (rule: StopRule) =>
    sit(new AdaptiveSession(bank, { ...PUBLISHED, estimator: 'eap', stop: rule }), scores);
  /** Standard errors and the information left after 1, 2, … answers of the same test without a rule. */
  const course: { ability: number; se: number; left: number }[] = [];
  const session = new AdaptiveSession(bank, { ...PUBLISHED, estimator: 'eap', stop: upTo(100) });
  const used = new Set<number>();
  for (let items = session.next(); items.length > 0; items = session.next()) {
    used.add(items[0].index);
    session.recordAt(items[0].index, scores[items[0].index]);
    const { ability, se } = session.estimate;
    const [best] = byInformation(bank, ability, (j) => !used.has(j));
    course.push({ ability, se, left: informationOf(bank, best, ability) });
  }
  const first = (met: (at: { se: number; left: number }, n: number) => boolean) =>
    1 + course.findIndex((at, k) => met(at, k + 1));

  test('standard error', () => {
    const { length, stopped } = stop(any(precise(0.3), upTo(100)));
    expect(length).toBe(first(({ se }) => se < 0.3));
    expect(length).toBeLessThan(100);
    expect(stopped).toBe('standard error below 0.3');
  });

  test('information left', () => {
    const { length, stopped } = stop(any(exhausted(0.4), upTo(100)));
    expect(length).toBe(first(({ left }) => left < 0.4));
    expect(length).toBeGreaterThan(1);
    expect(length).toBeLessThan(100);
    expect(stopped).toBe('no item left with information 0.4');
  });

  test('a least and a greatest length around a standard error', () => {
    const within = (least: number, se: number, most: number) =>
      stop(any(upTo(most), all(upTo(least), precise(se))));
    const needed = first(({ se }) => se < 0.3);
    expect(within(1, 0.3, 100).length).toBe(needed);
    expect(within(needed + 5, 0.3, 100)).toMatchObject({
      length: needed + 5,
      stopped: `${needed + 5} items and standard error below 0.3`,
    });
    expect(within(1, 0.3, needed - 3)).toMatchObject({
      length: needed - 3,
      stopped: `${needed - 3} items`,
    });
  });

  test('estimates that stay within a range over the last answers', () => {
    const { length, stopped } = stop(
      any({ rule: 'estimate-change', last: 4, below: 0.1 }, upTo(100)),
    );
    const settled = course.findIndex((_, k) => {
      if (k < 4) return false;
      const recent = course.slice(k - 4, k + 1).map(({ ability }) => ability);
      return Math.max(...recent) - Math.min(...recent) < 0.1;
    });
    expect(settled).toBeGreaterThan(5);
    expect(length).toBe(settled + 1);
    expect(stopped).toBe('ability within 0.1 over the last 4 answers');
  });

  test('never, if the items run out first', () => {
    expect(stop(precise(0.001))).toMatchObject({ length: 300, stopped: 'no eligible item left' });
  });
});
