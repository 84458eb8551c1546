import { describe, expect, test } from 'vitest';
import { type PostHocRequest, postHoc, postHocSteps } from '../../../sim/post-hoc/post-hoc.ts';
import { STRATEGIES } from '../../../sim/post-hoc/strategies.ts';
import { recordedExaminees } from '../../../src/ranking/recorded-bank.ts';
import { failureOf } from '../../files/temporary.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

const bank = simulatedBank(MODELS, 300, { missing: 0.02 });
const request: PostHocRequest = {
  bank,
  lengths: [20, 60],
  strategies: Object.keys(STRATEGIES),
  folds: 4,
  seeds: 2,
  seed: 1,
  families: null,
};
const report = postHoc(request);

describe('a post-hoc simulation', () => {
  test('says what it is about', () => {
    const { results: _results, ...about } = report;
    expect(about).toEqual({
      bank: 'simulated',
      simulated: true,
      fullScore: 'items',
      examinees: 13,
      items: 300,
      folds: 4,
      seeds: 2,
      seed: 1,
      families: { source: 'name prefix', count: 8 },
    });
  });

  test('has one result for each strategy and length, with every figure', () => {
    expect(report.results.map(({ strategy, length }) => [strategy, length])).toEqual(
      ['random', 'random-irt', 'paper', 'balanced'].flatMap((name) => [
        [name, 20],
        [name, 60],
      ]),
    );
    for (const result of report.results) {
      const { strategy: _strategy, length, ...figures } = result;
      expect(Object.keys(figures).sort()).toEqual([
        ...['bias', 'coverage90', 'itemsUsed', 'kendall', 'mae', 'ownCoverage90'],
        ...['seKendall', 'seMae', 'spearman', 'width90'],
      ]);
      expect(Object.values(figures).every(Number.isFinite)).toBe(true);
      expect(figures.itemsUsed).toBe(length);
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
    expect(postHoc({ ...request, seed: 2 }).results).not.toEqual(report.results);
  });

  test('a strategy’s results do not depend on the others that are compared', () => {
    const alone = postHoc({ ...request, strategies: ['paper'] });
    expect(alone.results).toEqual(report.results.filter(({ strategy }) => strategy === 'paper'));
  });

  test('reports each step of work', () => {
    let steps = 0;
    postHoc(request, () => steps++);
    expect(steps).toBe(postHocSteps(request));
  });

  test('items that no model was asked to the end: all there are', () => {
    const { results } = postHoc({
      ...request,
      lengths: [300],
      strategies: ['random', 'paper'],
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

describe('refuses', () => {
  test.each(['papper', 'constructor'])('the strategy %s, naming the nearest', (name) => {
    const error = failureOf(() => postHoc({ ...request, strategies: ['random', name] }));
    expect(error.code).toBe('NAME_UNKNOWN');
    expect(error.message).toContain(`unknown strategy "${name}". Did you mean`);
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
