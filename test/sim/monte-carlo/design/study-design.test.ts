import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { monteCarloJsonSchema } from '../../../../sim/monte-carlo/design/study-design-schema.ts';
import { failureOf } from '../../../files/temporary.ts';

const least = {
  bank: { generate: { items: 100 } },
  abilities: { normal: { mean: 0, sd: 1, count: 50 } },
  lengths: [10],
};

describe('cells', () => {
  test('are all combinations of the lists', () => {
    const { cells } = readDesign(
      {
        ...least,
        estimators: ['ml', 'eap', 'wle'],
        selectors: ['random', { rule: 'randomesque', best: 3 }],
        stopping: ['length', { rule: 'standard-error', below: 0.3, least: 5 }],
        lags: [1, 4],
        lengths: [10, 20],
      },
      'd.yaml',
    );
    expect(cells).toHaveLength(3 * 2 * 2 * 2 * 2);
    expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(48);
    expect(cells.at(-1)).toEqual({
      truth: 'none',
      truthAt: 0,
      calibration: 'none',
      calibrationAt: 0,
      exposure: 'none',
      exposed: null,
      enemies: null,
      estimator: 'wle',
      selector: 'randomesque best 3',
      constraint: 'none',
      lag: 4,
      stopping: 'standard-error below 0.3 least 5',
      length: 20,
      quotas: [],
      select: { rule: 'randomesque', best: 3 },
      stop: {
        rule: 'any',
        of: [
          { rule: 'length', items: 20 },
          {
            rule: 'all',
            of: [
              { rule: 'length', items: 5 },
              { rule: 'standard-error', below: 0.3 },
            ],
          },
        ],
      },
    });
  });

  test('have the rules of stopping that an adaptive session has', () => {
    const { cells } = readDesign(
      {
        ...least,
        stopping: [
          { rule: 'estimate-change', last: 4, below: 0.05 },
          { rule: 'confidence-classification', cut: -0.5, confidence: 0.95 },
          { rule: 'sprt', cut: 0.5, indifference: 0.2, alpha: 0.05, beta: 0.1 },
        ],
      },
      'd.yaml',
    );
    const length = { rule: 'length', items: 10 };
    expect(cells.map(({ stop }) => stop)).toEqual([
      { rule: 'any', of: [length, { rule: 'estimate-change', last: 4, below: 0.05 }] },
      {
        rule: 'any',
        of: [length, { rule: 'confidence-classification', cuts: [-0.5], confidence: 0.95 }],
      },
      {
        rule: 'any',
        of: [length, { rule: 'sprt', cut: 0.5, indifference: 0.2, alpha: 0.05, beta: 0.1 }],
      },
    ]);
  });

  test('are those that `only` names', () => {
    const { cells } = readDesign(
      {
        ...least,
        estimators: ['ml', 'eap'],
        selectors: ['random', 'maximum-information'],
        lengths: [10, 20],
        only: [
          { estimator: 'ml', length: 10 },
          { selector: 2, length: 20 },
        ],
      },
      'd.yaml',
    );
    expect(
      cells.map(({ estimator, selector, length }) => `${estimator} ${selector} ${length}`),
    ).toEqual([
      'ml random 10',
      'ml maximum-information 10',
      'ml maximum-information 20',
      'eap maximum-information 20',
    ]);
  });

  test('are of each truth and each calibration, which have names', () => {
    const { cells, truths, calibrations } = readDesign(
      {
        ...least,
        truth: ['none', { wrongKeys: { share: 0.02 }, noise: { share: 0.1 } }],
        calibration: [{}, { recalibrate: { examinees: 200 } }, { perturb: {} }],
        only: [{ truth: 1 }, { calibration: 2 }],
      },
      'd.yaml',
    );
    expect(truths).toHaveLength(2);
    expect(calibrations).toHaveLength(3);
    const wrong = 'wrongKeys share 0.02 options 4, noise share 0.1';
    const few = 'recalibrate examinees 200 rung 3pl-shrunken';
    expect(cells.map(({ truth, calibration }) => [truth, calibration])).toEqual([
      ['none', 'none'],
      ['none', few],
      ['none', 'perturb'],
      [wrong, few],
    ]);
    expect(cells.at(-1)).toMatchObject({ truthAt: 1, calibrationAt: 1 });
  });

  test('without abilities they are 200 of N(0, 1)', () => {
    const { abilities: _, ...others } = least as Record<string, unknown>;
    expect(readDesign(others, 'd.yaml').abilities).toEqual({
      normal: { mean: 0, sd: 1, count: 200 },
    });
  });

  test('a rule without its options is named with those that serve', () => {
    const exposure = ['none', 'maximum-rate', { rule: 'maximum-rate', block: 50, rate: 0.3 }];
    const { cells } = readDesign({ ...least, exposure, selectors: ['randomesque'] }, 'd.yaml');
    expect(cells.map(({ selector, exposure: rule }) => `${selector}, ${rule}`)).toEqual([
      'randomesque best 5, none',
      'randomesque best 5, maximum-rate rate 0.25',
      'randomesque best 5, maximum-rate rate 0.3 block 50',
    ]);
  });

  test('a selection rule takes its default options from its table', () => {
    const { cells } = readDesign(
      { ...least, selectors: ['randomesque', 'a-stratified'] },
      'd.yaml',
    );
    expect(cells.map(({ select }) => select)).toEqual([
      { rule: 'randomesque', best: 5 },
      { rule: 'a-stratified', strata: 4, blocked: false },
    ]);
  });
});

describe('errors name their path', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ lengths: [] }, 'd.yaml, lengths: found an empty list'],
    [{ estimators: ['mle'] }, 'd.yaml, estimators[0]: found "mle"; accepted: one of "ml"'],
    [{ selectors: ['best'] }, 'd.yaml, selectors[0]: found "best"; accepted: one of "maximum-'],
    [
      { selectors: ['random', { rule: 'random', best: 2 }] },
      'd.yaml, selectors[1]: found random with best; accepted: random without options.',
    ],
    [
      { selectors: [{ rule: 'randomesque', best: 0.5 }] },
      'd.yaml, selectors[0]: found randomesque: best is 0.5',
    ],
    [
      { stopping: [{ rule: 'sprt', cut: 0, indifference: 0.2, alpha: 0.6, beta: 0.6 }] },
      'd.yaml, stopping[0]: found ratio test with error rates 0.6 and 0.6; accepted: above 0, together below 1',
    ],
    [
      { stopping: [{ rule: 'standard-error' }] },
      'd.yaml, stopping[0]: found standard-error without below',
    ],
    [{ constraints: ['some'] }, 'd.yaml, constraints[0]: found "some"; accepted: none, or'],
    [{ truth: { wrongKeys: { share: 2 } } }, 'd.yaml, truth.wrongKeys.share: found 2'],
    [{ truth: [{}, { noise: { share: -1 } }] }, 'd.yaml, truth[1].noise.share: found -1'],
    [
      { only: [{ truth: 2 }] },
      'd.yaml, only[0].truth: found 2; accepted: a place in the list: 1 (none).',
    ],
    [
      { bank: undefined },
      'd.yaml, bank: found nothing; accepted: one of generate, builtin, file, such as',
    ],
    [
      { lengths: undefined },
      'd.yaml, lengths: found nothing; accepted: a list of numbers of items, such as',
    ],
    [
      { precision: { biass: 0.1 } },
      'found "biass"; accepted: bias; all measures: bias, rmse, meanSe,',
    ],
    [{ truth: { dimension: 2 } }, 'd.yaml, truth: found the unknown key "dimension"'],
    [
      { calibration: { perturb: { a: 0.1 }, recalibrate: { examinees: 100 } } },
      'd.yaml, calibration: found an object; accepted: perturb or recalibrate',
    ],
    [
      { bank: { generate: { items: 9, from: 'x.csv', b: 0 } } },
      'd.yaml, bank.generate.b: found 0; accepted: no a, b, c or d with from',
    ],
    [
      { bank: { generate: { items: 9, scale: 1.7 } } },
      'd.yaml, bank.generate.scale: found 1.7; accepted: scale with from',
    ],
    [{ bank: {} }, 'd.yaml, bank: found an object; accepted: exactly one of builtin, file,'],
    [
      { bank: { builtin: 'a', tags: 't.csv' } },
      'd.yaml, bank.tags: found "t.csv"; accepted: tags only with file',
    ],
    [
      { abilities: { list: [0, 1], grid: { low: 0, high: 1, step: 1 } } },
      'd.yaml, abilities: found an object; accepted: exactly one of normal, uniform, grid, list',
    ],
    [{ bounds: [2, -2] }, 'd.yaml, bounds: found 2 to -2; accepted: the lower number first'],
    [{ only: [{ lag: 3 }] }, 'd.yaml, only[0].lag: found 3; accepted: 1.'],
    [
      { bank: { generate: { items: 9, c: 0.5, d: 0.4 } } },
      'd.yaml, bank.generate.d: found 0.4 with guessing up to 0.5',
    ],
    [
      { bank: { generate: { items: 9, tags: { t: { A: 0.5, B: 0.4 } } } } },
      'd.yaml, bank.generate.tags.t: found shares that add up to 0.9',
    ],
    [
      {
        lags: Array.from({ length: 50 }, (_, k) => k + 1),
        lengths: Array.from({ length: 50 }, (_, k) => k + 1),
      },
      'd.yaml, lengths: found more than 1000 cells',
    ],
  ])('%j', (change, message) => {
    const error = failureOf(() => readDesign({ ...least, ...change }, 'd.yaml'));
    expect(error.code).toBe('FILE_INVALID');
    expect(error.message).toContain(message);
  });
});

test('docs/schema/monte-carlo.schema.json is what scripts/monte-carlo-schema.ts writes', () => {
  const published = readFileSync(
    new URL('../../../../docs/schema/monte-carlo.schema.json', import.meta.url),
    'utf8',
  );
  // In value: the formatter of the repository joins short lists.
  expect(JSON.parse(published)).toEqual(JSON.parse(monteCarloJsonSchema()));
});
