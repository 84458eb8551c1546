import { describe, expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { failureOf } from '../files/temporary.ts';
import {
  bankOf,
  byInformation,
  KINDS,
  type Kind,
  simulatedItems,
  simulatedScores,
  sit,
} from './simulated.ts';

const length = (items: number): SessionConfiguration => ({
  ...PUBLISHED,
  stop: { rule: 'length', items },
});

describe('each item is the most informative one at the ability so far', () => {
  const cases: [Kind, number, number, readonly [number, number]][] = [
    ...KINDS.flatMap((kind) =>
      [1, 2, 3, 300, 1000].map((count): (typeof cases)[number] => [kind, count, 0, [-6, 6]]),
    ),
    ['3PL', 300, -6, [-6, 6]],
    ['3PL', 300, 6, [-6, 6]],
    ['steep', 300, -9, [-6, 6]],
    ['4PL', 1000, 9, [-6, 6]],
    ['3PL', 300, 0, [-1, 1]],
    ['steep', 300, 0, [-0.3, 0.2]],
  ];
  test.each(cases)('%s, %i items, start %f, bounds %j', (kind, count, start, bounds) => {
    const bank = bankOf(simulatedItems(kind, count, 'brute force'), {}, bounds);
    for (const ability of [-4, 0, 1, 4]) {
      const scores = simulatedScores(bank, ability, 'brute force');
      const session = new AdaptiveSession(bank, { ...length(40), start });
      const used = new Set<number>();
      while (session.stopped === null) {
        const expected = byInformation(bank, session.estimate.ability, (j) => !used.has(j))[0];
        const issued = session.next()[0];
        expect(issued?.index).toBe(expected);
        if (issued === undefined) break;
        used.add(issued.index);
        session.recordAt(issued.index, scores[issued.index]);
      }
      expect(used.size).toBe(Math.min(40, count));
    }
  });
});

test('no item twice, and none that is excluded', () => {
  const bank = bankOf(simulatedItems('3PL', 60, 'exclude'));
  const exclude = bank.ids.filter((_, j) => j % 3 === 0);
  const rules = [
    { rule: 'maximum-information' },
    { rule: 'randomesque', best: 7 },
    { rule: 'random' },
  ] as const;
  for (const select of rules) {
    const session = new AdaptiveSession(bank, { ...length(50), exclude, select });
    sit(session, simulatedScores(bank, 0, 'exclude'));
    const items = session.items().map(({ item }) => item);
    expect(new Set(items).size).toBe(40);
    expect(items.filter((item) => exclude.includes(item))).toEqual([]);
    expect(session.stopped).toBe('no eligible item left');
    expect(session.complete).toBe(true);
    expect(session.estimate.answers).toBe(40);
  }
});

describe('the estimate', () => {
  const bank = bankOf(simulatedItems('3PL', 200, 'estimate'));

  test('before the first answer is the start, with no information but the prior', () => {
    const prior = { mean: 0.5, sd: 2 };
    const of = (estimator: SessionConfiguration['estimator']) =>
      new AdaptiveSession(bank, { ...PUBLISHED, start: 0.3, prior, estimator }).estimate;
    for (const estimator of ['ml', 'wle'] as const)
      expect(of(estimator)).toMatchObject({ ability: 0.3, se: Infinity, answers: 0 });
    for (const estimator of ['map', 'eap'] as const)
      expect(of(estimator)).toMatchObject({ ability: 0.3, se: 2, answers: 0 });
  });

  test.each([
    ['right', 1],
    ['wrong', 0],
  ])('is EAP as long as all answers are %s, then ML', (_name, score) => {
    const session = new AdaptiveSession(bank, length(20));
    for (let place = 1; place <= 20; place++) {
      const [{ index }] = session.next();
      session.recordAt(index, place < 8 ? score : 1 - score);
      expect(session.estimate.estimator).toBe(place < 8 ? 'eap' : 'ml');
      expect(session.estimate.atBound).toBe(false);
    }
  });

  test('takes a fractional score for a mixed pattern', () => {
    const session = new AdaptiveSession(bank, length(20));
    session.recordAt(session.next()[0].index, 0.4);
    expect(session.estimate).toMatchObject({ estimator: 'ml', answers: 1 });
  });

  // The session adds to its grid answer by answer, the check sums over the answers at each node: another rounding.
  const ROUNDING = 1e-9;
  test.each(['ml', 'map', 'eap', 'wle'] as const)('%s is that of the answers', (estimator) => {
    const prior = { mean: -0.5, sd: 1.5 };
    const session = new AdaptiveSession(bank, { ...length(30), estimator, prior });
    const fractions = simulatedScores(bank, 0.7, 'fractions').map((u, j) =>
      j % 4 === 0 ? (u + 1) / 3 : u,
    );
    const row = new Float64Array(200).fill(Number.NaN);
    while (session.stopped === null) {
      const [{ index }] = session.next();
      row[index] = fractions[index];
      session.recordAt(index, fractions[index]);
      const answers = answersOf(bank.items, row);
      const grid = gridOf(answers, -6, 6, 0.01);
      const { estimator: used, ability, se } = session.estimate;
      const expected = estimateAbility(used, answers, grid, prior);
      expect(Math.abs(ability - expected.ability)).toBeLessThan(ROUNDING);
      expect(Math.abs(se - expected.se)).toBeLessThan(ROUNDING);
    }
  });
});

describe('next(count)', () => {
  const bank = bankOf(simulatedItems('3PL', 50, 'next'));

  test('asks as many as the lag allows, and nothing more until answers come', () => {
    const session = new AdaptiveSession(bank, { ...length(12), lag: 5 });
    expect(session.next(0)).toEqual([]);
    const first = session.next(3);
    expect(first.map(({ place }) => place)).toEqual([1, 2, 3]);
    const second = session.next(10);
    expect(second.map(({ place }) => place)).toEqual([4, 5]);
    expect(session.next()).toEqual([]);
    session.recordAt(first[1].index, 1);
    expect(session.next()).toEqual([]);
    session.recordAt(first[0].index, 1);
    expect(session.next(10)).toHaveLength(2);
    expect(session.length).toBe(7);
  });

  test('names the item by place, identifier and position', () => {
    const session = new AdaptiveSession(bank, length(12));
    const [issued] = session.next();
    expect(issued).toEqual({ place: 1, item: bank.ids[issued.index], index: issued.index });
    expect(session.items()).toEqual([{ ...issued, score: null }]);
    session.record(issued.item, 0.25);
    expect(session.items()).toEqual([{ ...issued, score: 0.25 }]);
  });
});

describe('record refuses', () => {
  const bank = bankOf(simulatedItems('3PL', 50, 'record'));
  const session = new AdaptiveSession(bank, length(12));
  const [{ item, index }] = session.next();
  const other = bank.ids[index === 0 ? 1 : 0];

  test.each([Number.NaN, -0.01, 1.01, Number.POSITIVE_INFINITY])('the score %f', (score) => {
    const error = failureOf(() => session.record(item, score));
    expect(error.code).toBe('SESSION_INVALID');
    expect(error.message).toBe(`adaptive session: item ${item}: score ${score}; accepted: 0 to 1`);
  });

  test('an item that was not asked, and one that is not in the bank', () => {
    const error = failureOf(() => session.record(other, 1));
    expect(error.code).toBe('SESSION_INVALID');
    expect(error.message).toBe(`adaptive session: item ${other} was not asked`);
    expect(failureOf(() => session.record('q99', 1)).code).toBe('ITEM_UNKNOWN');
  });

  test('a second answer, and leaves the first as it was', () => {
    session.record(item, 1);
    const before = session.toRecord();
    const error = failureOf(() => session.record(item, 0));
    expect(error.code).toBe('SESSION_INVALID');
    expect(error.message).toBe(`adaptive session: item ${item} has an answer already`);
    expect(session.toRecord()).toEqual(before);
  });
});
