import { describe, expect, test } from 'vitest';
import { type PostHocRequest, postHoc, postHocSteps } from '../../../sim/post-hoc/post-hoc.ts';
import { STRATEGIES } from '../../../sim/post-hoc/strategies.ts';
import { recordedExaminees } from '../../../src/ranking/recorded-bank.ts';
import { failureOf } from '../../files/temporary.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

const bank = simulatedBank(MODELS, 150, { missing: 0.02 });
const request: PostHocRequest = {
  bank,
  lengths: [20, 60],
  strategies: Object.keys(STRATEGIES),
  folds: 4,
  seeds: 2,
  seed: 1,
  families: null,
};
let steps = 0;
const report = postHoc(request, () => steps++);

function answersOf(i: number): number {
  const { scores } = recordedExaminees(bank).examinees[i];
  return scores.filter((u) => !Number.isNaN(u)).length;
}

describe('a post-hoc simulation', () => {
  test('says what it is about', () => {
    const { results: _results, ...about } = report;
    expect(about).toEqual({
      bank: 'simulated',
      simulated: true,
      fullScore: 'items',
      examinees: 13,
      items: 150,
      split: { rule: 'family', tested: 13, calibrationModels: null },
      folds: 4,
      seeds: 2,
      seed: 1,
      comparison: null,
      families: { source: 'name prefix', count: 8 },
    });
  });

  test('has one result for each strategy and length, with every figure', () => {
    expect(report.results.map(({ strategy, length }) => [strategy, length])).toEqual(
      [
        ...['random', 'random-stratified', 'random-irt', 'anchors', 'regression'],
        ...['paper', 'balanced', 'robust'],
      ].flatMap((name) => [
        [name, 20],
        [name, 60],
      ]),
    );
    for (const result of report.results) {
      const { strategy, length, alarmRate, alarmRateMissed, ...figures } = result;
      for (const rate of [alarmRate, alarmRateMissed])
        expect(rate === null || (rate >= 0 && rate <= 1)).toBe(true);
      expect(Object.keys(figures).sort()).toEqual([
        ...['bias', 'coverage90', 'coverage90High', 'coverage90Low', 'itemsUsed', 'kendall', 'mae'],
        ...['ownCoverage90', 'ownCoverage90High', 'ownCoverage90Low'],
        ...['seKendall', 'seMae', 'seWidth90', 'spearman', 'width90'],
      ]);
      expect(Object.values(figures).every(Number.isFinite)).toBe(true);
      expect(figures.itemsUsed).toBeLessThanOrEqual(length);
      // A cluster of one item has no anchor for those who did not answer it.
      expect(figures.itemsUsed).toBeGreaterThan(
        strategy === 'anchors' ? 0.98 * length : length - 1e-9,
      );
      expect(figures.mae).toBeGreaterThanOrEqual(Math.abs(figures.bias));
    }
  });

  test('more items err less', () => {
    for (const name of request.strategies) {
      const [short, long] = report.results.filter(({ strategy }) => strategy === name);
      expect(long.mae).toBeLessThan(short.mae);
      expect(long.width90).toBeLessThan(short.width90);
    }
  });

  test('the same again is the same, another seed is not', () => {
    expect(postHoc(request)).toEqual(report);
    const strategies = ['random', 'paper'];
    const other = postHoc({ ...request, strategies, seed: 2 }).results;
    for (const name of strategies) {
      const of = (results: typeof other) => results.filter(({ strategy }) => strategy === name);
      expect(of(other)).not.toEqual(of(report.results));
    }
  });

  test('a strategy’s results do not depend on the others that are compared', () => {
    const alone = postHoc({ ...request, strategies: ['paper'] });
    expect(alone.results).toEqual(report.results.filter(({ strategy }) => strategy === 'paper'));
  });

  test('reports each step of work', () => {
    expect(steps).toBe(postHocSteps(request));
  });

  test('tests longer than any record: all answered items', () => {
    const { results } = postHoc({
      ...request,
      lengths: [150],
      strategies: ['random', 'random-stratified', 'anchors', 'regression', 'paper'],
      seeds: 1,
    });
    const { examinees } = recordedExaminees(bank);
    const answered = examinees.map(({ scores }) => scores.filter((u) => !Number.isNaN(u)).length);
    for (const { itemsUsed, mae, coverage90, width90 } of results) {
      expect(itemsUsed).toBeCloseTo(answered.reduce((sum, n) => sum + n, 0) / 13, 9);
      expect(mae).toBeLessThan(1e-9);
      expect(width90).toBeLessThan(1e-6);
      expect(coverage90).toBe(1);
    }
  });
});

describe('other splits', () => {
  const strategies = ['random', 'random-irt'];

  test('single models: every one is tested', () => {
    const { split, results } = postHoc({ ...request, strategies, split: 'random' });
    expect(split).toEqual({ rule: 'random', tested: 13, calibrationModels: null });
    const whole = report.results.filter(({ strategy }) => strategies.includes(strategy));
    // Random items and their mean need no calibration, and are drawn alike; predictions differ.
    expect(results[0]).toEqual(whole[0]);
    expect(results[2].mae).not.toBe(whole[2].mae);
  });

  test('the strongest: only these, in one fold, whose work is reported', () => {
    let steps = 0;
    const strongest = { ...request, strategies, split: 'strongest' as const };
    const { split, folds } = postHoc(strongest, () => steps++);
    expect(split).toEqual({ rule: 'strongest', tested: 3, calibrationModels: null });
    expect(folds).toBe(1);
    expect(steps).toBe(2 * (1 + 3));
    expect(postHocSteps(strongest)).toBe(steps);
    const { actual } = recordedExaminees(bank);
    const best = [...actual.keys()].sort((i, j) => actual[j] - actual[i]).slice(0, 3);
    const all = postHoc({ ...strongest, lengths: [150] }).results[0];
    expect(all.itemsUsed).toBeCloseTo(best.reduce((sum, i) => sum + answersOf(i), 0) / 3, 9);
  });

  test('fewer models in each calibration', () => {
    const few = postHoc({ ...request, strategies, calibrationModels: 4 });
    expect(few.split).toEqual({ rule: 'family', tested: 13, calibrationModels: 4 });
    const whole = report.results.filter(({ strategy }) => strategies.includes(strategy));
    expect(few.results[0]).toEqual(whole[0]);
    expect(few.results[2].mae).not.toBe(whole[2].mae);
    const error = failureOf(() => postHoc({ ...request, strategies, calibrationModels: 12 }));
    expect(error.code).toBe('TOO_FEW_EXAMINEES');
  });
});

describe('a comparison', () => {
  const compared = postHoc({
    ...request,
    strategies: ['random'],
    compare: ['random-irt', 'random'],
  });

  test('tests both strategies, those already asked for first', () => {
    const results = report.results.filter(({ strategy }) =>
      ['random', 'random-irt'].includes(strategy),
    );
    expect(compared.results).toEqual(results);
  });

  test('is of the figures in the results, first over second', () => {
    const [random20, random60, irt20, irt60] = compared.results;
    const { comparison } = compared;
    expect(comparison?.strategies).toEqual(['random-irt', 'random']);
    [
      [irt20, random20],
      [irt60, random60],
    ].forEach(([a, b], l) => {
      const { length, errorRatio, kendallDifference } = comparison!.lengths[l];
      expect(length).toBe(request.lengths[l]);
      expect(errorRatio.value).toBeCloseTo(a.mae / b.mae, 9);
      expect(kendallDifference.value).toBeCloseTo((a.kendall ?? 0) - (b.kendall ?? 0), 9);
    });
  });

  test('refuses a strategy that does not exist', () => {
    const error = failureOf(() => postHoc({ ...request, compare: ['random', 'papper'] }));
    expect(error.code).toBe('NAME_UNKNOWN');
  });
});

describe('refuses', () => {
  test.each(['papper', 'constructor'])('the strategy %s, naming the nearest', (name) => {
    const error = failureOf(() => postHoc({ ...request, strategies: ['random', name] }));
    expect(error.code).toBe('NAME_UNKNOWN');
    expect(error.message).toContain(`unknown strategy "${name}". `);
  });

  test('more items than the bank has', () => {
    expect(failureOf(() => postHoc({ ...request, lengths: [20, 301] })).code).toBe(
      'TOO_MANY_ITEMS',
    );
  });

  test('more folds than families', () => {
    const families = MODELS.map((_, i) => `f${i % 3}`);
    expect(failureOf(() => postHoc({ ...request, families })).code).toBe('TOO_FEW_EXAMINEES');
  });
});
